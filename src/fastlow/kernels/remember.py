"""Play one hand to the end and draw no card twice.

Every hand on the way is looked at, draw by draw; the last draw is a sum. It is not written as one
function that calls itself, because Numba 0.68 loads such a function from its cache broken.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.draws import (
    HAND,
    ORBIT,
    ORDER,
    Codes,
    Floats,
    Orbits,
    advance,
    keep,
    number_of,
    sum_without,
)
from fastlow.kernels.index import sort5


class Memory(NamedTuple):
    """What it takes to play one hand to the end and draw no card twice.

    Attributes
    ----------
    ways : ndarray of uint8, shape (draws + 1, orbits of hands)
        What is kept, by draws left.
    sums : ndarray of float64
        Of the hands at the target, worth 1 each.
    apart, alike : ndarray of uint8
        The cards that some hand at the target holds, and those that none does: of these one is as
        bad as another, and those that are drawn are always the first there are.
    seen : ndarray of uint8
        By card, 1 for those that cannot be drawn any more.
    hands : ndarray of uint8, shape (draws + 1, 5)
        The hand with so many draws left.
    """

    ways: Codes
    sums: Floats
    apart: Codes
    alike: Codes
    seen: Codes
    hands: Codes


@kernel
def chance_in_three(memory: Memory, orbits: Orbits) -> float:
    """Find the chance of the hand in row 3 to make the target in three draws."""
    chance = 0.0
    for share in each_draw(3, memory, orbits):
        chance += share * chance_in_two(memory, orbits)
    return chance


@kernel
def chance_in_two(memory: Memory, orbits: Orbits) -> float:
    """Find the chance of the hand in row 2 to make the target in two draws."""
    chance = 0.0
    for share in each_draw(2, memory, orbits):
        chance += share * chance_in_one(memory, orbits)
    return chance


@kernel
def chance_in_one(memory: Memory, orbits: Orbits) -> float:
    """Find the chance of the hand in row 1 to make the target in one draw."""
    kept = memory.hands[0]
    size = keep_by_table(1, memory, orbits)
    gone = other_cards(memory.seen, kept, size)
    draws = orbits.binomial[len(memory.seen) - size - len(gone), HAND - size]
    return float(sum_without(kept, size, gone, memory.sums, orbits) / draws)


@inline
def keep_by_table(left: int, memory: Memory, orbits: Orbits) -> int:
    """Write what the hand in row `left` keeps into the row below, and return how many they are."""
    hand = ascending(memory.hands[left])
    place = orbits.place[number_of(hand, orbits.binomial)]
    way = orbits.moved[place >> ORDER, memory.ways[left, place & ORBIT]]
    return int(keep(hand, int(way), memory.hands[left - 1]))


@inline
def ascending(hand: Codes) -> Codes:
    ordered = np.empty(HAND, np.uint8)
    a, b, c, d, e = sort5(hand[0], hand[1], hand[2], hand[3], hand[4])
    ordered[0], ordered[1], ordered[2], ordered[3], ordered[4] = a, b, c, d, e
    return ordered


@inline
def other_cards(seen: Codes, kept: Codes, size: int) -> Codes:
    """List the cards that are seen and not among the first `size` of those kept."""
    others = np.empty(len(seen), np.uint8)
    n = i = 0  # both lists ascend
    for card in range(len(seen)):
        if seen[card] and i < size and kept[i] == card:
            i += 1
        elif seen[card]:
            others[n] = card
            n += 1
    return others[:n]


@inline
def each_draw(left: int, memory: Memory, orbits: Orbits) -> Iterator[float]:
    """Fill the row below `left` in all ways and mark what is seen; yield the chance of each."""
    hand, seen = memory.hands[left - 1], memory.seen
    size = keep_by_table(left, memory, orbits)
    lacking = HAND - size
    draws = orbits.binomial[len(seen) - np.sum(seen), lacking]
    apart, alike = unseen(memory.apart, seen), unseen(memory.alike, seen)
    chosen = np.empty(HAND + 1, np.uint8)
    for n in range(max(0, lacking - len(alike)), lacking + 1):
        share = orbits.binomial[len(alike), lacking - n] / draws
        for i in range(n):
            chosen[i] = i
        for _ in range(orbits.binomial[len(apart), n]):
            for i in range(lacking):
                hand[size + i] = apart[chosen[i]] if i < n else alike[i - n]
                seen[hand[size + i]] = 1
            yield share
            for i in range(lacking):
                seen[hand[size + i]] = 0
            advance(chosen, n)


@inline
def unseen(cards: Codes, seen: Codes) -> Codes:
    left = np.empty(len(cards), np.uint8)
    n = 0
    for card in cards:
        if not seen[card]:
            left[n] = card
            n += 1
    return left[:n]
