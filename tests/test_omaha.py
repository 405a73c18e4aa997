"""Omaha: every choice of two and three, flushes, published counts, layouts, errors."""

import tracemalloc
from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastlow
from fastlow import NO_LOW, describe, omaha, parse, rank, rank_omaha, split
from fastlow.kernels.rank import BLOCK
from tests import naive, spaces
from tests import test_naive as rules

Cards = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]
Deals = tuple[Cards, Cards]
Pattern = tuple[tuple[int, int], ...]

HOLES, BOARDS = (4, 5, 6), (3, 4, 5)
SIZES = list(product(HOLES, BOARDS))
HEARTS = np.arange(2, 52, 4, dtype=np.uint8)


@pytest.fixture(autouse=True)
def _small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let several workers share small batches."""
    monkeypatch.setattr(omaha, "SLICE", BLOCK)


def random_deals(n: int, holes: int, boards: int, seed: int, deck: int = 52) -> Deals:
    cards = spaces.random_hands(n, holes + boards, deck, seed)
    return cards[:, :holes], cards[:, holes:]


def best_choices(deals: Deals, rankings: Sequence[str]) -> dict[str, Ranks]:
    """The oracle's number of the best of all choices of two of the hole and three of the board."""
    hole, board = deals
    best = {ranking: np.full(len(hole), NO_LOW, np.uint16) for ranking in rankings}
    twos = combinations(range(hole.shape[1]), 2)
    threes = list(combinations(range(board.shape[1]), 3))
    for two, three in product(twos, threes):
        fives = np.sort(np.hstack([hole[:, two], board[:, three]]), axis=1)
        places = spaces.place_of(fives.T)
        for ranking, ranks in best.items():
            np.minimum(ranks, spaces.ranks_of_fives(ranking)[places], out=ranks)
    return best


def assert_best(deals: Deals, rankings: Sequence[str] = naive.RANKINGS) -> None:
    for ranking, ranks in best_choices(deals, rankings).items():
        assert (rank_omaha(*deals, ranking) == ranks).all(), ranking


def one(hole: str, board: str, ranking: str, **options: Any) -> int:
    return int(rank_omaha(parse(hole), parse(board), ranking, **options))


def worth(ranks: str, ranking: str) -> int:
    """Rank of these ranks in mixed suits."""
    return int(rank(parse(" ".join(rules.mixed(ranks))), ranking))


# The oracle


@pytest.mark.parametrize("n", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("holes", "boards"), SIZES)
def test_random_deals(holes: int, boards: int, n: int) -> None:
    for start in range(0, n, 100_000):
        assert_best(random_deals(min(n, 100_000), holes, boards, seed=start + holes))


@pytest.mark.parametrize("ranking", naive.RANKINGS)
@pytest.mark.parametrize(("holes", "boards"), SIZES)
def test_the_choice_of_two_and_three_card_by_card(holes: int, boards: int, ranking: str) -> None:
    deals = random_deals(8, holes, boards, seed=3, deck=28)  # twos to eights: pairs and straights
    texts = zip(*map(fastlow.format, deals), strict=True)
    numbers = naive.class_numbers(ranking)
    values = [naive.omaha(hole.split(), board.split(), ranking) for hole, board in texts]
    assert rank_omaha(*deals, ranking).tolist() == [numbers[value] for value in values]


@pytest.mark.parametrize(("holes", "boards"), SIZES)
def test_paired_and_counterfeited_boards(holes: int, boards: int) -> None:
    """Few ranks, so that pairs, trips and quads of hole and board meet; all spans of ranks."""
    hole, board = random_deals(13_000, holes, boards, seed=4, deck=20)
    shift = np.arange(len(hole), dtype=np.uint8)[:, None] % 13 * 4
    assert_best(((hole + shift) % 52, (board + shift) % 52))


# Flushes


def suit_patterns(holes: int, boards: int) -> list[Pattern]:
    """How many cards of each suit hole and board may have, whichever suits they are."""
    ways = (
        [counts for counts in product(range(cards + 1), repeat=4) if sum(counts) == cards]
        for cards in (holes, boards)
    )
    return sorted({tuple(sorted(zip(*counts, strict=True))) for counts in product(*ways)})


def deals_of(pattern: Pattern, n: int, rng: np.random.Generator) -> Deals:
    """Random deals of a pattern; in every second one the ranks lie close together."""
    most = max(map(sum, pattern))
    spread = rng.permuted(np.tile(np.arange(13), (n, 4, 1)), axis=2)[:, :, :most]
    close = rng.permuted(np.tile(np.arange(max(7, most)), (n, 4, 1)), axis=2)[:, :, :most]
    starts = rng.integers(13, size=(n, 1, 1))
    ranks = np.where(np.arange(n)[:, None, None] % 2, spread, (close + starts) % 13)
    codes = (4 * ranks + np.arange(4)[:, None]).astype(np.uint8)
    hole = [codes[:, suit, :held] for suit, (held, _) in enumerate(pattern)]
    board = [codes[:, suit, held : held + common] for suit, (held, common) in enumerate(pattern)]
    return rng.permuted(np.hstack(hole), axis=1), rng.permuted(np.hstack(board), axis=1)


@pytest.mark.parametrize(("holes", "boards"), SIZES)
def test_no_suit_pattern_is_missing(holes: int, boards: int) -> None:
    named = sum(len(set(permutations(pattern))) for pattern in suit_patterns(holes, boards))
    assert named == comb(holes + 3, 3) * comb(boards + 3, 3)


@pytest.mark.parametrize(("holes", "boards"), SIZES)
def test_every_suit_pattern(holes: int, boards: int) -> None:
    rng = np.random.default_rng(holes)
    deals = [deals_of(pattern, 100, rng) for pattern in suit_patterns(holes, boards)]
    assert_best((np.vstack([hole for hole, _ in deals]), np.vstack([board for _, board in deals])))


def one_suit(held: int, common: int) -> Deals:
    """Every choice of hearts in the hole and on the board, filled up with other suits."""
    cards = HEARTS[spaces.space(held + common, 13).T]
    splits = list(combinations(range(held + common), held))
    rest = [[i for i in range(held + common) if i not in split] for split in splits]
    hole, board = cards[:, splits].reshape(-1, held), cards[:, rest].reshape(-1, common)
    fill_hole, fill_board = parse("Tc 7d"), parse("9s 5d")
    return (
        np.hstack([hole, np.tile(fill_hole[: max(4 - held, 0)], (len(hole), 1))]),
        np.hstack([board, np.tile(fill_board[: 5 - common], (len(board), 1))]),
    )


@pytest.mark.parametrize(("held", "common"), list(product(range(2, 7), BOARDS)))
def test_every_set_of_hearts(held: int, common: int) -> None:
    hole, board = one_suit(held, common)
    assert len(hole) == comb(13, held) * comb(13 - held, common)
    assert_best((hole, board), [*naive.HIGH_RANKINGS, "A-6", "2-7"])


@pytest.mark.parametrize("held", range(5))
def test_a_straight_flush_is_two_and_three(held: int) -> None:
    """All of them, wheel to royal, with so many of its cards in the hole; the rest pair nothing."""
    for top, suit, own in product(range(3, 13), range(4), combinations(range(5), held)):
        cards = [4 * ((top - i) % 13) + suit for i in range(5)]
        hole = [cards[i] for i in own]
        board = [card for card in cards if card not in hole]
        other = (suit + 1) % 4
        free = [4 * rank + other for rank in range(13) if 4 * rank + suit not in cards]
        hole += free[: 4 - held]
        board += free[4 - held :][: 5 - len(board)]
        high = rank_omaha(hole, board, "high")
        assert (high == 13 - top) == (held == 2)
        assert (high <= 10) == (held == 2)


# Qualifiers


@pytest.mark.parametrize("top", range(5, 14))
@pytest.mark.parametrize("ranking", naive.LOW_RANKINGS)
def test_qualifier(ranking: str, top: int) -> None:
    numbers = naive.class_numbers(ranking)
    qualifying = [n for value, n in numbers.items() if naive.qualifies(value, top)]
    for holes, boards in ((4, 5), (5, 4), (6, 3)):
        deals = random_deals(2_000, holes, boards, seed=top, deck=36)
        best = best_choices(deals, [ranking])[ranking]
        expected = np.where(np.isin(best, qualifying), best, NO_LOW)
        assert (rank_omaha(*deals, ranking, qualifier=top) == expected).all()


def low_ranks(cards: int, suit: str, high: str) -> Cards:
    """Every set of at most so many ranks of A to 9, filled up with high cards."""
    low, fill = parse(suit.join("A23456789") + suit), parse(high)
    sets = (low[list(few)] for k in range(cards + 1) for few in combinations(range(9), k))
    return np.array([[*few, *fill[: cards - len(few)]] for few in sets], np.uint8)


@pytest.mark.parametrize("top", [8, 9])
def test_every_two_sets_of_low_ranks(top: int) -> None:
    hole, board = low_ranks(4, "c", "KcQcJcTc"), low_ranks(5, "d", "KdQdJdTdTs")
    deals = np.repeat(hole, len(board), axis=0), np.tile(board, (len(hole), 1))
    best = best_choices(deals, ["A-5"])["A-5"]
    worst = {8: 56, 9: 126}[top]
    expected = np.where(best <= worst, best, NO_LOW).reshape(len(hole), len(board))
    assert (rank_omaha(hole[:, None], board, "A-5", qualifier=top) == expected).all()


# Faults of other evaluators


@pytest.mark.parametrize(
    ("hole", "board", "high", "low"),
    [
        ("AhAdAcKd", "3h4d5s8cQd", "AA8Q5", None),
        ("Ks8cJs5c", "3s5hQsQd9h", "QQ55K", None),
        ("AsKs5d7c", "Ts7d8h4s2c", "77AT8", "7542A"),
        ("Ah2dJcQs", "2s5h6c7d9h", "22A97", "7652A"),
        ("Ac3dThKs", "2s5h6c7d9h", "AK976", "6532A"),
        ("AsAd3d2s", "9s8c9d9hTc", "999AA", None),
    ],
)
def test_two_of_the_hole_and_three_of_the_board(
    hole: str, board: str, high: str, low: str | None
) -> None:
    assert one(hole, board, "high") == worth(high, "high")
    assert one(hole, board, "A-5", qualifier=8) == (NO_LOW if low is None else worth(low, "A-5"))


def test_a_counterfeited_low_loses() -> None:
    board = parse("2s5h6c7d9h")
    lows = rank_omaha(parse(["Ah2dJcQs", "Ac3dThKs"]), board, "A-5", qualifier=8)
    assert [describe(low, "A-5").split(",")[0] for low in lows] == ["7-6-5-2-A", "6-5-3-2-A"]


def test_no_low_is_a_result_on_every_river() -> None:
    first, second, flop = parse("AsAd3d2s"), parse("KsKdQsQd"), parse("4s8c3s")
    rivers = unseen(first, second, flop)
    boards = np.hstack([np.tile(flop, (len(rivers), 1)), rivers[:, None]])
    assert (rank_omaha(first, boards, "A-5", qualifier=8) < NO_LOW).all()
    assert (rank_omaha(second, boards, "A-5", qualifier=8) == NO_LOW).all()


def test_low_tops_of_others() -> None:
    facts = rules.facts("lib_omaha_low_top")
    assert len(facts) == 4
    for fact in facts:
        low = one(fact["cards"], fact["board"], "A-5", qualifier=8)
        assert (None if low == NO_LOW else describe(low, "A-5")[0]) == fact["low_top_card"]


# Published figures


def unseen(*known: Cards) -> Cards:
    """The deck less all known cards."""
    return np.setdiff1d(np.arange(52, dtype=np.uint8), np.concatenate(known))


def all_boards(*known: Cards) -> Cards:
    """Every board of the unseen cards, shape (5, n)."""
    rest = unseen(*known)
    return rest[spaces.space(5, len(rest))]


def on_all_boards(hands: Sequence[str], ranking: str, **options: Any) -> Ranks:
    """Ranks of hands on every board that they leave, shape (n, hands)."""
    holes = [parse(hand) for hand in hands]
    boards = all_boards(*holes)
    columns = [rank_omaha(hole, boards, ranking, axis=0, **options) for hole in holes]
    return np.stack(columns, axis=-1)


def shares(*hands: str) -> npt.NDArray[np.int64]:
    """Quarters of the pot that two hands win at high-low, on every board."""
    high, low = on_all_boards(hands, "high"), on_all_boards(hands, "A-5", qualifier=8)
    return split([2, 2], high, low)


def test_a_pair_of_aces_against_suited_wheel_cards() -> None:
    first = shares("As2sKhKd", "Ah3h4c5c")[:, 0]
    assert first.size == 1_086_008
    assert round(first.mean() / 4, 6) == 0.589745
    assert [np.sum(first == 4), np.sum(first == 0)] == [496_068, 300_876]


@pytest.mark.parametrize(
    ("first", "second", "equity"),
    [
        ("8h6c4d2s", "KsKhQsQh", 49.260),
        ("8h6c4d2s", "KsKhQdQc", 52.487),
        ("AsAh2s3h", "KdKcQdQc", 67.818),
    ],
)
def test_equities(first: str, second: str, equity: float) -> None:
    assert round(25 * shares(first, second)[:, 0].mean(), 3) == equity


def test_six_cards_are_all_looked_at() -> None:
    high = on_all_boards(["2s2d2h2cAsAd", "3s3d3h3c8s8d"], "high")
    wins = [np.sum(high[:, 0] < high[:, 1]), np.sum(high[:, 0] == high[:, 1])]
    assert (len(high), wins) == (658_008, [539_640, 0])


def test_boards_that_allow_an_eight_low() -> None:
    """Six low ranks in the hole make a low wherever the board allows one."""
    boards = spaces.space(5, 52)
    low = np.array([[4 * rank + suit for suit in range(4)] for rank in (12, *range(7))], np.uint8)
    gone = (low[..., None, None] == boards).any(axis=2)  # (ranks, suits, boards)
    first_free = low[np.arange(8)[:, None], gone.argmin(axis=1)]
    six = np.argsort(gone.all(axis=1), axis=0, kind="stable")[:6]
    holes = np.take_along_axis(first_free, six, axis=0)
    lows = rank_omaha(holes, boards, "A-5", qualifier=8, axis=0)
    assert (lows.size, np.sum(lows < NO_LOW)) == (2_598_960, 1_561_728)


@pytest.mark.parametrize(
    ("hole", "made", "of"),
    [
        ("As2hKdQc", 625_344, 1_712_304),
        ("As2h3dKc", 847_944, 1_712_304),
        ("As2h3d4c", 908_976, 1_712_304),
        ("AsAh2d3c", 810_784, 1_712_304),
        ("As2h3d4c5s", 819_307, 1_533_939),
    ],
)
def test_lows_made_by_the_river(hole: str, made: int, of: int) -> None:
    lows = on_all_boards([hole], "A-5", qualifier=8)
    assert [lows.size, np.sum(lows < NO_LOW)] == [of, made]


def renamed(cards: Cards, suits: Sequence[int]) -> Cards:
    of_suit: Cards = np.array(suits, np.uint8)
    other: Cards = (cards & 0xFC) | of_suit[cards & 3]
    return other


def test_all_starting_hands_are_alike_up_to_suits() -> None:
    """16 432 of the 270 725 stand for all: on a board renamed likewise they rank the same."""
    holes = spaces.space(4, 52).T
    board = spaces.random_hands(len(holes), 5, 48, seed=9)
    for card in holes.T:  # ascending: count the board past the cards of the hole
        board += card[:, None] <= board
    ways = np.array([np.sort(renamed(holes, suits)) for suits in permutations(range(4))])
    keys = ways.astype(np.int64) @ [52**3, 52**2, 52, 1]
    chosen = keys.argmin(axis=0)
    assert (len(holes), len(np.unique(keys.min(axis=0)))) == (270_725, 16_432)
    like = ways[chosen, np.arange(len(holes))]
    boards = np.array([renamed(board, suits) for suits in permutations(range(4))])
    like_board = boards[chosen, np.arange(len(holes))]
    for ranking in ("high", "2-7"):
        here = rank_omaha(holes, board, ranking)
        assert (here == rank_omaha(like, like_board, ranking)).all()


# What must not matter

batches = st.tuples(
    st.integers(0, 70), st.sampled_from(HOLES), st.sampled_from(BOARDS), st.integers(0, 2**32)
)
rankings = st.sampled_from(naive.RANKINGS)


@given(batches, rankings)
def test_the_order_of_the_cards_does_not_matter(
    batch: tuple[int, int, int, int], ranking: str
) -> None:
    deals, rng = random_deals(*batch), np.random.default_rng(batch[-1])
    hole, board = (rng.permuted(side, axis=1) for side in deals)
    assert (rank_omaha(hole, board, ranking) == rank_omaha(*deals, ranking)).all()


@given(batches, rankings, st.permutations(range(4)))
def test_suits_may_trade_places(
    batch: tuple[int, int, int, int], ranking: str, suits: list[int]
) -> None:
    hole, board = random_deals(*batch)
    other = renamed(hole, suits), renamed(board, suits)
    assert (rank_omaha(*other, ranking) == rank_omaha(hole, board, ranking)).all()


@given(st.integers(0, 70), st.integers(0, 2**32), rankings)
def test_one_card_more_is_never_worse(n: int, seed: int, ranking: str) -> None:
    hole, board = random_deals(n, 6, 5, seed)
    for k in (4, 5):
        with_more = rank_omaha(hole[:, : k + 1], board, ranking)
        assert (with_more <= rank_omaha(hole[:, :k], board, ranking)).all()
    for k in (3, 4):
        later = rank_omaha(hole, board[:, : k + 1], ranking)
        assert (later <= rank_omaha(hole, board[:, :k], ranking)).all()


@given(batches, st.sampled_from([("high", None), ("2-7", None), ("A-5", 8)]), st.integers(1, 5))
def test_layout_workers_and_check_do_not_matter(
    batch: tuple[int, int, int, int], order: tuple[str, int | None], workers: int
) -> None:
    ranking, top = order
    hole, board = (np.repeat(side, 60, axis=0) for side in random_deals(*batch))
    expected = rank_omaha(hole, board, ranking, qualifier=top)
    options: dict[str, Any] = {"qualifier": top, "workers": workers}
    assert (rank_omaha(hole, board, ranking, **options) == expected).all()
    columns = np.ascontiguousarray(hole.T), np.ascontiguousarray(board.T)
    assert (rank_omaha(*columns, ranking, axis=0, check=False, **options) == expected).all()
    assert (rank_omaha(hole.T, board.astype(">i8").T, ranking, axis=0) == expected).all() or top
    apart = np.repeat(hole, 2, axis=0)[::2], np.hstack([board, board])[:, : board.shape[1]]
    assert (rank_omaha(*apart, ranking, **options) == expected).all()


# Broadcasting


LOW_OR_HIGH = [("high", None), ("A-5", 8), ("A-6", 9)]


@pytest.mark.parametrize(("ranking", "top"), LOW_OR_HIGH)
def test_one_board_for_many_hands_and_one_hand_on_many_boards(
    ranking: str, top: int | None
) -> None:
    hole, board = random_deals(3_000, 5, 5, seed=1)
    options: dict[str, Any] = {"qualifier": top, "check": False}
    by_hand = rank_omaha(hole, board[0], ranking, **options)
    everywhere = np.broadcast_to(board[0], board.shape)
    assert (by_hand == rank_omaha(hole, everywhere, ranking, **options)).all()
    by_board = rank_omaha(hole[0], board, ranking, **options)
    always = np.broadcast_to(hole[0], hole.shape)
    assert (by_board == rank_omaha(always, board, ranking, **options)).all()
    assert (by_hand == rank_omaha(hole, board[:1], ranking, workers=2, **options)).all()
    in_columns = rank_omaha(hole.T.copy(), board[0], ranking, axis=0, **options)
    assert (by_hand == in_columns).all()


def decks_apart(n: int, m: int) -> Deals:
    """Hands of one half of the deck and boards of the other, so that all meet all."""
    return spaces.random_hands(n, 4, 26, seed=n), 26 + spaces.random_hands(m, 5, 26, seed=m)


@pytest.mark.parametrize(("ranking", "top"), LOW_OR_HIGH)
def test_all_hands_on_all_boards(ranking: str, top: int | None) -> None:
    hole, board = decks_apart(37, 61)
    outer = rank_omaha(hole[:, None], board, ranking, qualifier=top)
    assert outer.shape == (37, 61)
    for one_hole, row in zip(hole, outer, strict=True):
        assert (row == rank_omaha(one_hole, board, ranking, qualifier=top)).all()
    turned = rank_omaha(hole, board[:, None], ranking, qualifier=top)
    assert (turned == outer.T).all()
    columns = rank_omaha(hole.T[:, :, None], board.T[:, None], ranking, qualifier=top, axis=0)
    assert (columns == outer).all()
    middle = rank_omaha(hole[:, :, None], board.T[None], ranking, qualifier=top, axis=1)
    assert (middle == outer).all()


def test_a_single_hand_is_a_number() -> None:
    found = rank_omaha(parse("AsKs5d7c"), parse("Ts7d8h4s2c"), "high")
    assert isinstance(found, np.uint16)
    assert rank_omaha([parse("AsKs5d7c")], parse("Ts7d8h4s2c"), "high").shape == (1,)
    assert rank_omaha(np.empty((0, 4), np.uint8), parse("Ts7d8h"), "A-5").shape == (0,)
    assert rank_omaha(np.empty((3, 0, 4), np.uint8), parse("Ts7d8h"), "A-5").shape == (3, 0)


N = 1_000_000


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize(("ranking", "top"), LOW_OR_HIGH)
def test_the_large_side_of_a_broadcast_is_not_copied(
    ranking: str, top: int | None, axis: int
) -> None:
    hole, board = (
        np.moveaxis(np.repeat(side, N, 0), -1, axis).copy() for side in decks_apart(1, 1)
    )
    out = np.empty(N, np.uint16)
    for sides in ((hole, parse("Ts 7s 8s 4s 2s")), (parse("As Ks 5s 6s"), board)):
        options: dict[str, Any] = {"qualifier": top, "axis": axis, "out": out, "check": False}
        rank_omaha(*sides, ranking, **options)  # compiled, tables made
        tracemalloc.start()
        rank_omaha(*sides, ranking, **options)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < N // 4  # a few buffers of a block; the cards are 4 or 5 N bytes


# Results and errors


def test_out_takes_the_result() -> None:
    hole, board = decks_apart(40, 30)
    out = np.zeros((40, 30), np.uint16)
    assert rank_omaha(hole[:, None], board, "high", out=out) is out
    assert (out == rank_omaha(hole[:, None], board, "high")).all()


@pytest.mark.parametrize(
    ("out", "kind", "message"),
    [
        (np.empty(3, np.uint8), TypeError, "out must be an array of uint16, not uint8"),
        (np.empty(4, np.uint16), ValueError, r"out must have shape \(3,\), not \(4,\)"),
        (np.empty(6, np.uint16)[::2], ValueError, "out must be C-contiguous and writeable"),
    ],
)
def test_out_must_fit(out: Any, kind: type[Exception], message: str) -> None:
    hole, board = random_deals(3, 4, 5, seed=0)
    with pytest.raises(kind, match=message):
        rank_omaha(hole, board, "high", out=out)


HOLE, BOARD = parse("AsKs5d7c"), parse("Ts7d8h4s2c")


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: one("AsKs5d", "Ts7d8h", "high"), ValueError, r"hole must have 4, 5 or 6 cards"),
        (lambda: one("AsKs5d7c", "Ts7d", "high"), ValueError, r"board must have 3, 4 or 5 cards"),
        (lambda: rank_omaha(HOLE, 5, "high"), ValueError, r"board must have .* not \(\)"),
        (lambda: rank_omaha(HOLE, BOARD, "high", axis=1), ValueError, "axis 1 is out of bounds"),
        (lambda: rank_omaha(HOLE, BOARD, "low"), ValueError, "ranking must be one of"),
        (lambda: rank_omaha(HOLE, BOARD, "A-5", qualifier=4), ValueError, "must be 5 to 13"),
        (lambda: rank_omaha(HOLE, BOARD, "A-5", qualifier=8.0), TypeError, "qualifier must be"),  # type: ignore[arg-type]
        (lambda: rank_omaha(HOLE, BOARD, "high", qualifier=8), ValueError, "takes no qualifier"),
        (lambda: rank_omaha(HOLE, BOARD, "high", workers=0), ValueError, "workers must be"),
        (lambda: rank_omaha(HOLE / 2, BOARD, "high"), TypeError, "hole must be integers"),
        (lambda: rank_omaha(HOLE, BOARD / 2, "high"), TypeError, "board must be integers"),
        (
            lambda: rank_omaha([HOLE] * 2, [BOARD] * 3, "high"),
            ValueError,
            r"hole and board do not broadcast: there are \(2,\) and \(3,\) hands",
        ),
        (lambda: rank_omaha([51, 47, 13, 20], [51, 20, 1], "2-7"), ValueError, "As appears twice"),
        (lambda: rank_omaha([51, 47, 13, 51], BOARD, "2-7"), ValueError, "As appears twice in"),
        (lambda: rank_omaha([51, 47, 13, -1], BOARD, "2-7"), ValueError, "-1 at index 3 is not"),
        (lambda: rank_omaha(HOLE, [1, 2, 300], "2-7"), ValueError, "300 at index 2 is not a card"),
        (lambda: rank_omaha(HOLE, [0, 2, 53], "2-7"), ValueError, "53 .* is a joker; Omaha has"),
    ],
)  # fmt: skip
def test_errors(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(("ranking", "top"), [("2-7", None), ("A-5", 8)])
@pytest.mark.parametrize("at", [0, BLOCK - 1, BLOCK, 3 * BLOCK - 1])
def test_the_first_fault_is_named_with_its_place(
    at: int, ranking: str, top: int | None, workers: int
) -> None:
    for code, text in (
        (52, f"52 in the hole or board at index {at} is a joker; Omaha has none"),
        (77, f"77 in the hole or board at index {at} is not a card: 0 to 51 are"),
    ):
        hole, board = random_deals(3 * BLOCK, 4, 5, seed=at)
        board[at:, 2] = code
        with pytest.raises(ValueError, match=text):
            rank_omaha(hole, board, ranking, qualifier=top, workers=workers)
    hole, board = random_deals(3 * BLOCK, 4, 5, seed=at)
    board[at:, 3] = hole[at:, 1]
    name = fastlow.format(hole[at])[3:5]
    with pytest.raises(
        ValueError, match=f"{name} appears twice in the hole and board at index {at}"
    ):
        rank_omaha(hole, board, ranking, qualifier=top, workers=workers)


def test_a_fault_where_hands_and_boards_broadcast() -> None:
    hole, board = decks_apart(40, 70)
    board[65, 0] = hole[30, 0]
    where = int((hole == hole[30, 0]).any(axis=1).argmax())
    text = f"{fastlow.format(hole[30])[:2]} appears twice in the hole and board at index "
    for holes, boards, place in (
        (hole[:, None], board, rf"\({where}, 65\)"),
        (hole, board[:, None], rf"\(65, {where}\)"),
        (hole[30], board, "65"),
        (hole, board[65], f"{where}$"),
    ):
        with pytest.raises(ValueError, match=text + place):
            rank_omaha(holes, boards, "high")


def test_without_the_check_no_fault_is_looked_for() -> None:
    hole = np.tile(parse("AsKs5d7c"), (3, 1))
    assert rank_omaha(hole, parse("As7d8h4s2c"), "A-5", check=False).shape == (3,)


# A second opinion

OPINIONS = [
    ("high", None, pokerkit.OmahaHoldemHand),
    ("A-5", 8, pokerkit.OmahaEightOrBetterLowHand),
]


@pytest.mark.parametrize("n", [150, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("ranking", "top", "kind"), OPINIONS)
def test_pokerkit_is_of_the_same_opinion(n: int, ranking: str, top: int | None, kind: Any) -> None:
    for holes in HOLES:
        deals = random_deals(n, holes, 5, seed=n)
        texts = zip(*map(fastlow.format, deals), strict=True)
        expected = [opinion(kind, hole, board) for hole, board in texts]
        assert rank_omaha(*deals, ranking, qualifier=top).tolist() == expected


def opinion(kind: Any, hole: str, board: str) -> int:
    """Count from the best: its lows are listed from the best, its high hands from the worst."""
    hand = kind.from_game_or_none(hole.replace(" ", ""), board.replace(" ", ""))
    if hand is None:
        return NO_LOW
    place = int(hand.entry.index)
    return 7462 - place if kind is pokerkit.OmahaHoldemHand else place + 1
