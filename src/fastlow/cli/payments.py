"""Who is paid what and why, in words: what ``split`` and ``showdown`` have in common."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import typer

from fastlow.cli.show import show
from fastlow.pots import Payment, Pot, explain, pots
from fastlow.rankings import NO_LOW

NOBODY = "-"

Declare = Annotated[
    str | None,
    typer.Option(help="What each player declares: 'high low both'; - for who has folded."),
]
Both = Annotated[
    Literal["outright", "tied"],
    typer.Option(help="Whether who declares both must win both ways alone, or may tie."),
]
ODD = (
    "Odd chips go to high, then by seat; 'even': but the same players who tie both ways share one"
    " pot; 'high': what does not divide among tied lows goes to high; 'one-seat': all of a half to"
    " one seat"
)
Chip = Annotated[int, typer.Option(min=1, help="The smallest chip in play.")]


@dataclass(frozen=True)
class Table:
    """A deal as `fastlow.split` takes it: chips, ranks and house rules."""

    invested: list[int]
    high: list[int] | None
    low: list[int] | None
    rules: dict[str, Any]

    @property
    def two_ways(self) -> bool:
        """Whether a pot has two halves."""
        return self.high is not None and self.low is not None

    @property
    def live(self) -> list[bool]:
        """Who has not folded."""
        halves = [half for half in (self.high, self.low) if half is not None]
        return [any(rank != NO_LOW for rank in ranks) for ranks in zip(*halves, strict=True)]

    @property
    def ways(self) -> dict[str, Any]:
        """The rules that say who wins, without those about odd chips."""
        return {name: self.rules[name] for name in ("declare", "both")}

    def won_low(self, player: int) -> bool:
        """Whether it is low that won a player a whole pot."""
        if self.high is None or self.low is None:
            return self.high is None
        if NO_LOW in (self.high[player], self.low[player]):
            return self.high[player] == NO_LOW
        return self.rules["declare"] is not None and self.rules["declare"][player] == "low"


class Share(NamedTuple):
    """What one player gets of one pot; players count from 1."""

    pot: str
    of: int
    player: int
    gets: int
    share: str
    why: str


# Options.


def split_words(text: str | None) -> list[str] | None:
    """Cut a list at its commas and spaces.

    Examples
    --------
    >>> split_words("high, low -")
    ['high', 'low', '-']
    """
    return None if text is None else text.replace(",", " ").split()


def numbers(text: str | None, option: str, nobody: int | None = None) -> list[int] | None:
    """Read whole numbers; ``-`` is `nobody`, where that is one.

    Examples
    --------
    >>> numbers("3 - 12", "--low", nobody=65535)
    [3, 65535, 12]
    """
    words = split_words(text)
    if words is None:
        return None
    known = {} if nobody is None else {NOBODY: nobody}
    for place, word in enumerate(words, 1):
        if not word.isdecimal() and word not in known:
            raise typer.BadParameter(f"{word!r}, number {place} of {option}, is no whole number")
    return [known[word] if word in known else int(word) for word in words]


def declared(text: str | None) -> list[str] | None:
    """Read what players declare, one word each."""
    words = split_words(text)
    return words and ["" if word == NOBODY else word for word in words]


def refuse_length(option: str, values: Sequence[object] | None, players: int) -> None:
    """Refuse a list that does not have one value for each player."""
    if values is not None and len(values) != players:
        raise typer.BadParameter(f"{option} has {len(values)} of {players} players")


# Shares.


def shares_of(table: Table) -> list[Share]:
    """Say what each player gets of each pot, and why."""
    payments = explain(table.invested, table.high, table.low, **table.rules)
    returned = [_returned(payment) for payment in payments if payment.pot is None]
    chips: Counter[tuple[int | None, int]] = Counter()
    for payment in payments:
        chips[payment.pot, payment.player] += payment.chips
    return returned + list(_of_pots(table, chips))


def _returned(payment: Payment) -> Share:
    player, chips = payment.player + 1, payment.chips
    return Share("uncalled", chips, player, chips, "all", "nobody called it")


def _of_pots(table: Table, chips: Counter[tuple[int | None, int]]) -> Iterator[Share]:
    sides = pots(table.invested, table.live)
    parts = explain(_ample(table), table.high, table.low, **table.ways)
    for number, pot in enumerate(sides):
        inside = [part for part in parts if part.pot == number]
        for player in sorted({part.player for part in inside}):
            yield Share(
                pot=_pot_name(number, len(sides)),
                of=pot.chips,
                player=player + 1,
                gets=chips[number, player],
                share=_in_words(_won(inside, player), table),
                why=_why(table, pot, inside, player),
            )


def _ample(table: Table) -> list[int]:
    """Give amounts in the order of those put in, so large that every winner gets a chip."""
    unit = 2 * len(table.invested)
    places = np.searchsorted(np.unique([0, *table.invested]), table.invested)
    return [unit * place for place in places.tolist()]


def _won(parts: Sequence[Payment], player: int) -> Fraction:
    """Add up what a player wins of each half of a pot."""
    winners = Counter(part.half for part in parts)
    own = [part.half for part in parts if part.player == player]
    return sum((Fraction(1, len(winners) * winners[half]) for half in own), Fraction(0))


def _pot_name(number: int, count: int) -> str:
    if count == 1:
        return "pot"
    return f"side pot {number}" if number else "main pot"


_SHARES = {
    Fraction(3, 4): "three quarters",
    Fraction(2, 3): "two thirds",
    Fraction(1, 2): "half",
    Fraction(1, 3): "third",
    Fraction(1, 4): "quarter",
    Fraction(1, 5): "fifth",
    Fraction(1, 6): "sixth",
    Fraction(1, 8): "eighth",
}


def _in_words(share: Fraction, table: Table) -> str:
    if share == 1:
        return "scoop" if table.two_ways else "all"
    return _SHARES.get(share, str(share))


def _why(table: Table, pot: Pot, parts: Sequence[Payment], player: int) -> str:
    if len(pot.players) == 1:
        return "nobody else is in it"
    own = [part for part in parts if part.player == player]
    return ", ".join(_reason(table, part, _others(part, parts)) for part in own)


def _others(own: Payment, parts: Sequence[Payment]) -> str:
    """List who else won this half."""
    rest = [part for part in parts if part.half == own.half and part.player != own.player]
    numbered = " and ".join(str(part.player + 1) for part in rest)
    return f"player{'s' * (len(rest) > 1)} {numbered}" if rest else ""


def _reason(table: Table, part: Payment, others: str) -> str:
    way, other = "high", "low"
    if part.half == "low" or (part.half == "whole" and table.won_low(part.player)):
        way, other = other, way
    reason = f"ties for {way} with {others}" if others else f"best {way}"
    if part.half != "whole" or not table.two_ways:
        return reason
    nobody = f"nobody wins {other}" if table.rules["declare"] else f"no {other}"
    return f"{reason}, {nobody}"


# Output.


def show_shares(shares: Sequence[Share], fields: Sequence[str]) -> None:
    """Write these fields of shares for people."""
    show({field: [getattr(share, field) for share in shares] for field in fields}, "table")


def show_totals(invested: Sequence[int], shares: Sequence[Share]) -> None:
    """Write what each player put in and takes back, for people."""
    paid = [paid_to(player, shares) for player in range(1, len(invested) + 1)]
    columns = {
        "player": range(1, len(paid) + 1),
        "put in": invested,
        "gets": paid,
        "net": [after - before for before, after in zip(invested, paid, strict=True)],
    }
    show(columns, "table")


def paid_to(player: int, shares: Sequence[Share]) -> int:
    """Add up what a player gets."""
    return sum(share.gets for share in shares if share.player == player)


def records_of(player: int, shares: Sequence[Share], fields: Sequence[str]) -> list[dict[str, Any]]:
    """Give these fields of the shares of a player, for programs."""
    own = (share._asdict() for share in shares if share.player == player)
    return [{field: share[field] for field in fields if field != "player"} for share in own]
