"""Exact counts where suits do not matter: deals by multisets of ranks, as `kernels.exact` does."""

from collections.abc import Iterator
from functools import partial
from math import comb, inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.jobs import Piece
from fastlow.kernels.exact import RANKS, Draws, Tree, count_deals, find_parents
from fastlow.multisets import BINOMIALS, N_RANKS, size
from fastlow.play import (
    Counts,
    Words,
    by_ranks,
    known_cards,
    multisets,
    rank_each,
    ranks_dealt,
    shaped,
)
from fastlow.spots import Spot

Numbers = npt.NDArray[np.int64]

MOST_SUMS = 1 << 22
"""The most multisets listed that two players draw together: 32 MB, and some more in passing."""
MOST_PLAYERS = 3
"""Whom the kernel serves."""
NOBODY = 1 << 16
"""Worse than every rank: the hand of a player too few, who draws nothing and never wins."""

SUMS = 1 << 12  # sums of draws counted in one piece
STEP, PAIR = 1.2e-9, 50e-9  # seconds for a multiset, and for a pair of draws


class Roles(NamedTuple):
    """Which players `kernels.exact` takes for the first two and for the last; None is nobody."""

    first: int | None
    second: int | None
    last: int

    @property
    def others(self) -> tuple[int | None, int | None]:
        """The first two."""
        return self.first, self.second


def seconds(spot: Spot) -> float:
    """Estimate how long one thread takes; without end where it cannot be done."""
    if not by_ranks(spot) or spot.players > MOST_PLAYERS:
        return inf
    return min(_seconds_in(spot, roles) for roles in _all_roles(spot))


def _all_roles(spot: Spot) -> Iterator[Roles]:
    """List the roles that differ in who comes last; who draws least comes first."""
    players = range(spot.players)
    for last in players:
        others = sorted((p for p in players if p != last), key=lambda p: spot.missing[p])
        first, second = [None] * (MOST_PLAYERS - 1 - len(others)) + others
        yield Roles(first, second, last)


def _seconds_in(spot: Spot, roles: Roles) -> float:
    first, second = (size(_drawn(spot, role), RANKS) for role in roles.others)
    sums = _number_of_sums(_left(spot), sum(_drawn(spot, role) for role in roles.others))
    smaller = comb(RANKS + spot.missing[roles.last], RANKS)
    seconds = sums * (smaller + first / 4 + 100) * STEP + first * second * PAIR
    return seconds if sums <= MOST_SUMS else inf


def _drawn(spot: Spot, role: int | None) -> int:
    return 0 if role is None else spot.missing[role]


def _left(spot: Spot) -> Numbers:
    """Count the cards of each rank that can still be dealt."""
    _, dead = known_cards(spot)
    deck = np.array([4] * N_RANKS + [spot.game.jokers])
    return deck - np.bincount(dead >> 2, minlength=RANKS)


def _number_of_sums(left: Numbers, cards: int) -> int:
    ways = [1]
    for most in left.tolist():
        ways = np.convolve(ways, [1] * (most + 1)).tolist()
    return int(ways[cards])


def _sums(left: Numbers, cards: int) -> Words:
    """List the multisets of so many of the cards that are left."""
    nothing = np.empty(0, np.uint64)
    of = [np.zeros(1, np.uint64)] + [nothing] * cards
    for rank, most in enumerate(left.tolist()):
        groups = [np.uint64(k << 4 * rank) for k in range(most + 1)]
        of = [
            np.concatenate([of[total - k] + group for k, group in enumerate(groups[: total + 1])])
            for total in range(cards + 1)
        ]
    return of[cards]


def pieces(spot: Spot) -> Iterator[Piece]:
    """Cut the count of all deals into pieces."""
    roles = min(_all_roles(spot), key=lambda roles: _seconds_in(spot, roles))
    left = _left(spot)
    sums = _sums(left, sum(_drawn(spot, role) for role in roles.others))
    ranks = rank_each(spot.game, spot.hands[roles.last].combos[0])
    order = np.argsort(ranks, kind="stable")
    first, second = (_draws(spot, role, ranks[order]) for role in roles.others)
    tree = _tree(spot, roles.last, order)

    def count(some: Words) -> Counts:
        counts = np.zeros((len(roles), len(roles) + 1), np.int64)
        count_deals(left, BINOMIALS, some, first, second, tree, counts)
        return _seated(spot, roles, counts)

    for start in range(0, len(sums), SUMS):
        some = sums[start : start + SUMS]
        yield Piece(partial(count, some), len(some) / len(sums))


def _draws(spot: Spot, role: int | None, of_last: npt.NDArray[np.uint16]) -> Draws:
    """List what a player may draw, and where his hands stand among those of the last."""
    drawn, ranks = multisets(0, 1), np.array([NOBODY])
    if role is not None:
        drawn = multisets(spot.missing[role], ranks_dealt(spot.game))
        ranks = rank_each(spot.game, spot.hands[role].combos[0]).astype(np.int64)
    sides = (np.searchsorted(of_last, ranks, side) for side in ("left", "right"))
    return Draws(drawn, ranks, *sides)


def _tree(spot: Spot, last: int, order: Numbers) -> Tree:
    ranks, drawn = ranks_dealt(spot.game), spot.missing[last]
    levels = [multisets(cards, ranks) for cards in range(max(drawn, 1))]
    offsets = np.cumsum([0, *map(len, levels)])
    inner = _parents(np.concatenate(levels), offsets)
    leaves = _parents(multisets(drawn, ranks)[order], offsets)
    return Tree(*inner, *leaves)


def _parents(drawn: Words, offsets: Numbers) -> tuple[Numbers, Numbers]:
    parents, groups = np.empty(len(drawn), np.int64), np.empty(len(drawn), np.int64)
    find_parents(drawn, offsets, BINOMIALS, parents, groups)
    return parents, groups


def _seated(spot: Spot, roles: Roles, counts: Counts) -> Counts:
    """Give the counts by player instead of role."""
    seated = np.zeros((spot.players, spot.players + 1), np.int64)
    for role, each in zip(roles, counts, strict=True):
        if role is not None:
            seated[role] = each[: spot.players + 1]
    return shaped(spot, seated)
