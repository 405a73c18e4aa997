"""Deals: bit by bit against NumPy's SFC64 and a list of cards, exact bounds, and statistics."""

import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise, permutations, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastlow.cards import parse
from fastlow.deals import deal, deal_into, new_lanes
from fastlow.kernels import deal as kernels

Ints = npt.NDArray[np.int64]

BLOCK, LANES, FRACTION = 1024, 64, 1 << 58


# Bit by bit: another author's generator, whole numbers of any size, and a list to draw from.


def numpy_lane(a: int, b: int, c: int) -> np.random.SFC64:
    """NumPy's own SFC64, started from three words as its seeding does."""
    lane = np.random.SFC64()
    words = np.array([a, b, c, 1], np.uint64)
    lane.state = lane.state | {"state": {"state": words}}
    lane.random_raw(12)
    return lane


def naive_words(seed: int, words: int, blocks: int) -> npt.NDArray[np.uint64]:
    """Words of each deal, shape (deals, words): lane after lane along the rows of a block."""
    starts = np.random.default_rng(seed).integers(0, 1 << 64, (3, LANES), np.uint64)
    lanes = [numpy_lane(*map(int, start)) for start in starts.T]
    turns = np.stack([lane.random_raw(blocks * words * BLOCK // LANES) for lane in lanes], axis=1)
    return turns.reshape(blocks, words, BLOCK).transpose(0, 2, 1).reshape(-1, words)


def naive_deal(words: list[int], cards: int, stub: list[int]) -> list[int]:
    stub, hand, fraction = list(stub), [], 0
    for i in range(cards):
        fraction = (fraction if i % 6 else words[i // 6]) % FRACTION * len(stub)
        hand.append(stub.pop(fraction // FRACTION))
    return hand


@pytest.mark.parametrize(
    ("cards", "dead", "jokers"),
    [(7, [], 0), (5, [51, 0, 30], 0), (8, [3, 7, 11, 14, 18, 22], 1), (1, [52], 2), (54, [], 2)],
)
def test_deals_are_those_of_numpys_generator_and_a_list_of_cards(
    cards: int, dead: list[int], jokers: int
) -> None:
    n = BLOCK + 300
    stub = [card for card in range(52 + jokers) if card not in dead]
    words = naive_words(7, -(-cards // 6), 2)[:n].tolist()
    expected = [naive_deal(row, cards, stub) for row in words]
    assert deal(n, cards, dead=dead, jokers=jokers, rng=7).tolist() == expected


def test_a_lane_is_numpys_sfc64_seeded_by_the_same_three_words() -> None:
    seeds = [np.random.SeedSequence(i) for i in range(LANES)]
    lanes = np.ones((4, LANES), np.uint64)
    lanes[:3] = np.transpose([seed.generate_state(3, np.uint64) for seed in seeds])
    words = np.empty((100, LANES), np.uint64)
    kernels.next_words(lanes, words)
    for lane, seed in enumerate(seeds):
        assert (words[12:, lane] == np.random.SFC64(seed).random_raw(88)).all()


def test_the_first_deals_of_a_seed_never_change() -> None:
    assert deal(3, 5, rng=1).tolist() == [
        [27, 41, 2, 30, 21],
        [35, 16, 3, 24, 27],
        [18, 8, 4, 22, 14],
    ]


# Uniform, exactly: which words belong to which deal.


def digits(words: npt.ArrayLike, stub: int, cards: int) -> Ints:
    """What the kernel draws from one word for each deal, shape (n, cards)."""
    scratch = np.array(words, np.uint64)[None]
    block = np.empty((cards, scratch.size), np.uint8)
    kernels.draw_digits(scratch, stub, block)
    return block.T.astype(np.int64)


def number(rows: Ints, stub: int) -> Ints:
    """Number deals in lexicographic order of their digits."""
    total = np.zeros(len(rows), np.int64)
    for i, column in enumerate(rows.T):
        assert (column < stub - i).all()
        total = total * (stub - i) + column
    return total


@pytest.mark.parametrize("cards", range(1, 7))
def test_a_deal_is_the_words_fraction_of_all_deals(cards: int) -> None:
    words = np.random.default_rng(cards).integers(0, 1 << 64, 20_000, np.uint64)
    for stub in (6, 13, 45, 52, 54):
        expected = [w % FRACTION * math.perm(stub, cards) // FRACTION for w in words.tolist()]
        assert number(digits(words, stub, cards), stub).tolist() == expected


@pytest.mark.parametrize(("stub", "cards"), [(1, 1), (54, 1), (52, 2), (54, 3), (7, 6), (8, 6)])
def test_each_deal_has_its_share_of_the_words_or_one_more(stub: int, cards: int) -> None:
    # The deal is monotone in the word (the test above), so its words are an interval; the kernel
    # is asked at both ends of every one.
    deals = math.perm(stub, cards)
    starts = [-(-x * FRACTION // deals) for x in range(deals + 1)]
    ends = [start - 1 for start in starts[1:]]
    everything = np.arange(deals)
    assert (number(digits(starts[:-1], stub, cards), stub) == everything).all()
    assert (number(digits(ends, stub, cards), stub) == everything).all()
    assert {b - a for a, b in pairwise(starts)} <= {FRACTION // deals, FRACTION // deals + 1}


def test_no_deal_of_any_deck_is_off_by_more_than_stated() -> None:
    def most(stub: int, cards: int) -> Fraction:
        """The largest factor between the probability of a deal and 1 / number of deals."""
        sizes = range(stub, stub - cards, -1)
        groups = [math.prod(sizes[i : i + 6]) for i in range(0, cards, 6)]
        return math.prod((1 + Fraction(group, FRACTION) for group in groups), start=Fraction(1))

    one_word = max(most(stub, 6) for stub in range(6, 55))
    assert 6.4e-8 < one_word - 1 < 6.5e-8
    assert max(most(stub, stub) for stub in range(1, 55)) - 1 < 1.2e-7


@pytest.mark.parametrize("dead", [(), (0,), (2,), (0, 1, 4), (1, 3, 5, 7)])
def test_digits_give_every_ordered_deal_once(dead: tuple[int, ...]) -> None:
    stub = [card for card in range(8) if card not in dead]
    for cards in range(1, min(5, len(stub)) + 1):
        tuples = product(*(range(len(stub) - i) for i in range(cards)))
        block = np.array(list(tuples), np.uint8).T.copy()
        kernels.raise_past_earlier(block)
        kernels.raise_past_dead(np.array(dead, np.uint8), block)
        assert sorted(map(tuple, block.T.tolist())) == list(permutations(stub, cards))


# Uniform, by counting. Seeds are fixed, so a test that passes once passes always.


def improbable(counts: npt.ArrayLike, expected: npt.ArrayLike) -> float:
    """Chi-square in standard deviations above its mean."""
    observed, mean = np.asarray(counts, float), np.asarray(expected, float)
    freedom = observed.size - 1
    statistic = float((np.square(observed - mean) / mean).sum())
    return (statistic - freedom) / math.sqrt(2 * freedom)


def spread(values: Ints, size: int) -> float:
    return improbable(np.bincount(values.ravel(), minlength=size), values.size / size)


@pytest.fixture(scope="module")
def sevens() -> Ints:
    return deal(2_000_000, 7, rng=2024, axis=0).astype(np.int64)


def test_every_position_is_uniform(sevens: Ints) -> None:
    assert max(spread(column, 52) for column in sevens) < 4


def test_every_ordered_pair_is_uniform(sevens: Ints) -> None:
    for i, j in permutations(range(7), 2):
        first, second = sevens[i], sevens[j]
        assert spread(51 * first + second - (second > first), 52 * 51) < 4.5


@pytest.mark.parametrize("lag", [1, LANES, BLOCK, 4 * LANES])
def test_deals_do_not_know_each_other(sevens: Ints, lag: int) -> None:
    for i, j in ((0, 0), (6, 0), (0, 6)):
        assert spread(52 * sevens[i, lag:] + sevens[j, :-lag], 52 * 52) < 4


def test_neighbouring_seeds_do_not_know_each_other() -> None:
    firsts = np.array([deal(1, 2, rng=seed)[0] for seed in range(5200)], np.int64)
    assert spread(firsts[:, 0], 52) < 4
    assert spread(firsts[:, 1], 52) < 4
    assert spread((firsts[1:, 0] - firsts[:-1, 0]) % 52, 52) < 4


def test_five_card_hands_come_in_their_known_proportions(sevens: Ints) -> None:
    ranks = np.sort(sevens[:5] >> 2, axis=0)
    same = (ranks[1:] == ranks[:-1]).astype(np.int64)
    patterns = Counter((np.array([1, 2, 4, 8]) @ same).tolist())
    one_suit = int(((sevens[1:5] & 3) == (sevens[0] & 3)).all(axis=0).sum())
    kinds = {  # by which neighbours are equal; numbers of hands out of 2 598 960
        1317888: [0],
        1098240: [1, 2, 4, 8],
        123552: [5, 9, 10],
        54912: [3, 6, 12],
        3744: [11, 13],
        624: [7, 14],
    }
    counts = [sum(patterns[p] for p in kind) for kind in kinds.values()]
    n = sevens.shape[1]
    assert sum(counts) == n
    assert improbable(counts, np.array([*kinds]) * (n / 2598960)) < 4
    assert improbable([one_suit, n - one_suit], np.array([5148, 2593812]) * (n / 2598960)) < 4


@pytest.mark.parametrize("jokers", [1, 2])
def test_jokers_come_as_often_as_they_should(jokers: int) -> None:
    n, cards, dead = 400_000, 5, parse("As 2d 3h 4c")
    dealt = deal(n, cards, dead=dead, jokers=jokers, rng=5, axis=0)
    stub = 48 + jokers
    ways = [math.comb(jokers, k) * math.comb(48, cards - k) for k in range(jokers + 1)]
    counts = np.bincount((dealt >= 52).sum(axis=0), minlength=jokers + 1)
    assert improbable(counts, np.array(ways) * (n / math.comb(stub, cards))) < 4
    assert spread(np.searchsorted(np.setdiff1d(np.arange(54), dead), dealt), stub) < 4


# What must hold of any deal.


@st.composite
def decks(draw: st.DrawFn) -> tuple[int, list[int], int]:
    """A number of cards, dead cards and a number of jokers that go together."""
    jokers = draw(st.integers(0, 2))
    dead = draw(st.lists(st.integers(0, 51 + jokers), unique=True))
    return draw(st.integers(0, 52 + jokers - len(dead))), dead, jokers


@given(decks(), st.integers(0, 2100), st.integers(0, 2**32))
def test_any_deal(deck: tuple[int, list[int], int], n: int, seed: int) -> None:
    cards, dead, jokers = deck
    rows = deal(n, cards, dead=dead, jokers=jokers, rng=seed)
    assert rows.shape == (n, cards)
    assert rows.dtype == np.uint8
    assert rows.flags.c_contiguous
    assert not np.isin(rows, dead).any()
    assert (rows < 52 + jokers).all()
    ordered = np.sort(rows, axis=1)
    assert (ordered[:, 1:] > ordered[:, :-1]).all()
    columns = deal(n, cards, dead=dead, jokers=jokers, rng=seed, axis=0)
    assert columns.shape == (cards, n)
    assert (rows == columns.T).all()
    shorter = deal(n // 2, cards, dead=dead[::-1], jokers=jokers, rng=seed)
    assert (shorter == rows[: n // 2]).all()


def test_a_whole_deck_is_dealt() -> None:
    assert (np.sort(deal(300, 54, jokers=2, rng=1)) == np.arange(54)).all()
    assert (deal(300, 1, dead=range(51), rng=1) == 51).all()


def test_dead_cards_as_text_and_as_codes() -> None:
    text, codes = "As 2d Jk", np.array([51, 1, 52])
    assert (
        deal(99, 5, dead=text, jokers=1, rng=3) == deal(99, 5, dead=codes, jokers=1, rng=3)
    ).all()


def test_rng_is_a_seed_or_a_generator_that_moves_on() -> None:
    by_seed = deal(50, 5, rng=11)
    generator = np.random.default_rng(11)
    assert (deal(50, 5, rng=np.random.SeedSequence(11)) == by_seed).all()
    assert (deal(50, 5, rng=np.random.PCG64(11)) == by_seed).all()
    assert (deal(50, 5, rng=generator) == by_seed).all()
    assert (deal(50, 5, rng=generator) != by_seed).any()
    assert (deal(50, 5, rng=12) != by_seed).any()
    assert (deal(50, 5) != deal(50, 5)).any()


def test_a_generator_of_32_bit_words_will_do() -> None:
    generator = np.random.Generator(np.random.MT19937(1))
    assert spread(deal(100_000, 5, rng=generator).astype(np.int64), 52) < 4


def test_lanes_go_on_where_they_stopped() -> None:
    out = np.empty((7, 3 * BLOCK), np.uint8)
    lanes = new_lanes(np.random.default_rng(4))
    for begin in (0, BLOCK):
        part = np.empty((7, BLOCK * (1 + begin // BLOCK)), np.uint8)
        deal_into(part, lanes, 53, parse("2c As"))
        out[:, begin : begin + part.shape[1]] = part
    assert (out == deal(3 * BLOCK, 7, dead="As 2c", jokers=1, rng=4, axis=0)).all()


def test_lanes_of_one_generator_differ() -> None:
    generator = np.random.default_rng(4)
    both = np.concatenate([new_lanes(generator), new_lanes(generator)], axis=1)
    assert len(np.unique(both[:3])) == 3 * 2 * LANES


def test_threads_deal_what_one_thread_deals() -> None:
    alone = [deal(20_000, 7, rng=seed) for seed in range(6)]
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda seed: deal(20_000, 7, rng=seed), range(6)))
    assert all((a == b).all() for a, b in zip(alone, together, strict=True))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"n": -1}, ValueError, "n must not be negative, as -1 is"),
        ({"cards": -2}, ValueError, "cards must not be negative, as -2 is"),
        ({"n": 1.0}, TypeError, "n must be a whole number, not 1.0"),
        ({"cards": "5"}, TypeError, "cards must be a whole number, not '5'"),
        ({"cards": 53}, ValueError, "53 cards cannot be dealt from 52 less 0 dead ones"),
        ({"cards": 52, "dead": "As"}, ValueError, "52 cards cannot be dealt from 52 less 1"),
        ({"cards": 54, "jokers": 1}, ValueError, "54 cards cannot be dealt from 53 less 0"),
        ({"jokers": 3}, ValueError, "at most 2 jokers, not 3"),
        ({"jokers": -1}, ValueError, "jokers must not be negative"),
        ({"dead": [5, 9, 5]}, ValueError, "3d appears twice .* at indices 0 and 2"),
        ({"dead": "As Kd As"}, ValueError, "As appears twice, at positions 0 and 6"),
        ({"dead": [5, 54]}, ValueError, "54 at index 1 is not a card"),
        ({"dead": [5, -1]}, ValueError, "-1 at index 1 is not a card"),
        ({"dead": [5, 52]}, ValueError, "52 at index 1 is a joker; the deck has no joker"),
        ({"dead": "Jk Jk", "jokers": 1}, ValueError, "53 at index 1 .* the deck has one joker"),
        ({"dead": "AsKx"}, ValueError, "position 2 has no suit"),
        ({"dead": [1.5]}, TypeError, "cards must be integers"),
        ({"dead": 51}, ValueError, "not 0 dimensions"),
        ({"dead": [[1, 2]]}, ValueError, "not 2 dimensions"),
        ({"axis": 2}, ValueError, "axis 2 is out of bounds"),
        ({"rng": -1}, ValueError, "non-negative"),
        ({"rng": "seed"}, TypeError, "seed"),
    ],
)
def test_bad_input_is_named(
    arguments: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        deal(**({"n": 1, "cards": 5} | arguments))  # type: ignore[arg-type]
