"""Sets of cards as masks: bit ``code`` of each, in ascending order, every set once."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

import numpy as np
import numpy.typing as npt

from fastlow.cards import JOKERS, N_CARDS, Cards
from fastlow.cards import format as write

Masks = npt.NDArray[np.uint64]
ONE = np.uint64(1)
LIMIT = 3_000_000
"""The most combinations that a range may list: some 100 MB of them."""


def product(allowed: Sequence[int]) -> Masks:
    """List the sets of different cards, one from each mask; the smallest masks come first."""
    found = np.zeros(1, np.uint64)
    for cards, mask in enumerate(sorted(allowed, key=int.bit_count), 1):
        found = with_one_of(found, mask, cards)
    return found


def with_one_of(sets: Masks, mask: int, cards: int) -> Masks:
    """Add to each set each card of the mask that it lacks, which makes sets of ``cards``."""
    # Each set lacks at least so many cards, and none comes up more often than it has cards.
    refuse_above_limit(len(sets) * (mask.bit_count() - cards + 1) // cards)
    bits = [np.uint64(1 << code) for code in codes_of(mask)]
    return distinct(np.concatenate([sets[:0], *(sets[sets & bit == 0] | bit for bit in bits)]))


def distinct(masks: Masks) -> Masks:
    """Sort in place and drop repetitions."""
    masks.sort()  # 13 million masks: forty times as fast as numpy.unique
    new = np.ones(len(masks), np.bool_)
    np.not_equal(masks[1:], masks[:-1], out=new[1:])
    refuse_above_limit(int(new.sum()))
    return masks[new]


def refuse_above_limit(n: int) -> None:
    """Refuse to list more than `LIMIT` combinations."""
    if n > LIMIT:
        raise ValueError(
            f"a range of more than {LIMIT // 10**6} million combinations: name more cards, or "
            "write fewer stars (what is not written is dealt)"
        )


def combos_of(masks: Masks, cards: int) -> Cards:
    """Codes of sets of so many cards, ascending, shape (n, cards), stored in columns."""
    columns = np.empty((cards, len(masks)), np.uint8)
    for column in columns:
        column[:] = np.bitwise_count(~masks & (masks - ONE))  # the zeros below the lowest bit
        masks = masks & (masks - ONE)
    return columns.T


def codes_of(mask: int) -> list[int]:
    """Return the codes of a set of cards, ascending."""
    return [code for code in range(N_CARDS + len(JOKERS)) if mask >> code & 1]


def names_of(mask: int) -> str:
    """Write out a set of cards."""
    return str(write(codes_of(mask)))


def mask_of(codes: Cards) -> int:
    """Return the set of these cards."""
    return reduce(or_, (1 << code for code in codes.ravel().tolist()), 0)
