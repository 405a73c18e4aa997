"""A pattern is made of units, one for each card: the cards that it may be, as bits by code."""

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import permutations
from operator import or_
from typing import NamedTuple

import numpy as np

from fastlow.cards import N_CARDS, RANK_OF, RANKS, SUIT_OF, SUITS, quoted
from fastlow.ranges.masks import Masks, distinct, names_of, product
from fastlow.ranges.pieces import Piece, fault, split
from fastlow.ranges.rules import Rules

_RANK = "|".join(sorted(map(re.escape, RANK_OF), key=len, reverse=True))
_SUIT = "|".join(sorted(map(re.escape, SUIT_OF), key=len, reverse=True))
_JOKER = "Jk|[Xx][Xx]"
_TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<paren>[()])|(?P<joker>{_JOKER})"
    rf"|(?:(?P<set>\[[^\[\]]*\])|(?P<star>\*)|(?P<rank>{_RANK}))"
    rf"(?:(?P<suit>{_SUIT})|(?!Xx)(?P<letter>[w-zW-Z]))?"
)
_ELEMENT = re.compile(
    rf"(?P<joker>{_JOKER})"
    rf"|(?:(?P<low>{_RANK})\s*-\s*(?P<high>{_RANK})|(?P<star>\*)|(?P<rank>{_RANK}))"
    rf"(?P<suit>{_SUIT})?"
)
_HINTS = {
    "[": "this bracket is not closed",
    "]": "this bracket is not opened",
    "-": "a span stands in brackets, as in [2-5]",
    "|": "'|' divides keep from discard in draw games alone",
    ":": "a weight is a number, as in AA : 0.5",
    "%": "a percentage is a number alone, as in top 10%",
    "@": "a file stands alone, as in @path",
}
_NATURAL = (1 << N_CARDS) - 1
_OF_RANK = [0b1111 << 4 * rank for rank in range(len(RANKS))]
_OF_SUIT = [sum(1 << 4 * rank + suit for rank in range(len(RANKS))) for suit in range(len(SUITS))]


class Unit(NamedTuple):
    """One card of a pattern, the suit letter that it waits for, and where it stands."""

    allowed: int
    letter: str
    position: int
    down: bool

    def is_star(self, rules: Rules) -> bool:
        """Whether the unit may be any card of the deck."""
        return self.allowed == deck_of(rules) and not self.letter

    def in_suit(self, suits: Mapping[str, int]) -> int:
        """Return the cards it may be where its letter stands for a suit."""
        return self.allowed & _OF_SUIT[suits[self.letter]] if self.letter else self.allowed


def units_of(piece: Piece, rules: Rules) -> list[Unit]:
    """Read a pattern, one unit for each of its cards."""
    text, start = piece
    units: list[Unit] = []
    down = False
    end = 0
    while end < len(text):
        token = _token(text, start, end, rules)
        if token["paren"]:
            down = _turned(down, token, start, rules)
        elif not token["space"]:
            units.append(_unit(token, start + end, down, rules))
        end = token.end()
    if down:
        fault("a parenthesis is not closed", start + end)
    _refuse_too_many(units, rules)
    _refuse_repeated(units)
    return units


def _token(text: str, start: int, end: int, rules: Rules) -> re.Match[str]:
    if rules.jokers and text[end : end + 2] in ("JK", "jk", "jK"):
        fault(f"{text[end : end + 2]} may be a joker, Jk, or two cards, J K", start + end)
    token = _TOKEN.match(text, end)
    if token is None:
        fault(_misread(text[end]), start + end)
    return token


def _misread(character: str) -> str:
    if character in SUIT_OF or character.lower() in "wxyz":
        return f"{quoted(character)} is a suit without a rank before it"
    return _HINTS.get(character, f"{quoted(character)} is no part of a hand")


def _turned(down: bool, token: re.Match[str], start: int, rules: Rules) -> bool:
    """Open or close a parenthesis."""
    position = start + token.start()
    if not rules.stud:
        fault("down cards in parentheses are for stud games alone", position)
    if down == (token[0] == "("):
        fault(f"a parenthesis is {'not closed before this' if down else 'not opened'}", position)
    return not down


def _unit(token: re.Match[str], position: int, down: bool, rules: Rules) -> Unit:
    if token["set"]:
        allowed = _set((token["set"][1:-1], position + 1), rules)
    else:
        allowed = _element(token, position, rules)
    allowed &= _suit(token)
    if not allowed:
        fault(f"no card is {token[0]!r}", position)
    return Unit(allowed, (token["letter"] or "").lower(), position, down)


def _set(piece: Piece, rules: Rules) -> int:
    """Read the inside of brackets: a union of elements less what follows each ``!``."""
    allowed = 0
    for part in split(piece, ","):
        first, *excluded = split(part, "!")
        cards = deck_of(rules) if excluded and not first[0] else _member(first, rules)
        allowed |= cards & ~reduce(or_, (_member(one, rules) for one in excluded), 0)
    return allowed


def _member(piece: Piece, rules: Rules) -> int:
    text, position = piece
    element = _ELEMENT.fullmatch(text)
    if element is None:
        fault(f"{text!r} is no rank, span or card", position)
    if element["low"]:
        return _span(element["low"], element["high"], position, rules) & _suit(element)
    return _element(element, position, rules) & _suit(element)


def _element(match: re.Match[str], position: int, rules: Rules) -> int:
    if match["joker"]:
        return _jokers(position, rules)
    return deck_of(rules) if match["star"] else _OF_RANK[RANK_OF[match["rank"]]]


def _suit(match: re.Match[str]) -> int:
    """Tell which cards the suit allows, if one is written."""
    return _OF_SUIT[SUIT_OF[match["suit"]]] if match["suit"] else -1


def deck_of(rules: Rules) -> int:
    """Return the set of all cards of the deck."""
    return (1 << N_CARDS + rules.jokers) - 1


def _jokers(position: int, rules: Rules) -> int:
    if not rules.jokers:
        fault("this deck has no joker (a jack and a king are JK)", position)
    return deck_of(rules) & ~_NATURAL


def _span(low: str, high: str, position: int, rules: Rules) -> int:
    order = RANKS[-1] + RANKS[:-1] if rules.ace_low else RANKS
    first, last = (order.index(RANKS[RANK_OF[end]]) for end in (low, high))
    if first > last:
        fault(f"{low}-{high} runs downwards{_ace(low, high, rules)}", position)
    return sum(_OF_RANK[RANKS.index(rank)] for rank in order[first : last + 1])


def _ace(low: str, high: str, rules: Rules) -> str:
    if "A" not in (low + high).upper():
        return ""
    return f": the ace is {'low' if rules.ace_low else 'high'} in this game"


def _refuse_too_many(units: Sequence[Unit], rules: Rules) -> None:
    if rules.cards is not None and len(units) > rules.cards:
        fault(f"a hand holds {rules.cards} cards at most", units[rules.cards].position)


def _refuse_repeated(units: Sequence[Unit]) -> None:
    seen: dict[int, int] = {}
    for unit in units:
        first = seen.setdefault(unit.allowed, unit.position)
        if first != unit.position and unit.allowed.bit_count() == 1:
            name = names_of(unit.allowed)
            raise ValueError(f"{name} appears twice, at positions {first} and {unit.position}")


def sets_of(units: Sequence[Unit]) -> Masks:
    """List the sets that have one card for each unit, whatever suits the letters stand for."""
    letters = sorted({unit.letter for unit in units} - {""})
    found = [
        product([unit.in_suit(dict(zip(letters, suits, strict=True))) for unit in units])
        for suits in permutations(range(len(SUITS)), len(letters))
    ]
    return distinct(np.concatenate(found))
