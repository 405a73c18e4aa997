"""The command ``fastlow``.

A subcommand is a module with a function ``command``, whose signature is its options and whose
docstring is its help, and with ``EXAMPLES``, lines that work as they stand in a shell. It is
listed once, in `COMMANDS`.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from typing import Annotated, Any

import typer

from fastlow.cli import classes, deal, describe, draw, equity, rank, showdown, split
from fastlow.tables import TableError

COMMANDS = (rank, describe, classes, deal, equity, draw, showdown, split)

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # examples keep their lines, and help does not wait for an import
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line of this process."""
    signal.signal(signal.SIGTERM, _exit)  # so that a half-written file is removed
    app(prog_name="fastlow")


def _exit(number: int, _: object) -> None:
    sys.exit(128 + number)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fastlow {version('fastlow')}")
        raise typer.Exit


@app.callback()
def _fastlow(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Rank lowball poker hands by table lookup. 1 is the best hand; equal ranks tie."""


def _reported(command: Callable[..., None]) -> Callable[..., None]:
    """Turn what can go wrong outside the program into one line on standard error and a code."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            command(*args, **options)
            sys.stdout.flush()
        except BrokenPipeError:  # whoever read our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(128 + signal.SIGPIPE) from None
        except KeyboardInterrupt:
            raise typer.Exit(128 + signal.SIGINT) from None
        except (OSError, TableError, ValueError) as error:
            typer.echo(f"fastlow: {_worded(error)}", err=True)
            raise typer.Exit(1) from None

    return run


def _worded(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


for module in COMMANDS:
    app.command(
        module.__name__.rpartition(".")[2],
        epilog="\n".join(["\b", "Examples:", *(f"  $ {line}" for line in module.EXAMPLES)]),
    )(_reported(module.command))
