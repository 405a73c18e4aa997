"""The oracle: what a hand is worth, slowly and by the words of the rules.

A card is two characters, such as "As" or "Td", and a joker is "Jk". A value is a tuple, and in
every ranking, the high ones too, the smaller value is the better hand. Nothing of the package is
used here, so that agreement with it means something.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

Cards = Sequence[str]
Value = tuple[int, ...]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
ACES = {"Ac", "Ad", "Ah", "As"}
JOKER = "Jk"

LOW_RANKINGS = ("A-5", "A-6", "2-7", "2-6")
HIGH_RANKINGS = ("high", "high-wild", "high-bug")
RANKINGS = LOW_RANKINGS + HIGH_RANKINGS
ACE_IS_LOW = ("A-5", "A-6")
RANKS_ALONE_COUNT = ("A-5", "2-6")

(
    NO_PAIR,
    PAIR,
    TWO_PAIR,
    TRIPS,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    QUADS,
    STRAIGHT_FLUSH,
    FIVE_OF_A_KIND,
) = range(10)

CATEGORY_OF_PATTERN = {
    (1, 1, 1, 1, 1): NO_PAIR,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
    (5,): FIVE_OF_A_KIND,
}


def value(cards: Cards, ranking: str) -> Value:
    """Value of exactly five cards, jokers among them or not; the smaller is the better."""
    if len(cards) != 5:
        raise ValueError(f"five cards are wanted, not {len(cards)}")
    if JOKER in cards:
        return min(value(hand, ranking) for hand in readings(cards, ranking))
    ranks = "".join(sorted(card[0] for card in cards))
    in_one_suit = len({card[1] for card in cards}) == 1
    return natural_value(ranks, in_one_suit, ranking)


@cache
def natural_value(ranks: str, in_one_suit: bool, ranking: str) -> Value:
    """Value of five ranks: the category, then the ranks, larger groups first, each descending."""
    groups = Counter(number(rank, ranking) for rank in ranks)
    order = sorted(groups, key=lambda rank: (groups[rank], rank), reverse=True)
    category = CATEGORY_OF_PATTERN[tuple(groups[rank] for rank in order)]
    if category == NO_PAIR and ranking not in RANKS_ALONE_COUNT:
        if order == [14, 5, 4, 3, 2] and ranking in HIGH_RANKINGS:
            order = [5, 4, 3, 2, 1]
        category = category_of_different_ranks(order, in_one_suit)
    strength = (category, *order)
    return strength if ranking in LOW_RANKINGS else tuple(-part for part in strength)


def number(rank: str, ranking: str) -> int:
    """2 to 13 for a two to a king; 1 or 14 for an ace, as the ranking has it."""
    if rank == "A":
        return 1 if ranking in ACE_IS_LOW else 14
    return RANKS.index(rank) + 2


def category_of_different_ranks(order: list[int], in_one_suit: bool) -> int:
    """Straight, flush, both or neither: five different ranks, descending."""
    straight = order[0] - order[4] == 4
    if straight and in_one_suit:
        return STRAIGHT_FLUSH
    if straight:
        return STRAIGHT
    return FLUSH if in_one_suit else NO_PAIR


def readings(cards: Cards, ranking: str) -> Iterator[Cards]:
    """Every hand of real cards that five cards with jokers may be read as."""
    real = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(real)
    if ranking == "high":
        raise ValueError("high takes no jokers")
    if ranking in RANKS_ALONE_COUNT:
        yield real + lowest_missing(real, ranking)[:jokers]
        return
    # A card may stand there twice: that is how five of a kind comes about. Otherwise it only ever
    # makes a pair, and never a flush, which is five different ranks of one suit.
    for chosen in combinations_with_replacement(DECK, jokers):
        hand = [*real, *chosen]
        if ranking != "high-bug" or set(chosen) <= ACES or completes(hand):
            yield hand


def lowest_missing(real: Cards, ranking: str) -> list[str]:
    """A card of each rank that is not in the hand, the lowest first."""
    held = {card[0] for card in real}
    missing = [rank for rank in RANKS if rank not in held]
    return [rank + "c" for rank in sorted(missing, key=lambda rank: number(rank, ranking))]


def completes(hand: Cards) -> bool:
    """Whether the five cards are a straight, a flush or a straight flush for high."""
    return -value(hand, "high")[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)


def best_five(cards: Cards, ranking: str) -> Cards:
    """The five cards, of five or more, that are the best hand."""
    return min(combinations(cards, 5), key=lambda five: value(five, ranking))


def best(cards: Cards, ranking: str) -> Value:
    """Value of the best five of five or more cards."""
    return min(value(five, ranking) for five in combinations(cards, 5))


def qualifies(low: Value, top: int) -> bool:
    """Whether an A-5 value is five different ranks, none of them above `top`."""
    category, highest, *_ = low
    return category == NO_PAIR and highest <= top


def best_low(cards: Cards, top: int) -> Value | None:
    """A-5 value of the best five of five or more cards, None if it does not qualify."""
    low = best(cards, "A-5")
    return low if qualifies(low, top) else None


def omaha_five(hole: Cards, board: Cards, ranking: str) -> Cards:
    """The best five cards that are exactly two of the hole and three of the board."""
    return min(omaha_hands(hole, board), key=lambda five: value(five, ranking))


def omaha(hole: Cards, board: Cards, ranking: str) -> Value:
    """Value of the best hand of exactly two cards of the hole and three of the board."""
    return min(value(five, ranking) for five in omaha_hands(hole, board))


def omaha_low(hole: Cards, board: Cards, top: int) -> Value | None:
    """A-5 value of the best Omaha low, None if it does not qualify."""
    low = omaha(hole, board, "A-5")
    return low if qualifies(low, top) else None


def omaha_hands(hole: Cards, board: Cards) -> Iterator[Cards]:
    """Every hand of two cards of the hole and three of the board."""
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield two + three


@cache
def class_numbers(ranking: str) -> dict[Value, int]:
    """Number of each value of a ranking, from 1, the best, on. Do not change the dictionary."""
    values = sorted({value(hand, ranking) for hand in hands_of_every_kind(ranking)})
    return {each: i for i, each in enumerate(values, start=1)}


def hands_of_every_kind(ranking: str) -> Iterator[Cards]:
    """One hand of each five ranks, in mixed suits and, where they allow it, in one suit."""
    for ranks in combinations_with_replacement(RANKS, 5):
        different = len(set(ranks))
        if different > 1:
            yield [rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)]
        if different == 5:
            yield [rank + "c" for rank in ranks]
        if different == 1 and has_five_of_a_kind(ranks[0], ranking):
            yield [ranks[0] + suit for suit in SUITS] + [JOKER]


def has_five_of_a_kind(rank: str, ranking: str) -> bool:
    """Whether four of the rank and a joker are five of a kind in the ranking."""
    return ranking == "high-wild" or (ranking == "high-bug" and rank == "A")


def rank(cards: Cards, ranking: str) -> int:
    """Class number, 1 the best, of the best five of five or more cards."""
    return class_numbers(ranking)[best(cards, ranking)]
