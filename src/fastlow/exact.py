"""Exact counts: every deal of a spot, by multisets of ranks or one after the other.

Either way the work is cut into pieces, which threads may share; the sum depends on neither.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow import sums
from fastlow.cards import Cards
from fastlow.jobs import Piece, in_turn
from fastlow.kernels.runouts import Runouts
from fastlow.play import Counts, Play, is_known, known_cards, known_columns, packed, player
from fastlow.spots import Choices, Spot

Numbers = npt.NDArray[np.int64]
Progress = Callable[[int, int], object]

MOST_DEALS = 1 << 62
"""Counts are 64-bit integers."""

FEW = 1 << 14  # run-outs: with more, each case pays for tables of its own
TOGETHER = 1 << 17  # run-outs of cases played together
PIECE = 1 << 20  # run-outs listed in one piece
START = 1e-3  # seconds for a case, however little there is to count
RANKED, LISTED, OMAHA = 1.5e-9, 4e-9, 11e-9  # seconds for a hand: by ranks, in general, unknown


class Plan(NamedTuple):
    """All there is to count in a spot.

    Attributes
    ----------
    spot : Spot
        The spot.
    cases : ndarray of int64, shape (n, players)
        The combinations that the players hold; one of all that count the same.
    weights : ndarray of int64, or of float64 where ranges have weights, shape (n,)
        How often each comes.
    runouts : int
        The run-outs of all cases, each as often as it comes.
    seconds : float
        How long one thread takes, roughly.
    """

    spot: Spot
    cases: Numbers
    weights: npt.NDArray[Any]
    runouts: int
    seconds: float


def plan(spot: Spot) -> Plan | None:
    """Plan the exact count of a spot; None if there is too much of it ever to be counted.

    Examples
    --------
    >>> from fastlow.spots import read
    >>> plan(read("razz", ["Ah 2h 3h", "6s 7s 8s"])).runouts
    18265297050
    """
    chosen = spot.choices
    if chosen is None or spot.runouts * max(len(chosen.rows), chosen.weights.sum()) > MOST_DEALS:
        return None
    cases, weights = _cases(spot, chosen)
    seconds = _seconds_of_cases(spot, cases, weights)
    return Plan(spot, cases, weights, len(chosen.rows) * spot.runouts, seconds)


def count(plan: Plan, workers: int = 1, progress: Progress | None = None) -> npt.NDArray[Any]:
    """Count the outcomes of all deals.

    Parameters
    ----------
    plan : Plan
        From `plan`.
    workers : int
        Threads.
    progress : callable, optional
        Called with the number of run-outs that are done, and of all there are.

    Returns
    -------
    ndarray of int64, or of float64 where weights differ, shape (players, players + 1, players + 3)
        See `fastlow.play.player`.
    """
    return add(in_turn(jobs(plan), workers), plan, progress)


def add(
    counted: Iterable[tuple[float, npt.NDArray[Any]]], plan: Plan, progress: Progress | None = None
) -> npt.NDArray[Any]:
    """Add up what the jobs of a plan have counted, in their order: the rest is as for `count`."""
    total: npt.NDArray[Any] | None = None
    done = 0.0
    for part, counts in counted:
        total, done = counts if total is None else total + counts, done + part
        if progress is not None:
            progress(round(done * plan.runouts), plan.runouts)
    assert total is not None  # there is one case at least, and a run-out of it
    return total


def jobs(
    plan: Plan, first: int = 0, last: int | None = None
) -> Iterator[Callable[[], tuple[float, npt.NDArray[Any]]]]:
    """Yield what is to be done for some cases of a plan, all by default."""
    some = slice(first, last)
    if _are_many(plan.spot, plan.cases):
        yield from _jobs_of_many(plan, some)
        return
    for case, weight in zip(plan.cases[some].tolist(), plan.weights[some], strict=True):
        for piece in _pieces(plan.spot.of(case)):
            yield partial(_weighed, piece.do, weight, piece.part / len(plan.cases))


def _weighed(do: Callable[[], Counts], weight: Any, part: float) -> tuple[float, npt.NDArray[Any]]:
    return part, weight * do()


def _pieces(spot: Spot) -> Iterator[Piece]:
    if sums.seconds(spot) < _seconds_by_listing(spot):
        return sums.pieces(spot)
    return _pieces_by_listing(spot)


def _seconds(spot: Spot) -> float:
    return min(sums.seconds(spot), _seconds_by_listing(spot))


def _seconds_of_cases(spot: Spot, cases: Numbers, weights: npt.NDArray[Any]) -> float:
    if _are_many(spot, cases):
        return len(np.unique(weights)) * START + len(cases) * _seconds_by_listing(spot)
    return len(cases) * (_seconds(spot.of(cases[0].tolist())) + START)


def _cases(spot: Spot, chosen: Choices) -> tuple[Numbers, npt.NDArray[Any]]:
    """Find the cases to count and their weights; where suits do not matter, ranks make a case."""
    rows, weights = chosen.rows, chosen.weights
    if not (spot.suits_matter or spot.game.board):
        held = zip(spot.hands, rows.T, strict=True)
        ranks = np.column_stack([packed(hand.combos)[row] for hand, row in held])
        _, firsts, groups = np.unique(ranks, axis=0, return_index=True, return_inverse=True)
        rows, weights = rows[firsts], np.bincount(groups.reshape(-1), weights).astype(float)
    whole = (weights == weights.round()).all()
    return rows, weights.astype(np.int64 if whole else np.float64)


# Many cases with few run-outs each, played together.


def _are_many(spot: Spot, cases: Numbers) -> bool:
    return len(cases) > 1 and spot.runouts <= FEW


def _jobs_of_many(
    plan: Plan, some: slice
) -> Iterator[Callable[[], tuple[float, npt.NDArray[Any]]]]:
    """Yield what is to be done for cases of one weight after the other, a batch at a time."""
    cases, weights, play = plan.cases[some], plan.weights[some], player(plan.spot)
    step = max(1, TOGETHER // plan.spot.runouts)
    for weight in np.unique(weights):
        alike = cases[weights == weight]
        for start in range(0, len(alike), step):
            batch = alike[start : start + step]
            do = partial(_play_together, play, plan.spot, batch)
            yield partial(_weighed, do, weight, len(batch) / len(plan.cases))


def _play_together(play: Play, spot: Spot, cases: Numbers) -> Counts:
    """Play all run-outs of each case: listed past the last, they begin anew for the next."""
    n = len(cases) * spot.runouts
    known = np.repeat(known_columns(spot, cases.T), spot.runouts, axis=1)
    if n == 1:  # one column would stand for all deals
        known = np.repeat(known, 2, axis=1)
    return play(n, listed(spot, np.sort(spot.dead), 0), known)


# One after the other.


def _seconds_by_listing(spot: Spot) -> float:
    unknown = spot.game.board and not is_known(spot)
    hand = OMAHA if unknown else LISTED if spot.suits_matter else RANKED
    return spot.runouts * spot.players * hand


def _pieces_by_listing(spot: Spot) -> Iterator[Piece]:
    play, (known, dead) = player(spot), known_cards(spot)
    for start in range(0, spot.runouts, PIECE):
        n = min(PIECE, spot.runouts - start)
        runouts = listed(spot, dead, start)
        yield Piece(partial(play, n, runouts, known), n / spot.runouts)


def listed(spot: Spot, dead: Cards, start: int) -> Runouts:
    """Make the source of run-outs that lists them from number `start` on."""
    none = np.empty((4, 0), np.uint64)
    return Runouts(spot.game.deck, dead, np.array(spot.missing), none, _digits(spot, start))


def _digits(spot: Spot, number: int) -> Cards:
    """Give the digits of a run-out by its number: `kernels.runouts` says what they are."""
    digits: list[int] = []
    most = spot.stub - sum(spot.missing)
    for cards in reversed(spot.missing):
        number, here = divmod(number, comb(most + cards, cards))
        digits = _never_descending(here, cards, most) + digits
        most += cards
    return np.array(digits, np.uint8)


def _never_descending(number: int, cards: int, most: int) -> list[int]:
    """Give the sequence of that number among those of digits 0 to `most` that never descend."""
    digits: list[int] = []
    digit = 0
    for left in range(cards - 1, -1, -1):
        while number >= comb(most - digit + left, left):
            number -= comb(most - digit + left, left)
            digit += 1
        digits.append(digit)
    return digits
