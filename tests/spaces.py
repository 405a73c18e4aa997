"""Every hand of a deck and what the oracle says of it, quick enough to look at all of them.

A space is all hands of k cards, each ascending, in colexicographic order: the hands whose highest
card is `top` follow those below it, and without that card they are the first C(top, k - 1) hands
of the space of one card less. So a space is built of slices of the one below, and no hand is ever
sorted or ranked. The deck has 54 cards, the last two of them jokers; the hands of a smaller deck
are a prefix.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tests import naive

Cards = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]
Places = npt.NDArray[np.int64]

SYMBOLS = naive.RANKS + "*"  # `*` is a joker
MOST = 1 << 18  # hands of a block
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(54)], np.int64)


def deck_of(ranking: str) -> int:
    """How many cards the largest deck of a ranking has."""
    return 52 if ranking == "high" else 54


def random_hands(n: int, cards: int, deck: int, seed: int) -> Cards:
    """Random hands, shape (n, cards)."""
    decks = np.tile(np.arange(deck, dtype=np.uint8), (n, 1))
    return np.random.default_rng(seed).permuted(decks, axis=1)[:, :cards]


@cache
def space(cards: int, deck: int = 54) -> Cards:
    """All hands of so many cards, shape (cards, C(deck, cards))."""
    if cards == 0:
        return np.empty((0, 1), np.uint8)
    hands = np.empty((cards, comb(deck, cards)), np.uint8)
    for top in range(cards - 1, deck):
        begin, end = comb(top, cards), comb(top + 1, cards)
        hands[:-1, begin:end] = space(cards - 1, deck)[:, : end - begin]
        hands[-1, begin:end] = top
    hands.flags.writeable = False
    return hands


# Five cards: the oracle values one hand of each kind.


@cache
def kinds(ranking: str) -> list[tuple[str, bool, int]]:
    """List each five ranks, whether the natural cards share a suit, and the oracle's number."""
    numbers = naive.class_numbers(ranking)
    return [
        (ranks, suited, numbers[naive.value(hand_of(ranks, suited), ranking)])
        for ranks, suited in kinds_of_deck(deck_of(ranking))
    ]


def kinds_of_deck(deck: int) -> Iterator[tuple[str, bool]]:
    """Yield the kinds of hands that a deck can deal."""
    for ranks in map("".join, combinations_with_replacement(SYMBOLS, 5)):
        natural = ranks.rstrip("*")
        if 5 - len(natural) > deck - 52 or max(map(natural.count, natural)) > 4:
            continue
        yield ranks, False
        if len(set(natural)) == len(natural):
            yield ranks, True


def hand_of(ranks: str, suited: bool) -> list[str]:
    """Cards of these ranks, as the oracle writes them."""
    suits = "ccccc" if suited else "cdhsc"
    return [naive.JOKER if r == "*" else r + s for r, s in zip(ranks, suits, strict=True)]


@cache
def ranks_of_fives(ranking: str) -> Ranks:
    """Give the oracle's number of every five-card hand, in the order of its space."""
    numbers = {key(ranks, suited): number for ranks, suited, number in kinds(ranking)}
    known = np.array(sorted(numbers))
    wanted = keys_of_fives(deck_of(ranking))
    at = np.searchsorted(known, wanted)
    assert (known[at] == wanted).all()
    return np.array([numbers[each] for each in known.tolist()], np.uint16)[at]


def key(ranks: str, suited: bool) -> int:
    """Write how often each rank is there, and the suit, as the digits of a number."""
    digits: list[int] = [5 ** SYMBOLS.index(rank) for rank in ranks]
    return sum(digits) + suited * 5**14


@cache
def keys_of_fives(deck: int) -> Places:
    hands = space(5, deck)
    powers = 5 ** (hands // 4).astype(np.int64)
    suits = np.where(hands < 52, 1 << hands % 4, 0)
    suited = np.bitwise_count(np.bitwise_or.reduce(suits)) == 1
    return np.asarray(powers.sum(axis=0) + suited * 5**14)


# Six and seven cards: the best of the hands of one card less.


def blocks(cards: int, deck: int) -> Iterator[Cards]:
    """Yield every hand of a deck once, in blocks of shape (cards, n)."""
    for _, part, tops in parts(cards, deck):
        for top, n in tops:
            yield with_top(part[:, :n], top)


def ranked_blocks(cards: int, deck: int, smaller: Ranks) -> Iterator[tuple[int, Cards, Ranks]]:
    """Yield blocks of hands as the place of the first, the cards, and the number of the best five.

    `smaller` has the numbers of all hands of one card less.
    """
    for begin, part, tops in parts(cards, deck):
        left = without_each(part)
        for top, n in tops:
            best = smaller[begin : begin + n].copy()
            smaller_with_top = smaller[comb(top, cards - 1) :]
            for places in left:
                np.minimum(best, smaller_with_top.take(places[:n]), out=best)
            yield comb(top, cards) + begin, with_top(part[:, :n], top), best


def parts(cards: int, deck: int) -> Iterator[tuple[int, Cards, list[tuple[int, int]]]]:
    """Yield slices of the space below: where each begins, and how many lie below each top card."""
    below = space(cards - 1, deck)
    for begin in range(0, below.shape[1], MOST):
        part = below[:, begin : begin + MOST]
        room = [(top, comb(top, cards - 1) - begin) for top in range(cards - 1, deck)]
        yield begin, part, [(top, min(n, part.shape[1])) for top, n in room if n > 0]


def with_top(hands: Cards, top: int) -> Cards:
    return np.vstack([hands, np.full(hands.shape[1], top, np.uint8)])


def without_each(hands: Cards) -> list[Places]:
    """Give the place of the hands, in the space of one card less, without their i-th card."""
    k = len(hands)
    stay = [CHOOSE[hands[i], i + 1] for i in range(k)]
    move = [CHOOSE[hands[i], i] for i in range(k)]
    return [np.sum([*stay[:i], *move[i + 1 :]], axis=0) for i in range(k)]


def ranks_of_sixes(ranking: str) -> Ranks:
    """Give the oracle's number of the best five of every six cards, in the order of their space."""
    deck = deck_of(ranking)
    found = np.empty(comb(deck, 6), np.uint16)
    for begin, _, best in ranked_blocks(6, deck, ranks_of_fives(ranking)):
        found[begin : begin + best.size] = best
    return found


def best_of_fives(hands: Cards, ranking: str) -> Any:
    """Give the oracle's number of any hands, shape (n, cards): the best of all their fives."""
    columns = np.sort(hands, axis=1).T
    fives = ranks_of_fives(ranking)
    chosen = combinations(columns, 5)
    return np.min([fives[place_of(five)] for five in chosen], axis=0)


def place_of(hands: Iterable[Cards]) -> Any:
    """Give the place in their space of hands whose i-th cards are the i-th array, ascending."""
    return sum(CHOOSE[cards, i] for i, cards in enumerate(hands, start=1))
