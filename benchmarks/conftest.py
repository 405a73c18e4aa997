"""Settings of a benchmark run: naming this folder is asking for it."""

from importlib.metadata import version
from os import getloadavg
from typing import Any

import pytest

from benchmarks import limit
from benchmarks.measure import ONCE, Benchmark, Call, Clock, Plan, Yardstick, alternate, plan
from benchmarks.rivals import versions

TURNS = 3
QUICK = 100
LOAD = getloadavg()[0]  # of other work, before the run adds to it


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to run everything once."""
    parser.addoption(
        "--quick",
        action="store_true",
        help=f"each benchmark once, on {QUICK} hands at most: a test that all of them run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Enable benchmarks, which the test run disables, unless this very call disables them."""
    if "--benchmark-disable" not in config.invocation_params.args:
        config.option.benchmark_disable = False


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Measure everything in several turns, minutes apart: their spread is that of the figures."""
    turns = 1 if metafunc.config.getoption("quick") else TURNS
    metafunc.parametrize("turn", range(turns))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the first turn of everything come before the second of anything."""
    items.sort(key=_turn)


def _turn(item: Any) -> int:
    turn: int = item.callspec.params["turn"]
    return turn


def pytest_benchmark_update_machine_info(machine_info: dict[str, Any]) -> None:
    """Keep with the figures what they depend on."""
    packages = {name: version(name) for name in ("numpy", "numba", "llvmlite")}
    machine_info.update(versions=packages | versions(), load=LOAD)


@pytest.fixture
def quick(request: pytest.FixtureRequest) -> bool:
    """Whether everything is run once, and on few hands."""
    return bool(request.config.getoption("quick"))


@pytest.fixture
def largest(quick: bool) -> int:
    """Give the largest batch that may be timed."""
    return QUICK if quick else 10**9


@pytest.fixture
def clock(benchmark: Benchmark, turn: int, quick: bool) -> Clock:
    """Give a function that times a call and files the figure under what is said `about` it."""

    def time(
        call: Call,
        units: float,
        *,
        how: Plan | None = None,
        yardstick: Yardstick = limit.seconds,
        **about: object,
    ) -> None:
        benchmark.extra_info.update(about, turn=turn)
        alternate(benchmark, call, units, ONCE if quick else how or plan(call), yardstick)

    return time
