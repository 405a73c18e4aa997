"""Guard the speed of a few kernels: compare their ratios to the limit with those on record.

``python -m benchmarks.guard`` fails if one is below half of what ``recorded.json`` says, which no
noise of a shared machine does to the best of many short rounds; it is done in seconds, and in
about half a minute where the kernels must be compiled first. The record is by the vectors that
Numba compiles for, since a lookup needs none and the rest does. ``--record`` writes it anew for
those of this processor; narrower ones can be asked for:

    NUMBA_CPU_NAME=x86-64-v3 NUMBA_CPU_FEATURES=+avx2 python -m benchmarks.guard --record
"""

import argparse
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

from numba import config
from numba.core.codegen import get_host_cpu_features

import fastlow
from benchmarks.hands import SEED, random_deals
from benchmarks.measure import Call, best_ratio, widest
from benchmarks.rivals import TASKS, by_columns, by_rows

RECORD = Path(__file__).with_name("recorded.json")
HANDS = 100_000
ROUNDS, TRIES = 50, 3
LEAST = 0.5


def watched() -> dict[str, Call]:
    """Give the calls that are watched; each takes about a millisecond or less."""
    columns = {
        name: by_columns(TASKS[name], random_deals(HANDS, TASKS[name].cards))
        for name in ("A-5", "2-7", "Razz", "London (A-6 of seven)", "Stud 8", "Omaha 8")
    }
    return {
        **columns,
        "A-5, rows": by_rows(TASKS["A-5"], random_deals(HANDS, 5)),
        "deal 7 cards": partial(fastlow.deal, HANDS, 7, rng=SEED, axis=0),
    }


def measured(calls: Mapping[str, Call]) -> dict[str, float]:
    return {name: best_ratio(call, HANDS, ROUNDS) for name, call in calls.items()}


def fallen(ratios: Mapping[str, float], recorded: Mapping[str, float]) -> list[str]:
    """Name the kernels whose ratio is below `LEAST` of what is on record."""
    return [name for name, ratio in ratios.items() if ratio < LEAST * recorded[name]]


def check(recorded: Mapping[str, float]) -> list[str]:
    """Measure and compare; what seems to have fallen is given two more chances."""
    calls = watched()
    for _ in range(TRIES):
        ratios = measured(calls)
        print(*(line(name, ratio, recorded[name]) for name, ratio in ratios.items()), sep="\n")
        calls = {name: calls[name] for name in fallen(ratios, recorded)}
        if not calls:
            break
    return list(calls)


def line(name: str, ratio: float, recorded: float) -> str:
    return f"{name:24}{ratio:8.3f} of the limit, {ratio / recorded:.2f} of what is on record"


def vectors() -> str:
    """Name the widest vectors that Numba compiles for."""
    features = cast(Any, config).CPU_FEATURES or cast(Any, get_host_cpu_features)()
    return widest([each[1:] for each in features.split(",") if each[0] == "+"], "others")


def main() -> None:
    """Check, or record."""
    parser = argparse.ArgumentParser(description="Compare ratios with those on record.")
    parser.add_argument("--record", action="store_true", help="write them down instead")
    record, width = json.loads(RECORD.read_text()), vectors()
    if parser.parse_args().record:
        record[width] = {name: round(ratio, 4) for name, ratio in measured(watched()).items()}
        RECORD.write_text(json.dumps(record, indent=1) + "\n")
    elif width not in record:
        print(f"nothing is on record for processors with {width}")
    elif slow := check(record[width]):
        raise SystemExit(f"less than half as fast as on record: {', '.join(slow)}")


if __name__ == "__main__":
    main()
