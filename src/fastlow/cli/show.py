"""Records on standard output: a table for people, CSV or JSON lines for programs."""

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Literal

import typer

from fastlow.files.text import aligned

Form = Literal["table", "csv", "json"]
Columns = Mapping[str, Sequence[object]]


def chosen(as_csv: bool, as_json: bool) -> Form:
    """Return the form that the flags ask for.

    Examples
    --------
    >>> chosen(False, False), chosen(False, True)
    ('table', 'json')
    """
    if as_csv and as_json:
        raise typer.BadParameter("--csv and --json exclude each other")
    return "csv" if as_csv else "json" if as_json else "table"


def show(columns: Columns, form: Form) -> None:
    """Write equally long columns, the cells of which are strings or numbers."""
    rows = zip(*columns.values(), strict=True)
    if form == "json":
        for row in rows:
            typer.echo(json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False))
    elif form == "csv":
        csv.writer(sys.stdout, lineterminator="\n").writerows([tuple(columns), *rows])
    else:
        typer.echo(aligned([[name, *column] for name, column in columns.items()]), nl=False)
