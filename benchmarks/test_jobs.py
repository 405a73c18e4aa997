"""Everything else that is quick because it must be: deals, equity, pots, text."""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from math import comb

import numpy as np
import pytest

import fastlow
from benchmarks.hands import SEED, random_deals
from benchmarks.measure import Clock
from benchmarks.spots import SIDES, SPOTS, run_outs
from fastlow import draws

Call = Callable[[], object]

BATCH = 10**6
HANDS = comb(52, 5)


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


def discard(n: int) -> Call:
    """Find the best of the 32 ways to draw, and its value, for every hand, whatever `n` is."""

    def solve() -> object:
        found = draws.solve("2-7", 1, value=lambda ranks: ranks <= 18)
        return found.keep, found.values

    return solve


def play_out(n: int) -> Call:
    """Play two hands of triple draw to the end by the strategy."""
    hands = ["2c 3d 4h 8s Kc", "2d 3h 7s Td Jc"]
    return lambda: fastlow.equity("27-triple", hands, draws=3, trials=n, rng=SEED)


JOBS: dict[str, tuple[Callable[[int], Call], int]] = {
    "deal 5 cards, columns": (deal(5, 0), BATCH),
    "deal 7 cards, columns": (deal(7, 0), BATCH),
    "deal 7 cards, rows": (deal(7, 1), BATCH),
    "deal 7 cards, NumPy's permuted decks": (permuted, 10_000),
    "split pots of six players": (split, 100_000),
    "describe ranks": (describe, 1000),
    "best discard of every hand, one draw": (discard, HANDS),
    "play out triple draw, two hands": (play_out, BATCH),
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
