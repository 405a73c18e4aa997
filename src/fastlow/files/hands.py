"""What flows from file to file: hands in blocks, the faults among them, and their ranks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.cards import Cards
from fastlow.cards import format as spelled
from fastlow.ranks import SIZES

Column = Sequence[object]


class BadHand(ValueError):  # noqa: N818 - it reads as what it is
    """A hand of a file that cannot be ranked; the message names the file, the place and why."""


class Fault(NamedTuple):
    """Something that stands in the place of a hand and is none."""

    text: str
    reason: str


class Block(NamedTuple):
    """Some hands of a file, one after the other.

    Attributes
    ----------
    codes : ndarray of uint8, shape (n, k)
        Their cards; what the row of a faulty one holds means nothing.
    places : ndarray of int64, shape (n,)
        Where each stands: ``f"{unit} {place}"``.
    faults : dict of int to Fault
        The faulty ones, by their index in the block.
    carried : sequence of columns
        The columns of the file as they were read, n values each; none where it has only hands.
    done : int
        Bytes of the file that are read by now.
    unit : str
        What `places` count: lines from 1, rows of an array from 0.
    """

    codes: Cards
    places: npt.NDArray[np.int64]
    faults: dict[int, Fault]
    carried: Sequence[Column] = ()
    done: int = 0
    unit: str = "line"


@dataclass(frozen=True)
class Hands:
    """A file of hands that is being read.

    Attributes
    ----------
    name : str
        What messages call it.
    blocks : iterator of Block
        The hands, read as they are asked for.
    columns : tuple of str
        Names of the columns that its blocks carry.
    total : int or None
        Its size in bytes, where it is known.
    """

    name: str
    blocks: Iterator[Block]
    columns: tuple[str, ...] = ()
    total: int | None = None


class Ranked(NamedTuple):
    """A block and its ranks, 0 for a faulty hand; and what the hands are called, if asked."""

    block: Block
    ranks: npt.NDArray[np.uint16]
    names: Sequence[str | None] | None = None


@dataclass(frozen=True)
class Results:
    """Hands with their ranks, on the way to a file.

    Attributes
    ----------
    columns : tuple of str
        Names of the columns of a row: those carried, or ``"cards"``; the rank; then the name and
        the status, if asked.
    blocks : iterator of Ranked
        The hands, ranked as they are asked for.
    named, status : bool
        Whether a row has a name, and a status.
    """

    columns: tuple[str, ...]
    blocks: Iterator[Ranked]
    named: bool = False
    status: bool = False


def columns_of(results: Results, ranked: Ranked) -> list[Column]:
    """Give the columns of a block as Python values; None is a missing rank or name."""
    block, ranks, names = ranked
    columns: list[Column] = [*block.carried] or [written(block)]
    columns.append([rank or None for rank in ranks.tolist()])
    if names is not None:
        columns.append(names)
    if results.status:
        columns.append(status(block))
    return columns


def written(block: Block) -> list[str]:
    """Write the cards of each hand in one way, and what is none as it was."""
    codes = block.codes.copy()
    codes[list(block.faults)] = 0
    hands = list(spelled(codes))
    for i, fault in block.faults.items():
        hands[i] = fault.text
    return hands


def status(block: Block) -> list[str]:
    """Say of each hand that it is ok, or why not."""
    reasons = ["ok"] * len(block.codes)
    for i, fault in block.faults.items():
        reasons[i] = fault.reason
    return reasons


def worded(name: str, block: Block, i: int) -> str:
    """Word the fault of hand `i` of a block, with the file and the place."""
    return f"{name}, {block.unit} {block.places[i]}: {block.faults[i].reason}"


def picked(names: Sequence[str], columns: Sequence[str], file: str) -> list[int]:
    """Find the columns of hands among all the names: one, or one for each card.

    Examples
    --------
    >>> picked(["player", "cards"], ["cards"], "hands.csv")
    [1]
    """
    twice = [name for i, name in enumerate(names) if name in names[:i]]
    if twice:
        raise ValueError(f"{file} has two columns {twice[0]!r}")
    for column in columns:
        if column not in names:
            raise ValueError(f"{file} has no column {column!r} but {', '.join(map(repr, names))}")
    if len(columns) > 1 and len(columns) not in SIZES:
        raise ValueError(f"a hand has 5, 6 or 7 cards, not the {len(columns)} of the columns named")
    return [names.index(column) for column in columns]
