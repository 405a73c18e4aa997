"""The hands that everybody ranks: random deals of a fixed seed, and the same in order."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

import fastlow

Codes = npt.NDArray[np.uint8]

SEED = 5


@lru_cache(maxsize=4)
def random_deals(n: int, cards: int) -> Codes:
    """Deal `n` hands in rows."""
    return fastlow.deal(n, cards, rng=SEED)


@lru_cache(maxsize=4)
def sorted_deals(n: int, cards: int) -> Codes:
    """Put the same hands into the order of their ranks, which is that of the tables."""
    deals = random_deals(n, cards)
    return deals[np.lexsort(np.sort(deals >> 2, axis=1).T)]


def stream(n: int, cards: int, axis: int) -> Iterator[Codes]:
    """Deal blocks of `n` different hands without an end."""
    rng = np.random.default_rng(SEED)
    while True:
        yield fastlow.deal(n, cards, rng=rng, axis=axis)
