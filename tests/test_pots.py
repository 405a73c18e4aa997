from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastlow.pots import BOTH, HIGH, LOW, Payment, explain, pots, split
from fastlow.rankings import NO_LOW
from tests import naive, settler, sites

WAYS = ("high", "low", "both")
BOTH_RULES = ("outright", "tied")
ODD_RULES = ("first-seat", "order", "even", "high")


def ranks_or_none(ranks: Sequence[int]) -> list[int | None]:
    return [None if rank == NO_LOW else rank for rank in ranks]


def by_the_rules(
    invested: Sequence[int], high: Sequence[int], low: Sequence[int], **options: Any
) -> list[int]:
    return settler.settle(invested, ranks_or_none(high), ranks_or_none(low), **options)


def has_not_folded(high: Sequence[int], low: Sequence[int]) -> list[bool]:
    return [not NO_LOW == rank == other for rank, other in zip(high, low, strict=True)]


def can_be_paid(invested: Sequence[int], high: Sequence[int], low: Sequence[int]) -> bool:
    stakes = zip(invested, has_not_folded(high, low), strict=True)
    return not any(invested) or any(chips and is_live for chips, is_live in stakes)


# Cases and examples, each worked out by hand


def test_a_better_straight_flush_quarters_the_steel_wheel() -> None:
    assert split([20, 20, 20], [5, 1600, 2], [1, 1, NO_LOW]).tolist() == [15, 15, 30]


def test_nobody_is_paid_for_a_low_that_nobody_has() -> None:
    assert split([50, 50], [2, 7], [NO_LOW, NO_LOW]).tolist() == [100, 0]


@pytest.mark.parametrize(
    ("pot", "paid"), [(101, [51, 25, 25]), (103, [52, 26, 25]), (102, [51, 26, 25])]
)
def test_halves_that_do_not_divide(pot: int, paid: list[int]) -> None:
    folded = pot - 90
    invested = [30, 30, 30, folded]
    assert split(invested, [1, 2, 3, NO_LOW], [NO_LOW, 1, 1, NO_LOW]).tolist() == [*paid, 0]


def test_the_same_two_tie_for_both_halves_of_102() -> None:
    hand = [51, 51], [1, 1], [1, 1]
    assert split(*hand).tolist() == [52, 50]
    assert split(*hand, odd="even").tolist() == [51, 51]


def test_three_tie_for_30300() -> None:
    assert split([10100] * 3, [4, 4, 4]).tolist() == [10100] * 3
    assert split([10100] * 3, low=[4, 4, 4]).tolist() == [10100] * 3


def test_the_odd_chip_goes_by_seat_or_by_a_given_order() -> None:
    invested, tied = [33, 33, 33, 2], [1, 1, 1, NO_LOW]
    assert split(invested, tied).tolist() == [34, 34, 33, 0]
    assert split(invested, tied, order=[3, 2, 1, 0]).tolist() == [33, 34, 34, 0]
    assert split(invested, tied, odd="order", order=[2, 1, 1, 1]).tolist() == [33, 34, 34, 0]


def test_stud_orders_the_halves_apart_highest_card_for_high_lowest_for_low() -> None:
    order = {"high": [1, 0, 2], "low": [0, 1, 2]}
    hand = [3, 3, 0], [1, 1, NO_LOW], [1, 1, NO_LOW]
    assert split(*hand, order=order).tolist() == [3, 3, 0]
    assert split(*hand, order=[1, 0, 2]).tolist() == [2, 4, 0]


def test_who_declares_both_and_ties_one_way() -> None:
    hand = [40, 40, 40], [1, 1, 9], [1, 8, 5]
    assert split(*hand, declare=["both", "high", "low"]).tolist() == [0, 60, 60]
    assert split(*hand, declare=["both", "high", "low"], both="tied").tolist() == [90, 30, 0]


@pytest.mark.parametrize("both", BOTH_RULES)
def test_who_declares_both_and_loses_one_way_gets_nothing(both: Any) -> None:
    hand = [40, 40, 40], [1, 2, 9], [5, 8, 4]
    assert split(*hand, declare=[BOTH, HIGH, LOW], both=both).tolist() == [0, 60, 60]
    assert split(*hand, declare=[BOTH, HIGH, HIGH], both=both).tolist() == [120, 0, 0]


def test_a_half_that_nobody_declared_for_goes_with_the_other() -> None:
    assert split([40, 40], [9, 8], [1, 2], declare=["high", "high"]).tolist() == [0, 80]
    assert split([40, 40], [9, 8], [1, 2], declare=["low", "low"]).tolist() == [80, 0]


def test_only_a_declaration_for_a_half_wins_it() -> None:
    assert split([40, 40, 40], [1, 2, 3], [1, 2, 3], declare=["low", "high", "low"]).tolist() == [
        60,
        60,
        0,
    ]


def test_cards_speak_where_no_declaration_wins() -> None:
    assert split([40, 40], [1, 2], [2, 1], declare=["both", "both"]).tolist() == [40, 40]
    assert split([40, 40], [1, 2], [NO_LOW, NO_LOW], declare=["low", "low"]).tolist() == [80, 0]


def test_each_pot_is_judged_on_its_own() -> None:
    # The last beats the first for low, but only in the main pot: the side pot is swept.
    paid = split([50, 50, 20], [1, 2, 3], [2, 3, 1], declare=["both", "high", "low"])
    assert paid.tolist() == [60, 30, 30]


def test_the_bet_that_nobody_called_returns() -> None:
    assert split([100, 30, 10], [9, 1, NO_LOW]).tolist() == [70, 70, 0]


def test_a_folded_players_chips_stay_called_or_not() -> None:
    assert split([10, 10, 50], [1, 2, NO_LOW]).tolist() == [70, 0, 0]
    assert split([10, 20, 50], [1, 2, NO_LOW]).tolist() == [30, 50, 0]


def test_the_smallest_chip() -> None:
    assert split([100, 75], [1, 1], chip=25).tolist() == [100, 75]
    assert split([75, 75, 25], [1, 1, NO_LOW], chip=25).tolist() == [100, 75, 0]
    assert split([80, 80], [1, 1], chip=25).tolist() == [85, 75]
    assert split([90, 90], [1, 1], chip=25).tolist() == [100, 80]
    assert split([80, 80, 25], [1, 1, NO_LOW], [1, NO_LOW, NO_LOW], chip=50).tolist() == [
        135,
        50,
        0,
    ]


# What card rooms and sites really paid


def test_a_televised_pot_in_chips_of_25000() -> None:
    invested = [2_300_000, 2_300_000, 125_000, 50_000, 50_000]
    high, low = [1, 2, *[NO_LOW] * 3], [NO_LOW, 1, *[NO_LOW] * 3]
    assert split(invested, high, low, chip=25_000).tolist()[:2] == [2_425_000, 2_400_000]


def test_a_folded_caller_makes_a_side_pot_that_one_player_takes() -> None:
    out = [NO_LOW, NO_LOW]
    assert split([500, 495, 500, 50], [2, 1, *out], [2, 1, *out]).tolist() == [10, 1535, 0, 0]


def test_a_site_that_rounds_tied_lows_down() -> None:
    invested, high = [30, 30, 30, 5], [2, 1, 3, NO_LOW]
    low = [1, NO_LOW, 1, NO_LOW]
    assert split(invested, high, low, odd="high").tolist() == [23, 49, 23, 0]
    assert split(invested, high, low).tolist() == [24, 48, 23, 0]


def test_a_tied_high_half_by_seat_from_the_button() -> None:
    assert split([95, 95], [1, 1], [NO_LOW, 1]).tolist() == [48, 142]


def made(game: str, cards: list[str], board: list[str]) -> tuple[naive.Value | None, ...]:
    """Values of the high and of the low that count in a game."""
    if game in ("27sd", "27td"):
        return None, naive.value(cards, "2-7")
    if game in ("a5sd", "razz"):
        return None, naive.best(cards, "A-5")
    if game == "stud8":
        return naive.best(cards, "high"), naive.best_low(cards, 8)
    return naive.omaha(cards, board, "high"), naive.omaha_low(cards, board, 8)


def in_ranks(values: Sequence[naive.Value | None]) -> list[int]:
    order = sorted({value for value in values if value is not None})
    return [NO_LOW if value is None else 1 + order.index(value) for value in values]


def values_of(hand: dict[str, Any]) -> list[tuple[naive.Value | None, ...]]:
    cards = [player["cards"].split() for player in sites.from_the_button(hand)]
    return [made(hand["game"], own, hand.get("board", "").split()) for own in cards]


def test_real_showdowns_are_paid_to_the_chip() -> None:
    """The hands of one board; `test_hands` has those that were run twice."""
    hands = [hand for hand in sites.all_hands() if sites.is_known(hand) and "boards" not in hand]
    wrong = set()
    for hand in hands:
        high, low = (in_ranks(column) for column in zip(*values_of(hand), strict=True))
        if sites.won(hand) not in sites.possible_payments(hand, [(high, low)]):
            wrong.add(hand["id"])
    assert len(hands) > 200
    assert wrong == sites.ODD_CHIP_TO_LOW


# Against the slow settler


def every_deal(
    players: int, chips: Sequence[int], high: Sequence[int], low: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    for deal in product(
        product(chips, repeat=players), product(high, repeat=players), product(low, repeat=players)
    ):
        if can_be_paid(*deal):
            yield deal


@pytest.mark.parametrize("odd", ["first-seat", "even", "high"])
def test_every_small_table_when_cards_speak(odd: Any) -> None:
    deals = list(every_deal(3, (0, 1, 2, 4), (1, 2, NO_LOW), (1, 2, NO_LOW)))
    paid = split(*map(np.array, zip(*deals, strict=True)), odd=odd)
    assert paid.tolist() == [by_the_rules(*deal, odd=odd) for deal in deals]


@pytest.mark.parametrize("both", BOTH_RULES)
def test_every_small_table_of_declarations(both: Any) -> None:
    hands = list(product(product((1, 2), repeat=3), product((1, 2, NO_LOW), repeat=3)))
    deals = [(*hand, ways) for hand in hands for ways in product(WAYS, repeat=3)]
    high, low, declare = map(np.array, zip(*deals, strict=True))
    for invested in ([3, 3, 3], [1, 3, 5]):
        paid = split(invested, high, low, declare=declare, both=both)
        assert paid.tolist() == [
            by_the_rules(invested, *hand, declare=ways, both=both) for *hand, ways in deals
        ]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[int], list[int], dict[str, Any]]:
    n = draw(st.integers(1, 9))
    rank = st.sampled_from([1, 2, 3, 7000, NO_LOW])

    def seats(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=n, max_size=n))

    invested = seats(st.integers(0, 40) | st.sampled_from([0, 10, 25]))
    high, low = seats(rank), seats(rank)
    if not can_be_paid(invested, high, low):
        high[invested.index(max(invested))] = 1
    options = {
        "declare": draw(st.none() | st.just(seats(st.sampled_from(WAYS)))),
        "both": draw(st.sampled_from(BOTH_RULES)),
        "odd": draw(st.sampled_from(ODD_RULES)),
        "order": {half: seats(st.integers(-3, 3)) for half in ("high", "low")},
        "chip": draw(st.integers(1, 12)),
    }
    return invested, high, low, options


Table = tuple[list[int], list[int], list[int], dict[str, Any]]


@settings(max_examples=500)
@given(tables())
def test_any_table(table: Table) -> None:
    invested, high, low, options = table
    order = options["order"]
    rules = {name: value for name, value in options.items() if name != "order"}
    expected = by_the_rules(
        invested, high, low, high_order=order["high"], low_order=order["low"], **rules
    )
    assert split(invested, high, low, **options).tolist() == expected


@given(tables())
def test_one_side_only(table: Table) -> None:
    invested, high, _, options = table
    nobody = [NO_LOW] * len(invested)
    order, rules = options["order"]["high"], {"chip": options["chip"]}
    if can_be_paid(invested, high, nobody):
        expected = by_the_rules(invested, high, nobody, high_order=order, **rules)
        assert split(invested, high, order=order, **rules).tolist() == expected
        assert split(invested, low=high, order=order, **rules).tolist() == expected


# Properties


@given(tables())
def test_what_is_paid_is_what_went_in(table: Table) -> None:
    *deal, options = table
    paid = split(*deal, **options)
    assert paid.sum() == sum(deal[0])
    assert (paid >= 0).all()


@given(tables())
def test_the_explanation_adds_up_to_the_split_and_to_each_pot(table: Table) -> None:
    invested, high, low, options = table
    payments = explain(invested, high, low, **options)
    paid = [0] * len(invested)
    for payment in payments:
        paid[payment.player] += payment.chips
    assert paid == split(invested, high, low, **options).tolist()
    live = has_not_folded(high, low)
    for i, pot in enumerate(pots(invested, live)):
        assert sum(payment.chips for payment in payments if payment.pot == i) == pot.chips
        assert {payment.player for payment in payments if payment.pot == i} <= set(pot.players)


@given(tables())
def test_pots_are_those_of_a_dealer(table: Table) -> None:
    invested, high, low, _ = table
    live = has_not_folded(high, low)
    seats = [p for p, is_live in enumerate(live) if is_live]
    called, _ = settler.return_uncalled(invested, seats)
    expected = [(chips, tuple(players)) for chips, players in settler.build_pots(called, seats)]
    assert pots(invested, live) == expected


@given(tables())
def test_who_ties_for_a_half_is_paid_alike_up_to_a_chip(table: Table) -> None:
    invested, high, low, options = table
    halves: dict[tuple[int | None, str], list[int]] = {}
    for payment in explain(invested, high, low, **options):
        if payment.half != "returned":
            halves.setdefault((payment.pot, payment.half), []).append(payment.chips)
    for shares in halves.values():
        assert max(shares) - min(shares) <= options["chip"]


@given(tables(), st.integers(1, 5))
def test_shares_of_whole_chips_are_whole_chips(table: Table, scale: int) -> None:
    invested, high, low, options = table
    chips = [options["chip"] * n for n in invested]
    assert not (split(chips, high, low, **options) % options["chip"]).any()
    scaled = split([scale * n for n in chips], high, low, **{**options, "chip": scale})
    assert not (scaled % scale).any()


@given(tables(), st.randoms())
def test_other_seats_are_paid_the_same_up_to_odd_chips(table: Table, random: Any) -> None:
    *deal, options = table  # with an order that stays with the seats
    seats = list(range(len(deal[0])))
    random.shuffle(seats)
    moved = [[row[seat] for seat in seats] for row in deal]
    declare = options["declare"] and [options["declare"][seat] for seat in seats]
    there = split(*moved, **{**options, "declare": declare})
    here = split(*deal, **options)
    odd_chips = 2 * options["chip"] * len(seats)  # one from each half of each pot
    assert (abs(there - here[seats]) <= odd_chips).all()


def test_seats_do_not_matter_with_an_order() -> None:
    invested, high, low, order = [7, 7, 9, 2], [1, 1, 1, 2], [1, 2, 1, 1], [4, 2, 1, 3]
    here = split(invested, high, low, order=order)
    for seats in map(list, permutations(range(4))):
        moved = [np.array(row)[seats] for row in (invested, high, low, order)]
        assert (split(*moved[:3], order=moved[3]) == here[seats]).all()


# Arrays


def random_deals(n: int, players: int = 6) -> tuple[np.ndarray[Any, Any], ...]:
    rng = np.random.default_rng(3)
    high = rng.integers(1, 5, (n, players)).astype(np.uint16)
    low = rng.choice(np.array([1, 2, 3, NO_LOW], np.uint16), (n, players))
    return rng.integers(1, 99, (n, players)), high, low


def test_many_deals_are_each_settled_alone() -> None:
    invested, high, low = random_deals(1000)  # several blocks, the last of them not full
    paid = split(invested, high, low)
    assert paid.dtype == np.int64
    assert paid.tolist() == [
        split(*deal).tolist() for deal in zip(invested, high, low, strict=True)
    ]


def test_leading_axes_broadcast() -> None:
    _, high, low = random_deals(600)
    invested = np.array([[60, 60, 30, 30, 15, 60], [9, 8, 7, 6, 5, 4]])
    paid = split(invested[:, None], high, low)
    assert paid.shape == (2, 600, 6)
    for row, stakes in zip(paid, invested, strict=True):
        assert (row == split(np.broadcast_to(stakes, (600, 6)), high, low)).all()
    assert (
        split(invested[0], high.reshape(20, 30, 6), low.reshape(20, 30, 6))
        == paid[0].reshape(20, 30, 6)
    ).all()
    assert (split(invested[0], high[:1], low) == split(invested[0], high[0], low)).all()


def test_declarations_and_orders_broadcast() -> None:
    invested, high, low = random_deals(300)
    declare, order = [3, 1, 2, 3, 1, 2], [5, 4, 3, 2, 1, 0]
    everybody = np.broadcast_to(declare, (300, 6))
    in_order = np.broadcast_to(order, (300, 6))
    paid = split(invested, high, low, declare=declare, order=order)
    assert (paid == split(invested, high, low, declare=everybody, order=in_order)).all()
    words = np.array(["", *WAYS])[[2, 1, 3]]  # low, high, both
    by_word = split(invested[:, :3], high[:, :3], low[:, :3], declare=words)
    assert (by_word == split(invested[:, :3], high[:, :3], low[:, :3], declare=[2, 1, 3])).all()


def test_any_layout_and_any_whole_number_will_do() -> None:
    invested, high, low = random_deals(500)
    expected = split(invested, high, low)
    columns = [np.asfortranarray(array) for array in (invested, high, low)]
    assert (split(*columns) == expected).all()
    assert (
        split(invested.astype(np.uint8), high.astype(np.int8), low.astype(">i4")) == expected
    ).all()
    backwards = [array[::-1] for array in (invested, high, low)]
    assert (split(*backwards) == expected[::-1]).all()


def test_no_deals_no_payments() -> None:
    assert split(np.zeros((0, 3), int), np.ones((0, 3), int)).shape == (0, 3)
    assert split(np.zeros((2, 0, 3), int), [1, 2, 3]).shape == (2, 0, 3)


def test_an_empty_table_pays_nothing() -> None:
    assert split([0, 0], [NO_LOW, NO_LOW]).tolist() == [0, 0]
    assert pots([0, 0], [False, False]) == []
    assert explain([0, 0], [1, 1]) == []


def test_the_inputs_stay_as_they_were() -> None:
    invested, high, low = random_deals(50)
    before = [array.copy() for array in (invested, high, low)]
    split(invested, high, low)
    assert all((a == b).all() for a, b in zip(before, (invested, high, low), strict=True))
    invested[0, 0] = 5  # still writeable


def test_the_largest_amounts_are_exact() -> None:
    top = 2**53
    assert split([top, top, top - 1], [1, 1, 1]).tolist() == [top, top, top - 1]
    assert split([top, top, 1], [1, 1, NO_LOW], chip=top).tolist() == [top + 1, top, 0]


# Explanations


def test_an_explanation_names_pot_half_player_and_chips() -> None:
    payments = explain([10, 30, 45, 30], [1, 2, 3, NO_LOW], [NO_LOW, 2, 2, NO_LOW])
    assert payments == [
        Payment(None, "returned", 2, 15),
        Payment(0, "high", 0, 20),
        Payment(0, "low", 1, 10),
        Payment(0, "low", 2, 10),
        Payment(1, "high", 1, 30),
        Payment(1, "low", 1, 15),
        Payment(1, "low", 2, 15),
    ]


def test_a_pot_that_goes_one_way_is_whole() -> None:
    assert explain([10, 10], [1, 1], [NO_LOW, NO_LOW]) == [
        Payment(0, "whole", 0, 10),
        Payment(0, "whole", 1, 10),
    ]
    assert explain([10, 10], low=[2, 1]) == [Payment(0, "whole", 1, 20)]


# Errors


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: split([1, 1]), ValueError, "ranks are needed"),
        (lambda: split([1.0, 1.0], [1, 2]), TypeError, "invested holds float64"),
        (lambda: split([1, 1], [1.0, 2.0]), TypeError, "high holds float64"),
        (lambda: split([True, True], [1, 2]), TypeError, "invested holds bool"),
        (lambda: split([], [1, 2]), TypeError, "invested holds float64"),
        (lambda: split(5, [1, 2]), ValueError, "invested has no players"),
        (lambda: split([[1, 1], [1, -5]], [1, 2]), ValueError, r"-5 at index \(1, 1\)"),
        (lambda: split([1, 2**53 + 1], [1, 2]), ValueError, "9007199254740993 at index 1"),
        (lambda: split([1, 1], [0, 2]), ValueError, "high is 0 at index 0"),
        (lambda: split([1, 1], low=[1, 65536]), ValueError, "low is 65536 at index 1"),
        (lambda: split([1, 1], [1, 2, 3]), ValueError, "high has 3 players, invested has 2"),
        (lambda: split([1, 1], [1, 2], order=[1]), ValueError, "order has 1 players"),
        (
            lambda: split(np.ones((3, 2), int), np.ones((4, 2), int)),
            ValueError,
            r"invested \(3, 2\), high \(4, 2\)",
        ),
        (lambda: split([1, 1], [1, 2], odd="last"), ValueError, "odd is 'last'"),  # type: ignore[arg-type]
        (lambda: split([1, 1], [1, 2], both="half"), ValueError, "both is 'half'"),  # type: ignore[arg-type]
        (lambda: split([1, 1], [1, 2], odd="order"), ValueError, "needs an order"),
        (lambda: split([1, 1], [1, 2], order={"high": [1, 2]}), ValueError, "keys"),
        (lambda: split([1, 1], [1, 2], order=[0.5, 1]), TypeError, "order holds float64"),
        (lambda: split([1, 1], [1, 2], chip=0), ValueError, "chip is 0"),
        (lambda: split([1, 1], [1, 2], chip=2.0), TypeError, "chip is 2.0"),  # type: ignore[arg-type]
        (lambda: split([1, 1], [1, 2], chip=True), TypeError, "chip is True"),
        (lambda: split([1, 1], [1, 2], declare=[1, 2]), ValueError, "declare needs ranks"),
        (lambda: split([1, 1], [1, 2], [1, 2], declare=[1, 4]), ValueError, "4 at index 1"),
        (lambda: split([1, 1], [1, 2], [1, 2], declare=["low", "lo"]), ValueError, "'lo' at"),
        (lambda: split([1, 1], [1, 2], [1, 2], declare=[1, 0]), ValueError, "nothing at index 1"),
        (lambda: split([1, 1], [1, 2], [1, 2], declare=[1.0, 2]), TypeError, "declare holds"),
        (lambda: split([3, 0], [NO_LOW, 1]), ValueError, "chips that nobody can win: every"),
        (lambda: explain([[1, 1]], [1, 2]), ValueError, r"one deal, not deals of shape \(1,\)"),
        (lambda: pots([1, 1], [1, 0]), TypeError, "live holds int64"),
        (lambda: pots([1, 1], [True]), ValueError, "one deal"),
        (lambda: pots([1, 1], [False, False]), ValueError, "nobody can win"),
    ],
)  # fmt: skip
def test_errors(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_the_deal_that_nobody_can_win_is_named() -> None:
    invested, high, low = random_deals(1000)
    high[700], low[700] = NO_LOW, NO_LOW
    with pytest.raises(ValueError, match="at index 700:"):
        split(invested, high, low)
    shape = (10, 100, 6)
    with pytest.raises(ValueError, match=r"at index \(7, 0\):"):
        split(invested.reshape(shape), high.reshape(shape), low.reshape(shape))


def test_who_folded_need_not_declare() -> None:
    hand = [5, 5, 5], [1, 2, NO_LOW], [2, 1, NO_LOW]
    assert split(*hand, declare=["high", "low", ""]).tolist() == [8, 7, 0]
