"""The formats there are, each by its name and the endings of its files."""

import errno
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from gzip import BadGzipFile, GzipFile
from importlib import import_module
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, cast

from fastlow.files import csv, jsonl, npy, text
from fastlow.files.hands import Hands, Results
from fastlow.files.source import PathLike, Source, is_compressed, open_source
from fastlow.whole import written_whole

Writer = Callable[[IO[bytes], Results, int], None]
HANDS = ("cards",)  # the column of hands, unless the caller names others


class Format(NamedTuple):
    """What can be done with files of one kind.

    Attributes
    ----------
    endings : tuple of str
        The ends of their names.
    read : callable, optional
        Reads hands.
    read_columns : callable, optional
        Reads hands from the named columns: one that holds hands, or several that hold a card.
    write : callable, optional
        Writes results.
    seeks : bool
        Writing goes back to the beginning of the file, which a stream and a compressed file forbid.
    """

    endings: tuple[str, ...]
    read: Callable[[Source], Hands] | None = None
    read_columns: Callable[[Source, Sequence[str]], Hands] | None = None
    write: Writer | None = None
    seeks: bool = False


def _of_parquet(function: str) -> Callable[..., Any]:
    """Find a function when it is called: Arrow is an extra, and takes long to import."""

    def call(*arguments: Any) -> Any:
        try:
            module = import_module("fastlow.files.parquet")
        except ModuleNotFoundError as error:
            raise ValueError("Parquet files need pyarrow: install fastlow[arrow]") from error
        return getattr(module, function)(*arguments)

    return call


FORMATS = {
    "text": Format(("", ".txt"), read=text.read, write=text.write),
    "csv": Format((".csv",), read_columns=csv.read, write=csv.write),
    "jsonl": Format((".jsonl", ".ndjson"), write=jsonl.write),
    "npy": Format((".npy",), read=npy.read, write=npy.write, seeks=True),
    "parquet": Format(
        (".parquet", ".pq"),
        read_columns=_of_parquet("read"),
        write=_of_parquet("write"),
        seeks=True,
    ),
}
READABLE = [name for name, form in FORMATS.items() if form.read or form.read_columns]
WRITABLE = [name for name, form in FORMATS.items() if form.write]


def format_of(path: PathLike) -> str:
    """Tell the format of a file by the end of its name, compressed or not.

    Raises
    ------
    ValueError
        If the end of the name is that of no format.

    Examples
    --------
    >>> format_of("hands.csv.gz"), format_of("hands")
    ('csv', 'text')
    """
    ending = Path(os.fspath(path).lower().removesuffix(".gz")).suffix
    for name, form in FORMATS.items():
        if ending in form.endings:
            return name
    raise ValueError(f"{path}: a name that ends in {ending!r} does not say what is in the file")


@contextmanager
def open_hands(
    source: PathLike | BinaryIO,
    *,
    format: str | None = None,  # noqa: A002 - the word that people look for
    columns: Sequence[str] | None = None,
) -> Iterator[Hands]:
    r"""Open a file of hands, to be read block by block in constant memory.

    Parameters
    ----------
    source : path or binary stream
        A file, compressed if its name ends in ``.gz``, or an open stream.
    format : {"text", "csv", "npy", "parquet"}, optional
        By default, what the end of the name says, and text for a stream.
    columns : sequence of str, optional
        Of a file with columns: the one that holds hands (by default ``"cards"``), or the several
        that hold one card each.

    Yields
    ------
    Hands
        Its blocks are read as they are asked for, and can be read once.

    Raises
    ------
    ValueError
        If the file is not of its format, or has no such columns.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> import io
    >>> with open_hands(io.BytesIO(b"7c 5d 4h 3s 2c\n8c 5d 4h 3s 2c\n")) as hands:
    ...     [block.codes.shape for block in hands.blocks]
    [(2, 5)]
    """
    name = _format(source, format, "text")
    with open_source(source) as opened:
        try:
            yield _read(opened, name, columns)
        except (BadGzipFile, EOFError, zlib.error) as error:
            raise ValueError(f"{opened.name} is damaged or cut short: {error}") from error


def _format(path: PathLike | BinaryIO, name: str | None, of_stream: str) -> str:
    if name is None:
        return format_of(path) if isinstance(path, str | os.PathLike) else of_stream
    if name not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {name!r}")
    return name


def _read(source: Source, name: str, columns: Sequence[str] | None) -> Hands:
    form = FORMATS[name]
    if form.read_columns:
        return form.read_columns(source, columns or HANDS)
    if not form.read:
        raise ValueError(f"{source.name}: {name} is written, but not read")
    if columns:
        raise ValueError(f"{source.name} is read as {name}, which has no columns to name")
    return form.read(source)


def write(
    results: Results,
    target: PathLike | BinaryIO,
    *,
    format: str | None = None,  # noqa: A002
    workers: int = 1,
) -> None:
    """Write results; a file takes its name when all of it is written, and else there is none.

    Parameters
    ----------
    results : Results
        What `ranked` gives. Reading, ranking and writing all happen here, block by block.
    target : path or binary stream
        A file, compressed if its name ends in ``.gz``, or an open stream.
    format : {"text", "csv", "jsonl", "npy", "parquet"}, optional
        By default, what the end of the name says, and CSV for a stream.
    workers : int, default 1
        Threads that turn ranks into lines.

    Raises
    ------
    BadHand
        If there is a faulty hand and faults are to stop the run.
    ValueError
        If the format cannot be written so, or the file that is read turns out to be damaged.
    OSError
        If something cannot be read or written.
    """
    name = _format(target, format, "csv")
    form = FORMATS[name]
    if form.write is None:
        raise ValueError(f"{target}: {name} is read, but not written")
    if form.seeks and (not isinstance(target, str | os.PathLike) or is_compressed(target)):
        raise ValueError(f"{name} is written to a file of its own, which is not compressed")
    with _open_target(target) as file:
        form.write(file, results, workers)


@contextmanager
def _open_target(target: PathLike | BinaryIO) -> Iterator[IO[bytes]]:
    if not isinstance(target, str | os.PathLike):
        yield target
        return
    with _open_file(Path(target)) as file:
        if not is_compressed(target):
            yield file
            return
        with GzipFile("", "wb", 6, file, mtime=0) as compressed:  # equal input, equal bytes
            yield cast(IO[bytes], compressed)


@contextmanager
def _open_file(path: Path) -> Iterator[IO[bytes]]:
    """Write a file whole; and a pipe or a device, which cannot be replaced, as it is."""
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
    elif not path.parent.is_dir():  # else the message would name the temporary file
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    else:
        with written_whole(path.resolve()) as file:
            yield file
