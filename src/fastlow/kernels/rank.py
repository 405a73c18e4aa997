"""Rank hands that lie column by column or row by row: index, look up, look again at flushes.

The index is written into ``out`` and looked up there by a second loop over the same block, so
that the first compiles to wide vectors; a block is large enough to spread the cost of starting
its loops and small enough to stay in the first-level cache.

What is left out is None (`Lookup.flush`, `last`, `rows`): Numba compiles a kernel anew for each
such type, so that an option costs nothing inside a loop. As a boolean it cost 3 to 5 %. The number
of cards is the length of a tuple for the same reason: to compile for all sizes, of which a call
needs one, took three times as long.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8
from numpy import uint16 as u16
from numpy import uint32 as u32
from numpy import uint64 as u64

from fastlow.kernels.arrange import Size, to_columns
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
def rank_hands(
    cards: Codes,
    rows: bool | None,
    start: int,
    stop: int,
    size: Size,
    high: Lookup | None,
    low: Lookup | None,
    last: int | None,
    highs: Ranks,
    lows: Ranks,
) -> int:
    """Rank hands `start` to `stop` of ``cards``, shape (n, k), or (k, n) if `rows` is None.

    They are ranked for one half of the pot or both; a half that is left out is None. With `last`,
    the highest card code allowed, return the start of the first block that holds a higher code or
    a card twice, before anything is looked up there; else -1.
    """
    cards, highs, lows = borrowed((cards, highs, lows))
    columns = np.empty((len(size), 0 if rows is None else BLOCK), np.uint8)
    for begin in range(start, stop, BLOCK):
        end = min(begin + BLOCK, stop)
        if rows is None:
            block = cards[:, begin:end]
        else:
            to_columns(cards, begin, end, size, columns)
            block = columns[:, : end - begin]
        tables = borrowed(high), borrowed(low)
        if not rank_halves(block, size, *tables, last, highs[begin:end], lows[begin:end]):
            return begin
    return -1


@inline
def rank_halves(
    block: Codes,
    size: Size,
    high: Lookup | None,
    low: Lookup | None,
    last: int | None,
    highs: Ranks,
    lows: Ranks,
) -> bool:
    """Rank one block, shape (k, n), for each half that there is; False if it is faulty."""
    if high is None:
        return low is not None and rank_block(block, size, low, last, lows)
    if low is None:
        return rank_block(block, size, high, last, highs)
    return rank_block_twice(block, size, high, low, last, highs, lows)


@inline
def rank_block(block: Codes, size: Size, lookup: Lookup, last: int | None, out: Ranks) -> bool:
    top, twice = index_block(block, size, lookup, last, out)
    if last is not None and (twice or top > last):
        return False
    finish_block(block, size, top, lookup, out)
    return True


@inline
def rank_block_twice(
    block: Codes,
    size: Size,
    high: Lookup,
    low: Lookup,
    last: int | None,
    highs: Ranks,
    lows: Ranks,
) -> bool:
    """Rank for high and low, sorted and indexed once."""
    top, twice = index_block(block, size, low, last, lows)
    if last is not None and (twice or top > last):
        return False
    if len(size) == 5:  # suited hands are indexed apart where flushes count
        index_fives(block, high, None, highs)
    else:
        for j in range(lows.size):
            highs[j] = lows[j]
    finish_block(block, size, top, high, highs)
    finish_block(block, size, top, low, lows)
    return True


# --- a block: index and look up -------------------------------------------------------------------


@inline
def index_block(
    block: Codes, size: Size, lookup: Lookup, last: int | None, out: Ranks
) -> tuple[u8, u8]:
    """Write the index of each hand; return the highest card and whether a hand has one twice."""
    if len(size) == 5:
        return index_fives(block, lookup, last, out)
    if len(size) == 6:
        return index_sixes(block, last, out)
    return index_sevens(block, last, out)


@inline
def finish_block(block: Codes, size: Size, top: u8, lookup: Lookup, out: Ranks) -> None:
    """Turn the indices in ``out`` into ranks."""
    if len(size) == 5:
        look_up(lookup.five, out)
    elif len(size) == 6:
        look_up(lookup.six, out)
        look_again(block, size, lookup, lookup.unpaired, lookup.flush, out)
    else:
        if top < FIRST_JOKER:
            look_up(lookup.seven, out)
        else:
            look_up_wide(block, lookup.seven, out)
        look_again(block, size, lookup, lookup.unpaired, lookup.flush, out)


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
        a, b, c, d, e, f, g = sorted7(block, j)
        out[j] = index7(
            rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e), rank_of(f), rank_of(g)
        )
        top = u8(max(top, g))
        if last is not None:
            twice = u8(twice | u8(equal4(a, b, c, d, e) | u8(equal(e, f) | equal(f, g))))
    return top, twice


@inline
def sorted7(block: Codes, j: int) -> tuple[u8, u8, u8, u8, u8, u8, u8]:
    a, b, c, d = block[0, j], block[1, j], block[2, j], block[3, j]
    return sort7(a, b, c, d, block[4, j], block[5, j], block[6, j])


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
def look_up_wide(block: Codes, table: Ranks, out: Ranks) -> None:
    """Index and look up seven cards with jokers among them, whose index outgrows 16 bits."""
    wide = np.empty(BLOCK, np.uint32)
    for j in range(out.size):
        a, b, c, d, e, f, g = sorted7(block, j)
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
    block: Codes,
    size: Size,
    lookup: Lookup,
    unpaired: Ranks | None,
    flush: Ranks | None,
    out: Ranks,
) -> None:
    """Correct the hands with five cards of one suit (3 % of seven cards) or a joker.

    The two arrays of `lookup` come by themselves: only an argument that is None keeps Numba from
    compiling what would read it.
    """
    if unpaired is None and flush is None:
        return
    flagged, listed = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint16)
    flag_flushes(block, size, flagged)
    for i in range(list_flagged(flagged[: out.size], listed)):
        j = listed[i]
        suits, jokers = suits_of(block, size, j)
        out[j] = with_flush(suits, jokers, lookup, unpaired, flush, out[j])


@inline
def list_flagged(flagged: Codes | Ranks, listed: Ranks) -> int:
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
    """Rank six or seven cards, given their rank with flushes left out; see `look_again`."""
    if flush is not None:
        rank = best_flush(suits, jokers, flush, rank)
    if unpaired is not None and is_forced_flush(suits, jokers, unpaired, rank):
        rank = best_of_fives(suits, lookup.five)
    return rank


@inline
def flag_flushes(block: Codes, size: Size, flagged: Codes) -> None:
    """Flag hands with five of a suit or a joker, by the two bits of the suits and their product."""
    for j in range(block.shape[1]):
        low = high = both = top = u8(0)
        for i in range(len(size)):
            card = block[i, j]
            shifted = u8(card >> u8(1))
            low = u8(low + u8(card & u8(1)))
            high = u8(high + u8(shifted & u8(1)))
            both = u8(both + u8(u8(card & shifted) & u8(1)))
            top = u8(max(top, card))
        neither = u8(u8(u8(len(size)) + both) - u8(low + high))
        most = u8(max(u8(max(both, neither)), u8(max(u8(low - both), u8(high - both)))))
        flagged[j] = u8(u8(most >= u8(5)) | u8(top >= u8(FIRST_JOKER)))


@inline
def suits_of(block: Codes, size: Size, hand: int) -> tuple[u64, int]:
    """Gather one hand's cards into four 16-bit sets of ranks, and count its jokers."""
    suits = u64(0)
    jokers = 0
    for i in range(len(size)):
        suits |= bit_of(block[i, hand])
        jokers += block[i, hand] >= FIRST_JOKER
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
    cards, kept = np.empty(7, np.uint8), np.empty(5, np.uint8)
    k = list_cards(suits, cards)
    best = u16(NO_RANK)
    for second in range(1 if k == 7 else 6, 7):  # of six cards, the seventh and another
        for first in range(second):
            for i in range(5):
                kept[i] = cards[i + int(i >= first) + int(i + 1 >= second)]
            best = u16(min(best, five[index_suited(kept)]))
    return best


@inline
def index_suited(hand: Codes) -> u16:
    """Index five cards in ascending order, none a joker, where flushes count."""
    a, b, c, d, e = hand[0], hand[1], hand[2], hand[3], hand[4]
    at = index5(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e))
    return u16(at + FIVES) if one_suit(a, b, c, d, e) else at


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
