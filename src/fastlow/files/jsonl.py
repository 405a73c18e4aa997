"""JSON lines: an object a hand."""

import json
from functools import partial
from typing import IO

from fastlow.files.hands import Ranked, Results, columns_of
from fastlow.files.lines import digits, is_plain, letters, stitched, write_each


def write(file: IO[bytes], results: Results, workers: int = 1) -> None:
    """Write a JSON object a line; a missing rank is null."""
    write_each(file, partial(_objects, results), results.blocks, workers)


def _objects(results: Results, ranked: Ranked) -> bytes:
    if is_plain(ranked):
        return _plain(results, ranked)
    rows = zip(*columns_of(results, ranked), strict=True)
    objects = (
        json.dumps(dict(zip(results.columns, row, strict=True)), default=str) for row in rows
    )
    return "".join(f"{line}\n" for line in objects).encode()


def _plain(results: Results, ranked: Ranked) -> bytes:
    hand, rank, *status = (json.dumps(column).encode() for column in results.columns)
    end = b", " + status[0] + b': "ok"}\n' if status else b"}\n"
    return stitched(
        len(ranked.ranks),
        b"{" + hand + b': "',
        letters(ranked.block.codes),
        b'", ' + rank + b": ",
        digits(ranked.ranks),
        end,
    )
