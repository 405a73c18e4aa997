"""Everybody in the table of rivals gives the same hands the same order, with the same ties."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.hands import random_deals
from benchmarks.rivals import RIVALS, TASKS, Rival, by_rows, missing, places

PAIRS = [(name, task) for name, rival in RIVALS.items() for task in rival.tasks]


@cache
def expected(task: str, n: int) -> list[npt.NDArray[np.intp]]:
    deals = random_deals(n, TASKS[task].cards)
    return [places(ranks) for ranks in by_rows(TASKS[task], deals)()]


def usable(name: str) -> Rival:
    if reason := missing(RIVALS[name]):
        pytest.skip(reason)
    return RIVALS[name]


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_rivals_agree(name: str, task: str) -> None:
    rival = usable(name)
    n = min(rival.batch, 1000)
    halves: Any = rival.prepare(TASKS[task], random_deals(n, TASKS[task].cards))()
    found = [places(values, rival.higher_wins) for values in halves]
    np.testing.assert_array_equal(found, expected(task, n))


def test_places_find_a_difference() -> None:
    assert places([5, 7, 5, 9]).tolist() == [0, 1, 0, 2]
    assert places([5, 7, 5, 9], higher_wins=True).tolist() == [2, 1, 2, 0]
