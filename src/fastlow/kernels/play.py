"""Deal, rank and tally, a block of deals at a time, so that nothing leaves the first-level cache.

Each loop plays `n` run-outs and adds to ``counts`` what became of every player, as
`kernels.tally` numbers it. What a game leaves out, a half of the pot, is None. Arrays are
borrowed: to count references took a tenth of the time.
"""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.aligned import empty_bytes, empty_shorts
from fastlow.kernels.arrange import Size
from fastlow.kernels.borrow import borrowed, hold
from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.deal import BLOCK
from fastlow.kernels.deal import scratch as deal_scratch
from fastlow.kernels.dealt import rank_dealt
from fastlow.kernels.omaha import LowSets, OmahaLookup, index_boards, new_scratch
from fastlow.kernels.omaha import Sizes as OmahaSizes
from fastlow.kernels.omaha import rank_halves as rank_omaha
from fastlow.kernels.rank import Lookup, rank_halves
from fastlow.kernels.runouts import Runouts, next_block
from fastlow.kernels.tally import WORK, tally_half, tally_halves

Codes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Ranks = npt.NDArray[np.uint16]
Sizes = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]


@kernel
def play_dealt(n: int, runouts: Runouts, lookup: Lookup, tables: Ranks, counts: Counts) -> None:
    """Play where suits do not matter, by one row of ``tables`` for each player's known cards."""
    made = (*scratch(runouts, 0), new_ranks(tables.shape[0]), new_ranks(WORK))
    runouts, lookup, tables, counts = borrowed((runouts, lookup, tables, counts))
    words, taken, block, ranks, work = borrowed(made)
    players = tables.shape[0]
    for begin in range(0, n, BLOCK):
        next_block(runouts, taken, words, taken, block)
        row = 0
        for player in range(players):
            dealt = block[row : row + runouts.sizes[player]]
            rank_dealt(dealt, lookup, tables[player], ranks[player])
            row += runouts.sizes[player]
        tally_half(ranks, min(BLOCK, n - begin), work, counts)
    hold(made)


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
    players = whole.size
    made = (*scratch(runouts, changing(known)), *new_hands(players, whole))
    runouts, known, whole, counts = borrowed((runouts, known, whole, counts))
    words, taken, block, hands, highs, lows, work = borrowed(made)
    for begin in range(0, n, BLOCK):
        m = min(BLOCK, n - begin)
        next_hands(runouts, known, whole, begin, m, words, taken, block, hands)
        for player in range(players):
            hand = hands[player * len(size) : (player + 1) * len(size), :m]
            to_high, to_low = highs[player, :m], lows[player, :m]
            rank_halves(hand, size, borrowed(high), borrowed(low), None, to_high, to_low)
        tally(high is not None, low is not None, highs, lows, m, work, counts)
    hold(made)


@kernel
def play_omaha(
    n: int,
    runouts: Runouts,
    known: Codes,
    whole: Sizes,
    sizes: OmahaSizes,
    high: OmahaLookup | None,
    low: OmahaLookup | None,
    sets: LowSets | None,
    counts: Counts,
) -> None:
    """Play with a board, the last group; ``sets`` stand in the place of ``low``."""
    players, cards = whole.size - 1, len(sizes[0])
    made = (*scratch(runouts, changing(known)), *new_hands(players, whole))
    made_too = new_scratch(0)
    runouts, known, whole, counts = borrowed((runouts, known, whole, counts))
    words, taken, block, hands, highs, lows, work = borrowed(made)
    room = borrowed(made_too)
    for begin in range(0, n, BLOCK):
        m = min(BLOCK, n - begin)
        next_hands(runouts, known, whole, begin, m, words, taken, block, hands)
        board = hands[players * cards :, :m]
        if high is not None or low is not None:
            index_boards(board, sizes[1], room.rows)
        for player in range(players):
            hole = hands[player * cards : (player + 1) * cards, :m]
            tables = borrowed(high), borrowed(low), borrowed(sets)
            rank_omaha(hole, board, sizes, *tables, room, highs[player, :m], lows[player, :m])
        tally(high is not None, low is not None or sets is not None, highs, lows, m, work, counts)
    hold((made, made_too))


# --- a block --------------------------------------------------------------------------------------


@inline
def scratch(runouts: Runouts, known: int) -> tuple[Words, Codes, Codes]:
    """Make room for random words, for the cards that are taken, and for those that are dealt."""
    words, block = deal_scratch(runouts.sizes.sum())
    return words, empty_bytes(known + runouts.dead.size if known else 0, BLOCK), block


@inline
def changing(known: Codes) -> int:
    """How many known cards change from deal to deal."""
    return known.shape[0] if known.shape[1] > 1 else 0


@inline
def new_ranks(rows: int) -> Ranks:
    return empty_shorts(rows, BLOCK)


@inline
def new_hands(players: int, whole: Sizes) -> tuple[Codes, Ranks, Ranks, Ranks]:
    """Make room for all hands and for what comes of them."""
    return (
        empty_bytes(whole.sum(), BLOCK),
        new_ranks(players),
        new_ranks(players),
        new_ranks(WORK),
    )


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
