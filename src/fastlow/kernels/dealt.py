"""Rank hands by the cards dealt to them, where the others are known and suits do not matter.

The known cards make a table over the multisets of those that come: to sort and index the four
cards of a Razz hand that has three is a third of the work on all seven.
"""

import numpy as np
import numpy.typing as npt

from fastlow.kernels.compiled import inline
from fastlow.kernels.index import choose2, choose4, index3, ordered, rank_of, sort3, sort4
from fastlow.kernels.rank import Lookup, index_fives, index_sevens, index_sixes, look_up

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]


@inline
def rank_dealt(cards: Codes, lookup: Lookup, table: Ranks, out: Ranks) -> None:
    """Rank by ``table`` hands to which ``cards`` are dealt, (0 to 7, n), none of seven a joker."""
    if cards.shape[0] == 7:
        index_sevens(cards, None, out)
    elif cards.shape[0] == 6:
        index_sixes(cards, None, out)
    elif cards.shape[0] == 5:
        index_fives(cards, lookup, None, out)
    elif cards.shape[0] > 2:
        index_threes_and_fours(cards, out)
    else:
        index_ones_and_twos(cards, out)
    look_up(table, out)


@inline
def index_ones_and_twos(cards: Codes, out: Ranks) -> None:
    if cards.shape[0] == 0:
        out[:] = 0
    elif cards.shape[0] == 1:
        for j in range(out.size):
            out[j] = rank_of(cards[0, j])
    else:
        for j in range(out.size):
            a, b = ordered(cards[0, j], cards[1, j])
            out[j] = rank_of(a) + choose2(rank_of(b))


@inline
def index_threes_and_fours(cards: Codes, out: Ranks) -> None:
    if cards.shape[0] == 3:
        for j in range(out.size):
            a, b, c = sort3(cards[0, j], cards[1, j], cards[2, j])
            out[j] = index3(rank_of(a), rank_of(b), rank_of(c))
    else:
        for j in range(out.size):
            a, b, c, d = sort4(cards[0, j], cards[1, j], cards[2, j], cards[3, j])
            out[j] = index3(rank_of(a), rank_of(b), rank_of(c)) + choose4(rank_of(d))
