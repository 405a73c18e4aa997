"""Rank Omaha hands: exactly two cards of the hole and three of the board.

A table over (ranks of the board, ranks of two hole cards) holds the best of all threes of the
board with those two; a hand is the best of its 6, 10 or 15 pairs. Where flushes count, a hand
with two of a suit that meets three of it on the board is looked at again, pair by pair.

A qualifying low depends on two sets of low ranks alone, and has a table of its own.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8
from numpy import uint16 as u16
from numpy import uint32 as u32

from fastlow.kernels.arrange import COLUMNS, ROWS, to_columns
from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.index import choose2, choose3, choose4, index5, ordered, rank_of, sort5
from fastlow.kernels.rank import NO_RANK, Lookup, rank5

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]
Wide = npt.NDArray[np.uint32]

BLOCK = 1024  # hands
PAIRS = 96  # 91 pairs of ranks, padded so that the row of a board begins with a cache line
LAST = 51  # Omaha has no jokers
STRAIGHT_FLUSHES = 23  # no flush is so good, no straight flush worse: 5-high in "high-wild"


class OmahaLookup(NamedTuple):
    """The arrays that rank Omaha hands of one ranking on boards of one size.

    Attributes
    ----------
    pairs : ndarray of uint16, shape (boards * PAIRS,)
        Best rank of a board's threes with two hole cards, flushes left out.
    highest : ndarray of uint16, shape (2, 8192)
        The highest two, and the highest three, of a 13-bit set of ranks.
    hand : Lookup
        The ranking of five cards.
    """

    pairs: Ranks
    highest: Ranks
    hand: Lookup


@kernel
def rank_omaha(
    hole: Codes,
    hole_lies: int,
    board: Codes,
    board_lies: int,
    start: int,
    stop: int,
    lookup: OmahaLookup,
    check: bool | None,
    out: Ranks,
) -> int:
    """Rank hands `start` to `stop`; unless `check` is None, stop at the first faulty block.

    Return where that block starts, or -1.
    """
    holes, boards = sizes(hole, hole_lies, board, board_lies)
    cards = np.empty((holes + boards, BLOCK), np.uint8)
    pairs = np.empty((15, BLOCK), np.uint8)
    rows = np.empty(BLOCK, np.uint32)
    for begin in range(start, stop, BLOCK):
        n = min(BLOCK, stop - begin)
        arrange(hole, hole_lies, begin, begin == start, n, cards[:holes])
        arrange(board, board_lies, begin, begin == start, n, cards[holes:])
        if check is not None and is_faulty(cards, n):
            return begin
        index_pairs(cards, holes, n, pairs)
        index_boards(cards, holes, n, rows)
        best_pairs(lookup.pairs, rows, pairs, holes, out[begin : begin + n])
        if lookup.hand.unpaired is not None or lookup.hand.flush is not None:
            to = out[begin : begin + n]
            look_again(cards, holes, rows, lookup, lookup.hand.unpaired, lookup.hand.flush, to)
    return -1


@kernel
def rank_omaha_low(
    hole: Codes,
    hole_lies: int,
    board: Codes,
    board_lies: int,
    start: int,
    stop: int,
    lows: npt.NDArray[np.int8],
    bits: int,
    check: bool | None,
    out: Ranks,
) -> int:
    """Rank qualifying A-5 lows by the table over the sets of `bits` low ranks; see `rank_omaha`."""
    holes, boards = sizes(hole, hole_lies, board, board_lies)
    cards = np.empty((holes + boards, BLOCK), np.uint8)
    sets = np.empty(BLOCK, np.uint32)
    for begin in range(start, stop, BLOCK):
        n = min(BLOCK, stop - begin)
        arrange(hole, hole_lies, begin, begin == start, n, cards[:holes])
        arrange(board, board_lies, begin, begin == start, n, cards[holes:])
        if check is not None and is_faulty(cards, n):
            return begin
        index_sets(cards, holes, n, bits, sets)
        look_up(lows, sets, out[begin : begin + n])
    return -1


# --- a block of cards in columns ------------------------------------------------------------------


@inline
def sizes(hole: Codes, hole_lies: int, board: Codes, board_lies: int) -> tuple[int, int]:
    return (
        hole.shape[1] if hole_lies == ROWS else hole.shape[0],
        board.shape[1] if board_lies == ROWS else board.shape[0],
    )


@inline
def arrange(cards: Codes, lies: int, begin: int, is_first: bool, n: int, columns: Codes) -> None:
    """Copy the next `n` hands into columns; one hand for all stays there after the first block."""
    if lies == ROWS:
        to_columns(cards, begin, begin + n, columns)
    elif lies == COLUMNS:
        block = cards[:, begin : begin + n]  # an index begin + j would keep the loop scalar
        for i in range(cards.shape[0]):
            for j in range(n):
                columns[i, j] = block[i, j]
    elif is_first:
        for i in range(cards.shape[0]):
            columns[i, :] = cards[i, 0]


@inline
def is_faulty(cards: Codes, n: int) -> bool:
    """Whether some hand of the block holds a code above 51, or a card twice."""
    top = twice = u8(0)
    for i in range(cards.shape[0]):
        for j in range(n):
            top = u8(max(top, cards[i, j]))
        for k in range(i):
            for j in range(n):
                twice = u8(twice | u8(cards[i, j] == cards[k, j]))
    return bool(twice) or bool(top > LAST)


@inline
def index_pairs(cards: Codes, holes: int, n: int, pairs: Codes) -> None:
    """Write the index of each pair of hole ranks, x + C(y + 1, 2) with x <= y: 0 to 90."""
    at = 0
    for first in range(holes):
        for second in range(first + 1, holes):
            for j in range(n):
                x, y = ordered(rank_of(cards[first, j]), rank_of(cards[second, j]))
                pairs[at, j] = u8(x + u8(choose2(y)))
            at += 1


@inline
def index_boards(cards: Codes, holes: int, n: int, rows: Wide) -> None:
    """Write where in the table the row of each board begins."""
    board = cards[holes:]
    if board.shape[0] == 3:
        for j in range(n):
            a, b, c = sort3(board[0, j], board[1, j], board[2, j])
            rows[j] = u32(PAIRS) * u32(index3(rank_of(a), rank_of(b), rank_of(c)))
    elif board.shape[0] == 4:
        for j in range(n):
            a, b, c, d = sort4(board[0, j], board[1, j], board[2, j], board[3, j])
            low = index3(rank_of(a), rank_of(b), rank_of(c))
            rows[j] = u32(PAIRS) * u32(u16(low + choose4(rank_of(d))))
    else:
        for j in range(n):
            a, b, c, d, e = sort5(board[0, j], board[1, j], board[2, j], board[3, j], board[4, j])
            at = index5(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e))
            rows[j] = u32(PAIRS) * u32(at)


@inline
def sort3(a: u8, b: u8, c: u8) -> tuple[u8, u8, u8]:
    a, c = ordered(a, c)
    a, b = ordered(a, b)
    b, c = ordered(b, c)
    return a, b, c


@inline
def sort4(a: u8, b: u8, c: u8, d: u8) -> tuple[u8, u8, u8, u8]:
    a, c = ordered(a, c)
    b, d = ordered(b, d)
    a, b = ordered(a, b)
    c, d = ordered(c, d)
    b, c = ordered(b, c)
    return a, b, c, d


@inline
def index3(a: u8, b: u8, c: u8) -> u16:
    return u16(u16(u16(a) + choose2(b)) + choose3(c))


@inline
def best_pairs(table: Ranks, rows: Wide, pairs: Codes, holes: int, out: Ranks) -> None:
    if holes == 4:  # a literal count lets the compiler unroll what follows
        best_of(table, rows, pairs, 6, out)
    elif holes == 5:
        best_of(table, rows, pairs, 10, out)
    else:
        best_of(table, rows, pairs, 15, out)


@inline
def best_of(table: Ranks, rows: Wide, pairs: Codes, count: int, out: Ranks) -> None:
    for j in range(out.size):
        best = u16(NO_RANK)
        for i in range(count):
            best = u16(min(best, table[rows[j] + u32(pairs[i, j])]))
        out[j] = best


@inline
def index_sets(cards: Codes, holes: int, n: int, bits: int, sets: Wide) -> None:
    """Write the two sets of low ranks of each hand side by side, the hole's above the board's."""
    held, common = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint16)
    unite(cards[:holes], n, held)
    unite(cards[holes:], n, common)
    for j in range(n):
        sets[j] = u32(u32(low_set(held[j], bits) << u32(bits)) | low_set(common[j], bits))


@inline
def unite(cards: Codes, n: int, sets: Ranks) -> None:
    """Write the set of ranks of each hand."""
    if cards.shape[0] == 3:  # a literal count lets the compiler unroll what follows
        unite_ranks(cards, 3, n, sets)
    elif cards.shape[0] == 4:
        unite_ranks(cards, 4, n, sets)
    elif cards.shape[0] == 5:
        unite_ranks(cards, 5, n, sets)
    else:
        unite_ranks(cards, 6, n, sets)


@inline
def unite_ranks(cards: Codes, k: int, n: int, sets: Ranks) -> None:
    for j in range(n):
        ranks = u16(0)
        for i in range(k):
            ranks = u16(ranks | rank_bit(cards[i, j]))
        sets[j] = ranks


@inline
def look_up(lows: npt.NDArray[np.int8], sets: Wide, out: Ranks) -> None:
    for j in range(out.size):
        out[j] = u16(lows[sets[j]])  # -1 becomes 65535, no low


@inline
def rank_bit(card: u8) -> u16:
    return u16(u16(1) << u16(card >> u8(2)))


@inline
def low_set(ranks: u16, bits: int) -> u32:
    """Keep of a 13-bit set the `bits` lowest ranks, the ace (bit 12) above the others."""
    below_ace = u32(u32(1) << u32(bits - 1))
    return u32(u32(u32(ranks) & u32(below_ace - u32(1))) | u32(u32(ranks >> u16(12)) * below_ace))


# --- the second look at flushes -------------------------------------------------------------------


@inline
def look_again(
    cards: Codes,
    holes: int,
    rows: Wide,
    lookup: OmahaLookup,
    unpaired: Ranks | None,
    flush: Ranks | None,
    out: Ranks,
) -> None:
    """Correct the hands that hold two of a suit of which the board has three.

    The last two arrays of `Lookup` come by themselves, so that None keeps Numba from compiling
    what would read them.
    """
    flagged = np.empty(BLOCK, np.uint16)
    flag_suited(cards, holes, out.size, flagged)
    for j in range(out.size):
        if flagged[j]:
            suit = suit_of_field(flagged[j])
            if flush is not None:
                held = suit_set(cards, 0, holes, j, suit)
                common = suit_set(cards, holes, cards.shape[0], j, suit)
                out[j] = min(out[j], flush_rank(held, common, lookup.highest, flush))
            if unpaired is not None:
                out[j] = without_flush(cards, holes, j, suit, rows[j], lookup)


@inline
def flag_suited(cards: Codes, holes: int, n: int, flagged: Ranks) -> None:
    """Count suits in four fields of four bits; begun at 6 and 5, two and three set the top bit."""
    counts = np.empty((2, BLOCK), np.uint16)
    counts[0, :] = u16(0x6666)
    counts[1, :] = u16(0x5555)
    for i in range(cards.shape[0]):
        side = 0 if i < holes else 1
        for j in range(n):
            counts[side, j] = u16(counts[side, j] + suit_field(cards[i, j]))
    for j in range(n):
        flagged[j] = u16(u16(counts[0, j] & counts[1, j]) & u16(0x8888))


@inline
def suit_field(card: u8) -> u16:
    return u16(u16(1) << u16(u16(card & u8(3)) << u16(2)))


@inline
def suit_of_field(flag: u16) -> int:
    """Return the suit of a flag: a board of five has three of one suit only."""
    return int(flag > 0x8) + int(flag > 0x80) + int(flag > 0x800)


@inline
def flush_rank(held: u16, common: u16, highest: Ranks, flush: Ranks) -> u16:
    """Rank the best flush of two ranks of one set and three of another.

    The highest two and the highest three make it, unless there is a straight flush among all
    cards of the suit (2 % of them): then every two and three are tried.
    """
    if flush[0, held | common] > STRAIGHT_FLUSHES:
        return u16(flush[0, highest[0, held] | highest[1, common]])
    best = u16(NO_RANK)
    x = held
    while x:
        first = lowest(x)
        x = y = u16(x ^ first)
        while y:
            second = lowest(y)
            y = u16(y ^ second)
            best = min(best, best_with(u16(first | second), common, flush))
    return u16(best)


@inline
def best_with(two: u16, common: u16, flush: Ranks) -> u16:
    best = u16(NO_RANK)
    x = common
    while x:
        first = lowest(x)
        x = y = u16(x ^ first)
        while y:
            second = lowest(y)
            y = z = u16(y ^ second)
            while z:
                third = lowest(z)
                z = u16(z ^ third)
                best = min(best, flush[0, two | first | second | third])
    return u16(best)


@inline
def lowest(ranks: u16) -> u16:
    """Return the lowest bit of a set."""
    return u16(ranks & u16(u16(~ranks) + u16(1)))


@inline
def suit_set(cards: Codes, first: int, stop: int, j: int, suit: int) -> u16:
    ranks = u16(0)
    for i in range(first, stop):
        belongs = u16(cards[i, j] & u8(3) == u8(suit))
        ranks = u16(ranks | u16(belongs << u16(cards[i, j] >> u8(2))))
    return ranks


@inline
def without_flush(
    cards: Codes, holes: int, j: int, suit: int, row: u32, lookup: OmahaLookup
) -> u16:
    """Rank a hand where flushes are bad: by cards the pairs of the suit, the others by table."""
    best = u16(NO_RANK)
    for a in range(holes):
        for b in range(a):
            if cards[a, j] & 3 == suit and cards[b, j] & 3 == suit:
                best = min(best, best_threes(cards, holes, j, a, b, lookup.hand))
            else:
                x, y = ordered(rank_of(cards[a, j]), rank_of(cards[b, j]))
                best = min(best, lookup.pairs[row + u32(x) + u32(choose2(y))])
    return u16(best)


@inline
def best_threes(cards: Codes, holes: int, j: int, a: int, b: int, lookup: Lookup) -> u16:
    """Rank two hole cards with the best three of the board."""
    best = u16(NO_RANK)
    for c in range(holes, cards.shape[0]):
        for d in range(holes, c):
            for e in range(holes, d):
                rank = rank5(
                    cards[a, j], cards[b, j], cards[c, j], cards[d, j], cards[e, j], lookup
                )
                best = min(best, rank)
    return u16(best)
