"""CSV: a column of hands or a column for each card; every other column is carried through."""

import csv
import io
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import IO, Any, BinaryIO

import numpy as np

from fastlow.cards import parse_lines
from fastlow.files.hands import Block, Fault, Hands, Ranked, Results, columns_of, picked
from fastlow.files.lines import digits, is_plain, letters, stitched, write_each
from fastlow.files.source import Source
from fastlow.files.text import fault, hand_size
from fastlow.ranks import SIZES

ROWS = 1 << 14  # in a block
Row = list[str]


def read(source: Source, columns: Sequence[str]) -> Hands:
    """Read a CSV file with a header: a hand a row, in one column, or a card in each of several.

    Empty lines are passed over. The first hand says how many cards every hand has.
    """
    rows = csv.reader(
        _text(source.stream), strict=True
    )  # a quote without an end swallows the rest otherwise
    header = next(rows, None)
    if header is None:
        raise ValueError(f"{source.name} is empty, without even the names of its columns")
    places = picked(header, columns, source.name)
    size = len(columns) if len(columns) > 1 else None
    blocks = _named(_blocks(rows, len(header), places, size, source), rows, source.name)
    return Hands(source.name, blocks, tuple(header), source.total)


def _text(stream: BinaryIO) -> Iterator[str]:
    """Decode line by line; bytes that are no UTF-8 are carried through as they are."""
    mark = "\ufeff"
    for line in stream:
        yield line.decode(errors="surrogateescape").removeprefix(mark)
        mark = ""


def _named(blocks: Iterator[Block], rows: Any, name: str) -> Iterator[Block]:
    try:
        yield from blocks
    except csv.Error as error:
        raise ValueError(f"{name}, line {rows.line_num}: {error}") from error


def _blocks(
    rows: Any, width: int, where: Sequence[int], size: int | None, source: Source
) -> Iterator[Block]:
    numbered = ((rows.line_num, row) for row in rows if row)
    while batch := list(islice(numbered, ROWS)):
        places, table = zip(*batch, strict=True)
        torn = {i: _torn(row, width) for i, row in enumerate(table) if len(row) != width}
        for i in torn:
            table[i][:] = (table[i] + [""] * width)[:width]
        carried = list(zip(*table, strict=True))
        hands = [" ".join(cards) for cards in zip(*(carried[i] for i in where), strict=True)]
        block = "".join(hand.replace("\n", " ") + "\n" for hand in hands).encode(
            errors="surrogateescape"
        )
        size = size or hand_size(block)
        codes, counts = parse_lines(block, size or min(SIZES))
        faults = {int(i): fault(hands[i], size) for i in np.flatnonzero(counts != size)} | torn
        yield Block(codes, np.array(places), faults, carried, source.tell())


def _torn(row: Row, width: int) -> Fault:
    return Fault("", f"{len(row)} columns, where the first line has {width}")


def write(file: IO[bytes], results: Results, workers: int = 1) -> None:
    """Write a CSV file with a header; a missing rank is an empty cell."""
    file.write(_encoded([results.columns]))
    write_each(file, partial(_rows, results), results.blocks, workers)


def _rows(results: Results, ranked: Ranked) -> bytes:
    if not is_plain(ranked):
        return _encoded(zip(*columns_of(results, ranked), strict=True))
    hands, ranks = letters(ranked.block.codes), digits(ranked.ranks)
    return stitched(len(ranks), hands, b",", ranks, b",ok\n" if results.status else b"\n")


def _encoded(rows: Any) -> bytes:
    rows = list(rows)
    text = _written(rows, csv.QUOTE_MINIMAL)
    if "\r" in text:  # in a cell, which Python before 3.13 leaves without quotes
        text = _written(rows, csv.QUOTE_ALL)
    return text.encode(errors="surrogateescape")


def _written(rows: Any, quoting: Any) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=quoting).writerows(rows)
    return text.getvalue()
