"""Rank hands that lie column by column or row by row: index, look up, look again at flushes.

The index is written into ``out`` and looked up there by a second loop over the same block, so
that the first compiles to wide vectors; a block is large enough to spread the cost of starting
its loops and small enough to stay in the first-level cache.

What a ranking leaves out is None (`Lookup.flush`, `last`): Numba compiles a kernel anew for each
such type, so that an option costs nothing inside a loop. As a boolean it cost 3 to 5 %.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8
from numpy import uint16 as u16
from numpy import uint32 as u32
from numpy import uint64 as u64

from fastlow.kernels.arrange import to_columns
from fastlow.kernels.borrow import borrowed
from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.index import (
    choose7,
    index5,
    index6,
    index7,
    one_suit,
    rank_of,
    sort5,
    sort6,
    sort7,
)

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]

BLOCK = 8192  # hands; blocks of 1024 run at 0.50 of a bare lookup loop, of 4096 at 0.57, then flat
FIVES = 8568  # multisets of five ranks, jokers included: behind them lie the suited ones
FIRST_JOKER = 52
NO_RANK = 65535


class Lookup(NamedTuple):
    """The arrays of one ranking as a kernel reads them; 1 is best, 65535 is no hand.

    Attributes
    ----------
    five : ndarray of uint16
        Rank by index of five ranks; where flushes count, those of the suited hands behind.
    six, seven : ndarray of uint16
        Rank of the best five, flushes left out.
    unpaired : ndarray of uint16 or None
        Where flushes are bad: by rank, the 13-bit set of the ranks of a class that has neither a
        pair nor a straight or flush, else 0.
    flush : ndarray of uint16, shape (3, 8192), or None
        Where flushes are good: by number of jokers and 13-bit set, the best flush that cards of
        one suit make.
    """

    five: Ranks
    six: Ranks
    seven: Ranks
    unpaired: Ranks | None
    flush: Ranks | None


@kernel
def rank_columns(
    cards: Codes,
    start: int,
    stop: int,
    lookup: Lookup,
    last: int | None,
    more: bool | None,
    out: Ranks,
) -> int:
    """Rank hands `start` to `stop` of ``cards``, shape (k, n).

    With `last`, the highest card code allowed, return the start of the first block that holds a
    higher code or a card twice, before anything is looked up there; else -1. `more` is None where
    hands have five cards: then nothing is compiled for six and seven, which takes a third of the
    time.
    """
    cards, lookup, out = borrowed((cards, lookup, out))
    for begin in range(start, stop, BLOCK):
        end = min(begin + BLOCK, stop)
        if not rank_hands(cards, begin, end, lookup, last, more, out[begin:end]):
            return begin
    return -1


@kernel
def rank_rows(
    cards: Codes,
    start: int,
    stop: int,
    lookup: Lookup,
    last: int | None,
    more: bool | None,
    out: Ranks,
) -> int:
    """Rank hands `start` to `stop` of ``cards``, shape (n, k); see `rank_columns`."""
    cards, lookup, out = borrowed((cards, lookup, out))
    columns = np.empty((cards.shape[1], BLOCK), np.uint8)
    for begin in range(start, stop, BLOCK):
        end = min(begin + BLOCK, stop)
        to_columns(cards, begin, end, columns)
        if not rank_hands(columns, 0, end - begin, lookup, last, more, out[begin:end]):
            return begin
    return -1


@kernel
def rank_both_columns(
    cards: Codes,
    start: int,
    stop: int,
    high: Lookup,
    low: Lookup,
    last: int | None,
    out_high: Ranks,
    out_low: Ranks,
) -> int:
    """Rank hands for high and low, sorted and indexed once; see `rank_columns`."""
    cards, high, low = borrowed((cards, high, low))
    out_high, out_low = borrowed((out_high, out_low))
    for begin in range(start, stop, BLOCK):
        end = min(begin + BLOCK, stop)
        to_high, to_low = out_high[begin:end], out_low[begin:end]
        if not rank_both(cards, begin, end, high, low, last, to_high, to_low):
            return begin
    return -1


@kernel
def rank_both_rows(
    cards: Codes,
    start: int,
    stop: int,
    high: Lookup,
    low: Lookup,
    last: int | None,
    out_high: Ranks,
    out_low: Ranks,
) -> int:
    """Rank hands in rows for high and low; see `rank_both_columns`."""
    cards, high, low = borrowed((cards, high, low))
    out_high, out_low = borrowed((out_high, out_low))
    columns = np.empty((cards.shape[1], BLOCK), np.uint8)
    for begin in range(start, stop, BLOCK):
        end = min(begin + BLOCK, stop)
        to_columns(cards, begin, end, columns)
        to_high, to_low = out_high[begin:end], out_low[begin:end]
        if not rank_both(columns, 0, end - begin, high, low, last, to_high, to_low):
            return begin
    return -1


@inline
def rank_both(
    cards: Codes,
    begin: int,
    end: int,
    high: Lookup,
    low: Lookup,
    last: int | None,
    out_high: Ranks,
    out_low: Ranks,
) -> bool:
    top, twice = index_block(cards, begin, end, low, last, out_low)
    if last is not None and (twice or top > last):
        return False
    if cards.shape[0] == 5:  # suited hands are indexed apart where flushes count
        index_fives(cards[:, begin:end], high, None, out_high)
    else:
        for j in range(out_low.size):
            out_high[j] = out_low[j]
    finish_block(cards, begin, end, top, high, out_high)
    finish_block(cards, begin, end, top, low, out_low)
    return True


@inline
def rank_hands(
    cards: Codes,
    begin: int,
    end: int,
    lookup: Lookup,
    last: int | None,
    more: bool | None,
    out: Ranks,
) -> bool:
    if more is None:
        return rank_fives(cards, begin, end, lookup, last, out)
    return rank_block(cards, begin, end, lookup, last, out)


@inline
def rank_fives(
    cards: Codes, begin: int, end: int, lookup: Lookup, last: int | None, out: Ranks
) -> bool:
    """Rank one block of hands of five cards; False if it is faulty."""
    top, twice = index_fives(cards[:, begin:end], lookup, last, out)
    if last is not None and (twice or top > last):
        return False
    look_up(lookup.five, out)
    return True


@inline
def rank_block(
    cards: Codes, begin: int, end: int, lookup: Lookup, last: int | None, out: Ranks
) -> bool:
    """Rank one block; False if it is faulty."""
    top, twice = index_block(cards, begin, end, lookup, last, out)
    if last is not None and (twice or top > last):
        return False
    finish_block(cards, begin, end, top, lookup, out)
    return True


@inline
def finish_block(cards: Codes, begin: int, end: int, top: u8, lookup: Lookup, out: Ranks) -> None:
    """Turn the indices in ``out`` into ranks."""
    if cards.shape[0] == 7 and top >= FIRST_JOKER:
        look_up_wide(cards, begin, end, lookup.seven, out)
    else:
        look_up(table_for(cards.shape[0], lookup), out)
    if cards.shape[0] > 5 and (lookup.unpaired is not None or lookup.flush is not None):
        look_again(cards, begin, end, lookup, lookup.unpaired, lookup.flush, out)


@inline
def table_for(k: int, lookup: Lookup) -> Ranks:
    if k == 5:
        return lookup.five
    return lookup.six if k == 6 else lookup.seven


# --- a block: index and look up -------------------------------------------------------------------


@inline
def index_block(
    cards: Codes, begin: int, end: int, lookup: Lookup, last: int | None, out: Ranks
) -> tuple[u8, u8]:
    """Write the index of each hand; return the highest card and whether a hand has one twice."""
    block = cards[:, begin:end]
    if cards.shape[0] == 5:
        return index_fives(block, lookup, last, out)
    if cards.shape[0] == 6:
        return index_sixes(block, last, out)
    return index_sevens(block, last, out)


@inline
def index_fives(block: Codes, lookup: Lookup, last: int | None, out: Ranks) -> tuple[u8, u8]:
    top = twice = u8(0)
    for j in range(out.size):
        a, b, c, d, e = sort5(block[0, j], block[1, j], block[2, j], block[3, j], block[4, j])
        out[j] = index_five(a, b, c, d, e, lookup)
        if last is not None:
            top = u8(max(top, e))
            twice = u8(twice | equal4(a, b, c, d, e))
    return top, twice


@inline
def index_five(a: u8, b: u8, c: u8, d: u8, e: u8, lookup: Lookup) -> u16:
    """Index five cards in ascending order, suited ones behind the rest where flushes count."""
    at = index5(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e))
    if lookup.flush is not None:  # a joker, one of the two highest, joins the suit
        d = u8(d if d < u8(FIRST_JOKER) else a)
        e = u8(e if e < u8(FIRST_JOKER) else a)
    if lookup.unpaired is not None or lookup.flush is not None:
        at = u16(at + (u16(FIVES) if one_suit(a, b, c, d, e) else u16(0)))
    return at


@inline
def index_sixes(block: Codes, last: int | None, out: Ranks) -> tuple[u8, u8]:
    top = twice = u8(0)
    for j in range(out.size):
        a, b, c, d, e, f = sort6(
            block[0, j], block[1, j], block[2, j], block[3, j], block[4, j], block[5, j]
        )
        out[j] = index6(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e), rank_of(f))
        if last is not None:
            top = u8(max(top, f))
            twice = u8(twice | u8(equal4(a, b, c, d, e) | equal(e, f)))
    return top, twice


@inline
def index_sevens(block: Codes, last: int | None, out: Ranks) -> tuple[u8, u8]:
    top = twice = u8(0)
    for j in range(out.size):
        a, b, c, d, e, f, g = sort7(
            block[0, j],
            block[1, j],
            block[2, j],
            block[3, j],
            block[4, j],
            block[5, j],
            block[6, j],
        )
        out[j] = index7(
            rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e), rank_of(f), rank_of(g)
        )
        top = u8(max(top, g))
        if last is not None:
            twice = u8(twice | u8(equal4(a, b, c, d, e) | u8(equal(e, f) | equal(f, g))))
    return top, twice


@inline
def equal(a: u8, b: u8) -> u8:
    return u8(a == b)


@inline
def equal4(a: u8, b: u8, c: u8, d: u8, e: u8) -> u8:
    return u8(u8(equal(a, b) | equal(b, c)) | u8(equal(c, d) | equal(d, e)))


@inline
def look_up(table: Ranks, out: Ranks) -> None:
    """Replace each index by its rank, two to a word: a tenth faster than one by one."""
    pairs = out[: out.size // 2 * 2].view(np.uint32)
    for j in range(pairs.size):
        first, second = pairs[j] & u32(65535), pairs[j] >> u32(16)
        pairs[j] = u32(table[first]) | (u32(table[second]) << u32(16))
    if out.size % 2:
        out[-1] = table[out[-1]]


@inline
def look_up_wide(cards: Codes, begin: int, end: int, table: Ranks, out: Ranks) -> None:
    """Index and look up seven cards with jokers among them, whose index outgrows 16 bits."""
    block = cards[:, begin:end]
    wide = np.empty(BLOCK, np.uint32)
    for j in range(out.size):
        a, b, c, d, e, f, g = sort7(
            block[0, j],
            block[1, j],
            block[2, j],
            block[3, j],
            block[4, j],
            block[5, j],
            block[6, j],
        )
        wide[j] = wide_index7(a, b, c, d, e, f, g)
    for j in range(out.size):
        out[j] = table[wide[j]]


@inline
def wide_index7(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) -> u32:
    """Index seven cards in ascending order, jokers among them: only the sum outgrows 16 bits."""
    below = index6(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e), rank_of(f))
    return u32(u32(below) + u32(choose7(rank_of(g))))


# --- six and seven cards: the second look at flushes ----------------------------------------------


@inline
def look_again(
    cards: Codes,
    begin: int,
    end: int,
    lookup: Lookup,
    unpaired: Ranks | None,
    flush: Ranks | None,
    out: Ranks,
) -> None:
    """Correct the hands with five cards of one suit (3 % of seven cards) or a joker."""
    block = cards[:, begin:end]
    flagged, listed = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint16)
    flag_block(block, flagged)
    for i in range(list_flagged(flagged[: out.size], listed)):
        j = listed[i]
        suits, jokers = suits_of(block, j)
        out[j] = with_flush(suits, jokers, lookup, unpaired, flush, out[j])


@inline
def list_flagged(flagged: Codes, listed: Ranks) -> int:
    """List the flagged hands: a branch at each hand would be mispredicted at each that is."""
    n = 0
    for j in range(flagged.size):
        listed[n] = j
        n += int(flagged[j] != 0)
    return n


@inline
def with_flush(
    suits: u64,
    jokers: int,
    lookup: Lookup,
    unpaired: Ranks | None,
    flush: Ranks | None,
    rank: u16,
) -> u16:
    """Rank six or seven cards, given their rank with flushes left out.

    The two arrays of `lookup` come by themselves: only an argument that is None keeps Numba from
    compiling what would read it.
    """
    if flush is not None:
        rank = best_flush(suits, jokers, flush, rank)
    if unpaired is not None and is_forced_flush(suits, jokers, unpaired, rank):
        rank = best_of_fives(suits, lookup.five)
    return rank


@inline
def flag_block(block: Codes, flagged: Codes) -> None:
    if block.shape[0] == 6:
        flag_flushes(block, 6, flagged)
    else:
        flag_flushes(block, 7, flagged)


@inline
def flag_flushes(block: Codes, k: int, flagged: Codes) -> None:
    """Flag hands with five of a suit or a joker, by the two bits of the suits and their product."""
    for j in range(block.shape[1]):
        low = high = both = top = u8(0)
        for i in range(k):
            card = block[i, j]
            shifted = u8(card >> u8(1))
            low = u8(low + u8(card & u8(1)))
            high = u8(high + u8(shifted & u8(1)))
            both = u8(both + u8(u8(card & shifted) & u8(1)))
            top = u8(max(top, card))
        neither = u8(u8(u8(k) + both) - u8(low + high))
        most = u8(max(u8(max(both, neither)), u8(max(u8(low - both), u8(high - both)))))
        flagged[j] = u8(u8(most >= u8(5)) | u8(top >= u8(FIRST_JOKER)))


@inline
def suits_of(cards: Codes, hand: int) -> tuple[u64, int]:
    """Gather one hand's cards into four 16-bit sets of ranks, and count its jokers."""
    suits = u64(0)
    jokers = 0
    for i in range(7):  # a literal count lets the compiler unroll it
        if i < cards.shape[0]:
            suits |= bit_of(cards[i, hand])
            jokers += cards[i, hand] >= FIRST_JOKER
    return suits, jokers


@inline
def bit_of(card: u8) -> u64:
    """Set the bit of a card in the set of its suit; a joker has none."""
    held = u64(card < FIRST_JOKER)
    return u64(held << (u64(16) * u64(card & 3) + u64(card >> 2)))


@inline
def best_flush(suits: u64, jokers: int, flush: Ranks, rank: u16) -> u16:
    for suit in range(4):
        rank = min(rank, flush[jokers, (suits >> u64(16 * suit)) & u64(8191)])
    return u16(rank)


@inline
def is_forced_flush(suits: u64, jokers: int, unpaired: Ranks, rank: u16) -> bool:
    """Whether the best five ranks lie in one suit alone; a joker would take another suit."""
    if rank == NO_RANK or jokers > 0:
        return False
    wanted = u64(unpaired[rank])
    holding = 0
    for suit in range(4):
        held = (suits >> u64(16 * suit)) & wanted
        holding += 1 if held == wanted else 2 if held != u64(0) else 0
    return wanted != u64(0) and holding == 1


@inline
def best_of_fives(suits: u64, five: Ranks) -> u16:
    """Rank the best five of six or seven natural cards by leaving out each one or two."""
    cards = np.empty(7, np.uint8)
    k = list_cards(suits, cards)
    best = u16(NO_RANK)
    for second in range(1 if k == 7 else 6, 7):  # of six cards, the seventh and another
        for first in range(second):
            best = u16(min(best, five[index_without(cards, first, second)]))
    return best


@inline
def index_without(cards: Codes, first: int, second: int) -> u16:
    """Index seven cards in ascending order less two, where flushes count."""
    a, b, c, d, e = (
        without(cards, first, second, 0),
        without(cards, first, second, 1),
        without(cards, first, second, 2),
        without(cards, first, second, 3),
        without(cards, first, second, 4),
    )
    at = index5(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e))
    return u16(at + FIVES) if one_suit(a, b, c, d, e) else at


@inline
def without(cards: Codes, first: int, second: int, i: int) -> u8:
    return u8(cards[i + int(i >= first) + int(i + 1 >= second)])


@inline
def list_cards(suits: u64, cards: Codes) -> int:
    """Write the codes of the cards in four sets of ranks; return how many there are."""
    k = 0
    for code in range(FIRST_JOKER):
        if (suits >> u64(16 * (code & 3) + (code >> 2))) & u64(1):
            cards[k] = code
            k += 1
    return k


# --- one hand, for compiled loops of others -------------------------------------------------------


@kernel
def rank5(a: u8, b: u8, c: u8, d: u8, e: u8, lookup: Lookup) -> u16:
    """Rank five cards."""
    lookup = borrowed(lookup)
    a, b, c, d, e = sort5(u8(a), u8(b), u8(c), u8(d), u8(e))
    return u16(lookup.five[index_five(a, b, c, d, e, lookup)])


@kernel
def rank6(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, lookup: Lookup) -> u16:
    """Rank the best five of six cards."""
    lookup = borrowed(lookup)
    suits = bit_of(a) | bit_of(b) | bit_of(c) | bit_of(d) | bit_of(e) | bit_of(f)
    a, b, c, d, e, f = sort6(u8(a), u8(b), u8(c), u8(d), u8(e), u8(f))
    rank = lookup.six[
        index6(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e), rank_of(f))
    ]
    jokers = int(e >= FIRST_JOKER) + int(f >= FIRST_JOKER)
    return with_flush(suits, jokers, lookup, lookup.unpaired, lookup.flush, rank)


@kernel
def rank7(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, lookup: Lookup) -> u16:
    """Rank the best five of seven cards."""
    lookup = borrowed(lookup)
    suits = bit_of(a) | bit_of(b) | bit_of(c) | bit_of(d) | bit_of(e) | bit_of(f) | bit_of(g)
    a, b, c, d, e, f, g = sort7(u8(a), u8(b), u8(c), u8(d), u8(e), u8(f), u8(g))
    rank = lookup.seven[wide_index7(a, b, c, d, e, f, g)]
    jokers = int(f >= FIRST_JOKER) + int(g >= FIRST_JOKER)
    return with_flush(suits, jokers, lookup, lookup.unpaired, lookup.flush, rank)
