"""Time a call in rounds of about a millisecond, the limit before each of them.

What disturbs the one disturbs the other, and a short round is often not disturbed at all.
"""

from collections.abc import Callable, Collection
from math import ceil
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks import limit

Call = Callable[[], object]
Yardstick = Callable[[], float]
Clock = Callable[..., None]
Benchmark = Any  # a BenchmarkFixture, which has no types

ROUND = 0.001  # seconds
TOTAL = 0.3  # seconds for all rounds of one turn
FEWEST, MOST = 5, 100  # rounds
MOST_CALLS = 10_000  # in a round


class Plan(NamedTuple):
    """How often a call is repeated inside a round, and how many rounds there are."""

    calls: int
    rounds: int


ONCE = Plan(1, 1)
VECTORS = {"AVX-512": "avx512bw", "AVX2": "avx2"}  # and what says that a processor has them


def widest(features: Collection[str], others: str) -> str:
    """Name the widest vectors among the features of a processor."""
    return next((name for name, feature in VECTORS.items() if feature in features), others)


def plan(call: Call) -> Plan:
    """Plan by the time of one call, once it is compiled."""
    call()
    once = seconds(call)
    calls = min(max(1, ceil(ROUND / once)), MOST_CALLS)
    rounds = min(max(FEWEST, int(TOTAL / (calls * once))), MOST)
    return Plan(calls, rounds)


def seconds(call: Call, calls: int = 1) -> float:
    """Time some calls together."""
    start = perf_counter()
    repeat(call, calls)
    return perf_counter() - start


def repeat(call: Call, calls: int) -> None:
    """Call so many times."""
    for _ in range(calls):
        call()


def alternate(
    benchmark: Benchmark, call: Call, units: float, how: Plan, yardstick: Yardstick
) -> None:
    """Benchmark a call that is good for so many units, the yardstick before each round.

    What the report needs besides the times goes to ``extra_info``: the units of a round, and what
    the yardstick gave, in seconds.
    """
    readings: list[float] = []
    benchmark.extra_info.update(units=units * how.calls, yardstick=readings)
    benchmark.pedantic(
        repeat,
        (call, how.calls),
        setup=lambda: readings.append(yardstick()),
        rounds=how.rounds,
    )


def best_ratio(call: Call, units: int, rounds: int) -> float:
    """Return the speed of a call by that of the limit, each the best of rounds in turn."""
    calls = plan(call).calls
    pairs = [(limit.seconds(), seconds(call, calls)) for _ in range(rounds)]
    lookup, spent = map(min, zip(*pairs, strict=True))
    return float(lookup * units * calls / spent)
