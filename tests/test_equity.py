"""Equity: published figures, reported faults, other programs, the result, and what is refused."""

import json
import pickle
import random
import signal
import threading
import time
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, inf, isclose, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import (
    Card,
    Deck,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
    calculate_equities,
)

from fastlow.equity import FIGURES, Equity, equity, running, values
from fastlow.games import GAMES, Game
from fastlow.omaha import low_sets
from fastlow.ranges import known, parse_range
from fastlow.sample import CHUNK
from fastlow.spots import Hand
from tests import equities

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
OMAHA_HIGH_6 = Game("omaha-6", high="high", down=6, board=5)

# Figures that others published; the comments give their numbers.


@pytest.mark.parametrize(
    ("hands", "wins", "ties"),
    [
        (["Ac 2d 3h", "6c 7d 8h"], 10_876_342_101, 4_282_146),  # 9
        (["A 2 3", "678"], 10_876_342_101, 4_282_146),
        (["Ac 2d Kh", "6c 7d 8h"], 5_959_540_052, 4_818_204),  # 10
    ],
)
def test_all_run_outs_of_razz(hands: list[str], wins: int, ties: int) -> None:
    result = equity("razz", hands)
    assert (result.exact, result.n) == (True, 18_265_297_050)
    assert result.deals("win")[0] == wins
    assert result.deals("tie").tolist() == [ties, ties]


def shares(result: Equity) -> list[float]:
    """Sums of shares, ties counted in part."""
    assert result.exact
    return [float(share) for share in result.deals("equity")]


def test_razz_on_fifth_street() -> None:  # 11
    result = equity("razz", ["Ah2h3h7d9c", "4s5s6s8d9d"])
    assert (shares(result)[0], result.n) == (470_286, 671_580)


def test_omaha8_before_the_flop() -> None:  # 12
    result = equity("omaha8", ["As2sKhKd", "Ah3h4c5c"])
    assert result.n == 1_086_008
    assert round(result.equity[0], 6) == 0.589745
    assert result.deals("scoop").tolist() == [496_068, 300_876]


@pytest.mark.parametrize(
    ("hands", "percent"),
    [  # 13
        (["8h6c4d2s", "KsKhQsQh"], 49.260),
        (["8h6c4d2s", "KsKhQdQc"], 52.487),
        (["AsAh2s3h", "KdKcQdQc"], 67.818),
    ],
)
def test_omaha8_by_all_boards(hands: list[str], percent: float) -> None:
    result = equity("omaha8", hands)
    assert result.exact
    assert round(100 * result.equity[0], 3) == percent


def test_stud8_on_fifth_street() -> None:  # 14
    result = equity("stud8", ["As2s3d7d9c", "KhKdQc8d9d"])
    assert (round(result.equity[0], 6), result.n) == (0.409697, 671_580)


@pytest.mark.parametrize(
    ("game", "hands", "wins", "n"),
    [
        ("kansas-city", ["2h3d4s", "8h7d5c4h"], 20_123, 42_570),  # 15
        ("a5-draw", ["2h3d4s", "8h7d5c4h"], 17_853, 42_570),
        ("kansas-city", ["Tc 8d 6h 4s 2c", "7d 4h 3s 2d"], 26, 43),  # 16
        ("27-triple", ["Tc 8d 6h 4s 2c", "8c 4h 3s 2d"], 25, 43),
        ("a5-draw", ["Ac 2d 3h 4s 8c", "Ad 4h 5s 7d"], 33, 43),  # 17
        ("a5-triple", ["Ac 2d 3h 4s 9c", "Ad 4h 5s 7d"], 29, 43),
        ("california", ["7h 5s 3d Jk", "9s 8h 6d 4c"], 1297, 1980),  # 18, and case 35
    ],
)
def test_last_draws(game: str, hands: list[str], wins: float, n: int) -> None:
    result = equity(game, hands)
    assert (result.n, result.exact) == (n, True)
    assert shares(result)[0] == wins


def lows(game: str, hand: str, dead: str = "") -> int:
    """Run-outs with which a hand by itself makes a low."""
    result = equity(game, [hand], dead=dead, method="exact")
    return result.n - int(result.deals("no_low")[0])


def test_boards_that_allow_a_low() -> None:  # 20
    lows_of_all_holes = low_sets(8).ranks.reshape(256, 256)[255]
    boards = 0
    for ranks in combinations_with_replacement("23456789TJQKA", 5):
        bits = {"2345678A".index(rank) for rank in ranks if rank in "2345678A"}
        ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        boards += ways * bool(lows_of_all_holes[sum(1 << bit for bit in bits)] > 0)
    assert boards == 1_561_728


@pytest.mark.parametrize(
    ("game", "hand", "made", "n"),
    [  # 21
        ("omaha8", "As 2d Kh Qc", 625_344, 1_712_304),
        ("omaha8", "As 2d 3h Kc", 847_944, 1_712_304),
        ("omaha8", "As 2d 3h 4c", 908_976, 1_712_304),
        ("omaha8", "As Ad 2h 3c", 810_784, 1_712_304),
        ("omaha8-5", "As 2d 3h 4c 5s", 819_307, 1_533_939),
    ],
)
def test_lows_made_by_the_river(game: str, hand: str, made: int, n: int) -> None:
    assert (lows(game, hand), equity(game, [hand]).n) == (made, n)


@pytest.mark.parametrize(
    ("hand", "dead", "chance"),
    [  # 22
        ("Ac 2d 3h", "", 0.4827),
        ("Ac 2d 3h Ks", "", 0.3238),
        ("Ac 2d 3h 4s Kc", "", 0.5698),
        ("Ac 2d 3h 3s", "Kc Kd Kh Ks", 0.3745),
    ],
)
def test_lows_made_in_stud(hand: str, dead: str, chance: float) -> None:
    result = equity("stud8", [hand], dead=dead)
    assert round(lows("stud8", hand, dead) / result.n, 4) == chance


def test_low_made_in_stud_from_nothing() -> None:  # 22, and 24 530 944 of 4
    result = equity("stud8", ["*"], trials=1_000_000, rng=1)
    truth = 24_530_944 / comb(52, 7)
    assert round(truth, 4) == 0.1834
    assert abs(1 - result.no_low[0] - truth) < 4 * result.error("no_low")[0]


@pytest.mark.parametrize(
    ("hand", "percent", "margin"),
    [  # 23: rounded; and sampled, with two cards dealt to a pair, by somebody with 0.05 % of error
        ("AA**", 64, 0.5),
        ("KK**", 54, 0.5),
        ("KK29", 49, 0.5),
        ("AA", 63.88, 0.2),
        ("KK", 53.5, 0.2),
        ("KK29", 49.4, 0.2),
        ("KK22", 51.6, 0.2),
    ],
)
def test_omaha8_against_a_random_hand(hand: str, percent: float, margin: float) -> None:
    result = equity("omaha8", [hand, "****"], trials=500_000, rng=3)
    assert abs(100 * result.equity[0] - percent) < margin
    assert 100 * result.error()[0] < 0.1


# Faults that users of other programs reported; the comments give the numbers of the cases.


@pytest.mark.parametrize("method", ["exact", "sample"])
def test_six_hole_cards_are_all_looked_at(method: Any) -> None:  # 16
    result = equity(OMAHA_HIGH_6, ["2s2d2h2cAsAd", "3s3d3h3c8s8d"], method=method, rng=1)
    if result.exact:
        assert (result.deals("win").tolist(), result.n) == ([539_640, 658_008 - 539_640], 658_008)
        assert result.deals("tie").sum() == 0
    else:
        assert abs(result.win[0] - 539_640 / 658_008) < 4 * result.error("win")[0]


def test_no_low_is_a_normal_result() -> None:  # 17
    result = equity("omaha8", ["AsAd3d2s", "KsKdQsQd"], board="4s8c3s")
    assert result.no_low.tolist() == [0, 1]
    for river in ("Tc", "9d", "Kh"):
        turn = equity("omaha8", ["AsAd3d2s", "KsKdQsQd"], board=f"4s8cTs{river}9h")
        assert turn.no_low.tolist() == [1, 1]


def test_where_nobody_has_a_low_the_high_hand_has_the_pot() -> None:  # 18
    result = equity("omaha8", ["AsAd3d2s", "KsKdQsQd"], board="9s8c9d9hTc")
    assert result.equity.tolist() == result.scoop.tolist() == [1, 0]


def test_a_tie_counts_deals_and_equity_counts_shares() -> None:  # 28
    result = equity("a5-draw", ["2c3c4c5cAc", "2d3d4d5dAd", "2h3h4h5hAh"])
    assert result.tie.tolist() == [1, 1, 1]
    assert result.win.tolist() == [0, 0, 0]
    assert result.equity == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("game", ["kansas-city", "omaha8"])
def test_ranges_are_weighed_by_live_combinations(game: str) -> None:  # 31
    """Against queens, tens and better are 6 of TT, JJ, KK and AA each, and one of queens."""
    pairs = [f"{rank}{rank}" for rank in "TJQKA"]
    range_, rest = ", ".join(pairs), {"kansas-city": " 2h 3h 4d", "omaha8": " 2h 3h"}[game]
    board = {"kansas-city": "", "omaha8": "5s 6s 9c Jh 4d"}[game]
    suits = dict.fromkeys("TJQKA", "cdhs")
    expected, n = 0.0, 0
    whole = {"kansas-city": " 8c 7d 5s", "omaha8": " 7h 8h"}[game]
    for rank, letters in suits.items():
        for a, b in combinations(letters, 2):
            other = f"{rank}{a} {rank}{b}{whole}"
            hero = f"Qh Qs{rest}"
            if {*other.split()} & {*hero.split(), *board.split()}:
                continue
            _, figures = equities.figures(game, [hero, other], board)
            expected, n = expected + float(figures[0]["equity"]), n + 1
    assert n == {"kansas-city": 25, "omaha8": 22}[game]
    written = ", ".join(f"{pair}{whole}" for pair in range_.split(", "))
    result = equity(game, [f"Qh Qs{rest}", written], board=board)
    assert result.equity[0] == pytest.approx(expected / n)


def test_spans_run_in_the_order_of_the_game() -> None:  # 32
    low = equity("razz", ["[A-5][A-5][A-5]", "678"], trials=1000, rng=1)
    listed = equity("razz", ["[A,2,3,4,5][A,2,3,4,5][A,2,3,4,5]", "678"], trials=1000, rng=1)
    assert (low.counts == listed.counts).all()
    with pytest.raises(
        ValueError, match="hand 1: A-5 runs downwards: the ace is high in this game"
    ):
        equity("kansas-city", ["2345", "[A-5]345"])


def test_known_cards_are_not_dealt() -> None:  # 34
    alone = equity("kansas-city", ["Tc 8d 6h 4s 2c", "7d 4h 3s 2d"])
    fewer = equity("kansas-city", ["Tc 8d 6h 4s 2c", "7d 4h 3s 2d"], dead="5c 5d 5h 5s")
    thrown = equity("kansas-city", ["Tc 8d 6h 4s 2c | 5h", "7d 4h 3s 2d | 5c"], dead="5s 5d")
    assert (alone.n, fewer.n, thrown.n) == (43, 39, 39)
    assert shares(alone)[0] + 4 == 30  # each five beats the ten: 26 + 4 of 43 lose to none of them
    assert shares(fewer) == shares(thrown) == [26, 13]
    third = equity("kansas-city", ["Tc 8d 6h 4s 2c", "7d 4h 3s 2d", "5c 5d 5h 5s Kc"])
    assert third.n == 38


# Other programs.

poker_equity_games = {
    "razz": "razz",
    "stud8": "stud_hi_lo",
    "omaha8": "omaha_hi_lo",
    "omaha8-5": "omaha_five_hi_lo",
    "kansas-city": "deuce_seven",
}


def dealt(game: str, seed: int, players: int, streets: Sequence[int]) -> tuple[list[str], str]:
    """Random hands and board of a random street."""
    chance = random.Random(seed)
    cards = chance.sample(DECK, 52)
    held = chance.choice(streets) if GAMES[game].up else GAMES[game].cards
    if GAMES[game].exchanges:
        sizes = [chance.choice(streets) for _ in range(players)]
    else:
        sizes = [held] * players
    hands = ["".join(cards.pop() for _ in range(size)) for size in sizes]
    common = chance.choice([0, 3, 4, 5]) if GAMES[game].board else 0
    return hands, "".join(cards.pop() for _ in range(common))


COUNTS = {"win": "win_count", "tie": "tie_count", "scoop": "scoop_count"}
HALVES = ("high_win", "high_tie", "low_win", "low_tie")


@pytest.mark.parametrize(("game", "theirs"), poker_equity_games.items())
@pytest.mark.parametrize("seed", range(6))
def test_poker_equity_has_the_same_figures(game: str, theirs: str, seed: int) -> None:
    other = pytest.importorskip("poker_equity", reason="the program to compare with is not there")
    hands, board = dealt(game, seed, 2 + seed % 3, [3, 4, 5, 6] if GAMES[game].up else [3, 4, 5])
    ours = equity(game, hands, board=board, rng=seed)
    truth = None
    if ours.exact and ours.n <= 1_100_000:
        truth = other.exact_from_text(theirs, hands, board=board)
    if truth is None:
        sampled = other.chunk_from_text(theirs, hands, board=board, samples=200_000, seed=seed)
        for share, error, player in zip(ours.equity, ours.error(), sampled["players"], strict=True):
            assert abs(share - player["equity"]) <= 4 * np.hypot(error, player["std_error"]) + 1e-9
        return
    assert ours.n == truth["samples"]
    assert shares(ours) == pytest.approx(truth["share_sum"])
    for figure, name in COUNTS.items():
        assert ours.deals(figure).tolist() == truth[name]
    if GAMES[game].high:
        for figure in HALVES:
            assert ours.deals(figure).tolist() == truth[f"{figure}_count"], figure


HAND_TYPES: dict[str, tuple[Any, ...]] = {
    "razz": (RegularLowHand,),
    "a5-draw": (RegularLowHand,),
    "kansas-city": (StandardLowHand,),
    "razz-27": (StandardLowHand,),
    "stud8": (StandardHighHand, EightOrBetterLowHand),
    "draw8": (StandardHighHand, EightOrBetterLowHand),
    "omaha8": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "omaha8-5": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
}


@pytest.mark.parametrize("game", HAND_TYPES)
def test_pokerkit_divides_the_same_pots(game: str) -> None:
    """Complete hands, where one deal says all; and one situation that both of us sample."""
    for seed in range(12):
        rules = GAMES[game]
        cards = random.Random(seed).sample(DECK, 52)
        hands = ["".join(cards.pop() for _ in range(rules.cards)) for _ in range(2 + seed % 3)]
        board = "".join(cards.pop() for _ in range(rules.board))
        expected = calculate_equities(
            [[list(Card.parse(hand))] for hand in hands],
            Card.parse(board),
            rules.cards,
            rules.board,
            Deck.STANDARD,
            HAND_TYPES[game],
            sample_count=1,
        )
        assert equity(game, hands, board=board).equity == pytest.approx(expected), (hands, board)


@pytest.mark.parametrize("game", HAND_TYPES)
def test_pokerkit_samples_the_same_equities(game: str) -> None:
    rules, n = GAMES[game], 500
    random.seed(5)  # theirs is the state of that module
    hands, board = dealt(game, 77, 3, [3])
    theirs = calculate_equities(
        [[list(Card.parse(hand))] for hand in hands],
        Card.parse(board),
        rules.cards,
        rules.board,
        Deck.STANDARD,
        HAND_TYPES[game],
        sample_count=n,
    )
    ours = equity(game, hands, board=board, rng=1)
    error = np.sqrt(ours.mean("equity") * (1 - ours.mean("equity")) / n)  # at most
    assert (np.abs(ours.equity - theirs) < 5 * error + 1e-9).all()


# The result.


def test_what_outcomes_are_worth_adds_up_to_a_pot() -> None:
    worth = values(GAMES["omaha8"], 3)["equity"]
    assert worth[3, 3] == pytest.approx(1 / 3)
    assert worth[1, 1] == worth[1, 5] == 1  # both halves; no low at all
    assert worth[0, 2] == 0.25
    assert worth[2, 4] == 0.25  # half the high, another's low
    for game in GAMES:
        result = equity(game, ["*"] * 4, trials=5000, rng=1)
        assert isclose(result.equity.sum(), 1)
        assert result.counts.sum(axis=(1, 2)).tolist() == [5000] * 4
        assert (result.scoop + result.tie <= 1).all()


def test_the_standard_error_is_that_of_a_mean() -> None:
    result = equity("omaha8", ["AA**", "KK**"], trials=3000, rng=1)
    shares = np.repeat(values(result.game, 2)["equity"].ravel(), result.counts[0].ravel())
    assert result.equity[0] == pytest.approx(shares.mean())
    assert result.error()[0] == pytest.approx(shares.std(ddof=1) / np.sqrt(3000))
    scoops = np.repeat(values(result.game, 2)["scoop"].ravel(), result.counts[1].ravel())
    assert result.error("scoop")[1] == pytest.approx(scoops.std(ddof=1) / np.sqrt(3000))
    assert equity("razz", ["A23", "678"]).error().tolist() == [0, 0]
    assert equity("razz", ["A23", "678"], trials=1, rng=1).error().tolist() == [inf, inf]


def test_a_result_speaks_to_people_and_to_programs() -> None:
    exact, drawn = equity("razz", ["A23", "678"]), equity("stud8", ["A23", "678"], trials=99, rng=4)
    assert repr(exact) == "<Equity razz, all 18,265,297,050 run-outs: A23 59.5582 %, 678 40.4418 %>"
    assert repr(drawn).startswith("<Equity stud8, 99 deals: A23 ")
    assert " ± " in repr(drawn)
    for result in (exact, drawn):
        told = json.loads(json.dumps(result.to_dict()))
        assert told["n"] == result.n
        assert told["exact"] is result.exact
        assert told["seed"] == result.seed
        for player, line in enumerate(told["players"]):
            assert line["hand"] == ("A23", "678")[player]
            for figure in FIGURES:
                assert (
                    line[figure] == result.mean(figure)[player] == getattr(result, figure)[player]
                )
                assert (f"{figure}_error" in line) == (not result.exact)
        head, *lines = result.table().splitlines()
        assert head.split() == ["A23", "678"]
        assert lines[0].split()[0] == "equity"
        assert f"{100 * result.equity[1]:.3f}"[:5] in lines[0]
        assert len({len(line) for line in (head, *lines)}) == 1
        same = pickle.loads(pickle.dumps(result))
        assert same.to_dict() == result.to_dict()


def test_samples_merge() -> None:
    parts = [equity("razz", ["A23", "678"], trials=1000 + seed, rng=seed) for seed in range(3)]
    whole = sum(parts[1:], parts[0])
    assert whole.n == 3003
    assert (whole.counts == sum(part.counts for part in parts)).all()
    assert whole.seed == (0, 1, 2)
    assert whole.error()[0] < parts[0].error()[0]
    assert sum(parts).n == 3003  # type: ignore[union-attr]


def test_what_does_not_belong_together_is_not_merged() -> None:
    one = equity("razz", ["A23", "678"], trials=1000, rng=1)
    with pytest.raises(ValueError, match="both samples have the seed 1"):
        one + equity("razz", ["A23", "678"], trials=2000, rng=1)
    for other in (
        equity("razz", ["A23", "679"], trials=1000, rng=2),
        equity("razz-27", ["A23", "678"], trials=1000, rng=2),
        equity("razz", ["A23", "678"], trials=1000, rng=2, dead="Kc"),
    ):
        with pytest.raises(ValueError, match="are not of one spot"):
            one + other
    with pytest.raises(ValueError, match="exact result cannot be merged"):
        one + equity("razz", ["A23", "678"])
    with pytest.raises(TypeError):
        one + 1  # type: ignore[operator]


# How long a run is.


def test_exact_where_it_is_quick() -> None:
    assert equity("razz", ["A23", "678"]).exact
    assert equity("omaha8", ["As2sKhKd", "Ah3h4c5c"]).exact
    assert not equity("stud8", ["A23", "678"], trials=10_000).exact
    assert not equity("razz", ["A23", "678"], trials=10_000).exact
    assert equity("kansas-city", ["2345", "Ts9s8s7s5s"], trials=50).exact is False
    assert equity("kansas-city", ["2c3c4c5d", "Ts9s8s7s5s"], trials=50).exact  # 43 run-outs
    assert equity("razz", ["A23", "678"], error=0.01).exact  # which is as good as it gets
    assert equity("razz", ["A23", "678"], time=10).exact


def test_without_a_bound_four_million_deals_are_sampled() -> None:
    assert equity("razz", ["A23", "678"], method="sample", rng=1).n == 4_000_000


def test_a_run_ends_when_the_error_is_as_small_as_wanted() -> None:
    one, two = (
        equity("stud8", ["A23", "678"], error=0.0006, rng=1, workers=workers) for workers in (1, 2)
    )
    assert one.error().max() <= 0.0006
    assert one.n % CHUNK == 0
    before = list(running("stud8", ["A23", "678"], error=0.0006, rng=1))[:-1]
    assert all(step.error().max() > 0.0006 for step in before)
    assert (one.n, one.counts.tolist()) == (two.n, two.counts.tolist())


def test_a_run_ends_in_time() -> None:
    equity("razz", ["A23", "678"], method="sample", trials=10)
    begun = time.perf_counter()
    result = equity("razz", ["A23", "678"], method="sample", time=0.2, rng=5)
    assert time.perf_counter() - begun < 5
    assert result.n % CHUNK == 0
    assert result.n > 0
    again = equity("razz", ["A23", "678"], method="sample", trials=result.n, rng=5)
    assert (result.counts == again.counts).all()


def test_of_two_bounds_the_first_counts() -> None:
    assert equity("stud8", ["A23", "678"], trials=3000, time=60, rng=1).n == 3000
    assert equity("stud8", ["A23", "678"], trials=10**9, error=0.01, rng=1).n == CHUNK


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_returns_what_there_is(workers: int) -> None:
    seen = []

    def interrupt(done: int, total: int) -> None:
        seen.append((done, total))
        if len(seen) == 3:
            signal.raise_signal(signal.SIGINT)

    result = equity(
        "razz",
        ["A23", "678"],
        method="sample",
        trials=10**12,
        rng=3,
        workers=workers,
        progress=interrupt,
    )
    assert result.n == 2 * CHUNK
    whole = equity("razz", ["A23", "678"], method="sample", trials=2 * CHUNK, rng=3)
    assert (result.counts == whole.counts).all()
    assert seen[0] == (CHUNK, 10**12)


def test_an_interrupt_before_there_is_anything_is_an_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fastlow.sample.play_chunk", interrupted)
    with pytest.raises(KeyboardInterrupt):
        equity("razz", ["A23", "678"], method="sample")


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    equity("razz", ["A23", "678"], trials=600_000, progress=lambda *at: seen.append(at))
    assert seen == [(CHUNK, 600_000), (2 * CHUNK, 600_000), (600_000, 600_000)]
    seen.clear()
    result = equity(
        "stud8", ["A23", "678"], error=0.0006, rng=1, progress=lambda *at: seen.append(at)
    )
    assert seen[-1] == (result.n, result.n)
    assert seen[0][1] == pytest.approx(result.n, rel=0.5)


def test_threads_end_with_the_run() -> None:
    before = threading.active_count()
    equity("razz", ["A23", "678"], trials=10**6, workers=3)
    steps = running("razz", ["A23", "678"], method="sample", trials=10**12, workers=3)
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


# What is refused.


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("game must be one of razz, .* not 'badugi'", ("badugi", ["A23", "456"])),
        ("Ah is in hand 0 and in hand 1", ("razz", ["Ah2h3h", "Ah5s6s"])),
        ("2h is in hand 0 and in the dead cards", ("razz", ["Ah2h3h", "4h5s6s"], "", "2h")),
        ("4h is in hand 1 and in the board", ("omaha8", ["Ah2h3h5c", "4h5s6s7s"], "4h8c9c")),
        ("4h is in the board and in the dead cards", ("omaha8", ["A234", "5678"], "4h8c9c", "4h")),
        ("Kc is in hand 1 and in the discards of hand 0", ("a5-draw", ["A234|Kc", "2c3c4cKc"])),
        (
            "hand 1: no combination of 'AA' is live, for Ac Ad Ah is dead",
            ("razz", ["AcAdAh", "AA"]),
        ),
        ("hand 0: .*at position 2", ("razz", ["A2?", "456"])),
        ("hand 1: a hand holds 4 cards at most, at position 4", ("omaha8", ["A234", "56789"])),
        ("8 hands of 7 cards take 56 cards, more than the 52", ("razz", ["*"] * 8)),
        ("12 hands of 4 cards and a board of 5 take 53 cards", ("omaha8", ["*"] * 12)),
        (
            "7 hands of 7 cards take 49 cards, more than the 52 of the deck less 4 dead ones",
            ("stud8", ["*"] * 7, "", "KcKdKhKs"),
        ),
        ("11 hands of 5 cards take 55 cards, more than the 53", ("california", ["*"] * 11)),
        ("razz has no board, and 3 are given", ("razz", ["A23", "456"], "7c8c9c")),
        (
            "omaha8 has at most 5 cards, and 6 are given",
            ("omaha8", ["A234", "5678"], "7c8c9cTcJcQc"),
        ),
        ("the board: '1' at position 0 is not", ("omaha8", ["A234", "5678"], "1c")),
        ("the dead cards: .*As appears twice", ("razz", ["A23", "456"], "", "AsAs")),
        ("the dead cards: 60 at index 0 is not a card", ("razz", ["A23", "456"], "", [60])),
        (
            r"the dead cards: Jk \(52\) is not dealt: razz has no joker",
            ("razz", ["A23", "4"], "", "Jk"),
        ),
        (
            r"hand 1: Jk \(53\) is not dealt: california has one joker",
            ("california", ["A23", [53]]),
        ),
        ("the hands hold 6 cards of rank A at least, and 4 are live", ("omaha8", ["AA**"] * 3)),
        ("the hands hold 5 cards of rank K at least, and 4 are live", ("razz", ["KKK", "KK"])),
        (
            "the hands hold 2 cards of rank 3 at least, and 1 are",
            ("razz", ["3", "34"], "", "3c3d3h"),
        ),
        (
            "'AcAd, AhAs', 'AcAh, AdAs' cannot be dealt together: in every choice two",
            ("kansas-city", ["AcAd, AhAs", "AcAh, AdAs"]),
        ),
        (
            "hand 0: 'A23456' is more than the 5 cards of a hand",
            ("a5-draw", [parse_range("A23456", ace_low=True), "2345"]),
        ),
        ("discards must be certain cards, not 'K'", ("a5-draw", ["A234 | K", "2345"])),
        ("there are no hands", ("razz", [])),
        ("declarations", (Game("both", low="A-6", high="high", declare=True), ["A23", "456"])),
    ],
)
def test_impossible_spots_are_refused_by_name(message: str, arguments: Any) -> None:
    game, hands, *rest = arguments
    with pytest.raises(ValueError, match=message):
        equity(game, hands, **dict(zip(("board", "dead"), rest, strict=False)))


@pytest.mark.parametrize(
    ("message", "options"),
    [
        ("method must be 'exact', 'sample' or None, not 'brute'", {"method": "brute"}),
        ("trials must be positive, not 0", {"trials": 0}),
        ("workers must be positive, not -1", {"workers": -1}),
        ("time must be positive, not -1.0", {"time": -1.0}),
        ("error must be positive, not nan", {"error": float("nan")}),
        ("trials bounds a sample, but method is 'exact'", {"trials": 5, "method": "exact"}),
        ("non-negative", {"rng": -1, "trials": 5}),
    ],
)
def test_options_out_of_range_are_refused(message: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=message):
        equity("razz", ["A23", "456"], **options)


@pytest.mark.parametrize(
    ("message", "hands", "options"),
    [
        ("one hand for each player", "A23", {}),
        ("hand 0", [1.5, "A23"], {}),
        ("trials must be a whole number, not 2.5", ["A23", "456"], {"trials": 2.5}),
        ("workers must be a whole number", ["A23", "456"], {"workers": 1.5}),
    ],
)
def test_things_of_the_wrong_kind_are_refused(
    message: str, hands: Any, options: dict[str, Any]
) -> None:
    with pytest.raises(TypeError, match=message):
        equity("razz", hands, **options)


def test_an_exact_run_of_hours_is_refused_with_its_number() -> None:
    runouts = comb(43, 4) * comb(39, 4) * comb(35, 4)
    with pytest.raises(
        ValueError, match=rf"over {runouts:,} run-outs would take some [\d,]+ hours"
    ):
        equity("stud8", ["Ac2d3h", "6c7d8h", "9c9dTs"], method="exact")


def test_an_exact_run_without_end_is_refused() -> None:
    for hands in (["*"] * 4, ["AA", "KK", "QQ"]):
        with pytest.raises(ValueError, match="sample"):
            equity("stud8", hands, method="exact")


@settings(max_examples=30)
@given(st.data())
def test_shares_make_one_pot_whatever_is_known(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(sorted(GAMES)))
    rules = GAMES[game]
    cards = data.draw(st.permutations(DECK))
    players = data.draw(st.integers(1, 4))
    hands = []
    for _ in range(players):
        size = data.draw(st.integers(0, rules.cards))
        hands.append(" ".join(cards[:size]))
        cards = cards[size:]
    board = data.draw(st.integers(0, rules.board))
    common, dead = cards[:board], cards[board : board + 3]
    result = equity(game, hands, board=" ".join(common), dead=" ".join(dead), trials=3000, rng=1)
    assert isclose(result.equity.sum(), 1)
    assert ((result.equity >= 0) & (result.equity <= 1)).all()


def test_hands_may_be_codes_text_or_ranges() -> None:
    ways: tuple[list[Hand], ...] = (
        ["Ah 2h 3h", "6s 7s 8s"],
        [[50, 2, 6], np.array([19, 23, 27])],
        [known([50, 2, 6]), known([19, 23, 27], size=7)],
    )
    results = [equity("razz", hands) for hands in ways]
    assert all((result.counts == results[0].counts).all() for result in results)


def test_a_range_does_not_care_for_a_callers_random_state() -> None:
    np.random.seed(1)  # noqa: NPY002 - the state that is not to be touched
    before = np.random.get_state()[1].copy()  # type: ignore[index]  # noqa: NPY002
    equity("omaha8", ["AA**", "KK**"], trials=1000, rng=1)
    assert (np.random.get_state()[1] == before).all()  # type: ignore[index]  # noqa: NPY002


def test_a_longer_name_is_no_other_figure() -> None:
    assert set(FIGURES) == set(equities.FIGURES)
    for figure in FIGURES:
        assert isinstance(getattr(Equity, figure), property)
        assert getattr(Equity, figure).__doc__
