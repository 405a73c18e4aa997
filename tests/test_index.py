"""The compiled networks and index arithmetic, exhaustively, against sorting and counting."""

from collections.abc import Callable
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastlow import multisets
from fastlow.kernels import index as kernels
from fastlow.kernels.rank import wide_index7

Scalars = list[np.uint8]
NETWORKS: dict[int, Callable[..., Any]] = {
    5: kernels.sort5,
    6: kernels.sort6,
    7: kernels.sort7,
}
INDICES: dict[int, Callable[..., Any]] = {
    5: kernels.index5,
    6: kernels.index6,
    7: kernels.index7,
}
CHOICES: dict[int, Callable[..., Any]] = {
    2: kernels.choose2,
    3: kernels.choose3,
    4: kernels.choose4,
    5: kernels.choose5,
    6: kernels.choose6,
    7: kernels.choose7,
}
LARGEST_KNOWN = 13  # a joker


def scalars(values: tuple[int, ...] | list[int]) -> Scalars:
    return [np.uint8(value) for value in values]


@pytest.mark.parametrize("cards", NETWORKS)
def test_networks_sort_all_zeros_and_ones_hence_everything(cards: int) -> None:
    """The 0-1 principle (Knuth, The Art of Computer Programming 3, section 5.3.4, theorem Z)."""
    for bits in product((0, 1), repeat=cards):
        assert list(NETWORKS[cards](*scalars(bits))) == sorted(bits)


@given(st.sampled_from([5, 6, 7]).flatmap(lambda n: st.tuples(*[st.integers(0, 255)] * n)))
def test_networks_sort_all_bytes(values: tuple[int, ...]) -> None:
    assert list(NETWORKS[len(values)](*scalars(values))) == sorted(values)


@pytest.mark.parametrize("k", CHOICES)
def test_binomials(k: int) -> None:
    found = [CHOICES[k](np.uint8(rank)) for rank in range(LARGEST_KNOWN + 1)]
    assert found == [comb(rank + k - 1, k) for rank in range(LARGEST_KNOWN + 1)]


@pytest.mark.parametrize(("cards", "ranks"), [(5, 14), (6, 14), (7, 13)])
def test_index_of_every_multiset(cards: int, ranks: int) -> None:
    rows = multisets.all_multisets(cards, ranks)
    found = [INDICES[cards](*row) for row in rows]
    assert found == multisets.index(rows).tolist()


def test_index_of_seven_cards_with_jokers() -> None:
    """It takes cards, and no longer fits 16 bits."""
    rows = multisets.all_multisets(7, 14)
    found = [wide_index7(*hand) for hand in rows * np.uint8(4)]
    assert found == list(range(77520))


@pytest.mark.parametrize("suit", range(4))
def test_rank_of_every_card(suit: int) -> None:
    assert [kernels.rank_of(np.uint8(4 * rank + suit)) for rank in range(14)] == list(range(14))


@pytest.mark.parametrize("ranks", [(0, 0, 0, 0, 0), (12, 3, 7, 0, 9), (5, 6, 7, 8, 12)])
def test_one_suit(ranks: tuple[int, ...]) -> None:
    for suits in product(range(4), repeat=5):
        cards = scalars([4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)])
        assert kernels.one_suit(*cards) == (len(set(suits)) == 1)
