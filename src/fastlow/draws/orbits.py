"""The hands of a deck up to the names of the suits, made once in a process."""

from functools import cache
from itertools import permutations
from math import comb

import numpy as np

from fastlow.kernels import draws as kernels
from fastlow.kernels.draws import HAND, NONE, ORDER, WAYS, Codes, Counts, Floats, Numbers, Orbits

SIZES = range(HAND, -1, -1)  # in the order in which sets and orbits are numbered


@cache
def orbits_of(jokers: int = 0, ranks: int = 13) -> Orbits:
    """Return the orbits of a deck of so many ranks in four suits, and the jokers behind them.

    It takes 0.3 s for 52 cards.

    Examples
    --------
    >>> orbits_of(ranks=5).hands.shape  # of 15 504 hands of 20 cards
    (901, 5)
    """
    suited, cards = 4 * ranks, 4 * ranks + jokers
    binomial = _binomials(cards)
    place, size, hands = _placed(suited, cards, binomial)
    first = np.array([sum(comb(cards, k) for k in range(n + 1, HAND + 1)) for n in range(HAND + 1)])
    subsets = np.empty((len(hands), WAYS), np.uint32)
    orbits = Orbits(
        suited, cards, binomial, first, place, size, hands, subsets, _moved(), _chances(cards)
    )
    kernels.list_subsets(orbits, subsets)
    return orbits


def _placed(suited: int, cards: int, binomial: Counts) -> tuple[Numbers, Floats, Codes]:
    """Find the orbit of every set, how large each orbit is, and a hand of each."""
    places, sizes = [], []
    n = 0
    for k in SIZES:
        place, size, chosen = _placed_of_size(k, suited, cards, binomial)
        places.append(place + np.uint32(n))
        sizes.append(size)
        n += len(size)
        if k == HAND:
            hands = np.empty((len(chosen), HAND), np.uint8)
            kernels.list_sets(chosen, HAND, binomial, hands)
    return np.concatenate(places), np.concatenate(sizes), hands


def _placed_of_size(
    size: int, suited: int, cards: int, binomial: Counts
) -> tuple[Numbers, Floats, Counts]:
    """Find the places of the sets of one size, the sizes of their orbits, and one of each."""
    stands = np.empty(comb(cards, size), np.uint32)
    order = np.empty(len(stands), np.uint8)
    kernels.place_sets(size, suited, binomial, stands, order)
    chosen = np.flatnonzero(stands == np.arange(len(stands)))
    orbit = np.empty(len(stands), np.uint32)
    orbit[chosen] = np.arange(len(chosen))
    orbit = orbit[stands]
    return orbit | order.astype(np.uint32) << ORDER, np.bincount(orbit).astype(float), chosen


def _binomials(cards: int) -> Counts:
    """C(c, k) for the cards of the deck and what `NONE` adds to a number: nothing."""
    rows = [[comb(c, k) * (c <= cards) for k in range(HAND + 1)] for c in range(NONE + 1)]
    return np.array(rows, np.int64)


def _moved() -> Codes:
    """By the order of a hand's cards, turn a subset of the hand that stands for it into its own."""
    ways = np.arange(WAYS)
    orders = permutations(range(HAND))  # lexicographic, as Lehmer codes are
    rows = [sum((ways >> p & 1) << i for i, p in enumerate(order)) for order in orders]
    return np.array(rows, np.uint8)


def _chances(cards: int) -> Floats:
    """By what is kept, the chance of each way to draw the rest from the cards not seen."""
    drawn = [HAND - way.bit_count() for way in range(WAYS)]
    return np.array([1 / comb(cards - HAND, n) for n in drawn])
