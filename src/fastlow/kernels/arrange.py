"""Put rows of cards into columns."""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.compiled import inline

Codes = npt.NDArray[np.uint8]

COLUMNS, ROWS, ONE = 0, 1, 2  # how the cards of an argument lie; ONE serves all hands


@inline
def to_columns(rows: Codes, begin: int, end: int, columns: Codes) -> None:
    """Copy rows `begin` to `end` of (n, k) cards into the columns of a (k, ...) scratch array."""
    k = rows.shape[1]
    flat = rows.reshape(-1)[begin * k : end * k]
    if k == 3:  # a literal count lets the compiler unroll what follows
        take_apart(flat, 3, end - begin, columns)
    elif k == 4:
        take_apart(flat, 4, end - begin, columns)
    elif k == 5:
        take_apart(flat, 5, end - begin, columns)
    elif k == 6:
        take_apart(flat, 6, end - begin, columns)
    else:
        take_apart(flat, 7, end - begin, columns)


@inline
def take_apart(flat: Codes, k: int, n: int, columns: Codes) -> None:
    """Give each of `k` cards in turn to its column.

    All columns in one loop and the rows in one dimension: so the compiler sees a stride, loads
    whole vectors and permutes their bytes, ten times as fast as it copies byte by byte.
    """
    for j in range(n):
        for i in range(k):
            columns[i, j] = flat[j * k + i]
