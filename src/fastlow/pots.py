"""Who gets the chips: main and side pots, halves, ties, declarations and odd chips.

No cards here: a player is what he put in and his ranks, 1 the best, `NO_LOW` for none.
"""

from collections.abc import Iterator, Mapping
from math import prod
from operator import index
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.kernels.settle import (
    BOTH,
    BY_ORDER,
    CARDS_SPEAK,
    EVEN,
    HIGH,
    LINES_PER_POT,
    LOW,
    MOST_CHIPS,
    OUTRIGHT,
    RETURNED,
    TIED,
    TO_HIGH,
    TO_ONE,
    list_pots,
    settle,
)
from fastlow.places import at, first
from fastlow.rankings import NO_LOW

__all__ = ["BOTH", "HIGH", "LOW", "Payment", "Pot", "explain", "pots", "split"]

Integers = npt.NDArray[Any]
Ledger = npt.NDArray[np.int64]
Shape = tuple[int, ...]
Half = Literal["high", "low", "whole", "returned"]
BothRule = Literal["outright", "tied"]
OddRule = Literal["first-seat", "order", "even", "high", "one-seat"]
Order = npt.ArrayLike | Mapping[str, npt.ArrayLike]

INT64 = np.iinfo(np.int64)
_DECLARATIONS = {"": 0, "high": HIGH, "low": LOW, "both": BOTH}
_BOTH_RULES = {"outright": OUTRIGHT, "tied": TIED}
_ODD_RULES = {
    "first-seat": BY_ORDER,
    "order": BY_ORDER,
    "even": EVEN,
    "high": TO_HIGH,
    "one-seat": TO_ONE,
}


class Pot(NamedTuple):
    """A main or side pot: its chips, and the players who may win it."""

    chips: int
    players: tuple[int, ...]


class Payment(NamedTuple):
    """What one player is paid from one half of one pot.

    `half` is "high" or "low" where both were won, "whole" where all the pot went one way, and
    "returned" for a bet that nobody called, which lies in no pot.
    """

    pot: int | None
    half: Half
    player: int
    chips: int


class _Deals(NamedTuple):
    """What the settling loop reads: rows of players, one for all deals or one for each."""

    invested: Integers
    high: Integers
    low: Integers
    declare: Integers
    high_order: Integers
    low_order: Integers


def split(
    invested: npt.ArrayLike,
    high: npt.ArrayLike | None = None,
    low: npt.ArrayLike | None = None,
    *,
    declare: npt.ArrayLike | None = None,
    both: BothRule = "outright",
    odd: OddRule = "first-seat",
    order: Order | None = None,
    chip: int = 1,
) -> npt.NDArray[np.int64]:
    """Pay out the pots of any number of deals; what is paid adds up to what went in, always.

    Every array has the players on its last axis; the axes before it are deals and broadcast, so
    that one row of investments serves a million rows of ranks without a copy. Seats on the axis
    run clockwise from the button, so that the first is the one that odd chips go to.

    A bet that nobody called returns to its owner. Players who put in different amounts make a
    main pot and side pots, each of which is split on its own [1]_ [2]_. A folded player's chips
    stay: what he put in beyond every player still in lies in the last pot, as with a dead blind.

    A pot goes half to the best high rank, half to the best low rank, and all one way where the
    other has no winner. Pots and halves are dealt out a chip at a time: to high first, inside a
    half by seat or `order`. So nobody gets two odd chips of a half, unless `odd` says so. What is
    less than `chip` is the last piece dealt: at most one share of a pot is no multiple of `chip`,
    and none where the pot is one.

    Parameters
    ----------
    invested : array_like of int, shape (..., players)
        The chips each player put in over the whole deal, 0 or more.
    high, low : array_like of int, shape (..., players), optional
        Ranks from 1, the best, to 65534; 65535 (`NO_LOW`) is no qualifying hand. At least one of
        the two is needed. A folded player has `NO_LOW` in both, or in the only one given.
    declare : array_like of int or str, shape (..., players), optional
        What each player declares: 1 or "high", 2 or "low", 3 or "both" (`HIGH`, `LOW`, `BOTH`);
        0 or "" for who folded. A half that no declaration wins goes with the other; where none
        wins either, and without `declare`, cards speak. Each pot is judged on its own.
    both : {"outright", "tied"}
        What a player must do who declares both: "outright", have the best high and the best low
        alone, so that a tie either way loses all [3]_; "tied", have the best of both, alone or
        not, so that one win and one tie are three quarters [4]_. Otherwise he gets nothing and
        the pot is settled as if he had not declared. Two who declare both are judged against
        each other's hands too, and may both fail.
    odd : {"first-seat", "order", "even", "high", "one-seat"}
        Where the chips go that do not divide. "first-seat": between halves to high, inside a
        half to the earliest seats (rule for button games [1]_ [2]_). "order": inside a half by
        `order`. "even": the same, but where the same players tie for both halves, the pot is
        divided among them as a whole, 51 and 51 instead of 52 and 50 of 102 [1]_. "high": what
        does not divide among tied lows goes to the high half, as one site pays.
        "one-seat": all odd chips of a half to its earliest seat, as PokerKit pays.
    order : array_like of int, shape (..., players), or mapping, optional
        The lowest value gets an odd chip first, and the earlier seat among equals, in place of
        the seat alone. {"high": ..., "low": ...} orders each half its own way: stud games go by
        the highest card by suit for high, by the lowest for low [1]_.
    chip : int
        The smallest chip in play.

    Returns
    -------
    ndarray of int64, shape (..., players)
        The chips each player takes back, his own included.

    Raises
    ------
    TypeError
        If an array or `chip` does not hold whole numbers.
    ValueError
        If a value is out of its range, shapes do not fit, an option is not known, a player still
        in declares nothing, or nobody is left in a deal who put chips in.

    References
    ----------
    .. [1] Robert Ciaffone, "Robert's Rules of Poker", section "Ties".
    .. [2] Poker Tournament Directors Association, Rules 20 (odd chips) and 21 (side pots).
    .. [3] "Declaration (poker)", Wikipedia.
    .. [4] Bob Ciaffone, "High-Low Declare Rules", Card Player, 20 March 2009.

    Examples
    --------
    A steel wheel can lose money: a better straight flush takes the high half, and the low half
    is quartered.

    >>> split([100, 100, 100], high=[10, 1600, 5], low=[1, 1, 65535])
    array([ 75,  75, 150])

    The first player was all in for 50, the last has folded; 20 that nobody called return.

    >>> split([50, 200, 220, 30], high=[1, 3, 2, 65535])
    array([180,   0, 320,   0])
    """
    deals, lead = _arrange(invested, high, low, declare, order)
    rules = _rules(declare, both, odd, order, chip)
    return _settle(deals, lead, rules, lines=1).reshape(*lead, deals.invested.shape[-1])


def explain(
    invested: npt.ArrayLike,
    high: npt.ArrayLike | None = None,
    low: npt.ArrayLike | None = None,
    *,
    declare: npt.ArrayLike | None = None,
    both: BothRule = "outright",
    odd: OddRule = "first-seat",
    order: Order | None = None,
    chip: int = 1,
) -> list[Payment]:
    """Say who is paid what from which half of which pot of one deal.

    Parameters
    ----------
    invested, high, low, declare, both, odd, order, chip
        As for `split`, each array of shape (players,).

    Returns
    -------
    list of Payment
        What returns to its owner, then the pots as `pots` numbers them, the high half first. The
        chips of each player add up to what `split` gives him; payments of nothing are left out.

    Raises
    ------
    TypeError, ValueError
        As for `split`, and if there is more than one deal.

    Examples
    --------
    >>> for payment in explain([50, 200, 220, 30], high=[1, 3, 2, 65535]):
    ...     print(*payment)
    None returned 2 20
    0 whole 0 180
    1 whole 2 300
    """
    deals, lead = _arrange(invested, high, low, declare, order)
    if lead:
        raise ValueError(f"explain takes one deal, not deals of shape {lead}")
    rules = _rules(declare, both, odd, order, chip)
    most_pots = deals.invested.shape[-1]
    ledger = _settle(deals, lead, rules, lines=1 + LINES_PER_POT * most_pots)
    return list(_payments(ledger[0]))


def pots(invested: npt.ArrayLike, live: npt.ArrayLike) -> list[Pot]:
    """List the pots of one deal, the main pot first; a bet that nobody called is in none.

    Parameters
    ----------
    invested : array_like of int, shape (players,)
        The chips each player put in.
    live : array_like of bool, shape (players,)
        Who has not folded.

    Returns
    -------
    list of Pot
        No two have the same players. The last holds all that folded players put in beyond it.

    Raises
    ------
    TypeError, ValueError
        If `invested` holds no whole numbers or `live` no truth values, or their shapes differ.

    Examples
    --------
    >>> for pot in pots([50, 200, 220, 30], [True, True, True, False]):
    ...     print(*pot)
    180 (0, 1, 2)
    300 (1, 2)
    """
    stakes = _integers("invested", invested, 0, MOST_CHIPS, np.int64)
    mask = np.asarray(live)
    if mask.dtype != np.bool_:
        raise TypeError(f"live holds {mask.dtype}, not truth values")
    if stakes.ndim != 1 or mask.shape != stakes.shape:
        raise ValueError(f"pots takes one deal: invested is {stakes.shape}, live {mask.shape}")
    ranks = _rows(np.where(mask, 1, NO_LOW).astype(np.uint16), ())
    chips, inside = np.empty(mask.size, np.int64), np.empty((mask.size, mask.size), np.int64)
    n = list_pots(_rows(stakes, ()), ranks, ranks, chips, inside)
    if n and not inside[0].any():
        raise ValueError(_nobody_left(()))
    members = (tuple(np.flatnonzero(row).tolist()) for row in inside[:n])
    return [Pot(*pot) for pot in zip(chips[:n].tolist(), members, strict=True)]


def _settle(deals: _Deals, lead: Shape, rules: tuple[int, int, int], lines: int) -> Ledger:
    """Fill a ledger of (deals, lines, players)."""
    ledger = np.empty((prod(lead), lines, deals.invested.shape[-1]), np.int64)
    lost = settle(*deals, *rules, ledger)
    if lost >= 0:
        raise ValueError(_nobody_left(tuple(map(int, np.unravel_index(lost, lead)))))
    return ledger


def _nobody_left(deal: Shape) -> str:
    return f"chips that nobody can win{at(deal)}: every player who put any in has folded"


def _payments(ledger: Ledger) -> Iterator[Payment]:
    """Read the lines of one deal."""
    yield from _line(None, "returned", ledger[RETURNED])
    for pot, (high, low) in enumerate(ledger[1:].reshape(-1, LINES_PER_POT, ledger.shape[1])):
        yield from _line(pot, "high" if low.any() else "whole", high)
        yield from _line(pot, "low" if high.any() else "whole", low)


def _line(pot: int | None, half: Half, line: Ledger) -> Iterator[Payment]:
    players = np.flatnonzero(line)
    return (Payment(pot, half, int(player), int(line[player])) for player in players)


def _arrange(
    invested: npt.ArrayLike,
    high: npt.ArrayLike | None,
    low: npt.ArrayLike | None,
    declare: npt.ArrayLike | None,
    order: Order | None,
) -> tuple[_Deals, Shape]:
    """Check the arrays and lay each out in rows; also find the shape of the deals."""
    if high is None and low is None:
        raise ValueError("ranks are needed for high, for low or for both")
    if declare is not None and (high is None or low is None):
        raise ValueError("declare needs ranks for high and for low")
    stakes = _integers("invested", invested, 0, MOST_CHIPS, np.int64)
    players = stakes.shape[-1]
    high_order, low_order = _orders(order, players)
    arrays = {
        "invested": stakes,
        "high": _ranks("high", high, players),
        "low": _ranks("low", low, players),
        "declare": _declarations(declare, players),
        "order": high_order,
        "order for low": low_order,
    }
    lead = _lead(arrays)
    _all_declare(arrays["high"], arrays["low"], arrays["declare"])
    return _Deals(*(_rows(array, lead) for array in arrays.values())), lead


def _integers(
    name: str, value: npt.ArrayLike, least: int, most: int, dtype: npt.DTypeLike
) -> Integers:
    """Take an array of whole numbers within bounds, with players on its last axis."""
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} holds {array.dtype}, not whole numbers")
    if array.ndim == 0 or array.shape[-1] == 0:
        raise ValueError(f"{name} has no players: its shape is {array.shape}")
    if array.size and (array.min() < least or array.max() > most):
        place = first((array < least) | (array > most))
        raise ValueError(f"{name} is {array[place]}{at(place)}, not from {least} to {most}")
    return array.astype(dtype, copy=False)


def _ranks(name: str, value: npt.ArrayLike | None, players: int) -> Integers:
    if value is None:
        return np.full(players, NO_LOW, np.uint16)
    return _integers(name, value, 1, NO_LOW, np.uint16)


def _declarations(value: npt.ArrayLike | None, players: int) -> Integers:
    if value is None:
        return np.full(players, BOTH, np.uint8)
    array = np.asarray(value)
    codes = _codes(array) if array.dtype.kind == "U" else array
    return _integers("declare", codes, 0, BOTH, np.uint8)


def _codes(words: npt.NDArray[np.str_]) -> Integers:
    codes = np.full(words.shape, 255, np.uint8)
    for word, code in _DECLARATIONS.items():
        codes[words == word] = code
    if (codes == 255).any():
        place = first(codes == 255)
        known = ", ".join(map(repr, _DECLARATIONS))
        raise ValueError(f"declare is {str(words[place])!r}{at(place)}, not one of {known}")
    return codes


def _all_declare(high: Integers, low: Integers, declare: Integers) -> None:
    if declare.all():
        return
    silent = ((high != NO_LOW) | (low != NO_LOW)) & (declare == 0)
    if silent.any():
        place = first(silent)
        raise ValueError(f"declare says nothing{at(place)}, but this player has not folded")


def _orders(order: Order | None, players: int) -> tuple[Integers, Integers]:
    """Take the order for high and the order for low; by seat if there is none."""
    if order is None:
        return np.arange(players), np.arange(players)
    if not isinstance(order, Mapping):
        array = _integers("order", order, INT64.min, INT64.max, np.int64)
        return array, array
    if set(order) != {"high", "low"}:
        raise ValueError(f"order has the keys {list(order)}, not 'high' and 'low'")
    high, low = (
        _integers(f"order for {half}", order[half], INT64.min, INT64.max, np.int64)
        for half in ("high", "low")
    )
    return high, low


def _lead(arrays: Mapping[str, Integers]) -> Shape:
    """Find the shape of the deals."""
    players = arrays["invested"].shape[-1]
    for name, array in arrays.items():
        if array.shape[-1] != players:
            raise ValueError(f"{name} has {array.shape[-1]} players, invested has {players}")
    try:
        return np.broadcast_shapes(*(array.shape[:-1] for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"the deals do not broadcast: {shapes}") from None


def _rows(array: Integers, lead: Shape) -> Integers:
    """Lay out one row for all deals or one for each, read-only: one compiled loop fits all."""
    if prod(array.shape[:-1]) != 1:
        array = np.broadcast_to(array, (*lead, array.shape[-1]))
    rows = np.ascontiguousarray(array.reshape(-1, array.shape[-1])).view()
    rows.flags.writeable = False
    return rows


def _rules(
    declare: npt.ArrayLike | None, both: str, odd: str, order: Order | None, chip: int
) -> tuple[int, int, int]:
    """Turn the options into the numbers of the settling loop."""
    for name, value, known in (("both", both, _BOTH_RULES), ("odd", odd, _ODD_RULES)):
        if value not in known:
            raise ValueError(f"{name} is {value!r}, not one of {', '.join(map(repr, known))}")
    if odd == "order" and order is None:
        raise ValueError("odd='order' needs an order")
    if isinstance(chip, bool) or not hasattr(chip, "__index__"):
        raise TypeError(f"chip is {chip!r}, not a whole number")
    if not 1 <= chip <= MOST_CHIPS:
        raise ValueError(f"chip is {chip}, not from 1 to {MOST_CHIPS}")
    speak = declare is None
    return CARDS_SPEAK if speak else _BOTH_RULES[both], _ODD_RULES[odd], index(chip)
