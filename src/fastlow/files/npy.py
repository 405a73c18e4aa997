"""NumPy's own files: hands of integers, memory-mapped, in; ranks out. Nothing is ever unpickled."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from fastlow.cards import Cards, as_codes
from fastlow.files.hands import Block, Fault, Hands, Results
from fastlow.files.source import Source
from fastlow.kernels.text import NO_CARD
from fastlow.ranks import SIZES

ROWS = 1 << 17  # in a block
RANK = np.dtype("<u2")

Array = npt.NDArray[Any]


def read(source: Source) -> Hands:
    """Read an array of integers, shape (n, k), with k of 5, 6 or 7: card codes, a hand a row.

    A file is mapped into memory; a compressed one or a stream is read from front to back.
    """
    try:
        shape, slices = _mapped(source.path) if source.path else _streamed(source)
    except ValueError as error:
        raise ValueError(f"{source.name} is no .npy file of hands: {error}") from error
    return Hands(source.name, _blocks(slices, shape[0], source.total or 0), total=source.total)


def _mapped(path: Path) -> tuple[tuple[int, ...], Iterator[Array]]:
    array = np.load(path, mmap_mode="r", allow_pickle=False)
    if not isinstance(array, np.ndarray):
        raise ValueError("it is an archive")
    _check(array.shape, array.dtype)
    return array.shape, (array[i : i + ROWS] for i in range(0, len(array), ROWS))


def _streamed(source: Source) -> tuple[tuple[int, ...], Iterator[Array]]:
    version = npy.read_magic(source.stream)
    header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, by_column, dtype = header(source.stream)
    _check(shape, dtype)
    if by_column:
        raise ValueError("its columns come one after the other, which only a plain file can have")
    return shape, _slices(source, shape, dtype)


def _slices(source: Source, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Iterator[Array]:
    for start in range(0, shape[0], ROWS):
        rows = min(ROWS, shape[0] - start)
        content = source.stream.read(rows * shape[1] * dtype.itemsize)
        if len(content) != rows * shape[1] * dtype.itemsize:
            raise ValueError(f"{source.name} ends too early: it should have {shape[0]} rows")
        yield np.frombuffer(content, dtype).reshape(rows, shape[1])
    if source.stream.read(1):  # this also has the checksum of a compressed file looked at
        raise ValueError(f"{source.name} goes on after its {shape[0]} rows")


def _check(shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    if dtype.kind not in "iu":
        raise ValueError(f"cards must be integers, not {dtype}")
    if len(shape) != 2 or shape[1] not in SIZES:
        raise ValueError(f"its shape must be (hands, 5), (hands, 6) or (hands, 7), not {shape}")


def _blocks(slices: Iterator[Array], n: int, total: int) -> Iterator[Block]:
    start = 0
    for rows in slices:
        stop = start + len(rows)
        yield _block(rows, start, total * stop // n)
        start = stop


def _block(rows: Array, start: int, done: int) -> Block:
    codes, faults = coded(rows)
    return Block(codes, np.arange(start, start + len(rows)), faults, done=done, unit="row")


def coded(rows: Array) -> tuple[Cards, dict[int, Fault]]:
    """Take integers, shape (n, k), for card codes; word the fault of each row that has others."""
    no_card = (rows < 0) | (rows > 53)
    codes = np.where(no_card, NO_CARD, rows).astype(np.uint8)
    faults = {int(i): _fault(rows[i]) for i in np.flatnonzero(no_card.any(axis=1))}
    return codes, faults


def _fault(row: Array) -> Fault:
    text = " ".join(map(str, row.tolist()))
    try:
        as_codes(row)
    except ValueError as error:
        return Fault(text, str(error))
    raise AssertionError(text)


def write(file: IO[bytes], results: Results, workers: int = 1) -> None:
    """Write the ranks alone, `uint16`, 0 for a faulty hand; their number is filled in at the end.

    NumPy leaves room in its headers for any number, so that the header keeps its length.
    """
    if results.named:
        raise ValueError("a .npy file holds ranks alone: it has no place for names")
    _write_header(file, 0)
    n = 0
    for _, ranks, _ in results.blocks:
        file.write(ranks.astype(RANK, copy=False).tobytes())
        n += len(ranks)
    file.seek(0)
    _write_header(file, n)


def _write_header(file: IO[bytes], n: int) -> None:
    header = {"descr": RANK.str, "fortran_order": False, "shape": (n,)}
    npy.write_array_header_1_0(file, header)
