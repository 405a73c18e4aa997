"""The public face of ranking: check the cards, arrange them, call the kernel."""

from typing import Any

import numpy.typing as npt

from fastlow.batches import Codes, Ranks, arrange, as_hands, last_code, refuse, result
from fastlow.foreign import host_of
from fastlow.jobs import in_slices
from fastlow.kernels.arrange import COLUMNS
from fastlow.kernels.rank import Lookup, rank_hands
from fastlow.rankings import Ranking, get_ranking
from fastlow.tables import lookup

SIZES = (5, 6, 7)
SLICE = 1 << 19  # hands for a thread: 0.2 ms at best, and to wake it and wait takes 0.05


def rank(
    cards: npt.ArrayLike,
    ranking: str,
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: Ranks | None = None,
    check: bool = True,
    workers: int = 1,
) -> Any:
    """Rank hands of five to seven cards: 1 is the best hand, equal ranks tie, `min` picks winners.

    Parameters
    ----------
    cards : array_like of int, shape (..., k), or (k, ...) with ``axis=0``
        Card codes ``4 * rank + suit``, 0 to 51, and jokers, 52 and 53; `k` is 5, 6 or 7. Of more
        than five cards the best five count. Or a Dask array of these, or columns of pandas,
        polars or Arrow: strings, lists, or a card in each of several.
    ranking : {"A-5", "A-6", "2-7", "2-6", "high", "high-wild", "high-bug"}
        All take jokers but ``"high"``.
    qualifier : int, optional
        From 5 to 13: a hand with a pair, with a straight or flush that counts, or with a card
        above this one, gets `NO_LOW` (65535). 8 is 8-or-better.
    axis : int, default -1
        Where the cards of a hand lie. ``axis=0`` takes columns, the fast layout.
    out : ndarray of uint16, optional
        C-contiguous array that takes the result. After an error it may be partly filled.
    check : bool, default True
        Refuse codes that are no card and cards that come twice in a hand. Without the check such
        a hand gets a meaningless rank, and a code above 53 may crash the interpreter.
    workers : int, default 1
        Number of threads; the result does not depend on it. Two pay from a million hands on.

    Returns
    -------
    ndarray of uint16, or numpy.uint16 for a single hand
        The ranks, in the shape of `cards` less the axis of the cards. Of a Dask array a lazy Dask
        array; of columns a column of the same library.

    Raises
    ------
    ValueError
        If a card is no card, comes twice, or is a joker that the ranking does not take: its value
        and place are named. If `cards` has not 5, 6 or 7 cards on its axis, or another argument
        is out of range.
    TypeError
        If the cards are not integers, or `out` is not an array of `uint16`.

    Examples
    --------
    >>> import fastlow
    >>> hands = fastlow.parse(["7c 5d 4h 3s 2c", "8c 5d 4h 3s 2c", "7c 6d 5h 4s 3c"])
    >>> fastlow.rank(hands, "2-7")
    array([   1,    5, 5856], dtype=uint16)
    >>> fastlow.rank(fastlow.parse("Ah 2c 3d 4s 5h Kd Kc"), "A-5")
    np.uint16(1)
    """
    if host := host_of(cards):
        return host.rank(
            cards, ranking, qualifier=qualifier, axis=axis, out=out, check=check, workers=workers
        )
    tables = None, lookup(ranking, qualifier)
    hands = as_hands(cards, axis, check, SIZES)
    ranks = result(hands.shape[:-1], out)
    flat = ranks.reshape(-1)
    _rank(hands, tables, (flat, flat), get_ranking(ranking) if check else None, axis, workers)
    return ranks if ranks.ndim else ranks[()]


def rank_high_low(
    cards: npt.ArrayLike,
    high: str = "high",
    low: str = "A-5",
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: tuple[Ranks, Ranks] | None = None,
    check: bool = True,
    workers: int = 1,
) -> tuple[Any, Any]:
    """Rank hands for both halves of a pot in one pass: 1 is the best hand, for high as for low.

    The cards are sorted and indexed once, which makes Stud hi-lo a third faster than two calls of
    `rank`.

    Parameters
    ----------
    cards : array_like of int, shape (..., k), or (k, ...) with ``axis=0``
        Card codes as `rank` takes them.
    high, low : str
        The rankings of the two halves.
    qualifier : int, optional
        The highest card of a qualifying low; 8 is 8-or-better.
    out : (ndarray, ndarray) of uint16, optional
        C-contiguous arrays that take the high and the low ranks.
    axis, check, workers
        As in `rank`.

    Returns
    -------
    high, low : ndarray of uint16, or numpy.uint16 for a single hand
        The ranks of either half; a low that does not qualify is `NO_LOW` (65535).

    Raises
    ------
    ValueError, TypeError
        As `rank` does. A joker must be taken by both rankings.

    Examples
    --------
    >>> import fastlow
    >>> hand = fastlow.parse("As 2s 3s 4s 5s Kd Kh")
    >>> high, low = fastlow.rank_high_low(hand, qualifier=8)
    >>> int(high), int(low)
    (10, 1)
    """
    tables = lookup(high), lookup(low, qualifier)
    hands = as_hands(cards, axis, check, SIZES)
    ranks = [result(hands.shape[:-1], each) for each in out or (None, None)]
    strict = min(get_ranking(high), get_ranking(low), key=last_code)
    flat = ranks[0].reshape(-1), ranks[1].reshape(-1)
    _rank(hands, tables, flat, strict if check else None, axis, workers)
    to_high, to_low = (each if each.ndim else each[()] for each in ranks)
    return to_high, to_low


def _rank(
    hands: Codes,
    tables: tuple[Lookup | None, Lookup | None],
    out: tuple[Ranks, Ranks],
    law: Ranking | None,
    axis: int,
    workers: int,
) -> None:
    """Fill the ranks of both halves; where there is no high half, its array is left alone.

    The cards are checked against the ranking `law`, if there is one.
    """
    lie, arranged = arrange(hands)
    rows, size = None if lie == COLUMNS else True, (None,) * hands.shape[-1]
    last = None if law is None else last_code(law)

    def run(start: int, stop: int) -> int:
        return rank_hands(arranged, rows, start, stop, size, *tables, last, *out)

    fault = in_slices(run, out[0].size, workers, SLICE)
    if fault >= 0 and law is not None:
        refuse(hands, fault, law, axis)
