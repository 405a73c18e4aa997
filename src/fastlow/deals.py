"""Deals: cards without replacement from a deck less the dead cards, every ordered deal as likely.

`deal` is the public face. Whoever deals again and again, block by block, takes `new_lanes` once
and then `deal_into`, or `kernels.deal.deal_block` inside a loop of its own.
"""

from operator import index

import numpy as np
import numpy.typing as npt
from numpy.lib.array_utils import normalize_axis_index

from fastlow.cards import JOKERS, N_CARDS, Cards, as_codes, parse
from fastlow.cards import format as written
from fastlow.kernels import deal as kernels
from fastlow.kernels.aligned import LINE

Lanes = npt.NDArray[np.uint64]
Seed = int | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None


def deal(
    n: int,
    cards: int,
    *,
    dead: str | npt.ArrayLike = (),
    jokers: int = 0,
    rng: Seed = None,
    axis: int = -1,
) -> Cards:
    """Deal n times without replacement, each time from a full stub: ``4 * rank + suit``, ace high.

    Every ordered deal has the same probability to within a factor of 1 ± 1.2e-7, whatever the
    number of cards, so that no card is off by more either.

    Parameters
    ----------
    n : int
        How many deals, 0 or more.
    cards : int
        How many cards each, from 0 to the size of the stub.
    dead : str or array_like of int, shape (d,)
        Cards that are not in the stub, as codes or as `parse` reads them.
    jokers : int
        How many jokers the deck holds beside its 52 cards: 0, 1 (code 52) or 2 (52 and 53).
    rng : int, SeedSequence, BitGenerator, Generator or None
        A seed, or where to draw one; a generator moves on by it (Scientific Python's SPEC 7).
        The same seed gives the same deals for either axis and on every machine, and the first
        deals of a longer run are those of a shorter one.
    axis : int
        The axis of the cards: -1 for rows, shape (n, cards); 0 for columns, shape (cards, n), the
        fast layout.

    Returns
    -------
    ndarray of uint8, shape (n, cards) or (cards, n)
        Card codes in the order dealt.

    Raises
    ------
    ValueError
        If the stub is too small, a number is out of its range, or a dead card is not in the deck
        or named twice.
    TypeError
        If ``n``, ``cards``, ``jokers`` or codes are not integers.

    Notes
    -----
    The seed starts 64 of the generators that NumPy has as ``SFC64``, which fill blocks of 1024
    deals in turn; `kernels.deal` says how a random word becomes six cards, and proves the bound.

    Examples
    --------
    >>> deal(2, 5, dead="As 2d", rng=1)
    array([[27, 37,  6, 30, 19],
           [34, 48, 44, 20, 28]], dtype=uint8)
    """
    n, cards, deck = _natural(n, "n"), _natural(cards, "cards"), _deck(jokers)
    gone = _dead(dead, deck)
    _check_stub(cards, deck, len(gone))
    columns = normalize_axis_index(axis, 2) == 0
    fill = kernels.deal_columns if columns else kernels.deal_rows
    out = np.empty((cards, n) if columns else (n, cards), np.uint8)
    fill(new_lanes(np.random.default_rng(rng)), deck, gone, out)
    return out


def deal_into(out: Cards, lanes: Lanes, deck: int, dead: Cards) -> None:
    """Fill the columns of ``out`` with the next deals of ``lanes``, without any check.

    Parameters
    ----------
    out : ndarray of uint8, shape (cards, n), C order
        Where the deals go. The lanes move on by whole blocks of 1024 deals, so one call for 2048
        deals is two calls for 1024, but not four for 512.
    lanes : ndarray of uint64, shape (4, 64)
        From `new_lanes`; changed in place.
    deck : int
        52 and the number of jokers.
    dead : ndarray of uint8
        Codes below ``deck``, ascending and different.
    """
    kernels.deal_columns(lanes, deck, dead, out)


def new_lanes(rng: np.random.Generator) -> Lanes:
    """Draw from ``rng`` the state of 64 generators SFC64, which `deal_into` draws its words from.

    Each call draws 192 words: one generator gives any number of streams of deals, the same in the
    same order.

    Parameters
    ----------
    rng : Generator
        Moved on.

    Returns
    -------
    ndarray of uint64, shape (4, 64)
        In column i: a, b, c and the counter of lane i, as NumPy's SFC64 starts from three words.
    """
    room = np.ones(5 * kernels.LANES, np.uint64)
    begin = -room.ctypes.data % LINE // room.itemsize
    lanes = room[begin : begin + 4 * kernels.LANES].reshape(4, kernels.LANES)
    lanes[:3] = rng.integers(0, 1 << 64, (3, kernels.LANES), np.uint64)
    kernels.next_words(lanes, np.empty((12, kernels.LANES), np.uint64))
    return lanes


def _natural(value: int, name: str) -> int:
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if number < 0:
        raise ValueError(f"{name} must not be negative, as {number} is")
    return number


def _deck(jokers: int) -> int:
    """Size of a deck with that many jokers."""
    number = _natural(jokers, "jokers")
    if number > len(JOKERS):
        raise ValueError(f"a deck holds at most {len(JOKERS)} jokers, not {number}")
    return N_CARDS + number


def _dead(dead: str | npt.ArrayLike, deck: int) -> Cards:
    """Give the dead cards in ascending order."""
    codes = as_codes(parse(dead) if isinstance(dead, str) else dead)
    if codes.ndim != 1:
        raise ValueError(f"dead takes a string or a list of cards, not {codes.ndim} dimensions")
    _refuse_impossible(codes.tolist(), deck)
    return np.sort(codes)


def _refuse_impossible(dead: list[int], deck: int) -> None:
    for place, code in enumerate(dead):
        if code >= deck:
            held = ("no joker", "one joker")[deck - N_CARDS]
            raise ValueError(f"dead card {code} at index {place} is a joker; the deck has {held}")
        if code in dead[:place]:
            places = f"at indices {dead.index(code)} and {place}"
            raise ValueError(f"{written([code])} appears twice among the dead cards, {places}")


def _check_stub(cards: int, deck: int, dead: int) -> None:
    if cards > deck - dead:
        raise ValueError(f"{cards} cards cannot be dealt from {deck} less {dead} dead ones")
