"""Deal, rank and tally, a block of deals at a time, so that nothing leaves the first-level cache.

Each loop plays `n` run-outs and adds to ``counts`` what became of every player, as
`kernels.tally` numbers it. What a game leaves out, a half of the pot, is None. Scratch is made
outside of the loops, so that they can borrow it: counting references took a tenth of their time.
"""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.aligned import empty_bytes, empty_shorts, empty_words
from fastlow.kernels.arrange import COLUMNS
from fastlow.kernels.borrow import borrowed
from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.deal import BLOCK, CARDS_PER_WORD
from fastlow.kernels.dealt import rank_dealt
from fastlow.kernels.omaha import OmahaLookup, rank_omaha, rank_omaha_low
from fastlow.kernels.rank import Lookup, Size, rank_block, rank_block_twice
from fastlow.kernels.runouts import Runouts, next_block
from fastlow.kernels.tally import WORK, tally_half, tally_halves

Codes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Ranks = npt.NDArray[np.uint16]
Sizes = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]
LowSets = npt.NDArray[np.int8]


@kernel
def play_dealt(n: int, runouts: Runouts, lookup: Lookup, tables: Ranks, counts: Counts) -> None:
    """Play where suits do not matter, by one row of ``tables`` for each player's known cards."""
    made = (*scratch(runouts, 0), new_ranks(tables.shape[0]), new_ranks(WORK))
    play_dealt_blocks(n, runouts, lookup, tables, made, counts)


@inline
def play_dealt_blocks(
    n: int,
    runouts: Runouts,
    lookup: Lookup,
    tables: Ranks,
    made: tuple[Words, Codes, Codes, Ranks, Ranks],
    counts: Counts,
) -> None:
    runouts, lookup, tables, made, counts = borrowed((runouts, lookup, tables, made, counts))
    words, taken, block, ranks, work = made
    players = tables.shape[0]
    for begin in range(0, n, BLOCK):
        next_block(runouts, taken, words, taken, block)
        row = 0
        for player in range(players):
            dealt = block[row : row + runouts.sizes[player]]
            rank_dealt(dealt, lookup, tables[player], ranks[player])
            row += runouts.sizes[player]
        tally_half(ranks, min(BLOCK, n - begin), work, counts)


@kernel
def play_hands(
    n: int,
    runouts: Runouts,
    known: Codes,
    whole: Sizes,
    size: Size,
    high: Lookup | None,
    low: Lookup | None,
    counts: Counts,
) -> None:
    """Play with hands that hold all their cards, of which the groups hold ``whole``, all as many.

    ``known`` are the known cards of the groups in turn, (cards, n), or (cards, 1) if they are the
    same in every deal.
    """
    ranks = new_ranks(whole.size), new_ranks(whole.size), new_ranks(WORK)
    made = (*scratch(runouts, changing(known)), empty_bytes(whole.sum(), BLOCK), *ranks)
    play_hands_blocks(n, runouts, known, whole, size, high, low, made, counts)


@inline
def play_hands_blocks(
    n: int,
    runouts: Runouts,
    known: Codes,
    whole: Sizes,
    size: Size,
    high: Lookup | None,
    low: Lookup | None,
    made: tuple[Words, Codes, Codes, Codes, Ranks, Ranks, Ranks],
    counts: Counts,
) -> None:
    runouts, known, whole, made, counts = borrowed((runouts, known, whole, made, counts))
    words, taken, block, hands, highs, lows, work = made
    players = whole.size
    for begin in range(0, n, BLOCK):
        m = min(BLOCK, n - begin)
        next_hands(runouts, known, whole, begin, m, words, taken, block, hands)
        for player in range(players):
            hand = hands[player * len(size) : (player + 1) * len(size), :m]
            to_high, to_low = highs[player, :m], lows[player, :m]
            rank_halves(hand, size, borrowed(high), borrowed(low), to_high, to_low)
        tally(high is not None, low is not None, highs, lows, m, work, counts)


@kernel
def play_omaha(
    n: int,
    runouts: Runouts,
    known: Codes,
    whole: Sizes,
    high: OmahaLookup | None,
    low: OmahaLookup | None,
    sets: LowSets | None,
    bits: int,
    counts: Counts,
) -> None:
    """Play with a board, the last group; ``sets`` of so many ``bits`` in the place of ``low``."""
    players = whole.size - 1
    words, taken, block = scratch(runouts, changing(known))
    hands = empty_bytes(whole.sum(), BLOCK)
    highs, lows, work = new_ranks(players), new_ranks(players), new_ranks(WORK)
    for begin in range(0, n, BLOCK):
        m = min(BLOCK, n - begin)
        next_hands(runouts, known, whole, begin, m, words, taken, block, hands)
        board = hands[players * whole[0] :]
        for player in range(players):
            hole = hands[player * whole[0] : (player + 1) * whole[0]]
            if high is not None:
                rank_omaha(hole, COLUMNS, board, COLUMNS, 0, m, high, None, highs[player])
            if low is not None:
                rank_omaha(hole, COLUMNS, board, COLUMNS, 0, m, low, None, lows[player])
            if sets is not None:
                rank_omaha_low(hole, COLUMNS, board, COLUMNS, 0, m, sets, bits, None, lows[player])
        tally(high is not None, low is not None or sets is not None, highs, lows, m, work, counts)


# --- a block --------------------------------------------------------------------------------------


@inline
def scratch(runouts: Runouts, known: int) -> tuple[Words, Codes, Codes]:
    """Make room for random words, for the cards that are taken, and for those that are dealt."""
    cards = runouts.sizes.sum()
    return (
        empty_words(-(-cards // CARDS_PER_WORD), BLOCK),
        empty_bytes(known + runouts.dead.size if known else 0, BLOCK),
        empty_bytes(cards, BLOCK),
    )


@inline
def rank_halves(
    hand: Codes, size: Size, high: Lookup | None, low: Lookup | None, highs: Ranks, lows: Ranks
) -> None:
    if high is None:
        if low is not None:
            rank_block(hand, size, low, None, lows)
    elif low is None:
        rank_block(hand, size, high, None, highs)
    else:
        rank_block_twice(hand, size, high, low, None, highs, lows)


@inline
def changing(known: Codes) -> int:
    """How many known cards change from deal to deal."""
    return known.shape[0] if known.shape[1] > 1 else 0


@inline
def new_ranks(rows: int) -> Ranks:
    return empty_shorts(rows, BLOCK)


@inline
def next_hands(
    runouts: Runouts,
    known: Codes,
    whole: Sizes,
    begin: int,
    m: int,
    words: Words,
    taken: Codes,
    block: Codes,
    hands: Codes,
) -> None:
    """Fill ``hands`` with whole hands: of each group the known cards, then those dealt to it."""
    held = known[:, begin : begin + m] if known.shape[1] > 1 else known
    next_block(runouts, held[: changing(known)], words, taken, block)
    row = from_known = from_block = 0
    for group in range(whole.size):
        more = runouts.sizes[group]
        have = whole[group] - more
        if begin == 0 or held.shape[1] > 1:
            fill_rows(held[from_known : from_known + have], hands[row : row + have])
        copy_rows(block[from_block : from_block + more], hands[row + have : row + whole[group]])
        row += whole[group]
        from_known += have
        from_block += more


@inline
def fill_rows(held: Codes, hands: Codes) -> None:
    """Copy columns of cards, or one column into all."""
    if held.shape[1] == 1:
        for i in range(held.shape[0]):
            hands[i, :] = held[i, 0]
    else:
        copy_rows(held, hands)


@inline
def copy_rows(cards: Codes, hands: Codes) -> None:
    for i in range(cards.shape[0]):
        for j in range(cards.shape[1]):
            hands[i, j] = cards[i, j]


@inline
def tally(
    high: bool, low: bool, highs: Ranks, lows: Ranks, m: int, work: Ranks, counts: Counts
) -> None:
    if high and low:
        tally_halves(highs, lows, m, work, counts)
    else:
        tally_half(highs if high else lows, m, work, counts)
