"""What every face over batches of hands needs: the cards as kernels take them, room, errors."""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
from numpy.lib.array_utils import normalize_axis_index

from fastlow.cards import as_codes
from fastlow.cards import format as write
from fastlow.kernels.arrange import COLUMNS, ROWS
from fastlow.kernels.rank import BLOCK
from fastlow.places import at, first
from fastlow.rankings import Ranking

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]

LAST_NATURAL, LAST_JOKER = 51, 53


def as_hands(
    cards: npt.ArrayLike, axis: int, check: bool, sizes: Sequence[int], what: str = "cards"
) -> Codes:
    """Take an array of any integers as `uint8` codes, the cards of a hand on the last axis."""
    array = np.asarray(cards)
    if array.dtype != np.uint8:
        array = _narrowed(array, check, what)
    at_axis = normalize_axis_index(axis, max(array.ndim, 1))
    if not array.ndim or array.shape[at_axis] not in sizes:
        raise ValueError(f"{what} must have {_listed(sizes)} on axis {axis}, not {array.shape}")
    return array if at_axis == array.ndim - 1 else np.moveaxis(array, at_axis, -1)


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


def arrange(hands: Codes) -> tuple[int, Codes]:
    """Say how hands of shape (..., k) lie; copy only what is neither columns nor rows."""
    rows = hands.reshape(-1, hands.shape[-1])
    if rows.T.flags.c_contiguous:
        return COLUMNS, read_only(rows.T)
    return ROWS, read_only(np.ascontiguousarray(rows))


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


def _listed(sizes: Sequence[int]) -> str:
    *most, last = map(str, sizes)
    return f"{', '.join(most)} or {last} cards" if most else f"{last} cards"
