"""Put rows of cards into columns, eight hands at a time."""

import numpy as np
import numpy.typing as npt
from numpy import uint64 as u64

from fastlow.kernels.compiled import inline

Codes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]

COLUMNS, ROWS, ONE = 0, 1, 2  # how the cards of an argument lie; ONE serves all hands


@inline
def to_columns(rows: Codes, begin: int, end: int, columns: Codes) -> None:
    """Copy rows `begin` to `end` of (n, k) cards into the columns of a (k, ...) scratch array.

    Eight hands of k cards are k words of 64 bits; each column's word is put together from them by
    constant shifts and masks, five to eight times as fast as byte by byte.
    """
    k = rows.shape[1]
    groups = (end - begin) // 8
    words = rows.reshape(-1)[begin * k : (begin + 8 * groups) * k].view(np.uint64)
    if k == 3:  # a literal count lets the compiler unroll what follows
        words_to_columns(words, 3, groups, columns.view(np.uint64))
    elif k == 4:
        words_to_columns(words, 4, groups, columns.view(np.uint64))
    elif k == 5:
        words_to_columns(words, 5, groups, columns.view(np.uint64))
    elif k == 6:
        words_to_columns(words, 6, groups, columns.view(np.uint64))
    else:
        words_to_columns(words, 7, groups, columns.view(np.uint64))
    for j in range(8 * groups, end - begin):
        for i in range(k):
            columns[i, j] = rows[begin + j, i]


@inline
def words_to_columns(words: Words, k: int, groups: int, columns: Words) -> None:
    for column in range(k):
        target = columns[column]
        for group in range(groups):
            target[group] = column_word(words, group * k, k, column)


@inline
def column_word(words: Words, at: int, k: int, column: int) -> u64:
    """Gather byte `column` of each of the eight hands that begin at word `at`."""
    word = u64(0)
    for hand in range(8):
        byte = hand * k + column
        card = (words[at + (byte >> 3)] >> u64(8 * (byte & 7))) & u64(255)
        word |= card << u64(8 * hand)
    return word
