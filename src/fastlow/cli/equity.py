"""``fastlow equity``: how often each player wins what."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from fastlow.cli.options import Csv, Json, Seed, Workers
from fastlow.cli.progress import progress
from fastlow.cli.show import Form, chosen, show
from fastlow.equity import Equity, equity, running
from fastlow.games import GAMES

EXAMPLES = (
    "fastlow equity razz 'Ah 2h 3h' '6s 7s 8s'",
    "fastlow equity omaha8 'AA**' 'KK**' --error 0.001 --seed 1",
    "fastlow equity stud8 'As 2s 3d 7d' 'Kh Kd Qc 8d' --dead 'Kc 4c' --sample --trials 100000",
    "fastlow equity kansas-city 'Tc 8d 6h 4s 2c' '7d 4h 3s 2d | Ks' --json",
)
BAR = 40  # characters for a whole pot
APART = 1.05  # how many times as many deals the next point of a plotted course has


def command(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(GAMES)}.")],
    hands: Annotated[
        list[str],
        typer.Argument(help="A hand or a range for each player; what is missing is dealt."),
    ],
    board: Annotated[str, typer.Option(help="The known common cards.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    draws: Annotated[
        int | None, typer.Option(min=1, max=3, help="Draws to come, played by a strategy.")
    ] = None,
    trials: Annotated[int | None, typer.Option(min=1, help="Sample so many deals.")] = None,
    time: Annotated[float | None, typer.Option(help="Sample for so many seconds.")] = None,
    error: Annotated[
        float | None,
        typer.Option(help="Sample until no standard error of an equity is larger: 0.001, 0.1 %."),
    ] = None,
    seed: Seed = None,
    workers: Workers = 1,
    exact: Annotated[
        bool | None,
        typer.Option("--exact/--sample", help="By default exact if that takes about a second."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(help="Draw a picture, as PNG, SVG or PDF: the equities, and their course."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Let the workers of a Dask cluster count: tcp://host:8786. The figures are the"
            " same, whatever their number.",
        ),
    ] = None,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Compute what part of the pot each player wins, and how often.

    Figures are in percent, and in JSON and CSV fractions. Equity is a share of the pot; all others
    count deals, a tied one for each who ties. An interrupt (Ctrl-C) shows what is known by then.
    """
    form = chosen(as_csv, as_json)
    options: dict[str, Any] = {"board": board, "dead": dead, "trials": trials, "rng": seed}
    options |= {"draws": draws, "time": time, "error": error, "workers": workers}
    options["method"] = {None: None, True: "exact", False: "sample"}[exact]
    draw = _drawer(plot)
    with _client(scheduler) as client:
        course = _course(game, hands, options | {"client": client})
    _write(course[-1], form)
    if form == "table" and draws is not None:
        typer.echo()
        show(_drawn(course[-1]), form)
    if draw is not None:
        draw([*_begun(game, hands, options, course[0]), *course])


@contextmanager
def _client(scheduler: str | None) -> Iterator[Any]:
    if scheduler is None:
        yield None
        return
    try:
        from fastlow.cluster import connected
    except ModuleNotFoundError as error:
        raise ValueError("a cluster needs Dask: install fastlow[dask]") from error
    with connected(scheduler) as client:
        yield client


def _course(game: str, hands: list[str], options: dict[str, Any]) -> list[Equity]:
    """Return what was known from time to time, and in the end or when it was interrupted."""
    course: list[Equity] = []
    last = None
    with progress("dealing", None) as report:
        options["progress"] = lambda done, total: report(done, total=total)
        try:
            for last in running(game, hands, **options):
                report(last.n, description=_known_to(last))
                if not course or last.n >= APART * course[-1].n:
                    course.append(last)
        except KeyboardInterrupt:
            if last is None:
                raise
    return [*course, last] if last and last is not course[-1] else course


def _begun(game: str, hands: list[str], options: dict[str, Any], first: Equity) -> Iterator[Equity]:
    """Yield how a sample began, before its first result: fewer trials are the first of more."""
    if first.exact:
        return
    again = options | dict.fromkeys(("progress", "time", "error")) | {"method": "sample"}
    for trials in (1 << k for k in range(10, 40) if 1 << k < first.n):
        yield equity(game, hands, **again | {"trials": trials, "rng": first.seed})


def _known_to(result: Equity) -> str:
    """Say how well the equities are known."""
    return f"± {100 * result.error().max():.3f} %"


def _write(result: Equity, form: Form) -> None:
    if form == "json":
        typer.echo(json.dumps(result.to_dict(), ensure_ascii=False))
    elif form == "csv":
        show(result.columns(), form)
    else:
        typer.echo(f"{result.table()}\n")
        if sys.stdout.isatty():
            typer.echo("\n".join([*_bars(result), ""]))
        typer.echo(_how(result))


def _drawn(result: Equity) -> dict[str, list[object]]:
    """Lay out how often each player drew how many cards, in percent, a line for each draw."""
    assert result.drawn is not None
    lines = [
        [hand, draw, *(f"{100 * part:6.2f}" for part in parts)]
        for hand, each in zip(result.hands, result.drawn.tolist(), strict=True)
        for draw, parts in enumerate(each, 1)
    ]
    heads = ("hand", "draw", "pat", *"12345")
    return {head: [line[i] for line in lines] for i, head in enumerate(heads)}


def _bars(result: Equity) -> Iterator[str]:
    width = max(map(len, result.hands))
    for hand, share in zip(result.hands, result.equity, strict=True):
        filled = round(BAR * share)
        yield f"{hand.ljust(width)}  {'█' * filled}{'░' * (BAR - filled)} {100 * share:6.2f} %"


def _how(result: Equity) -> str:
    """Say whether all deals were counted, or how many, and from which seed."""
    if result.exact:
        return f"exact: all {result.n:,} run-outs"
    return f"sampled: {result.n:,} deals, ± one standard error, seed {result.seed}"


def _drawer(path: Path | None) -> Callable[[list[Equity]], None] | None:
    """Return what draws the picture; what stands in its way is told before a long run."""
    if path is None:
        return None
    try:
        from fastlow.cli import picture
    except ModuleNotFoundError as error:
        raise ValueError("a picture needs matplotlib: install fastlow[plot]") from error
    picture.refuse(path)
    return lambda course: picture.draw(course, path)
