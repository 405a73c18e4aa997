"""Draws against brute force: every replacement, every hand of small decks, play by recursion."""

import json
import re
from collections.abc import Callable
from itertools import combinations, permutations
from math import comb, prod
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import fastlow
from fastlow import draws
from fastlow.draws import best_draw, get_strategy, made_by, number, solve, stored, weigh
from fastlow.draws.orbits import orbits_of
from fastlow.draws.strategy import best_play, dealt, follow, play_out, ranks_of, sums_of
from fastlow.draws.ways import play_remembering
from fastlow.kernels import draws as kernels
from fastlow.kernels.draws import HAND, ORBIT, ORDER, WAYS, Orbits
from tests import naive

F = TypeVar("F", bound=Callable[..., object])
Floats = npt.NDArray[np.float64]
Hands = npt.NDArray[np.uint8]

LOW = ("A-5", "A-6", "2-7", "2-6")
EIGHTS = 18  # the worst eight of 2-7, 8-7-6-5-3

# Decks small enough to enumerate everything: jokers, ranks. Three draws need five cards and
# fifteen more.
SMALL = [(0, 4), (1, 4), (0, 5)]


@pytest.fixture(autouse=True)
def _cache_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never read or write the strategies of the person who runs the tests."""
    kept = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: kept)


# --- the brute force ------------------------------------------------------------------------------


def compiled(function: F) -> F:
    return cast(F, njit(function))


def every_hand(cards: int) -> Hands:
    """Every hand of a deck, in the order of their numbers: by the highest card first."""
    hands = np.array(list(combinations(range(cards), HAND)), np.uint8)
    return hands[np.lexsort(hands.T)]


def bits(hands: Hands) -> npt.NDArray[np.uint64]:
    sets: npt.NDArray[np.uint64] = np.bitwise_or.reduce(
        np.uint64(1) << hands.astype(np.uint64), axis=-1
    )
    return sets


@compiled
def means_of_ways(
    hand: Hands, hands: npt.NDArray[np.uint64], values: Floats, counts: Floats
) -> Floats:
    """Mean of the values, shape (n, k), of all hands that may be drawn, for each of the 32 ways.

    A final hand comes from keeping exactly the cards that it shares with this one.
    """
    sums = np.zeros((32, values.shape[1]))
    counts[:] = 0
    for j in range(len(hands)):
        way = 0
        for i in range(5):
            way |= ((hands[j] >> np.uint64(hand[i])) & np.uint64(1)) << np.uint64(i)
        counts[way] += 1
        for k in range(values.shape[1]):
            sums[way, k] += values[j, k]
    for way in range(32):
        for k in range(values.shape[1]):
            sums[way, k] /= counts[way]
    return sums


@compiled
def one_draw_by_force(hands: Hands, sets: npt.NDArray[np.uint64], values: Floats) -> Floats:
    """Mean of the values after the draw for every hand of a small deck and every way."""
    counts = np.empty(32)
    means = np.empty((len(hands), 32))
    column = values.reshape(-1, 1)
    for i in range(len(hands)):
        means[i] = means_of_ways(hands[i], sets, column, counts)[:, 0]
    return means


def values_of_orbits(orbits: Orbits, seed: int) -> Floats:
    """Any value that does not depend on the names of the suits."""
    return np.random.default_rng(seed).random(len(orbits.hands))


def by_hand(orbits: Orbits, values: Floats) -> Floats:
    spread: Floats = values[orbits.place[: comb(orbits.cards, HAND)] & ORBIT]
    return spread


# --- hands up to the names of the suits -----------------------------------------------------------


@pytest.mark.parametrize(("jokers", "ranks"), SMALL)
def test_the_order_of_the_numbers_is_that_of_the_highest_cards(jokers: int, ranks: int) -> None:
    orbits = orbits_of(jokers, ranks)
    hands = every_hand(orbits.cards)
    found = np.empty(len(hands), np.int64)
    kernels.number_hands(hands, orbits.binomial, found)
    assert np.array_equal(found, np.arange(len(hands)))
    listed = np.empty_like(hands)
    kernels.list_sets(found, HAND, orbits.binomial, listed)
    assert np.array_equal(listed, hands)


def relabelled(cards: tuple[int, ...], suits: tuple[int, ...], suited: int) -> tuple[int, ...]:
    return tuple(4 * (c >> 2) + suits[c & 3] if c < suited else c for c in cards)


@pytest.mark.parametrize(("jokers", "ranks"), [(0, 3), (1, 3)])
def test_sets_share_an_orbit_just_if_a_relabelling_turns_them_into_each_other(
    jokers: int, ranks: int
) -> None:
    orbits = orbits_of(jokers, ranks)
    number_of_orbits = 0
    for size in range(HAND + 1):
        sets = sorted(combinations(range(orbits.cards), size), key=lambda cards: cards[::-1])
        least = [
            min(sorted(relabelled(cards, suits, orbits.suited)) for suits in permutations(range(4)))
            for cards in sets
        ]
        place = orbits.place[orbits.first[size] :][: len(sets)] & ORBIT
        pairs = {(tuple(each), int(orbit)) for each, orbit in zip(least, place, strict=True)}
        assert len(pairs) == len({each for each, _ in pairs}) == len({o for _, o in pairs})
        assert np.array_equal(orbits.size[place], np.bincount(place)[place])
        number_of_orbits += len(pairs)
    assert number_of_orbits == len(orbits.size)


def test_the_orbits_of_52_cards_are_as_many_as_is_known() -> None:
    orbits = orbits_of()
    edges = [*orbits.first.tolist(), len(orbits.place)]
    starts = dict(zip([5, 4, 3, 2, 1, 0], sorted(edges), strict=False))
    found = {
        size: len(np.unique(orbits.place[start:][: comb(52, size)] & ORBIT))
        for size, start in starts.items()
    }
    assert found == {5: 134_459, 4: 16_432, 3: 1_755, 2: 169, 1: 13, 0: 1}


@pytest.mark.parametrize(("jokers", "ranks"), SMALL)
def test_a_way_moves_with_the_cards_it_keeps(jokers: int, ranks: int) -> None:
    """Some relabelling turns each hand into that of its orbit and every subset with it."""
    orbits = orbits_of(jokers, ranks)
    hands = every_hand(orbits.cards)
    for i in np.random.default_rng(5).choice(len(hands), 300, replace=False):
        hand = hands[i].tolist()
        place = orbits.place[i]
        its = orbits.hands[place & ORBIT].tolist()
        moved = orbits.moved[place >> ORDER]
        partner = [hand[moved[1 << p].item().bit_length() - 1] for p in range(HAND)]
        natural = [(a, b) for a, b in zip(partner, its, strict=True) if b < orbits.suited]
        assert all(a >> 2 == b >> 2 for a, b in natural)
        renaming = {a & 3: b & 3 for a, b in natural}
        assert all(renaming[a & 3] == b & 3 for a, b in natural)
        assert len(set(renaming.values())) == len(renaming)
        assert all(
            moved[way] == sum(moved[1 << p] for p in range(HAND) if way >> p & 1)
            for way in range(WAYS)
        )


# --- one draw -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("jokers", "ranks"), SMALL)
def test_sums_are_those_over_the_hands_that_hold_a_set(jokers: int, ranks: int) -> None:
    orbits = orbits_of(jokers, ranks)
    values = values_of_orbits(orbits, 1)
    sums = sums_of(orbits, values)
    hands, all_values = bits(every_hand(orbits.cards)), by_hand(orbits, values)
    for size in range(HAND + 1):
        sets = sorted(combinations(range(orbits.cards), size), key=lambda cards: cards[::-1])
        for i in range(0, len(sets), max(1, len(sets) // 50)):
            held = sum(1 << card for card in sets[i])
            expected = all_values[(hands & np.uint64(held)) == held].sum()
            found = sums[orbits.place[orbits.first[size] + i] & ORBIT]
            assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("jokers", "ranks"), SMALL)
def test_the_transform_loses_nothing(jokers: int, ranks: int) -> None:
    """Every hand comes from exactly one way: counts are those of the draws, values add up."""
    orbits = orbits_of(jokers, ranks)
    values = values_of_orbits(orbits, 2)
    ones, sums = sums_of(orbits, np.ones_like(values)), sums_of(orbits, values)
    total = (values * orbits.size[: len(values)]).sum()
    for hand in range(0, len(values), 7):
        counted, summed = ones[orbits.subsets[hand]], sums[orbits.subsets[hand]]
        kernels.transform(counted)
        kernels.transform(summed)
        draws_of = [comb(orbits.cards - HAND, HAND - way.bit_count()) for way in range(WAYS)]
        assert np.allclose(counted, draws_of, rtol=0, atol=1e-7)
        assert np.allclose(draws_of * orbits.chance, 1)
        assert summed.sum() == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize(("jokers", "ranks"), SMALL)
def test_a_strategy_is_the_best_of_all_ways_of_all_hands_by_recursion(
    jokers: int, ranks: int
) -> None:
    orbits = orbits_of(jokers, ranks)
    hands = every_hand(orbits.cards)
    sets = bits(hands)
    final = values_of_orbits(orbits, 3)
    ways, worth = best_play(orbits, final, 3)
    value = by_hand(orbits, final)
    for left in (1, 2, 3):
        means = one_draw_by_force(hands, sets, value)
        value = means.max(axis=1)
        assert np.allclose(by_hand(orbits, worth[left]), value, rtol=0, atol=1e-12)
        keep = np.empty(len(hands), np.uint8)
        kernels.spread_ways(orbits.place, ways[left], orbits.moved, keep)
        chosen = np.take_along_axis(means, keep[:, np.newaxis].astype(int), axis=1)[:, 0]
        assert np.allclose(chosen, value, rtol=0, atol=1e-11)
    assert np.allclose(follow(orbits, final, ways), worth, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("jokers", "ranks"), SMALL)
def test_playing_out_hands_gives_their_final_chances(jokers: int, ranks: int) -> None:
    """Forward against brute force, and backward: what is expected before is found after."""
    orbits = orbits_of(jokers, ranks)
    hands = every_hand(orbits.cards)
    sets = bits(hands)
    final = values_of_orbits(orbits, 4)
    ways, worth = best_play(orbits, final, 2)
    chances = np.full(len(hands), 1 / len(hands))
    for left in (2, 1):
        keep = np.empty(len(hands), np.uint8)
        kernels.spread_ways(orbits.place, ways[left], orbits.moved, keep)
        after = np.zeros(len(hands))
        for hand, way, chance in zip(hands, keep, chances, strict=True):
            kept = bits(hand[[bool(way >> i & 1) for i in range(HAND)]])
            drawn = (sets & bits(hand)) == kept
            after[drawn] += chance / drawn.sum()
        chances = after
    found = play_out(orbits, ways)
    expected = np.bincount(orbits.place[: len(hands)] & ORBIT, chances)
    assert np.allclose(found, expected, rtol=0, atol=1e-13)
    assert found.sum() == pytest.approx(1, abs=1e-12)
    assert found @ final == pytest.approx(dealt(orbits) @ worth[2], abs=1e-12)


@pytest.fixture(scope="module")
def solved() -> dict[str, draws.Strategy]:
    """For each ranking the play against hands better than the middle rank, as good as any."""
    return {name: solve(name, 1, value=lambda rank: 1 / rank, jokers=1) for name in LOW}


def check_random_hands(solved: dict[str, draws.Strategy], n: int) -> None:
    hands = np.empty((comb(53, 5), HAND), np.uint8)
    kernels.list_sets(np.arange(len(hands)), HAND, orbits_of(1).binomial, hands)
    sets = bits(hands)
    values = np.stack([1 / fastlow.rank(hands, name) for name in LOW], axis=1)
    counts = np.empty(WAYS)
    for i in np.random.default_rng(6).choice(len(hands), n, replace=False):
        means = means_of_ways(hands[i], sets, values, counts)
        for means_of_ranking, strategy in zip(means.T, solved.values(), strict=True):
            assert strategy.values[0, i] == means_of_ranking[kernels.PAT]
            assert strategy.values[1, i] == pytest.approx(means_of_ranking.max(), abs=1e-12)
            kept = means_of_ranking[strategy.keep[1, i]]
            assert kept == pytest.approx(means_of_ranking.max(), abs=2e-11)


def test_one_draw_against_all_replacements(solved: dict[str, draws.Strategy]) -> None:
    check_random_hands(solved, 60)


@pytest.mark.slow
def test_one_draw_against_all_replacements_for_2000_hands(
    solved: dict[str, draws.Strategy],
) -> None:
    check_random_hands(solved, 2000)


def test_what_is_kept_does_not_depend_on_the_deck_for_a_target() -> None:
    """Without jokers in hand or deck: the 52-card table against all replacements."""
    strategy = solve("2-7", 1, value=lambda rank: rank <= EIGHTS)
    for hand in ("2c 3d 4h 7s Kc", "2c 2d 2h 2s 3c", "Tc Jc Qc Kc Ac", "7c 5c 4c 3c 2d"):
        cards = np.sort(fastlow.parse(hand))
        deck = [card for card in range(52) if card not in cards]
        chances = []
        for kept in range(3, HAND + 1):
            for keep in combinations(cards, kept):
                drawn = np.array(list(combinations(deck, HAND - kept)), np.uint8)
                made = np.hstack([np.tile(keep, (len(drawn), 1)), drawn]).astype(np.uint8)
                chances.append((fastlow.rank(made, "2-7") <= EIGHTS).mean())
        best = strategy.values[1, number(cards)]
        assert best >= max(chances) - 1e-12
        if strategy.keep[1, number(cards)].bit_count() >= 3:
            assert best == pytest.approx(max(chances), abs=1e-12)


# --- the value of a final hand --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranking", "number_of_draws", "jokers"),
    [("2-7", 1, 0), ("2-7", 3, 0), ("A-5", 1, 1), ("2-6", 2, 0)],
)
def test_a_final_hand_is_worth_its_chance_against_the_play_itself(
    ranking: str, number_of_draws: int, jokers: int
) -> None:
    strategy = solve(ranking, number_of_draws, jokers=jokers)
    ranks = ranks_of(ranking, jokers)
    chances = play_out(orbits_of(jokers), strategy.ways)
    differences = []
    for rank in range(1, int(ranks.max()), 97):
        wins = chances[ranks > rank].sum() + chances[ranks == rank].sum() / 2
        differences.append(abs(strategy.worth[0][ranks == rank] - wins).max())
    assert max(differences) <= strategy.residual + 1e-12
    assert strategy.residual < 0.01
    assert strategy.cycle == 1 or strategy.residual > 0
    assert strategy.cycle > 0


def test_a_fixed_point_is_an_even_game() -> None:
    strategy = solve("2-7", 3)
    assert (strategy.cycle, strategy.residual) == (1, 0)
    assert dealt(orbits_of()) @ strategy.worth[3] == pytest.approx(0.5, abs=1e-12)


def test_a_cycle_is_said_to_be_one() -> None:
    strategy = solve("A-5", 2)
    assert strategy.cycle > 1
    assert 0 < strategy.residual < 0.01


@pytest.mark.parametrize(("one", "other"), [("A-6", "2-7"), ("A-5", "2-6")])
def test_an_ace_low_ranking_is_another_with_the_ranks_shifted(one: str, other: str) -> None:
    """A two of 2-7 is an ace of A-6, and so on: the same play, the same values."""
    low, high = solve(one, 1), solve(other, 1)
    hands = fastlow.deal(3000, 5, rng=8)
    raised = np.where(hands >= 48, hands - 48, hands + 4)
    for left in (0, 1):
        ours, theirs = low.values[left, number(hands)], high.values[left, number(raised)]
        assert np.allclose(ours, theirs, rtol=0, atol=1e-9)


def test_progress_is_reported_round_by_round() -> None:
    seen: list[tuple[int, float]] = []
    strategy = solve("2-7", 1, progress=lambda n, residual: seen.append((n, residual)))
    assert [n for n, _ in seen] == list(range(1, strategy.rounds + 1))
    assert seen[-1][1] == strategy.residual == 0


def test_a_value_is_asked_for_once_a_rank_as_an_int() -> None:
    asked: list[int] = []

    def value(rank: int) -> int:
        asked.append(rank)
        return -rank

    strategy = solve("A-5", 1, value=value)
    assert asked == list(range(1, 6176))
    assert all(type(rank) is int for rank in asked)
    assert strategy.values[0].max() == -1
    assert (strategy.rounds, strategy.cycle, strategy.residual) == (0, 0, 0)


# --- one hand -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def eights() -> draws.Strategy:
    return solve("2-7", 3, value=lambda rank: rank <= EIGHTS)


@given(st.permutations(range(52)), st.sampled_from([1, 2, 3]))
def test_the_32_ways_of_a_hand(eights: draws.Strategy, cards: list[int], left: int) -> None:
    hand = cards[:5]
    ways = weigh(hand, eights, left)
    assert ways[0].value == pytest.approx(eights.values[left, number(hand)], abs=1e-11)
    assert len({tuple(way.keep.tolist()) for way in ways}) == WAYS
    assert all(sorted([*way.keep, *way.discard]) == sorted(hand) for way in ways)
    values = [way.value for way in ways]
    assert np.all(np.diff(values) <= 1e-9)
    pat = next(way for way in ways if not len(way.discard))
    for way in ways:
        assert way.gain == pytest.approx(way.value - pat.value)
        assert sum(way.chances.values()) == pytest.approx(1, abs=1e-11)
        made = way.chances["7-high"] + way.chances["8-high"]
        assert way.value == pytest.approx(made, abs=1e-11)


def test_the_chances_of_a_one_card_draw_are_counted_cards() -> None:
    best = best_draw("Kc 2d 3h 4s 7c", "2-7", 1, value=lambda rank: rank <= EIGHTS)[0]
    assert fastlow.format(best.keep) == "2d 3h 4s 7c"
    found = {name: round(47 * chance) for name, chance in best.chances.items() if chance > 1e-9}
    expected = {
        "7-high": 8,
        "8-high": 4,
        "9-high": 4,
        "T-high": 4,
        "J-high": 4,
        "Q-high": 4,
        "K-high": 3,
        "A-high": 4,
        "pair": 12,
    }
    assert found == expected
    assert list(best.chances)[:3] == ["7-high", "8-high", "9-high"]


@pytest.mark.parametrize("ranking", LOW)
def test_the_classes_of_a_pat_hand_are_those_of_the_rules(ranking: str) -> None:
    names = {
        naive.NO_PAIR: None,
        naive.PAIR: "pair",
        naive.TWO_PAIR: "two pair",
        naive.TRIPS: "trips",
        naive.STRAIGHT: "straight",
        naive.FLUSH: "flush",
        naive.FULL_HOUSE: "full house",
        naive.QUADS: "quads",
        naive.STRAIGHT_FLUSH: "straight flush",
    }
    strategy = solve(ranking, 1, value=lambda rank: -rank)
    for hand in fastlow.deal(40, 5, rng=9):
        ways = weigh(hand, strategy)
        pat = next(way for way in ways if not len(way.discard))
        (made,) = [name for name, chance in pat.chances.items() if chance > 0.5]
        category, top, *_ = naive.value(str(fastlow.format(hand)).split(), ranking)
        assert made == (names[category] or f"{' A23456789TJQKA'[top]}-high")


def test_dead_cards_cannot_be_drawn() -> None:
    hand, dead = fastlow.parse("2c 3d 4h 7s Kc"), fastlow.parse("5c 5d 6h Jk 9c")
    ways = best_draw(hand, "2-7", 1, value=lambda rank: rank <= EIGHTS, jokers=1, dead=dead)
    deck = [card for card in range(53) if card not in [*hand, *dead]]
    for way in ways:
        if len(way.discard) <= 3:
            drawn = np.array(list(combinations(deck, len(way.discard))), np.uint8)
            made = np.hstack([np.tile(way.keep, (len(drawn), 1)), drawn]).astype(np.uint8)
            expected = (fastlow.rank(made, "2-7") <= EIGHTS).mean()
            assert way.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("ranking", "pat", "four", "wins"),
    [
        ("2-7", "Tc 8d 6h 4s 2c", "7c 4d 3h 2s", 26),
        ("2-7", "Tc 8d 6h 4s 2c", "8c 4d 3h 2s", 25),
        ("A-5", "Ac 2d 3h 4s 8c", "Ad 4h 5s 7c", 33),
        ("A-5", "Ac 2d 3h 4s 9c", "Ad 4h 5s 7c", 29),
    ],
)
def test_published_figures_16_and_17(ranking: str, pat: str, four: str, wins: int) -> None:
    """The last draw of one card against a pat hand, of 43: the mean over what is discarded."""
    standing = fastlow.parse(pat)
    rank = int(fastlow.rank(standing, ranking))
    kept = fastlow.parse(four)
    strategy = solve(ranking, 1, value=lambda r: r < rank)
    beaten = 0.0
    others = [card for card in range(52) if card not in [*standing, *kept]]
    for card in others:
        ways = weigh([*kept, card], strategy, dead=standing)
        beaten += next(way.value for way in ways if way.discard.tolist() == [card])
    assert 43 * (1 - beaten / len(others)) == pytest.approx(wins)


@pytest.mark.parametrize(("target", "outs"), [("7c 6d 4h 3s 2c", 8), (10, 12)])
def test_published_figure_19_both_ways(target: str | int, outs: int) -> None:
    hand = "2c 3d 4h 7s Kc"
    missed = prod((47 - outs - i) / (47 - i) for i in range(3))
    assert made_by(hand, "2-7", 3, target, remember=True) == pytest.approx(1 - missed)
    assert made_by(hand, "2-7", 3, target) == pytest.approx(1 - (1 - outs / 47) ** 3)
    published = {8: (0.4364, 0.4287), 12: (0.5964, 0.5870)}[outs]
    found = [made_by(hand, "2-7", 3, target, remember=remember) for remember in (True, False)]
    assert found == pytest.approx(published, abs=5e-5)


def remembered_by_recursion(
    hand: tuple[int, ...], seen: frozenset[int], keeps: list[npt.NDArray[np.uint8]], made: set[int]
) -> float:
    """The chance to make a hand, drawing as the table says and never a card already seen."""
    at = sum(comb(card, i + 1) for i, card in enumerate(hand))
    if not keeps:
        return float(at in made)
    kept = [card for i, card in enumerate(hand) if keeps[-1][at] >> i & 1]
    unseen = [card for card in range(16) if card not in seen]
    chances = [
        remembered_by_recursion(tuple(sorted([*kept, *drawn])), seen | set(drawn), keeps[:-1], made)
        for drawn in combinations(unseen, HAND - len(kept))
    ]
    return sum(chances) / len(chances)


def test_remembering_against_recursion_over_all_draws() -> None:
    """On 16 cards, with two draws; no hand at the target holds a five, so those are alike."""
    orbits = orbits_of(0, 4)
    hands = every_hand(16)
    ranks = hands >> 2
    good = (np.sort(ranks, axis=1) == [0, 1, 1, 2, 2]).all(axis=1)
    final = np.bincount(orbits.place[: len(hands)] & ORBIT, good) > 0
    ways, _ = best_play(orbits, final.astype(float), 2)
    keeps = []
    for row in ways[1:]:
        keeps.append(np.empty(len(hands), np.uint8))
        kernels.spread_ways(orbits.place, row, orbits.moved, keeps[-1])
    made = set(np.flatnonzero(good).tolist())
    nobody = np.array([], np.uint8)
    for i in range(0, len(hands), 500):
        hand = tuple(hands[i].tolist())
        expected = remembered_by_recursion(hand, frozenset(hand), keeps, made)
        found = play_remembering(orbits, final.astype(float), ways, hands[i], nobody)
        assert found == pytest.approx(expected, abs=1e-12)
    assert {int(c) for c in np.unique(hands[good])} == set(range(12))  # no five


def test_a_hand_that_is_made_is_kept() -> None:
    for remember in (False, True):
        assert made_by("7c 5d 4h 3s 2c", "2-7", 3, 1, remember=remember) == 1
    assert made_by("7c 5d 4h 3s 2c", "2-7", 3, "7c 5d 4h 3s 2d") == 1


def test_dead_outs_count_when_remembered() -> None:
    hand, target = "2c 3d 4h 7s Kc", "7c 6d 4h 3s 2c"
    found = made_by(hand, "2-7", 2, target, dead="5c 5d 6h 8c", remember=True)
    assert found == pytest.approx(1 - (38 / 43) * (37 / 42))


# --- known strategy -------------------------------------------------------------------------------


def kept_by(strategy: draws.Strategy, hand: str, left: int) -> str:
    cards = np.sort(fastlow.parse(hand))
    way = strategy.keep[left, number(cards)]
    return "".join("23456789TJQKA"[card >> 2] for i, card in enumerate(cards) if way >> i & 1)


@pytest.fixture(scope="module")
def triple() -> draws.Strategy:
    return solve("2-7", 3)


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize("hand", ["2c 3d 4h 7s Kc", "2c 3d 5h 7s Qc", "2c 4d 5h 7s 7c"])
def test_a_smooth_four_card_draw_keeps_the_four(
    triple: draws.Strategy, hand: str, left: int
) -> None:
    smooth = {"2c 3d 4h 7s Kc": "2347", "2c 3d 5h 7s Qc": "2357", "2c 4d 5h 7s 7c": "2457"}
    assert kept_by(triple, hand, left) == smooth[hand]


def test_how_rough_a_hand_may_be_depends_on_the_draws_left(triple: draws.Strategy) -> None:
    assert [kept_by(triple, "2c 6d 7h 8s 9c", left) for left in (3, 2, 1)] == [
        "2678",
        "26789",
        "26789",
    ]
    assert [kept_by(triple, "2c 4d 6h 8s Tc", left) for left in (3, 2, 1)] == [
        "2468",
        "2468",
        "2468T",
    ]


def test_the_rough_eighty_seven_stands_and_is_worth_less_the_more_draws_the_game_has() -> None:
    values = []
    for of in (1, 2, 3):
        for left in range(1, of + 1):
            best = best_draw("3c 5d 6h 7s 8c", "2-7", left, of=of)[0]
            assert len(best.discard) == 0
        values.append(best.value)
    assert values[0] > values[1] > values[2] > 0.75


def test_a_straight_is_broken_but_number_one_is_kept(triple: draws.Strategy) -> None:
    for left in (1, 2, 3):
        assert kept_by(triple, "2c 3d 4h 5s 6c", left) != "23456"
        assert kept_by(triple, "2c 3c 4c 5c 7c", left) != "23457"
        assert kept_by(triple, "2c 3c 4c 5c 7d", left) == "23457"


# --- strategies that are kept ---------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own, and nothing in memory."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path)
    monkeypatch.setattr(stored, "_loaded", {})
    return tmp_path / "draws"


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_loaded", {})


def count_solves(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    calls: list[tuple[str, int]] = []

    def counted(ranking: str, number_of_draws: int, **options: Any) -> draws.Strategy:
        calls.append((ranking, number_of_draws))
        return solve(ranking, number_of_draws, **options)

    monkeypatch.setattr(stored, "solve", counted)
    return calls


def same(one: draws.Strategy, other: draws.Strategy) -> bool:
    return (
        np.array_equal(one.ways, other.ways)
        and np.array_equal(one.worth, other.worth)
        and (one.rounds, one.cycle, one.residual) == (other.rounds, other.cycle, other.residual)
    )


def test_a_strategy_is_built_once_and_then_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = count_solves(monkeypatch)
    built = get_strategy("A-5", 1, jokers=1)
    assert get_strategy("A-5", 1, jokers=1) is built
    forget(monkeypatch)
    read = get_strategy("A-5", 1, jokers=1)
    assert read is not built
    assert same(read, built)
    assert same(read, solve("A-5", 1, jokers=1))
    assert calls == [("A-5", 1)]
    assert [path.name for path in folder.iterdir()] == ["A-5-1-53.strategy"]


@pytest.mark.parametrize("damage", ["empty", "cut", "one bit", "no head", "other code", "format"])
def test_a_strategy_that_is_damaged_or_stale_is_built_anew(
    damage: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = count_solves(monkeypatch)
    built = get_strategy("2-7", 1)
    (path,) = folder.iterdir()
    good = path.read_bytes()
    head, _, content = good.partition(b"\n")
    said = json.loads(head)
    bad = {
        "empty": b"",
        "cut": good[:-1],
        "one bit": good[:-1] + bytes([good[-1] ^ 1]),
        "no head": content,
        "other code": json.dumps(said | {"made_from": "0" * 64}).encode() + b"\n" + content,
        "format": json.dumps(said | {"format": 0}).encode() + b"\n" + content,
    }
    path.write_bytes(bad[damage])
    forget(monkeypatch)
    assert same(get_strategy("2-7", 1), built)
    assert len(calls) == 2
    assert path.read_bytes() == good


def test_where_nothing_can_be_kept_a_strategy_is_built_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_text("a file where the folder should be")
    built = get_strategy("2-7", 1)
    forget(monkeypatch)
    assert same(get_strategy("2-7", 1), built)


def test_an_interrupted_write_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: draws.Strategy) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(stored, "_written", interrupted)
    with pytest.raises(KeyboardInterrupt):
        get_strategy("2-7", 1)
    assert list(folder.iterdir()) == []


def test_all_strategies_can_be_built_beforehand(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int, int]] = []
    monkeypatch.setattr(
        stored, "get_strategy", lambda name, n, jokers: asked.append((name, n, jokers))
    )
    seen: list[tuple[int, int]] = []
    draws.build_strategies(progress=lambda done, of: seen.append((done, of)))
    assert len(set(asked)) == 4 * 3 * 2
    assert seen == [(done, 24) for done in range(1, 25)]


# --- what is refused ------------------------------------------------------------------------------

KING = "2c 3d 4h 7s Kc"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: solve("high", 1), "ranking must be a low one, not 'high'"),
        (lambda: solve("2-8", 1), "ranking must be one of"),
        (lambda: solve("2-7", 0), "draws must be 1 to 3, not 0"),
        (lambda: solve("2-7", 4), "draws must be 1 to 3, not 4"),
        (lambda: solve("2-7", 1, jokers=3), "jokers must be 0 to 2, not 3"),
        (
            lambda: solve(
                "2-7", 1, value=lambda rank: 1 / (rank - 9) if rank != 9 else float("inf")
            ),
            "the value of rank 9 is inf, which is not finite",
        ),
        (lambda: get_strategy("high", 1), "ranking must be a low one"),
        (lambda: best_draw("2c 3d 4h 7s", "2-7", 1), "a hand has 5 cards on its last axis"),
        (lambda: best_draw([0, 1, 2, 3, 3], "2-7", 1), "2s appears twice in the hand"),
        (lambda: best_draw([0, 1, 2, 3, 52], "2-7", 1), "52 at index 4 is not a card: 0 to 51"),
        (lambda: best_draw(KING, "2-7", 1, dead="Kc"), "dead card Kc at index 0 is in the hand"),
        (lambda: best_draw(KING, "2-7", 1, dead=[5, 6, 5]), "dead card 3d at index 0"),
        (
            lambda: best_draw(KING, "2-7", 1, dead=[7, 6, 7]),
            "dead card 3s at index 2 is dead twice",
        ),
        (lambda: best_draw([[0, 1, 2, 3, 4]] * 2, "2-7", 1), "one hand and a list of dead cards"),
        (
            lambda: weigh("2c 2d 2h 2s 3c", solve("2-7", 1, value=float), dead=range(5, 48)),
            "43 dead cards leave fewer than 5 to draw",
        ),
        (
            lambda: weigh(KING, solve("2-7", 1, value=float), 2),
            "draws must be 1 to 1, those of <Strategy 2-7, 1 draw, 52 cards>, not 2",
        ),
        (lambda: made_by(KING, "2-7", 1, 0), "target 0 is no rank of '2-7': 1 to 7462 are"),
        (lambda: made_by(KING, "A-5", 1, 6176), "target 6176 is no rank of 'A-5': 1 to 6175 are"),
        (lambda: made_by(KING, "2-7", 1, "7c 6d 4h 3s"), "a hand has 5 cards on its last axis"),
        (
            lambda: number([[0, 1, 2, 3, 4], [7, 6, 7, 1, 0]]),
            "3s appears twice in the hand at index 1",
        ),
    ],
)
def test_what_cannot_be_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        call()
