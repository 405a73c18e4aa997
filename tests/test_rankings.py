"""The law against the oracle, over every multiset of ranks and suitedness, jokers included."""

from functools import cache
from itertools import combinations_with_replacement, pairwise
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastlow import rankings
from fastlow.rankings import CATEGORIES, RANKINGS, Value, beats, get_ranking, value
from tests import naive, spaces

Kind = tuple[str, bool]


@cache
def values(ranking: str) -> dict[Kind, Value]:
    """Give the value by law of every kind of hand that has one."""
    multisets = map("".join, combinations_with_replacement(spaces.SYMBOLS, 5))
    kinds = [(ranks, suited) for ranks in multisets for suited in (False, True)]
    assert len(kinds) == 2 * 8568
    found = {kind: value(codes(kind[0]), kind[1], RANKINGS[ranking]) for kind in kinds}
    return {kind: each for kind, each in found.items() if each is not None}


def codes(ranks: str) -> tuple[int, ...]:
    return tuple(map(spaces.SYMBOLS.index, ranks))


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_the_law_is_the_oracle(ranking: str) -> None:
    """Also in which hands there are: the others have no value."""
    distinct = sorted(set(values(ranking).values()), reverse=ranking in naive.HIGH_RANKINGS)
    number = {each: i for i, each in enumerate(distinct, start=1)}
    found = {kind: number[each] for kind, each in values(ranking).items()}
    assert found == {(ranks, suited): n for ranks, suited, n in spaces.kinds(ranking)}


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_categories_are_those_of_the_oracle(ranking: str) -> None:
    categories = {n: abs(each[0]) for each, n in naive.class_numbers(ranking).items()}
    expected = {(ranks, suited): categories[n] for ranks, suited, n in spaces.kinds(ranking)}
    assert {kind: each.category for kind, each in values(ranking).items()} == expected


def test_categories_in_the_order_of_the_oracle() -> None:
    numbers = [naive.NO_PAIR, naive.PAIR, naive.TWO_PAIR, naive.TRIPS, naive.STRAIGHT]
    numbers += [naive.FLUSH, naive.FULL_HOUSE, naive.QUADS, naive.STRAIGHT_FLUSH]
    names = "high card, pair, two pair, trips, straight, flush, full house, quads, straight flush"
    assert [CATEGORIES[number] for number in numbers] == names.split(", ")
    assert CATEGORIES[naive.FIVE_OF_A_KIND] == "five of a kind"


@pytest.mark.parametrize(
    ("ranking", "ranks", "suited"),
    [
        ("A-5", "22222", False),
        ("high-wild", "22222", False),
        ("2-7", "22345", True),
        ("A-5", "22***", False),
        ("high", "2345*", False),
    ],
)
def test_hands_that_no_deck_holds(ranking: str, ranks: str, suited: bool) -> None:
    assert value(codes(ranks), suited, RANKINGS[ranking]) is None


@given(st.sampled_from(naive.RANKINGS), st.data())
def test_the_order_of_the_ranks_does_not_matter(ranking: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(values(ranking))))
    shuffled = "".join(data.draw(st.permutations(kind[0])))
    assert value(codes(shuffled), kind[1], RANKINGS[ranking]) == values(ranking)[kind]


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_a_hand_beats_the_next_class_and_never_itself(ranking: str) -> None:
    law = RANKINGS[ranking]
    by_number = {n: values(ranking)[ranks, suited] for ranks, suited, n in spaces.kinds(ranking)}
    for better, worse in pairwise(by_number[n] for n in sorted(by_number)):
        assert beats(better, worse, law)
        assert not beats(worse, better, law)
        assert not beats(better, better, law)


@pytest.mark.parametrize(
    ("ranking", "flushes"),
    [
        ("A-5", "ignored"),
        ("A-6", "bad"),
        ("2-7", "bad"),
        ("2-6", "ignored"),
        ("high", "good"),
        ("high-wild", "good"),
        ("high-bug", "good"),
    ],
)
def test_what_a_flush_does(ranking: str, flushes: str) -> None:
    assert RANKINGS[ranking].flushes == flushes
    plain, suited = (values(ranking)["24579", one_suit] for one_suit in (False, True))
    assert [plain < suited, plain == suited] == [flushes != "ignored", flushes == "ignored"]


def test_rankings_by_name() -> None:
    assert tuple(RANKINGS) == naive.RANKINGS == get_args(rankings.RankingName)
    assert [get_ranking(name).name for name in naive.RANKINGS] == list(naive.RANKINGS)


@pytest.mark.parametrize("name", ["a-5", "", "A-5 ", None, 27, ["A-5"], {}])
def test_an_unknown_ranking(name: Any) -> None:
    with pytest.raises(ValueError, match="ranking must be one of") as caught:
        get_ranking(name)
    known = "'A-5', 'A-6', '2-7', '2-6', 'high', 'high-wild', 'high-bug'"
    assert str(caught.value) == f"ranking must be one of {known}, not {name!r}"
