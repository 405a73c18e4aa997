"""The grammar of hands and ranges: a text becomes the set of hands that it means.

===================  ==============================================================================
``As 2d``            these cards, as `fastlow.parse` reads them, but for the comma
``A23``              ranks without suits: an ace, a two and a three
``*``, ``*h``        any card, any heart; ``*`` may be a joker
``Ax2x3y``           suit letters ``w x y z``: one letter one suit, two letters two suits; a letter
                     may stand for a suit that is also written out
``[A,2,3]``          one card of these ranks; ``[As,2d,Jk]`` one of these cards
``[2-5]``            a span in the order of the game: where the ace is low ``[A-5]`` is A,2,3,4,5
``[2-8!5]``          the set without its fives; ``[!5]`` any card but a five
``[2-5]h``           a set in one suit, which may be a suit letter
``Jk``               a joker, in exactly this case, or ``Xx``; ``JK`` is a jack and a king
``(A 2) 3``          stud: the down cards in parentheses
``AA**, KK**``       a union: at the top level a comma is never a mere separator
``AA** ! AAA*``      exclusion: the hands on the left that contain no hand on the right
``AA** : 0.5``       a weight for each of these combinations; without it the weight is 1
``top 10%``          the first tenth of the ranked list of the game, if it has one
``@path``            a file: on each line a range with or without a weight; ``#`` begins a comment
``2c 3d 4h | Kc``    draw games: keep ``|`` discard, for `parse_draw`
===================  ==============================================================================

``:`` takes in less than ``,`` and more than ``!``, and several ``!`` exclude one after the other.
A space may stand between cards; a suit follows its rank at once.

**What counts as one.** A range is a set of combinations, a combination is a set of real cards, and
each is there once, however often the text generates it. Named twice with different weights it is
an error. An exclusion looks at the written cards alone: in ``A23 ! K`` a king may still be dealt.

**Written and dealt.** The cards of a hand that are not written are dealt at random. A star is a
written card: in a game of four hole cards ``AA**`` means every hand with two aces or more, each as
likely as another, and 2.8 % of them have a third ace; ``AA`` means two of the aces and two cards
dealt to them, and in 7.9 % of the deals there is a third. Stars are dealt as well in two cases. In
stud, where cards come one by one, a star without a suit is a card not known yet, so that
``A23****`` is ``A23``. And where there is just one combination beside the stars, as in
``As 2d **`` or ``****``, dealing is the same thing and needs no list.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations, pairwise, permutations
from operator import or_
from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from fastlow.cards import JOKERS, N_CARDS, RANK_OF, RANKS, SUIT_OF, SUITS, Cards, as_codes, quoted
from fastlow.cards import format as write

Masks = npt.NDArray[np.uint64]
Weights = npt.NDArray[np.float64]
Ranked = npt.ArrayLike | Callable[[], npt.ArrayLike]

LIMIT = 3_000_000
"""The most combinations that a range may list: some 100 MB of them."""


@dataclass(frozen=True, eq=False, repr=False)
class Range:
    """The hands that a text means: n combinations of k known cards, each with a weight.

    Attributes
    ----------
    text : str
        As it was written, without spaces around it.
    combos : ndarray of uint8, shape (n, k)
        Card codes, ascending in each row, no two rows alike; ``combos.T`` is contiguous. For a
        hand of unknown cards k is 0 and n is 1.
    masks : ndarray of uint64, shape (n,)
        The same sets: bit ``code`` is set for each card. Two hands clash if ``a & b``.
    weights : ndarray of float64, shape (n,)
        Relative weights, above 0.
    size : int
        The cards that the hand will hold; ``size - k`` of them are still to be dealt.
    down : int
        How many of the k known cards are written in parentheses, the down cards of stud.
    """

    text: str
    combos: Cards
    masks: Masks
    weights: Weights
    size: int
    down: int = 0

    @property
    def up(self) -> int:
        """How many of the known cards are written outside parentheses."""
        return int(self.combos.shape[1]) - self.down

    @property
    def fixed(self) -> bool:
        """Whether there is just one combination."""
        return len(self.masks) == 1

    @cached_property
    def cumulative(self) -> npt.NDArray[np.float64] | None:
        """Running sums of the weights, shape (n,); None if all weights are equal."""
        return None if (self.weights == self.weights[0]).all() else np.cumsum(self.weights)

    def __len__(self) -> int:
        return len(self.masks)

    def __repr__(self) -> str:
        n, k = self.combos.shape
        return f"<Range {self.text!r}: {n} x {k} cards, {self.size - k} dealt>"


def parse_range(
    text: str,
    *,
    ace_low: bool,
    cards: int | None = None,
    jokers: int = 0,
    stud: bool = False,
    ranked: Ranked | None = None,
    game: str | None = None,
) -> Range:
    """List the combinations that a range means, in the grammar at the head of this module.

    Parameters
    ----------
    text : str
        A hand or a range.
    ace_low : bool
        The order of the ranks for spans: ace to king, or else two to ace.
    cards : int, optional
        How many cards a hand of the game holds; if None, as many as are written.
    jokers : int
        Jokers in the deck: 0, 1 or 2. With two, ``Jk`` is either of them.
    stud : bool
        The cards come one by one, some down and some up: parentheses are allowed, and stars
        without a suit are left to the deal.
    ranked : array_like of int, shape (n, k), or a function that returns one, optional
        The starting hands of the game as card codes, the best first, for ``top 10%``.
    game : str, optional
        The name of the game, for the message that there is no such list.

    Returns
    -------
    Range
        In the order of the masks.

    Raises
    ------
    ValueError
        If the text is malformed (the message names the position of the fault, counted from 0),
        no hand fits it, or it makes more than 3 000 000 combinations.

    Examples
    --------
    >>> parse_range("AA**", cards=4, ace_low=False)
    <Range 'AA**': 6961 x 4 cards, 0 dealt>
    >>> parse_range("A23", cards=7, ace_low=True, stud=True)
    <Range 'A23': 64 x 3 cards, 4 dealt>
    >>> parse_range("[A-5]", ace_low=False)
    Traceback (most recent call last):
    ValueError: A-5 runs downwards: the ace is high in this game, at position 1
    """
    rules = _Rules(cards, ace_low, jokers, stud, ranked, game)
    return _as_range(_whole(text), rules)


def parse_draw(
    text: str, *, ace_low: bool, cards: int = 5, jokers: int = 0
) -> tuple[Range, Range | None]:
    """Read the hand of a draw game, ``keep | discard``.

    Parameters
    ----------
    text : str
        Two ranges divided by ``|``, or one without. A suit letter on one side says nothing about
        the other side.
    ace_low : bool
        The order of the ranks for spans.
    cards : int
        How many cards a hand holds after the draw.
    jokers : int
        Jokers in the deck.

    Returns
    -------
    keep : Range
        The cards kept; what they lack of ``cards`` is drawn.
    discard : Range or None
        The cards thrown away; None without a ``|``.

    Raises
    ------
    ValueError
        As `parse_range`; or if there is a second ``|``, or a card that is in every hand kept is
        in every hand discarded.

    Examples
    --------
    >>> parse_draw("2c 3d 4h 8s | Kc", ace_low=False)
    (<Range '2c 3d 4h 8s': 1 x 4 cards, 1 dealt>, <Range 'Kc': 1 x 1 cards, 0 dealt>)
    """
    rules = _Rules(cards, ace_low, jokers)
    kept, *thrown = _split(_whole(text), "|")
    if len(thrown) > 1:
        _fault("there is a second '|' before this", thrown[1][1])
    keep = _as_range(kept, rules)
    if not thrown:
        return keep, None
    discard = _as_range(thrown[0], rules._replace(cards=None))
    _refuse_common(keep, discard)
    return keep, discard


def known(codes: npt.ArrayLike, *, size: int | None = None) -> Range:
    """Make the range of the one hand that holds these cards.

    Parameters
    ----------
    codes : array_like of int, shape (k,)
        Card codes, all different.
    size : int, optional
        The cards that the hand will hold; k if None.

    Returns
    -------
    Range
        One combination.

    Raises
    ------
    ValueError
        If a code is no card, a card appears twice, or there are more than ``size``.

    Examples
    --------
    >>> known([51, 1], size=4)
    <Range 'As 2d': 1 x 2 cards, 2 dealt>
    """
    hand = as_codes(codes)
    text = str(write(hand))
    mask = _mask(hand)
    if mask.bit_count() != len(hand):
        raise ValueError(f"a card appears twice in {text!r}")
    if size is not None and size < len(hand):
        raise ValueError(f"{text!r} is more than the {size} cards of a hand")
    masks = np.array([mask], np.uint64)
    return Range(text, _combos(masks, len(hand)), masks, np.ones(1), size or len(hand))


def live(hands: Range, dead: npt.ArrayLike) -> Range:
    """Drop the combinations that hold a dead card.

    Parameters
    ----------
    hands : Range
        A range.
    dead : array_like of int
        Codes of the cards that are known to be elsewhere.

    Returns
    -------
    Range
        The same weights for what is left.

    Raises
    ------
    ValueError
        If nothing is left.

    Examples
    --------
    >>> aces = parse_range("AA", ace_low=False)
    >>> live(aces, [51])
    <Range 'AA': 3 x 2 cards, 0 dealt>
    """
    gone = _mask(as_codes(dead))
    alive = (hands.masks & np.uint64(gone)) == 0
    if alive.all():
        return hands
    if not alive.any():
        taken = _names(int(np.bitwise_or.reduce(hands.masks)) & gone)
        raise ValueError(f"no combination of {hands.text!r} is live, for {taken} is dead")
    combos = np.compress(alive, hands.combos.T, axis=1).T
    return replace(hands, combos=combos, masks=hands.masks[alive], weights=hands.weights[alive])


def draw_indices(hands: Range, n: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw combinations by weight, with replacement: n row numbers of ``combos`` and ``masks``.

    Parameters
    ----------
    hands : Range
        A range.
    n : int
        How many to draw.
    rng : Generator
        The source of chance; the draw depends on nothing else.

    Returns
    -------
    ndarray of int64, shape (n,)
        Row numbers. Hands of several players are independent until those deals are thrown away
        whole in which two of them clash, that is, share a bit of their masks.

    Examples
    --------
    >>> aces = parse_range("AA : 3, KK : 1", ace_low=False)
    >>> rows = draw_indices(aces, 1000, np.random.default_rng(1))
    >>> aces.combos[rows[0]], int((aces.weights[rows] == 3).sum())
    (array([49, 50], dtype=uint8), 761)
    """
    if hands.cumulative is None:
        return rng.integers(len(hands), size=n)
    sums = hands.cumulative
    rows: npt.NDArray[np.int64] = np.searchsorted(sums[:-1], sums[-1] * rng.random(n), side="right")
    return rows


def draw_combos(hands: Range, n: int, rng: np.random.Generator) -> Cards:
    """Draw combinations by weight, with replacement, in columns.

    Parameters
    ----------
    hands : Range
        A range.
    n : int
        How many to draw.
    rng : Generator
        The source of chance, used as by `draw_indices`.

    Returns
    -------
    ndarray of uint8, shape (k, n)
        Card codes, ascending in each column; C-contiguous.

    Examples
    --------
    >>> aces = parse_range("AA", ace_low=False)
    >>> draw_combos(aces, 4, np.random.default_rng(1)).shape
    (2, 4)
    """
    return np.take(hands.combos.T, draw_indices(hands, n, rng), axis=1)


# A text falls apart at its separators into pieces, each with the position where it stood.

_Piece = tuple[str, int]


def _whole(text: str) -> _Piece:
    if not isinstance(text, str):
        raise TypeError(f"a range is a string, not {type(text).__name__}")
    return _trim(text, 0)


def _trim(text: str, position: int) -> _Piece:
    return text.strip(), position + len(text) - len(text.lstrip())


def _split(piece: _Piece, separator: str) -> list[_Piece]:
    """Cut at a separator, but not inside brackets."""
    text, start = piece
    found = re.finditer(rf"\[[^\]]*\]|{re.escape(separator)}", text)
    cuts = [-1, *(match.start() for match in found if match[0] == separator), len(text)]
    return [_trim(text[a + 1 : b], start + a + 1) for a, b in pairwise(cuts)]


def _fault(what: str, position: int) -> NoReturn:
    raise ValueError(f"{what}, at position {position}")


# From the outside in: a range, a union, a term with its exclusions and its weight.


class _Rules(NamedTuple):
    """What the game says about a range: the parameters of `parse_range`."""

    cards: int | None
    ace_low: bool
    jokers: int
    stud: bool = False
    ranked: Ranked | None = None
    game: str | None = None


class _Hands(NamedTuple):
    """Distinct sets of ``known`` cards, ascending as masks; ``stars`` are to be added to each."""

    masks: Masks
    weights: Weights
    known: int
    stars: int = 0
    down: int = 0

    @property
    def written(self) -> int:
        return self.known + self.stars

    def __str__(self) -> str:
        down = f", {self.down} of them down" if self.down else ""
        return f"{self.known} known card{'s' * (self.known != 1)}{down}"

    def only(self, keep: npt.NDArray[np.bool_]) -> "_Hands":
        return self._replace(masks=self.masks[keep], weights=self.weights[keep])


def _as_range(piece: _Piece, rules: _Rules) -> Range:
    _check(rules)
    hands = _union(piece, rules)
    hands = hands.only(hands.weights > 0)
    if not len(hands.masks):
        _fault("every weight is 0", piece[1])
    size = rules.cards or hands.written
    combos = _combos(hands.masks, hands.known)
    return Range(piece[0], combos, hands.masks, hands.weights, size, hands.down)


def _check(rules: _Rules) -> None:
    if rules.jokers not in range(len(JOKERS) + 1):
        raise ValueError(f"jokers={rules.jokers} is not 0, 1 or 2")
    if rules.cards is not None and rules.cards < 1:
        raise ValueError(f"cards={rules.cards} is not a number of cards in a hand")


def _refuse_common(keep: Range, discard: Range) -> None:
    common = np.bitwise_and.reduce(keep.masks) & np.bitwise_and.reduce(discard.masks)
    if common:
        raise ValueError(f"{_names(int(common))} is both kept and discarded")


def _union(piece: _Piece, rules: _Rules, *, alone: bool = True) -> _Hands:
    """Read what commas divide; ``alone`` if nothing else belongs to the range."""
    pieces = _split(piece, ",")
    terms = [_term(part, rules, alone=alone and len(pieces) == 1) for part in pieces]
    for term, (_, position) in zip(terms, pieces, strict=True):
        if fault := _unlike(terms[0], term):
            _fault(fault, position)
    if len(terms) > 1 and rules.cards != 1 and all(map(_is_card, terms)):
        _fault("a comma is a union: put a space between cards, or write [As,2d]", pieces[1][1])
    return _merged(terms)


def _unlike(first: _Hands, other: _Hands) -> str:
    if (first.known, first.down) == (other.known, other.down):
        return ""
    return f"hands of one range must be alike: {other} here, {first} in the first"


def _is_card(hands: _Hands) -> bool:
    return hands.known == len(hands.masks) == 1


def _merged(terms: Sequence[_Hands]) -> _Hands:
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
        names = _names(int(masks[clashes[0]]))
        raise ValueError(f"{names} has the weights {a:g} and {b:g}; exclude it from one with '!'")


def _term(piece: _Piece, rules: _Rules, *, alone: bool) -> _Hands:
    """Read hands, what is excluded from them, and their weight."""
    body, weight = _weight(piece)
    first, *excluded = _split(body, "!")
    hands = _hands(first, rules)
    dealt = rules.stud or (alone and not excluded and len(hands.masks) == 1)
    if hands.stars and not dealt:
        hands = _with_stars(hands, rules)
    for part in excluded:
        hands = _without(hands, _hands(part, rules), part[1])
    return hands._replace(weights=hands.weights * weight)


_WEIGHT = re.compile(r":\s*((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*$")


def _weight(piece: _Piece) -> tuple[_Piece, float]:
    text, start = piece
    match = _WEIGHT.search(text)
    if match is None:
        return piece, 1.0
    if math.isinf(float(match[1])):
        _fault(f"the weight {match[1]} is too large", start + match.start(1))
    return _trim(text[: match.start()], start), float(match[1])


def _without(hands: _Hands, excluded: _Hands, position: int) -> _Hands:
    if excluded.known > hands.known or excluded.written > hands.written:
        _fault(f"{excluded.written} cards cannot be excluded from hands of {hands.known}", position)
    keep = ~_contains(hands, excluded)
    if not keep.any():
        _fault("nothing is left of the range after this exclusion", position)
    return hands.only(keep)


def _contains(hands: _Hands, parts: _Hands) -> npt.NDArray[np.bool_]:
    """Tell which hands have one of the parts as a subset."""
    bits = np.uint64(1) << _combos(hands.masks, hands.known).T.astype(np.uint64)
    found = np.zeros(len(hands.masks), np.bool_)
    for places in combinations(range(hands.known), parts.known):
        found |= np.isin(np.bitwise_or.reduce(bits[list(places)], axis=0), parts.masks)
    return found


# What stands in a term: a file, a part of a ranked list, or a pattern.

_PERCENT = re.compile(r"(?:top\s*)?(\d+(?:\.\d+)?)\s*%", re.IGNORECASE)


def _hands(piece: _Piece, rules: _Rules) -> _Hands:
    text, position = piece
    if not text:
        _fault("no hand stands here (unknown cards are *)", position)
    if text[0] == "@":
        return _from_file(text[1:].strip(), position, rules)
    if percent := _PERCENT.fullmatch(text):
        return _top(Fraction(percent[1]), position, rules)
    return _pattern(piece, rules)


def _top(percent: Fraction, position: int, rules: _Rules) -> _Hands:
    """Take the fewest hands of the ranked list that make up the percentage."""
    if rules.ranked is None:
        _fault(f"no ranked list for {rules.game or 'this game'}", position)
    if not 0 < percent <= 100:
        _fault(f"{float(percent):g}% is not above 0 and at most 100", position)
    ranked = as_codes(rules.ranked() if callable(rules.ranked) else rules.ranked)
    best = ranked[: math.ceil(len(ranked) * percent / 100)]
    masks = _distinct(np.bitwise_or.reduce(_ONE << best.astype(np.uint64), axis=1))
    return _Hands(masks, np.ones(len(masks)), ranked.shape[1])


def _from_file(path: str, position: int, rules: _Rules) -> _Hands:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        _fault(f"cannot read {path!r} ({error})", position)
    terms: list[_Hands] = []
    for number, line in enumerate(lines, 1):
        try:
            terms += _line(line.partition("#")[0], terms, rules)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    if not terms:
        _fault(f"no hand is in {path!r}", position)
    return _merged(terms)


def _line(line: str, before: Sequence[_Hands], rules: _Rules) -> list[_Hands]:
    """Read one line of a file, which may be blank."""
    piece = _whole(line)
    if "@" in line:
        _fault("a file of ranges names no other file", line.index("@"))
    terms = [_union(piece, rules, alone=False)] if piece[0] else []
    if terms and before and (fault := _unlike(before[0], terms[0])):
        _fault(fault, piece[1])
    return terms


def _pattern(piece: _Piece, rules: _Rules) -> _Hands:
    units = _units(piece, rules)
    known = [unit for unit in units if not unit.is_star(rules)]
    masks = _sets(known)
    if not len(masks):
        _fault(f"no hand of this deck is {piece[0]!r}", piece[1])
    down = sum(unit.down for unit in known)
    return _Hands(masks, np.ones(len(masks)), len(known), len(units) - len(known), down)


# A pattern is made of units, one for each card: the cards that it may be, as bits by code.

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

_ONE = np.uint64(1)
_NATURAL = (1 << N_CARDS) - 1
_OF_RANK = [0b1111 << 4 * rank for rank in range(len(RANKS))]
_OF_SUIT = [sum(1 << 4 * rank + suit for rank in range(len(RANKS))) for suit in range(len(SUITS))]


class _Unit(NamedTuple):
    """One card of a pattern, the suit letter that it waits for, and where it stands."""

    allowed: int
    letter: str
    position: int
    down: bool

    def is_star(self, rules: _Rules) -> bool:
        return self.allowed == _deck(rules) and not self.letter

    def in_suit(self, suits: Mapping[str, int]) -> int:
        return self.allowed & _OF_SUIT[suits[self.letter]] if self.letter else self.allowed


def _units(piece: _Piece, rules: _Rules) -> list[_Unit]:
    text, start = piece
    units: list[_Unit] = []
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
        _fault("a parenthesis is not closed", start + end)
    _refuse_too_many(units, rules)
    _refuse_repeated(units)
    return units


def _token(text: str, start: int, end: int, rules: _Rules) -> re.Match[str]:
    if rules.jokers and text[end : end + 2] in ("JK", "jk", "jK"):
        _fault(f"{text[end : end + 2]} may be a joker, Jk, or two cards, J K", start + end)
    token = _TOKEN.match(text, end)
    if token is None:
        _fault(_misread(text[end]), start + end)
    return token


def _misread(character: str) -> str:
    if character in SUIT_OF or character.lower() in "wxyz":
        return f"{quoted(character)} is a suit without a rank before it"
    return _HINTS.get(character, f"{quoted(character)} is no part of a hand")


def _turned(down: bool, token: re.Match[str], start: int, rules: _Rules) -> bool:
    """Open or close a parenthesis."""
    position = start + token.start()
    if not rules.stud:
        _fault("down cards in parentheses are for stud games alone", position)
    if down == (token[0] == "("):
        _fault(f"a parenthesis is {'not closed before this' if down else 'not opened'}", position)
    return not down


def _unit(token: re.Match[str], position: int, down: bool, rules: _Rules) -> _Unit:
    if token["set"]:
        allowed = _set((token["set"][1:-1], position + 1), rules)
    else:
        allowed = _element(token, position, rules)
    allowed &= _suit(token)
    if not allowed:
        _fault(f"no card is {token[0]!r}", position)
    return _Unit(allowed, (token["letter"] or "").lower(), position, down)


def _set(piece: _Piece, rules: _Rules) -> int:
    """Read the inside of brackets: a union of elements less what follows each ``!``."""
    allowed = 0
    for part in _split(piece, ","):
        first, *excluded = _split(part, "!")
        cards = _deck(rules) if excluded and not first[0] else _member(first, rules)
        allowed |= cards & ~reduce(or_, (_member(one, rules) for one in excluded), 0)
    return allowed


def _member(piece: _Piece, rules: _Rules) -> int:
    text, position = piece
    element = _ELEMENT.fullmatch(text)
    if element is None:
        _fault(f"{text!r} is no rank, span or card", position)
    if element["low"]:
        return _span(element["low"], element["high"], position, rules) & _suit(element)
    return _element(element, position, rules) & _suit(element)


def _element(match: re.Match[str], position: int, rules: _Rules) -> int:
    if match["joker"]:
        return _jokers(position, rules)
    return _deck(rules) if match["star"] else _OF_RANK[RANK_OF[match["rank"]]]


def _suit(match: re.Match[str]) -> int:
    """Tell which cards the suit allows, if one is written."""
    return _OF_SUIT[SUIT_OF[match["suit"]]] if match["suit"] else -1


def _deck(rules: _Rules) -> int:
    return (1 << N_CARDS + rules.jokers) - 1


def _jokers(position: int, rules: _Rules) -> int:
    if not rules.jokers:
        _fault("this deck has no joker (a jack and a king are JK)", position)
    return _deck(rules) & ~_NATURAL


def _span(low: str, high: str, position: int, rules: _Rules) -> int:
    order = RANKS[-1] + RANKS[:-1] if rules.ace_low else RANKS
    first, last = (order.index(RANKS[RANK_OF[end]]) for end in (low, high))
    if first > last:
        _fault(f"{low}-{high} runs downwards{_ace(low, high, rules)}", position)
    return sum(_OF_RANK[RANKS.index(rank)] for rank in order[first : last + 1])


def _ace(low: str, high: str, rules: _Rules) -> str:
    if "A" not in (low + high).upper():
        return ""
    return f": the ace is {'low' if rules.ace_low else 'high'} in this game"


def _refuse_too_many(units: Sequence[_Unit], rules: _Rules) -> None:
    if rules.cards is not None and len(units) > rules.cards:
        _fault(f"a hand holds {rules.cards} cards at most", units[rules.cards].position)


def _refuse_repeated(units: Sequence[_Unit]) -> None:
    seen: dict[int, int] = {}
    for unit in units:
        first = seen.setdefault(unit.allowed, unit.position)
        if first != unit.position and unit.allowed.bit_count() == 1:
            name = _names(unit.allowed)
            raise ValueError(f"{name} appears twice, at positions {first} and {unit.position}")


# Sets of cards as masks: bit ``code`` of each, in ascending order, every set once.


def _sets(units: Sequence[_Unit]) -> Masks:
    """List the sets that have one card for each unit, whatever suits the letters stand for."""
    letters = sorted({unit.letter for unit in units} - {""})
    found = [
        _product([unit.in_suit(dict(zip(letters, suits, strict=True))) for unit in units])
        for suits in permutations(range(len(SUITS)), len(letters))
    ]
    return _distinct(np.concatenate(found))


def _product(allowed: Sequence[int]) -> Masks:
    """List the sets of different cards, one from each mask; the smallest masks come first."""
    found = np.zeros(1, np.uint64)
    for cards, mask in enumerate(sorted(allowed, key=int.bit_count), 1):
        found = _with_one_of(found, mask, cards)
    return found


def _with_stars(hands: _Hands, rules: _Rules) -> _Hands:
    """Add every card of the deck, as often as there are stars; weights are 1."""
    masks = hands.masks
    for cards in range(hands.known + 1, hands.written + 1):
        masks = _with_one_of(masks, _deck(rules), cards)
    return hands._replace(masks=masks, weights=np.ones(len(masks)), known=hands.written, stars=0)


def _with_one_of(sets: Masks, mask: int, cards: int) -> Masks:
    """Add to each set each card of the mask that it lacks, which makes sets of ``cards``."""
    # Each set lacks at least so many cards, and none comes up more often than it has cards.
    _refuse_above_limit(len(sets) * (mask.bit_count() - cards + 1) // cards)
    bits = [np.uint64(1 << code) for code in _codes(mask)]
    return _distinct(np.concatenate([sets[:0], *(sets[sets & bit == 0] | bit for bit in bits)]))


def _distinct(masks: Masks) -> Masks:
    """Sort in place and drop repetitions."""
    masks.sort()  # 13 million masks: forty times as fast as numpy.unique
    new = np.ones(len(masks), np.bool_)
    np.not_equal(masks[1:], masks[:-1], out=new[1:])
    _refuse_above_limit(int(new.sum()))
    return masks[new]


def _refuse_above_limit(n: int) -> None:
    if n > LIMIT:
        raise ValueError(
            f"a range of more than {LIMIT // 10**6} million combinations: name more cards, or "
            "write fewer stars (what is not written is dealt)"
        )


def _combos(masks: Masks, cards: int) -> Cards:
    """Codes of sets of so many cards, ascending, shape (n, cards), stored in columns."""
    columns = np.empty((cards, len(masks)), np.uint8)
    for column in columns:
        column[:] = np.bitwise_count(~masks & (masks - _ONE))  # the zeros below the lowest bit
        masks = masks & (masks - _ONE)
    return columns.T


def _codes(mask: int) -> list[int]:
    return [code for code in range(N_CARDS + len(JOKERS)) if mask >> code & 1]


def _names(mask: int) -> str:
    return str(write(_codes(mask)))


def _mask(codes: Cards) -> int:
    return reduce(or_, (1 << code for code in codes.ravel().tolist()), 0)
