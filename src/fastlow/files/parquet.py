"""Parquet: hands as strings, as lists of codes, or a card in each of several columns.

Every other column is carried through with its type. A file is read row group by row group and in
batches, and written in row groups of 64 MB at most, so that none of them need fit into memory.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from fastlow.cards import Cards, parse_lines
from fastlow.files.hands import (
    Block,
    Column,
    Fault,
    Hands,
    Ranked,
    Results,
    picked,
    status,
    written,
)
from fastlow.files.npy import coded
from fastlow.files.source import Source
from fastlow.files.text import fault, hand_size, wrong_number
from fastlow.frames.arrow import is_list, is_text
from fastlow.kernels.text import NO_CARD
from fastlow.ranks import SIZES

ROWS = 1 << 16  # in a batch
GROUP = 1 << 26  # bytes in a row group that is written
MISSING = Fault("", "there is no value")
ABSENT = np.iinfo(np.int64).min  # in the place of a code that has no value

Rows = npt.NDArray[Any]
Coded = tuple[Cards, dict[int, Fault], int | None]
"""Codes, faults, and the number of cards of a hand if any is known."""
Reader = Callable[[Sequence[Any], int | None], Coded]


class Carried(Sequence[object]):
    """A column as Arrow has it; who iterates over it gets Python values."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, i: Any) -> Any:
        return self.array[i].as_py()

    def __iter__(self) -> Iterator[object]:
        return iter(self.array.to_pylist())


# Reading.


def read(source: Source, columns: Sequence[str]) -> Hands:
    """Read a Parquet file: a hand a row, in one column, or a card in each of several.

    One column holds strings or lists of card codes, several hold strings or codes. The first hand
    says how many cards every hand has.
    """
    with _named(source.name):
        file = pq.ParquetFile(_seekable(source))
    schema = file.schema_arrow
    where = picked(schema.names, columns, source.name)
    reader = _reader([schema.field(i) for i in where], source.name)
    blocks = _blocks(file, where, reader, source)
    return Hands(source.name, blocks, tuple(schema.names), source.total)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Name the file that turns out to be damaged."""
    try:
        yield
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ValueError(f"{name} is no Parquet file that can be read: {error}") from error


def _seekable(source: Source) -> Any:
    if source.path is not None:
        return source.path
    if source.total is not None or not source.stream.seekable():
        raise ValueError(f"{source.name}: Parquet is read from a file that is not compressed again")
    return source.stream


def _reader(fields: Sequence[Any], name: str) -> Reader:
    """Choose how hands are read by the types of their columns; refuse what holds none."""
    kinds = [_value_type(field.type) for field in fields]
    if all(map(is_text, kinds)):
        return _of_texts
    if len(kinds) > 1 and all(map(pa.types.is_integer, kinds)):
        return _of_numbers
    if len(kinds) == 1 and is_list(kinds[0]) and pa.types.is_integer(kinds[0].value_type):
        return _of_lists
    what = "strings or lists of integers" if len(kinds) == 1 else "strings, or all of integers"
    have = ", ".join(f"{field.name!r} of {field.type}" for field in fields)
    raise ValueError(f"{name}: hands are read from columns of {what}, not from {have}")


def _value_type(kind: Any) -> Any:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _blocks(file: Any, where: Sequence[int], reader: Reader, source: Source) -> Iterator[Block]:
    size = len(where) if len(where) > 1 else None
    rows, total = 0, source.total or 0
    for group, start, batch in _batches(file, source.name):
        codes, faults, size = reader([batch.column(i) for i in where], size)
        rows += len(codes)
        yield Block(
            codes,
            np.arange(start, start + len(codes)),
            faults,
            [Carried(column) for column in batch.columns],
            total * rows // max(file.metadata.num_rows, 1),
            f"row group {group}, row",
        )


def _batches(file: Any, name: str) -> Iterator[tuple[int, int, Any]]:
    """Yield batches with their row groups and first rows there; of no rows, an empty batch."""
    if not file.metadata.num_rows:
        yield 0, 0, pa.RecordBatch.from_pylist([], file.schema_arrow)
    for group in range(file.num_row_groups):
        start = 0
        with _named(name):
            for batch in file.iter_batches(ROWS, row_groups=[group]):
                yield group, start, batch
                start += len(batch)


# From columns to codes. The first hand of a whole number of cards says the size of all.


def _of_texts(columns: Sequence[Any], size: int | None) -> Coded:
    texts = [column.cast(pa.string()) for column in columns]
    hands = texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, " ")
    lines = _lines(hands)
    size = size or hand_size(lines)
    codes, counts = parse_lines(lines, size or min(SIZES))
    faults = {i: _fault(hands[i], size) for i in np.flatnonzero(counts != size).tolist()}
    return codes, faults, size


def _lines(hands: Any) -> bytes:
    """Write hands as text, one a line."""
    on_one_line = pc.replace_substring(hands.fill_null(""), "\n", " ")
    ends = pa.array([0, len(hands)], pa.int32())
    joined = pc.binary_join(pa.ListArray.from_arrays(ends, on_one_line), "\n")[0]
    return bytes(joined.as_buffer().to_pybytes()) + b"\n" * bool(len(hands))


def _fault(hand: Any, size: int | None) -> Fault:
    if not hand.is_valid:
        return MISSING
    return fault(hand.as_buffer().to_pybytes().decode(errors="surrogateescape"), size)


def _of_numbers(columns: Sequence[Any], size: int | None) -> Coded:
    rows = np.column_stack([_numbers(column) for column in columns])
    return *_of_rows(rows), size


def _of_lists(columns: Sequence[Any], size: int | None) -> Coded:
    (column,) = columns
    lengths = np.asarray(pc.list_value_length(column).fill_null(-1))
    size = size or next((int(length) for length in lengths if length in SIZES), None)
    whole = lengths == size
    if whole.all() and size:
        return *_of_rows(_numbers(pc.list_flatten(column)).reshape(-1, size)), size
    width = size or min(SIZES)
    codes = np.full((len(lengths), width), NO_CARD, np.uint8)
    flat = _numbers(pc.list_flatten(column.filter(pa.array(whole))))
    codes[whole], of_whole = _of_rows(flat.reshape(-1, width))
    places = np.flatnonzero(whole)
    faults = {int(places[i]): fault for i, fault in of_whole.items()}
    faults |= {i: _wrong(column[i].as_py(), size) for i in np.flatnonzero(~whole).tolist()}
    return codes, faults, size


def _wrong(hand: list[int] | None, size: int | None) -> Fault:
    if hand is None:
        return MISSING
    return Fault(" ".join(map(str, hand)), wrong_number(len(hand), size))


def _numbers(column: Any) -> Rows:
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if column.null_count:
        column = column.cast(pa.int64()).fill_null(ABSENT)
    return np.asarray(column)


def _of_rows(rows: Rows) -> tuple[Cards, dict[int, Fault]]:
    codes, faults = coded(rows)
    for i in faults:
        if (rows[i] == ABSENT).any():
            faults[i] = MISSING
    return codes, faults


# Writing.


def write(file: IO[bytes], results: Results, workers: int = 1) -> None:
    """Write a Parquet file: what was carried, with its types, and `uint16` ranks; null is none."""
    groups = _groups(results)
    first = next(groups, None)
    schema = _schema(results) if first is None else first.schema
    with pq.ParquetWriter(file, schema) as writer:
        for group in groups if first is None else chain([first], groups):
            writer.write_table(group, row_group_size=len(group) or None)


def _groups(results: Results) -> Iterator[Any]:
    """Gather blocks into row groups: those of the file that is read, or parts of `GROUP` bytes."""
    gathered: list[Any] = []
    unit, size = "", 0
    for ranked in results.blocks:
        batch = _batch(results, ranked)
        if gathered and (ranked.block.unit != unit or size + batch.nbytes > GROUP):
            yield pa.Table.from_batches(gathered)
            gathered, size = [], 0
        gathered.append(batch)
        unit, size = ranked.block.unit, size + batch.nbytes
    if gathered:
        yield pa.Table.from_batches(gathered)


def _schema(results: Results) -> Any:
    """Name the columns where there is no row, and so no type of what is carried."""
    types = [pa.string()] * len(results.columns)
    types[-1 - results.named - results.status] = pa.uint16()
    return pa.schema(zip(results.columns, types, strict=True))


def _batch(results: Results, ranked: Ranked) -> Any:
    block, ranks, names = ranked
    columns = [_array(column) for column in block.carried or [written(block)]]
    columns.append(pa.array(ranks, mask=ranks == 0))
    if names is not None:
        columns.append(pa.array(names, pa.string()))
    if results.status:
        columns.append(pa.array(status(block), pa.string()))
    return pa.RecordBatch.from_arrays(columns, names=list(results.columns))


def _array(column: Column) -> Any:
    return column.array if isinstance(column, Carried) else pa.array(column, pa.string())
