"""The oracle against the examples of the rules and the facts that others published."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from hashlib import md5
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import Any

import pytest

from tests import naive
from tests.support import shared

Hand = list[str]

SCALES = {"a5": "A-5", "a6": "A-6", "27": "2-7", "8": "A-5", "high": "high"}
JOKER_RANKINGS = [ranking for ranking in naive.RANKINGS if ranking != "high"]


def mixed(ranks: str) -> Hand:
    """Cards of these ranks, no card twice and no five of one suit; `*` is a joker."""
    hand: Hand = []
    for place, rank in enumerate(ranks):
        free = [rank + suit for suit in naive.SUITS if rank + suit not in hand]
        hand.append(naive.JOKER if rank == "*" else free[place % len(free)])
    return hand


def suited(ranks: str) -> Hand:
    """Hearts of these ranks; `*` is a joker."""
    return [naive.JOKER if rank == "*" else rank + "h" for rank in ranks]


def compact(hand: str) -> Hand:
    """Cards of a hand written without spaces, as "Ac2d3h"."""
    return [hand[i : i + 2] for i in range(0, len(hand), 2)]


def assert_falling(ranking: str, hands: list[Hand]) -> None:
    for better, worse in pairwise(hands):
        assert naive.best(better, ranking) < naive.best(worse, ranking), (better, worse)


def assert_worth(cards: Hand, ranking: str, ranks: str) -> None:
    """Assert that the best five of the cards are worth as much as these ranks in mixed suits."""
    assert naive.best(cards, ranking) == naive.value(mixed(ranks), ranking)


def assert_holds(cards: Hand, ranking: str, ranks: str) -> None:
    """Assert that the best five of the cards are of these ranks."""
    five = naive.best_five(cards, ranking)
    assert sorted(card[0] for card in five) == sorted(ranks)


def facts(kind: str) -> list[dict[str, Any]]:
    """Facts of a kind, without those that are wrong in their source."""
    lines = shared("facts.jsonl").read_text().splitlines()
    of_kind = [fact for fact in map(json.loads, lines) if fact["kind"] == kind]
    assert of_kind
    return [fact for fact in of_kind if not fact.get("disputed")]


# Section 1 of the rules: the low rankings.

FALLING = {
    "A-5 smoothness": ("A-5", "76543 85432 97643"),
    "A-5 an ace is lower than a two": ("A-5", "8543A 85432"),
    "A-5 a pair of aces, of twos": ("A-5", "KJ864 AA953 22543"),
    "A-5 kickers": ("A-5", "33642 3365A"),
    "A-5 the top": ("A-5", "5432A 6432A 6532A 6542A 6543A 65432 7432A 7532A"),
    "A-5 aces full": ("A-5", "AAAKK 222QQ"),
    "A-5 fives full": ("A-5", "55577 66622"),
    "A-6 a straight is bad": ("A-6", "76542 85432 76543"),
    "A-6 five to ace is a straight": ("A-6", "KQJT8 222KQ 5432A 65432"),
    "A-6 the top": ("A-6", "6432A 6532A 6542A 6543A 7432A 7532A"),
    "A-6 ace to ten is no straight": ("A-6", "KQJTA KQJT2 AA234"),
    "2-7 smoothness": ("2-7", "76542 85432 76543"),
    "2-7 the ace is high": ("2-7", "Q8543 A8543"),
    "2-7 kickers": ("2-7", "33642 33652"),
    "2-7 five to ace is no straight": ("2-7", "KQJT8 A5432 A6432"),
    "2-6 the top": ("2-6", "65432 75432 76432 76532 76542 76543 85432"),
    "2-6 the ace is high": ("2-6", "KQJT9 A5432 KK432 AA432"),
    "Razz without five ranks": ("A-5", "233TTKK 55669QQ"),
}


@pytest.mark.parametrize(("ranking", "hands"), FALLING.values(), ids=FALLING)
def test_examples_from_best_to_worst(ranking: str, hands: str) -> None:
    assert_falling(ranking, [mixed(ranks) for ranks in hands.split()])


@pytest.mark.parametrize(
    ("ranking", "ranks"), [("A-5", "5432A"), ("A-6", "6432A"), ("2-7", "75432"), ("2-6", "65432")]
)
def test_the_best_hand_is_number_one(ranking: str, ranks: str) -> None:
    assert naive.rank(mixed(ranks), ranking) == 1


@pytest.mark.parametrize("ranking", ["A-6", "2-7"])
def test_categories_where_straights_and_flushes_count(ranking: str) -> None:
    no_pair_to_trips = [mixed(ranks) for ranks in ("KQJT8", "22345", "33224", "22234")]
    straight, flush, straight_flush = mixed("KQJT9"), suited("75432"), suited("65432")
    full_house, quads = mixed("22233"), mixed("22223")
    hands = [*no_pair_to_trips, straight, flush, full_house, quads, straight_flush]
    assert_falling(ranking, hands)


@pytest.mark.parametrize("ranking", ["A-5", "2-6"])
def test_categories_where_ranks_alone_count(ranking: str) -> None:
    falling = ("KQJT9", "22345", "33224", "22234", "22233", "22223")
    assert_falling(ranking, [mixed(ranks) for ranks in falling])
    assert naive.value(suited("65432"), ranking) == naive.value(mixed("65432"), ranking)


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_larger_groups_first_then_kickers_from_the_highest(ranking: str) -> None:
    low_to_high = ("22678", "22369", "33245", "33225", "33226", "44223", "22233", "22244", "33322")
    hands = [mixed(ranks) for ranks in low_to_high]
    in_category = [hands[:3], hands[3:6], hands[6:]]
    for falling in in_category:
        assert_falling(ranking, falling if ranking in naive.LOW_RANKINGS else falling[::-1])


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_suits_never_break_a_tie(ranking: str) -> None:
    hands = ["8c 6d 5h 4s 2c", "8d 6d 5h 4c 2d", "8s 6h 5h 4h 2h"]
    assert len({naive.value(hand.split(), ranking) for hand in hands}) == 1


def test_nut_of_a6_must_not_be_suited() -> None:
    assert naive.rank(mixed("6432A"), "A-6") == 1
    assert_falling("A-6", [mixed("KKKQJ"), mixed("KQJT9"), suited("6432A"), mixed("AAA22")])


def test_five_to_ace_loses_to_every_king_high_in_27() -> None:
    ace_high = naive.value(mixed("A5432"), "2-7")
    kickers = list(combinations(naive.RANKS[:11], 4))
    kings = [mixed("K" + "".join(four)) for four in kickers if "".join(four) != "9TJQ"]
    assert len(kings) == 329
    assert all(naive.value(king, "2-7") < ace_high for king in kings)


def test_straights_for_high() -> None:
    falling = ("AKQJT", "KQJT9", "65432", "5432A", "222KQ")
    assert_falling("high", [mixed(ranks) for ranks in falling])


def test_categories_for_high() -> None:
    hands = [
        suited("AKQJT"),
        suited("5432A"),
        mixed("22223"),
        mixed("22233"),
        suited("75432"),
        mixed("5432A"),
        mixed("22234"),
        mixed("33224"),
        mixed("22345"),
        mixed("AKQJ9"),
        mixed("75432"),
    ]
    assert_falling("high", hands)
    assert [naive.rank(hands[0], "high"), naive.rank(hands[-1], "high")] == [1, 7462]


@pytest.mark.parametrize(
    ("cards", "ranks"), [("55669QQ", "Q9655"), ("233TTKK", "KT332"), ("4444KKK", "KK444")]
)
def test_best_five_of_seven_in_razz(cards: str, ranks: str) -> None:
    assert_holds(mixed(cards), "A-5", ranks)
    assert_worth(mixed(cards), "A-5", ranks)


# Section 2: qualifiers.


@pytest.mark.parametrize(("top", "classes"), [(7, 21), (8, 56), (9, 126)])
def test_qualifying_lows_are_the_first_ranks(top: int, classes: int) -> None:
    numbers = naive.class_numbers("A-5")
    qualifying = [number for low, number in numbers.items() if naive.qualifies(low, top)]
    assert qualifying == list(range(1, classes + 1))


def test_the_worst_eight_low_qualifies_whatever_its_suits() -> None:
    assert naive.best_low(suited("87654"), 8) == naive.value(mixed("87654"), "A-5")
    assert naive.best_low(mixed("9432A"), 8) is None
    assert naive.best_low(mixed("9432A"), 9) == naive.value(mixed("9432A"), "A-5")
    assert naive.best_low(mixed("8432AKK"), 8) == naive.value(mixed("8432A"), "A-5")


# Section 3: jokers.

ONE_JOKER = [
    ("A-5", "754*A", "7542A"),
    ("A-5", "KKQQ*", "KKQQA"),
    ("A-5", "AAAA*", "AAAA2"),
    ("A-6", "65*2A", "6532A"),
    ("A-6", "*5432", "75432"),
    ("A-6", "432A*", "6432A"),
    ("A-6", "532A*", "6532A"),
    ("A-6", "542A*", "6542A"),
    ("A-6", "543A*", "6543A"),
    ("2-7", "76*32", "76432"),
    ("2-7", "*5432", "75432"),
    ("2-7", "*6432", "76432"),
    ("2-7", "*6532", "76532"),
    ("2-7", "*6542", "76542"),
    ("2-7", "*6543", "86543"),
    ("2-6", "7543*", "75432"),
    ("2-6", "5432*", "65432"),
    ("2-6", "A543*", "A5432"),
    ("high-wild", "KK98*", "KKK98"),
    ("high-wild", "KKQQ*", "KKKQQ"),
    ("high-wild", "KKK2*", "KKKK2"),
    ("high-wild", "KQ95*", "KKQ95"),
    ("high-wild", "5432*", "65432"),
    ("high-wild", "567T942*", "T9876"),
    ("high-bug", "KK98*", "KK98A"),
    ("high-bug", "KKQQ*", "KKQQA"),
    ("high-bug", "KKK2*", "KKK2A"),
    ("high-bug", "KKKK*", "KKKKA"),
    ("high-bug", "KQ95*", "KQ95A"),
    ("high-bug", "AKQ9*", "AAKQ9"),
    ("high-bug", "5432*", "65432"),
    ("high-bug", "432A*", "5432A"),
    ("high-bug", "9876*", "T9876"),
    ("high-bug", "AKQJ*", "AKQJT"),
]
TWO_JOKERS = [
    ("A-5", "KQA**", "KQ32A"),
    ("A-5", "AAA**", "AAA32"),
    ("A-5", "**543", "5432A"),
    ("A-6", "**32A", "6432A"),
    ("A-6", "**543", "6543A"),
    ("2-7", "**432", "75432"),
    ("2-7", "**543", "75432"),
    ("2-7", "**765", "76532"),
    ("2-6", "**432", "65432"),
    ("2-6", "**AK2", "AK432"),
    ("high-wild", "KK9**", "KKKK9"),
    ("high-wild", "952**", "99952"),
    ("high-wild", "T96**", "T9876"),
    ("high-wild", "AA2**", "AAAA2"),
    ("high-bug", "KK9**", "AAKK9"),
    ("high-bug", "952**", "AA952"),
    ("high-bug", "T96**", "T9876"),
    ("high-bug", "AA9**", "AAAA9"),
]


@pytest.mark.parametrize(("ranking", "cards", "ranks"), ONE_JOKER + TWO_JOKERS)
def test_what_jokers_play_as(ranking: str, cards: str, ranks: str) -> None:
    assert_worth(mixed(cards), ranking, ranks)


@pytest.mark.parametrize(
    ("ranking", "cards", "ranks"),
    [
        ("A-6", "762*3", "7632A"),
        ("A-6", "**432", "6432A"),
        ("2-7", "762*3", "76432"),
        ("2-7", "**432", "75432"),
    ],
)
def test_jokers_do_not_finish_a_flush_that_is_bad(ranking: str, cards: str, ranks: str) -> None:
    assert_worth(suited(cards), ranking, ranks)


@pytest.mark.parametrize("ranking", ["high-wild", "high-bug"])
@pytest.mark.parametrize(
    ("cards", "ranks"),
    [
        ("AK95*", "AKQ95"),
        ("KQ95*", "AKQ95"),
        ("KQ4**", "AKQJ4"),
        ("9876*", "T9876"),
        ("97**5", "98765"),
        ("5432*", "65432"),
        ("AKJ**", "AKQJT"),
    ],
)
def test_jokers_finish_flushes_without_doubling_a_card(
    ranking: str, cards: str, ranks: str
) -> None:
    assert naive.value(suited(cards), ranking) == naive.value(suited(ranks), ranking)


def test_five_of_a_kind_beats_a_straight_flush_in_high_wild() -> None:
    hands = [mixed(rank * 4 + "*") for rank in reversed(naive.RANKS)]
    hands.append(suited("AKQJT"))
    assert [naive.rank(hand, "high-wild") for hand in hands] == list(range(1, 15))
    assert naive.rank(mixed("KKK**"), "high-wild") == 2


def test_five_aces_are_the_best_hand_and_the_only_five_with_the_bug() -> None:
    hands = [mixed("AAAA*"), mixed("AAA**"), suited("AKQJT"), mixed("KKKK*")]
    assert [naive.rank(hand, "high-bug") for hand in hands] == [1, 1, 2, 2 + 10 + 12]


def test_the_joker_is_read_afresh_for_each_half() -> None:
    hands = [compact("Jk6h5s4d3c"), compact("6c5d4h3s2c")]
    assert_falling("high-wild", hands)
    assert_falling("A-5", hands)
    assert_worth(hands[0], "high-wild", "76543")
    assert_worth(hands[0], "A-5", "6543A")


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("ranking", naive.RANKS_ALONE_COUNT)
def test_lowest_missing_rank_is_the_best_of_all_substitutes(ranking: str, jokers: int) -> None:
    for real in combinations_with_replacement(naive.RANKS, 5 - jokers):
        substitutes = combinations_with_replacement(naive.RANKS, jokers)
        hands = ("".join(real + chosen) for chosen in substitutes)
        possible = [mixed(ranks) for ranks in hands if max(Counter(ranks).values()) < 5]
        best = min(naive.value(hand, ranking) for hand in possible)
        assert naive.value(mixed("".join(real) + "*" * jokers), ranking) == best


@pytest.mark.parametrize("ranking", JOKER_RANKINGS)
def test_every_hand_with_jokers_has_a_number(ranking: str) -> None:
    for size, jokers in ((4, "*"), (3, "**")):
        for ranks in combinations_with_replacement(naive.RANKS, size):
            assert naive.rank(mixed("".join(ranks) + jokers), ranking) >= 1
    for ranks in combinations(naive.RANKS, 4):
        assert naive.rank(suited("".join(ranks) + "*"), ranking) >= 1


def test_high_refuses_jokers() -> None:
    with pytest.raises(ValueError, match="no jokers"):
        naive.value(mixed("AKQJ*"), "high")


@pytest.mark.parametrize("ranks", ["AKQJ", "AKQJT9"])
def test_a_value_is_of_five_cards(ranks: str) -> None:
    with pytest.raises(ValueError, match="five cards"):
        naive.value(mixed(ranks), "high")


# Sections 4 and 5: numbers by name, steel wheels.


def test_numbers_of_27() -> None:
    sevens = "75432 76432 76532 76542"
    eights = "85432 86432 86532 86542 86543 87432 87532 87542 87543 87632 87642 87643 87652 87653"
    hands = f"{sevens} {eights} 95432".split()
    assert [naive.rank(mixed(ranks), "2-7") for ranks in hands] == list(range(1, 20))


def test_a_steel_wheel_ties_for_low_and_may_lose_high() -> None:
    steel, wheel, better = suited("5432A"), mixed("5432A"), ["9c", "8c", "7c", "6c", "5c"]
    assert naive.value(steel, "A-5") == naive.value(wheel, "A-5")
    assert_falling("high", [better, steel, wheel])


# Classes and frequencies that others published.

LOW_CLASSES = [1287, 2860, 858, 858, 0, 0, 156, 156, 0, 0]
CLASSES = {
    "A-5": LOW_CLASSES,
    "2-6": LOW_CLASSES,
    "A-6": [1278, 2860, 858, 858, 9, 1278, 156, 156, 9, 0],
    "2-7": [1278, 2860, 858, 858, 9, 1278, 156, 156, 9, 0],
    "high": [1277, 2860, 858, 858, 10, 1277, 156, 156, 10, 0],
    "high-wild": [1277, 2860, 858, 858, 10, 1277, 156, 156, 10, 13],
    "high-bug": [1277, 2860, 858, 858, 10, 1277, 156, 156, 10, 1],
}
TOTALS = dict(zip(naive.RANKINGS, [6175, 7462, 7462, 6175, 7462, 7475, 7463], strict=True))


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_number_of_classes(ranking: str) -> None:
    numbers = naive.class_numbers(ranking)
    categories = Counter(abs(value[0]) for value in numbers)
    assert [categories[category] for category in range(10)] == CLASSES[ranking]
    assert list(numbers.values()) == list(range(1, TOTALS[ranking] + 1))


@cache
def a5_hands(size: int, jokers: int = 0) -> Counter[naive.Value]:
    """Hands of each A-5 value: all sets of so many cards, so many of them jokers."""
    hands: Counter[naive.Value] = Counter()
    for ranks in combinations_with_replacement(naive.RANKS, size - jokers):
        groups = Counter(ranks).values()
        if max(groups) <= 4:
            low = naive.best(mixed("".join(ranks) + "*" * jokers), "A-5")
            hands[low] += prod(comb(4, group) for group in groups)
    return hands


def by_top_card(hands: Counter[naive.Value]) -> list[int]:
    """Hands without a pair whose top card is a five, a six, ... a king."""
    tops: Counter[int] = Counter()
    for (category, top, *_), count in hands.items():
        tops[top] += count * (category == naive.NO_PAIR)
    return [tops[top] for top in range(5, 14)]


def in_category(hands: Counter[naive.Value], category: int) -> int:
    return sum(count for value, count in hands.items() if value[0] == category)


def qualifying(hands: Counter[naive.Value], top: int) -> int:
    return sum(count for low, count in hands.items() if naive.qualifies(low, top))


def test_a5_hands_of_five_cards() -> None:
    hands = a5_hands(5)
    tops = [1024, 5120, 15360, 35840, 71680, 129024, 215040, 337920, 506880]
    assert by_top_card(hands) == tops
    assert hands.total() == comb(52, 5)
    assert [qualifying(hands, top) for top in (7, 8, 9)] == [21504, 57344, 129024]


def test_a5_hands_of_five_cards_with_a_joker_in_the_deck() -> None:
    hands = a5_hands(5) + a5_hands(5, jokers=1)
    tops = [2304, 7680, 20480, 44800, 86016, 150528, 245760, 380160, 563200]
    assert by_top_card(hands) == tops
    assert hands.total() - sum(tops) == 1368757


def test_razz_hands() -> None:
    hands = a5_hands(7)
    tops = [781824, 3151360, 7426560, 13171200, 19174400, 23675904, 24837120, 21457920, 13939200]
    assert by_top_card(hands) == tops
    assert in_category(hands, naive.PAIR) == 5948800
    assert in_category(hands, naive.TWO_PAIR) == 219648
    assert in_category(hands, naive.FULL_HOUSE) == 624
    assert hands.total() == comb(52, 7)
    assert len(hands) == 5083
    assert [qualifying(hands, top) for top in (8, 9)] == [24530944, 43705344]


def test_razz_hands_with_a_joker_in_the_deck() -> None:
    hands = a5_hands(7) + a5_hands(7, jokers=1)
    tops = [1725312, 4593920, 9666560, 16105600, 22521856, 27019776, 27709440, 23464320, 14924800]
    assert by_top_card(hands) == tops
    assert hands.total() - sum(tops) == 6411496


def test_pat_hands_of_27() -> None:
    in_mixed_suits = 4**5 - 4
    values = [value for value in naive.class_numbers("2-7") if value[0] == naive.NO_PAIR]
    tops = Counter(top for _, top, *_ in values)
    hands = [tops[top] * in_mixed_suits for top in range(7, 15)]
    assert hands == [4080, 14280, 34680, 70380, 127500, 213180, 335580, 503880]


@pytest.mark.parametrize(
    ("ranks", "number"),
    [
        ("76532", 3),
        ("85432", 5),
        ("87642", 15),
        ("95432", 19),
        ("97654", 33),
        ("T5432", 53),
        ("K5432", 456),
        ("A5432", 785),
    ],
)
def test_published_numbers_of_27(ranks: str, number: int) -> None:
    assert naive.rank(mixed(ranks), "2-7") == number


# Faults of other evaluators.


def test_a_suited_five_to_ace_is_the_lowest_ace_high_flush_in_27() -> None:
    hands = [mixed("AKQJT"), suited("KQJT8"), suited("A5432"), compact("Ac6c4c3c2c")]
    assert_falling("2-7", hands)
    aces = [suited("A" + "".join(four)) for four in combinations(naive.RANKS[:12], 4)]
    assert min(aces, key=lambda hand: naive.value(hand, "2-7")) == suited("A2345")


def test_27_sees_flushes() -> None:
    assert naive.rank(compact("7c5d4d3d2d"), "2-7") == 1
    assert naive.value(compact("7d5d4d3d2d"), "2-7")[0] == naive.FLUSH


BEST_OF_MORE = [
    ("A-5", "Ah2c3d5s6hKdKc", "6532A"),
    ("A-5", "Ah2c3d4s8hKdKc", "8432A"),
    ("A-5", "2s2h3h3d4c4s5h", "54322"),
    ("A-5", "KdKhKs7d7c3h3d", "7733K"),
    ("A-5", "4s4h4d4cKsKhKd", "KK444"),
    ("A-5", "AsAdQdQc5s2h2c", "AAQ52"),
    ("2-7", "2c3d4h5s6c7dAh", "75432"),
    ("2-7", "2c3d4h5s6cAdKh", "K5432"),
    ("high-wild", "5c6h7d9c4dJkTc", "T9876"),
]


@pytest.mark.parametrize(("ranking", "cards", "ranks"), BEST_OF_MORE)
def test_best_five_of_more(ranking: str, cards: str, ranks: str) -> None:
    assert_worth(compact(cards), ranking, ranks)


FAULTS = [
    ("A-5", "Ah2c3d5s6hKdKc", "Ah2c3d4s8hKdKc"),
    ("A-5", "AdAcKhQsJc", "Ac4d3c2s2h"),
    ("A-5", "Kd3s3c2d2c", "AhAc4s4c2s"),
    ("A-6", "AcKdQhJsTc", "2c2d3h4s5c"),
    ("A-6", "2c2d2h4s5c", "Ac2d3h4s5c"),
    ("2-7", "2c2d2h4s5c", "2c3d4h5s6c"),
]


@pytest.mark.parametrize(("ranking", "better", "worse"), FAULTS)
def test_first_hand_wins(ranking: str, better: str, worse: str) -> None:
    assert_falling(ranking, [compact(better), compact(worse)])


def test_four_low_ranks_do_not_qualify() -> None:
    assert naive.best_low(compact("2s2h3h3d4c4s5h"), 8) is None


def test_any_straight_flush_may_play_both_ways() -> None:
    hand = compact("4c5c6c7c8c")
    assert naive.value(hand, "high") == naive.value(suited("87654"), "high")
    assert naive.best_low(hand, 8) == naive.value(mixed("87654"), "A-5")


@pytest.mark.parametrize(
    ("hole", "board", "high", "low"),
    [
        ("AhAdAcKd", "3h4d5s8cQd", "AA8Q5", None),
        ("Ks8cJs5c", "3s5hQsQd9h", "QQ55K", None),
        ("AsKs5d7c", "Ts7d8h4s2c", "77AT8", "7542A"),
        ("Ah2dJcQs", "2s5h6c7d9h", "22A97", "7652A"),
        ("Ac3dThKs", "2s5h6c7d9h", "AK976", "6532A"),
        ("AsAd3d2s", "9s8c9d9hTc", "999AA", None),
    ],
)
def test_omaha(hole: str, board: str, high: str, low: str | None) -> None:
    cards = compact(hole), compact(board)
    expected_low = None if low is None else naive.value(mixed(low), "A-5")
    assert naive.omaha(*cards, "high") == naive.value(mixed(high), "high")
    assert naive.omaha_low(*cards, 8) == expected_low
    five = naive.omaha_five(*cards, "high")
    assert len(set(five) & set(cards[0])) == 2
    assert len(set(five) & set(cards[1])) == 3


# Facts that other projects state.


def test_class_numbers_of_another_author() -> None:
    columns = {"2-7": "rank_27", "A-5": "rank_a5", "A-6": "rank_a6", "high": "rank_high"}
    with shared("class_numbers.csv").open() as lines:
        for row in csv.DictReader(lines):
            hand = compact(row["hand"])
            numbers = {ranking: naive.rank(hand, ranking) for ranking in columns}
            assert numbers == {ranking: int(row[column]) for ranking, column in columns.items()}


def test_best_fives_of_others() -> None:
    for fact in facts("lib_hand"):
        cards, ranking = fact["cards"].split(), SCALES[fact["scale"]]
        ranks = fact.get("lo_ranks") or "".join(card[0] for card in fact["best_lo"].split())
        assert_holds(cards, ranking, ranks)
        assert naive.rank(cards, ranking) == fact.get("number", naive.rank(cards, ranking))


def test_orders_of_others() -> None:
    for fact in facts("lib_order"):
        hands = [hand.split() for hand in fact["best_to_worst"]]
        assert_falling(SCALES[fact["scale"]], hands)


def test_numbers_of_others() -> None:
    for fact in facts("rule_number"):
        assert naive.rank(mixed(fact["lo_ranks"]), SCALES[fact["scale"]]) == fact["number"], fact


def test_comparisons_of_others() -> None:
    for fact in facts("rule_compare"):
        make = suited if "flushes" in fact["note"] else mixed
        assert_falling(SCALES[fact["scale"]], [make(fact["better"]), make(fact["worse"])])


def test_omaha_low_tops_of_others() -> None:
    for fact in facts("lib_omaha_low_top"):
        low = naive.omaha_low(fact["cards"].split(), fact["board"].split(), 8)
        assert (low and str(low[1])) == fact["low_top_card"]


def winners(values: dict[str, naive.Value | None]) -> list[str]:
    shown = [value for value in values.values() if value is not None]
    return [player for player, value in values.items() if shown and value == min(shown)]


def showdown(fact: dict[str, Any], how: Callable[[Hand], naive.Value | None]) -> list[str]:
    return winners({player["p"]: how(player["cards"].split()) for player in fact["players"]})


def test_omaha_showdowns_of_others() -> None:
    for fact in facts("lib_showdown"):
        if fact["game"] == "omaha8":
            board = fact["board"].split()
            high = showdown(fact, partial(naive.omaha, board=board, ranking="high"))
            low = showdown(fact, partial(naive.omaha_low, board=board, top=8))
            assert (high, low) == (fact["winners_hi"], fact["winners_lo"]), fact


def test_stud_showdowns_of_others() -> None:
    for fact in facts("lib_showdown"):
        if fact["game"] == "stud8":
            assert showdown(fact, lambda cards: naive.best(cards, "high")) == fact["winners_hi"]
            assert showdown(fact, lambda cards: naive.best_low(cards, 8)) == fact["winners_lo"]
        if fact["game"] == "razz":
            assert showdown(fact, lambda cards: naive.best(cards, "A-5")) == fact["winners_lo"]


def checksum(deck: list[str], how: Callable[[tuple[str, ...]], naive.Value | None]) -> str:
    """Checksum of all five-card hands that have a value, in the order of the values."""
    valued = ((how(hand), hand) for hand in combinations(deck, 5))
    hands = [(value, hand) for value, hand in valued if value is not None]
    hands.sort(key=lambda pair: pair[0])
    return md5("\n".join("".join(hand) for _, hand in hands).encode()).hexdigest()


def ordered_deck(ranks: str) -> list[str]:
    return [rank + suit for rank in ranks for suit in naive.SUITS]


def published_checksum(scale: str) -> str:
    return next(str(fact["md5"]) for fact in facts("whole_space_md5") if fact["scale"] == scale)


def test_order_of_all_qualifying_lows() -> None:
    expected = published_checksum("8")
    assert checksum(ordered_deck("A2345678"), lambda hand: naive.best_low(hand, 8)) == expected


@pytest.mark.slow
def test_order_of_all_a5_hands() -> None:
    expected = published_checksum("a5")
    deck = ordered_deck("A23456789TJQK")
    assert checksum(deck, lambda hand: naive.value(hand, "A-5")) == expected


@pytest.mark.slow
def test_order_of_all_high_hands() -> None:
    expected = published_checksum("high")

    def worst_first(hand: tuple[str, ...]) -> naive.Value:
        return tuple(-part for part in naive.value(hand, "high"))

    assert checksum(ordered_deck(naive.RANKS), worst_first) == expected
