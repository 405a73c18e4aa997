"""Rank Omaha hands: exactly two cards of the hole and three of the board.

A table over (ranks of the board, ranks of two hole cards) holds the best of all threes of the
board with those two; a hand is the best of its 6, 10 or 15 pairs. Where flushes count, a hand
with two of a suit that meets three of it on the board is looked at again, pair by pair.

A qualifying low depends on two sets of low ranks alone, and has a table of its own. The numbers of
cards are the lengths of tuples, as in `kernels.rank`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8
from numpy import uint16 as u16
from numpy import uint32 as u32

from fastlow.kernels.aligned import empty_bytes, line_of_bytes
from fastlow.kernels.arrange import COLUMNS, ROWS, Size, to_columns
from fastlow.kernels.borrow import borrowed, hold
from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.index import (
    choose2,
    choose4,
    index3,
    index5,
    ordered,
    rank_of,
    sort3,
    sort4,
    sort5,
)
from fastlow.kernels.rank import BLOCK, NO_RANK, Lookup, list_flagged, rank5

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]
Wide = npt.NDArray[np.uint32]
Sizes = tuple[Size, Size]  # of hole and board

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


class Scratch(NamedTuple):
    """Room for what is found out about a block of hands, made outside the loop that borrows it.

    Attributes
    ----------
    cards : ndarray of uint8, shape (hole and board, BLOCK)
        The cards, column by column.
    rows, pair, at, found : ndarray
        Where the row of a board begins; a pair of the hole, its place in that row, its rank.
    suits : ndarray of uint8
        One more than the suit of which a hand holds two and its board has three; 0 for none.
    held, common : ndarray of uint16
        Counts of suits of hole and board, and then their sets of ranks in that suit; for a low of
        their sets of all ranks, which ``at`` joins.
    listed : ndarray of uint16
        The hands that have such a suit.
    """

    cards: Codes
    rows: Wide
    pair: Codes
    at: Wide
    found: Ranks
    suits: Codes
    held: Ranks
    common: Ranks
    listed: Ranks


class LowSets(NamedTuple):
    """What ranks qualifying A-5 lows.

    Attributes
    ----------
    ranks : ndarray of int8
        Rank by the sets of low ranks of hole and board, the hole's above the board's; -1 is none.
    bits : int
        How many ranks are low.
    """

    ranks: npt.NDArray[np.int8]
    bits: int


@inline
def new_scratch(cards: int) -> Scratch:
    return Scratch(
        cards=empty_bytes(cards, BLOCK),
        rows=line_of_bytes(4 * BLOCK).view(np.uint32),
        pair=line_of_bytes(BLOCK),
        at=line_of_bytes(4 * BLOCK).view(np.uint32),
        found=line_of_bytes(2 * BLOCK).view(np.uint16),
        suits=line_of_bytes(BLOCK),
        held=line_of_bytes(2 * BLOCK).view(np.uint16),
        common=line_of_bytes(2 * BLOCK).view(np.uint16),
        listed=line_of_bytes(2 * BLOCK).view(np.uint16),
    )


@kernel
def rank_omaha(
    hole: Codes,
    hole_lies: int,
    board: Codes,
    board_lies: int,
    start: int,
    stop: int,
    sizes: Sizes,
    high: OmahaLookup | None,
    low: OmahaLookup | None,
    sets: LowSets | None,
    check: bool | None,
    highs: Ranks,
    lows: Ranks,
) -> int:
    """Rank hands `start` to `stop` for one half of the pot or both.

    A half that is left out is None, and ``sets`` stand in the place of ``low``. Unless `check` is
    None, return where the first block begins that has a faulty hand; else -1.
    """
    holes, boards = sizes
    made = new_scratch(len(holes) + len(boards))
    hole, board, scratch, highs, lows = borrowed((hole, board, made, highs, lows))
    to_hole, to_board = scratch.cards[: len(holes)], scratch.cards[len(holes) :]
    for begin in range(start, stop, BLOCK):
        n = min(BLOCK, stop - begin)
        arrange(hole, hole_lies, begin, begin == start, n, holes, to_hole)
        arrange(board, board_lies, begin, begin == start, n, boards, to_board)
        if check is not None and is_faulty(scratch.cards, holes, boards, n):
            return begin
        if high is not None or low is not None:
            index_boards(to_board[:, :n], boards, scratch.rows)
        rank_halves(
            to_hole[:, :n],
            to_board[:, :n],
            sizes,
            borrowed(high),
            borrowed(low),
            borrowed(sets),
            scratch,
            highs[begin : begin + n],
            lows[begin : begin + n],
        )
    hold(made)
    return -1


# --- a block of cards in columns ------------------------------------------------------------------


@inline
def rank_halves(
    hole: Codes,
    board: Codes,
    sizes: Sizes,
    high: OmahaLookup | None,
    low: OmahaLookup | None,
    sets: LowSets | None,
    scratch: Scratch,
    highs: Ranks,
    lows: Ranks,
) -> None:
    """Rank a block of columns for each half that there is; `index_boards` has filled the rows."""
    if high is not None:
        rank_by_pairs(hole, board, sizes, high, scratch, highs)
    if low is not None:
        rank_by_pairs(hole, board, sizes, low, scratch, lows)
    if sets is not None:
        rank_by_sets(hole, board, sizes, sets, scratch, lows)


@inline
def rank_by_pairs(
    hole: Codes,
    board: Codes,
    sizes: Sizes,
    lookup: OmahaLookup,
    scratch: Scratch,
    out: Ranks,
) -> None:
    best_pairs(hole, sizes[0], lookup.pairs, scratch, out)
    unpaired, flush = lookup.hand.unpaired, lookup.hand.flush
    look_again(hole, board, sizes, lookup, scratch, unpaired, flush, out)


@inline
def arrange(
    cards: Codes, lies: int, begin: int, is_first: bool, n: int, size: Size, columns: Codes
) -> None:
    """Copy the next `n` hands into columns; one hand for all stays there after the first block."""
    if lies == ROWS:
        to_columns(cards, begin, begin + n, size, columns)
    elif lies == COLUMNS:
        block = cards[:, begin : begin + n]  # an index begin + j would keep the loop scalar
        for i in range(len(size)):
            for j in range(n):
                columns[i, j] = block[i, j]
    elif is_first:
        for i in range(len(size)):
            columns[i, :] = cards[i, 0]


@inline
def is_faulty(cards: Codes, holes: Size, boards: Size, n: int) -> bool:
    """Whether some hand of the block holds a code above 51, or a card twice."""
    top = twice = u8(0)
    for j in range(n):
        for i in range(len(holes) + len(boards)):
            top = u8(max(top, cards[i, j]))
            for earlier in range(i):
                twice = u8(twice | u8(cards[i, j] == cards[earlier, j]))
    return bool(twice) or bool(top > LAST)


@inline
def index_boards(board: Codes, boards: Size, rows: Wide) -> None:
    """Write where in the table the row of each board begins."""
    if len(boards) == 3:
        for j in range(board.shape[1]):
            a, b, c = sort3(board[0, j], board[1, j], board[2, j])
            rows[j] = u32(PAIRS) * u32(index3(rank_of(a), rank_of(b), rank_of(c)))
    elif len(boards) == 4:
        for j in range(board.shape[1]):
            a, b, c, d = sort4(board[0, j], board[1, j], board[2, j], board[3, j])
            low = index3(rank_of(a), rank_of(b), rank_of(c))
            rows[j] = u32(PAIRS) * u32(u16(low + choose4(rank_of(d))))
    else:
        for j in range(board.shape[1]):
            a, b, c, d, e = sort5(board[0, j], board[1, j], board[2, j], board[3, j], board[4, j])
            at = index5(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e))
            rows[j] = u32(PAIRS) * u32(at)


@inline
def best_pairs(hole: Codes, holes: Size, table: Ranks, scratch: Scratch, out: Ranks) -> None:
    """Rank hands by their best pair, a pair at a time.

    Loops over a block, of which all but one compile to vectors, are twice as fast as one that takes
    the least of all pairs of a hand: for that the compiler makes branches.
    """
    n = out.size
    pair, at, found = scratch.pair[:n], scratch.at[:n], scratch.found[:n]
    out[:] = NO_RANK
    for second in range(1, len(holes)):
        for first in range(second):
            index_pair(hole[first], hole[second], pair)
            place_pair(scratch.rows, pair, at)
            look_up_pair(table, at, found)
            keep_best(found, out)


@inline
def index_pair(first: Codes, second: Codes, pair: Codes) -> None:
    """Index a pair of ranks x <= y as x + C(y + 1, 2): 0 to 90."""
    for j in range(pair.size):
        x, y = ordered(rank_of(first[j]), rank_of(second[j]))
        pair[j] = u8(x + u8(choose2(y)))


@inline
def place_pair(rows: Wide, pair: Codes, at: Wide) -> None:
    for j in range(at.size):
        at[j] = u32(rows[j] + u32(pair[j]))


@inline
def look_up_pair(table: Ranks, at: Wide, found: Ranks) -> None:
    for j in range(found.size):
        found[j] = table[at[j]]


@inline
def keep_best(found: Ranks, out: Ranks) -> None:
    for j in range(out.size):
        out[j] = u16(min(out[j], found[j]))


@inline
def rank_by_sets(
    hole: Codes,
    board: Codes,
    sizes: Sizes,
    lows: LowSets,
    scratch: Scratch,
    out: Ranks,
) -> None:
    held, common, at = scratch.held, scratch.common, scratch.at
    unite_ranks(hole, sizes[0], held)
    unite_ranks(board, sizes[1], common)
    for j in range(out.size):
        of_hole = u32(low_set(held[j], lows.bits) << u32(lows.bits))
        at[j] = u32(of_hole | low_set(common[j], lows.bits))
    for j in range(out.size):
        out[j] = u16(lows.ranks[at[j]])  # -1 becomes 65535, no low


@inline
def unite_ranks(cards: Codes, size: Size, sets: Ranks) -> None:
    """Write the set of ranks of each hand."""
    for j in range(cards.shape[1]):
        ranks = u16(0)
        for i in range(len(size)):
            ranks = u16(ranks | rank_bit(cards[i, j]))
        sets[j] = ranks


@inline
def rank_bit(card: u8) -> u16:
    return u16(u16(1) << shift_of(card))


@inline
def shift_of(card: u8) -> u16:
    """Give the rank; that it is below 16 has to be said, else LLVM shifts in 64 bits."""
    return u16(u16(rank_of(card)) & u16(15))


@inline
def low_set(ranks: u16, bits: int) -> u32:
    """Keep of a 13-bit set the `bits` lowest ranks, the ace (bit 12) above the others."""
    below_ace = u32(u32(1) << u32(bits - 1))
    return u32(u32(u32(ranks) & u32(below_ace - u32(1))) | u32(u32(ranks >> u16(12)) * below_ace))


# --- the second look at flushes -------------------------------------------------------------------


@inline
def look_again(
    hole: Codes,
    board: Codes,
    sizes: Sizes,
    lookup: OmahaLookup,
    scratch: Scratch,
    unpaired: Ranks | None,
    flush: Ranks | None,
    out: Ranks,
) -> None:
    """Correct the hands that hold two of a suit of which the board has three.

    The last two arrays of `Lookup` come by themselves, so that None keeps Numba from compiling
    what would read them.
    """
    if unpaired is None and flush is None:
        return
    n = out.size
    suits, held, common = scratch.suits[:n], scratch.held[:n], scratch.common[:n]
    find_suit(hole, board, sizes, held, common, suits)
    if flush is not None:
        unite_suited(hole, suits, held)
        unite_suited(board, suits, common)
    for i in range(list_flagged(suits, scratch.listed)):
        j = scratch.listed[i]
        if flush is not None:
            out[j] = u16(min(out[j], flush_rank(held[j], common[j], lookup.highest, flush)))
        if unpaired is not None:
            row = scratch.rows[j]
            out[j] = without_flush(hole, board, sizes, j, suits[j] - 1, row, lookup)


@inline
def find_suit(
    hole: Codes,
    board: Codes,
    sizes: Sizes,
    held: Ranks,
    common: Ranks,
    suits: Codes,
) -> None:
    """Write one more than the suit of which a hand holds two and its board has three, or 0.

    Suits are counted in four fields of four bits; begun at 6 and 5, two and three set the top bit.
    """
    count_suits(hole, u16(0x6666), held)
    count_suits(board, u16(0x5555), common)
    for j in range(suits.size):
        flag = u16(u16(held[j] & common[j]) & u16(0x8888))
        low_half = u8(u8(flag > u16(0)) + u8(flag > u16(0x8)))
        suits[j] = u8(low_half + u8(u8(flag > u16(0x80)) + u8(flag > u16(0x800))))


@inline
def unite_suited(cards: Codes, suits: Codes, sets: Ranks) -> None:
    """Write the set of the ranks that each hand has in its suit."""
    sets[:] = u16(0)
    for i in range(cards.shape[0]):
        column = cards[i]
        for j in range(sets.size):
            belongs = u16(u8(column[j] & u8(3)) == u8(suits[j] - u8(1)))
            sets[j] = u16(sets[j] | u16(belongs << shift_of(column[j])))


@inline
def count_suits(cards: Codes, begun: u16, counts: Ranks) -> None:
    counts[:] = begun
    for i in range(cards.shape[0]):
        column = cards[i]
        for j in range(counts.size):
            counts[j] = u16(counts[j] + suit_field(column[j]))


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
    if flush[0, held | common] <= STRAIGHT_FLUSHES:
        return best_of_all(held, common, flush)
    return u16(flush[0, highest[0, held] | highest[1, common]])


@inline
def best_of_all(held: u16, common: u16, flush: Ranks) -> u16:
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
    hole: Codes,
    board: Codes,
    sizes: Sizes,
    j: int,
    suit: int,
    row: u32,
    lookup: OmahaLookup,
) -> u16:
    """Rank a hand where flushes are bad: by cards the pairs of the suit, the others by table."""
    best = u16(NO_RANK)
    for a in range(len(sizes[0])):
        for b in range(a):
            if hole[a, j] & 3 == suit and hole[b, j] & 3 == suit:
                threes = best_threes(hole[a, j], hole[b, j], board, len(sizes[1]), j, lookup.hand)
                best = min(best, threes)
            else:
                x, y = ordered(rank_of(hole[a, j]), rank_of(hole[b, j]))
                best = min(best, lookup.pairs[row + u32(x) + u32(choose2(y))])
    return u16(best)


@inline
def best_threes(first: u8, second: u8, board: Codes, boards: int, j: int, lookup: Lookup) -> u16:
    """Rank two hole cards with the best three of the board."""
    best = u16(NO_RANK)
    for c in range(boards):
        for d in range(c):
            for e in range(d):
                rank = rank5(first, second, board[c, j], board[d, j], board[e, j], lookup)
                best = min(best, rank)
    return u16(best)
