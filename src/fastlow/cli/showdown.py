"""``fastlow showdown``: who made what, and who is paid what."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple

import typer

from fastlow.cards import N_CARDS, SUITS, parse
from fastlow.cards import format as write
from fastlow.cli.options import Json
from fastlow.cli.payments import (
    NOBODY,
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
from fastlow.cli.show import show
from fastlow.fives import best_five
from fastlow.games import GAMES, Game, Showdown, get_game, showdown
from fastlow.names import name_hand
from fastlow.rankings import NO_LOW

EXAMPLES = (
    "fastlow showdown omaha8 'As Ks 5d 7c' 'Ad 3d 8c 8s' --board 'Ts 7d 8h 4s 2c' --pot 101",
    "fastlow showdown stud8 5h4h3h2hAhKdKc 5c4d3s2sAsQdQc 9s8s7s6s5sJdJh --pot 400",
    "fastlow showdown razz 'As 2d 3h 4c 6s Kd Kc' - '2s 3d 4h 5c 7s Qd Qc' --invested '50 90 75'",
)
PHH = ".phh"
FIELDS = {  # what is told of a share, by whether there are amounts put in, or a pot
    (True, False): Share._fields,
    (False, True): ("player", "gets", "share", "why"),
    (False, False): ("player", "share", "why"),
}


class Made(NamedTuple):
    """What a player made in one half: the five cards that play, and their names."""

    player: int
    cards: str
    half: str
    rank: int
    plays: str
    name: str


class Deal(NamedTuple):
    """What there is to tell: of the hands, and of the chips."""

    hands: Sequence[str]
    made: Sequence[Made]
    table: Table
    fields: Sequence[str]
    invested: Sequence[int] | None
    chip: Decimal = Decimal(1)


def command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help=f"One of {', '.join(GAMES)}; or a hand history in PHH, which says all the rest.",
        ),
    ],
    hands: Annotated[
        list[str] | None, typer.Argument(help="The cards of each player; - for who has folded.")
    ] = None,
    board: Annotated[str, typer.Option(help="The common cards.")] = "",
    pot: Annotated[
        int | None, typer.Option(min=1, help="The chips that those who have not folded play for.")
    ] = None,
    invested: Annotated[
        str | None, typer.Option(help="Or the chips that each player put in: '50 200 220'.")
    ] = None,
    declare: Declare = None,
    both: Both = "outright",
    odd: Annotated[
        Literal["first-seat", "suits", "even", "high", "one-seat"],
        typer.Option(
            help=f"{ODD}; 'suits', as in stud: not by seat, but by the highest card and suit for"
            " high and the lowest for low."
        ),
    ] = "first-seat",
    chip: Chip = 1,
    as_json: Json = False,
) -> None:
    """Say who made what, who is paid what, and why.

    Players count from 1, clockwise from the button. Without chips the shares of the pot are told
    alone. Unequal amounts make a main pot and side pots, each split on its own.
    """
    if game.endswith(PHH):
        _write(_of_file(game, bool(hands or board or pot or invested or declare)), as_json)
        return
    if pot is not None and invested is not None:
        raise typer.BadParameter("--pot and --invested exclude each other")
    if not hands:
        raise typer.BadParameter("there are no hands")
    played = get_game(game)
    texts = ["" if hand.strip() == NOBODY else hand for hand in hands]
    ranks = showdown(played, texts, board=board)
    ways, stakes = declared(declare), numbers(invested, "--invested")
    refuse_length("--declare", ways, len(hands))
    refuse_length("--invested", stakes, len(hands))
    rules: dict[str, Any] = {"declare": ways, "both": both, "odd": odd, "chip": chip}
    if odd == "suits":
        rules |= {"odd": "order", "order": _by_suits(texts, played)}
    table = _table(ranks, stakes, pot, rules)
    made = _made(played, texts, board, ranks)
    fields = FIELDS[stakes is not None, pot is not None]
    _write(Deal(texts, made, table, fields, stakes), as_json)


def _write(deal: Deal, as_json: bool) -> None:
    shares = shares_of(deal.table)
    if as_json:
        _write_records(deal, shares)
        return
    if deal.made:
        show({field: [getattr(row, field) for row in deal.made] for field in Made._fields}, "table")
        typer.echo()
    show_shares(shares, deal.fields)
    if deal.invested:
        typer.echo()
        show_totals(deal.invested, shares)
    if deal.chip != 1:
        typer.echo(f"\na chip is {deal.chip}")


def _of_file(path: str, more: bool) -> Deal:
    """Read a hand history; nothing else may be said then."""
    if more:
        raise typer.BadParameter(f"{path} says all; hands, boards and amounts are for a game")
    try:
        from fastlow import phh
    except ModuleNotFoundError as error:
        raise ValueError("hand histories need PokerKit: install fastlow[pokerkit]") from error
    history = phh.read_phh(path)
    seats, high, low = phh.as_split(history)
    rules: dict[str, Any] = {"declare": None, "both": "outright", "odd": phh.ODD_CHIPS, "chip": 1}
    made = []
    if sum(map(bool, history.hands)) > 1:
        ranks = phh.ranks_of(history)
        made = _made(history.game, history.hands, history.board, ranks)
    table = Table(seats, high, low, rules)
    invested = list(history.invested)
    return Deal(history.hands, made, table, FIELDS[True, False], invested, history.chip)


# Who made what.


def _made(game: Game, hands: Sequence[str], board: str, ranks: Showdown) -> list[Made]:
    """Tell what each player made in each half."""
    halves = [("high", game.high, ranks.high), ("low", game.low, ranks.low)]
    return [
        Made(player, hand, half, rank, *_played(hand, board, ranking, rank))
        for player, hand in enumerate(hands, 1)
        for half, ranking, of_all in halves
        if hand and ranking is not None and of_all is not None
        for rank in [int(of_all[player - 1])]
    ]


def _played(hand: str, board: str, ranking: str, rank: int) -> tuple[str, str]:
    """Write the five cards that play, and what they are called."""
    if rank == NO_LOW:
        return "", "no low"
    five = best_five(parse(hand), ranking, board=parse(board) if board else None)
    return str(write(five)), name_hand(five, ranking)


# Who is paid.


def _table(
    ranks: Showdown, invested: list[int] | None, pot: int | None, rules: dict[str, Any]
) -> Table:
    """Lay out the chips; one each, if there are none."""
    high, low = (None if half is None else half.tolist() for half in ranks)
    players = len(high or low or [])
    table = Table(invested or [1] * players, high, low, rules)
    return table if pot is None else _for_pot(table, pot)


def _for_pot(table: Table, pot: int) -> Table:
    """Let those who have not folded put in a pot alike, and one who has, what does not divide."""
    share, rest = divmod(pot, sum(table.live))
    if not share:
        raise typer.BadParameter(f"--pot is {pot}, less than a chip for each player")
    high, low = (None if half is None else [*half, NO_LOW] for half in (table.high, table.low))
    rules = dict(table.rules)
    if rules["declare"]:
        rules["declare"] = [*rules["declare"], ""]
    if "order" in rules:
        rules["order"] = {half: [*seats, 0] for half, seats in rules["order"].items()}
    return Table([share * live for live in table.live] + [rest], high, low, rules)


def _by_suits(hands: Sequence[str], game: Game) -> dict[str, list[int]]:
    """Order players by their highest card for high, by their lowest for low; all cards count.

    A code is a rank, then a suit from clubs up to spades; where the ace is low it comes below 2c.
    """
    aces = len(SUITS) if game.ace_low else 0
    held = [[code for code in parse(hand).tolist() if code < N_CARDS] for hand in hands]
    return {
        "high": [-max(codes, default=0) for codes in held],
        "low": [min(((code + aces) % N_CARDS for code in codes), default=0) for codes in held],
    }


def _write_records(deal: Deal, shares: Sequence[Share]) -> None:
    """Write an object for each player."""
    for player, hand in enumerate(deal.hands, 1):
        record: dict[str, Any] = {"player": player, "cards": hand}
        for half in deal.made:
            if half.player == player:
                record[half.half] = {"rank": half.rank, "plays": half.plays, "name": half.name}
        if deal.invested:
            record["invested"] = deal.invested[player - 1]
        if "gets" in deal.fields:
            record["paid"] = paid_to(player, shares)
        typer.echo(json.dumps(record | {"shares": records_of(player, shares, deal.fields)}))
