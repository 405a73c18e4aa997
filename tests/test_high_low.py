"""Both halves of a pot in one pass: the oracle, Stud hi-lo, published counts, layouts, errors."""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastlow
from fastlow import NO_LOW, omaha, parse, rank_high_low, rank_omaha, rank_omaha_high_low, split
from fastlow.kernels.rank import BLOCK
from tests import naive, spaces
from tests import test_naive as rules

PAIRS = [("high", "A-5", 8), ("high", "A-6", 9), ("high-wild", "A-5", 8), ("high-bug", "2-7", None)]


def expected_low(ranks: spaces.Ranks, low: str, top: int | None) -> Any:
    """The oracle's number of the lows that qualify."""
    if top is None:
        return ranks
    numbers = naive.class_numbers(low)
    qualifying = [n for value, n in numbers.items() if naive.qualifies(value, top)]
    return np.where(np.isin(ranks, qualifying), ranks, NO_LOW)


# The oracle


@pytest.mark.parametrize(("high", "low", "top"), PAIRS)
def test_all_hands_of_five_cards(high: str, low: str, top: int | None) -> None:
    hands = spaces.space(5, spaces.deck_of(high))
    to_high, to_low = rank_high_low(hands, high, low, qualifier=top, axis=0)
    assert (to_high == spaces.ranks_of_fives(high)).all()
    lows = spaces.ranks_of_fives(low)[: hands.shape[1]]
    assert (to_low == expected_low(lows, low, top)).all()


@pytest.mark.parametrize("n", [60_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("high", "low", "top"), PAIRS)
@pytest.mark.parametrize("cards", [6, 7])
def test_random_hands(cards: int, high: str, low: str, top: int | None, n: int) -> None:
    hands = spaces.random_hands(n, cards, spaces.deck_of(high), seed=cards)
    to_high, to_low = rank_high_low(hands, high, low, qualifier=top)
    assert (to_high == spaces.best_of_fives(hands, high)).all()
    assert (to_low == expected_low(spaces.best_of_fives(hands, low), low, top)).all()


@pytest.mark.parametrize("low", naive.LOW_RANKINGS)
@pytest.mark.parametrize("high", naive.HIGH_RANKINGS)
def test_card_by_card(high: str, low: str) -> None:
    codes = spaces.random_hands(12, 7, spaces.deck_of(high), seed=5)
    hands = [hand.split() for hand in fastlow.format(codes)]
    to_high, to_low = rank_high_low(codes, high, low)
    assert to_high.tolist() == [naive.rank(hand, high) for hand in hands]
    assert to_low.tolist() == [naive.rank(hand, low) for hand in hands]


# Stud hi-lo


def test_the_joker_is_read_afresh_for_each_half() -> None:
    high, low = rank_high_low(parse(["Xx6h5s4d3c", "6c5d4h3s2c"]), "high-wild", qualifier=8)
    assert high[0] < high[1]
    assert low[0] < low[1] == 6
    assert split([50, 50], high, low).tolist() == [100, 0]


def test_any_straight_flush_may_play_both_ways() -> None:
    assert rank_high_low(parse("4c5c6c7c8cKdKh"), qualifier=8) == (7, 56)


def test_other_cards_play_for_high_than_for_low() -> None:
    high, low = rank_high_low(parse("AsAdAh2c3d4h8s"), qualifier=8)
    assert fastlow.describe(high, "high").startswith("A-A-A-8-4,")
    assert fastlow.describe(low, "A-5").startswith("8-4-3-2-A,")


def test_stud_showdowns_of_others() -> None:
    facts = [fact for fact in rules.facts("lib_showdown") if fact["game"] == "stud8"]
    assert len(facts) == 4
    for fact in facts:
        hands = parse([player["cards"] for player in fact["players"]])
        for half, ranks in zip(("hi", "lo"), rank_high_low(hands, qualifier=8), strict=True):
            won = (ranks == ranks.min()) & (ranks < NO_LOW)
            names = [player["p"] for player in fact["players"]]
            assert [names[i] for i in np.flatnonzero(won)] == fact[f"winners_{half}"]


def unseen(*known: str) -> spaces.Cards:
    """The deck less all known cards."""
    return np.setdiff1d(np.arange(52, dtype=np.uint8), parse(" ".join(known)))


def run_outs(hand: str, rest: spaces.Cards) -> Any:
    """A hand with every choice of the cards that it wants to seven, shape (7, n)."""
    cards = parse(hand)
    missing = rest[spaces.space(7 - len(cards), len(rest))]
    return np.vstack([np.repeat(cards[:, None], missing.shape[1], axis=1), missing])


@pytest.mark.parametrize(
    ("hand", "dead", "published"),
    [
        ("As2d3h", "", 0.4827),
        ("As2d3hKc", "", 0.3238),
        ("As2d3h4cKc", "", 0.5698),
        ("As2d3h3c", "KcKdKhKs", 0.3745),
    ],
)
def test_chances_of_an_eight_low(hand: str, dead: str, published: float) -> None:
    hands = run_outs(hand, unseen(hand, dead))
    _, low = rank_high_low(hands, qualifier=8, axis=0)
    known = (len(hand) + len(dead)) // 2
    assert low.size == comb(52 - known, 7 - len(hand) // 2)
    assert round(float(np.mean(low < NO_LOW)), 4) == published


def test_a_published_equity_over_all_run_outs() -> None:
    hands = ["As2s3d7d9c", "KhKdQc8d9d"]
    rest = unseen(*hands)
    first = np.repeat(rest[spaces.space(2, 42)], comb(40, 2), axis=1)
    second = [np.setdiff1d(rest, two)[spaces.space(2, 40)] for two in rest[spaces.space(2, 42)].T]
    drawn = first, np.hstack(second)
    players = [
        np.vstack([np.repeat(parse(hand)[:, None], two.shape[1], axis=1), two])
        for hand, two in zip(hands, drawn, strict=True)
    ]
    high, low = rank_high_low(np.stack(players, axis=-1), qualifier=8, axis=0)
    assert high.shape == (671_580, 2)
    assert round(split([2, 2], high, low)[:, 0].mean() / 4, 6) == 0.409697


# Omaha hi-lo, whose oracle is in `test_omaha`


OMAHA = [*PAIRS[:2], ("high", "A-5", None), ("high-bug", "2-7", None), ("2-6", "high", None)]


@pytest.mark.parametrize(("high", "low", "top"), OMAHA)
@pytest.mark.parametrize(("holes", "boards"), [(4, 5), (5, 4), (6, 3)])
def test_omaha_is_ranked_as_half_by_half(
    holes: int, boards: int, high: str, low: str, top: int | None
) -> None:
    deals = spaces.random_hands(3_000, holes + boards, 52, seed=holes)
    hole, board = deals[:, :holes], deals[:, holes:]
    to_high, to_low = rank_omaha_high_low(hole, board, high, low, qualifier=top)
    assert (to_high == rank_omaha(hole, board, high)).all()
    assert (to_low == rank_omaha(hole, board, low, qualifier=top)).all()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_omaha_in_every_layout(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(omaha, "SLICE", BLOCK)
    deals = spaces.random_hands(2 * BLOCK + 77, 9, 52, seed=workers)
    hole, board = deals[:, :4], deals[:, 4:]
    expected = rank_omaha(hole, board, "high"), rank_omaha(hole, board, "A-5", qualifier=8)
    columns = np.ascontiguousarray(deals.T)
    out = np.zeros((2, len(deals)), np.uint16)
    for found in (
        rank_omaha_high_low(hole, board, qualifier=8, workers=workers),
        rank_omaha_high_low(hole, board, qualifier=8, workers=workers, check=False),
        rank_omaha_high_low(columns[:4], columns[4:], qualifier=8, axis=0, workers=workers),
        rank_omaha_high_low(hole, board, qualifier=8, out=(out[0], out[1]), workers=workers),
        out,
    ):
        assert np.array_equal(found, expected)


def test_omaha_on_one_board_and_with_one_hand() -> None:
    hole, board = parse("As 2s Kd Kc"), parse("3s 4d 7s 8s Kh")
    high, low = rank_omaha_high_low(hole, board, qualifier=8)
    assert isinstance(high, np.uint16)
    assert isinstance(low, np.uint16)
    assert fastlow.describe(high, "high") == "A-8-7-3-2, ace-high flush"
    assert fastlow.describe(low, "A-5").startswith("7-4-3-2-A,")
    many = rank_omaha_high_low(np.tile(hole, (5, 1)), board, qualifier=8)
    assert np.array_equal(many, [[high] * 5, [low] * 5])


# What must not matter


@given(
    st.integers(0, 700), st.integers(5, 7), st.integers(0, 2**32), st.integers(1, 4), st.booleans()
)
def test_layout_workers_and_check_do_not_matter(
    n: int, cards: int, seed: int, workers: int, check: bool
) -> None:
    hands = spaces.random_hands(n, cards, 52, seed)
    expected = rank_high_low(hands, qualifier=8)
    columns = np.ascontiguousarray(hands.T)
    for other in (
        rank_high_low(columns, qualifier=8, axis=0, workers=workers, check=check),
        rank_high_low(hands, qualifier=8, workers=workers, check=check),
        rank_high_low(np.repeat(hands, 2, axis=0)[::2].astype(">i2"), qualifier=8),
        rank_high_low(hands[:, None], qualifier=8, axis=2),
    ):
        for half, same in zip(expected, other, strict=True):
            assert (same.reshape(-1) == half).all()


def test_a_single_hand_is_two_numbers() -> None:
    high, low = rank_high_low(parse("As 2s 3s 4s 5s Kd Kh"))
    assert isinstance(high, np.uint16)
    assert isinstance(low, np.uint16)
    assert [high, low] == [10, 1]


def test_out_takes_the_results() -> None:
    hands = spaces.random_hands(70, 7, 52, seed=1)
    out = np.zeros(70, np.uint16), np.zeros(70, np.uint16)
    high, low = rank_high_low(hands, qualifier=8, out=out)
    assert high is out[0]
    assert low is out[1]
    for filled, half in zip(out, rank_high_low(hands, qualifier=8), strict=True):
        assert (filled == half).all()


# Errors

HAND = parse("As 2s 3s 4s 5s Kd Kh")
BOARD = parse("2c 3c 4c 9d Td")


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: rank_high_low(HAND[:4]), ValueError, "cards must have 5, 6 or 7 cards"),
        (lambda: rank_high_low(HAND / 2), TypeError, "cards must be integers"),
        (lambda: rank_high_low(HAND, "top"), ValueError, "ranking must be one of .*'top'"),
        (lambda: rank_high_low(HAND, low="top"), ValueError, "ranking must be one of .*'top'"),
        (lambda: rank_high_low(HAND, low="high", qualifier=8), ValueError, "takes no qualifier"),
        (lambda: rank_high_low(HAND, qualifier=14), ValueError, "qualifier must be 5 to 13"),
        (lambda: rank_high_low(HAND, workers=0), ValueError, "workers must be"),
        (lambda: rank_high_low(parse("As2s3s4sXx")), ValueError, "52 at index 4 is a joker"),
        (lambda: rank_high_low([HAND] * 2 + [HAND[[0] * 7]]), ValueError, "As .* at index 2"),
        (lambda: rank_high_low([0, 1, 2, 3, 54]), ValueError, "54 at index 4 is not a card"),
        (
            lambda: rank_high_low(HAND, out=(np.empty(1, np.uint16), np.empty(1, np.uint16))),
            ValueError,
            r"out must have shape \(\), not \(1,\)",
        ),
    ],
)  # fmt: skip
def test_errors(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: rank_omaha_high_low(HAND[:3], BOARD), ValueError, "hole must have 4, 5 or"),
        (lambda: rank_omaha_high_low(HAND[:4], BOARD / 2), TypeError, "board must be integers"),
        (lambda: rank_omaha_high_low(HAND[:4], BOARD, "top"), ValueError, "must be one of .*'top'"),
        (lambda: rank_omaha_high_low(HAND[:4], BOARD, low="x"), ValueError, "must be one of .*'x'"),
        (lambda: rank_omaha_high_low(HAND[:4], BOARD, qualifier=4), ValueError, "must be 5 to 13"),
        (lambda: rank_omaha_high_low(HAND[:4], HAND[3:]), ValueError, "4s appears twice"),
        (lambda: rank_omaha_high_low(HAND[:4], [0, 4, 53]), ValueError, "53 .*; Omaha has none"),
        (lambda: rank_omaha_high_low(HAND[:4], BOARD, workers=0), ValueError, "workers must be"),
        (
            lambda: rank_omaha_high_low(HAND[:4], BOARD, out=(np.empty(1, np.uint16),) * 2),
            ValueError,
            r"out must have shape \(\), not \(1,\)",
        ),
    ],
)  # fmt: skip
def test_errors_of_omaha(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()
