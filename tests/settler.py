"""The oracle of the pots: who is paid what, slowly and by the words of the rules.

Chips are moved as a dealer moves them: layer by layer into pots, and piece by piece out of them.
A rank is a number, 1 the best, or None. Nothing of the package is used here, so that agreement
with it means something.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

Ranks = Sequence[int | None]
Pot = tuple[int, list[int]]
Declared = Sequence[str] | None
T = TypeVar("T")


class NobodyLeftError(Exception):
    """Chips lie on the table and everybody who put any there has folded."""


def settle(
    invested: Sequence[int],
    high: Ranks,
    low: Ranks,
    *,
    declare: Declared = None,
    both: str = "outright",
    odd: str = "first-seat",
    high_order: Sequence[int] | None = None,
    low_order: Sequence[int] | None = None,
    chip: int = 1,
) -> list[int]:
    """Chips that each player takes back."""
    live = [p for p in range(len(invested)) if high[p] is not None or low[p] is not None]
    stacks, returned = return_uncalled(invested, live)
    pay = list(returned)
    for chips, players in build_pots(stacks, live):
        high_won, low_won = find_winners(players, high, low, declare, both)
        first_high = in_order(high_won, high_order)
        first_low = in_order(low_won, low_order)
        for player, share in share_pot(chips, first_high, first_low, odd, chip):
            pay[player] += share
    return pay


def return_uncalled(invested: Sequence[int], live: Iterable[int]) -> tuple[list[int], list[int]]:
    """What was called, and what returns: the part of the largest bet that nobody else matched."""
    called, returned = list(invested), [0] * len(invested)
    for p in live:
        matched = max((chips for q, chips in enumerate(invested) if q != p), default=0)
        if invested[p] > matched:
            called[p], returned[p] = matched, invested[p] - matched
    return called, returned


def build_pots(stacks: Sequence[int], live: Sequence[int]) -> list[Pot]:
    """Take a layer off every stack that reaches it; layers with the same players are one pot.

    A layer that only folded players reach joins the pot below it.
    """
    pots: list[Pot] = []
    floor = 0
    for height in sorted(set(stacks) - {0}):
        chips = sum(height - floor for stack in stacks if stack >= height)
        players = [p for p in live if stacks[p] >= height]
        if not players and not pots:
            raise NobodyLeftError
        if pots and (not players or players == pots[-1][1]):
            chips, players = chips + pots[-1][0], pots.pop()[1]
        pots.append((chips, players))
        floor = height
    return pots


def find_winners(
    players: Sequence[int], high: Ranks, low: Ranks, declare: Declared, both: str
) -> tuple[list[int], list[int]]:
    """Who wins each half of a pot."""
    if declare is None:
        return best(players, high), best(players, low)
    goes = {p: ("high", "low") if declare[p] == "both" else (declare[p],) for p in players}
    against_high = [p for p in players if "high" in goes[p]]
    against_low = [p for p in players if "low" in goes[p]]
    stand = [
        p
        for p in players
        if declare[p] != "both"
        or (
            wins(p, best(against_high, high), both == "outright")
            and wins(p, best(against_low, low), both == "outright")
        )
    ]
    high_won = best([p for p in stand if "high" in goes[p]], high)
    low_won = best([p for p in stand if "low" in goes[p]], low)
    if not high_won and not low_won:
        return best(players, high), best(players, low)
    return high_won, low_won


def wins(player: int, winners: Sequence[int], alone: bool) -> bool:
    return list(winners) == [player] if alone else player in winners


def best(players: Iterable[int], ranks: Ranks) -> list[int]:
    """The players who share the best rank."""
    made = {p: rank for p in players if (rank := ranks[p]) is not None}
    return [p for p, rank in made.items() if rank == min(made.values())]


def in_order(players: Iterable[int], order: Sequence[int] | None) -> list[int]:
    """Players by who gets an odd chip first."""
    return sorted(players, key=lambda p: (order[p] if order else 0, p))


def share_pot(
    chips: int, high_won: list[int], low_won: list[int], odd: str, chip: int
) -> list[tuple[int, int]]:
    """Payments out of one pot."""
    if not low_won or (odd == "even" and set(high_won) == set(low_won)):
        return deal_out(pieces(chips, chip), high_won)
    if not high_won:
        return deal_out(pieces(chips, chip), low_won)
    stacks = dict.fromkeys(("high", "low"), 0)
    for half, piece in deal_out(pieces(chips, chip), ["high", "low"]):
        stacks[half] += piece
    while odd == "high" and stacks["low"] % (chip * len(low_won)):
        stacks["low"] -= 1
        stacks["high"] += 1
    return deal_out(pieces(stacks["high"], chip), high_won) + deal_out(
        pieces(stacks["low"], chip), low_won
    )


def pieces(chips: int, chip: int) -> list[int]:
    """Whole chips, and last what is less than a chip."""
    whole, rest = divmod(chips, chip)
    return [chip] * whole + [rest] * (rest > 0)


def deal_out(stack: Iterable[int], takers: Sequence[T]) -> list[tuple[T, int]]:
    """Give the pieces round and round."""
    return [(takers[i % len(takers)], piece) for i, piece in enumerate(stack)]
