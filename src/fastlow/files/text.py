"""Text: a hand a line, to be read; a table of fixed columns for people, to be written."""

from collections.abc import Callable, Iterator, Sequence
from typing import IO

import numpy as np
import numpy.typing as npt

from fastlow.cards import Cards, parse, parse_lines
from fastlow.files.hands import Block, Column, Fault, Hands, Results, columns_of
from fastlow.files.source import Source
from fastlow.ranks import SIZES

BOM = b"\xef\xbb\xbf"
CHUNK = 1 << 20  # bytes: 70 000 hands, which stay in a second-level cache with what is made of them
LONGEST = 1 << 24


def read(source: Source) -> Hands:
    """Read a hand a line, in any spelling that `fastlow.parse` takes.

    Empty lines and lines that begin with ``#`` are no hands and are passed over, though counted.
    The first line that is a hand of five, six or seven cards says how many every hand has.
    """
    return Hands(source.name, _blocks(source), total=source.total)


def _blocks(source: Source) -> Iterator[Block]:
    size, line = None, 1
    for chunk in whole_lines(source.read, source.name):
        size = size or hand_size(chunk)
        yield _block(chunk, size, line, source.tell())
        line += chunk.count(b"\n")


def whole_lines(read: Callable[[int], bytes], name: str) -> Iterator[bytes]:
    r"""Cut a stream of bytes at line ends, into chunks of about a megabyte; drop a byte order mark.

    Examples
    --------
    >>> import io
    >>> list(whole_lines(io.BytesIO(b"As 2d\nKs Kh").read, "a stream"))
    [b'As 2d\n', b'Ks Kh']
    """
    rest, mark = b"", BOM
    for chunk in iter(lambda: read(CHUNK), b""):
        end = chunk.rfind(b"\n") + 1
        if end:
            yield (rest + chunk[:end]).removeprefix(mark)
            rest, mark = b"", b""
        rest += chunk[end:]
        if len(rest) > LONGEST:
            raise ValueError(f"{name} has a line of more than {LONGEST:,} bytes: it is no text")
    if rest:
        yield rest.removeprefix(mark)


def hand_size(chunk: bytes) -> int | None:
    """Return the number of cards of the first line that is a hand."""
    _, counts = parse_lines(chunk, max(SIZES))
    hands = counts[np.isin(counts, SIZES)]
    return int(hands[0]) if len(hands) else None


def _block(chunk: bytes, size: int | None, line: int, done: int) -> Block:
    codes, counts = parse_lines(chunk, size or min(SIZES))
    places = np.arange(line, line + len(counts))
    bad = counts != size
    if not bad.any():
        return Block(codes, places, {}, done=done)
    return _sifted(codes, places, bad, chunk.split(b"\n"), size, done)


def _sifted(
    codes: Cards,
    places: npt.NDArray[np.int64],
    bad: npt.NDArray[np.bool_],
    lines: Sequence[bytes],
    size: int | None,
    done: int,
) -> Block:
    """Pass over the lines that are empty or comments; word the faults of the others."""
    texts = {i: lines[i].decode(errors="surrogateescape") for i in np.flatnonzero(bad).tolist()}
    kept = np.ones(len(codes), np.bool_)
    kept[[i for i, text in texts.items() if _is_passed_over(text)]] = False
    index = np.cumsum(kept) - 1
    faults = {int(index[i]): fault(text, size) for i, text in texts.items() if kept[i]}
    return Block(codes[kept], places[kept], faults, done=done)


def _is_passed_over(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def fault(text: str, size: int | None) -> Fault:
    """Word what is wrong with a hand, which is to have `size` cards."""
    return Fault(text.strip(), _reason(text, size))


def _reason(text: str, size: int | None) -> str:
    try:
        count = len(parse(text))
    except ValueError as error:
        return str(error)
    return wrong_number(count, size)


def wrong_number(count: int, size: int | None) -> str:
    """Word that a hand has not as many cards as the first one, which has `size`."""
    cards = "1 card" if count == 1 else f"{count or 'no'} cards"
    if count not in SIZES or size is None:
        return f"{cards}, where a hand has 5, 6 or 7"
    return f"{cards}, where the first hand has {size}"


def write(file: IO[bytes], results: Results, workers: int = 1) -> None:
    """Write a table for people, as `aligned` lays it out, block by block."""
    heads = [[name] for name in results.columns]
    for ranked in results.blocks:
        file.write(_encoded(heads, columns_of(results, ranked)))
        file.flush()
        heads = [[] for _ in heads]
    file.write(_encoded(heads, [[] for _ in heads]))  # the names, where there was no block


def _encoded(heads: Sequence[Column], columns: Sequence[Column]) -> bytes:
    both = [[*head, *column] for head, column in zip(heads, columns, strict=True)]
    return aligned(both).encode(errors="surrogateescape")


def aligned(columns: Sequence[Column]) -> str:
    r"""Lay out columns, their heads first, for people: numbers to the right, words to the left.

    Examples
    --------
    >>> aligned([["rank", 1, None], ["cards", "7-5-4-3-2", ""]])
    'rank  cards\n   1  7-5-4-3-2\n   -\n'
    """
    rows = zip(*map(_equally_wide, columns), strict=True)
    return "".join(f"{'  '.join(row).rstrip()}\n" for row in rows)


def _equally_wide(column: Column) -> list[str]:
    cells = ["-" if cell is None else str(cell) for cell in column]
    width = max(map(len, cells), default=0)
    numeric = any(isinstance(cell, int | float) for cell in column)
    return [cell.rjust(width) if numeric else cell.ljust(width) for cell in cells]
