"""Hands drawn out of ranges: whether they clash, and their cards."""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.compiled import kernel

Codes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]


@kernel
def mark_clashes(masks: Words, rows: Rows, taken: Words, clash: npt.NDArray[np.bool_]) -> None:
    """Add the hands at ``rows`` of a range to what is ``taken`` in each deal; mark what was."""
    for j in range(rows.size):
        mask = masks[rows[j]]
        clash[j] |= (taken[j] & mask) != 0
        taken[j] |= mask


@kernel
def copy_hands(combos: Codes, rows: Rows, hands: Codes) -> None:
    """Copy the columns at ``rows`` of ``combos``, (cards, n), into ``hands``, (cards, deals)."""
    for i in range(combos.shape[0]):
        for j in range(rows.size):
            hands[i, j] = combos[i, rows[j]]


@kernel
def drop_clashes(clash: npt.NDArray[np.bool_], rows: Rows) -> int:
    """Move the columns of ``rows``, (players, n), that are not marked to the front; count them."""
    n = 0
    for j in range(clash.size):
        for i in range(rows.shape[0]):
            rows[i, n] = rows[i, j]
        n += int(not clash[j])
    return n
