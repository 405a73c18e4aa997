"""Dask: arrays larger than memory, ranked chunk by chunk, and a spot counted by a cluster.

What a cluster counts is cut into the same jobs as on one machine, each of which gives the same
counts wherever it is done and however often. They are taken in their order, so that neither the
number of workers nor the loss of one shows in the result.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

import dask.array as da
import numpy as np
import numpy.typing as npt
from dask.array.core import unify_chunks
from distributed import Client
from numpy.lib.array_utils import normalize_axis_index

from fastlow import omaha, ranks
from fastlow.batches import Codes, as_hands
from fastlow.exact import Plan, plan
from fastlow.exact import jobs as jobs_of
from fastlow.places import at
from fastlow.play import Counts
from fastlow.playout import read
from fastlow.ranks import SIZES
from fastlow.sample import CHUNK, Sampler, play_chunk, sampler, sizes
from fastlow.spots import Spot
from fastlow.tables import lookup

Array = Any  # dask.array.Array, which has no type information
Chunks = tuple[tuple[int, ...], ...]
T = TypeVar("T")

MOST_TOGETHER = 16
"""Jobs in one task: 4 million deals, some 20 ms for two hands of Razz, where a task costs 1 ms."""
AHEAD = 4
"""Tasks under way for each thread."""
PATIENCE = 10
"""Seconds to wait for a scheduler."""
KEPT = 4
"""Spots that a worker keeps ready."""


def rank(
    cards: Array,
    ranking: str,
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: None = None,
    check: bool = True,
    workers: int = 1,
) -> Array:
    """Rank the hands of a Dask array when the result is computed: 1 is the best hand.

    Parameters
    ----------
    cards : dask.array.Array of int, shape (..., k), or (k, ...) with ``axis=0``
        Card codes as `fastlow.rank` takes them, in any chunks; those that cut hands are joined.
    ranking, qualifier, axis, check
        As in `fastlow.rank`.
    out
        Has no meaning here.
    workers : int, default 1
        Threads for each chunk; Dask has chunks in several threads at once already.

    Returns
    -------
    dask.array.Array of uint16
        The ranks, in the chunks of `cards` less the axis of the cards. Nothing is computed yet.

    Raises
    ------
    ValueError, TypeError
        Now, if an argument is out of range or the cards are not 5, 6 or 7 integers on their axis;
        when it is computed, if a card is no card or comes twice, as `fastlow.rank` does: places
        are counted from the beginning of the chunk, which the message names.

    Examples
    --------
    >>> import dask.array as da
    >>> import fastlow
    >>> hands = da.from_array(fastlow.deal(10_000, 7, rng=1), chunks=(4_000, 7))
    >>> ranks = fastlow.rank(hands, "A-5")
    >>> ranks.dtype, ranks.chunks
    (dtype('uint16'), ((4000, 4000, 2000),))
    >>> int(ranks.min().compute())
    1
    """
    _refuse_out(out)
    lookup(ranking, qualifier)
    _refuse(cards, axis, SIZES, "cards")
    lies = normalize_axis_index(axis, cards.ndim)
    options: dict[str, Any] = {
        "qualifier": qualifier,
        "axis": axis,
        "check": check,
        "workers": workers,
    }
    whole = cards.rechunk({lies: -1})
    chunks = tuple(length for i, length in enumerate(whole.chunks) if i != lies)
    return _lazy(partial(ranks.rank, ranking=ranking, **options), [whole], lies, chunks)


def rank_omaha(
    hole: Array,
    board: Array,
    ranking: str,
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: None = None,
    check: bool = True,
    workers: int = 1,
) -> Array:
    """Rank the Omaha hands of Dask arrays when the result is computed: 1 is the best hand.

    Parameters
    ----------
    hole, board : array_like of int
        Cards as `fastlow.rank_omaha` takes them, one of the two a Dask array at least. Where both
        have many hands, their chunks are brought into line.
    ranking, qualifier, axis, out, check, workers
        As in `rank`.

    Returns
    -------
    dask.array.Array of uint16
        The ranks, in the broadcast shape of `hole` and `board` less the axis of cards.

    Raises
    ------
    ValueError, TypeError
        As `rank` does.

    Examples
    --------
    >>> import dask.array as da
    >>> import fastlow
    >>> hole = da.from_array(fastlow.deal(1_000, 4, dead="Ts 7d 8h 4s 2c", rng=1), chunks=(250, 4))
    >>> fastlow.rank_omaha(hole, fastlow.parse("Ts 7d 8h 4s 2c"), "A-5", qualifier=8)
    dask.array<rank_omaha, shape=(1000,), dtype=uint16, chunksize=(250,), chunktype=numpy.ndarray>
    """
    _refuse_out(out)
    lookup(ranking, qualifier)
    sides = da.asarray(hole), da.asarray(board)
    holes = _refuse(sides[0], axis, omaha.HOLES, "hole")
    boards = _refuse(sides[1], axis, omaha.BOARDS, "board")
    omaha.common_shape(holes, boards)
    options: dict[str, Any] = {"qualifier": qualifier, "check": check, "workers": workers}
    chunks, arrays = _in_line([da.moveaxis(side, axis, -1) for side in sides])
    face = partial(omaha.rank_omaha, ranking=ranking, **options)
    return _lazy(face, arrays, len(chunks), chunks)


def _refuse_out(out: object) -> None:
    if out is not None:
        raise TypeError("out is for arrays in memory: of a Dask array the result is lazy")


def _refuse(cards: Array, axis: int, sizes: Sequence[int], what: str) -> Codes:
    """Refuse what a Dask array says of itself; return an array of its shape, without memory."""
    if not isinstance(cards, da.Array):
        raise TypeError(f"{what} must be a Dask array; map_partitions ranks a data frame")
    if cards.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, not {cards.dtype}")
    shape = [0 if np.isnan(length) else length for length in cards.shape]
    return as_hands(np.broadcast_to(np.uint8(0), shape), axis, True, sizes, what)


def _in_line(sides: Sequence[Array]) -> tuple[Chunks, Sequence[Array]]:
    """Bring the chunks of arrays that broadcast into line, the cards of a hand in one chunk."""
    most = max(side.ndim for side in sides)
    axes = [(*range(most - side.ndim, most - 1), f"cards {i}") for i, side in enumerate(sides)]
    whole = [side.rechunk({side.ndim - 1: -1}) for side in sides]
    chunks, arrays = unify_chunks(*chain.from_iterable(zip(whole, axes, strict=True)))
    return tuple(chunks[i] for i in range(most - 1)), arrays


def _lazy(face: partial[Any], arrays: Sequence[Array], axis: int, chunks: Chunks) -> Array:
    """Rank chunk by chunk; the axis of the cards is gone afterwards."""
    return da.map_blocks(
        _rank_chunk,
        *arrays,
        face=face,
        drop_axis=axis,
        chunks=chunks,
        dtype=np.uint16,
        meta=np.empty((0,) * len(chunks), np.uint16),
        name=None,
        token=face.func.__name__,
    )


def _rank_chunk(*chunk: Codes, face: partial[Any], block_info: Any = None) -> Any:
    try:
        return face(*chunk)
    except ValueError as error:
        start = tuple(begin for begin, _ in block_info[None]["array-location"])
        raise ValueError(f"{error}, of the chunk of hands that begins{at(start)}") from None


# Jobs on a cluster.


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Connect to a scheduler for as long as the block lasts.

    Raises
    ------
    OSError
        If nobody answers there in `PATIENCE` seconds.
    """
    with Client(address, timeout=PATIENCE) as client:
        yield client


class Cluster(NamedTuple):
    """The workers of a cluster, who count for `fastlow.equity`.

    Attributes
    ----------
    client : distributed.Client
        Connected to a scheduler whose workers have fastlow.
    text : tuple
        The spot as `fastlow.playout.read` takes it; every worker reads it for itself.
    """

    client: Client
    text: tuple[Any, ...]

    def sampled(self, _: Spot, seed: int, trials: int | None) -> Iterator[tuple[int, Counts]]:
        """Yield the deals and the counts of each chunk of a sample, as `fastlow.sample` does."""
        chunks = None if trials is None else -(-trials // CHUNK)
        jobs = ((seed, chunk, n) for chunk, n in enumerate(sizes(trials)))
        return self._in_turn(_play, jobs, chunks)

    def counted(self, planned: Plan) -> Iterator[tuple[float, npt.NDArray[Any]]]:
        """Yield the part and the counts of each job of a plan, as `fastlow.exact.jobs` has them."""
        jobs: list[tuple[int, int | None]] = [(case, None) for case in range(len(planned.cases))]
        if len(jobs) < MOST_TOGETHER * self._threads():
            jobs = [
                (case, job)
                for case, _ in jobs
                for job, _ in enumerate(jobs_of(planned, case, case + 1))
            ]
        return chain.from_iterable(self._in_turn(_count, jobs, len(jobs)))

    def _threads(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def _in_turn(
        self, function: Callable[..., T], jobs: Iterable[tuple[Any, ...]], n: int | None
    ) -> Iterator[T]:
        """Yield ``function(spot, *job)`` for each of n jobs, in order.

        Several jobs are done in one task, and a few tasks for each thread are under way at a time.
        What a lost worker was doing, another does again.
        """
        threads, name = self._threads(), f"fastlow-{function.__name__.strip('_')}"
        together = MOST_TOGETHER if n is None else max(1, min(MOST_TOGETHER, n // (4 * threads)))
        spot = self.client.submit(read, *self.text, key=f"fastlow-read-{uuid4()}")
        tasks = (
            self.client.submit(_done, function, spot, some, key=f"{name}-{uuid4()}")
            for some in batched(jobs, together)
        )
        return chain.from_iterable(_gathered(tasks, AHEAD * threads))


def _gathered(tasks: Iterator[Any], ahead: int) -> Iterator[Any]:
    """Give results in order; cancel what is under way when nobody takes more."""
    pending = deque(islice(tasks, ahead))
    try:
        while pending:
            yield pending.popleft().result()
            pending.extend(islice(tasks, 1))
    finally:
        for future in pending:
            future.cancel()


def batched(items: Iterable[T], n: int) -> Iterator[list[T]]:
    """Cut items into lists of n; the last may be shorter.

    Examples
    --------
    >>> list(batched("abc", 2))
    [['a', 'b'], ['c']]
    """
    items = iter(items)
    while batch := list(islice(items, n)):
        yield batch


# What a worker does. It keeps the spot it has read, and what is made of that, for the next task.


def _done(function: Callable[..., T], spot: Spot, jobs: Iterable[tuple[Any, ...]]) -> list[T]:
    return [function(spot, *job) for job in jobs]


def _play(spot: Spot, seed: int, chunk: int, n: int) -> tuple[int, Counts]:
    return play_chunk(_sampler(spot), seed, chunk, n)


def _count(spot: Spot, case: int, job: int | None) -> list[tuple[float, npt.NDArray[Any]]]:
    """Do a job of a case, or all of them."""
    if job is None:
        return [do() for do in jobs_of(_plan(spot), case, case + 1)]
    return [_jobs(spot, case)[job]()]


@lru_cache(maxsize=KEPT)
def _sampler(spot: Spot) -> Sampler:
    return sampler(spot)


@lru_cache(maxsize=KEPT)
def _plan(spot: Spot) -> Plan:
    planned = plan(spot)
    assert planned is not None  # the same spot had a plan where it was sent from
    return planned


@lru_cache(maxsize=KEPT)
def _jobs(spot: Spot, case: int) -> list[Callable[[], tuple[float, npt.NDArray[Any]]]]:
    return list(jobs_of(_plan(spot), case, case + 1))
