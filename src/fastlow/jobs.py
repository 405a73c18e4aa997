"""Work done by threads: a batch in slices, or jobs whose results are taken in their order."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np

T = TypeVar("T")

LONG = 8  # slices


class Piece(NamedTuple):
    """A part of some work: how to do it, and which part it is."""

    do: Callable[[], Any]
    part: float


def in_turn(jobs: Iterable[Callable[[], T]], workers: int) -> Iterator[T]:
    """Yield the result of each job, in order; no more than one job a worker is done ahead.

    Whoever stops taking results waits for the jobs at hand alone.

    Examples
    --------
    >>> list(in_turn([lambda: 1, lambda: 2, lambda: 3], workers=2))
    [1, 2, 3]
    """
    if workers == 1:
        yield from (job() for job in jobs)
        return
    ahead: deque[Future[T]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for job in jobs:
                ahead.append(pool.submit(job))
                if len(ahead) > workers:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


def in_slices(run: Callable[[int, int], int], n: int, workers: int, least: int) -> int:
    """Run ``run(start, stop)`` over 0 to `n` in threads; return the first fault, or -1.

    The caller's thread is one of them. What is shorter than `least` is left to it alone. Slices are
    taken in order, so that whoever meets a fault may stop: all before it is done or in work.

    Raises
    ------
    ValueError
        If `workers` is no positive integer.

    Examples
    --------
    >>> taken = []
    >>> in_slices(lambda start, stop: taken.append((start, stop)) or -1, 30, workers=2, least=10)
    -1
    >>> sorted(taken)
    [(0, 10), (10, 20), (20, 30)]
    """
    if not isinstance(workers, int | np.integer) or workers < 1:
        raise ValueError(f"workers must be a positive integer, not {workers!r}")
    if workers == 1 or n <= least:
        return run(0, n)
    slices = _slices(n, int(workers), least)
    left = iter(slices)

    def work() -> int:
        return next((fault for fault in (run(*each) for each in left) if fault >= 0), -1)

    helpers = [_helpers().submit(work) for _ in slices[: workers - 1]]
    try:
        faults = [work()]
    finally:  # whoever has not begun finds nothing left to do
        rest = [helper.result() for helper in helpers if not helper.cancel()]
    return min((fault for fault in [*faults, *rest] if fault >= 0), default=-1)


def _slices(n: int, workers: int, least: int) -> list[tuple[int, int]]:
    """Cut 0 to `n` into slices that shrink, so that all workers are done at about the same time.

    A long batch ends in slices of a quarter of `least`: that takes two workers on ten million hands
    from 1.77 times the speed of one to 1.83. A short one would be cut into too many.
    """
    cuts = [0]
    if n >= LONG * least:
        least //= 4
    while cuts[-1] < n:
        share = 2 * (n - cuts[-1]) // (3 * workers)
        cuts.append(min(n, cuts[-1] + least * max(1, share // least)))
    return list(pairwise(cuts))


@cache
def _helpers() -> ThreadPoolExecutor:
    """Start the threads once: it takes as long as to rank half a million hands."""
    return ThreadPoolExecutor(os.cpu_count(), "fastlow")


if hasattr(os, "register_at_fork"):  # a child has none of its parent's threads
    os.register_at_fork(after_in_child=_helpers.cache_clear)
