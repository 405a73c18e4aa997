"""The tally of showdowns, against winners found one deal at a time."""

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fastlow.kernels.tally import WORK, tally_half, tally_halves
from fastlow.rankings import NO_LOW

Ranks = npt.NDArray[np.uint16]
ROOM = 1024


def random_ranks(players: int, seed: int, lows: bool) -> Ranks:
    """Few ranks, so that many tie; lows are often none, and sometimes of nobody."""
    rng = np.random.default_rng(seed)
    ranks = rng.integers(1, 4, (players, ROOM)).astype(np.uint16)
    if lows:
        ranks[rng.random(ranks.shape) < 0.5] = NO_LOW
        ranks[:, rng.random(ROOM) < 0.2] = NO_LOW
    return ranks


def shares(ranks: list[int]) -> list[int]:
    winners = [player for player, rank in enumerate(ranks) if rank == min(ranks)]
    return [len(winners) if player in winners else 0 for player in range(len(ranks))]


@pytest.mark.parametrize("players", [1, 2, 3, 6, 10, 23])
@pytest.mark.parametrize("n", [1, 7, 1021, ROOM])
def test_halves_are_shared_by_the_best(players: int, n: int) -> None:
    highs, lows = random_ranks(players, 1, lows=False), random_ranks(players, 2, lows=True)
    half, both = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for j in range(n):
        high, low = shares(highs[:, j].tolist()), shares(lows[:, j].tolist())
        somebody = (lows[:, j] != NO_LOW).any()
        for player in range(players):
            of_low = low[player] if lows[player, j] != NO_LOW else players + 1
            outcome = of_low if somebody else players + 2
            half[player, high[player]] += 1
            both[player, high[player] * (players + 3) + outcome] += 1
    cases: tuple[tuple[Counter[tuple[int, int]], int, Any, tuple[Ranks, ...]], ...] = (
        (half, players + 1, tally_half, (highs,)),
        (both, (players + 1) * (players + 3), tally_halves, (highs, lows)),
    )
    for expected, outcomes, tally, ranks in cases:
        counts = np.zeros((players, outcomes), np.int64)
        work = np.empty((WORK, ROOM), np.uint16)
        for times in (1, 2):  # counts are added to
            tally(*ranks, n, work, counts)
            seen = {tuple(at): counts[tuple(at)] for at in np.argwhere(counts)}
            assert seen == {at: times * count for at, count in expected.items()}
