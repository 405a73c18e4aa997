"""Hands become results: block by block, every refusal a fault of one hand."""

from collections.abc import Iterator
from typing import Literal

import numpy as np
import numpy.typing as npt

from fastlow.batches import is_twice, last_code
from fastlow.cards import format as spelled
from fastlow.files.hands import BadHand, Block, Fault, Hands, Ranked, Results, worded
from fastlow.names import name_hand
from fastlow.rankings import get_ranking
from fastlow.ranks import rank
from fastlow.tables import lookup

Rows = npt.NDArray[np.intp]


def ranked(
    hands: Hands,
    ranking: str,
    *,
    qualifier: int | None = None,
    on_error: Literal["stop", "status", "null"] = "stop",
    names: bool = False,
    into: str = "rank",
) -> Results:
    r"""Rank the hands of a file as they are read: 1 is the best hand, equal ranks tie.

    Parameters
    ----------
    hands : Hands
        What `open_hands` yields.
    ranking : {"A-5", "A-6", "2-7", "2-6", "high", "high-wild", "high-bug"}
        As for `fastlow.rank`.
    qualifier : int, optional
        From 5 to 13: a worse low gets `NO_LOW` (65535).
    on_error : {"stop", "status", "null"}
        What a faulty hand does: stop the run; get no rank, and a reason in a column ``status``,
        where the others have ``ok``; or get no rank and no more.
    names : bool
        Whether to add a column ``name``, which spells the hand out.
    into : str
        Name of the column of ranks.

    Returns
    -------
    Results
        Nothing is read yet. Faulty hands have rank 0.

    Raises
    ------
    ValueError
        If an argument is out of range, or the file has a column of the same name already.
    BadHand
        Once the blocks are read, if there is a faulty hand and ``on_error="stop"``.

    Examples
    --------
    >>> import io
    >>> from fastlow.files import open_hands
    >>> with open_hands(io.BytesIO(b"7c 5d 4h 3s 2c\n8c 5d 4h 3s 2c\n")) as hands:
    ...     [block.ranks for block in ranked(hands, "2-7").blocks]
    [array([1, 5], dtype=uint16)]
    """
    lookup(ranking, qualifier)  # refuses what is out of range before any work
    if on_error not in ("stop", "status", "null"):
        raise ValueError(f"on_error must be 'stop', 'status' or 'null', not {on_error!r}")
    status = on_error == "status"
    columns = (*(hands.columns or ("cards",)), into, *["name"] * names, *["status"] * status)
    for i, column in enumerate(columns):
        if column in columns[:i]:
            raise ValueError(f"{hands.name} has a column {column!r} already")
    blocks = _all_ranked(hands, ranking, qualifier, names, stop=on_error == "stop")
    return Results(columns, blocks, names, status)


def _all_ranked(
    hands: Hands, ranking: str, qualifier: int | None, names: bool, stop: bool
) -> Iterator[Ranked]:
    for block in hands.blocks:
        result = _ranked(block, ranking, qualifier, names)
        if result.block.faults and stop:
            raise BadHand(worded(hands.name, result.block, min(result.block.faults)))
        yield result


def _ranked(block: Block, ranking: str, qualifier: int | None, names: bool) -> Ranked:
    good = _good(block)
    try:
        ranks = _ranks(block, good, ranking, qualifier)
    except ValueError:
        block = block._replace(faults=block.faults | _refused(block, good, ranking))
        good = _good(block)
        ranks = _ranks(block, good, ranking, qualifier)
    return Ranked(block, ranks, _names(block, good, ranking, qualifier) if names else None)


def _good(block: Block) -> Rows | slice:
    """Index of the hands without a fault."""
    if not block.faults:
        return slice(None)
    return np.setdiff1d(np.arange(len(block.codes)), list(block.faults))


def _ranks(
    block: Block, good: Rows | slice, ranking: str, qualifier: int | None
) -> npt.NDArray[np.uint16]:
    ranks = np.zeros(len(block.codes), np.uint16)
    ranks[good] = rank(block.codes[good], ranking, qualifier=qualifier)
    return ranks


def _names(
    block: Block, good: Rows | slice, ranking: str, qualifier: int | None
) -> list[str | None]:
    names = np.full(len(block.codes), None, object)
    names[good] = name_hand(block.codes[good], ranking, qualifier=qualifier)
    result: list[str | None] = names.tolist()
    return result


def _refused(block: Block, good: Rows | slice, ranking: str) -> dict[int, Fault]:
    """Find what is no hand to this ranking, and word why."""
    codes = block.codes
    suspect = (codes > last_code(get_ranking(ranking))).any(axis=1) | is_twice(codes)
    rows = np.arange(len(codes))[good]
    return {int(i): _fault(codes[i], ranking) for i in rows[suspect[good]]}


def _fault(hand: npt.NDArray[np.uint8], ranking: str) -> Fault:
    """Ask for the rank of one hand, to hear the reason."""
    try:
        rank(hand, ranking)
    except ValueError as error:
        return Fault(str(spelled(hand)), str(error))
    raise AssertionError(f"{hand} was refused, and now has a rank")
