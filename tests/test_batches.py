"""How hands are handed to `rank`: layouts, types, room, threads, and every kind of bad input."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastlow import parse, rank, ranks
from fastlow.kernels.rank import BLOCK
from tests import naive, spaces

Hands = npt.NDArray[Any]
Layout = Callable[[Hands], tuple[Hands, int]]

GOOD = [0, 5, 10, 15, 19]  # 2c 3d 4h 5s 6s
SIZES = [1, 7, 8, 9, 100, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 13]
INTEGERS = ["i1", "u1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", "<u4", "<i8", ">i8", "<u8"]


@pytest.fixture(autouse=True)
def _small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let several workers share small batches."""
    monkeypatch.setattr(ranks, "SLICE", BLOCK)


def columns(hands: Hands) -> Hands:
    return np.ascontiguousarray(hands.T)


def unaligned(hands: Hands) -> Hands:
    """Let the same hands begin at an odd address."""
    room = np.empty(hands.size + 16, np.uint8)
    begin = 1 + -room.ctypes.data % 8
    there = room[begin : begin + hands.size].reshape(hands.shape)
    there[:] = hands
    assert there.ctypes.data % 8 == 1
    return there


LAYOUTS: dict[str, Layout] = {
    "rows": lambda hands: (hands.copy(), -1),
    "columns": lambda hands: (columns(hands), 0),
    "rows in Fortran order": lambda hands: (np.asfortranarray(hands), -1),
    "columns in Fortran order": lambda hands: (np.asfortranarray(hands.T), -2),
    "every other row": lambda hands: (np.repeat(hands, 2, axis=0)[::2], 1),
    "every other column": lambda hands: (np.repeat(hands.T, 2, axis=1)[:, ::2], 0),
    "rows backwards": lambda hands: (hands[::-1].copy()[::-1], -1),
    "columns backwards": lambda hands: (columns(hands[::-1])[:, ::-1], 0),
    "cards backwards": lambda hands: (hands[:, ::-1].copy()[:, ::-1], -1),
    "part of wider rows": lambda hands: (np.pad(hands, ((0, 0), (2, 3)))[:, 2:-3], -1),
    "part of longer columns": lambda hands: (np.pad(hands.T, ((0, 0), (2, 3)))[:, 2:-3], 0),
    "unaligned rows": lambda hands: (unaligned(hands), -1),
    "unaligned columns": lambda hands: (unaligned(columns(hands)), 0),
    "read-only rows": lambda hands: (read_only(hands.copy()), -1),
    "read-only columns": lambda hands: (read_only(columns(hands)), 0),
    "lists": lambda hands: (hands.tolist(), -1),
}


def read_only(array: Hands) -> Hands:
    array.flags.writeable = False
    return array


def hands_and_ranks(n: int, cards: int, ranking: str, seed: int = 0) -> tuple[Hands, Hands]:
    hands = spaces.random_hands(n, cards, spaces.deck_of(ranking), seed)
    return hands, spaces.best_of_fives(hands, ranking)


# Layouts.


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("ranking", ["A-5", "2-7", "high"])
def test_layouts(ranking: str, cards: int, layout: str) -> None:
    for n in SIZES:
        hands, expected = hands_and_ranks(n, cards, ranking, seed=n)
        array, axis = LAYOUTS[layout](hands)
        assert np.array_equal(rank(array, ranking, axis=axis), expected), n


@given(
    st.sampled_from(naive.RANKINGS),
    st.integers(5, 7),
    st.lists(st.integers(0, 4), min_size=0, max_size=3),
    st.integers(-4, 3),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_any_number_of_axes(
    ranking: str, cards: int, shape: list[int], axis: int, copied: bool, seed: int
) -> None:
    """The axis of the cards is any, and the array a view or in C order."""
    n = int(np.prod(shape, dtype=int))
    hands, expected = hands_and_ranks(n, cards, ranking, seed)
    axis %= len(shape) + 1
    array = np.moveaxis(hands.reshape(*shape, cards), -1, axis)
    if copied:
        array = np.ascontiguousarray(array)
    for each in (axis, axis - array.ndim):
        assert np.array_equal(rank(array, ranking, axis=each), expected.reshape(shape))


def test_one_hand_against_many_boards_by_broadcasting() -> None:
    hands, expected = hands_and_ranks(6, 5, "2-7")
    found = rank(np.broadcast_to(hands, (3, 6, 5)), "2-7")
    assert np.array_equal(found, np.broadcast_to(expected, (3, 6)))


@pytest.mark.parametrize("axis", [0, -1])
def test_one_hand_gives_a_scalar(axis: int) -> None:
    for hand in (GOOD, np.array(GOOD, np.uint8), parse("2c 3d 4h 5s 6s")):
        assert type(rank(hand, "2-6", axis=axis)) is np.uint16
        assert rank(hand, "2-6", axis=axis) == 1


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("workers", [1, 2])
def test_no_hands(cards: int, workers: int) -> None:
    for shape, axis in (((0, cards), -1), ((cards, 0), 0), ((3, 0, cards), -1), ((0, cards, 2), 1)):
        for dtype in (np.uint8, np.int64):
            found = rank(np.empty(shape, dtype), "2-7", axis=axis, workers=workers)
            assert found.dtype == np.uint16
            assert found.shape == tuple(np.delete(shape, axis))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_of_every_kind(dtype: str) -> None:
    hands, expected = hands_and_ranks(50, 6, "A-6")
    for array, axis in ((hands, -1), (columns(hands), 0)):
        assert np.array_equal(rank(array.astype(dtype), "A-6", axis=axis), expected)


def test_the_cards_are_left_alone() -> None:
    for dtype in (np.uint8, np.int64):
        hands = hands_and_ranks(50, 7, "high-bug")[0].astype(dtype)
        before = hands.copy()
        rank(hands, "high-bug")
        assert np.array_equal(hands, before)


# Room for the result, threads, no checks.


@pytest.mark.parametrize("workers", [1, 2])
def test_out_takes_the_ranks_and_nothing_else_changes(workers: int) -> None:
    n = 2 * BLOCK + 5
    hands, expected = hands_and_ranks(n, 7, "2-7")
    for array, axis in ((hands, -1), (columns(hands), 0)):
        room = np.full(n + 2, 9999, np.uint16)
        found = rank(array, "2-7", axis=axis, out=room[1:-1], workers=workers)
        assert found.base is room
        assert room.tolist() == [9999, *expected.tolist(), 9999]


def test_out_for_several_axes_and_for_one_hand() -> None:
    hands, expected = hands_and_ranks(12, 5, "A-5")
    room = np.empty((3, 4), np.uint16)
    assert rank(hands.reshape(3, 4, 5), "A-5", out=room) is room
    assert np.array_equal(room, expected.reshape(3, 4))
    single = np.empty((), np.uint16)
    assert rank(hands[0], "A-5", out=single) == expected[0] == single


@pytest.mark.parametrize("workers", [1, 2, 3, 7, np.int64(2)])
@pytest.mark.parametrize("cards", [5, 7])
def test_the_number_of_workers_does_not_matter(workers: int, cards: int) -> None:
    for n in (1, BLOCK, BLOCK + 1, 3 * BLOCK, 5 * BLOCK + 17):
        hands, expected = hands_and_ranks(n, cards, "2-7", seed=n)
        for array, axis in ((hands, -1), (columns(hands), 0)):
            assert np.array_equal(rank(array, "2-7", axis=axis, workers=workers), expected)


@pytest.mark.parametrize("ranking", naive.RANKINGS)
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_without_checks_good_hands_are_ranked_alike(cards: int, ranking: str) -> None:
    hands, expected = hands_and_ranks(BLOCK + 9, cards, ranking)
    for array, axis in ((hands, -1), (columns(hands), 0), (hands.astype(np.int64), -1)):
        assert np.array_equal(rank(array, ranking, axis=axis, check=False), expected)


def test_without_checks_a_card_may_come_twice() -> None:
    assert rank([51, 51, 0, 5, 10], "A-5", check=False) == rank([51, 50, 0, 5, 10], "A-5")


# Bad input: what is said, exactly.

NAMES = "'A-5', 'A-6', '2-7', '2-6', 'high', 'high-wild', 'high-bug'"
WILD = "'high-wild' and 'high-bug' do"
MANY = np.tile(np.array(GOOD, np.uint8), (4, 1))


VALUES: list[tuple[Any, dict[str, Any], str]] = [
    # cards
    ([0, 5, 10, 15, 54], {}, "54 at index 4 is not a card: 0 to 53 are"),
    ([0, 5, -1, 15, 54], {}, "-1 at index 2 is not a card: 0 to 53 are"),
    ([0, 5, 10, 15, 300], {}, "300 at index 4 is not a card: 0 to 53 are"),
    ([0, 0, 10, 15, 255], {}, "255 at index 4 is not a card: 0 to 53 are"),
    (np.array([0, 0, 10, 15, 255], np.uint8), {}, "255 at index 4 is not a card: 0 to 53 are"),
    (np.array([255, 1, 10, 60, 255], np.uint8), {}, "255 at index 0 is not a card: 0 to 53 are"),
    (parse("AsAs2c3d4h", check=False), {}, "As appears twice in the hand"),
    (parse("2c3dAs4hAs3d", check=False), {}, "As appears twice in the hand"),
    (parse("2c3d3c4hAsKd2c", check=False), {}, "2c appears twice in the hand"),
    ([0, 1, 52, 53, 52], {}, "Jk appears twice in the hand"),
    ([0, 1, 53, 53, 52], {}, "Jk appears twice in the hand"),
    ([0, 1, 52, 53, 54], {}, "54 at index 4 is not a card: 0 to 53 are"),
    # the ranking
    (GOOD, {"ranking": "razz"}, f"ranking must be one of {NAMES}, not 'razz'"),
    (GOOD, {"ranking": "a-5"}, f"ranking must be one of {NAMES}, not 'a-5'"),
    (GOOD, {"ranking": ["A-5"]}, f"ranking must be one of {NAMES}, not ['A-5']"),
    (GOOD, {"ranking": None}, f"ranking must be one of {NAMES}, not None"),
    (
        [0, 5, 10, 15, 52],
        {"ranking": "high"},
        f"52 at index 4 is a joker, which ranking 'high' does not take; {WILD}",
    ),
    (
        np.array([53, 5, 10, 15, 52, 17], np.uint8),
        {"ranking": "high"},
        f"53 at index 0 is a joker, which ranking 'high' does not take; {WILD}",
    ),
    # how many cards, and where
    (GOOD[:4], {}, "cards must have 5, 6 or 7 cards on axis -1, not (4,)"),
    (list(range(8)), {}, "cards must have 5, 6 or 7 cards on axis -1, not (8,)"),
    (7, {}, "cards must have 5, 6 or 7 cards on axis -1, not ()"),
    (MANY, {"axis": 0}, "cards must have 5, 6 or 7 cards on axis 0, not (4, 5)"),
    (MANY.T, {}, "cards must have 5, 6 or 7 cards on axis -1, not (5, 4)"),
    (MANY[None], {"axis": 1}, "cards must have 5, 6 or 7 cards on axis 1, not (1, 4, 5)"),
    (GOOD, {"axis": 1}, "axis 1 is out of bounds for array of dimension 1"),
    (MANY, {"axis": -3}, "axis -3 is out of bounds for array of dimension 2"),
    # room
    (MANY, {"out": np.empty(5, np.uint16)}, "out must have shape (4,), not (5,)"),
    (MANY, {"out": np.empty((4, 1), np.uint16)}, "out must have shape (4,), not (4, 1)"),
    (GOOD, {"out": np.empty(1, np.uint16)}, "out must have shape (), not (1,)"),
    (MANY, {"out": np.empty(8, np.uint16)[::2]}, "out must be C-contiguous and writeable"),
    (
        MANY.reshape(2, 2, 5),
        {"out": np.empty((2, 2), np.uint16, "F")},
        "out must be C-contiguous and writeable",
    ),
    (MANY, {"out": read_only(np.empty(4, np.uint16))}, "out must be C-contiguous and writeable"),
    # threads
    (GOOD, {"workers": 0}, "workers must be a positive integer, not 0"),
    (GOOD, {"workers": -1}, "workers must be a positive integer, not -1"),
    (GOOD, {"workers": 1.5}, "workers must be a positive integer, not 1.5"),
    (GOOD, {"workers": None}, "workers must be a positive integer, not None"),
    # qualifiers
    (GOOD, {"qualifier": 4}, "qualifier must be 5 to 13, not 4"),
    (GOOD, {"qualifier": 14}, "qualifier must be 5 to 13, not 14"),
    (GOOD, {"qualifier": True}, "qualifier must be 5 to 13, not True"),
    (
        GOOD,
        {"ranking": "high", "qualifier": 8},
        "ranking 'high' is a high one and takes no qualifier",
    ),
    (
        GOOD,
        {"ranking": "high-bug", "qualifier": 8},
        "ranking 'high-bug' is a high one and takes no qualifier",
    ),
]
TYPES: list[tuple[Any, dict[str, Any], str]] = [
    ([0.0, 5.0, 10.0, 15.0, 19.0], {}, "cards must be integers, not float64"),
    ([], {}, "cards must be integers, not float64"),
    ("2c 3d 4h 5s 6s", {}, "cards must be integers, not <U14"),
    (["2c", "3d", "4h", "5s", "6s"], {}, "cards must be integers, not <U2"),
    ([b"2c", b"3d", b"4h", b"5s", b"6s"], {}, "cards must be integers, not |S2"),
    ([True] * 5, {}, "cards must be integers, not bool"),
    ([0, 5, 10, 15, None], {}, "cards must be integers, not object"),
    ([0, 5, 10, 15, 2**70], {}, "cards must be integers, not object"),
    (None, {}, "cards must be integers, not object"),
    (MANY, {"out": np.empty(4, np.int16)}, "out must be an array of uint16, not int16"),
    (MANY, {"out": np.empty(4, ">u2")}, "out must be an array of uint16, not >u2"),
    (MANY, {"out": np.empty(4)}, "out must be an array of uint16, not float64"),
    (MANY, {"out": [0] * 4}, "out must be an array of uint16, not <class 'list'>"),
    (GOOD, {"qualifier": "8"}, "qualifier must be an integer of 5 to 13 or None, not '8'"),
    (GOOD, {"qualifier": 8.0}, "qualifier must be an integer of 5 to 13 or None, not 8.0"),
    (GOOD, {"qualifier": [8]}, "qualifier must be an integer of 5 to 13 or None, not [8]"),
    (GOOD, {"axis": None}, "'NoneType' object cannot be interpreted as an integer"),
    (GOOD, {"axis": (0,)}, "'tuple' object cannot be interpreted as an integer"),
]
BAD = [(ValueError, *each) for each in VALUES] + [(TypeError, *each) for each in TYPES]


@pytest.mark.parametrize(
    ("kind", "cards", "options", "message"),
    BAD,
    ids=[f"{i}-{each[-1]}" for i, each in enumerate(BAD)],
)
def test_bad_input(
    kind: type[Exception], cards: Any, options: dict[str, Any], message: str
) -> None:
    rank(GOOD, "A-5", qualifier=8)  # what was asked before makes nothing of this acceptable
    with pytest.raises(kind) as caught:
        rank(cards, **{"ranking": "A-5", **options})
    assert str(caught.value) == message


# Faults in a large batch: the first is named, by its place in the caller's array.

LARGE = spaces.random_hands(3 * 4 * BLOCK + 24, 5, 52, seed=1)
PLACES = [0, 7, BLOCK - 1, BLOCK, 2 * BLOCK + 5, len(LARGE) - 1]


def message_of(array: Hands, **options: Any) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the whole message is compared)
        rank(array, options.pop("ranking", "2-7"), **options)
    return str(caught.value)


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("hand", PLACES)
@pytest.mark.parametrize("card", [0, 3, 4])
def test_the_place_of_a_code_that_is_no_card(hand: int, card: int, workers: int) -> None:
    hands = LARGE.copy()
    hands[hand, card] = 99
    said = "99 at index {} is not a card: 0 to 53 are"
    assert message_of(hands, workers=workers) == said.format((hand, card))
    assert message_of(columns(hands), axis=0, workers=workers) == said.format((card, hand))
    assert message_of(hands.astype(int), workers=workers) == said.format((hand, card))
    cube = hands.reshape(3, -1, 5)
    where = np.unravel_index(hand, cube.shape[:2])
    i, j = map(int, where)
    assert message_of(cube, workers=workers) == said.format((i, j, card))
    for axis, place in (
        (0, (card, i, j)),
        (1, (i, card, j)),
        (-2, (i, card, j)),
        (-3, (card, i, j)),
    ):
        view = np.moveaxis(cube, -1, axis)
        assert message_of(view, axis=axis, workers=workers) == said.format(place)
        copy = np.ascontiguousarray(view)
        assert message_of(copy, axis=axis, workers=workers) == said.format(place)


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("hand", PLACES)
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_place_of_a_hand_with_a_card_twice(cards: int, hand: int, workers: int) -> None:
    hands = spaces.random_hands(len(LARGE), cards, 52, seed=cards)
    hands[hand, 0] = hands[hand, -1] = 51
    said = "As appears twice in the hand at index {}"
    for array, axis in ((hands, -1), (columns(hands), 0), (hands.astype(np.int16), -1)):
        assert message_of(array, axis=axis, workers=workers) == said.format(hand)
    i, j = map(int, np.unravel_index(hand, (2, len(LARGE) // 2)))
    cube = columns(hands).reshape(cards, 2, -1)
    assert message_of(cube, axis=0, workers=workers) == said.format((i, j))


@pytest.mark.parametrize("hand", PLACES)
def test_the_place_of_a_joker_in_high(hand: int) -> None:
    hands = LARGE.copy()
    hands[hand, 2] = 52
    said = f"52 at index {(hand, 2)} is a joker, which ranking 'high' does not take; {WILD}"
    assert message_of(hands, ranking="high", workers=2) == said
    assert message_of(hands.astype(int), ranking="high") == said
    assert (rank(hands, "high-wild") > 0).all()


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_of_several_faults_the_first_is_named(workers: int) -> None:
    """Also if every thread has one."""
    hands = LARGE.copy()
    for hand in range(len(hands) - 1, BLOCK + 3, -1500):
        hands[hand, 1], first = 60, hand
    hands[first + 1, :2] = 7
    said = f"60 at index {(first, 1)} is not a card: 0 to 53 are"
    for array in (hands, hands.astype(int)):
        assert message_of(array, workers=workers) == said
    hands[first - 1, 0] = hands[first - 1, 4]
    twice = naive.DECK[hands[first - 1, 0]]
    said = f"{twice} appears twice in the hand at index {first - 1}"
    assert message_of(hands, workers=workers) == said
    assert message_of(columns(hands), axis=0, workers=workers) == said


def test_a_fault_stops_before_the_tables_are_read() -> None:
    """A code up to 255 in every place: an index far outside of a table would crash."""
    for code in range(54, 256):
        for cards in (5, 6, 7):
            hands = spaces.random_hands(9, cards, 52, seed=code)
            hands[:, code % cards] = code
            assert (
                message_of(hands)
                == f"{code} at index (0, {code % cards}) is not a card: 0 to 53 are"
            )
