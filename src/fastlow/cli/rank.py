"""``fastlow rank``: ranks for a file of hands."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, BinaryIO, Literal

import typer

from fastlow import files
from fastlow.cli.options import Csv, Json, Qualifier, Ranking, Workers
from fastlow.cli.progress import Report, progress
from fastlow.files import BadHand, Block, Hands, Ranked, Results

EXAMPLES = (
    "echo 'As 2d 3h 4c 5s' | fastlow rank - --ranking 2-7 --describe",
    "fastlow deal 1000 7 --seed 1 | fastlow rank - --ranking A-5 --qualifier 8 -o ranks.csv",
)


def command(
    file: Annotated[
        str,
        typer.Argument(
            help="Text (a hand a line), .csv or .npy, also compressed (.gz), or .parquet; - is"
            " standard input."
        ),
    ],
    ranking: Ranking,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="File to write; its ending says the format."),
    ] = None,
    form: Annotated[
        Literal["text", "csv", "jsonl", "npy", "parquet"] | None,
        typer.Option(
            "--format",
            help="What to write; by default a table on a terminal and CSV everywhere else.",
        ),
    ] = None,
    as_csv: Csv = False,
    as_json: Json = False,
    qualifier: Qualifier = None,
    source_form: Annotated[
        Literal["text", "csv", "npy", "parquet"] | None,
        typer.Option("--from", help="What to read, where the name of the file does not say it."),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(
            help="Column that holds the hands, where there are columns.  [default: cards]"
        ),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(
            help="Columns that hold a card each, where there are columns: c1,c2,c3,c4,c5."
        ),
    ] = None,
    describe: Annotated[
        bool, typer.Option("--describe", help="Add a column that spells the hand out.")
    ] = False,
    into: Annotated[str, typer.Option(help="Name of the column of ranks.")] = "rank",
    on_error: Annotated[
        Literal["stop", "list", "status"],
        typer.Option(
            help="Stop at the first line that is no hand; list all of them and write no file; or"
            " give each no rank and its reason in a column."
        ),
    ] = "stop",
    workers: Workers = 1,
) -> None:
    """Rank a file of hands.

    1 is the best hand, equal ranks tie; of 6 or 7 cards the best five count. The columns of the
    file are written again, with a column of ranks behind them; in Parquet they keep their types,
    and hands are strings, lists of codes or a card in each of several columns. Memory stays
    constant however long the file is, and the output appears whole or not at all. In text, empty
    lines and lines that begin with # are passed over. A .npy file holds card codes, 4 * rank + suit
    (2c = 0, 2d = 1, ... As = 51); written, it holds ranks alone, 0 for what is no hand.
    """
    source: str | BinaryIO = sys.stdin.buffer if file == "-" else file
    target: str | BinaryIO = output or sys.stdout.buffer
    written = _form(form, as_csv, as_json, output)
    people = output is None and written == "text"
    picked = _picked(column, columns)
    with (
        files.open_hands(source, format=source_form, columns=picked) as hands,
        progress("ranking", hands.total, shown=not people) as report,
    ):
        results = files.ranked(
            _watched(hands, report),
            ranking,
            qualifier=qualifier,
            on_error="null" if on_error == "list" else on_error,
            names=describe or people,
            into=into,
        )
        tally: Counter[str] = Counter()
        files.write(
            _counted(results, tally, hands.name, on_error == "list"),
            target,
            format=written,
            workers=workers,
        )
    if tally["faulty"]:
        typer.echo(f"fastlow: {_share(tally)}", err=True)


def _share(tally: Counter[str]) -> str:
    return f"{tally['faulty']:,} of {tally['hands']:,} hands could not be ranked"


def _form(form: str | None, as_csv: bool, as_json: bool, output: str | None) -> str | None:
    """Choose the format to write; None leaves it to the name of the output."""
    wanted = [*([form] if form else []), *["csv"] * as_csv, *["jsonl"] * as_json]
    if len(wanted) > 1:
        raise typer.BadParameter("--format, --csv and --json exclude each other")
    if wanted:
        return wanted[0]
    return "text" if output is None and sys.stdout.isatty() else None


def _picked(column: str | None, columns: str | None) -> list[str] | None:
    if column is not None and columns is not None:
        raise typer.BadParameter("--column and --columns exclude each other")
    if columns is not None:
        return columns.split(",")
    return None if column is None else [column]


def _watched(hands: Hands, report: Report) -> Hands:
    def blocks() -> Iterator[Block]:
        for block in hands.blocks:
            report(block.done)
            yield block

    return replace(hands, blocks=blocks())


def _counted(results: Results, tally: Counter[str], name: str, listed: bool) -> Results:
    """Count what passes; if faults are listed, fail in the end where there is one."""

    def blocks() -> Iterator[Ranked]:
        for ranked in results.blocks:
            tally.update(hands=len(ranked.ranks), faulty=len(ranked.block.faults))
            for i in sorted(ranked.block.faults) if listed else ():
                typer.echo(f"fastlow: {files.worded(name, ranked.block, i)}", err=True)
            yield ranked
        if listed and tally["faulty"]:
            raise BadHand(_share(tally))

    return replace(results, blocks=blocks())
