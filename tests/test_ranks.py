"""What hands are worth: the oracle, the rules, published facts, and a second opinion."""

import csv
import re
from collections.abc import Iterator
from hashlib import md5
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastlow
from fastlow import NO_LOW, parse, rank, rank_high_low
from tests import naive, spaces
from tests import test_naive as rules
from tests.support import shared

Hand = list[str]
SHUFFLED = np.random.default_rng(52)


def worth(hand: Hand, ranking: str) -> int:
    return int(rank(parse(" ".join(hand)), ranking))


def of_ranks(ranks: str, ranking: str) -> int:
    """Rank of these ranks in mixed suits."""
    return worth(rules.mixed(ranks), ranking)


def assert_falling(ranking: str, hands: list[Hand]) -> None:
    found = [worth(hand, ranking) for hand in hands]
    assert found == sorted(set(found)), hands


# The oracle: every hand of five and six cards, in every ranking, with and without jokers.


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_all_hands_of_five_cards(ranking: str) -> None:
    hands = spaces.space(5, spaces.deck_of(ranking))
    expected = spaces.ranks_of_fives(ranking)
    for columns in (hands, SHUFFLED.permuted(hands, axis=0)):
        assert (rank(columns, ranking, axis=0) == expected).all()
    assert (rank(hands.T.copy(), ranking) == expected).all()


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_all_hands_of_six_cards(ranking: str) -> None:
    deck = spaces.deck_of(ranking)
    seen = 0
    for _, cards, expected in spaces.ranked_blocks(6, deck, spaces.ranks_of_fives(ranking)):
        columns = cards[SHUFFLED.permutation(6)]
        assert (rank(columns, ranking, axis=0) == expected).all()
        seen += expected.size
    assert seen == comb(deck, 6)


@pytest.mark.parametrize("ranking", naive.RANKINGS)
@pytest.mark.parametrize("cards", [6, 7])
def test_random_hands(cards: int, ranking: str) -> None:
    hands = spaces.random_hands(200_000, cards, spaces.deck_of(ranking), seed=cards)
    assert (rank(hands, ranking) == spaces.best_of_fives(hands, ranking)).all()


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_all_hands_of_seven_cards_of_two_suits(ranking: str) -> None:
    """Nearly all hold five of a suit, where a flush must be made or broken; with jokers."""
    deck = [code for code in range(52) if code % 4 < 2] + [52, 53]
    hands = np.array(deck, np.uint8)[spaces.space(7, 26 if ranking == "high" else 28)]
    columns = hands[SHUFFLED.permutation(7)]
    assert (rank(columns, ranking, axis=0) == spaces.best_of_fives(hands.T, ranking)).all()


# What must not matter.

batches = st.tuples(
    st.sampled_from(naive.RANKINGS), st.integers(5, 7), st.integers(0, 70), st.integers(0, 2**32)
)


def hands_of(ranking: str, cards: int, n: int, seed: int) -> spaces.Cards:
    return spaces.random_hands(n, cards, spaces.deck_of(ranking), seed)


@given(batches)
def test_the_order_of_the_cards_does_not_matter(batch: tuple[str, int, int, int]) -> None:
    hands, ranking = hands_of(*batch), batch[0]
    shuffled = np.random.default_rng(batch[-1]).permuted(hands, axis=1)
    assert (rank(shuffled, ranking) == rank(hands, ranking)).all()


@given(batches, st.permutations(range(4)), st.booleans())
def test_suits_and_jokers_may_trade_places(
    batch: tuple[str, int, int, int], suits: list[int], swap: bool
) -> None:
    hands, ranking = hands_of(*batch), batch[0]
    renamed = hands // 4 * 4 + np.array(suits, np.uint8)[hands % 4]
    jokers = hands ^ np.uint8(swap)
    other = np.where(hands < 52, renamed, jokers)
    assert (rank(other, ranking) == rank(hands, ranking)).all()


@given(batches)
def test_one_card_more_is_never_worse(batch: tuple[str, int, int, int]) -> None:
    ranking, _, n, seed = batch
    hands = hands_of(ranking, 7, n, seed)
    five, six, seven = (rank(hands[:, :k], ranking) for k in (5, 6, 7))
    assert (seven <= six).all()
    assert (six <= five).all()


@pytest.mark.parametrize("high", naive.HIGH_RANKINGS)
@pytest.mark.parametrize("low", naive.LOW_RANKINGS)
@pytest.mark.parametrize(("cards", "top"), [(5, None), (6, 9), (7, 8)])
def test_high_and_low_together(high: str, low: str, cards: int, top: int | None) -> None:
    hands = spaces.random_hands(10_000, cards, spaces.deck_of(high), seed=cards)
    for axis, each in ((-1, hands), (0, np.ascontiguousarray(hands.T))):
        both = rank_high_low(each, high, low, qualifier=top, axis=axis)
        assert (both[0] == rank(hands, high)).all()
        assert (both[1] == rank(hands, low, qualifier=top)).all()


# Qualifiers.


@pytest.mark.parametrize("top", range(5, 14))
@pytest.mark.parametrize("ranking", naive.LOW_RANKINGS)
def test_qualifier(ranking: str, top: int) -> None:
    """Every five-card hand, and many of seven."""
    numbers = naive.class_numbers(ranking)
    qualifying = [n for value, n in numbers.items() if naive.qualifies(value, top)]
    sevens = spaces.random_hands(50_000, 7, 54, seed=top)
    fives = spaces.space(5), spaces.ranks_of_fives(ranking)
    for columns, ranks in (fives, (sevens.T, spaces.best_of_fives(sevens, ranking))):
        expected = np.where(np.isin(ranks, qualifying), ranks, NO_LOW)
        assert (rank(columns, ranking, qualifier=top, axis=0) == expected).all()


def test_no_low_is_worse_than_every_rank() -> None:
    assert NO_LOW == 65535
    hand = parse("2s2h3h3d4c4s5h")
    low = rank(hand, "A-5", qualifier=8)
    assert low == NO_LOW
    assert low.dtype == np.uint16
    assert rank(hand, "A-5") == of_ranks("54322", "A-5")


def test_an_integer_of_another_kind_qualifies_too() -> None:
    assert rank(parse("8c7d6h5s4c"), "A-5", qualifier=np.int8(8)) == 56  # type: ignore[arg-type]


# The rules: the examples that the oracle is held against too.


@pytest.mark.parametrize(("ranking", "hands"), rules.FALLING.values(), ids=rules.FALLING)
def test_examples_from_best_to_worst(ranking: str, hands: str) -> None:
    assert_falling(ranking, [rules.mixed(ranks) for ranks in hands.split()])


@pytest.mark.parametrize(
    ("ranking", "ranks"), [("A-5", "5432A"), ("A-6", "6432A"), ("2-7", "75432"), ("2-6", "65432")]
)
def test_the_best_hand_is_number_one(ranking: str, ranks: str) -> None:
    assert of_ranks(ranks, ranking) == 1


def test_the_order_of_a5_from_the_top() -> None:
    order = "5432A 6432A 6532A 6542A 6543A 65432 7432A 7532A"
    assert [of_ranks(ranks, "A-5") for ranks in order.split()] == list(range(1, 9))


def test_the_order_of_a6_from_the_top() -> None:
    order = "6432A 6532A 6542A 6543A 7432A 7532A"
    assert [of_ranks(ranks, "A-6") for ranks in order.split()] == list(range(1, 7))
    assert worth(rules.suited("6432A"), "A-6") > of_ranks("KQJT9", "A-6")


@pytest.mark.parametrize(("ranking", "ranks"), [("A-6", "KQJTA"), ("2-7", "A5432")])
def test_the_ace_has_one_end(ranking: str, ranks: str) -> None:
    assert of_ranks(ranks, ranking) < FIRST_OF[ranking, "pair"]


@pytest.mark.parametrize(
    ("cards", "ranks"), [("55669QQ", "Q9655"), ("233TTKK", "KT332"), ("4444KKK", "KK444")]
)
def test_best_five_of_seven_in_razz(cards: str, ranks: str) -> None:
    assert of_ranks(cards, "A-5") == of_ranks(ranks, "A-5")


@pytest.mark.parametrize(
    ("ranking", "cards", "ranks"),
    [example for example in rules.ONE_JOKER + rules.TWO_JOKERS if len(example[1]) <= 7],
)
def test_what_jokers_play_as(ranking: str, cards: str, ranks: str) -> None:
    assert of_ranks(cards, ranking) == of_ranks(ranks, ranking)


@pytest.mark.parametrize(
    ("ranking", "cards", "ranks"),
    [("A-6", "762*3", "7632A"), ("2-7", "762*3", "76432"), ("2-7", "**432", "75432")],
)
def test_jokers_do_not_finish_a_flush_that_is_bad(ranking: str, cards: str, ranks: str) -> None:
    assert worth(rules.suited(cards), ranking) == of_ranks(ranks, ranking)


def test_five_of_a_kind() -> None:
    royal = rules.suited("AKQJT")
    assert [of_ranks(each * 4 + "*", "high-wild") for each in "AKQ2"] == [1, 2, 3, 13]
    assert worth(royal, "high-wild") == 14
    assert [of_ranks("AAAA*", "high-bug"), worth(royal, "high-bug")] == [1, 2]


def test_the_joker_is_read_afresh_for_each_half() -> None:
    hands = parse(["Jk6h5s4d3c", "6c5d4h3s2c"])
    for ranks in rank_high_low(hands, "high-wild"):
        assert ranks[0] < ranks[1]
    assert [int(half[0]) for half in rank_high_low(hands, "high-wild")] == [
        of_ranks("76543", "high-wild"),
        of_ranks("6543A", "A-5"),
    ]


# Faults of other evaluators.


def test_a_suited_five_to_ace_is_the_lowest_ace_high_flush_in_27() -> None:
    flush = worth(rules.suited("5432A"), "2-7")
    assert flush == worth(rules.suited("KQJT8"), "2-7") + 1
    assert flush == worth(rules.suited("6432A"), "2-7") - 1
    assert flush > of_ranks("AKQJT", "2-7")


def test_five_to_ace_loses_to_every_king_high_in_27() -> None:
    assert of_ranks("A5432", "2-7") == of_ranks("KQJT8", "2-7") + 1 == 785
    assert of_ranks("A5432", "2-7") < of_ranks("A6432", "2-7") < of_ranks("22345", "2-7")


def test_27_sees_flushes() -> None:
    assert rank(parse(["7c5d4d3d2d", "7d5d4d3d2d"]), "2-7").tolist() == [
        1,
        FIRST_OF["2-7", "flush"],
    ]


@pytest.mark.parametrize(("ranking", "cards", "ranks"), rules.BEST_OF_MORE)
def test_best_five_of_more(ranking: str, cards: str, ranks: str) -> None:
    assert rank(parse(cards), ranking) == of_ranks(ranks, ranking)


@pytest.mark.parametrize(("ranking", "better", "worse"), rules.FAULTS)
def test_first_hand_wins(ranking: str, better: str, worse: str) -> None:
    assert_falling(ranking, [rules.compact(better), rules.compact(worse)])


def test_any_straight_flush_may_play_both_ways() -> None:
    high, low = rank_high_low(parse("4c5c6c7c8c"), qualifier=8)
    assert (high, low) == (worth(rules.suited("87654"), "high"), 56)


# Published figures.

LOWS = {"pair": 1279, "two pair": 4139, "trips": 4997, "straight": 5855, "flush": 5864}
LOWS |= {"full house": 7142, "quads": 7298, "straight flush": 7454}
FIRST_OF = {(ranking, name): first for ranking in ("A-6", "2-7") for name, first in LOWS.items()}
A5_TOPS = [1, 2, 7, 22, 57, 127, 253, 463, 793]  # the first rank whose top card is a 5, 6, ... K
A5_WORSE = [1288, 4148, 5006, 5864, 6020]  # pair, two pair, trips, full house, quads
DEUCE_TOPS = [1, 5, 19, 53, 122, 247, 456, 785]  # 7, 8, ... A


def hands_by_rank(blocks: Iterator[spaces.Cards], ranking: str, **options: Any) -> Any:
    """Count the hands of every rank."""
    counts = np.zeros(NO_LOW + 1, np.int64)
    for cards in blocks:
        counts += np.bincount(rank(cards, ranking, axis=0, **options), minlength=counts.size)
    return counts


def in_runs(counts: npt.NDArray[np.int64], firsts: list[int]) -> list[int]:
    """Add up the hands from each rank of `firsts` to the next."""
    return [int(run) for run in np.add.reduceat(counts, firsts)]


def test_a5_hands_of_five_cards() -> None:
    counts = hands_by_rank(spaces.blocks(5, 52), "A-5")
    *tops, worse = in_runs(counts, [*A5_TOPS, 1288])
    assert tops == [1024, 5120, 15360, 35840, 71680, 129024, 215040, 337920, 506880]
    assert (sum(tops), worse) == (1317888, 1281072)


def test_a5_hands_of_five_cards_with_a_joker_in_the_deck() -> None:
    counts = hands_by_rank(spaces.blocks(5, 53), "A-5")
    *tops, worse = in_runs(counts, [*A5_TOPS, 1288])
    assert tops == [2304, 7680, 20480, 44800, 86016, 150528, 245760, 380160, 563200]
    assert worse == 1368757


def test_razz_hands() -> None:
    counts = hands_by_rank(spaces.blocks(7, 52), "A-5")
    runs = in_runs(counts, A5_TOPS + A5_WORSE)
    tops = [781824, 3151360, 7426560, 13171200, 19174400, 23675904, 24837120, 21457920, 13939200]
    assert runs == [*tops, 5948800, 219648, 0, 624, 0]
    assert counts.sum() == comb(52, 7)
    assert np.count_nonzero(counts) == 5083
    assert [counts[: worst + 1].sum() for worst in (56, 126)] == [24530944, 43705344]


def test_razz_hands_with_a_joker_in_the_deck() -> None:
    counts = hands_by_rank(spaces.blocks(7, 53), "A-5")
    *tops, worse = in_runs(counts, [*A5_TOPS, 1288])
    assert tops[:5] == [1725312, 4593920, 9666560, 16105600, 22521856]
    assert tops[5:] == [27019776, 27709440, 23464320, 14924800]
    assert worse == 6411496


CLASSES = [("A-5", 6175), ("2-6", 6175), ("A-6", 7462), ("2-7", 7462), ("high", 7462)]


@pytest.mark.parametrize(
    ("ranking", "n", "cards"),
    [(*each, 52) for each in CLASSES] + [("high-wild", 7475, 53), ("high-bug", 7463, 53)],
)
def test_number_of_classes(ranking: str, n: int, cards: int) -> None:
    counts = hands_by_rank(spaces.blocks(5, cards), ranking)
    assert np.flatnonzero(counts).tolist() == list(range(1, n + 1))
    assert counts.sum() == comb(cards, 5)


@pytest.mark.parametrize(
    ("ranking", "hands"),
    [
        ("A-6", "AA234 AA223 AAA23 5432A 6432A AAA22 AAAA2 5432A"),
        ("2-7", "22345 22334 22234 65432 75432 22233 22223 65432"),
    ],
)
def test_the_first_of_each_category(ranking: str, hands: str) -> None:
    for (name, first), ranks in zip(LOWS.items(), hands.split(), strict=True):
        make = rules.suited if "flush" in name else rules.mixed
        assert worth(make(ranks), ranking) == first == FIRST_OF[ranking, name]
    assert worth(rules.suited("KQJT9" if ranking == "A-6" else "AKQJT"), ranking) == 7462


@pytest.mark.parametrize(
    ("top", "classes", "hands"), [(7, 21, 21504), (8, 56, 57344), (9, 126, 129024)]
)
def test_qualifying_lows(top: int, classes: int, hands: int) -> None:
    counts = hands_by_rank(spaces.blocks(5, 52), "A-5", qualifier=top)
    assert np.flatnonzero(counts).tolist() == [*range(1, classes + 1), NO_LOW]
    assert counts[:NO_LOW].sum() == hands


@pytest.mark.parametrize(("top", "hands"), [(8, 24530944), (9, 43705344)])
def test_qualifying_lows_of_seven_cards(top: int, hands: int) -> None:
    counts = hands_by_rank(spaces.blocks(7, 52), "A-5", qualifier=top)
    assert counts[:NO_LOW].sum() == hands


def test_pat_hands_of_27() -> None:
    counts = hands_by_rank(spaces.blocks(5, 52), "2-7")
    *tops, _ = in_runs(counts, [*DEUCE_TOPS, FIRST_OF["2-7", "pair"]])
    assert tops == [4080, 14280, 34680, 70380, 127500, 213180, 335580, 503880]
    assert sum(tops) == 1303560


NUMBERS = "76532=3 85432=5 87642=15 95432=19 97654=33 T5432=53 K5432=456 A5432=785"


@pytest.mark.parametrize(("ranks", "number"), re.findall(r"(\w+)=(\w+)", NUMBERS))
def test_published_numbers_of_27(ranks: str, number: str) -> None:
    assert of_ranks(ranks, "2-7") == int(number)


# Facts that other projects state.


def test_class_numbers_of_another_author() -> None:
    with shared("class_numbers.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 7458
    cards = parse([row["hand"] for row in rows])
    for ranking, name in {"2-7": "27", "A-5": "a5", "A-6": "a6", "high": "high"}.items():
        assert rank(cards, ranking).tolist() == [int(row[f"rank_{name}"]) for row in rows]


def test_best_fives_of_others() -> None:
    for fact in rules.facts("lib_hand"):
        cards, ranking = fact["cards"].split(), rules.SCALES[fact["scale"]]
        best = fact["best_lo"].split() if "best_lo" in fact else rules.mixed(fact["lo_ranks"])
        assert (
            worth(cards, ranking)
            == worth(best, ranking)
            == fact.get("number", worth(best, ranking))
        )


def test_orders_of_others() -> None:
    for fact in rules.facts("lib_order"):
        hands = [hand.split() for hand in fact["best_to_worst"]]
        assert_falling(rules.SCALES[fact["scale"]], hands)


def test_numbers_of_others() -> None:
    for fact in rules.facts("rule_number"):
        assert of_ranks(fact["lo_ranks"], rules.SCALES[fact["scale"]]) == fact["number"], fact


def test_comparisons_of_others() -> None:
    for fact in rules.facts("rule_compare"):
        make = rules.suited if "flushes" in fact["note"] else rules.mixed
        hands = [make(fact["better"]), make(fact["worse"])]
        assert_falling(rules.SCALES[fact["scale"]], hands)


COUNTS = {  # the last rank before the counted classes, and their last
    ("a5", "sevens or better"): (None, "76543"),
    ("a5", "eights or better"): (None, "87654"),
    ("27", "sevens"): (None, "76542"),
    ("27", "eights"): ("76542", "87653"),
    ("27", "nines"): ("87653", "98764"),
    ("27", "nine or better"): (None, "98764"),
    ("8", "worst qualifying low is 87654"): (None, "87654"),
}


def test_counts_of_others() -> None:
    for fact in rules.facts("rule_count"):
        ranking = rules.SCALES[fact["scale"]]
        before, last = COUNTS[fact["scale"], fact["what"]]
        first = of_ranks(before, ranking) if before else 0
        assert of_ranks(last, ranking) - first == fact["classes"], fact


def winners(fact: dict[str, Any], ranking: str, qualifier: int | None = None) -> list[str]:
    hands = parse([player["cards"] for player in fact["players"]])
    ranks = rank(hands, ranking, qualifier=qualifier)
    won = (ranks == ranks.min()) & (ranks < NO_LOW)
    return [player["p"] for player, best in zip(fact["players"], won, strict=True) if best]


def test_showdowns_of_others() -> None:
    for fact in rules.facts("lib_showdown"):
        if fact["game"] == "stud8":
            assert winners(fact, "high") == fact["winners_hi"]
            assert winners(fact, "A-5", qualifier=8) == fact["winners_lo"]
        if fact["game"] == "razz":
            assert winners(fact, "A-5") == fact["winners_lo"]
            for player in fact["players"]:
                cards, best = player["cards"].split(), player["best_lo"].split()
                assert worth(cards, "A-5") == worth(best, "A-5")


@pytest.mark.parametrize("scale", ["8", "a5", "high"])
def test_order_of_all_hands(scale: str) -> None:
    (fact,) = (each for each in rules.facts("whole_space_md5") if each["scale"] == scale)
    names = rules.ordered_deck(naive.RANKS if scale == "high" else "A23456789TJQK")
    dealt = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    hands = parse(" ".join(names))[dealt]
    ranks = rank(hands, rules.SCALES[scale], qualifier=8 if scale == "8" else None)
    assert len(set(ranks[ranks < NO_LOW].tolist())) == fact["classes"]
    best_first = np.argsort(-ranks.astype(int) if scale == "high" else ranks, kind="stable")
    listed = dealt[best_first[: fact["hands"]]]
    assert np.count_nonzero(ranks < NO_LOW) == len(listed)
    assert md5(text_of(listed, names)).hexdigest() == fact["md5"]


def text_of(hands: npt.NDArray[np.uint8], names: list[str]) -> bytes:
    """Write hands without spaces, one a line."""
    letters = np.array([[*map(ord, name)] for name in names], np.uint8)
    lines = letters[hands].reshape(-1, 10)
    ended = np.hstack([lines, np.full((len(lines), 1), ord("\n"), np.uint8)])
    return ended.tobytes()[:-1]


# A second opinion.

OPINIONS = [
    ("A-5", None, pokerkit.RegularLowHand),
    ("2-7", None, pokerkit.StandardLowHand),
    ("A-5", 8, pokerkit.EightOrBetterLowHand),
]


@pytest.mark.parametrize("n", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("ranking", "top", "kind"), OPINIONS)
def test_pokerkit_is_of_the_same_opinion(n: int, ranking: str, top: int | None, kind: Any) -> None:
    for cards, few in ((5, n), (7, n // 50)):
        hands = spaces.random_hands(few, cards, 52, seed=n)
        texts = (text.replace(" ", "") for text in fastlow.format(hands))
        expected = [opinion(kind, text) for text in texts]
        assert rank(hands, ranking, qualifier=top).tolist() == expected


def opinion(kind: Any, text: str) -> int:
    """Count the entry of the best five in a list of all from 1 on."""
    try:
        return int(kind.from_game(text).entry.index) + 1
    except ValueError:  # no such hand: it does not qualify
        return NO_LOW
