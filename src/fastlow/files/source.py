"""A file or stream to read from, compressed or not, and how far it has been read."""

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Source:
    """Bytes to read.

    Attributes
    ----------
    name : str
        What messages call it.
    read : callable
        ``read(n)`` gives up to n bytes: as many as there are in a file, and from a pipe what has
        arrived by now.
    stream : file object
        The same bytes, for those who need more than `read`.
    path : Path or None
        The file itself, where it holds these bytes as they are and can be mapped.
    total : int or None
        Its size in bytes, where it is known; of a compressed file, its own.
    tell : callable
        How many of these have been read.
    """

    name: str
    read: Callable[[int], bytes]
    stream: BinaryIO
    path: Path | None = None
    total: int | None = None
    tell: Callable[[], int] = int


@contextmanager
def open_source(source: PathLike | BinaryIO) -> Iterator[Source]:
    """Open a file, or take a binary stream such as ``sys.stdin.buffer`` as it is."""
    if not isinstance(source, str | os.PathLike):
        yield Source(str(getattr(source, "name", "<stream>")), _ready(source), source)
        return
    with Path(source).open("rb") as raw:
        compressed = is_compressed(source)
        stream = cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if compressed else raw
        size = os.fstat(raw.fileno()).st_size  # 0 for a pipe
        yield Source(
            os.fspath(source),
            read=stream.read if size else _ready(stream),
            stream=stream,
            path=Path(source) if size and not compressed else None,
            total=size or None,
            tell=raw.tell if size else int,
        )


def is_compressed(path: PathLike) -> bool:
    """Whether a name says that its file is compressed.

    Examples
    --------
    >>> is_compressed("hands.csv.gz"), is_compressed("hands.csv")
    (True, False)
    """
    return os.fspath(path).lower().endswith(".gz")


def _ready(stream: BinaryIO) -> Callable[[int], bytes]:
    """Find the method that does not wait for more than has arrived."""
    return cast(Callable[[int], bytes], getattr(stream, "read1", stream.read))
