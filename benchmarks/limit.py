"""The limit: one index read, one lookup, one write; the yardstick of every figure.

No ranking by table can do less. What is measured beside it, in turn, is quoted as a ratio to it:
a ratio holds from machine to machine and from hour to hour where a time does not.
"""

from functools import cache
from time import perf_counter

import numpy as np
import numpy.typing as npt
from numba import njit

Ranks = npt.NDArray[np.uint16]

LOOKUPS = 1_000_000
SLOTS = 6188  # multisets of five ranks: 12 kB
SEED = 1


@njit(nogil=True)
def look_up(index: Ranks, table: Ranks, out: Ranks) -> None:
    """Look up each index."""
    for i in range(index.size):
        out[i] = table[index[i]]


def seconds() -> float:
    """Time a million lookups; return the seconds that one takes."""
    arrays = _arrays()
    start = perf_counter()
    look_up(*arrays)
    return (perf_counter() - start) / LOOKUPS


@cache
def _arrays() -> tuple[Ranks, Ranks, Ranks]:
    """Make random indices, a table and room for what is found, and compile the loop."""
    rng = np.random.default_rng(SEED)
    index = rng.integers(0, SLOTS, LOOKUPS, np.uint16)
    arrays = index, rng.integers(0, 1 << 16, SLOTS, np.uint16), np.empty_like(index)
    look_up(*arrays)
    return arrays
