"""Files that appear whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes its name only when the block ends without an error.

    Until then it lies beside its destination under a temporary name; an error, an interrupt
    included, removes it.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "ranks"
    >>> with written_whole(path) as file:
    ...     _ = file.write(b"1 2 3")
    ...     path.exists()
    False
    >>> path.read_bytes()
    b'1 2 3'
    """
    path = Path(path)
    file = NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False)  # noqa: SIM115 - closed below, before it is renamed
    try:
        with file:
            yield file
        Path(file.name).chmod(0o666 & ~_umask())
        Path(file.name).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(file.name).unlink()
        raise


def _umask() -> int:
    """Read the process's mask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
