"""Put rows of cards into columns."""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.compiled import inline

Codes = npt.NDArray[np.uint8]
Size = tuple[None, ...]
"""As long as a hand has cards: Numba compiles a kernel for each length, and only what it needs."""

COLUMNS, ROWS, ONE = 0, 1, 2  # how the cards of an argument lie; ONE serves all hands


@inline
def to_columns(rows: Codes, begin: int, end: int, size: Size, columns: Codes) -> None:
    """Copy rows `begin` to `end` of (n, k) cards into the columns of a (k, ...) scratch array."""
    flat = rows.reshape(-1)[begin * len(size) : end * len(size)]
    take_apart(flat, size, end - begin, columns)


@inline
def take_apart(flat: Codes, size: Size, n: int, columns: Codes) -> None:
    """Give each card of a row to its column.

    All columns in one loop and the rows in one dimension: so the compiler sees a stride, loads
    whole vectors and permutes their bytes, ten times as fast as it copies byte by byte.
    """
    for j in range(n):
        for i in range(len(size)):
            columns[i, j] = flat[j * len(size) + i]
