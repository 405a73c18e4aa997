"""Jobs done by threads, their results taken in the order of the jobs."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


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
