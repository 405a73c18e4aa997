"""``fastlow draw``: what to throw away."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from fastlow.cards import format as write
from fastlow.cards import parse
from fastlow.cli.options import Csv, Json
from fastlow.cli.progress import progress
from fastlow.cli.show import Form, chosen, show
from fastlow.draws import Strategy, Way, build_strategies, get_strategy, made_by, weigh
from fastlow.draws.ways import for_target, target_rank
from fastlow.games import GAMES, Game, get_game

EXAMPLES = (
    "fastlow draw 27-triple '2c 3d 4h 8s Kc' --draws 3",
    "fastlow draw california 'Jk 3c 5d 9h Th' --top 1 --json",
    "fastlow draw 27-triple '2c 3d 4h 7s Kc' --target '8c 7d 6h 5s 3c' --remember",
)
PLAYED = [game.name for game in GAMES.values() if game.exchanges and game.high is None]
LEAST = 0.0005  # of a class of hands that is shown: 0.1 %


def _build(wanted: bool) -> None:
    """Build the strategies of all games, and end."""
    if wanted:
        with progress("building", None) as report:
            build_strategies(lambda done, total: report(done, total=total))
        raise typer.Exit


def command(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(PLAYED)}.")],
    hand: Annotated[str, typer.Argument(help="Five cards.")],
    draws: Annotated[
        int | None, typer.Option(min=1, max=3, help="Draws left; by default all of the game.")
    ] = None,
    dead: Annotated[
        str, typer.Option(help="Cards that cannot be drawn now, such as earlier discards.")
    ] = "",
    target: Annotated[
        str | None,
        typer.Option(metavar="RANK|CARDS", help="Draw for a hand as good as this and no more."),
    ] = None,
    remember: Annotated[
        bool,
        typer.Option("--remember", help="With --target: its chance if no discard comes back."),
    ] = False,
    top: Annotated[int, typer.Option(min=1, max=32, help="How many ways to list.")] = 5,
    plot: Annotated[
        Path | None,
        typer.Option(help="Draw a picture, as PNG, SVG or PDF: what the hand may end in."),
    ] = None,
    _: Annotated[
        bool,
        typer.Option(
            "--build",
            callback=_build,
            is_eager=True,
            help="Build the strategies of all games beforehand, and end.",
        ),
    ] = False,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Weigh the ways to draw to a hand, the best first.

    The value of a way is its chance against one opponent who draws as often, by the same strategy;
    the gain is that less the value of standing pat. Then come the chances to end with each class
    of hands. All are in percent, and in JSON and CSV fractions.
    """
    form = chosen(as_csv, as_json)
    if remember and target is None:
        raise typer.BadParameter("--remember needs a --target")
    played = _of_draw(game)
    draw = _drawer(plot)
    strategy = _strategy(played, target)
    left = played.exchanges if draws is None else draws
    ways = weigh(hand, strategy, left, dead=dead)
    remembered = _remembered(hand, played, left, target, dead) if remember else None
    _write(ways[:top], remembered, form)
    if form == "table":
        typer.echo(f"\n{_how(strategy, target)}")
    if draw is not None:
        draw(ways, f"{played.name}: {write(parse(hand))}, draws left: {left}")


# What is asked.


def _of_draw(name: str) -> Game:
    game = get_game(name)
    if game.name not in PLAYED:
        raise ValueError(f"{name} is no game of draw for low: {', '.join(PLAYED)} are")
    return game


def _strategy(game: Game, target: str | None) -> Strategy:
    low, draws, jokers = str(game.low), game.exchanges, game.jokers
    if target is None:
        with progress("building", None) as report:
            return get_strategy(low, draws, jokers=jokers, progress=lambda n, _: report(n))
    return for_target(low, draws, target_rank(_target(target), low, jokers), jokers)


def _target(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def _remembered(hand: str, game: Game, draws: int, target: str | None, dead: str) -> float:
    low, worst = str(game.low), _target(str(target))
    return made_by(hand, low, draws, worst, jokers=game.jokers, dead=dead, remember=True)


# What is told.


def _write(ways: Sequence[Way], remembered: float | None, form: Form) -> None:
    records = [_record(way) for way in ways]
    if form == "json":
        if remembered is not None:
            records[0]["remembered"] = remembered
        for record in records:
            typer.echo(json.dumps(record, ensure_ascii=False))
    elif form == "csv":
        rows = [record | record.pop("chances") for record in records]
        show({name: [row[name] for row in rows] for name in rows[0]}, form)
    else:
        show(_table(ways), form)
        if remembered is not None:
            typer.echo(f"\nif no discard comes back: {100 * remembered:.2f}")


def _record(way: Way) -> dict[str, Any]:
    return {
        "keep": write(way.keep),
        "discard": write(way.discard),
        "value": way.value,
        "gain": way.gain,
        "chances": way.chances,
    }


def _table(ways: Sequence[Way]) -> dict[str, list[str]]:
    """Lay out ways in percent, and of the classes those that any of them may well end in."""
    names = [name for name in ways[0].chances if any(way.chances[name] >= LEAST for way in ways)]
    columns = {
        "keep": [str(write(way.keep)) for way in ways],
        "discard": [str(write(way.discard)) for way in ways],
        "value": [f"{100 * way.value:5.2f}" for way in ways],
        "gain": [f"{100 * way.gain:+6.2f}" for way in ways],
    }
    return columns | {name: [f"{100 * way.chances[name]:5.1f}" for way in ways] for name in names}


def _how(strategy: Strategy, target: str | None) -> str:
    """Say what the values are."""
    if target is not None:
        return "value: the chance of the target"
    if strategy.cycle == 1:
        return "value: the chance against an opponent who plays the same strategy"
    return (
        "value: the chance against an opponent who plays much the same strategy, "
        f"to {100 * strategy.residual:.3f} for every final hand"
    )


def _drawer(path: Path | None) -> Callable[[Sequence[Way], str], None] | None:
    """Return what draws the picture; what stands in its way is told before the work."""
    if path is None:
        return None
    try:
        from fastlow.cli import outcomes, picture
    except ModuleNotFoundError as error:
        raise ValueError("a picture needs matplotlib: install fastlow[plot]") from error
    picture.refuse(path)
    return lambda ways, title: outcomes.draw(ways, title, path)
