"""Names and classes: literal facts, the oracle, enumeration and counting by hand."""

import json
from collections import Counter
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb, prod
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
import pytest

from fastlow import NO_LOW, parse, rank
from fastlow.names import CLASS, classes, describe, name_hand
from fastlow.rankings import RankingName
from tests import naive
from tests.support import shared

RANKINGS = get_args(RankingName)
JOKER_RANKINGS = [ranking for ranking in RANKINGS if ranking != "high"]
DECKS = [(ranking, jokers) for ranking in RANKINGS for jokers in (0, 1, 2)]
DECKS.remove(("high", 1))
DECKS.remove(("high", 2))
WITH_SUITS = [ranking for ranking in RANKINGS if ranking not in naive.RANKS_ALONE_COUNT]

NUMBERS = {
    "no pair": naive.NO_PAIR,
    "pair": naive.PAIR,
    "two pair": naive.TWO_PAIR,
    "trips": naive.TRIPS,
    "straight": naive.STRAIGHT,
    "flush": naive.FLUSH,
    "full house": naive.FULL_HOUSE,
    "quads": naive.QUADS,
    "straight flush": naive.STRAIGHT_FLUSH,
    "five of a kind": naive.FIVE_OF_A_KIND,
}


def hand(ranks: str, *, suited: bool = False) -> list[str]:
    """Cards of ranks with dashes between, in mixed suits or one; a fifth of a rank is a joker."""
    seen: Counter[str] = Counter()
    cards = []
    for place, each in enumerate(ranks.split("-")):
        suit = "h" if suited else (naive.SUITS * 2)[seen[each] + (place == 4 and not seen[each])]
        cards.append(naive.JOKER if seen[each] == 4 else each + suit)
        seen[each] += 1
    return cards


def of_class(row: Any) -> list[str]:
    """Any hand that belongs to a class."""
    return hand(row["cards"], suited="flush" in row["category"])


def described(ranking: str, ranks: str, *, suited: bool = False) -> str:
    """Description of the class that the oracle says the hand is in."""
    number = naive.rank(hand(ranks, suited=suited), ranking)
    text: str = describe(number, ranking)
    return text


def called(ranking: str, ranks: str) -> list[str]:
    spelled, *names = described(ranking, ranks).split(", ")
    assert spelled == ranks
    return names


# --- the names of the rules -----------------------------------------------------------------------

NAMES_OF_THE_RULES = [
    ("A-5", "5-4-3-2-A", "wheel, bicycle"),
    ("A-6", "6-4-3-2-A", "Chicago wheel, sixty-four"),
    ("2-7", "7-5-4-3-2", "number one, the nuts, seven perfect, the wheel"),
    ("2-7", "7-6-4-3-2", "number two"),
    ("2-7", "7-6-5-3-2", "number three"),
    ("2-7", "7-6-5-4-2", "number four"),
    ("2-7", "8-5-4-3-2", "number five, nut eight, eight perfect"),
    ("2-7", "8-6-4-3-2", "number six"),
    ("2-7", "8-6-5-3-2", "number seven"),
    ("2-7", "8-6-5-4-2", "number eight"),
    ("2-7", "8-6-5-4-3", "number nine, rough eighty-six"),
    ("2-7", "8-7-4-3-2", "number ten, eighty-seven smooth"),
    ("2-7", "8-7-5-3-2", "number eleven"),
    ("2-7", "8-7-5-4-2", "number twelve, average eight"),
    ("2-7", "8-7-5-4-3", "number thirteen"),
    ("2-7", "8-7-6-3-2", "number fourteen"),
    ("2-7", "8-7-6-4-2", "number fifteen"),
    ("2-7", "8-7-6-4-3", "number sixteen"),
    ("2-7", "8-7-6-5-2", "number seventeen"),
    ("2-7", "8-7-6-5-3", "number eighteen, rough eighty-seven, Dave P."),
    ("2-7", "9-5-4-3-2", "number nineteen, nut nine, nine perfect"),
    ("2-7", "A-5-4-3-2", "nut ace"),
    # how lows are called in general
    ("2-7", "8-6-5-4-2", "eight-six"),
    ("A-5", "8-6-5-4-2", "eight-six"),
    ("A-5", "8-7-6-3-A", "rough eight"),
    ("A-5", "8-4-3-2-A", "smooth eight, nut eight"),
    ("2-7", "8-7-6-4-2", "rough eight"),
    ("2-7", "8-5-4-3-2", "smooth eight"),
    ("A-5", "7-4-3-2-A", "nut seven"),
    ("A-6", "7-4-3-2-A", "nut seven"),
]


@pytest.mark.parametrize(("ranking", "ranks", "names"), NAMES_OF_THE_RULES)
def test_every_name_of_the_rules(ranking: str, ranks: str, names: str) -> None:
    assert set(names.split(", ")) <= set(called(ranking, ranks))


def test_the_numbers_of_deuce_to_seven_are_the_ranks() -> None:
    numbered = [name for _, _, names in NAMES_OF_THE_RULES for name in names.split(", ")]
    numbered = [name for name in numbered if name.startswith("number ")]
    assert len(numbered) == 19
    for number, name in enumerate(numbered, start=1):
        assert name in describe(number, "2-7").split(", ")
    assert not any("number" in text for text in describe(range(20, 7463), "2-7"))


DESCRIPTIONS = [
    ("A-5", "5-4-3-2-A", "wheel, bicycle"),
    ("A-5", "6-4-3-2-A", "six-four, nut six, smooth six"),
    ("A-5", "6-5-3-2-A", "six-five"),
    ("A-5", "6-5-4-3-2", "six-five, rough six"),
    ("A-5", "7-6-5-4-3", "seven-six, rough seven"),
    ("A-5", "8-6-5-4-2", "eight-six"),
    ("A-5", "T-9-8-7-6", "ten-nine, rough ten"),
    ("A-5", "A-A-9-5-3", "pair of aces"),
    ("A-5", "6-6-9-5-3", "pair of sixes"),
    ("A-5", "6-6-5-5-9", "two pair, sixes and fives"),
    ("A-5", "3-3-3-K-2", "trips, three threes"),
    ("A-5", "A-A-A-K-K", "full house, aces full of kings"),
    ("A-5", "Q-Q-Q-Q-A", "quads, four queens"),
    ("A-6", "5-4-3-2-A", "five-high straight"),
    ("A-6", "K-Q-J-T-A", "king-queen, rough king"),
    ("A-6", "6-4-3-2-A", "Chicago wheel, sixty-four"),
    ("2-7", "7-5-4-3-2", "number one, the nuts, seven perfect, the wheel"),
    ("2-7", "8-6-5-4-2", "eight-six, smooth eight, number eight"),
    ("2-7", "8-7-6-5-3", "eight-seven, rough eight, number eighteen, rough eighty-seven, Dave P."),
    ("2-7", "A-5-4-3-2", "ace-five, nut ace, smooth ace"),
    ("2-7", "A-K-Q-J-T", "ace-high straight"),
    ("2-7", "6-5-4-3-2", "six-high straight"),
    ("2-6", "6-5-4-3-2", "six-five, nut six"),
    ("2-6", "8-5-4-3-2", "eight-five, nut eight, smooth eight"),
    ("2-6", "A-K-Q-J-T", "ace-king, rough ace"),
    ("high", "A-K-Q-J-T", "ace-high straight, Broadway"),
    ("high", "5-4-3-2-A", "five-high straight, wheel"),
    ("high", "K-J-8-6-4", "king-high"),
    ("high", "K-K-7-7-3", "two pair, kings and sevens"),
    ("high-bug", "A-A-A-A-A", "five of a kind, five aces"),
    ("high-wild", "6-6-6-6-6", "five of a kind, five sixes"),
]


@pytest.mark.parametrize(("ranking", "ranks", "names"), DESCRIPTIONS)
def test_whole_descriptions(ranking: str, ranks: str, names: str) -> None:
    assert described(ranking, ranks) == f"{ranks}, {names}"


SUITED = [
    ("A-5", "5-4-3-2-A", "wheel, bicycle"),  # by rank alone, suits are not known
    ("A-6", "6-4-3-2-A", "six-high flush"),
    ("A-6", "5-4-3-2-A", "five-high straight flush"),
    ("2-7", "A-5-4-3-2", "ace-high flush"),
    ("2-7", "A-K-Q-J-T", "ace-high straight flush"),
    ("high", "A-K-Q-J-T", "royal flush"),
    ("high-wild", "A-K-Q-J-T", "royal flush"),
    ("high-bug", "K-Q-J-T-9", "king-high straight flush"),
    ("high", "5-4-3-2-A", "five-high straight flush, steel wheel"),
    ("high", "A-Q-J-T-9", "ace-high flush"),
]


@pytest.mark.parametrize(("ranking", "ranks", "names"), SUITED)
def test_whole_descriptions_of_hands_in_one_suit(ranking: str, ranks: str, names: str) -> None:
    assert described(ranking, ranks, suited=True) == f"{ranks}, {names}"


# --- smooth, rough and nut ------------------------------------------------------------------------


@pytest.mark.parametrize("ranking", naive.LOW_RANKINGS)
def test_the_nut_low_of_a_top_card_is_the_one_above_the_four_lowest(ranking: str) -> None:
    rest = "4-3-2-A" if ranking in naive.ACE_IS_LOW else "5-4-3-2"
    own = {"A-5": "5-4-3-2-A", "A-6": "6-4-3-2-A", "2-7": "7-5-4-3-2"}
    rows = no_pairs(ranking)
    nuts = [row["cards"] for row in rows if "nut " in row["name"]]
    tops = dict.fromkeys(row["cards"][0] for row in rows)
    assert nuts == [f"{top}-{rest}" for top in tops if f"{top}-{rest}" != own.get(ranking)]


@pytest.mark.parametrize("ranking", naive.LOW_RANKINGS)
def test_lows_of_a_top_card_go_from_smooth_to_rough(ranking: str) -> None:
    for top in "89TJQKA":
        lows = [row["name"] for row in no_pairs(ranking)[1:] if row["cards"][0] == top]
        smooth = ["smooth " in name for name in lows]
        rough = ["rough " + word_of(top) in name.split(", ") for name in lows]
        assert smooth == sorted(smooth, reverse=True)
        assert rough == sorted(rough)
        assert not any(a and b for a, b in zip(smooth, rough, strict=True))
        assert sum(smooth) == sum(rough) == len(lows) // 3


def no_pairs(ranking: str) -> npt.NDArray[np.void]:
    rows = classes(ranking)
    found: npt.NDArray[np.void] = rows[rows["category"] == "high card"]
    return found


def word_of(rank: str) -> str:
    words = {"8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
    return words.get(rank, "ace")


# --- every class against the oracle ---------------------------------------------------------------


@pytest.mark.parametrize("ranking", RANKINGS)
def test_each_class_has_the_cards_category_and_place_of_the_oracle(ranking: str) -> None:
    rows = classes(ranking)
    assert len(rows) == len(naive.class_numbers(ranking))
    for place, row in enumerate(rows, start=1):
        cards = of_class(row)
        assert row["rank"] == place == naive.rank(cards, ranking)
        category = abs(naive.value(cards, ranking)[0])
        assert category == NUMBERS[row["category"].replace("high card", "no pair")]
        assert "-".join(naive.RANKS[each] for each in row["ranks"]) == row["cards"]


@pytest.mark.parametrize("ranking", RANKINGS)
def test_cards_stand_in_the_order_in_which_they_compare(ranking: str) -> None:
    for row in classes(ranking):
        ranks = row["cards"].split("-")
        counts = [ranks.count(each) for each in ranks]
        assert counts == sorted(counts, reverse=True)
        value = naive.value(of_class(row), ranking)
        numbers = [abs(number) for number in value[1:]]
        assert [number % 13 for number in numbers] == [
            (naive.RANKS.index(each) + 2) % 13 for each in dict.fromkeys(ranks)
        ]


@pytest.mark.parametrize("ranking", RANKINGS)
def test_a_description_is_the_cards_and_the_name_of_one_class(ranking: str) -> None:
    rows = classes(ranking)
    texts = describe(rows["rank"], ranking)
    assert texts == [f"{row['cards']}, {row['name']}" for row in rows]
    assert len(set(texts)) == len(rows)
    assert len({(row["cards"], "flush" in row["category"]) for row in rows}) == len(rows)
    assert max(map(len, rows["name"].tolist())) < CLASS["name"].itemsize // 4  # nothing cut off


@pytest.mark.parametrize("ranking", naive.RANKS_ALONE_COUNT)
def test_without_flushes_the_cards_alone_tell_classes_apart(ranking: str) -> None:
    assert len(set(classes(ranking)["cards"].tolist())) == 6175


@pytest.mark.parametrize("ranking", RANKINGS)
def test_every_name_says_its_category(ranking: str) -> None:
    for row in classes(ranking):
        if row["category"] != "high card":
            assert row["category"] in row["name"].replace("royal", "straight")


# --- how many hands -------------------------------------------------------------------------------


@cache
def all_hands(jokers: int) -> npt.NDArray[np.uint8]:
    """All five-card hands of a deck."""
    n = 52 + jokers
    flat = chain.from_iterable(combinations(range(n), 5))
    return np.fromiter(flat, np.uint8, 5 * comb(n, 5)).reshape(-1, 5)


@pytest.mark.parametrize(("ranking", "jokers"), DECKS)
def test_counts_are_the_histogram_of_all_hands(ranking: str, jokers: int) -> None:
    rows = classes(ranking, jokers=jokers)
    ranks = rank(all_hands(jokers), ranking)
    histogram = np.bincount(ranks, minlength=len(rows) + 1)
    assert rows["hands"].tolist() == histogram[1:].tolist()
    assert rows["hands"].sum() == comb(52 + jokers, 5)


def hands_in(cards: str, category: str, *, suits_count: bool) -> int:
    """Number of hands of a natural class: suits chosen for each group of ranks."""
    groups = Counter(cards.split("-")).values()
    ways = prod(comb(4, count) for count in groups)
    if len(groups) < 5 or not suits_count:
        return ways
    return 4 if "flush" in category else ways - 4


@pytest.mark.parametrize("ranking", RANKINGS)
def test_counts_are_what_the_suits_allow(ranking: str) -> None:
    count_suits = ranking in WITH_SUITS
    for row in classes(ranking):
        assert row["hands"] == hands_in(row["cards"], row["category"], suits_count=count_suits)


@pytest.mark.parametrize(("ranking", "jokers"), [("A-5", 1), ("A-5", 2), ("2-6", 2), ("2-7", 1)])
def test_counts_with_jokers_are_those_of_the_oracle(ranking: str, jokers: int) -> None:
    expected: Counter[int] = Counter()
    for held in range(jokers + 1):
        for cards, ways in kinds(5 - held):
            number = naive.rank(cards + [naive.JOKER] * held, ranking)
            expected[number] += ways * comb(jokers, held)
    rows = classes(ranking, jokers=jokers)
    assert dict(zip(rows["rank"].tolist(), rows["hands"].tolist(), strict=True)) == expected


@cache
def kinds(n: int) -> list[tuple[list[str], int]]:
    """One hand of each n ranks, in one suit and in more, with the number of its like."""
    found = []
    for ranks in combinations_with_replacement(naive.RANKS, n):
        groups = Counter(ranks)
        ways = prod(comb(4, count) for count in groups.values())
        if not ways:
            continue
        one_suit = 4 if len(groups) == n else 0
        mixed = [each + suit for each, suit in zip(ranks, "cdhsc", strict=False)]
        found.append((mixed, ways - one_suit))
        if one_suit:
            found.append(([each + "c" for each in ranks], one_suit))
    return found


def by_top(ranking: str, jokers: int = 0) -> list[int]:
    """Hands without a pair by top card, the best first."""
    rows = classes(ranking, jokers=jokers)
    rows = rows[rows["category"] == "high card"]
    tops: Counter[str] = Counter()
    for row in rows:
        tops[row["cards"][0]] += int(row["hands"])
    return list(tops.values())


def test_published_frequencies_in_ace_to_five() -> None:  # figure 1
    figures = [1024, 5120, 15360, 35840, 71680, 129024, 215040, 337920, 506880]
    assert by_top("A-5") == figures
    assert sum(figures) == 1317888


def test_published_frequencies_in_deuce_to_seven() -> None:  # figure 5
    figures = [4080, 14280, 34680, 70380, 127500, 213180, 335580, 503880]
    assert by_top("2-7") == figures
    assert sum(figures) == 1303560


def test_published_frequencies_in_ace_to_five_with_a_joker() -> None:  # figure 7
    figures = [2304, 7680, 20480, 44800, 86016, 150528, 245760, 380160, 563200]
    assert by_top("A-5", jokers=1) == figures
    assert 2869685 - sum(figures) == 1368757


def test_published_numbers_of_classes() -> None:  # figures 3 and 4
    for ranking in ("A-6", "2-7"):
        counts = Counter(classes(ranking)["category"].tolist())
        assert counts == {
            "high card": 1278,
            "pair": 2860,
            "two pair": 858,
            "trips": 858,
            "straight": 9,
            "flush": 1278,
            "full house": 156,
            "quads": 156,
            "straight flush": 9,
        }
    assert classes("A-5")["hands"][:56].sum() == 57344
    assert classes("A-5")["hands"][:126].sum() == 129024


def test_published_class_numbers_in_deuce_to_seven() -> None:  # figure 6
    published = {
        3: "7-6-5-3-2",
        5: "8-5-4-3-2",
        15: "8-7-6-4-2",
        19: "9-5-4-3-2",
        33: "9-7-6-5-4",
        53: "T-5-4-3-2",
        456: "K-5-4-3-2",
        785: "A-5-4-3-2",
    }
    cards = classes("2-7")["cards"]
    assert {number: cards[number - 1] for number in published} == published


def test_natural_decks_have_no_five_of_a_kind() -> None:
    rows = classes("high-wild")
    fives = rows["category"] == "five of a kind"
    assert fives.sum() == 13
    assert (rows["hands"] > 0).tolist() == (~fives).tolist()


def test_classes_are_the_callers_own() -> None:
    classes("A-5")["hands"] = 0
    assert classes("A-5")["hands"][0] == 1024


# --- what goes in and comes out -------------------------------------------------------------------


def test_a_scalar_gives_a_string_and_an_array_a_list_in_its_shape() -> None:
    wheel = "5-4-3-2-A, wheel, bicycle"
    for one in (1, np.uint16(1), np.array(1, np.int64)):
        assert describe(one, "A-5") == wheel
    assert describe([1], "A-5") == [wheel]
    assert describe(np.array([[1, NO_LOW]], np.uint16), "A-5") == [[wheel, "no low"]]
    assert describe([], "A-5") == []


def test_no_low() -> None:
    assert describe(NO_LOW, "A-5") == "no low"
    low = rank(parse(["9c 4d 3h 2s Ac", "8c 4d 3h 2s Ac"]), "A-5", qualifier=8)
    assert describe(low, "A-5") == ["no low", "8-4-3-2-A, eight-four, nut eight, smooth eight"]


@pytest.mark.parametrize(
    ("ranks", "ranking", "message"),
    [
        (0, "A-5", "0 is not a rank of 'A-5': 1 to 6175 are"),
        (6176, "A-5", "6176 is not a rank of 'A-5': 1 to 6175 are"),
        ([1, -3, 0], "2-7", "-3 at index 1 is not a rank of '2-7': 1 to 7462 are"),
        ([[1], [7476]], "high-wild", r"7476 at index \(1, 0\) is not a rank of 'high-wild'"),
        (NO_LOW, "high", "65535 is not a rank of 'high': 1 to 7462 are"),
        (1, "7-2", "ranking must be one of .*, not '7-2'"),
    ],
)
def test_what_is_no_rank_is_refused(ranks: Any, ranking: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        describe(ranks, ranking)


@pytest.mark.parametrize("ranks", [1.0, [1.5], "1", [True], None])
def test_ranks_are_integers(ranks: Any) -> None:
    with pytest.raises(TypeError, match="ranks must be integers, not "):
        describe(ranks, "A-5")


def test_jokers_that_the_deck_or_the_ranking_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="jokers must be 0, 1 or 2, not 3"):
        classes("A-5", jokers=3)
    with pytest.raises(ValueError, match="'high' takes no jokers, not 1; 'high-wild' and"):
        classes("high", jokers=1)
    with pytest.raises(ValueError, match="ranking must be one of"):
        classes("5-A")


# --- hands with their suits -----------------------------------------------------------------------

WHEEL = "5-4-3-2-A, wheel, bicycle"


@pytest.mark.parametrize("suit", naive.SUITS)
def test_steel_wheels(suit: str) -> None:
    five = "".join(each + suit for each in "A2345")
    other = "d" if suit == "c" else "c"
    assert name_hand(parse(five), "A-5") == f"{WHEEL}, steel wheel"
    assert name_hand(parse(f"K{other}" + five + f"5{other}"), "A-5") == f"{WHEEL}, steel wheel"
    mixed = five.replace("3" + suit, "3" + other)
    assert name_hand(parse(mixed), "A-5") == WHEEL
    assert name_hand(parse(f"{mixed}9{suit}"), "A-5") == WHEEL


def test_only_a_suited_wheel_in_ace_to_five_is_a_steel_wheel() -> None:
    assert name_hand(parse("6h4h3h2hAh"), "A-5") == "6-4-3-2-A, six-four, nut six, smooth six"
    assert name_hand(parse("Jk4h3h2hAh"), "A-5") == WHEEL  # a joker has no suit
    assert name_hand(parse("5h4h3h2hAh"), "2-7") == "A-5-4-3-2, ace-high flush"
    assert name_hand(parse("5h4h3h2hAh"), "2-6") == "A-5-4-3-2, ace-five, nut ace, smooth ace"


def test_hands_are_named_in_the_shape_of_their_array() -> None:
    hands = parse(["5h4h3h2hAh", "5h4h3h2hAs", "9h4h3h2hAh", "JkJk3h2hAh"])
    names = [f"{WHEEL}, steel wheel", WHEEL, "no low", WHEEL]
    assert name_hand(hands, "A-5", qualifier=8) == names
    assert name_hand(hands.astype(np.int64).reshape(2, 2, 5), "A-5", qualifier=8) == [
        names[:2],
        names[2:],
    ]
    assert name_hand(np.empty((0, 5), np.uint8), "A-5") == []


def test_a_bad_hand_is_refused_as_rank_refuses_it() -> None:
    with pytest.raises(ValueError, match="As appears twice"):
        name_hand(parse("As As 2c 3d 4h", check=False), "A-5")
    with pytest.raises(ValueError, match="60 at index 4 is not a card"):
        name_hand([0, 4, 8, 12, 60], "A-5")


SITES = {"razz": "A-5", "stud8": "A-5", "27sd": "2-7", "27td": "2-7"}


def test_lows_are_spelled_as_sites_printed_them() -> None:
    hands = map(json.loads, shared("hands.jsonl").read_text().splitlines())
    printed = [
        (player["lo_ranks"], player["cards"], SITES[each["game"]])
        for each in hands
        for player in each["players"]
        if each["game"] in SITES and "lo_ranks" in player
    ]
    assert len(printed) > 80
    for ranks, cards, ranking in printed:
        assert name_hand(parse(cards), ranking).split(", ")[0] == "-".join(ranks)
