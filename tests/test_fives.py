"""Which five cards play, against the oracle's choice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastlow
from fastlow import best_five, classes, describe, name_hand, parse, rank, rank_omaha
from tests import naive, spaces
from tests import test_naive as rules

rankings = st.sampled_from(naive.RANKINGS)


def five_of(cards: str, ranking: str, board: str | None = None) -> str:
    five = best_five(parse(cards), ranking, board=None if board is None else parse(board))
    return str(fastlow.format(five))


@given(st.integers(5, 7), rankings, st.integers(0, 2**32))
def test_they_are_of_the_hand_and_make_its_rank(cards: int, ranking: str, seed: int) -> None:
    hands = spaces.random_hands(6, cards, spaces.deck_of(ranking), seed)
    fives = best_five(hands, ranking)
    assert fives.shape == (6, 5)
    assert (rank(fives, ranking) == rank(hands, ranking)).all()
    for five, hand in zip(fives.tolist(), hands.tolist(), strict=True):
        assert len({*five}) == 5
        assert {*five} <= {*hand}


@given(st.integers(4, 6), st.integers(3, 5), rankings, st.integers(0, 2**32))
def test_in_omaha_two_are_of_the_hole(holes: int, boards: int, ranking: str, seed: int) -> None:
    cards = spaces.random_hands(6, holes + boards, 52, seed)
    hole, board = cards[:, :holes], cards[:, holes:]
    fives = best_five(hole, ranking, board=board)
    assert (rank(fives, ranking) == rank_omaha(hole, board, ranking)).all()
    for five, own, common in zip(fives.tolist(), hole.tolist(), board.tolist(), strict=True):
        assert (len({*five} & {*own}), len({*five} & {*common})) == (2, 3)


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_the_oracle_chooses_cards_worth_as_much(ranking: str) -> None:
    for hand in fastlow.format(spaces.random_hands(40, 7, spaces.deck_of(ranking), seed=8)):
        five = five_of(hand, ranking).split()
        assert naive.value(five, ranking) == naive.best(hand.split(), ranking)


def test_best_fives_of_others() -> None:
    for fact in rules.facts("lib_hand"):
        five = five_of(fact["cards"], rules.SCALES[fact["scale"]]).split()
        if "best_lo" in fact:
            assert sorted(card[0] for card in five) == sorted(
                card[0] for card in fact["best_lo"].split()
            )
        else:
            assert "".join(card[0] for card in five) == fact["lo_ranks"]


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_natural_cards_stand_as_the_class_is_spelled(ranking: str) -> None:
    hands = spaces.random_hands(500, 7, 52, seed=2)
    spelled = classes(ranking)["cards"][rank(hands, ranking).astype(int) - 1]
    fives = fastlow.format(best_five(hands, ranking))
    assert ["-".join(card[0] for card in five.split()) for five in fives] == spelled.tolist()


@pytest.mark.parametrize(
    ("cards", "ranking", "five"),
    [
        ("Kd 2c Kc Ah 4s 3d 2h", "A-5", "Kd 4s 3d 2c Ah"),
        ("5s 5h 6c 6d 9s Qh Qc", "A-5", "5s 5h Qh 9s 6c"),
        ("2c 3d 4h 5s 6c 7d Ah", "2-7", "7d 5s 4h 3d 2c"),
        ("Ad 2d 3c 4d 5s", "high", "5s 4d 3c 2d Ad"),
        ("7h 5c 4d Jk As", "A-5", "7h 5c 4d As Jk"),
        ("Jk 9c 9d 9h 4s 3s 2s", "high-wild", "9c 9d 9h 4s Jk"),
    ],
)
def test_examples(cards: str, ranking: str, five: str) -> None:
    assert five_of(cards, ranking) == five


def test_a_steel_wheel_is_seen_as_one() -> None:
    hand = "Ac 5c 4h Ah 3h 2h 5h"
    assert five_of(hand, "A-5") == "5h 4h 3h 2h Ah"
    hole, board = parse("Ac 5c Ah 5h"), parse("4h 3h 2h")
    five = best_five(hole, "A-5", board=board)
    assert name_hand(five, "A-5").endswith("steel wheel")


def test_boards_and_hands_broadcast() -> None:
    hole = parse(["As Ks 5d 7c", "Ad 3d 8c 8s"])
    board = parse(["Ts 7d 8h 4s 2c", "Ts 7d 8h 4s 9c", "9h Qs Qc 4s 9c"])
    fives = best_five(hole[:, None], "high", board=board)
    assert fives.shape == (2, 3, 5)
    assert (fives[1, 2] == best_five(hole[1], "high", board=board[2])).all()
    assert best_five(hole, "high", board=board[0]).shape == (2, 5)
    assert best_five(hole[0], "high", board=board).shape == (3, 5)


def test_any_integers_will_do_and_none_is_no_trouble() -> None:
    hand = parse("Kd 2c Kc Ah 4s 3d 2h").astype(np.int64)
    assert best_five(hand, "A-5").dtype == np.uint8
    assert best_five(np.empty((0, 7), np.uint8), "A-5").shape == (0, 5)
    assert describe(rank(best_five(hand.tolist(), "A-5"), "A-5"), "A-5").startswith("K-4-3-2-A")


def test_errors_are_those_of_rank() -> None:
    with pytest.raises(ValueError, match="cards must have 5, 6 or 7 cards"):
        best_five(parse("As Ks 5d 7c"), "A-5")
    with pytest.raises(ValueError, match="As appears twice in the hole and board"):
        best_five(parse("As Ks 5d 7c"), "A-5", board=parse("As 2d 3h"))
    with pytest.raises(ValueError, match="300 at index 1 is not a card"):
        best_five([0, 300, 3, 4, 5], "A-5")
