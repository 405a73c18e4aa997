"""From the outside in: a range, a union, a term with its exclusions and its weight.

What stands in a term is a file, a part of a ranked list, or a pattern.
"""

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.cards import JOKERS, as_codes
from fastlow.ranges.hands import Range, Weights
from fastlow.ranges.masks import ONE, Masks, combos_of, distinct, names_of, with_one_of
from fastlow.ranges.patterns import deck_of, sets_of, units_of
from fastlow.ranges.pieces import Piece, fault, split, trim, whole
from fastlow.ranges.rules import Rules


class Hands(NamedTuple):
    """Distinct sets of ``known`` cards, ascending as masks; ``stars`` are to be added to each."""

    masks: Masks
    weights: Weights
    known: int
    stars: int = 0
    down: int = 0

    @property
    def written(self) -> int:
        """How many cards are written, stars included."""
        return self.known + self.stars

    def __str__(self) -> str:
        down = f", {self.down} of them down" if self.down else ""
        return f"{self.known} known card{'s' * (self.known != 1)}{down}"

    def only(self, keep: npt.NDArray[np.bool_]) -> "Hands":
        """Keep some of the sets, with their weights."""
        return self._replace(masks=self.masks[keep], weights=self.weights[keep])


def as_range(piece: Piece, rules: Rules) -> Range:
    """Read a whole range."""
    _check(rules)
    hands = union(piece, rules)
    hands = hands.only(hands.weights > 0)
    if not len(hands.masks):
        fault("every weight is 0", piece[1])
    size = rules.cards or hands.written
    combos = combos_of(hands.masks, hands.known)
    return Range(piece[0], combos, hands.masks, hands.weights, size, hands.down)


def _check(rules: Rules) -> None:
    if rules.jokers not in range(len(JOKERS) + 1):
        raise ValueError(f"jokers={rules.jokers} is not 0, 1 or 2")
    if rules.cards is not None and rules.cards < 1:
        raise ValueError(f"cards={rules.cards} is not a number of cards in a hand")


def refuse_common(keep: Range, discard: Range) -> None:
    """Refuse a card that every hand keeps and every hand discards."""
    common = np.bitwise_and.reduce(keep.masks) & np.bitwise_and.reduce(discard.masks)
    if common:
        raise ValueError(f"{names_of(int(common))} is both kept and discarded")


def union(piece: Piece, rules: Rules, *, alone: bool = True) -> Hands:
    """Read what commas divide; ``alone`` if nothing else belongs to the range."""
    pieces = split(piece, ",")
    terms = [_term(part, rules, alone=alone and len(pieces) == 1) for part in pieces]
    for term, (_, position) in zip(terms, pieces, strict=True):
        if unlike := _unlike(terms[0], term):
            fault(unlike, position)
    if len(terms) > 1 and rules.cards != 1 and all(map(_is_card, terms)):
        fault("a comma is a union: put a space between cards, or write [As,2d]", pieces[1][1])
    return _merged(terms)


def _unlike(first: Hands, other: Hands) -> str:
    if (first.known, first.down) == (other.known, other.down):
        return ""
    return f"hands of one range must be alike: {other} here, {first} in the first"


def _is_card(hands: Hands) -> bool:
    return hands.known == len(hands.masks) == 1


def _merged(terms: Sequence[Hands]) -> Hands:
    """Put hands together, each combination once; two weights for one are an error."""
    if len(terms) == 1:
        return terms[0]
    masks = np.concatenate([term.masks for term in terms])
    weights = np.concatenate([term.weights for term in terms])
    order = np.argsort(masks, kind="stable")
    masks, weights = masks[order], weights[order]
    again = masks[1:] == masks[:-1]
    _refuse_two_weights(masks, weights, again)
    hands = terms[0]._replace(masks=masks, weights=weights, stars=max(t.stars for t in terms))
    return hands.only(np.append(True, ~again))


def _refuse_two_weights(masks: Masks, weights: Weights, again: npt.NDArray[np.bool_]) -> None:
    clashes = np.flatnonzero(again & (weights[1:] != weights[:-1]))
    if len(clashes):
        a, b = weights[clashes[0] :][:2].tolist()
        names = names_of(int(masks[clashes[0]]))
        raise ValueError(f"{names} has the weights {a:g} and {b:g}; exclude it from one with '!'")


def _term(piece: Piece, rules: Rules, *, alone: bool) -> Hands:
    """Read hands, what is excluded from them, and their weight."""
    body, weight = _weight(piece)
    first, *excluded = split(body, "!")
    hands = _hands(first, rules)
    dealt = rules.stud or (alone and not excluded and len(hands.masks) == 1)
    if hands.stars and not dealt:
        hands = _with_stars(hands, rules)
    for part in excluded:
        hands = _without(hands, _hands(part, rules), part[1])
    return hands._replace(weights=hands.weights * weight)


_WEIGHT = re.compile(r":\s*((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*$")


def _weight(piece: Piece) -> tuple[Piece, float]:
    text, start = piece
    match = _WEIGHT.search(text)
    if match is None:
        return piece, 1.0
    if math.isinf(float(match[1])):
        fault(f"the weight {match[1]} is too large", start + match.start(1))
    return trim(text[: match.start()], start), float(match[1])


def _without(hands: Hands, excluded: Hands, position: int) -> Hands:
    if excluded.known > hands.known or excluded.written > hands.written:
        fault(f"{excluded.written} cards cannot be excluded from hands of {hands.known}", position)
    keep = ~_contains(hands, excluded)
    if not keep.any():
        fault("nothing is left of the range after this exclusion", position)
    return hands.only(keep)


def _contains(hands: Hands, parts: Hands) -> npt.NDArray[np.bool_]:
    """Tell which hands have one of the parts as a subset."""
    bits = np.uint64(1) << combos_of(hands.masks, hands.known).T.astype(np.uint64)
    found = np.zeros(len(hands.masks), np.bool_)
    for places in combinations(range(hands.known), parts.known):
        found |= np.isin(np.bitwise_or.reduce(bits[list(places)], axis=0), parts.masks)
    return found


def _with_stars(hands: Hands, rules: Rules) -> Hands:
    """Add every card of the deck, as often as there are stars; weights are 1."""
    masks = hands.masks
    for cards in range(hands.known + 1, hands.written + 1):
        masks = with_one_of(masks, deck_of(rules), cards)
    return hands._replace(masks=masks, weights=np.ones(len(masks)), known=hands.written, stars=0)


_PERCENT = re.compile(r"(?:top\s*)?(\d+(?:\.\d+)?)\s*%", re.IGNORECASE)


def _hands(piece: Piece, rules: Rules) -> Hands:
    text, position = piece
    if not text:
        fault("no hand stands here (unknown cards are *)", position)
    if text[0] == "@":
        return _from_file(text[1:].strip(), position, rules)
    if percent := _PERCENT.fullmatch(text):
        return _top(Fraction(percent[1]), position, rules)
    return _pattern(piece, rules)


def _top(percent: Fraction, position: int, rules: Rules) -> Hands:
    """Take the fewest hands of the ranked list that make up the percentage."""
    if rules.ranked is None:
        fault(f"no ranked list for {rules.game or 'this game'}", position)
    if not 0 < percent <= 100:
        fault(f"{float(percent):g}% is not above 0 and at most 100", position)
    ranked = as_codes(rules.ranked() if callable(rules.ranked) else rules.ranked)
    best = ranked[: math.ceil(len(ranked) * percent / 100)]
    masks = distinct(np.bitwise_or.reduce(ONE << best.astype(np.uint64), axis=1))
    return Hands(masks, np.ones(len(masks)), ranked.shape[1])


def _from_file(path: str, position: int, rules: Rules) -> Hands:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        fault(f"cannot read {path!r} ({error})", position)
    terms: list[Hands] = []
    for number, line in enumerate(lines, 1):
        try:
            terms += _line(line.partition("#")[0], terms, rules)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    if not terms:
        fault(f"no hand is in {path!r}", position)
    return _merged(terms)


def _line(line: str, before: Sequence[Hands], rules: Rules) -> list[Hands]:
    """Read one line of a file, which may be blank."""
    piece = whole(line)
    if "@" in line:
        fault("a file of ranges names no other file", line.index("@"))
    terms = [union(piece, rules, alone=False)] if piece[0] else []
    if terms and before and (unlike := _unlike(before[0], terms[0])):
        fault(unlike, piece[1])
    return terms


def _pattern(piece: Piece, rules: Rules) -> Hands:
    units = units_of(piece, rules)
    known = [unit for unit in units if not unit.is_star(rules)]
    masks = sets_of(known)
    if not len(masks):
        fault(f"no hand of this deck is {piece[0]!r}", piece[1])
    down = sum(unit.down for unit in known)
    return Hands(masks, np.ones(len(masks)), len(known), len(units) - len(known), down)
