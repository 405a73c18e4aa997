"""Where the tables lie, and how each is loaded: once, checked against the manifest, read-only."""

import hashlib
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fastlow.kernels.rank import Lookup
from fastlow.rankings import CATEGORIES, NO_LOW, Ranking, get_ranking

Table = npt.NDArray[Any]


class TableError(RuntimeError):
    """A table of this installation is missing or damaged."""


@cache
def load(ranking: str, what: str) -> Table:
    """Return one table, read-only; the first call reads it and compares it with the manifest.

    Parameters
    ----------
    ranking : str
        Name of a ranking.
    what : {"five", "six", "seven", "classes", "unpaired", "flush"}
        Which of its tables; the README beside the files says what each holds.

    Raises
    ------
    TableError
        If the file is missing or is not the one the manifest describes.

    Examples
    --------
    >>> load("2-7", "classes").shape
    (7462, 6)
    """
    name = f"{ranking}-{what}.npy"
    content = _read(_folder() / name)
    expected = _manifest().get(name, {})
    if hashlib.sha256(content).hexdigest() != expected.get("sha256"):
        raise TableError(f"table {name} in {_folder()} is damaged; reinstall fastlow")
    table: Table = np.load(io.BytesIO(content), allow_pickle=False)
    if [*table.shape] != expected["shape"] or table.dtype.str != expected["dtype"]:
        raise TableError(f"table {name} in {_folder()} has another shape or type than its manifest")
    return _frozen(table.astype(table.dtype.newbyteorder("="), copy=False))


def lookup(ranking: str, qualifier: int | None = None) -> Lookup:
    """Return the tables of a ranking as kernels take them, misses of `qualifier` as `NO_LOW`.

    Examples
    --------
    >>> int(lookup("A-5", qualifier=8).five.min())
    1
    """
    law = get_ranking(ranking)
    if qualifier is not None and not isinstance(qualifier, int | np.integer):
        raise TypeError(f"qualifier must be an integer of 5 to 13 or None, not {qualifier!r}")
    return _lookup(law, qualifier)


@cache
def _lookup(law: Ranking, qualifier: int | None) -> Lookup:
    ranking, worst = law.name, qualifying(law, qualifier)
    return Lookup(
        five=_clipped(load(ranking, "five"), worst),
        six=_clipped(load(ranking, "six"), worst),
        seven=_clipped(load(ranking, "seven"), worst),
        unpaired=load(ranking, "unpaired") if law.flushes == "bad" else None,
        flush=load(ranking, "flush") if law.flushes == "good" else None,
    )


def qualifying(ranking: Ranking, qualifier: int | None) -> int | None:
    """Return the worst rank with five different ranks none above `qualifier`; None for no limit.

    The classes without a pair come first and in the order of their highest card, so that one rank
    divides them: 56 for 8-or-better, 126 for 9-or-better in A-5.

    Raises
    ------
    ValueError
        If `qualifier` is not from 5 to 13, or the ranking is a high one.

    Examples
    --------
    >>> [qualifying(get_ranking("A-5"), top) for top in (7, 8, 9)]
    [21, 56, 126]
    """
    if qualifier is None:
        return None
    if not ranking.low:
        raise ValueError(f"ranking {ranking.name!r} is a high one and takes no qualifier")
    if not 5 <= qualifier <= 13:
        raise ValueError(f"qualifier must be 5 to 13, not {qualifier}")
    category, top = load(ranking.name, "classes")[:, :2].T.astype(int)
    return int(np.sum((category == CATEGORIES.index("high card")) & (top + 2 <= qualifier)))


def _clipped(table: Table, worst: int | None) -> Table:
    if worst is None:
        return table
    return _frozen(np.where(table <= worst, table, np.uint16(NO_LOW)))


def _frozen(table: Table) -> Table:
    table.flags.writeable = False
    return table


@cache
def _manifest() -> dict[str, Any]:
    content = _read(_folder() / "manifest.json")
    try:
        manifest: dict[str, Any] = json.loads(content)
    except ValueError as error:
        raise TableError(f"manifest.json in {_folder()} is damaged; reinstall fastlow") from error
    return manifest


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TableError(f"table {path.name} is missing: {error}") from error


@cache
def _folder() -> Path:
    """Find the tables inside the installed package, and otherwise in the checkout around it."""
    package = Path(__file__).parent
    installed = package / "tables"
    return installed if installed.is_dir() else package.parents[1] / "tables"
