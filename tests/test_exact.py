"""Exact counts: against brute force on late streets, one way against the other, and in pieces."""

import tracemalloc
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastlow import exact, multisets, play, sums
from fastlow.cards import format as write
from fastlow.equity import Equity, equity
from fastlow.games import GAMES, Game
from fastlow.jobs import Piece
from fastlow.kernels.deal import BLOCK
from fastlow.kernels.runouts import next_block
from fastlow.play import known_cards, packed
from fastlow.play import multisets as packed_multisets
from fastlow.spots import Spot, read
from tests import equities

DECK = str(write(np.arange(52))).split()

LATE = [
    ("razz", ["Ah 2h 3h 7d 9c Kc", "4s 5s 6s 8d 9d Kd"], "", ""),
    ("razz", ["2c 2d 3h 3s 4c 4d", "Ac Ad 2h 2s Kc Kd", "5c 5d 5h 6c 6d 6h 7c"], "", "As 7d"),
    ("razz", ["Ac Ad Kc Kd Qc", "As Ah Ks Kh Qd Qh Js"], "", ""),
    ("razz-27", ["2h 3h 4h 5h 7h 9c", "2s 3d 4c 6s 7d Kd"], "", ""),
    ("razz-27", ["2h 3h 4h 5h 7h Kh", "2s 3s 4s 5s 6s As", "2d 3d 4d 5d 7d 8d 9d"], "", "9c"),
    ("london", ["Ah 2h 3h 4h 6h 7c", "As 2s 3d 4c 6s Kd"], "", ""),
    ("london", ["Ac 2d 3h 4s 5c 6d", "Ad 2h 3s 4c 6c 8c"], "", "7c 7d"),
    ("stud8", ["As 2s 3d 7d 9c Kc", "Kh Kd Qc 8d 9d Ks"], "", ""),
    ("stud8", ["As 2s 3s 4s 7c 8c", "Ac 2c 3c 4c 7s 8s"], "", "5d 5h"),
    ("stud8", ["As 2d 3s 4h 9c", "Ac 2h 3c 4d 9s Tc Td"], "", ""),
    ("omaha8", ["As 2s Kh Kd", "Ah 3h 4c 5c"], "2c 8d 9s", ""),
    ("omaha8", ["As 2s Kh Kd", "Ah 2h 4c 5c", "Ad 2d Qs Qc"], "3c 8d Ks 4s", ""),
    ("omaha8", ["As Ad 3d 2s", "Ks Kd Qs Qd"], "4s 8c 3s 9d", ""),
    ("omaha8-5", ["As 2s Kh Kd 4c", "Ah 3h 4d 5c 9c"], "2c 7d 8s 9h", ""),
    ("omaha8-6", ["As 2s Kh Kd 4c 5h", "Ah 2h 3h 5c 9c 9d"], "2c 7d 8s 3c", "Tc"),
    ("california", ["7h 5s 3d Jk", "9s 8h 6d 4c"], "", ""),
    ("california", ["7h 5s 3d 2c", "6s 5h 4d 2d"], "", ""),
    ("california", ["7h 5s 3d 2c", "6s 5h 4d 2d", "Ac 2s 3s 4s 8s"], "", "Jk"),
    ("a5-draw", ["2h 3d 4s", "8h 7d 5c 4h"], "", ""),
    ("a5-triple", ["Ac 2d 3h 4s", "Ad 2h 3s 4c", "As 2c 3d 4h"], "", "5c 5d Kc"),
    ("a6-draw", ["Ah 2h 3h 4h", "As 2d 3d 6d"], "", ""),
    ("kansas-city", ["2h 3d 4s 5s", "8h 7d 5c 4h"], "", ""),
    ("kansas-city", ["2h 3h 4h 7h", "2s 3s 4s 5s", "8h 7d 5c 4c 2d"], "", "Kc"),
    ("27-triple", ["Th 8d 6s 4c 2h", "7c 4d 3s 2d"], "", ""),
    ("26-draw", ["2h 3h 4h 5h", "2s 3s 4s 6s"], "", ""),
    ("draw8", ["Ah 2h 3h 4h", "Ks Kd Qs Qd"], "", ""),
    ("draw8", ["Ah 2h 3h 4h", "As 2s 3s 4d"], "", "Kc Kd"),
]


def fractions(result: Equity) -> list[dict[str, Fraction]]:
    """The figures as brute force counts them: exact sums over deals."""
    columns = {name: result.deals(name) for name in equities.FIGURES}
    return [
        {
            name: Fraction(float(column[player])).limit_denominator(100)
            for name, column in columns.items()
        }
        for player in range(len(result.hands))
    ]


@pytest.mark.parametrize(("game", "hands", "board", "dead"), LATE)
def test_late_streets_are_what_brute_force_counts(
    game: str, hands: list[str], board: str, dead: str
) -> None:
    n, expected = equities.figures(game, hands, board, dead)
    result = equity(game, hands, board=board, dead=dead)
    assert (result.exact, result.n) == (True, n)
    assert fractions(result) == expected


def test_every_game_is_among_the_late_streets() -> None:
    assert {game for game, *_ in LATE} == set(GAMES) == set(equities.RULES)


# By multisets of ranks, and one after the other.


def spot_by_chance(game: str, players: int, drawn: list[int], dead: int, seed: int) -> Spot:
    cards = Random(seed).sample(DECK, 52)
    hands = [[cards.pop() for _ in range(GAMES[game].cards - more)] for more in drawn[:players]]
    return read(game, [" ".join(hand) for hand in hands], dead=" ".join(cards[:dead]))


def total(pieces: list[Piece]) -> npt.NDArray[np.int64]:
    counts: npt.NDArray[np.int64] = np.sum([piece.do() for piece in pieces], axis=0)
    return counts


@settings(max_examples=40)
@given(
    game=st.sampled_from(["razz", "a5-draw", "26-draw", "california"]),
    players=st.integers(1, 3),
    drawn=st.permutations([0, 1, 2]),
    dead=st.integers(0, 20),
    seed=st.integers(0, 1 << 32),
)
def test_multisets_and_run_outs_one_by_one_count_the_same(
    game: str, players: int, drawn: list[int], dead: int, seed: int
) -> None:
    spot = spot_by_chance(game, players, drawn, dead, seed)
    by_multisets = list(sums.pieces(spot))
    by_listing = list(exact._pieces_by_listing(spot))
    assert (total(by_multisets) == total(by_listing)).all()
    assert total(by_multisets).sum(axis=(1, 2)).tolist() == [spot.runouts] * players
    for pieces in (by_multisets, by_listing):
        assert sum(piece.part for piece in pieces) == pytest.approx(1)


def test_the_parts_of_three_draws_of_four_and_an_unknown_hand_make_all_deals() -> None:
    for hands in (["Ah 2h 3h", "6s 7s 8s", "4c 5c 9c"], ["Ah 2h 3h", "*"], ["A 2 2 3", "*"]):
        spot = read("razz", hands)
        counts = total(list(sums.pieces(spot)))
        assert counts.sum(axis=(1, 2)).tolist() == [spot.runouts] * len(hands)


@pytest.mark.parametrize(("cards", "ranks"), [(0, 13), (1, 14), (4, 13), (5, 14)])
def test_packed_multisets_come_in_the_order_of_the_one_hash(cards: int, ranks: int) -> None:
    rows = sorted(combinations_with_replacement(range(ranks), cards), key=lambda row: row[::-1])
    expected = [sum(1 << 4 * rank for rank in row) for row in rows]
    assert packed_multisets(cards, ranks).tolist() == expected
    if cards:
        assert multisets.index(rows).tolist() == list(range(len(rows)))
        codes = (np.array(rows) << 2).astype(np.uint8)
        assert packed(codes).tolist() == expected


# Known Omaha hands, by tables that they make, and card by card.


@pytest.mark.parametrize(
    "game",
    [
        *(GAMES[name] for name in ("omaha8", "omaha8-5", "omaha8-6")),
        Game("omaha", high="high", down=4, board=5),
        Game("omaha-10", low="A-5", high="high-bug", qualifier=10, down=6, board=5),
    ],
    ids=lambda game: game.name,
)
@pytest.mark.parametrize("suits", [1, 2, 4])
def test_known_hands_make_tables_that_count_like_whole_hands(game: Game, suits: int) -> None:
    """Few suits make flushes, straight flushes and hands that hold three or four of a suit."""
    for seed in range(8):
        chance = Random(seed)
        cards = chance.sample([card for card in DECK if card[1] in "cdhs"[:suits]], 13 * suits)
        players = 1 if suits == 1 else 2
        hands = [" ".join(cards.pop() for _ in range(game.cards)) for _ in range(players)]
        spot = read(game, hands, board=" ".join(cards[: chance.choice([2, 3, 4])]))
        known, dead = known_cards(spot)
        counts = [np.zeros((players, outcomes(game, players)), np.int64) for _ in range(2)]
        for loop, count in zip((play._boards(spot), play._omaha(spot)), counts, strict=True):
            loop(spot.runouts, exact.listed(spot, dead, 0), known, count)
        assert (counts[0] == counts[1]).all()
        assert counts[0].sum() == players * spot.runouts


def outcomes(game: Game, players: int) -> int:
    halves = (game.high is not None) + (game.low is not None)
    return players + 1 if halves == 1 else (players + 1) * (players + 3)


def test_where_flushes_are_bad_whole_hands_are_looked_at() -> None:
    game = Game("omaha-27", low="2-7", down=4, board=5)
    hands, board = ["2c 3c 4c 7d", "2d 3h 5h 8h"], "5c 7c 9h"
    result = equity(game, hands, board=board)
    expected = equities.figures_by(equities.Rules("2-7", None, None, 4, 5), hands, board)
    assert (result.n, fractions(result)) == expected


# Run-outs in their order.


def listed(spot: Spot, start: int, n: int) -> list[tuple[int, ...]]:
    """Run-outs `start` to ``start + n``, as rows of codes."""
    cards = [hand.combos[0] for hand in spot.hands]
    dead = np.sort(np.concatenate([*cards, spot.board, spot.dead]))
    block = np.empty((sum(spot.missing), BLOCK), np.uint8)
    rows: list[tuple[int, ...]] = []
    runouts = exact.listed(spot, dead, start)
    while len(rows) < n:
        next_block(runouts, block[:0], np.empty((0, BLOCK), np.uint64), block[:0], block)
        rows += map(tuple, block.T.tolist())
    return rows[:n]


def all_runouts(stub: list[int], missing: tuple[int, ...]) -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = {()}
    for cards in missing:
        found = {
            (*row, *more)
            for row in found
            for more in combinations([code for code in stub if code not in row], cards)
        }
    return found


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead"),
    [
        ("razz", ["Ah 2h 3h 7d 9c Kc", "4s 5s 6s 8d 9d"], "", "2c 5d 5h 2s"),
        ("omaha8", ["As 2s Kh", "Ah 3h 4c 5c"], "2c 7d 8s 9h", "Ac Ad"),
        ("omaha8", ["As 2s Kh Kd", "Ah 3h 4c 5c"], "2c 7d 8s 9h", ""),
        ("california", ["7h 5s 3d Jk", "9s 8h 6d", "2c 2d 2h 2s 3c"], "", ""),
    ],
)
def test_every_run_out_is_listed_once(game: str, hands: list[str], board: str, dead: str) -> None:
    spot = read(game, hands, board, dead)
    held = {code for hand in spot.hands for code in hand.combos[0].tolist()}
    held |= {*spot.board.tolist(), *spot.dead.tolist()}
    stub = [code for code in range(spot.game.deck) if code not in held]
    rows = listed(spot, 0, spot.runouts)
    assert len(rows) == spot.runouts == len(set(rows))
    assert {as_sets(spot, row) for row in rows} == {
        as_sets(spot, row) for row in all_runouts(stub, spot.missing)
    }


def as_sets(spot: Spot, row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Cards of a run-out by whom they go to, their order forgotten."""
    cuts = np.cumsum([0, *spot.missing])
    return tuple(tuple(sorted(row[a:b])) for a, b in pairwise(cuts))


def test_listing_may_begin_anywhere() -> None:
    spot = read("omaha8", ["As 2s Kh", "Ah 3h 4c 5c"], "2c 7d 8s", "Ac Ad")
    rows = listed(spot, 0, spot.runouts)
    for start in (0, 1, 41, 700, 820, spot.runouts - 2):
        assert listed(spot, start, 2) == rows[start : start + 2]


def test_more_than_a_piece_is_listed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ["As 2s Kh Kd", "Ah 3h 4c 5c"]
    whole = equity("omaha8", hands, board="2c 7d 8s")
    monkeypatch.setattr(exact, "PIECE", 100)
    for workers in (1, 3):
        assert (
            equity("omaha8", hands, board="2c 7d 8s", workers=workers).counts == whole.counts
        ).all()


def test_sums_are_counted_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = equity("razz", ["Ah 2h 3h 4h 5h", "6s 7s 8s"])
    monkeypatch.setattr(sums, "SUMS", 7)
    for workers in (1, 3):
        parts = equity("razz", ["Ah 2h 3h 4h 5h", "6s 7s 8s"], workers=workers)
        assert (parts.counts == whole.counts).all()


# Ranges: many cases.


def test_a_range_is_the_sum_of_its_combinations_by_weight() -> None:
    first = [("2c 3d 4h 5s", 3), ("7c 8d 9h Ts", 0.5), ("2c 4d 5h 7s", 1)]
    second = [("2d 3c 4c 7d", 2), ("2c 6d 7h 8s", 1)]
    texts = [", ".join(f"{hand} : {weight}" for hand, weight in hands) for hands in (first, second)]
    result = equity("kansas-city", texts)
    expected, weights, n = [0.0, 0.0], 0.0, 0
    for a, of_a in first:
        for b, of_b in second:
            if not set(a.split()) & set(b.split()):
                runouts, figures = equities.figures("kansas-city", [a, b])
                n, weights = n + runouts, weights + of_a * of_b * runouts
                for player in (0, 1):
                    expected[player] += of_a * of_b * float(figures[player]["equity"])
    assert (result.exact, result.n) == (True, n)
    assert result.equity == pytest.approx([share / weights for share in expected])


@pytest.mark.parametrize(
    ("game", "hands", "dead"),
    [
        ("a5-draw", ["A23[4,7]", "Ac2h[3-5]8"], "2c 2d"),
        ("california", ["A23[4,Jk]", "Ac2c[3-5]c8c"], ""),
        ("razz", ["Ac2d34Kc8c", "Ad[2,3]c56dQdQc : 2, Ad2h3h5c7c8d"], "9c"),
    ],
)
def test_where_suits_do_not_matter_combinations_of_the_same_ranks_are_one_case(
    game: str, hands: list[str], dead: str
) -> None:
    spot = read(game, hands, dead=dead)
    planned = exact.plan(spot)
    assert planned is not None
    assert spot.choices is not None
    assert len(planned.cases) < len(spot.choices.rows) / 5
    one_by_one = [total(list(exact._pieces(spot.of(row)))) for row in spot.choices.rows.tolist()]
    expected = np.tensordot(spot.choices.weights, np.array(one_by_one), 1)
    assert (exact.count(planned) == expected).all()
    assert planned.runouts == len(spot.choices.rows) * spot.runouts


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("omaha8", ["A2KcKd : 2, AcA4[Q,J]s", "QcQdJhJs, 3h4h5h*c : 0.5"], "2c 8d 9s 9d"),
        ("omaha8", ["AcAdK[2,3]s", "Ah2h3h[4c,4h] : 3"], "2c 8d 9s 9d 9h"),
        ("stud8", ["As2345c6c", "7c7d7h[8c,8d]9c9d"], ""),
    ],
)
def test_cases_played_together_count_as_one_by_one(
    game: str, hands: list[str], board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = read(game, hands, board=board)
    planned = exact.plan(spot)
    assert planned is not None
    assert exact._are_many(spot, planned.cases)
    one_by_one = [total(list(exact._pieces(spot.of(row)))) for row in planned.cases.tolist()]
    expected = np.tensordot(planned.weights, np.array(one_by_one), 1)
    for together in (1 << 17, 1000, 1):
        monkeypatch.setattr(exact, "TOGETHER", together)
        assert (exact.count(planned) == expected).all()
        assert (exact.count(planned, workers=2) == expected).all()


def test_ranks_without_suits_are_as_good_as_any_cards_of_these_ranks() -> None:
    ranks, cards = equity("razz", ["A2K", "678"]), equity("razz", ["Ah 2s Kd", "6h 7s 8d"])
    assert (ranks.counts == cards.counts).all()
    assert ranks.n == cards.n


# What must not matter, and what must hold.


def test_players_and_suits_may_change_places() -> None:
    turned = str.maketrans("cdhs", "shcd")
    for game, hands, board, dead in LATE[:25:4]:
        result = equity(game, hands, board=board, dead=dead)
        others = [hand.translate(turned).replace("Jd", "Jk") for hand in hands[::-1]]
        moved = equity(game, others, board=board.translate(turned), dead=dead.translate(turned))
        assert (moved.counts[::-1] == result.counts).all()


def test_memory_is_bounded() -> None:
    equity("omaha8", ["As 2s Kh Kd", "Ah 3h 4c 5c"], board="2c 8d 9s")  # tables and code
    equity("razz", ["Ah 2h 3h 4h", "6s 7s 8s 9s", "4c 5c 9c Tc"])
    tracemalloc.start()
    try:
        equity("omaha8", ["As 2s Kh Kd", "Ah 3h 4c 5c"])
        equity("razz", ["Ah 2h 3h", "6s 7s 8s", "4c 5c 9c"])
        assert tracemalloc.get_traced_memory()[1] < 32e6
    finally:
        tracemalloc.stop()


def test_progress_ends_with_all_run_outs() -> None:
    seen: list[tuple[int, int]] = []
    result = equity("razz", ["Ah 2h 3h", "6s 7s 8s"], progress=lambda *at: seen.append(at))
    assert seen[-1] == (result.n, result.n) == (comb(46, 4) * comb(42, 4),) * 2
    assert seen == sorted(seen)
