"""Hands played to the end by strategy, against a slow simulation and against what is exact."""

from collections.abc import Callable, Sequence
from itertools import chain
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

import fastlow
from fastlow.draws import Strategy, get_strategy, number
from fastlow.draws.orbits import orbits_of
from fastlow.draws.strategy import dealt
from fastlow.equity import Equity, equity
from fastlow.games import GAMES
from fastlow.playout import Stage, read

Floats = npt.NDArray[np.float64]
TRIALS = 1 << 19


@pytest.fixture(autouse=True, scope="module")
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Never read or write the strategies of the person who runs the tests."""
    kept: Path = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("platformdirs.user_cache_path", lambda *_, **__: kept)
        yield


# --- the same by hand -----------------------------------------------------------------------------


class Table:
    """One deal: hands, a stub, and the discards of this draw and of those before it."""

    def __init__(self, strategy: Strategy, deck: int, gone: Sequence[int], rng: Random) -> None:
        self.strategy, self.rng = strategy, rng
        self.stub = [card for card in range(deck) if card not in gone]
        self.thrown: list[int] = []
        self.before: list[int] = []
        rng.shuffle(self.stub)

    def next_card(self) -> int:
        if not self.stub:
            pool = self.before or self.thrown
            self.stub, pool[:] = [*pool], []
            self.rng.shuffle(self.stub)
        return self.stub.pop()

    def kept(self, hand: list[int], left: int) -> list[int]:
        ordered = sorted(hand)
        at = sum(comb(card, i + 1) for i, card in enumerate(ordered))
        return [card for i, card in enumerate(ordered) if self.strategy.keep[left, at] >> i & 1]

    def draw(self, kept: list[int], hand: list[int]) -> list[int]:
        drawn = [self.next_card() for _ in range(5 - len(kept))]
        self.thrown += [card for card in hand if card not in kept]
        return kept + drawn

    def close(self) -> None:
        self.before += self.thrown
        self.thrown = []


def simulated(
    game: str, hands: Sequence[tuple[str, str, bool]], dead: str, draws: int, n: int
) -> tuple[Floats, Floats]:
    """Share of each player and cards drawn, on average over n deals played one by one.

    A hand is what is kept or held, what was thrown away, and whether it is what is kept.
    """
    rules = GAMES[game]
    assert rules.low is not None
    strategy = get_strategy(rules.low, rules.exchanges, jokers=rules.jokers)
    rng = Random(7)
    known = [fastlow.parse(held).tolist() for held, _, _ in hands]
    thrown = [card for _, gone, _ in hands for card in fastlow.parse(gone).tolist()]
    gone = [*chain.from_iterable(known), *thrown, *fastlow.parse(dead).tolist()]
    finals, drawn = [], np.zeros((len(hands), draws))
    for _ in range(n):
        table = Table(strategy, rules.deck, gone, rng)
        table.thrown = list(thrown)
        held = [[*cards] for cards in known]
        for cards, (_, _, stands) in zip(held, hands, strict=True):
            while len(cards) < 5 and not stands:
                cards.append(table.next_card())
        for draw in range(draws):
            for player, (_, _, stands) in enumerate(hands):
                stays = draw == 0 and stands
                kept = held[player] if stays else table.kept(held[player], draws - draw)
                drawn[player, draw] += 5 - len(kept)
                held[player] = table.draw(kept, held[player])
            table.close()
        finals.append(held)
    ranks = fastlow.rank(np.array(finals, np.uint8), rules.low)
    best = ranks == ranks.min(axis=1, keepdims=True)
    return (best / best.sum(axis=1, keepdims=True)).mean(axis=0), drawn / n


def mean_drawn(result: Equity) -> Floats:
    assert result.drawn is not None
    mean: Floats = result.drawn @ np.arange(6)
    return mean


@pytest.mark.parametrize(
    ("game", "hands", "dead", "draws"),
    [
        ("27-triple", [("2c 3d 4h 8s", "Kc", True), ("2d 7d 8h Ts Qc", "", False)], "", 3),
        ("a5-triple", [("Ac 2d", "", True), ("", "", False), ("9c 8d 4h 3s 2s", "", True)], "", 2),
        ("california", [("Jk 8c 4d", "", True), ("Ac 2c 9d Td Kh", "", False)], "5c 5d 5h", 1),
        # The stub runs out: of cards, and where 38 are dead of all but twelve.
        ("27-triple", [("", "", False)] * 6, "", 3),
        (
            "27-triple",
            [("2c 3d 4h 8s", "Kc", True), ("", "", False)],
            "Ac Ad Ah As Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th Ts 9c 9d 9h 9s 8c 8d 8h",
            3,
        ),
    ],
)
def test_the_kernel_plays_as_the_rules_say(
    game: str, hands: list[tuple[str, str, bool]], dead: str, draws: int
) -> None:
    n = 20_000
    shares, drawn = simulated(game, hands, dead, draws, n)
    written = [f"{held} | {gone}" if gone else held or "*" for held, gone, _ in hands]
    bars = [
        f"{text} |" if stands and "|" not in text else text
        for text, (_, _, stands) in zip(written, hands, strict=True)
    ]
    result = equity(game, bars, dead=dead, draws=draws, trials=TRIALS, rng=3)
    error = 0.5 / np.sqrt(n) + result.error()
    assert np.abs(result.equity - shares).max() < 4.5 * error.max()
    assert np.abs(mean_drawn(result) - drawn).max() < 4.5 * 1.5 / np.sqrt(n)


# --- against what is exact ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "jokers"), [("kansas-city", 0), ("a6-draw", 0), ("california", 1)]
)
def test_a_hand_alone_draws_and_makes_what_the_tables_say(game: str, jokers: int) -> None:
    result = equity(game, ["*"], draws=1, trials=TRIALS, rng=1)
    low = GAMES[game].low
    assert low is not None
    assert result.drawn is not None
    strategy = get_strategy(low, 1, jokers=jokers)
    drawn = 5 - np.bitwise_count(strategy.ways[1])
    expected = np.bincount(drawn, dealt(orbits_of(jokers)), 6)
    error = np.sqrt(expected * (1 - expected) / TRIALS)
    assert np.all(np.abs(result.drawn[0, 0] - expected) < 4.5 * error + 1e-9)


@pytest.mark.parametrize("hand", ["2c 3d 4h 7s Kc", "8c 7d 6h 5s 3c", "Kc Qd Js Th 8c"])
def test_the_value_of_a_hand_is_near_what_it_wins_against_an_unknown_one(hand: str) -> None:
    """Near, for the tables do not see that the other hand has none of these cards."""
    strategy = get_strategy("2-7", 3)
    result = equity("27-triple", [hand, "*"], draws=3, trials=TRIALS, rng=2)
    value = strategy.values[3, number(fastlow.parse(hand))]
    assert result.equity[0] == pytest.approx(value, abs=0.04)


def test_a_bar_stands_pat_whatever_the_strategy_would_do() -> None:
    for hand in ("Kc Kd Ks Th 8c |", "Kc Kd Ks Th 8c | "):
        result = equity("27-triple", [hand, "*"], draws=2, trials=1000, rng=2)
        assert result.drawn is not None
        assert result.drawn[0, 0].tolist() == [1, 0, 0, 0, 0, 0]
        assert result.drawn[0, 1, 0] == 0


def test_the_last_draw_of_certain_hands_is_counted() -> None:
    """Published figure 16, with the hand that draws told what to keep, and not."""
    for pat in ("Tc 8d 6h 4s 2c |", "Tc 8d 6h 4s 2c | "):
        result = equity("kansas-city", [pat, "7c 4d 3h 2s"], draws=1)
        assert result.exact
        assert result.n == 43
        assert result.equity[0] == pytest.approx(26 / 43)
        assert result.draws is not None
        assert result.draws.tolist() == [[[43, 0, 0, 0, 0, 0]], [[0, 43, 0, 0, 0, 0]]]
    chosen = equity("kansas-city", ["Tc 8d 6h 4s 2c", "7c 4d 3h 2s Kd"], draws=1)
    told = equity("kansas-city", ["Tc 8d 6h 4s 2c", "7c 4d 3h 2s | Kd"])
    assert chosen.exact
    assert np.array_equal(chosen.counts, told.counts)
    assert chosen.hands == ("Tc 8d 6h 4s 2c", "7c 4d 3h 2s Kd")


def test_published_figures_15_and_18() -> None:
    result = equity("27-triple", ["2h 3d 4s", "8h 7d 5c 4h"], draws=1)
    assert (result.n, round(result.n * result.equity[0])) == (42_570, 20_123)
    result = equity("california", ["7h 5s 3d Jk", "9s 8h 6d 4c"], draws=1)
    assert result.equity[0] == pytest.approx(1297 / 1980)


def test_the_last_draw_of_three_is_played_against_those_who_drew_three_times() -> None:
    """A ten stands in a single draw, and draws in the second of three; a jack in the last."""
    ten, jack, nine = "Tc 8d 6h 4s 2c", "Jc 5d 4h 3s 2c", "9c 7d 5h 3c 2d |"
    once = equity("kansas-city", [jack, nine], draws=1)
    third = equity("27-triple", [jack, nine], draws=1)
    second = equity("27-triple", [ten, nine], draws=2, trials=1000, rng=1)
    drawn = [each.drawn[0, 0].tolist() for each in (once, third, second) if each.drawn is not None]
    assert drawn == [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]]


# --- what a result is -----------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_figures_for_any_number_of_workers() -> None:
    hands = ["2c 3d 4h 8s | Kc", "A237*", "*"]
    one, two = (
        equity("27-triple", hands, draws=3, trials=600_000, rng=5, workers=workers)
        for workers in (1, 2)
    )
    assert np.array_equal(one.counts, two.counts)
    assert one.draws is not None
    assert two.draws is not None
    assert np.array_equal(one.draws, two.draws)
    assert one.draws.sum(axis=2).tolist() == [[600_000] * 3] * 3
    assert one.equity.sum() == pytest.approx(1)
    assert one.to_dict()["drawn"][0][0] == [0, 1, 0, 0, 0, 0]


def test_samples_are_merged_with_what_was_drawn() -> None:
    a, b = (equity("27-triple", ["*", "*"], draws=3, trials=1000, rng=rng) for rng in (1, 2))
    merged = a + b
    assert merged.n == 2000
    assert merged.draws is not None
    assert merged.draws.sum(axis=2).tolist() == [[2000] * 3] * 2
    other = equity("27-triple", ["*", "*"], draws=2, trials=1000, rng=3)
    with pytest.raises(ValueError, match="not of one spot"):
        _ = a + other


def test_without_draws_a_game_of_draw_is_what_it_was() -> None:
    result = equity("27-triple", ["2h 3d 4s", "8h 7d 5c 4h"])
    assert result.equity[0] == pytest.approx(20_123 / 42_570)
    assert result.drawn is not None
    assert result.drawn.tolist() == [[[0, 0, 1, 0, 0, 0]], [[0, 1, 0, 0, 0, 0]]]
    assert equity("razz", ["Ah 2h 3h", "6s 7s 8s"]).drawn is None


def test_what_is_held_and_what_is_kept() -> None:
    hands = ["2c 3d 4h | Kc", "2s 3s", "7c 5d 4c 3h 2h |", "Ac Ad Ah As Ks", "*", "8c 9c *"]
    stage = read("27-triple", hands, draws=3)
    assert isinstance(stage, Stage)
    assert stage.stands == (True, True, True, False, False, False)
    assert stage.known == (3, 2, 5, 5, 0, 2)
    assert stage.thrown.tolist() == fastlow.parse("Kc").tolist()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: equity("razz", ["A23", "678"], draws=1), "not in razz"),
        (lambda: equity("draw8", ["A23", "678"], draws=1), "not in draw8"),
        (lambda: equity("kansas-city", ["*", "*"], draws=2), "draws must be 1 to 1 in kansas-city"),
        (lambda: equity("27-triple", ["*", "*"], draws=0), "draws must be 1 to 3 in 27-triple"),
        (lambda: equity("27-triple", ["*"] * 10, draws=3), "10 hands leave 2 cards to draw"),
        (lambda: equity("27-triple", ["2c 3c | 2c", "*"], draws=3), "2c"),
        (lambda: equity("27-triple", ["2c 3c", "*"], board="4c", draws=3), "no board"),
        (
            lambda: equity("27-triple", ["*", "*"], draws=3, method="exact"),
            "too many hands or run-outs",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_nine_hands_can_be_played() -> None:
    result = equity("27-triple", ["*"] * 9, draws=3, trials=20_000, rng=1)
    assert result.equity.sum() == pytest.approx(1)
