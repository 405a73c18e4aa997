"""Hands a second: every task by every implementation; then what size, order and options change."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

import fastlow
from benchmarks import limit
from benchmarks.hands import random_deals, sorted_deals, stream
from benchmarks.measure import Clock, Plan
from benchmarks.rivals import RIVALS, TASKS, missing

BATCH = 10**6
STREAMED = 10**8  # hands, block by block
FOR_WORKERS = 10**7  # two threads start in the time of 100 000 hands
SMALL = (1, 1000)
SWEPT = ("A-5", "Razz")
MAIN = ("columns", "columns, unchecked", "rows", "rows, unchecked", "one hand a call")
OTHERS = tuple(name for name, rival in RIVALS.items() if rival.package != "fastlow")


class Case(NamedTuple):
    """What is timed: so many hands in some order by one implementation."""

    rival: str
    task: str
    hands: int
    order: str = "random"

    def __str__(self) -> str:
        return f"{self.task}, {self.rival}, {self.hands}, {self.order}"


def cases() -> Iterator[Case]:
    """List everything that is ranked in one call."""
    for name in (*MAIN, *OTHERS):
        yield from (Case(name, task, RIVALS[name].batch) for task in RIVALS[name].tasks)
    for task in SWEPT:
        yield from small(task)
        for name in ("columns", "rows"):
            yield Case(name, task, BATCH, "sorted")
        for name in ("columns, new array", "in your own loop"):
            yield Case(name, task, BATCH)
        for name in ("columns", "columns, two workers"):
            yield Case(name, task, FOR_WORKERS)


def small(task: str) -> Iterator[Case]:
    """List batches smaller than the one that is ranked anyway."""
    for name in ("columns", "rows", "one hand a call", *OTHERS):
        if task in RIVALS[name].tasks:
            yield from (Case(name, task, hands) for hands in SMALL if hands != RIVALS[name].batch)


@pytest.mark.parametrize("case", tuple(cases()), ids=str)
def test_rank(case: Case, largest: int, clock: Clock) -> None:
    rival, task = RIVALS[case.rival], TASKS[case.task]
    if reason := missing(rival):
        pytest.skip(reason)
    n = min(case.hands, largest)
    deals = (random_deals if case.order == "random" else sorted_deals)(n, task.cards)
    clock(rival.prepare(task, deals), n, suite="rank", **case._asdict())


@pytest.mark.parametrize("layout", ["columns", "rows"])
@pytest.mark.parametrize("name", SWEPT)
def test_stream(name: str, layout: str, largest: int, clock: Clock) -> None:
    """Rank fresh blocks, dealt while the clock stands still: memory stays flat."""
    n, axis = min(BATCH, largest), ("columns", "rows").index(layout)
    blocks = stream(n, TASKS[name].cards, axis)
    block = deque([next(blocks)], maxlen=1)
    out = np.empty(n, np.uint16)
    ((ranking, _),) = TASKS[name].halves

    def deal_and_read() -> float:
        block.append(next(blocks))
        return limit.seconds()

    clock(
        lambda: fastlow.rank(block[0], ranking, axis=axis, out=out),
        n,
        how=Plan(1, STREAMED // BATCH),
        yardstick=deal_and_read,
        suite="rank",
        **Case(layout, name, STREAMED)._asdict(),
    )
