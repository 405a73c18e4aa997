"""Cards and hands of PokerKit, both ways (extra ``pokerkit``).

Other numberings and 64-bit masks of cards are in `fastlow.cards`, PHH hand histories in
`fastlow.phh`.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from pokerkit import (
    Card,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Rank,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
    Suit,
)

from fastlow.cards import N_CARDS, RANKS, SUITS, Cards, as_codes, parse

Hand = Any  # pokerkit.Hand; PokerKit's own types are not checked here


class Kind(NamedTuple):
    """What a hand of PokerKit is called here.

    Attributes
    ----------
    ranking : str
        As in `fastlow.rank`.
    qualifier : int or None
        The highest card of a qualifying low.
    board : bool
        Whether two cards of the hole and three of the board make it, as in `fastlow.rank_omaha`.
    """

    ranking: str
    qualifier: int | None = None
    board: bool = False


KINDS: dict[type[Any], Kind] = {
    RegularLowHand: Kind("A-5"),
    EightOrBetterLowHand: Kind("A-5", 8),
    StandardLowHand: Kind("2-7"),
    StandardHighHand: Kind("high"),
    OmahaEightOrBetterLowHand: Kind("A-5", 8, board=True),
    OmahaHoldemHand: Kind("high", board=True),
}
"""The hands that both know. PokerKit has none of A-6 and 2-6, and no joker."""

_CARDS = [Card(Rank(rank), Suit(suit)) for rank in RANKS for suit in SUITS]
_CODE_OF = {card: code for code, card in enumerate(_CARDS)}
_TYPE_OF = {kind: hand for hand, kind in KINDS.items()}


def to_pokerkit(cards: str | npt.ArrayLike) -> list[Any]:
    """Turn cards into PokerKit's.

    Parameters
    ----------
    cards : str or array_like of int, shape (k,) or (n, k)
        Cards as `fastlow.parse` reads them, or codes from 0 to 51.

    Returns
    -------
    list of Card, or list of lists of Card
        In the same order.

    Raises
    ------
    ValueError
        If a code is not from 0 to 51: PokerKit has no joker.

    Examples
    --------
    >>> to_pokerkit("As 2d Tc")
    [As, 2d, Tc]
    """
    codes = as_codes(parse(cards) if isinstance(cards, str) else cards, n=N_CARDS)
    if codes.ndim == 2:
        return [[_CARDS[code] for code in hand] for hand in codes.tolist()]
    return [_CARDS[code] for code in codes.tolist()]


def from_pokerkit(cards: Iterable[Any]) -> Cards:
    """Turn cards of PokerKit into codes.

    Parameters
    ----------
    cards : iterable of Card, or of iterables of Card
        One hand, or n hands of k cards each.

    Returns
    -------
    ndarray of uint8, shape (k,) or (n, k)
        Card codes in the same order.

    Raises
    ------
    ValueError
        If a card is unknown (``??``), or the hands are not equally long; the place is named.
    TypeError
        If something is no card.

    Examples
    --------
    >>> from pokerkit import Card
    >>> from_pokerkit(Card.parse("As2dTc"))
    array([51,  1, 32], dtype=uint8)
    """
    listed = list(cards)
    if all(isinstance(card, Card) for card in listed):
        return np.array([_code(card, f"card {i}") for i, card in enumerate(listed)], np.uint8)
    hands = [
        [_code(card, f"card {i} of hand {n}") for i, card in enumerate(hand)]
        for n, hand in enumerate(map(_hand, listed))
    ]
    for n, hand in enumerate(hands):
        if len(hand) != len(hands[0]):
            raise ValueError(f"hand {n} has {len(hand)} cards, hand 0 has {len(hands[0])}")
    return np.array(hands, np.uint8)


def _hand(cards: Any) -> list[Any]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise TypeError(f"{cards!r} is no card of PokerKit, and no hand of them")
    return list(cards)


def _code(card: Any, where: str) -> int:
    if not isinstance(card, Card):
        raise TypeError(f"{where} is no card of PokerKit but {card!r}")
    if card not in _CODE_OF:
        raise ValueError(f"{where} is unknown: {card!r}")
    return _CODE_OF[card]


def to_pokerkit_hand(
    cards: str | npt.ArrayLike,
    ranking: str,
    *,
    qualifier: int | None = None,
    board: str | npt.ArrayLike | None = None,
) -> Hand:
    """Make a hand of PokerKit, the best that the cards allow; ``>`` is the better one there.

    Parameters
    ----------
    cards : str or array_like of int, shape (k,)
        Five to seven cards, or the hole cards of Omaha.
    ranking : {"A-5", "2-7", "high"}
        The order of hands.
    qualifier : int, optional
        8 for 8-or-better, in ``"A-5"``.
    board : str or array_like of int, optional
        The common cards of Omaha.

    Returns
    -------
    pokerkit.Hand or None
        Of the type in `KINDS`; None if no low qualifies.

    Raises
    ------
    ValueError
        If PokerKit has no such hand.

    Examples
    --------
    >>> to_pokerkit_hand("7c 5d 4h 3s 2c", "2-7") > to_pokerkit_hand("As 5d 4h 3s 2c", "2-7")
    True
    >>> to_pokerkit_hand("As 2d Kc Kh", "A-5", qualifier=8, board="3c 4c Kd 9s 8h").cards
    (As, 2d, 3c, 4c, 8h)
    """
    kind = Kind(ranking, qualifier, board is not None)
    if kind not in _TYPE_OF:
        raise ValueError(f"PokerKit has no hand of {ranking!r} with {qualifier=} and {board=}")
    common = [] if board is None else to_pokerkit(board)
    return _TYPE_OF[kind].from_game_or_none(to_pokerkit(cards), common)


def from_pokerkit_hand(hand: Hand) -> tuple[Cards, Kind]:
    """Turn a hand of PokerKit into the codes of its five cards, and say what ranks it.

    Raises
    ------
    TypeError
        If it is of a type that is not in `KINDS`.

    Examples
    --------
    >>> from pokerkit import StandardLowHand
    >>> codes, kind = from_pokerkit_hand(StandardLowHand("7c5d4h3s2c"))
    >>> codes.tolist(), kind.ranking
    ([20, 13, 10, 7, 0], '2-7')
    """
    if type(hand) not in KINDS:
        known = ", ".join(each.__name__ for each in KINDS)
        raise TypeError(f"a hand of PokerKit must be one of {known}, not {type(hand).__name__}")
    return from_pokerkit(hand.cards), KINDS[type(hand)]
