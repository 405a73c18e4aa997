"""Showdowns of real sites and card rooms: what they printed, and how they may have paid."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fastlow.pots import Pot, pots, split
from fastlow.rankings import NO_LOW
from tests.support import shared

Hand = dict[str, Any]
Ranks = Sequence[int] | None
Run = tuple[Ranks, Ranks]
"""The high and the low ranks of the players, clockwise from the button."""

GAMES = {
    "omaha8": "omaha8",
    "omaha8-5card": "omaha8-5",
    "courchevel8": "omaha8-5",  # one board card is dealt early, which no showdown shows
    "stud8": "stud8",
    "razz": "razz",
    "27sd": "kansas-city",
    "27td": "27-triple",
    "a5sd": "a5-draw",
}

# House rules that are not the default, and one payment that follows no rule: H0319 gave the odd
# chip between the halves to low, as one hand in thirty did.
ROUNDS_TIED_LOWS_DOWN = {"H0046"}
ODD_CHIP_TO_LOW = {"H0319"}


def all_hands() -> list[Hand]:
    return [json.loads(line) for line in shared("hands.jsonl").read_text().splitlines()]


def is_known(hand: Hand) -> bool:
    """Whether all cards, what everybody put in and what the site kept are known."""
    stakes = all("contrib" in player for player in hand["players"])
    return hand["complete"] and stakes and "rake" in hand


def from_the_button(hand: Hand) -> list[Hand]:
    button = hand.get("button_seat", -1)
    return sorted(hand["players"], key=lambda player: (player.get("seat", 0) - button - 1) % 20)


def won(hand: Hand) -> list[int]:
    return [player["won"] for player in from_the_button(hand)]


def possible_payments(hand: Hand, runs: Sequence[Run]) -> Iterator[list[int]]:
    """What `split` pays the players, clockwise from the button, for each way to take the rake."""
    players, dead = from_the_button(hand), hand.get("dead_money", [])
    stakes = [player["contrib"] for player in players] + dead
    sides = pots(stakes, [True] * len(players) + [False] * len(dead))
    assert sum(pot.chips for pot in sides) == hand["total_pot"]
    for amounts in after_rake([pot.chips for pot in sides], hand["rake"]):
        paid = np.zeros(len(players), np.int64)
        for pot, amount in zip(sides, amounts, strict=True):
            for run, chips in zip(runs, cut(amount, len(runs)), strict=True):
                paid += paid_from(hand, pot, chips, run)
        yield paid.tolist()


def after_rake(amounts: list[int], rake: int) -> Iterator[list[int]]:
    """Pots less the rake: off any one of them, or in proportion."""
    for i, amount in enumerate(amounts):
        if amount >= rake:
            yield [*amounts[:i], amount - rake, *amounts[i + 1 :]]
    shares = [rake * amount // sum(amounts) for amount in amounts]
    for i in range(len(amounts)):
        odd = rake - sum(shares)
        yield [amount - shares[k] - odd * (k == i) for k, amount in enumerate(amounts)]


def cut(amount: int, runs: int) -> list[int]:
    """Cut a pot for boards that are dealt out more than once."""
    return [(amount + runs - 1 - run) // runs for run in range(runs)]


def paid_from(hand: Hand, pot: Pot, chips: int, run: Run) -> Any:
    """What `split` pays out of a pot of so many chips."""
    ante = [int(player in pot.players) for player in range(len(hand["players"]))]
    stakes = [*ante, chips - sum(ante)]  # the rest of the pot, as if somebody had folded
    high, low = (None if ranks is None else [*ranks, NO_LOW] for ranks in run)
    odd: Any = "high" if hand["id"] in ROUNDS_TIED_LOWS_DOWN else "first-seat"
    return split(stakes, high, low, odd=odd, chip=hand.get("chip", 1))[:-1]
