"""Scratch arrays that begin with a cache line.

A vector of 64 bytes that crosses a line costs two accesses; loops of little else, as those that
deal, take a third more time on arrays that begin just anywhere.
"""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.compiled import inline

LINE = 64


@inline
def empty_bytes(rows: int, columns: int) -> npt.NDArray[np.uint8]:
    return line_of_bytes(rows * columns).reshape(rows, columns)


@inline
def empty_shorts(rows: int, columns: int) -> npt.NDArray[np.uint16]:
    return line_of_bytes(2 * rows * columns).view(np.uint16).reshape(rows, columns)


@inline
def empty_words(rows: int, columns: int) -> npt.NDArray[np.uint64]:
    return line_of_bytes(8 * rows * columns).view(np.uint64).reshape(rows, columns)


@inline
def line_of_bytes(size: int) -> npt.NDArray[np.uint8]:
    room = np.empty(size + LINE, np.uint8)
    start = LINE - room.ctypes.data % LINE
    return room[start : start + size]
