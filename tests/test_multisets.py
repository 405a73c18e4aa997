"""The index of a multiset against a plain sort."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastlow import multisets

multiset = st.integers(1, 8).flatmap(
    lambda n: st.lists(st.integers(0, 13), min_size=n, max_size=n).map(sorted)
)


def colexicographic(cards: int, ranks: int) -> list[tuple[int, ...]]:
    """All multisets, compared from their highest rank down."""
    return sorted(combinations_with_replacement(range(ranks), cards), key=lambda row: row[::-1])


@pytest.mark.parametrize("ranks", [13, 14])
@pytest.mark.parametrize("cards", range(1, 8))
def test_every_multiset_has_its_place(cards: int, ranks: int) -> None:
    expected = colexicographic(cards, ranks)
    rows = multisets.all_multisets(cards, ranks)
    assert rows.dtype == np.uint8
    assert rows.tolist() == [list(row) for row in expected]
    assert multisets.index(rows).tolist() == list(range(len(expected)))
    assert multisets.size(cards, ranks) == len(expected)


@pytest.mark.parametrize(("cards", "n", "n_with_jokers"), [(5, 6188, 8568), (7, 50388, 77520)])
def test_published_sizes(cards: int, n: int, n_with_jokers: int) -> None:
    assert multisets.size(cards) == n
    assert multisets.size(cards, multisets.N_RANKS + 1) == n_with_jokers
    assert multisets.index([multisets.JOKER] * cards) == n_with_jokers - 1


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_multisets_without_a_joker_come_first(cards: int) -> None:
    rows = multisets.all_multisets(cards, multisets.N_RANKS + 1)
    n = multisets.size(cards)
    assert (rows[:n] == multisets.all_multisets(cards)).all()
    assert (rows[n:, -1] == multisets.JOKER).all()


@given(multiset, multiset)
def test_the_highest_rank_decides_first(a: list[int], b: list[int]) -> None:
    b = (b * len(a))[: len(a)]
    first, second = (int(multisets.index(sorted(each))) for each in (a, b))
    assert (first < second) == (sorted(a)[::-1] < sorted(b)[::-1])


@given(multiset)
def test_the_shape_is_that_of_the_ranks_less_the_last_axis(ranks: list[int]) -> None:
    alone = int(multisets.index(ranks))
    assert (
        multisets.index(np.tile(np.array(ranks, np.uint8), (2, 3, 1))).tolist() == [[alone] * 3] * 2
    )
