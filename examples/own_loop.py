"""A compiled loop of one's own: deuce-to-seven triple draw, played by a simple rule.

Stand pat with an eight or better; otherwise keep the different cards up to the seven and draw. How
good is the hand in the end? What a hand does depends on what it drew before, so that it cannot be
written as one call over arrays; `fastlow.jit` ranks single hands inside the loop.
"""

import numpy as np
from numba import njit

from fastlow import jit

EIGHT = 18  # the rank of the worst eight, 8-7-6-5-3
SEVEN = 5  # the seven among the ranks, which begin with the two as 0


@njit
def keep(hand):
    """Move the different cards up to the seven to the front; return how many there are."""
    seen, kept = 0, 0
    for i in range(5):
        rank = hand[i] >> 2
        if rank <= SEVEN and not seen >> rank & 1:
            seen |= 1 << rank
            hand[kept], hand[i] = hand[i], hand[kept]
            kept += 1
    return min(kept, 4)  # five of them would be a straight or a flush


@njit
def shuffle(deck, n, rng):
    """Put random cards in the first n places."""
    for i in range(n):
        j = rng.integers(i, len(deck))
        deck[i], deck[j] = deck[j], deck[i]


@njit
def play(deals, draws, tables, rng):
    """Return how many deals end with each rank."""
    counts = np.zeros(7463, np.int64)
    deck = np.arange(52)
    for _ in range(deals):
        shuffle(deck, 5 + 5 * draws, rng)
        hand, top = deck[:5].copy(), 5
        rank = jit.rank5(hand[0], hand[1], hand[2], hand[3], hand[4], tables)
        for _ in range(draws):
            if rank <= EIGHT:
                break
            for place in range(keep(hand), 5):
                hand[place] = deck[top]
                top += 1
            rank = jit.rank5(hand[0], hand[1], hand[2], hand[3], hand[4], tables)
        counts[rank] += 1
    return counts


def main() -> None:
    """Play it with none to three draws."""
    tables = jit.lookup("2-7")
    rng = np.random.default_rng(1)
    deals = 1_000_000
    print("draws    a seven   an eight or better   a nine or better")
    for draws in range(4):
        counts = play(deals, draws, tables, rng)
        seven, eight, nine = (counts[: worst + 1].sum() / deals for worst in (4, EIGHT, 52))
        print(f"{draws:5} {seven:10.2%} {eight:20.2%} {nine:18.2%}")


if __name__ == "__main__":
    main()
