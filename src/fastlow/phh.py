"""Hand histories in PHH, the notation of PokerKit, read up to their showdown (extra ``pokerkit``).

PHH has codes for Razz, Stud 8, Omaha 8 and 2-7. Two more are read here, after the pattern of the
others: ``NAL1D`` and ``FAL3D`` are ``N2L1D`` and ``F2L3D`` with ace-to-five lows.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar
from warnings import catch_warnings, simplefilter

import numpy as np
import numpy.typing as npt
from pokerkit import (
    Automation,
    FixedLimitDeuceToSevenLowballTripleDraw,
    HandHistory,
    NoLimitDeuceToSevenLowballSingleDraw,
    Poker,
    RegularLowHand,
)

from fastlow.cards import format as write
from fastlow.games import GAMES, Game, Showdown, showdown
from fastlow.neighbours import from_pokerkit
from fastlow.pots import OddRule, split
from fastlow.rankings import NO_LOW

Chips = npt.NDArray[np.int64]

ODD_CHIPS: OddRule = "one-seat"
"""Where PokerKit puts odd chips: between halves to high, inside a half all to the first seat."""
UNKNOWN = "?"
"""The hand of a player who won without showing it."""


class NoLimitAceToFiveSingleDraw(NoLimitDeuceToSevenLowballSingleDraw):
    """California lowball without a joker: one draw, no limit."""

    hand_types = (RegularLowHand,)


class FixedLimitAceToFiveTripleDraw(FixedLimitDeuceToSevenLowballTripleDraw):
    """Ace-to-five triple draw, limit."""

    hand_types = (RegularLowHand,)


_OURS: dict[str, tuple[type[Poker], str]] = {
    "NAL1D": (NoLimitAceToFiveSingleDraw, "N2L1D"),
    "FAL3D": (FixedLimitAceToFiveTripleDraw, "F2L3D"),
}


class LowballHistory(HandHistory):
    """A hand history that may also be one of ace-to-five draw."""

    game_types: ClassVar[dict[str, type[Poker]]] = HandHistory.game_types | {
        code: ours for code, (ours, _) in _OURS.items()
    }
    variants: ClassVar[dict[type[Poker], str]] = HandHistory.variants | {
        ours: code for code, (ours, _) in _OURS.items()
    }
    required_field_names = HandHistory.required_field_names | {
        code: HandHistory.required_field_names[like] for code, (_, like) in _OURS.items()
    }


VARIANTS = MappingProxyType(
    {
        "FR": "razz",
        "F7S/8": "stud8",
        "FO/8": "omaha8",
        "N2L1D": "kansas-city",
        "F2L3D": "27-triple",
        "NAL1D": "a5-draw",
        "FAL3D": "a5-triple",
    }
)
"""The games of PHH by their codes."""


@dataclass(frozen=True)
class History:
    """A hand as it stood at the showdown.

    Attributes
    ----------
    game : Game
        The game.
    players : tuple of str
        Their names, or ``p1`` and so on, as PHH numbers them: clockwise from the button.
    hands : tuple of str
        The cards of each; ``""`` for who has folded or mucked, `UNKNOWN` for who won unseen.
    board : str
        The common cards. In stud, a common last card is in every hand.
    invested : tuple of int
        The chips that each put in; a bet that nobody called may be among them.
    dead : tuple of int
        How many of them are an ante that others did not have to post: it lies in the main pot, and
        gives no right to more.
    payoffs : tuple of int or Decimal
        What each won or lost in the end, by PokerKit's own account, in chips.
    chip : Decimal
        What a chip is in the amounts of the file: 1, or 0.01 where they are written with cents.
    """

    game: Game
    players: tuple[str, ...]
    hands: tuple[str, ...]
    board: str
    invested: tuple[int, ...]
    dead: tuple[int, ...]
    payoffs: tuple[Any, ...]
    chip: Decimal


def read_phh(path: str | os.PathLike[str]) -> History:
    """Read a hand history up to its showdown.

    Parameters
    ----------
    path : path
        A file in PHH, of one of `VARIANTS`.

    Returns
    -------
    History
        The hands, the board and the chips, as `fastlow.showdown` and `fastlow.split` take them.

    Raises
    ------
    ValueError
        If the file is no PHH, is of another game, is not played to its end, has the board run
        out more than once, or does not show all hands of a showdown.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "hand.phh"
    >>> _ = path.write_text('''
    ... variant = 'N2L1D'
    ... antes = [0, 0]
    ... blinds_or_straddles = [5, 10]
    ... min_bet = 10
    ... starting_stacks = [500, 500]
    ... actions = ['d dh p1 7c5d4h3s2c', 'd dh p2 8d6c4s3h2d', 'p2 cc', 'p1 cc', 'p1 sd', 'p2 sd',
    ...   'p1 cbr 60', 'p2 cc', 'p1 sm 7c5d4h3s2c', 'p2 sm 8d6c4s3h2d']
    ... ''')
    >>> history = read_phh(path)
    >>> history.game.name, history.hands, history.invested
    ('kansas-city', ('7c 5d 4h 3s 2c', '8d 6c 4s 3h 2d'), (70, 70))
    >>> settle(history)
    array([140,   0])
    """
    path = Path(path)
    try:
        history = LowballHistory.loads(path.read_text(encoding="utf-8"))
        if history.variant not in VARIANTS:
            raise ValueError(f"variant {history.variant!r} is none of {', '.join(VARIANTS)}")
        with catch_warnings():  # of what is odd but lawful, such as discards that are dealt again
            simplefilter("ignore", UserWarning)
            return _played(history)
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path}: {error}") from error


def settle(history: History) -> Chips:
    """Pay the pots of a hand: chips that each player takes back, his own included.

    Odd chips go where PokerKit puts them: all of a half to its first seat, after who wins nothing
    is left out and pots that then have the same players are put together. So this less what was
    put in is the payoff there, but for two things. Amounts with decimals are paid in whole cents,
    where PokerKit divides a cent; and in a side pot for which nobody has a low, the high hand
    takes all, where PokerKit shares the low half among everybody if there is a low in another pot.

    Parameters
    ----------
    history : History
        From `read_phh`.

    Returns
    -------
    ndarray of int64, shape (players,)
        In chips of ``history.chip``.
    """
    return split(*as_split(history), odd=ODD_CHIPS)[: len(history.players)]


def as_split(history: History) -> tuple[list[int], list[int] | None, list[int] | None]:
    """Give what was put in and the ranks for high and low, as `fastlow.split` takes them.

    Behind the players come seats for what is dead, which have no hand. Who wins nothing has no
    rank, as if he had folded.
    """
    dead = [chips for chips in history.dead if chips]
    rest = zip(history.invested, history.dead, strict=True)
    seats = [put_in - gone for put_in, gone in rest] + dead
    ranks = [_with_seats(half, len(dead)) for half in ranks_of(history)]
    beaten = split(seats, *ranks, odd=ODD_CHIPS) == 0
    high, low = (
        None if half is None else np.where(beaten, NO_LOW, half).tolist() for half in ranks
    )
    return seats, high, low


def _with_seats(half: Any, n: int) -> list[int] | None:
    return None if half is None else [*map(int, half), *[NO_LOW] * n]


def ranks_of(history: History) -> Showdown:
    """Rank the hands; of a single one that is left, nothing need be known."""
    if sum(map(bool, history.hands)) == 1:  # nothing is shown, and not all may have been dealt
        alone = [1 if hand else NO_LOW for hand in history.hands]
        return Showdown(np.array(alone, np.uint16), None)
    common = bool(history.game.up)  # a last card of stud may be in every hand
    return showdown(history.game, history.hands, board=history.board, check=not common)


# Up to the showdown, and on to the end.

_BY_HAND = {Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING}


def _played(history: Any) -> History:
    history.automations = tuple(each for each in history.automations if each not in _BY_HAND)
    states = iter(history)
    state = next((each for each in states if _is_over(each)), None)
    if state is None:
        raise ValueError("the hand is not played to its end")
    live, cards = list(state.statuses), [list(hand) for hand in state.hole_cards]
    board, (put_in, dead) = _board(state), _posted(state)
    for _ in states:
        pass  # the same state, moved on to the payoffs
    game = GAMES[VARIANTS[history.variant]]
    if not game.board:
        cards, board = [[*hand, *board] for hand in cards], []
    chip = _chip([*put_in, *history.starting_stacks])
    return History(
        game,
        players=tuple(history.players or (f"p{i}" for i in range(1, len(live) + 1))),
        hands=tuple(_shown(cards, live)),
        board=str(write(from_pokerkit(board))),
        invested=tuple(int(amount / chip) for amount in put_in),
        dead=tuple(int(amount / chip) for amount in dead),
        payoffs=tuple(_whole(amount / chip) for amount in state.payoffs),
        chip=chip,
    )


def _is_over(state: Any) -> bool:
    return bool(state.can_kill_hand() or state.can_push_chips())


def _board(state: Any) -> list[Any]:
    if state.board_count > 1:
        raise ValueError("the board was run more than once, which is not settled here")
    return [card for cards in state.board_cards for card in cards]


def _shown(hands: Sequence[Sequence[Any]], live: Sequence[bool]) -> Iterator[str]:
    """Write the hands of those who are in at the end."""
    alone = sum(live) == 1
    for i, (hand, still_in) in enumerate(zip(hands, live, strict=True), 1):
        if not still_in:
            yield ""
        elif alone and any(card.unknown_status for card in hand):
            yield UNKNOWN
        elif any(card.unknown_status for card in hand):
            raise ValueError(f"player {i} is in at the showdown, but his cards are not known")
        else:
            yield str(write(from_pokerkit(hand)))


def _posted(state: Any) -> tuple[list[Any], list[Any]]:
    """Tell what each player put in, and what of it is dead."""
    put_in = [-amount for amount in state.payoffs]
    if state.ante_trimming_status:
        return put_in, [0] * len(put_in)
    antes = [state.get_effective_ante(i) for i in state.player_indices]
    return put_in, [ante - min(antes) for ante in antes]


def _chip(amounts: Sequence[Any]) -> Decimal:
    """Find the place of the last decimal that is written, 1 where none is."""
    exponents = [Decimal(str(amount)).as_tuple().exponent for amount in amounts]
    return Decimal(1).scaleb(min(0, *map(int, exponents)))


def _whole(amount: Decimal) -> int | Decimal:
    return int(amount) if amount == int(amount) else amount
