"""``fastlow split``: who is paid what, from chips and ranks."""

import json
from typing import Annotated, Literal

import typer

from fastlow.cli.options import Json
from fastlow.cli.payments import (
    ODD,
    Both,
    Chip,
    Declare,
    Share,
    Table,
    declared,
    numbers,
    paid_to,
    records_of,
    refuse_length,
    shares_of,
    show_shares,
    show_totals,
)
from fastlow.rankings import NO_LOW

EXAMPLES = (
    "fastlow split 100 100 100 --high '10 1600 5' --low '1 1 -'",
    "fastlow split 50 200 220 30 --low '1 3 2 -' --chip 5 --json",
)
RANKS = "The {} rank of each player, 1 the best; - for none, and for who has folded."


def command(
    invested: Annotated[list[int], typer.Argument(min=0, help="The chips each player put in.")],
    high: Annotated[str | None, typer.Option(help=RANKS.format("high"))] = None,
    low: Annotated[str | None, typer.Option(help=RANKS.format("low"))] = None,
    declare: Declare = None,
    both: Both = "outright",
    odd: Annotated[
        Literal["first-seat", "even", "high", "one-seat"], typer.Option(help=f"{ODD}.")
    ] = "first-seat",
    order: Annotated[
        str | None, typer.Option(help="Who gets odd chips first, in place of the seat: '2 1 3'.")
    ] = None,
    chip: Chip = 1,
    as_json: Json = False,
) -> None:
    """Pay out the pots of a deal, and say why.

    Players count from 1, clockwise from the button. Unequal amounts make a main pot and side
    pots, each split on its own. What is paid adds up to what was put in.
    """
    to_high, to_low = numbers(high, "--high", NO_LOW), numbers(low, "--low", NO_LOW)
    ways, seats = declared(declare), numbers(order, "--order")
    given = {"--high": to_high, "--low": to_low, "--declare": ways, "--order": seats}
    for option, values in given.items():
        refuse_length(option, values, len(invested))
    rules = {"declare": ways, "both": both, "odd": odd, "order": seats, "chip": chip}
    table = Table(invested, to_high, to_low, rules)
    shares = shares_of(table)
    if as_json:
        _write_records(table, shares)
        return
    show_shares(shares, Share._fields)
    typer.echo()
    show_totals(table.invested, shares)


def _write_records(table: Table, shares: list[Share]) -> None:
    for player, invested in enumerate(table.invested, 1):
        record = {"player": player, "invested": invested, "paid": paid_to(player, shares)}
        typer.echo(json.dumps(record | {"shares": records_of(player, shares, Share._fields)}))
