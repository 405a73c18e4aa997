"""Draw poker: sums over the hands that hold a set of cards, and what follows from them.

A set of at most five cards c0 < c1 < ... has the number C(c0, 1) + C(c1, 2) + ... among those of
its size, and the sizes stand one behind the other, five first: a hand's number is that alone.

What a hand is worth does not depend on the names of the suits. So sets fall into orbits, those
that a relabelling of suits turns into each other, and everything is kept by orbit: 134 459 of
five cards for 2 598 960 hands.

Keep the cards K of a hand and discard the rest D: what may be drawn are the hands that hold K and
nothing of D. With S(A) the sum over all hands that hold A, the sum over those is

    sum over T within D of (-1)^|T| S(K + T),

which for the 32 ways to cut a hand is one Möbius transform of its 32 sums S, in place.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8
from numpy import uint32 as u32

from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.index import sort5

Codes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.uint32]

HAND = 5
WAYS = 32  # to cut a hand into what is kept and what is discarded
PAT = u8(WAYS - 1)
NONE = u8(63)  # fills a short list of cards; no deck has so many, and it counts nothing
ORDER = u32(20)  # bits for an orbit: at most 191 507; the order of the cards stands above them
ORBIT = u32((1 << 20) - 1)
ROUNDING = 1e-11  # of the largest value: two equal ones differ by 1e-13


class Orbits(NamedTuple):
    """The sets of at most five cards of one deck, by orbit.

    Attributes
    ----------
    suited : int
        Cards below this one have suits, from it on they are jokers.
    cards : int
        Cards in the deck.
    binomial : ndarray of int64, shape (64, 6)
        C(c, k) for the cards of the deck, 0 beyond.
    first : ndarray of int64, shape (6,)
        By size, the number of the first set.
    place : ndarray of uint32
        By number, the orbit of the set; from bit `ORDER` on, the order of its cards: see `moved`.
    size : ndarray of float64
        By orbit, how many sets it has. The orbits of hands come first.
    hands : ndarray of uint8, shape (orbits of hands, 5)
        One hand of each, ascending.
    subsets : ndarray of uint32, shape (orbits of hands, 32)
        The orbit of each subset of that hand; bit i is its i-th card.
    moved : ndarray of uint8, shape (120, 32)
        By the order of a hand's cards, turns a subset of its orbit's one hand into its own.
    chance : ndarray of float64, shape (32,)
        By what is kept, the chance of each way to draw the rest.
    """

    suited: int
    cards: int
    binomial: Counts
    first: Counts
    place: Numbers
    size: Floats
    hands: Codes
    subsets: Numbers
    moved: Codes
    chance: Floats


# --- sets, their numbers, and the one that stands for their orbit ---------------------------------


@inline
def number_of(cards: Codes, binomial: Counts) -> int:
    """Find the number of five cards in any order, `NONE` for those there are not."""
    a, b, c, d, e = sort5(cards[0], cards[1], cards[2], cards[3], cards[4])
    low = binomial[a, 1] + binomial[b, 2] + binomial[c, 3]
    return int(low + binomial[d, 4] + binomial[e, 5])


@inline
def orbit_of(cards: Codes, size: int, orbits: Orbits) -> u32:
    number = orbits.first[size] + number_of(cards, orbits.binomial)
    return u32(orbits.place[number] & ORBIT)


@kernel
def number_hands(hands: Codes, binomial: Counts, out: Counts) -> None:
    """Find the numbers of hands, shape (n, 5), in any order of their cards."""
    for i in range(len(hands)):
        out[i] = number_of(hands[i], binomial)


@kernel
def list_sets(numbers: Counts, size: int, binomial: Counts, out: Codes) -> None:
    """Write the sets of these numbers, ascending: the inverse of numbering."""
    for i in range(len(numbers)):
        rest = numbers[i]
        for k in range(size, 0, -1):
            card = k - 1
            while binomial[card + 1, k] != 0 and binomial[card + 1, k] <= rest:
                card += 1
            rest -= binomial[card, k]
            out[i, k - 1] = card


@inline
def advance(cards: Codes, size: int) -> None:
    """Turn an ascending set into the next one of its size."""
    i = 0
    while i + 1 < size and cards[i] + 1 == cards[i + 1]:
        cards[i] = i
        i += 1
    cards[i] += 1


@kernel
def place_sets(size: int, suited: int, binomial: Counts, stands: Numbers, order: Codes) -> None:
    """Write for each set of a size the number of the one that stands for it, and its order."""
    cards = np.full(HAND, NONE, np.uint8)
    renamed = np.full(HAND, NONE, np.uint8)
    for i in range(size):
        cards[i] = i
    for number in range(len(stands)):
        rename_suits(cards, size, suited, renamed)
        stands[number] = number_of(renamed, binomial)
        order[number] = order_of(renamed)
        advance(cards, size)


@inline
def rename_suits(cards: Codes, size: int, suited: int, renamed: Codes) -> None:
    """Give the suits new names, the first to the one with the largest set of ranks."""
    held = 0  # 16 bits for the ranks of each suit
    for i in range(size):
        if cards[i] < suited:
            held |= 1 << (16 * (cards[i] & 3) + (cards[i] >> 2))
    for i in range(size):
        card = int(cards[i])
        if card < suited:
            card = (card & ~3) + name_of(held, card & 3)
        renamed[i] = card


@inline
def name_of(held: int, suit: int) -> int:
    """Count the suits before this one: of a larger set of ranks, or of the same and named first."""
    own = (held >> 16 * suit) & 0xFFFF
    before = 0
    for other in range(4):
        ranks = (held >> 16 * other) & 0xFFFF
        before += ranks > own or (ranks == own and other < suit)
    return before


@inline
def order_of(cards: Codes) -> int:
    """Find which of the 120 orders this is: the Lehmer code of the permutation."""
    code = 0
    for i in range(HAND - 1):
        smaller = 0
        for j in range(i + 1, HAND):
            smaller += cards[j] < cards[i]
        code = code * (HAND - i) + smaller
    return code


@kernel
def list_subsets(orbits: Orbits, subsets: Numbers) -> None:
    """Write the orbit of each subset of the hands."""
    kept = np.empty(HAND, np.uint8)
    for hand in range(len(orbits.hands)):
        for way in range(WAYS):
            size = keep(orbits.hands[hand], way, kept)
            subsets[hand, way] = orbit_of(kept, size, orbits)


@inline
def keep(hand: Codes, way: int, kept: Codes) -> int:
    """Write the cards that a way keeps, `NONE` behind them, and return how many they are."""
    size = 0
    kept[:] = NONE
    for i in range(HAND):
        if way >> i & 1:
            kept[size] = hand[i]
            size += 1
    return size


@kernel
def spread_values(place: Numbers, by_orbit: Floats, out: Floats) -> None:
    """Write each hand's value: its orbit's."""
    for number in range(out.size):
        out[number] = by_orbit[place[number] & ORBIT]


@kernel
def spread_ways(place: Numbers, by_orbit: Codes, moved: Codes, out: Codes) -> None:
    """Write what each hand keeps: what its orbit's one hand keeps, in its own order."""
    for number in range(out.size):
        out[number] = moved[place[number] >> ORDER, by_orbit[place[number] & ORBIT]]


# --- one draw -------------------------------------------------------------------------------------


@kernel
def sum_over_hands(values: Floats, orbits: Orbits, sums: Floats) -> None:
    """Sum the values of the hands that hold a set, for the sets of each orbit.

    Every hand of an orbit gives its value to its 32 subsets; what an orbit of sets gets in all is
    shared equally among them.
    """
    sums[:] = 0.0
    for hand in range(len(values)):
        value = values[hand] * orbits.size[hand]
        for way in range(WAYS):
            sums[orbits.subsets[hand, way]] += value
    for orbit in range(len(sums)):
        sums[orbit] /= orbits.size[orbit]


@inline
def transform(sums: Floats) -> None:
    """Turn sums over the hands that hold K into sums over those that hold K and no more of 32."""
    for bit in (1, 2, 4, 8, 16):
        for way in range(WAYS):
            if way & bit == 0:
                sums[way] -= sums[way | bit]


@kernel
def choose(
    sums: Floats, order: Codes, near: float, orbits: Orbits, ways: Codes, values: Floats
) -> None:
    """Find the best of the 32 ways for each orbit of hands, and its value after the draw.

    Among ways that are worth the same, to within `near`, the first in `order` is taken.
    """
    after = np.empty(WAYS, np.float64)
    for hand in range(len(values)):
        for way in range(WAYS):
            after[way] = sums[orbits.subsets[hand, way]]
        transform(after)
        for way in range(WAYS):
            after[way] *= orbits.chance[way]
        ways[hand] = first_near(after, order, after.max() - near)
        values[hand] = after[ways[hand]]


@inline
def first_near(values: Floats, order: Codes, least: float) -> u8:
    i = 0
    while values[order[i]] < least:
        i += 1
    return u8(order[i])


@kernel
def follow(sums: Floats, ways: Codes, orbits: Orbits, values: Floats) -> None:
    """Find the value of each orbit of hands after the draw if it draws as `ways` says."""
    for hand in range(len(values)):
        kept, total = ways[hand], 0.0
        for way in range(kept, WAYS):
            if way & kept == kept:
                total += sign(way ^ kept) * sums[orbits.subsets[hand, way]]
        values[hand] = total * orbits.chance[kept]


@inline
def sign(way: int) -> float:
    parity = way ^ way >> 1 ^ way >> 2 ^ way >> 3 ^ way >> 4
    return 1.0 - 2.0 * (parity & 1)


@kernel
def deal_on(mass: Floats, ways: Codes, orbits: Orbits, scratch: Floats, out: Floats) -> None:
    """Turn the chances of the orbits of hands before a draw into those after it.

    The transpose of `follow`: each hand gives its chance to the sets it may be drawn from, with
    the signs of the transform, and every hand collects from its 32 subsets.
    """
    scratch[:] = 0.0
    for hand in range(len(mass)):
        kept = ways[hand]
        each = mass[hand] * orbits.chance[kept]
        for way in range(kept, WAYS):
            if way & kept == kept:
                scratch[orbits.subsets[hand, way]] += sign(way ^ kept) * each
    for orbit in range(len(scratch)):
        scratch[orbit] /= orbits.size[orbit]
    for hand in range(len(out)):
        total = 0.0
        for way in range(WAYS):
            total += scratch[orbits.subsets[hand, way]]
        out[hand] = total * orbits.size[hand]


# --- one hand, and cards that are gone ------------------------------------------------------------


@inline
def sum_without(cards: Codes, size: int, gone: Codes, sums: Floats, orbits: Orbits) -> float:
    """Sum the values of the hands that hold the first `size` of `cards` and none that are `gone`.

    The sums over the hands that hold the cards and some of those gone, with alternating signs. The
    rest of `cards` is `NONE`, and is again.
    """
    at = np.empty(HAND, np.int64)
    total = float(sums[orbit_of(cards, size, orbits)])
    filled, i = size, 0
    while filled > size or i < len(gone):
        if filled < HAND and i < len(gone):
            cards[filled], at[filled] = gone[i], i
            filled += 1
            total += (1.0 - 2.0 * ((filled - size) & 1)) * sums[orbit_of(cards, filled, orbits)]
        else:
            filled -= 1
            cards[filled], i = NONE, at[filled]
        i += 1
    return total


@kernel
def weigh_ways(hand: Codes, dead: Codes, sums: Floats, orbits: Orbits, out: Floats) -> None:
    """Find what each of the 32 ways to draw is worth if the `dead` cards cannot be drawn.

    `sums`, shape (k, orbits), are those of k values that hands may have; `out` is (32, k).
    """
    kept = np.empty(HAND, np.uint8)
    gone = np.empty(HAND + len(dead), np.uint8)
    unseen = orbits.cards - len(gone)
    for way in range(WAYS):
        size = keep(hand, way, kept)
        thrown = keep(hand, way ^ int(PAT), gone[:HAND])
        gone[thrown : thrown + len(dead)] = dead
        draws = orbits.binomial[unseen, HAND - size]
        for i in range(len(sums)):
            total = sum_without(kept, size, gone[: thrown + len(dead)], sums[i], orbits)
            out[way, i] = total / draws
