"""Slices shared by threads: every one of them once, the first fault, forks and crowds."""

import multiprocessing
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, get_ident

import numpy as np
import pytest

from fastlow import rank
from fastlow.jobs import LONG, in_slices
from fastlow.ranks import SLICE
from tests import spaces

Slice = tuple[int, int]


@pytest.mark.parametrize("workers", [1, 2, 3, 8, 1000])
@pytest.mark.parametrize("n", [0, 1, SLICE, SLICE + 1, 3 * SLICE - 7, 40 * SLICE + 5])
def test_the_slices_make_the_whole(n: int, workers: int) -> None:
    taken: list[Slice] = []

    def run(start: int, stop: int) -> int:
        taken.append((start, stop))
        return -1

    assert in_slices(run, n, workers, SLICE) == -1
    taken.sort()
    assert [0, *(stop for _, stop in taken)] == [*(start for start, _ in taken), n]
    shortest = SLICE if n < LONG * SLICE else SLICE // 4
    assert all(stop - start >= shortest for start, stop in taken[:-1])


def test_two_workers_work_at_once() -> None:
    """Each waits in its slice for the other: one thread alone would never come through."""
    both, threads = Barrier(2, timeout=60), set()

    def run(start: int, stop: int) -> int:
        both.wait()
        threads.add(get_ident())
        return -1

    assert in_slices(run, 2 * SLICE, 2, SLICE) == -1
    assert len(threads) == 2
    assert get_ident() in threads


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("place", [0, SLICE, 7 * SLICE + 3, 12 * SLICE - 1])
def test_the_first_fault(place: int, workers: int) -> None:
    faults = {place, min(place + 5, 12 * SLICE - 1), 12 * SLICE - 1}

    def run(start: int, stop: int) -> int:
        return min((fault for fault in faults if start <= fault < stop), default=-1)

    assert in_slices(run, 12 * SLICE, workers, SLICE) == place


def test_an_error_in_one_thread_is_raised_when_all_are_done() -> None:
    done: list[int] = []

    def run(start: int, stop: int) -> int:
        if start == 0:
            raise KeyboardInterrupt
        done.append(start)
        return -1

    with pytest.raises(KeyboardInterrupt):
        in_slices(run, 4 * SLICE, 2, SLICE)
    number = len(done)
    assert in_slices(lambda start, stop: -1, 4 * SLICE, 2, SLICE) == -1
    assert len(done) == number


def test_many_callers_at_once() -> None:
    """More of them than there are threads to help: each can do all the work itself."""
    hands = spaces.random_hands(SLICE + 100, 5, 52, seed=1)
    expected = rank(hands, "2-7")
    with ThreadPoolExecutor(16) as crowd:
        for found in crowd.map(lambda _: rank(hands, "2-7", workers=4), range(64)):
            assert np.array_equal(found, expected)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.skipif(sys.platform == "win32", reason="there are no forks")
def test_a_forked_child_has_threads_of_its_own() -> None:
    hands = spaces.random_hands(SLICE + 100, 5, 52, seed=2)
    expected = rank(hands, "A-5", workers=2)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply_async(_rank_in_child, (hands,)).get(timeout=60)
    assert np.array_equal(found, expected)


def _rank_in_child(hands: spaces.Cards) -> spaces.Ranks:
    test_two_workers_work_at_once()
    return np.asarray(rank(hands, "A-5", workers=2))
