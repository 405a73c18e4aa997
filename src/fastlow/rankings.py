"""What a ranking is, and the value of one hand said slowly and obviously: the law.

Here a hand is its five ranks (2 = 0 ... A = 12, joker = 13) and whether its natural cards share
a suit; no suit matters otherwise. The tables are built from this module, the fast path never
calls it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Literal, NamedTuple, get_args

from fastlow.multisets import JOKER, N_RANKS

NO_LOW = 65535
"""Stands for a low that does not qualify: larger, hence worse, than every rank (`uint16`)."""

RankingName = Literal["A-5", "A-6", "2-7", "2-6", "high", "high-wild", "high-bug"]

ACE = 12
N_JOKERS = 2
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
    "five of a kind",
)
_BY_GROUPS = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "trips",
    (3, 2): "full house",
    (4, 1): "quads",
    (5,): "five of a kind",
}


class Value(NamedTuple):
    """How strong five cards are in the sense of high poker: the larger tuple is the stronger hand.

    `ranks` run from the largest group down, and among equal groups from the highest rank; in an
    ace-low ranking an ace is -1.
    """

    category: int
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Ranking:
    """One way of ordering five cards.

    Attributes
    ----------
    name : str
        The name by which `fastlow.rank` calls it.
    low : bool
        The weakest hand wins.
    ace_low : bool
        The ace is the lowest rank (else the highest; in high poker it also begins 5-4-3-2-A).
    suits : bool
        Straights and flushes count.
    jokers : {"none", "low", "wild", "bug"}
        What a joker may stand for, `rules.md`, section 3.
    """

    name: RankingName
    low: bool
    ace_low: bool
    suits: bool
    jokers: Literal["none", "low", "wild", "bug"]

    @property
    def flushes(self) -> Literal["ignored", "bad", "good"]:
        """What five cards of one suit do to a hand."""
        if not self.suits:
            return "ignored"
        return "bad" if self.low else "good"


RANKINGS: dict[str, Ranking] = {
    ranking.name: ranking
    for ranking in (
        Ranking("A-5", low=True, ace_low=True, suits=False, jokers="low"),
        Ranking("A-6", low=True, ace_low=True, suits=True, jokers="low"),
        Ranking("2-7", low=True, ace_low=False, suits=True, jokers="low"),
        Ranking("2-6", low=True, ace_low=False, suits=False, jokers="low"),
        Ranking("high", low=False, ace_low=False, suits=True, jokers="none"),
        Ranking("high-wild", low=False, ace_low=False, suits=True, jokers="wild"),
        Ranking("high-bug", low=False, ace_low=False, suits=True, jokers="bug"),
    )
}


def get_ranking(name: str) -> Ranking:
    """Return the ranking called `name`, or raise a `ValueError` that lists the names there are.

    Examples
    --------
    >>> get_ranking("2-7").ace_low
    False
    """
    try:
        return RANKINGS[name]
    except (KeyError, TypeError):
        names = ", ".join(map(repr, get_args(RankingName)))
        raise ValueError(f"ranking must be one of {names}, not {name!r}") from None


def value(ranks: tuple[int, ...], suited: bool, ranking: Ranking) -> Value | None:
    """Return the value of five ranks, jokers read at their best; None if no deck holds the hand.

    Examples
    --------
    >>> value((0, 1, 2, 3, 4), False, RANKINGS["2-7"])
    Value(category=4, ranks=(4, 3, 2, 1, 0))
    >>> value((0, 1, 2, 3, 13), False, RANKINGS["2-7"])  # Jk-5-4-3-2 plays as 7-5-4-3-2
    Value(category=0, ranks=(5, 3, 2, 1, 0))
    """
    if not _exists(ranks, suited, ranking):
        return None
    readings = list(_readings(ranks, suited, ranking))
    return min(readings) if ranking.low else max(readings)


def beats(a: Value, b: Value, ranking: Ranking) -> bool:
    """Whether a hand of value `a` wins against one of value `b`."""
    return a < b if ranking.low else a > b


def _exists(ranks: tuple[int, ...], suited: bool, ranking: Ranking) -> bool:
    naturals = [rank for rank in ranks if rank != JOKER]
    jokers = len(ranks) - len(naturals)
    most_alike = max(Counter(naturals).values(), default=0)
    return jokers <= _jokers_allowed(ranking) and most_alike <= (1 if suited else 4)


def _jokers_allowed(ranking: Ranking) -> int:
    return 0 if ranking.jokers == "none" else N_JOKERS


def _readings(ranks: tuple[int, ...], suited: bool, ranking: Ranking) -> Iterator[Value]:
    """Yield the value of every hand that the jokers may make of these cards."""
    naturals = tuple(rank for rank in ranks if rank != JOKER)
    jokers = len(ranks) - len(naturals)
    suits = {suited, suited and not jokers}  # a joker may take another suit than the rest
    for stands_for, one_suit in product(_substitutes(jokers), suits):
        reading = _natural_value(tuple(sorted(naturals + stands_for)), one_suit, ranking)
        if _may_stand(stands_for, reading, ranking):
            yield reading


def _substitutes(jokers: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(range(N_RANKS), jokers)


def _may_stand(stands_for: tuple[int, ...], reading: Value, ranking: Ranking) -> bool:
    """Let a bug be an ace, or what completes a straight or a flush; other jokers, anything."""
    if ranking.jokers != "bug" or all(rank == ACE for rank in stands_for):
        return True
    return CATEGORIES[reading.category] in ("straight", "flush", "straight flush")


@lru_cache(maxsize=20_000)  # the readings of jokers repeat: building all tables takes a third
def _natural_value(ranks: tuple[int, ...], suited: bool, ranking: Ranking) -> Value:
    order = sorted((_order(rank, ranking) for rank in ranks), reverse=True)
    groups = sorted(Counter(order).items(), key=lambda group: (-group[1], -group[0]))
    category = _BY_GROUPS[tuple(count for _, count in groups)]
    by_group = tuple(rank for rank, _ in groups)
    if category == "high card" and ranking.suits:
        return _suited_or_straight(by_group, suited, ranking)
    return Value(CATEGORIES.index(category), by_group)


def _suited_or_straight(order: tuple[int, ...], suited: bool, ranking: Ranking) -> Value:
    """Value five different ranks, highest first, where straights and flushes count."""
    if not ranking.low and order == (ACE, 3, 2, 1, 0):
        order = (3, 2, 1, 0, -1)  # in high poker alone a high ace also begins a straight
    straight = order[0] - order[4] == 4
    category = _OF_FIVE_RANKS[straight, suited]
    return Value(CATEGORIES.index(category), order)


_OF_FIVE_RANKS = {
    (False, False): "high card",
    (True, False): "straight",
    (False, True): "flush",
    (True, True): "straight flush",
}


def _order(rank: int, ranking: Ranking) -> int:
    return -1 if ranking.ace_low and rank == ACE else rank
