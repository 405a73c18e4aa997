"""From one run's JSON to figures: a median of turns, a ratio to the yardstick, and a spread."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

Key = tuple[tuple[str, object], ...]

NOT_ABOUT = {"turn", "units", "yardstick", "megabytes"}


class Figure(NamedTuple):
    """What was measured of one thing.

    Attributes
    ----------
    about : dict
        What was said of it when it was timed.
    speed : float
        Units a second.
    ratio : float
        By the speed of the yardstick in the same rounds.
    spread : float
        By how much the ratio of a turn is off at most, as a part of it.
    """

    about: Mapping[str, Any]
    speed: float
    ratio: float
    spread: float


class Run(NamedTuple):
    """A whole run.

    Attributes
    ----------
    machine : dict
        The machine, and the versions of what ran on it.
    date, commit : str
        When, and of what.
    figures : list of Figure
        All but memory.
    memory : dict
        Peak of a process in megabytes.
    limit : float
        Lookups a second.
    """

    machine: Mapping[str, Any]
    date: str
    commit: str
    figures: list[Figure]
    memory: dict[str, float]
    limit: float


def read(path: Path) -> Run:
    """Read the JSON of a run."""
    run = json.loads(path.read_text())
    entries = run["benchmarks"]
    timed = [each for each in entries if "yardstick" in each["extra_info"]]
    lookups = [each for each in timed if each["extra_info"]["suite"] != "start"]
    return Run(
        run["machine_info"],
        run["datetime"][:10],
        run["commit_info"]["id"][:12] + (" and changes" if run["commit_info"]["dirty"] else ""),
        [figure(turns) for turns in by_subject(timed)],
        memory(each["extra_info"] for each in entries),
        1 / median(reading for each in lookups for reading in each["extra_info"]["yardstick"]),
    )


def by_subject(entries: Iterable[dict[str, Any]]) -> Iterable[list[dict[str, Any]]]:
    """Put the turns of each thing together."""
    turns: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    for entry in entries:
        turns[tuple(about(entry["extra_info"]).items())].append(entry)
    return turns.values()


def about(info: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in info.items() if name not in NOT_ABOUT}


def figure(turns: list[dict[str, Any]]) -> Figure:
    """Take the median of the turns, each the median of its rounds."""
    ratios = [ratio(turn) for turn in turns]
    middle = median(ratios)
    speed = median(turn["extra_info"]["units"] / turn["stats"]["median"] for turn in turns)
    spread = max(abs(each / middle - 1) for each in ratios)
    return Figure(about(turns[0]["extra_info"]), speed, middle, spread)


def ratio(turn: dict[str, Any]) -> float:
    """Compare each round with the reading of the yardstick before it."""
    info, seconds = turn["extra_info"], turn["stats"]["data"]
    pairs = zip(info["yardstick"], seconds, strict=False)  # one reading more: a last, untimed call
    return float(info["units"] * median(reading / spent for reading, spent in pairs))


def memory(infos: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Take the least peak of each: others hold what the first turn had to compile."""
    peaks: dict[str, list[float]] = defaultdict(list)
    for info in infos:
        if "megabytes" in info:
            peaks[info["what"]].append(info["megabytes"])
    return {what: min(values) for what, values in peaks.items()}


def find(run: Run, **wanted: object) -> Figure | None:
    """Return the one figure of which all this was said, None if it was not measured."""
    found = [
        each
        for each in run.figures
        if all(each.about.get(name) == value for name, value in wanted.items())
    ]
    assert len(found) <= 1, wanted
    return found[0] if found else None
