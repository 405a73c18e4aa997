"""The one hash: a minimal perfect index of rank multisets, in colexicographic order.

Write a multiset of ``k`` ranks in ascending order, r0 <= r1 <= ... (2 = 0 ... A = 12, joker = 13).
Then ``index = sum over i of C(r_i + i, i + 1)`` numbers the multisets from 0 without a gap (the
combinatorial number system; Knuth, The Art of Computer Programming 4A, section 7.2.1.3). The
highest rank decides first, so that the multisets without a joker are a prefix of those with.
"""

from math import comb

import numpy as np
import numpy.typing as npt

N_RANKS = 13
JOKER = 13


def size(cards: int, ranks: int = N_RANKS) -> int:
    """Count the multisets of ``cards`` ranks out of ``ranks``.

    Examples
    --------
    >>> size(5), size(7), size(5, ranks=14)
    (6188, 50388, 8568)
    """
    return comb(ranks + cards - 1, cards)


def index(ranks: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Index multisets of ranks, each in ascending order along the last axis.

    Examples
    --------
    >>> index([[0, 0, 0, 0, 0], [12, 12, 12, 12, 12]]).tolist()
    [0, 6187]
    """
    ranks = np.asarray(ranks)
    k = np.arange(ranks.shape[-1])
    numbers: npt.NDArray[np.int64] = BINOMIALS[ranks + k, k + 1].sum(axis=-1)
    return numbers


def all_multisets(cards: int, ranks: int = N_RANKS) -> npt.NDArray[np.uint8]:
    """List every multiset, shape (size, cards), ascending along the rows, in the order of `index`.

    Those with a highest rank r follow each other, and without that card they are the first of the
    multisets of one card less.

    Examples
    --------
    >>> all_multisets(2, ranks=3).tolist()
    [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]
    """
    if cards == 0:
        return np.empty((1, 0), np.uint8)
    fewer = all_multisets(cards - 1, ranks)
    lower = [fewer[: size(cards - 1, top + 1)] for top in range(ranks)]
    tops = np.repeat(np.arange(ranks, dtype=np.uint8), [len(rows) for rows in lower])
    return np.column_stack([np.concatenate(lower), tops])


BINOMIALS = np.array([[comb(n, k) for k in range(9)] for n in range(24)], np.int64)
