"""How a spot is played: by which kernel, with which tables, and the shape of what it counts."""

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from fastlow.batches import read_only
from fastlow.cards import Cards
from fastlow.games import Game
from fastlow.holes import has_holes, holes
from fastlow.kernels.boards import play_boards
from fastlow.kernels.drawn import copy_hands
from fastlow.kernels.exact import BITS, rank_draws
from fastlow.kernels.play import play_dealt, play_hands, play_omaha
from fastlow.kernels.rank import Lookup
from fastlow.kernels.runouts import Runouts
from fastlow.kernels.tally import LOW_OUTCOMES, NONE_AT_ALL
from fastlow.multisets import BINOMIALS, N_RANKS, all_multisets, size
from fastlow.omaha import low_tables, pairs_lookup
from fastlow.rankings import NO_LOW
from fastlow.spots import Spot
from fastlow.tables import lookup

Counts = npt.NDArray[np.int64]
Play = Callable[[int, Runouts, Cards], Counts]
Loop = Callable[[int, Runouts, Cards, Counts], None]
Words = npt.NDArray[np.uint64]
Ranks = npt.NDArray[np.uint16]


def player(spot: Spot) -> Play:
    """Return a function that plays n run-outs of a spot, and counts what becomes of the players.

    It takes n, the run-outs, and the known cards of the players in turn and of the board, shape
    (cards, 1), or (cards, n or more) where they change from deal to deal. It returns the counts,
    shape (players, players + 1, players + 3): by how many share the high half with the player, 0
    if he does not win it, and by what `kernels.tally` calls the outcome of the low half.
    """
    loop = _loop(spot)
    outcomes = spot.players + 1
    if spot.game.high is not None and spot.game.low is not None:
        outcomes *= spot.players + LOW_OUTCOMES

    def play(n: int, runouts: Runouts, known: Cards) -> Counts:
        counts = np.zeros((spot.players, outcomes), np.int64)
        loop(n, runouts, known, counts)
        return shaped(spot, counts)

    return play


def shaped(spot: Spot, counts: Counts) -> Counts:
    """Put what was counted of a pot with one half or two into one shape."""
    players = spot.players
    full = np.zeros((players, players + 1, players + LOW_OUTCOMES), np.int64)
    if spot.game.high is None:
        full[:, 0, : players + 1] = counts
    elif spot.game.low is None:
        full[:, :, players + NONE_AT_ALL] = counts
    else:
        full[:] = counts.reshape(full.shape)
    return full


def known_cards(spot: Spot) -> tuple[Cards, Cards]:
    """Give the known cards of a fixed spot as kernels take them, and all that cannot be dealt."""
    cards = np.concatenate([*(hand.combos[0] for hand in spot.hands), spot.board])
    return cards[:, None].copy(), np.sort(np.concatenate([cards, spot.dead]))


def known_columns(spot: Spot, rows: npt.NDArray[np.int64]) -> Cards:
    """Give the known cards, shape (cards, n), where players hold the combinations of these rows.

    The rows have shape (players, n).
    """
    sizes = [hand.combos.shape[1] for hand in spot.hands]
    known = np.empty((sum(sizes) + len(spot.board), rows.shape[1]), np.uint8)
    *hands, board = np.split(known, np.cumsum(sizes))
    for hand, row, columns in zip(spot.hands, np.ascontiguousarray(rows), hands, strict=True):
        copy_hands(read_only(hand.combos.T), row, columns)
    board[:] = spot.board[:, None]
    return known


def is_known(spot: Spot) -> bool:
    """Whether every card of every hand is known."""
    return spot.fixed and not any(spot.missing[: spot.players])


def by_ranks(spot: Spot) -> bool:
    """Whether ranks alone decide, so that the known cards make a table over those that come."""
    return spot.fixed and not (spot.suits_matter or spot.game.board)


def rank_each(game: Game, known: Cards) -> Ranks:
    """Rank what a hand becomes by each multiset of ranks that it may still be dealt.

    Examples
    --------
    >>> from fastlow.games import GAMES
    >>> rank_each(GAMES["a5-draw"], np.array([0, 4, 8, 48], np.uint8))[:4]  # A432 and a 2, 3, 4, 5
    array([1508, 1728, 1948,    1], dtype=uint16)
    """
    assert game.low is not None
    tables, ranks = lookup(game.low, game.qualifier), ranks_dealt(game)
    draws = multisets(game.cards - len(known), ranks)
    out = np.empty(len(draws), np.uint16)
    table = {5: tables.five, 6: tables.six, 7: tables.seven}[game.cards]
    rank_draws(draws, np.uint64(packed(known)), table, BINOMIALS, out)
    return out


def packed(cards: Cards) -> Words:
    """Pack the ranks of hands, shape (..., k), as `kernels.exact` does."""
    words: Words = (np.uint64(1) << BITS * (cards >> 2).astype(np.uint64)).sum(axis=-1)
    return words


def ranks_dealt(game: Game) -> int:
    """How many ranks there are in the deck, the joker's included."""
    return N_RANKS + (game.jokers > 0)


@cache
def multisets(cards: int, ranks: int) -> Words:
    """List multisets of ranks, packed, in the order of `fastlow.multisets`."""
    return packed(all_multisets(cards, ranks) << np.uint8(2))


def _loop(spot: Spot) -> Loop:
    if spot.game.board:
        return _boards(spot) if is_known(spot) and has_holes(spot.game) else _omaha(spot)
    if by_ranks(spot) and size(max(spot.missing), ranks_dealt(spot.game)) <= 1 << 16:
        return _dealt(spot)
    return _hands(spot)


def _dealt(spot: Spot) -> Loop:
    ranks = [rank_each(spot.game, hand.combos[0]) for hand in spot.hands]
    tables = np.full((len(ranks), max(map(len, ranks))), NO_LOW, np.uint16)
    for table, each in zip(tables, ranks, strict=True):
        table[: len(each)] = each
    low = _low(spot.game)
    assert low is not None  # a high game has suits that matter
    return lambda n, runouts, _, counts: play_dealt(n, runouts, low, tables, counts)


def _hands(spot: Spot) -> Loop:
    whole, size = np.array(spot.whole), (None,) * spot.game.cards
    high, low = _high(spot.game), _low(spot.game)
    return lambda n, runouts, known, counts: play_hands(
        n, runouts, known, whole, size, high, low, counts
    )


def _high(game: Game) -> Lookup | None:
    return None if game.high is None else lookup(game.high)


def _low(game: Game) -> Lookup | None:
    return None if game.low is None else lookup(game.low, game.qualifier)


def _boards(spot: Spot) -> Loop:
    tables = holes(spot.game, [hand.combos[0] for hand in spot.hands])
    held = spot.players * spot.game.cards
    return lambda n, runouts, known, counts: play_boards(n, runouts, known[held:], tables, counts)


def _omaha(spot: Spot) -> Loop:
    game, whole = spot.game, np.array(spot.whole)
    sizes = (None,) * game.cards, (None,) * game.board
    high = None if game.high is None else pairs_lookup(game.high, None, game.board)
    lows = (None, None) if game.low is None else low_tables(game.low, game.qualifier, game.board)
    return lambda n, runouts, known, counts: play_omaha(
        n, runouts, known, whole, sizes, high, *lows, counts
    )
