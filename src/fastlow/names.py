"""Names: how a rank is spelled out, what players call it, and the list of all classes."""

from functools import cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from fastlow.cards import RANKS, SUITS
from fastlow.multisets import JOKER, N_RANKS, all_multisets
from fastlow.places import at, first
from fastlow.rankings import ACE, CATEGORIES, N_JOKERS, NO_LOW, Ranking, get_ranking
from fastlow.ranks import rank as rank_cards
from fastlow.tables import load

Strings = npt.NDArray[np.object_]

CLASS = np.dtype(
    [
        ("rank", np.uint16),
        ("ranks", np.uint8, 5),
        ("cards", "U9"),
        ("category", "U14"),
        ("name", "U80"),
        ("hands", np.int64),
    ]
)
"""One class of hands, as `classes` lists them."""


def describe(rank: npt.ArrayLike, ranking: str) -> Any:
    """Spell out a rank, highest group and highest card first, and say what players call it.

    The form is ``"cards, name"`` or ``"cards, name, name, ..."``. No two ranks of a ranking have
    the same description; the cards alone may be shared by a flush and a hand in mixed suits.

    Parameters
    ----------
    rank : array_like of int, any shape
        Ranks as `fastlow.rank` gives them: 1, the best, to the number of classes; in a low
        ranking also `NO_LOW` (65535).
    ranking : {"A-5", "A-6", "2-7", "2-6", "high", "high-wild", "high-bug"}
        The ranking that they are ranks of.

    Returns
    -------
    str or list of str
        One description, or a list of them, nested as `rank` is. `NO_LOW` is ``"no low"``.

    Raises
    ------
    ValueError
        If a number is no rank of this ranking (it is named with its place), or there is no such
        ranking.
    TypeError
        If the ranks are not integers.

    Notes
    -----
    A low without a pair is called by its two highest cards, "eight-six", and after that by how it
    does among all the lows with its highest card: the best of them is the *nut* eight, the best
    third (rounded down) are *smooth* eights, the worst third are *rough* ones, and the rest are
    neither. So the nut eight is smooth as well; in A-5 it is 8-4-3-2-A, and 8-7-6-3-A is rough; in
    2-7 it is 8-5-4-3-2, 8-7-6-4-2 is rough, and 8-7-5-4-2, the average eight, is neither.

    Deuce-to-seven players number the hands down to the nut nine, one to nineteen, and have
    nicknames for some. The best hand of A-5, A-6 and 2-7 goes by its own names alone.

    Examples
    --------
    >>> describe(35, "A-5")
    '8-6-5-4-2, eight-six'
    >>> describe([1, 5, 18, 785], "2-7")  # doctest: +NORMALIZE_WHITESPACE
    ['7-5-4-3-2, number one, the nuts, seven perfect, the wheel',
     '8-5-4-3-2, eight-five, nut eight, smooth eight, number five, eight perfect',
     '8-7-6-5-3, eight-seven, rough eight, number eighteen, rough eighty-seven, Dave P.',
     'A-5-4-3-2, ace-five, nut ace, smooth ace']
    >>> describe(NO_LOW, "A-5")
    'no low'
    >>> describe([1, 7463], "high")
    Traceback (most recent call last):
    ValueError: 7463 at index 1 is not a rank of 'high': 1 to 7462 are
    """
    return _described(rank, get_ranking(ranking)).tolist()


def name_hand(cards: npt.ArrayLike, ranking: str, *, qualifier: int | None = None) -> Any:
    """Describe the best five cards of a hand; suits being known, see the steel wheel in A-5.

    That is 5-4-3-2-A in one suit, at once the best low and a straight flush. A joker has no suit
    and makes none.

    Parameters
    ----------
    cards : array_like of int, shape (..., k)
        Card codes of hands of 5, 6 or 7 cards, as `fastlow.rank` takes them.
    ranking : {"A-5", "A-6", "2-7", "2-6", "high", "high-wild", "high-bug"}
        The ranking to name them in.
    qualifier : int, optional
        From 5 to 13: a worse low is ``"no low"``.

    Returns
    -------
    str or list of str
        One description, or a list of them, in the form of `describe`.

    Raises
    ------
    ValueError, TypeError
        As `fastlow.rank` raises them.

    Examples
    --------
    >>> from fastlow import parse
    >>> name_hand(parse("5h 4h 3h 2h Ah Kd Kc"), "A-5")
    '5-4-3-2-A, wheel, bicycle, steel wheel'
    >>> name_hand(parse(["5h 4h 3h 2h As", "9h 4h 3h 2h Ah"]), "A-5", qualifier=8)
    ['5-4-3-2-A, wheel, bicycle', 'no low']
    """
    law = get_ranking(ranking)
    described = _described(rank_cards(cards, ranking, qualifier=qualifier), law)
    if law.name == "A-5":
        described = np.where(_is_steel_wheel(cards), described + ", steel wheel", described)
    return described.tolist()


def classes(ranking: str, *, jokers: int = 0) -> npt.NDArray[np.void]:
    """List every class of a ranking, the best first, with the number of five-card hands in it.

    Parameters
    ----------
    ranking : {"A-5", "A-6", "2-7", "2-6", "high", "high-wild", "high-bug"}
        Name of a ranking.
    jokers : {0, 1, 2}
        Jokers in the deck that the hands are counted in.

    Returns
    -------
    structured ndarray, shape (n_classes,)
        ``rank`` (`uint16`, 1 to n_classes), ``ranks`` (five `uint8`, 2 = 0 ... A = 12, in the
        order in which they compare), ``cards`` (the same spelled out), ``category``, ``name``
        (``describe(rank, ranking)`` is ``cards`` and ``name`` with a comma between), and ``hands``
        (`int64`), which add up to C(52 + jokers, 5): 2 598 960 without jokers, where five of a
        kind has none.

    Raises
    ------
    ValueError
        If there is no such ranking, or it does not take so many jokers.

    Examples
    --------
    >>> nuts = classes("2-7")[0]
    >>> nuts["cards"].item(), nuts["category"].item(), nuts["hands"].item()
    ('7-5-4-3-2', 'high card', 1020)
    >>> classes("A-5")["hands"].sum(), classes("A-5", jokers=1)["hands"].sum()
    (np.int64(2598960), np.int64(2869685))
    """
    law = get_ranking(ranking)
    _refuse_jokers(jokers, law)
    table = load(law.name, "classes")
    result = np.empty(len(table), CLASS)
    result["rank"] = np.arange(1, len(table) + 1)
    result["ranks"] = table[:, 1:]
    result["cards"] = _spelled(law.name)
    result["category"] = np.array(CATEGORIES)[table[:, 0]]
    result["name"] = _names(law.name)
    result["hands"] = _hands(law, jokers)
    return result


# Descriptions, by rank.


def _described(rank: npt.ArrayLike, law: Ranking) -> Strings:
    """Look descriptions up, in the shape of the ranks."""
    descriptions = _descriptions(law.name)
    described: Strings = descriptions[_slots(rank, law, len(descriptions) - 1), ...]
    return described


@cache
def _descriptions(ranking: str) -> Strings:
    """All descriptions by rank; slot 0 is for `NO_LOW`."""
    both = zip(_spelled(ranking), _names(ranking), strict=True)
    return np.array(["no low", *(f"{cards}, {name}" for cards, name in both)], object)


def _slots(rank: npt.ArrayLike, law: Ranking, n: int) -> npt.NDArray[np.intp]:
    ranks = np.asarray(rank)
    if ranks.size and ranks.dtype.kind not in "iu":
        raise TypeError(f"ranks must be integers, not {ranks.dtype}")
    no_low = (ranks == NO_LOW) & law.low
    bad = ((ranks < 1) | (ranks > n)) & ~no_low
    if bad.any():
        place = first(bad)
        where = at(place)
        raise ValueError(f"{ranks[place]}{where} is not a rank of {law.name!r}: 1 to {n} are")
    return np.where(no_low, 0, ranks).astype(np.intp)


def _is_steel_wheel(cards: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    codes = np.asarray(cards).astype(np.uint64)
    held = np.bitwise_or.reduce(np.uint64(1) << codes, axis=-1)[..., np.newaxis]
    complete: npt.NDArray[np.bool_] = ((held & _STEEL_WHEELS) == _STEEL_WHEELS).any(axis=-1)
    return complete


_STEEL_WHEELS = np.array(
    [sum(1 << 4 * rank + suit for rank in (ACE, 0, 1, 2, 3)) for suit in range(len(SUITS))],
    np.uint64,
)


# The names of each class: what every hand of its kind is called, then what it alone is called.

_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_WORDS += ["jack", "queen", "king", "ace"]
_MANY = [word + ("es" if word == "six" else "s") for word in _WORDS]
_NUMBERS = ["one", *_WORDS[: _WORDS.index("jack")], "eleven", "twelve", "thirteen", "fourteen"]
_NUMBERS += ["fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]

_CALLS = {
    "high card": "{top}-high",
    "pair": "pair of {tops}",
    "two pair": "two pair, {tops} and {nexts}",
    "trips": "trips, three {tops}",
    "straight": "{top}-high straight",
    "flush": "{top}-high flush",
    "full house": "full house, {tops} full of {nexts}",
    "quads": "quads, four {tops}",
    "straight flush": "{top}-high straight flush",
    "five of a kind": "five of a kind, five {tops}",
}
_LOW_CALLS = _CALLS | {"high card": "{top}-{next}"}

# Names that stand alone, and nicknames beside the others: ranking, category, cards.
_OWN_NAMES = {
    ("A-5", "high card", "5-4-3-2-A"): "wheel, bicycle",
    ("A-6", "high card", "6-4-3-2-A"): "Chicago wheel, sixty-four",
    ("2-7", "high card", "7-5-4-3-2"): "number one, the nuts, seven perfect, the wheel",
    ("high", "straight flush", "A-K-Q-J-T"): "royal flush",
}
_NICKNAMES = {
    ("2-7", "high card", "8-5-4-3-2"): "eight perfect",
    ("2-7", "high card", "8-6-5-4-3"): "rough eighty-six",
    ("2-7", "high card", "8-7-4-3-2"): "eighty-seven smooth",
    ("2-7", "high card", "8-7-5-4-2"): "average eight",
    ("2-7", "high card", "8-7-6-5-3"): "rough eighty-seven, Dave P.",
    ("2-7", "high card", "9-5-4-3-2"): "nine perfect",
    ("high", "straight flush", "5-4-3-2-A"): "steel wheel",
    ("high", "straight", "5-4-3-2-A"): "wheel",
    ("high", "straight", "A-K-Q-J-T"): "Broadway",
}


@cache
def _spelled(ranking: str) -> list[str]:
    """Spell out the five ranks of each class."""
    return ["-".join(RANKS[rank] for rank in row) for row in load(ranking, "classes")[:, 1:]]


@cache
def _names(ranking: str) -> list[str]:
    """Name each class: its own names, or its call, number and nicknames."""
    law = get_ranking(ranking)
    named = zip(_keys(law), _calls(law), _numbers(law), strict=True)
    return [
        _OWN_NAMES.get(key) or _joined(call, number, _NICKNAMES.get(key, ""))
        for key, call, number in named
    ]


def _keys(law: Ranking) -> list[tuple[str, str, str]]:
    """Give each class its key to the names above."""
    family = law.name if law.low else "high"
    both = zip(load(law.name, "classes")[:, 0], _spelled(law.name), strict=True)
    return [(family, CATEGORIES[category], cards) for category, cards in both]


def _joined(*names: str) -> str:
    return ", ".join(filter(None, names))


def _calls(law: Ranking) -> list[str]:
    """Call each class by its ranks, as any hand of its category is."""
    table = load(law.name, "classes")
    calls = _LOW_CALLS if law.low else _CALLS
    forms = [calls[CATEGORIES[category]] for category in table[:, 0]]
    if law.low:
        lows = table[table[:, 0] == CATEGORIES.index("high card"), 1]  # they come first
        forms[: len(lows)] = map(_joined, forms, _qualities(lows))
    return [_worded(form, row) for form, row in zip(forms, table[:, 1:].tolist(), strict=True)]


def _worded(form: str, ranks: list[int]) -> str:
    top, after, *_ = [*dict.fromkeys(ranks), ranks[0]]  # five of a kind has no second rank
    return form.format(top=_WORDS[top], tops=_MANY[top], next=_WORDS[after], nexts=_MANY[after])


def _qualities(tops: npt.NDArray[np.uint8]) -> list[str]:
    """Say by its place among those of its top card whether a low is nut, smooth or rough."""
    start, stop = (np.searchsorted(tops, tops, side) for side in ("left", "right"))
    place, third = np.arange(len(tops)) - start, (stop - start) // 3
    nut, smooth, rough = place == 0, place < third, place >= stop - start - third
    forms = ["nut {top}, smooth {top}", "nut {top}", "smooth {top}", "rough {top}"]
    chosen: list[str] = np.select([nut & smooth, nut, smooth, rough], forms, "").tolist()
    return chosen


def _numbers(law: Ranking) -> list[str]:
    numbered = [f"number {word}" for word in _NUMBERS] if law.name == "2-7" else []
    return numbered + [""] * (len(load(law.name, "classes")) - len(numbered))


# How many hands a class has.


def _refuse_jokers(jokers: int, law: Ranking) -> None:
    if jokers not in range(N_JOKERS + 1):
        raise ValueError(f"jokers must be 0, 1 or 2, not {jokers!r}")
    if jokers and law.jokers == "none":
        raise ValueError(
            f"ranking {law.name!r} takes no jokers, not {jokers}; 'high-wild' and 'high-bug' do"
        )


def _hands(law: Ranking, jokers: int) -> npt.NDArray[np.int64]:
    """Count the five-card hands of each class: those of all rank multisets that belong to it."""
    five = load(law.name, "five")
    ways, suited = _ways(jokers)
    counted = np.concatenate([ways - suited, suited]) if law.suits else ways
    hands = np.bincount(five, counted)  # sums below 2**53 are exact
    return hands[1 : len(load(law.name, "classes")) + 1].astype(np.int64)


def _ways(jokers: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Count the hands of each multiset of five ranks, and those whose naturals share a suit."""
    multisets = all_multisets(5, N_RANKS + 1)
    copies = np.stack([(multisets == rank).sum(axis=1) for rank in range(JOKER + 1)])
    of_rank, of_jokers = (np.array([comb(n, k) for k in range(6)]) for n in (len(SUITS), jokers))
    joker_ways = of_jokers[copies[JOKER]]
    unpaired = copies[:JOKER].max(axis=0) <= 1
    return of_rank[copies[:JOKER]].prod(axis=0) * joker_ways, len(SUITS) * unpaired * joker_ways
