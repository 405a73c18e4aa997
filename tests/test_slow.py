"""Everything there is, some of it minutes long: ``pytest -m slow`` runs it."""

from collections.abc import Iterable
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest

from fastlow import rank
from tests import naive, spaces

pytestmark = pytest.mark.slow

JOKER_RANKINGS = [ranking for ranking in naive.RANKINGS if ranking != "high"]
SHUFFLED = np.random.default_rng(52)


def natural_hands(cards: int) -> spaces.Cards:
    """All hands without jokers, shape (n, cards), in the order of `combinations`."""
    codes = chain.from_iterable(combinations(range(52), cards))
    return np.fromiter(codes, np.uint8).reshape(-1, cards)


def by_oracle(hands: Iterable[naive.Cards], ranking: str) -> spaces.Ranks:
    numbers = naive.class_numbers(ranking)
    return np.fromiter((numbers[naive.value(hand, ranking)] for hand in hands), np.uint16)


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_every_hand_of_five_cards_one_by_one(ranking: str) -> None:
    expected = by_oracle(combinations(naive.DECK, 5), ranking)
    assert len(expected) == comb(52, 5)
    assert (rank(natural_hands(5), ranking) == expected).all()


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("ranking", JOKER_RANKINGS)
def test_every_hand_with_jokers_one_by_one(ranking: str, jokers: int) -> None:
    held = (naive.JOKER,) * jokers
    hands = (natural + held for natural in combinations(naive.DECK, 5 - jokers))
    expected = by_oracle(hands, ranking)
    natural = natural_hands(5 - jokers)
    assert len(expected) == comb(52, 5 - jokers)
    for codes in combinations((52, 53), jokers):
        columns = [*natural.T, *(np.full(len(natural), code, np.uint8) for code in codes)]
        assert (rank(columns, ranking, axis=0) == expected).all()


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_every_hand_of_seven_cards(ranking: str) -> None:
    """All 133 784 560 of 52 cards, and the 43 316 000 with jokers among 54."""
    deck = spaces.deck_of(ranking)
    seen = 0
    for _, cards, expected in spaces.ranked_blocks(7, deck, spaces.ranks_of_sixes(ranking)):
        columns = cards[SHUFFLED.permutation(7)]
        assert (rank(columns, ranking, axis=0) == expected).all()
        assert (rank(columns.T.copy(), ranking) == expected).all()
        seen += expected.size
    assert seen == comb(deck, 7)
