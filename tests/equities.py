"""Equity by brute force: every run-out dealt from a list of cards, every hand valued by the oracle.

Nothing of the package is used here. What a game is stands in a table of its own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests import naive

Hands = tuple[tuple[str, ...], ...]


class Rules(NamedTuple):
    """What a game is: rankings of its halves, the top of a low that counts, and what is dealt."""

    low: str | None
    high: str | None
    top: int | None
    cards: int
    board: int = 0
    jokers: int = 0


RULES = {
    "razz": Rules("A-5", None, None, 7),
    "razz-27": Rules("2-7", None, None, 7),
    "london": Rules("A-6", None, None, 7),
    "stud8": Rules("A-5", "high", 8, 7),
    "omaha8": Rules("A-5", "high", 8, 4, 5),
    "omaha8-5": Rules("A-5", "high", 8, 5, 5),
    "omaha8-6": Rules("A-5", "high", 8, 6, 5),
    "california": Rules("A-5", None, None, 5, jokers=1),
    "a5-draw": Rules("A-5", None, None, 5),
    "a5-triple": Rules("A-5", None, None, 5),
    "a6-draw": Rules("A-6", None, None, 5),
    "kansas-city": Rules("2-7", None, None, 5),
    "27-triple": Rules("2-7", None, None, 5),
    "26-draw": Rules("2-6", None, None, 5),
    "draw8": Rules("A-5", "high", 8, 5),
}
FIGURES = (
    "equity",
    "scoop",
    "high_win",
    "high_tie",
    "low_win",
    "low_tie",
    "no_low",
    "quartered",
    "three_quartered",
    "win",
    "tie",
)


def figures(
    game: str, hands: Sequence[str], board: str = "", dead: str = ""
) -> tuple[int, list[dict[str, Fraction]]]:
    """How many run-outs there are, and for each player how many make each figure."""
    return figures_by(RULES[game], hands, board, dead)


def figures_by(
    rules: Rules, hands: Sequence[str], board: str = "", dead: str = ""
) -> tuple[int, list[dict[str, Fraction]]]:
    """The same by the rules of any game."""
    known, common = [hand.split() for hand in hands], board.split()
    gone = Counter(card for cards in (*known, common, dead.split()) for card in cards)
    stub = list((Counter(naive.DECK + [naive.JOKER] * rules.jokers) - gone).elements())
    wanted = [rules.cards - len(hand) for hand in known]
    if rules.board:
        wanted.append(rules.board - len(common))
    totals: list[Counter[str]] = [Counter() for _ in hands]
    n = 0
    for drawn in draws(stub, wanted):
        held = [(*hand, *more) for hand, more in zip(known, drawn, strict=False)]
        for total, outcome in zip(
            totals,
            outcomes(rules, held, (*common, *drawn[len(held) :][0]) if rules.board else ()),
            strict=True,
        ):
            total.update(outcome)
        n += 1
    return n, [{figure: Fraction(total[figure]) for figure in FIGURES} for total in totals]


def draws(stub: Sequence[str], wanted: Sequence[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal so many cards to each in turn."""
    if not wanted:
        yield ()
        return
    for cards in combinations(stub, wanted[0]):
        rest = [card for card in stub if card not in cards]
        for others in draws(rest, wanted[1:]):
            yield cards, *others


def outcomes(
    rules: Rules, hands: Sequence[tuple[str, ...]], board: tuple[str, ...]
) -> list[dict[str, Fraction]]:
    """What each figure grows by in one deal."""
    highs = [value(hand, board, rules.high) for hand in hands] if rules.high else None
    lows = [low(rules, hand, board) for hand in hands] if rules.low else None
    for_high, for_low = winners(highs), winners(lows)
    halves = bool(for_high) + bool(for_low)
    return [
        outcome(player, for_high, for_low, halves, lows is not None and lows[player] is None)
        for player in range(len(hands))
    ]


def outcome(
    player: int, for_high: list[int], for_low: list[int], halves: int, no_low: bool
) -> dict[str, Fraction]:
    """What each figure of one player grows by in one deal, said in words of its own."""
    parts = [Fraction(player in half, len(half)) for half in (for_high, for_low) if half]
    share = sum(parts, Fraction(0)) / halves
    true = {
        "scoop": share == 1,
        "high_win": for_high == [player],
        "high_tie": player in for_high and len(for_high) > 1,
        "low_win": for_low == [player],
        "low_tie": player in for_low and len(for_low) > 1,
        "no_low": no_low,
        "quartered": halves == 2 and sorted(parts) == [0, Fraction(1, 2)],
        "three_quartered": halves == 2 and sorted(parts) == [Fraction(1, 2), 1],
        "win": share == 1,
        "tie": 0 < share < 1,
    }
    return {"equity": share} | {name: Fraction(value) for name, value in true.items()}


def winners(values: Sequence[naive.Value | None] | None) -> list[int]:
    """The players with the best value; nobody where nobody has one."""
    if values is None:
        return []
    best = min((each for each in values if each is not None), default=None)
    return [player for player, each in enumerate(values) if each is not None and each == best]


def low(rules: Rules, hand: tuple[str, ...], board: tuple[str, ...]) -> naive.Value | None:
    assert rules.low is not None
    found = value(hand, board, rules.low)
    if rules.top is not None and not naive.qualifies(found, rules.top):
        return None
    return found


@cache
def value(hand: tuple[str, ...], board: tuple[str, ...], ranking: str) -> naive.Value:
    if board:
        return naive.omaha(hand, board, ranking)
    return naive.best(hand, ranking)
