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

from fastlow.ranges.hands import Range, draw_combos, draw_indices, known, live
from fastlow.ranges.masks import LIMIT
from fastlow.ranges.pieces import fault, split, whole
from fastlow.ranges.rules import Ranked, Rules
from fastlow.ranges.terms import as_range, refuse_common

__all__ = [
    "LIMIT",
    "Range",
    "draw_combos",
    "draw_indices",
    "known",
    "live",
    "parse_draw",
    "parse_range",
]


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
    rules = Rules(cards, ace_low, jokers, stud, ranked, game)
    return as_range(whole(text), rules)


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
    rules = Rules(cards, ace_low, jokers)
    kept, *thrown = split(whole(text), "|")
    if len(thrown) > 1:
        fault("there is a second '|' before this", thrown[1][1])
    keep = as_range(kept, rules)
    if not thrown:
        return keep, None
    discard = as_range(thrown[0], rules._replace(cards=None))
    refuse_common(keep, discard)
    return keep, discard
