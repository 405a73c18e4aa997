"""What Omaha hands that are known make of any board, as tables for `kernels.boards`."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from fastlow.cards import SUITS, Cards
from fastlow.games import Game
from fastlow.kernels.boards import BOARD, Holes
from fastlow.kernels.omaha import PAIRS
from fastlow.multisets import N_RANKS, index, size
from fastlow.omaha import pairs_lookup
from fastlow.rankings import NO_LOW, get_ranking
from fastlow.tables import lookup

Ranks = npt.NDArray[np.uint16]

SETS = np.arange(1 << N_RANKS)


def has_holes(game: Game) -> bool:
    """Whether a board's ranks decide, but for flushes in one suit that are good."""
    rankings = [get_ranking(name) for name in (game.low, game.high) if name is not None]
    return game.board == BOARD and all(ranking.flushes != "bad" for ranking in rankings)


def holes(game: Game, hands: Sequence[Cards]) -> Holes:
    """Make the tables of known hands, one for each player.

    Examples
    --------
    >>> from fastlow.games import GAMES
    >>> hands = np.array([[51, 47, 4, 0], [50, 46, 1, 6]], np.uint8)  # AsKs3c2c AhKh2d3h
    >>> made = holes(GAMES["omaha8"], hands)
    >>> made.rows  # who has a flush of clubs, diamonds, hearts, spades to come
    array([[1, 0, 0, 2],
           [0, 0, 3, 0]])
    """
    rows = np.zeros((len(hands), len(SUITS)), np.int64)
    flushes = [np.full(1 << N_RANKS, NO_LOW, np.uint16)]
    for player, suit, held in _suited(game, hands):
        rows[player, suit] = len(flushes)
        flushes.append(_flushes(str(game.high), held))
    high, low = _by_board(game.high, None, hands), _by_board(game.low, game.qualifier, hands)
    suits = sum(8 << 4 * int(suit) for suit in np.flatnonzero(rows.any(axis=0)))
    return Holes(high, low, np.stack(flushes), rows, np.uint16(suits))


def _by_board(ranking: str | None, qualifier: int | None, hands: Sequence[Cards]) -> Ranks:
    """Rank every multiset of ranks that a board may have, for each hand, flushes left out."""
    if ranking is None:
        return np.empty((0, size(BOARD)), np.uint16)
    pairs = pairs_lookup(ranking, qualifier, BOARD).pairs.reshape(-1, PAIRS)
    return np.stack([pairs[:, _pairs(hand)].min(axis=1) for hand in hands])


def _pairs(hand: Cards) -> npt.NDArray[np.int64]:
    ranks = np.sort(hand >> 2)
    return np.unique(index(list(combinations(ranks.tolist(), 2))))


def _suited(game: Game, hands: Sequence[Cards]) -> Iterator[tuple[int, int, int]]:
    """Yield each player and suit of which he holds two or more, and the set of their ranks."""
    if game.high is None or get_ranking(game.high).flushes != "good":
        return
    for player, hand in enumerate(hands):
        for suit in range(len(SUITS)):
            ranks = (hand[hand & 3 == suit] >> 2).tolist()
            if len(ranks) >= 2:
                yield player, suit, sum(1 << rank for rank in ranks)


@cache
def _flushes(ranking: str, held: int) -> Ranks:
    """Rank the best flush of two held ranks and three of each set of ranks on the board."""
    flush = lookup(ranking).flush
    assert flush is not None  # flushes are good
    best = np.full(len(SETS), NO_LOW, np.uint16)
    sizes = np.bitwise_count(SETS)
    threes = SETS[sizes == 3]
    for two in combinations([1 << rank for rank in range(N_RANKS) if held >> rank & 1], 2):
        best[threes] = np.minimum(best[threes], flush[0, threes | sum(two)])
    for cards in (4, 5):  # the best of the sets of a card less
        for rank in range(N_RANKS):
            more = SETS[(sizes == cards) & (SETS >> rank & 1 == 1)]
            best[more] = np.minimum(best[more], best[more ^ 1 << rank])
    return best
