"""Strategies kept between runs, in the user's cache directory."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path

import numpy as np
import platformdirs

from fastlow import kernels
from fastlow.draws import orbits, strategy
from fastlow.draws.strategy import MOST_DRAWS, Progress, Strategy, check, solve
from fastlow.rankings import RANKINGS
from fastlow.tables import load
from fastlow.whole import written_whole

FORMAT = 1
JOKERS = (0, 1)  # of the decks that are built beforehand


def get_strategy(
    ranking: str, draws: int, *, jokers: int = 0, progress: Progress | None = None
) -> Strategy:
    """Return what ``solve(ranking, draws, jokers=jokers)`` does, from memory or a file if it can.

    The first call builds the strategy and keeps it in `folder`, in a file of 2 to 6 MB. A file
    that is damaged, or was made from other tables or by another version of the code, is built
    anew. Where nothing can be written, every process builds its own.

    Parameters
    ----------
    ranking : {"A-5", "A-6", "2-7", "2-6"}
        Name of a low ranking.
    draws : int
        From 1 to 3.
    jokers : int
        Jokers in the deck: 0, 1 or 2.
    progress : callable, optional
        Called while building, as by `solve`.

    Returns
    -------
    Strategy
        The same object each time in one process.

    Raises
    ------
    ValueError
        As `solve` does.

    Examples
    --------
    >>> get_strategy("2-7", 3)
    <Strategy 2-7, 3 draws, 52 cards>
    """
    check(ranking, draws, jokers)
    key = (ranking, draws, jokers)
    if key not in _loaded:
        _loaded[key] = _read(*key) or _build(*key, progress)
    return _loaded[key]


def build_strategies(progress: Callable[[int, int], object] | None = None) -> None:
    """Build and keep the strategies of all games: 24 of them, in about 15 s on one core.

    These are the four low rankings with one to three draws, from 52 and from 53 cards. One that
    is there and not stale is left alone.

    Parameters
    ----------
    progress : callable, optional
        Called after each of them with how many there are, and how many there will be.
    """
    rankings = [name for name, law in RANKINGS.items() if law.low]
    keys = list(product(rankings, range(1, MOST_DRAWS + 1), JOKERS))
    for done, (ranking, draws, jokers) in enumerate(keys, start=1):
        get_strategy(ranking, draws, jokers=jokers)
        if progress:
            progress(done, len(keys))


def folder() -> Path:
    """Return where strategies are kept; `platformdirs` knows the place on each system."""
    return platformdirs.user_cache_path("fastlow", appauthor=False) / "draws"


# A file is a line of JSON, and the arrays behind it.

_loaded: dict[tuple[str, int, int], Strategy] = {}


def _path(ranking: str, draws: int, jokers: int) -> Path:
    return folder() / f"{ranking}-{draws}-{52 + jokers}.strategy"


def _build(ranking: str, draws: int, jokers: int, progress: Progress | None) -> Strategy:
    built = solve(ranking, draws, jokers=jokers, progress=progress)
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with written_whole(_path(ranking, draws, jokers)) as file:
            file.write(_written(built))
    except OSError:
        pass  # nowhere to keep it: the next process builds it again
    return built


def _written(built: Strategy) -> bytes:
    content = built.ways.tobytes() + built.worth.astype("<f8").tobytes()
    head = {
        "format": FORMAT,
        "made_from": _made_from(built.ranking),
        "sha256": sha256(content).hexdigest(),
        "rounds": built.rounds,
        "cycle": built.cycle,
        "residual": built.residual,
    }
    return json.dumps(head).encode() + b"\n" + content


def _read(ranking: str, draws: int, jokers: int) -> Strategy | None:
    """Read a strategy; None if there is no such file, or it is damaged or stale."""
    try:
        head, _, content = _path(ranking, draws, jokers).read_bytes().partition(b"\n")
        said = json.loads(head)
        fresh = (said["format"], said["made_from"]) == (FORMAT, _made_from(ranking))
        if not fresh or said["sha256"] != sha256(content).hexdigest():
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    arrays = _arrays(content, draws + 1)
    return Strategy(
        ranking, draws, jokers, *arrays, said["rounds"], said["cycle"], said["residual"]
    )


def _arrays(content: bytes, rows: int) -> tuple[strategy.Codes, strategy.Floats]:
    n = len(content) // 9  # a byte and eight for each
    ways = np.frombuffer(content, np.uint8, n).reshape(rows, -1)
    worth = np.frombuffer(content, "<f8", n, offset=n).reshape(rows, -1)
    return ways, worth.astype(np.float64)


@cache
def _made_from(ranking: str) -> str:
    """Digest of all that decides what a strategy is: the code that finds it, the table of ranks."""
    sources = [Path(orbits.__file__), Path(strategy.__file__)]
    sources.append(Path(kernels.__path__[0]) / "draws.py")
    content = b"".join(source.read_bytes() for source in sources)
    return sha256(content + load(ranking, "five").tobytes()).hexdigest()
