"""Hands read from bytes, a hand a line, without a Python object for any of them."""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.compiled import inline, kernel

UNREADABLE = -1

JOKER = 52  # the first of the two, and the last card code but one
SPACE = 253
TEN = 254
NO_CARD = 255
_T = ord("T")


@kernel
def scan_hands(
    text: npt.NDArray[np.uint8],
    newline: int,
    pairs: npt.NDArray[np.uint8],
    once: np.uint64,
    codes: npt.NDArray[np.uint8],
    counts: npt.NDArray[np.int32],
) -> None:
    """Read each line of ``text`` into a row of ``codes`` and its number of cards into ``counts``.

    The last byte of ``text`` must be a ``newline``. Two bytes mean what ``pairs[first, second]``
    says: a card code, `SPACE` (step one byte), `TEN` (a ``10``: as if it were a ``T``), `NO_CARD`.
    The cards whose bits are set in ``once`` may appear once in a hand. A line that is no hand
    counts `UNREADABLE`; cards beyond the width of ``codes`` are counted and not stored.
    """
    position = 0
    for line in range(len(counts)):
        count, position = scan_hand(text, position, newline, pairs, once, codes[line])
        counts[line] = count
        while text[position] != newline:  # the rest of an unreadable line
            position += 1
        position += 1


@inline
def scan_hand(
    text: npt.NDArray[np.uint8],
    position: int,
    newline: int,
    pairs: npt.NDArray[np.uint8],
    once: np.uint64,
    codes: npt.NDArray[np.uint8],
) -> tuple[int, int]:
    """Read cards up to the newline or the first fault: their number, and where that is."""
    count = 0
    seen = np.uint64(0)
    while text[position] != newline:
        code = pairs[text[position], text[position + 1]]
        if code == SPACE:
            position += 1
            continue
        if code == TEN:
            position += 1
            code = pairs[_T, text[position + 1]]
        if code == JOKER:
            code = np.uint8(code + ((seen >> np.uint64(JOKER)) & np.uint64(1)))
        if code > JOKER + 1 or (seen >> code) & np.uint64(1):
            return UNREADABLE, position
        seen |= (np.uint64(1) << code) & once
        if count < len(codes):
            codes[count] = code
        count += 1
        position += 2
    return count, position
