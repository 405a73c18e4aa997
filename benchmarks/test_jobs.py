"""Everything else that is quick because it must be: deals, equity, pots, text."""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import numpy as np
import pytest

import fastlow
from benchmarks.hands import SEED, random_deals
from benchmarks.measure import Clock
from benchmarks.spots import SIDES, SPOTS, run_outs

Call = Callable[[], object]

BATCH = 10**6


def deal(cards: int, axis: int) -> Callable[[int], Call]:
    return lambda n: lambda: fastlow.deal(n, cards, rng=SEED, axis=axis)


def permuted(n: int) -> Call:
    """Deal seven cards by shuffling whole decks, as NumPy offers it."""
    rng = np.random.default_rng(SEED)
    decks = np.tile(np.arange(52, dtype=np.uint8), (n, 1))
    return lambda: rng.permuted(decks, axis=1)[:, :7].copy()


def split(n: int) -> Call:
    """Split pots of six players who put in different amounts, by high and low."""
    rng = np.random.default_rng(SEED)
    invested = rng.integers(1, 1000, (n, 6))
    high, low = rng.integers(1, 7463, (2, n, 6), np.uint16)
    return lambda: fastlow.split(invested, high, low)


def describe(n: int) -> Call:
    ranks = np.random.default_rng(SEED).integers(1, 7463, n)
    return lambda: [fastlow.describe(rank, "2-7") for rank in ranks]


def read(n: int) -> Call:
    hands = fastlow.format(random_deals(n, 5))
    return lambda: fastlow.parse(hands)


def write(n: int) -> Call:
    deals = random_deals(n, 5)
    return lambda: fastlow.format(deals)


JOBS: dict[str, tuple[Callable[[int], Call], int]] = {
    "deal 5 cards, columns": (deal(5, 0), BATCH),
    "deal 7 cards, columns": (deal(7, 0), BATCH),
    "deal 7 cards, rows": (deal(7, 1), BATCH),
    "deal 7 cards, NumPy's permuted decks": (permuted, 10_000),
    "split pots of six players": (split, 100_000),
    "describe ranks": (describe, 1000),
    "parse hands": (read, 10_000),
    "format hands": (write, 10_000),
}


@pytest.mark.parametrize("job", JOBS)
def test_job(job: str, largest: int, clock: Clock) -> None:
    prepare, hands = JOBS[job]
    n = min(hands, largest)
    clock(prepare(n), n, suite="job", what=job)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", SPOTS)
def test_equity(name: str, side: str, largest: int, clock: Clock) -> None:
    spot = SPOTS[name]
    if side == "poker-equity":
        skip_unless_asked_alike(spot.theirs)
    if largest < BATCH and spot.trials is not None:
        spot = spot._replace(trials=(largest, largest))
    clock(SIDES[side][0](spot), run_outs(spot, side), suite="equity", what=name, rival=side)


def skip_unless_asked_alike(theirs: str) -> None:
    if not theirs:
        pytest.skip("poker-equity has no exact answer: there are too many run-outs for it")
    try:
        version("poker-equity")
    except PackageNotFoundError:
        pytest.skip("poker-equity is not installed")
