"""Omaha: exactly two cards of the hole and three of the board.

The tables over (ranks of the board, ranks of two hole cards) are made from the five-card table of
a ranking when first wanted: it takes 10 ms, so that no file is kept.
"""

from collections.abc import Iterable
from functools import cache, reduce
from itertools import combinations
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from fastlow.batches import (
    LAST_JOKER,
    Codes,
    Ranks,
    arrange,
    as_hands,
    is_twice,
    read_only,
    repeated,
    result,
)
from fastlow.foreign import host_of
from fastlow.jobs import in_slices
from fastlow.kernels import omaha as kernels
from fastlow.kernels.arrange import ONE
from fastlow.kernels.omaha import LAST, PAIRS, LowSets, OmahaLookup
from fastlow.kernels.rank import BLOCK
from fastlow.multisets import N_RANKS, all_multisets, index, size
from fastlow.places import at, first
from fastlow.rankings import NO_LOW
from fastlow.tables import lookup

HOLES = (4, 5, 6)
BOARDS = (3, 4, 5)
SLICE = 1 << 16  # hands for a thread: 0.1 ms for a low, 0.3 for a high
LARGEST_SETS = 9  # a table over two sets of so many ranks has 2**18 bytes
NONE_YET = 127  # beyond the 126 lows of 9-or-better


def rank_omaha(
    hole: npt.ArrayLike,
    board: npt.ArrayLike,
    ranking: str,
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: Ranks | None = None,
    check: bool = True,
    workers: int = 1,
) -> Any:
    """Rank Omaha hands, two of the hole and three of the board: 1 is the best hand.

    Parameters
    ----------
    hole : array_like of int, shape (..., h), or (h, ...) with ``axis=0``
        Card codes of 0 to 51; `h` is 4, 5 or 6. Omaha has no jokers.
    board : array_like of int, shape (..., b), or (b, ...) with ``axis=0``
        `b` is 3, 4 or 5; on fewer than five the rank is that of the best hand so far. Hole and
        board broadcast against each other; one board for many hands, or one hand on many
        boards, is not copied. Either may be a Dask array or columns, as in `rank`.
    ranking : str
        A ranking, as in `rank`.
    qualifier : int, optional
        From 5 to 13, the highest card of a qualifying low, 8 for 8-or-better: others are `NO_LOW`
        (65535). In ``"A-5"`` 8 and 9 have a path of their own, several times as fast.
    axis, out, check, workers
        As in `rank`; `axis` is that of the cards in both arrays.

    Returns
    -------
    ndarray of uint16, or numpy.uint16 for a single hand
        One rank a hand, in the broadcast shape of `hole` and `board` less the axis of cards.

    Raises
    ------
    ValueError
        If a code is no card or comes twice, in the hole or between hole and board; the value and
        the place are named. If there are not 4 to 6 and 3 to 5 cards, or the shapes do not match.
    TypeError
        If the cards are not integers, or `out` is not an array of `uint16`.

    Examples
    --------
    >>> import fastlow
    >>> hole, board = fastlow.parse("As Ks 5d 7c"), fastlow.parse("Ts 7d 8h 4s 2c")
    >>> low = fastlow.rank_omaha(hole, board, "A-5", qualifier=8)
    >>> fastlow.describe(low, "A-5")
    '7-5-4-2-A, seven-five, smooth seven'
    """
    if host := host_of(hole, board):
        options = {"axis": axis, "out": out, "check": check, "workers": workers}
        return host.rank_omaha(hole, board, ranking, qualifier=qualifier, **options)
    sides = _sides(hole, board, axis, check)
    low, sets = low_tables(ranking, qualifier, sides[1].shape[-1])
    ranks = result(common_shape(*sides), out)
    _rank(*sides, (None, low, sets), (ranks, ranks), check, workers)
    return ranks if ranks.ndim else ranks[()]


def rank_omaha_high_low(
    hole: npt.ArrayLike,
    board: npt.ArrayLike,
    high: str = "high",
    low: str = "A-5",
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: tuple[Ranks, Ranks] | None = None,
    check: bool = True,
    workers: int = 1,
) -> tuple[Any, Any]:
    """Rank Omaha hands for both halves of a pot in one pass: 1 is the best hand, high and low.

    The cards are read, checked and put in order once, and not twice as by two calls of
    `rank_omaha`.

    Parameters
    ----------
    hole, board : array_like of int
        Cards as `rank_omaha` takes them.
    high, low : str
        The rankings of the two halves.
    qualifier : int, optional
        The highest card of a qualifying low; 8 is 8-or-better.
    out : (ndarray, ndarray) of uint16, optional
        C-contiguous arrays that take the high and the low ranks.
    axis, check, workers
        As in `rank_omaha`.

    Returns
    -------
    high, low : ndarray of uint16, or numpy.uint16 for a single hand
        The ranks of either half; a low that does not qualify is `NO_LOW` (65535).

    Raises
    ------
    ValueError, TypeError
        As `rank_omaha` does.

    Examples
    --------
    >>> import fastlow
    >>> hole, board = fastlow.parse("As Ks 5d 7c"), fastlow.parse("Ts 7d 8h 4s 2s")
    >>> high, low = fastlow.rank_omaha_high_low(hole, board, qualifier=8)
    >>> fastlow.describe(high, "high"), fastlow.describe(low, "A-5")
    ('A-K-T-4-2, ace-high flush', '7-5-4-2-A, seven-five, smooth seven')
    """
    sides = _sides(hole, board, axis, check)
    cards = sides[1].shape[-1]
    tables = pairs_lookup(high, None, cards), *low_tables(low, qualifier, cards)
    shape = common_shape(*sides)
    ranks = [result(shape, each) for each in out or (None, None)]
    _rank(*sides, tables, (ranks[0], ranks[1]), check, workers)
    to_high, to_low = (each if each.ndim else each[()] for each in ranks)
    return to_high, to_low


def _sides(
    hole: npt.ArrayLike, board: npt.ArrayLike, axis: int, check: bool
) -> tuple[Codes, Codes]:
    holes = as_hands(hole, axis, check, HOLES, "hole")
    return holes, as_hands(board, axis, check, BOARDS, "board")


def _rank(
    holes: Codes,
    boards: Codes,
    tables: tuple[OmahaLookup | None, OmahaLookup | None, LowSets | None],
    out: tuple[Ranks, Ranks],
    check: bool,
    workers: int,
) -> None:
    """Fill the ranks of both halves; where there is no high half, its array is left alone."""
    shape = out[0].shape
    cards = (*_arranged(holes, shape), *_arranged(boards, shape))
    sizes = (None,) * holes.shape[-1], (None,) * boards.shape[-1]
    flat = [ranks.reshape(-1) for ranks in out]

    def run(start: int, stop: int) -> int:
        checked = True if check else None
        return kernels.rank_omaha(*cards, start, stop, sizes, *tables, checked, *flat)

    fault = in_slices(run, flat[0].size, workers, SLICE)
    if fault >= 0:
        _refuse(holes, boards, shape, fault)


def low_tables(
    ranking: str, qualifier: int | None, board: int
) -> tuple[OmahaLookup | None, LowSets | None]:
    """Choose the tables of one half: sets of low ranks for 8- and 9-or-better, else pairs."""
    lookup(ranking, qualifier)  # refuses what it does not know
    if ranking == "A-5" and qualifier is not None and qualifier <= LARGEST_SETS:
        return None, low_sets(int(qualifier))
    return pairs_lookup(ranking, qualifier, board), None


@cache
def pairs_lookup(ranking: str, qualifier: int | None, board: int) -> OmahaLookup:
    """Return the tables that rank Omaha hands on boards of so many cards."""
    hand = lookup(ranking, qualifier)
    threes = _threes_with_pairs(hand.five[: size(5)])
    boards = all_multisets(board)
    chosen = (boards[:, list(places)] for places in combinations(range(board), 3))
    best = reduce(np.minimum, (threes[index(three)] for three in chosen))
    return OmahaLookup(read_only(best.reshape(-1)), _highest(), hand)


def _threes_with_pairs(five: Ranks) -> Ranks:
    """Rank each three of ranks with each two, shape (455, PAIRS); the padding is `NO_LOW`."""
    threes, pairs = all_multisets(3), all_multisets(2)
    ranks = np.full((len(threes), PAIRS), NO_LOW, np.uint16)
    hands = [np.repeat(threes, len(pairs), axis=0), np.tile(pairs, (len(threes), 1))]
    ranks[:, : len(pairs)] = five[index(np.sort(np.hstack(hands)))].reshape(len(threes), -1)
    return ranks


@cache
def _highest() -> Ranks:
    """Give the highest two, and the highest three, of each set of ranks, shape (2, 8192)."""
    sets = np.tile(np.arange(1 << N_RANKS, dtype=np.uint16), (2, 1))
    for _ in range(N_RANKS):  # take away the lowest rank while there are too many
        sets = np.where(np.bitwise_count(sets) > [[2], [3]], sets & (sets - 1), sets)
    return read_only(sets)


@cache
def low_sets(ranks: int) -> LowSets:
    """Rank the A-5 low of each pair of sets of the `ranks` lowest ranks; -1 is none.

    The table is flat: the set of the hole times ``2**ranks`` plus that of the board, the ace the
    highest bit of either.
    """
    lows = np.full((1 << ranks, 1 << ranks), NONE_YET, np.int8)
    five = lookup("A-5").five
    for hand in combinations(range(ranks), 5):
        codes = [N_RANKS - 1 if rank == ranks - 1 else rank for rank in hand]
        for two in combinations(hand, 2):
            three = set(hand) - set(two)
            lows[_bits(two), _bits(three)] = five[index(codes)]
    for sets in (lows, lows.T):
        _keep_best_of_subsets(sets, ranks)
    lows[lows == NONE_YET] = -1
    return LowSets(read_only(lows.reshape(-1)), ranks)


def _bits(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in ranks)


def _keep_best_of_subsets(lows: npt.NDArray[np.int8], ranks: int) -> None:
    """Lower the row of each set to the least of the rows of its subsets, in place."""
    rows = np.arange(len(lows))
    for rank in range(ranks):
        with_rank = rows[rows >> rank & 1 == 1]
        lows[with_rank] = np.minimum(lows[with_rank], lows[with_rank ^ (1 << rank)])


# What the face needs beyond `fastlow.batches`: two arrays that broadcast.


def common_shape(holes: Codes, boards: Codes) -> tuple[int, ...]:
    """Return the shape of the hands that two arrays make, the cards on the last axis of each."""
    try:
        return np.broadcast_shapes(holes.shape[:-1], boards.shape[:-1])
    except ValueError:
        shapes = f"{holes.shape[:-1]} and {boards.shape[:-1]}"
        raise ValueError(f"hole and board do not broadcast: there are {shapes} hands") from None


def _arranged(hands: Codes, shape: tuple[int, ...]) -> tuple[Codes, int]:
    """Give the cards of one side and how they lie; only a partial broadcast is copied."""
    if hands.size == hands.shape[-1]:
        return read_only(np.ascontiguousarray(hands.reshape(-1, 1))), ONE
    lie, cards = arrange(np.broadcast_to(hands, (*shape, hands.shape[-1])))
    return cards, lie


def _refuse(holes: Codes, boards: Codes, shape: tuple[int, ...], start: int) -> NoReturn:
    """Raise the error of the first faulty hand of the block that begins at `start`."""
    numbers = np.arange(start, min(start + BLOCK, int(np.prod(shape))))
    places = np.unravel_index(numbers, shape) if shape else ()
    sides = (np.broadcast_to(side, (*shape, side.shape[-1]))[places] for side in (holes, boards))
    hands = np.hstack([side.reshape(len(numbers), -1) for side in sides])
    faulty = (hands > LAST).any(axis=1) | is_twice(hands)
    (n,) = first(faulty)
    where = at(tuple(int(axis[n]) for axis in places))
    beyond = hands[n][hands[n] > LAST]
    if not beyond.size:
        raise ValueError(f"{repeated(hands[n])} appears twice in the hole and board{where}")
    if beyond[0] <= LAST_JOKER:
        raise ValueError(f"{beyond[0]} in the hole or board{where} is a joker; Omaha has none")
    raise ValueError(f"{beyond[0]} in the hole or board{where} is not a card: 0 to 51 are")
