"""Play draw games to the end by a strategy, a block of deals at a time.

A deal begins with the order of the stub, as many cards of it as can be wanted; a hand that draws
takes the next ones. What a hand keeps is read from a table by its number among all hands, which
is looked up in a loop of its own: of 2.6 million bytes few are in the first-level cache, and so
the processor waits for many of them at once.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8
from numpy import uint16 as u16
from numpy import uint32 as u32
from numpy import uint64 as u64

from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.deal import BLOCK, next_words
from fastlow.kernels.draws import HAND, NONE
from fastlow.kernels.index import sort5
from fastlow.kernels.play import changing, copy_rows, fill_rows, new_ranks, scratch
from fastlow.kernels.rank import Lookup, index_fives, look_up
from fastlow.kernels.runouts import Runouts, next_block
from fastlow.kernels.tally import WORK, tally_half

Codes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.uint32]

MOST_CARDS = 54
REAL = u64((1 << MOST_CARDS) - 1)  # in a set of cards, not the bit of `NONE`


class Exchanges(NamedTuple):
    """The draws to come, and how hands are played in them.

    Attributes
    ----------
    keep : ndarray of uint8, shape (draws + 1, hands)
        What each hand keeps with so many draws left: bit i is its i-th card in ascending order.
    known : ndarray of int64, shape (players,)
        How many cards of each player are known.
    stands : ndarray of bool, shape (players,)
        Whether those are what the player keeps in the first draw. Otherwise he is dealt five
        before it, and the strategy decides.
    thrown : int
        The set of cards that were thrown away in the first draw: bit `code` of each.
    scarce : bool
        Whether the stub may run out; then the discards of earlier draws are shuffled in.
    """

    keep: Codes
    known: Counts
    stands: npt.NDArray[np.bool_]
    thrown: np.uint64
    scarce: bool


class Stub(NamedTuple):
    """What is left of the deck in each deal of a block.

    Attributes
    ----------
    cards : ndarray of uint8, shape (54, BLOCK)
        The order of the stub.
    begin, end : ndarray of uint8, shape (BLOCK,)
        The row of the next card, and that after the last.
    thrown, before : ndarray of uint64, shape (BLOCK,)
        The sets of cards discarded in this draw, and in those before it.
    words : ndarray of uint64, shape (1, BLOCK)
        Random numbers, for shuffling.
    """

    cards: Codes
    begin: Codes
    end: Codes
    thrown: Words
    before: Words
    words: Words


@kernel
def play_out(
    n: int,
    runouts: Runouts,
    known: Codes,
    exchanges: Exchanges,
    low: Lookup,
    counts: Counts,
    drawn: Counts,
) -> None:
    """Play `n` deals; add to ``counts`` as `tally_half` does, and to ``drawn`` the cards drawn.

    ``drawn`` is (players, draws, 6): in how many deals each player drew so many cards. The one
    group of the run-outs is the order of the stub.
    """
    players, draws = len(exchanges.known), len(exchanges.keep) - 1
    words, taken, _ = scratch(runouts, changing(known))
    stub, hands = new_stub(), np.empty((players, HAND, BLOCK), np.uint8)
    ways, numbers = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint32)
    ranks, work = new_ranks(players), new_ranks(WORK)
    for begin in range(0, n, BLOCK):
        m = min(BLOCK, n - begin)
        held = known[:, begin : begin + m] if known.shape[1] > 1 else known
        next_block(runouts, held[: changing(known)], words, taken, stub.cards[: runouts.sizes[0]])
        open_stub(stub, runouts, exchanges)
        deal_hands(held, exchanges, stub, hands)
        for draw in range(draws):
            keep = exchanges.keep[draws - draw]
            for player in range(players):
                if draw == 0 and exchanges.stands[player]:
                    ways[:] = (1 << exchanges.known[player]) - 1
                else:
                    look_up_ways(hands[player], m, keep, numbers, ways)
                exchange(hands[player], ways, m, stub, exchanges.scarce)
                count_drawn(ways[:m], drawn[player, draw])
            close_draw(stub)
        for player in range(players):
            index_fives(hands[player, :, :m], low, None, ranks[player, :m])
            look_up(low.five, ranks[player, :m])
        tally_half(ranks, m, work, counts)


# --- a block --------------------------------------------------------------------------------------


@inline
def new_stub() -> Stub:
    return Stub(
        np.empty((MOST_CARDS, BLOCK), np.uint8),
        np.empty(BLOCK, np.uint8),
        np.empty(BLOCK, np.uint8),
        np.empty(BLOCK, np.uint64),
        np.empty(BLOCK, np.uint64),
        np.empty((1, BLOCK), np.uint64),
    )


@inline
def open_stub(stub: Stub, runouts: Runouts, exchanges: Exchanges) -> None:
    stub.begin[:] = 0
    stub.end[:] = runouts.sizes[0]
    stub.before[:] = 0
    stub.thrown[:] = exchanges.thrown
    if exchanges.scarce:
        next_words(runouts.lanes, stub.words)


@inline
def deal_hands(held: Codes, exchanges: Exchanges, stub: Stub, hands: Codes) -> None:
    """Give every player the known cards, and from the stub what he lacks before the first draw."""
    row = dealt = 0
    for player in range(len(hands)):
        n = exchanges.known[player]
        fill_rows(held[row : row + n], hands[player, :n])
        row += n
        if exchanges.stands[player]:
            hands[player, n:] = NONE
        else:
            copy_rows(stub.cards[dealt : dealt + HAND - n], hands[player, n:])
            dealt += HAND - n
    stub.begin[:] = dealt


@inline
def look_up_ways(hand: Codes, m: int, keep: Codes, numbers: Numbers, ways: Codes) -> None:
    """Sort every hand and find what it keeps."""
    for j in range(m):
        a, b, c, d, e = sort5(hand[0, j], hand[1, j], hand[2, j], hand[3, j], hand[4, j])
        hand[0, j], hand[1, j], hand[2, j], hand[3, j], hand[4, j] = a, b, c, d, e
        numbers[j] = number5(a, b, c, d, e)
    for j in range(m):
        ways[j] = keep[numbers[j]]


@inline
def number5(a: u8, b: u8, c: u8, d: u8, e: u8) -> u32:
    """Find the number of an ascending hand; the products of an ace are below 2**32."""
    low = u32(u32(a) + u32(below2(u32(b)) // u32(2)))
    middle = u32(u32(below3(u32(c)) // u32(6)) + u32(below4(u32(d)) // u32(24)))
    return u32(u32(low + middle) + u32(below5(u32(e)) // u32(120)))


@inline
def below2(c: u32) -> u32:
    """Multiply c (c - 1)."""
    return u32(c * u32(c - u32(1)))


@inline
def below3(c: u32) -> u32:
    return u32(below2(c) * u32(c - u32(2)))


@inline
def below4(c: u32) -> u32:
    return u32(below3(c) * u32(c - u32(3)))


@inline
def below5(c: u32) -> u32:
    return u32(below4(c) * u32(c - u32(4)))


@inline
def exchange(hand: Codes, ways: Codes, m: int, stub: Stub, scarce: bool) -> None:
    """Replace what is not kept by the next cards of the stub."""
    if scarce:
        exchange_scarce(hand, ways, m, stub)
        return
    for i in range(HAND):
        for j in range(m):
            kept = (ways[j] >> u8(i)) & u8(1)
            card = stub.cards[stub.begin[j], j]
            hand[i, j] = hand[i, j] if kept else card
            stub.begin[j] = u8(stub.begin[j] + u8(kept ^ u8(1)))


@inline
def exchange_scarce(hand: Codes, ways: Codes, m: int, stub: Stub) -> None:
    """Do the same, and shuffle when the stub has run out."""
    for j in range(m):
        thrown = u64(0)
        for i in range(HAND):
            if not (ways[j] >> u8(i)) & u8(1):
                thrown |= u64(1) << u64(hand[i, j])
                if stub.begin[j] == stub.end[j]:
                    shuffle(stub, j)
                hand[i, j] = stub.cards[stub.begin[j], j]
                stub.begin[j] += 1
        stub.thrown[j] |= thrown


@inline
def shuffle(stub: Stub, j: int) -> None:
    """Make a new stub of the discards of earlier draws; if there are none, of those before us."""
    pool = stub.before if stub.before[j] & REAL else stub.thrown
    cards = 0
    for code in range(MOST_CARDS):
        if (pool[j] >> u64(code)) & u64(1):
            other, stub.words[0, j] = random_below(cards + 1, stub.words[0, j])
            stub.cards[cards, j] = stub.cards[other, j]
            stub.cards[other, j] = code
            cards += 1
    pool[j] = 0
    stub.begin[j] = 0
    stub.end[j] = cards


@inline
def random_below(n: int, state: u64) -> tuple[int, u64]:
    """Draw a number below `n` by the generator SplitMix64 (Steele, Lea and Flood, 2014)."""
    state = u64(state + u64(0x9E3779B97F4A7C15))
    word = (state ^ (state >> u64(30))) * u64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> u64(27))) * u64(0x94D049BB133111EB)
    word = (word ^ (word >> u64(31))) >> u64(32)
    return int((word * u64(n)) >> u64(32)), state


@inline
def count_drawn(ways: Codes, drawn: Counts) -> None:
    """Add how many hands drew none to five cards."""
    for cards in range(HAND + 1):
        count = u16(0)
        for j in range(ways.size):
            count = u16(count + u16(size_of(ways[j]) == u8(HAND - cards)))
        drawn[cards] += int(count)


@inline
def size_of(way: u8) -> u8:
    """Count the cards that a way keeps."""
    pairs = u8(u8(way & u8(0b10101)) + u8(u8(way >> u8(1)) & u8(0b00101)))
    return u8(u8(u8(pairs & u8(3)) + u8(u8(pairs >> u8(2)) & u8(3))) + u8(pairs >> u8(4)))


@inline
def close_draw(stub: Stub) -> None:
    """Make the discards of this draw those of an earlier one."""
    for j in range(BLOCK):
        stub.before[j] |= stub.thrown[j]
        stub.thrown[j] = 0
