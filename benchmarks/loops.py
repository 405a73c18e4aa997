"""Loops such as a user would write around `fastlow.jit`."""

import numpy as np
import numpy.typing as npt
from numba import njit

from fastlow.jit import Lookup, rank5, rank7

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]


@njit(nogil=True)
def rank_fives(cards: Codes, tables: Lookup, out: Ranks) -> None:
    for i in range(out.size):
        hand = cards[i]
        out[i] = rank5(hand[0], hand[1], hand[2], hand[3], hand[4], tables)


@njit(nogil=True)
def rank_sevens(cards: Codes, tables: Lookup, out: Ranks) -> None:
    for i in range(out.size):
        hand = cards[i]
        out[i] = rank7(hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6], tables)


OVER_ROWS = {5: rank_fives, 7: rank_sevens}
