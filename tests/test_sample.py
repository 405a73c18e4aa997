"""Samples: against exact counts, their spread against the errors they claim, and their seeds."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import numpy.typing as npt
import pytest

from fastlow import sample as sampling
from fastlow.deals import new_lanes
from fastlow.equity import FIGURES, Equity, equity
from fastlow.games import GAMES
from fastlow.kernels.deal import BLOCK
from fastlow.kernels.runouts import Runouts, next_block
from fastlow.play import known_columns
from fastlow.ranges import parse_range
from fastlow.sample import CHUNK, drawer, sample, sampler
from fastlow.spots import Spot, read
from tests.test_exact import LATE

BY_GAME = {game: (hands, board, dead) for game, hands, board, dead in LATE}


def chi_square(counts: npt.ArrayLike, expected: npt.ArrayLike) -> float:
    """How many standard deviations chi-square lies from its mean; rare cells are put together."""
    seen, wanted = np.ravel(counts).astype(float), np.ravel(expected).astype(float)
    rare = wanted < 10
    seen = np.append(seen[~rare], seen[rare].sum())
    wanted = np.append(wanted[~rare], wanted[rare].sum())
    seen, wanted = seen[wanted > 0], wanted[wanted > 0]
    freedom = len(wanted) - 1
    return float((((seen - wanted) ** 2 / wanted).sum() - freedom) / np.sqrt(2 * max(freedom, 1)))


# Against exact counts.


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_within_its_errors_of_the_exact_figures(game: str) -> None:
    hands, board, dead = BY_GAME[game]
    truth = equity(game, hands, board=board, dead=dead, method="exact")
    drawn = equity(game, hands, board=board, dead=dead, method="sample", trials=100_000, rng=11)
    assert (truth.exact, drawn.exact, drawn.n) == (True, False, 100_000)
    assert (np.abs(drawn.equity - truth.equity) <= 4 * drawn.error() + 1e-12).all()
    for figure in FIGURES:  # a figure that never occurs claims no error: allow it a few in 100 000
        error = np.maximum(drawn.error(figure), 2e-5)
        assert (np.abs(drawn.mean(figure) - truth.mean(figure)) <= 4 * error).all(), figure


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("razz", ["Ah 2h 3h", "6s 7s 8s"], ""),
        ("razz", ["A23", "678", "45K"], ""),
        ("razz", ["Ah 2h 3h", "*"], ""),
        ("stud8", ["As 2s 3d 7d 9c", "Kh Kd Qc 8d 9d"], ""),
        ("omaha8", ["As 2s Kh Kd", "Ah 3h 4c 5c"], ""),
        ("omaha8-5", ["As 2s Kh Kd 8d", "Ah 3h 4c 5c 9c", "Ac Ad Qs Qh 7d"], "2c"),
        ("kansas-city", ["2h 3d 4s", "8h 7d 5c 4h"], ""),
        ("california", ["7h 5s 3d Jk", "9s 8h 6d"], ""),
        ("draw8", ["Ah 2h 3h", "Ks Kd Qs"], ""),
        ("kansas-city", ["2345, 2346 : 2", "[7,8]c75s3 : 0.5, Ks8s4s3s"], ""),
        ("omaha8", ["AA[2,3]s*", "KcKd**"], "3c 8d Ks 4h"),
    ],
)
def test_outcomes_are_as_frequent_as_they_are_likely(
    game: str, hands: list[str], board: str
) -> None:
    truth = equity(game, hands, board=board, method="exact")
    drawn = equity(game, hands, board=board, method="sample", trials=400_000, rng=5)
    for seen, wanted in zip(drawn.counts, truth.counts, strict=True):
        assert abs(chi_square(seen, wanted * (drawn.n / wanted.sum()))) < 4.5


def test_the_spread_of_200_seeds_is_what_each_of_them_claims() -> None:
    spots = {"razz": ["Ah 2h 3h", "6s 7s 8s"], "stud8": ["As 2s 3d", "Kh 4d 5c", "6c 7d Th"]}
    for game, hands in spots.items():
        results = [
            equity(game, hands, method="sample", trials=5000, rng=seed) for seed in range(200)
        ]
        for figure in ("equity", "scoop", "low_win", "tie"):
            means = np.array([result.mean(figure) for result in results])
            claimed = np.array([result.error(figure) for result in results])
            happens = (claimed > 0).any(axis=0)
            assert happens.sum() >= 2
            spread, error = means.std(axis=0, ddof=1), np.sqrt((claimed**2).mean(axis=0))
            ratio = spread[happens] / error[happens]
            assert (np.abs(ratio - 1) < 4 / np.sqrt(2 * 199)).all(), (game, figure, ratio)


# The deals themselves.


def deals(spot: Spot, blocks: int, rows: npt.NDArray[np.int64] | None = None) -> list[np.ndarray]:
    """Deal blocks of run-outs; with rows of combinations, hands that change."""
    block = np.empty((sum(spot.missing), BLOCK), np.uint8)
    words = np.empty((-(-len(block) // 6), BLOCK), np.uint64)
    known = np.empty((0, BLOCK), np.uint8) if rows is None else known_columns(spot, rows)
    dead = np.sort(spot.dead)
    taken = np.empty((len(known) + len(dead) if len(known) else 0, BLOCK), np.uint8)
    lanes = new_lanes(np.random.default_rng(3))
    runouts = Runouts(
        spot.game.deck, dead, np.array(spot.missing), lanes, np.zeros(len(block), np.uint8)
    )
    dealt = []
    for _ in range(blocks):
        next_block(runouts, known, words, taken, block)
        dealt.append(block.copy())
    return dealt


def test_cards_are_dealt_around_hands_that_change() -> None:
    spot = read("omaha8", ["AA**", "[2-9]c[2-9]c[T-K]*"], dead="Kc 2d", board="3h")
    rows = drawer(spot)(BLOCK, np.random.default_rng(1))
    known = known_columns(spot, rows)
    seen = np.zeros(52)
    for block in deals(spot, 40, rows):
        cards = np.sort(np.concatenate([known, block]), axis=0)
        assert (cards[1:] != cards[:-1]).all()
        assert not np.isin(block, spot.dead).any()
        seen += np.bincount(block.reshape(-1), minlength=52)
    free = 1 - np.bincount(known.reshape(-1), minlength=52) / BLOCK
    free[spot.dead] = 0
    expected = free / free.sum() * seen.sum()  # each of 38 cards in each deal alike
    assert abs(chi_square(seen, expected)) < 4.5


def test_two_cards_to_come_are_every_ordered_pair_alike() -> None:
    spot = read("razz", ["Ah 2h 3h 4h 5h 6h", "6s 7s 8s 9s Ts Js"], dead="2c 3c 4c")
    held = read("razz", ["*", "*"], dead="Ah 2h 3h 4h 5h 6h 6s 7s 8s 9s Ts Js 2c 3c 4c").dead
    assert spot.missing == (1, 1)
    pairs = Counter[tuple[int, int]]()
    for block in deals(replaced(spot, held), 100):
        pairs.update(zip(*block.tolist(), strict=True))
    assert len(pairs) == 37 * 36
    assert abs(chi_square(list(pairs.values()), [100 * BLOCK / len(pairs)] * len(pairs))) < 4.5


def replaced(spot: Spot, dead: npt.NDArray[np.uint8]) -> Spot:
    return Spot(spot.game, spot.hands, spot.board, dead)


@pytest.mark.parametrize("path", ["listed", "apart"])
def test_hands_are_drawn_by_weight_and_all_anew_when_two_clash(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = read("a5-draw", ["AcKd : 3, AcKh, AdKs : 2", "AcQd, KdQd : 5, 2s3s", "Qd*"])
    n = 200_000
    assert spot.choices is not None
    texts = {0: spot.choices.rows[:, 0], 1: spot.choices.rows[:, 1]}
    a, b, c = spot.hands
    weights = {
        (i, j, k): a.weights[i] * b.weights[j] * c.weights[k]
        for i in range(len(a))
        for j in range(len(b))
        for k in range(len(c))
        if not (a.masks[i] & b.masks[j] or (a.masks[i] | b.masks[j]) & c.masks[k])
    }
    assert len(weights) == len(texts[0])
    if path == "apart":
        monkeypatch.setattr("fastlow.spots.MOST_CHOICES", 0)
        spot = read("a5-draw", ["AcKd : 3, AcKh, AdKs : 2", "AcQd, KdQd : 5, 2s3s", "Qd*"])
    rows = drawer(spot)(n, np.random.default_rng(2))
    seen = Counter(zip(*rows.tolist(), strict=True))
    assert set(seen) <= set(weights)
    total = sum(weights.values())
    expected = [n * weight / total for weight in weights.values()]
    assert abs(chi_square([seen[key] for key in weights], expected)) < 4.5


def test_ranges_that_hardly_ever_go_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MOST_IN_VAIN", 1000)
    monkeypatch.setattr("fastlow.spots.MOST_CHOICES", 0)
    monkeypatch.setattr("fastlow.spots.MOST_TRIED", 0)
    hands = ["AcAd, AhAs", "AcAh, AdAs"]
    with pytest.raises(ValueError, match="draws from 'AcAd, AhAs', 'AcAh, AdAs' only 0 could be"):
        equity("kansas-city", hands, method="sample")


# Seeds, chunks and workers.


def test_a_seed_gives_the_same_figures_for_any_number_of_workers() -> None:
    for game, hands in (("razz", ["A23", "678"]), ("omaha8", ["AA**", "KK**"])):
        one, two, three = (
            equity(game, hands, method="sample", trials=3 * CHUNK + 5000, rng=7, workers=workers)
            for workers in (1, 2, 3)
        )
        assert (one.counts == two.counts).all()
        assert (one.counts == three.counts).all()
        assert one.n == two.n == three.n == 3 * CHUNK + 5000


def test_and_in_threads_of_the_caller() -> None:
    def run(seed: int) -> Equity:
        return equity("stud8", ["A23", "678"], trials=CHUNK + 1000, rng=seed, workers=2)

    alone = [run(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(run, range(4)))
    for one, other in zip(alone, together, strict=True):
        assert (one.counts == other.counts).all()


def test_chunks_are_seeded_as_the_children_of_a_seed_sequence() -> None:
    play = sampler(read("razz", ["A23", "678"]))
    children = np.random.SeedSequence(9).spawn(3)
    for (n, counts), child in zip(sample(play, 9, None), children, strict=False):
        assert n == CHUNK
        assert (counts == play(CHUNK, np.random.default_rng(child))).all()


@pytest.mark.parametrize(
    ("game", "hands"), [("razz", ["A23", "678"]), ("omaha8", ["AA**", "KK**"])]
)
def test_a_longer_run_begins_with_the_deals_of_a_shorter_one(game: str, hands: list[str]) -> None:
    play = sampler(read(game, hands))
    short, long = (play(n, np.random.default_rng(1)) for n in (20_000, 20_500))
    assert ((long - short) >= 0).all()
    assert (long - short).sum() == 500 * 2


def test_a_run_may_be_cut_into_any_sizes() -> None:
    play = sampler(read("razz", ["A23", "678"]))
    sizes = [n for n, _ in sample(play, 1, 2 * CHUNK + 17)]
    assert sizes == [CHUNK, CHUNK, 17]
    assert [n for n, _ in islice(sample(play, 1, None, workers=2), 4)] == [CHUNK] * 4


def test_every_kind_of_seed_is_taken() -> None:
    def run(rng: object) -> Equity:
        return equity("razz", ["A23", "678"], trials=2000, rng=rng)  # type: ignore[arg-type]

    for make in (
        np.random.default_rng,
        np.random.PCG64,
        np.random.SeedSequence,
        int,
        np.int64,
    ):
        one, same, other = run(make(3)), run(make(3)), run(make(4))
        assert (one.counts == same.counts).all()
        assert not (one.counts == other.counts).all()
        again = run(one.seed)
        assert (one.counts == again.counts).all()
    assert run(None).seed != run(None).seed


def test_a_generator_moves_on() -> None:
    rng = np.random.default_rng(3)
    first, second = (equity("razz", ["A23", "678"], trials=2000, rng=rng) for _ in range(2))
    assert first.seed != second.seed


def test_a_sample_of_hands_out_of_ranges_needs_little_memory() -> None:
    import tracemalloc

    equity("omaha8", ["AA**", "KK**"], trials=1000, rng=1)
    tracemalloc.start()
    try:
        equity("omaha8", ["AA**", "KK**"], trials=300_000, rng=1)
        assert tracemalloc.get_traced_memory()[1] < 64e6
    finally:
        tracemalloc.stop()


def test_a_range_may_come_from_the_caller() -> None:
    hands: Sequence[object] = [parse_range("AA**", ace_low=True, cards=4), [44, 45]]
    result = equity("omaha8", hands, trials=1000, rng=1)  # type: ignore[arg-type]
    same = equity("omaha8", ["AA**", "Kc Kd"], trials=1000, rng=1)
    assert (result.counts == same.counts).all()
    assert result.hands == ("AA**", "Kc Kd")
