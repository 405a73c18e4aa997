"""What comes before the first hand: importing, compiling, loading and building tables; memory."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.measure import Benchmark, Clock, Plan, seconds
from fastlow import omaha, tables

ROUNDS = 5

IMPORT = "import fastlow"
FIRST = {
    "rank, A-5": 'fastlow.rank([0, 5, 10, 15, 20], "A-5")',
    "rank, 2-7 of seven": 'fastlow.rank([0, 5, 10, 15, 20, 25, 30], "2-7")',
    "rank_omaha, high": 'fastlow.rank_omaha([0, 5, 10, 15], [20, 25, 30, 35, 40], "high")',
    "equity, Razz": """
from fastlow.equity import equity
equity("razz", ["Ah 2h 3h", "4s 5s 6s"], trials=1000, rng=1)
""",
}
MEMORY = {
    IMPORT: "",
    "rank 10 million hands: 50 MB of cards, 20 MB of ranks": """
cards = fastlow.deal(10**7, 5, rng=1, axis=0)
fastlow.rank(cards, "A-5", axis=0)
""",
    "rank 100 million hands in blocks of a million": """
import numpy as np
rng, out = np.random.default_rng(1), np.empty(10**6, np.uint16)
for _ in range(100):
    fastlow.rank(fastlow.deal(10**6, 5, rng=rng, axis=0), "A-5", axis=0, out=out)
""",
}
STATUS = Path("/proc/self/status")
PEAK = f"""
import re
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("{STATUS}").read())[1])
"""


@pytest.fixture
def warm(tmp_path_factory: pytest.TempPathFactory, quick: bool) -> Path | None:
    """Give a folder for compiled code that lasts for the whole run; a quick run takes the usual."""
    return None if quick else tmp_path_factory.getbasetemp() / "warm"


def run(code: str, cache: Path | None = None) -> str:
    """Run code in a process of its own, whose compiled code lies in a folder.

    Python keeps bytecode, as it does unless it is told otherwise: without, to import fastlow takes
    1.56 times as long as to import Numba, and with it 1.36.
    """
    env = os.environ | ({"NUMBA_CACHE_DIR": str(cache)} if cache else {})
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
    )
    return done.stdout


def import_numba() -> float:
    return seconds(partial(run, "import numba"))


def test_import(warm: Path | None, clock: Clock) -> None:
    start(clock, IMPORT, partial(run, IMPORT, warm))


@pytest.mark.parametrize("first", FIRST)
def test_first_call_compiled_before(first: str, warm: Path | None, clock: Clock) -> None:
    call = partial(run, f"{IMPORT}\n{FIRST[first]}", warm)
    call()
    start(clock, f"{first}, compiled before", call)


@pytest.mark.parametrize("first", FIRST)
def test_first_call_compiled_anew(first: str, tmp_path: Path, quick: bool, clock: Clock) -> None:
    if quick:
        pytest.skip("compiling takes longer than a quick run may")
    start(clock, f"{first}, compiled anew", partial(run, f"{IMPORT}\n{FIRST[first]}", tmp_path), 1)


def load_tables() -> None:
    tables.load.cache_clear()
    tables._lookup.cache_clear()
    tables.lookup("A-5")


def build_omaha() -> None:
    omaha.pairs_lookup.cache_clear()
    omaha.pairs_lookup("high", None, 5)


def build_low_sets() -> None:
    omaha.low_sets.cache_clear()
    omaha.low_sets(8)


def build_files() -> None:
    import_module("tables.build").files()


TABLES: dict[str, tuple[Callable[[], None], int]] = {
    "load the tables of A-5": (load_tables, ROUNDS),
    "make the Omaha table of a ranking": (build_omaha, ROUNDS),
    "make the table of 8-or-better lows": (build_low_sets, ROUNDS),
    "build all files of tables/": (build_files, 1),
}


@pytest.mark.parametrize("what", TABLES)
def test_tables(what: str, quick: bool, clock: Clock) -> None:
    if quick and what == "build all files of tables/":
        pytest.skip("the tests of the tables build them anyway")
    start(clock, what, *TABLES[what])


def start(clock: Clock, what: str, call: Callable[[], object], rounds: int = ROUNDS) -> None:
    """Time what happens once, against a process that imports Numba."""
    clock(call, 1, how=Plan(1, rounds), yardstick=import_numba, suite="start", what=what)


@pytest.mark.parametrize("what", MEMORY)
def test_memory(what: str, turn: int, warm: Path | None, quick: bool, benchmark: Benchmark) -> None:
    """Read the peak of a whole process whose code was compiled before."""
    if quick and what != IMPORT:
        pytest.skip("takes more hands than a quick run has")
    if not STATUS.exists():
        pytest.skip(f"there is no {STATUS}, which holds the peak")
    code = f"{IMPORT}\n{MEMORY[what]}{PEAK}"
    run(code, warm)
    kilobytes = int(benchmark.pedantic(run, (code, warm)))
    benchmark.extra_info.update(suite="memory", turn=turn, what=what, megabytes=kilobytes / 1000)
