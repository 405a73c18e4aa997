"""The public face of ranking: check the cards, arrange them, call the kernel."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from fastlow.cards import as_codes
from fastlow.cards import format as write
from fastlow.kernels.rank import BLOCK, rank_columns, rank_rows
from fastlow.places import at, first
from fastlow.rankings import Ranking, get_ranking
from fastlow.tables import lookup

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]

SIZES = (5, 6, 7)
LAST_NATURAL, LAST_JOKER = 51, 53


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
        than five cards the best five count.
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
        Number of threads; the result does not depend on it.

    Returns
    -------
    ndarray of uint16, or numpy.uint16 for a single hand
        The ranks, in the shape of `cards` less the axis of the cards.

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
    law = get_ranking(ranking)
    tables = lookup(ranking, qualifier)
    hands = as_hands(cards, axis, check)
    ranks = result(hands.shape[:-1], out)
    loop, arranged = _arranged(hands)
    last = last_code(law) if check else None
    flat = ranks.reshape(-1)
    fault = in_slices(
        lambda start, stop: loop(arranged, start, stop, tables, last, flat), flat.size, workers
    )
    if fault >= 0:
        refuse(hands, fault, law, axis)
    return ranks if ranks.ndim else ranks[()]


# What a face needs: the cards as the kernels take them, room for the result, threads, an error.


def as_hands(
    cards: npt.ArrayLike, axis: int, check: bool, sizes: Sequence[int] = SIZES, what: str = "cards"
) -> Codes:
    """Take an array of any integers as `uint8` codes, the cards of a hand on the last axis."""
    array = np.asarray(cards)
    if array.dtype != np.uint8:
        array = _narrowed(array, check, what)
    if axis not in (-1, array.ndim - 1) and array.ndim:
        array = np.moveaxis(array, axis, -1)
    if not array.ndim or array.shape[-1] not in sizes:
        raise ValueError(f"{what} must have {_listed(sizes)} on axis {axis}, not {array.shape}")
    return array


def result(shape: tuple[int, ...], out: Ranks | None) -> Ranks:
    """Return the array that takes the ranks: a new one, or `out` if it fits."""
    if out is None:
        return np.empty(shape, np.uint16)
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16:
        raise TypeError(f"out must be an array of uint16, not {getattr(out, 'dtype', type(out))}")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {out.shape}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("out must be C-contiguous and writeable")
    return out


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """View an array as read-only: a kernel compiles once, whether or not the caller's is."""
    view = array.view()
    view.flags.writeable = False
    return view


def last_code(ranking: Ranking) -> int:
    """Return the highest card code that a ranking takes."""
    return LAST_NATURAL if ranking.jokers == "none" else LAST_JOKER


def in_slices(run: Callable[[int, int], int], n: int, workers: int) -> int:
    """Run ``run(start, stop)`` over 0 to `n`, in threads; return the first fault, or -1."""
    if not isinstance(workers, int | np.integer) or workers < 1:
        raise ValueError(f"workers must be a positive integer, not {workers!r}")
    if workers == 1 or n <= BLOCK:
        return run(0, n)
    step = BLOCK * -(-n // (BLOCK * workers))
    starts = range(0, n, step)
    with ThreadPoolExecutor(workers) as pool:
        faults = pool.map(lambda start: run(start, min(start + step, n)), starts)
        return min((fault for fault in faults if fault >= 0), default=-1)


def refuse(hands: Codes, start: int, ranking: Ranking, axis: int) -> NoReturn:
    """Raise the error of the first faulty hand of the block that begins at `start`."""
    block = hands.reshape(-1, hands.shape[-1])[start : start + BLOCK]
    no_card = block > last_code(ranking)
    twice = is_twice(block)
    (hand,) = first(no_card.any(axis=1) | twice)
    place = tuple(int(i) for i in np.unravel_index(start + hand, hands.shape[:-1]))
    if twice[hand] and not no_card[hand].any():
        raise ValueError(f"{repeated(block[hand])} appears twice in the hand{at(place)}")
    (card,) = first(no_card[hand])
    index = [*place]
    index.insert(axis if axis >= 0 else len(index) + 1 + axis, card)
    raise ValueError(_no_card(int(block[hand, card]), at(tuple(index)), ranking))


def is_twice(hands: Codes) -> npt.NDArray[np.bool_]:
    """Find the hands, shape (n, k), that hold a card twice."""
    ordered = np.sort(hands, axis=1)
    twice: npt.NDArray[np.bool_] = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    return twice


def repeated(hand: Codes) -> str:
    """Name the first card of a hand that has come before."""
    codes = hand.tolist()
    code = next(code for i, code in enumerate(codes) if code in codes[:i])
    return str(write([code])) if code <= LAST_JOKER else str(code)


def _no_card(code: int, where: str, ranking: Ranking) -> str:
    if code > LAST_JOKER:
        return f"{code}{where} is not a card: 0 to 53 are"
    return (
        f"{code}{where} is a joker, which ranking {ranking.name!r} does not take; "
        "'high-wild' and 'high-bug' do"
    )


def _narrowed(array: npt.NDArray[Any], check: bool, what: str) -> Codes:
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, not {array.dtype}")
    return as_codes(array) if check else array.astype(np.uint8)


def _arranged(hands: Codes) -> tuple[Callable[..., int], Codes]:
    """Choose the kernel for the layout; copy only what is neither rows nor columns."""
    rows = hands.reshape(-1, hands.shape[-1])
    if rows.T.flags.c_contiguous:
        return rank_columns, read_only(rows.T)
    return rank_rows, read_only(np.ascontiguousarray(rows))


def _listed(sizes: Sequence[int]) -> str:
    *most, last = map(str, sizes)
    return f"{', '.join(most)} or {last} cards" if most else f"{last} cards"
