"""A progress bar on standard error, where that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Report(Protocol):
    """Tell how much is done; also, of what ``total``, and anew ``description``, what that is."""

    def __call__(self, done: int, **news: Any) -> None:
        """Tell it."""


@contextmanager
def progress(what: str, total: int | None, *, shown: bool = True) -> Iterator[Report]:
    """Show how far something is; call what it yields with the amount that is done.

    Parameters
    ----------
    what : str
        What stands before the bar.
    total : int or None
        The amount when all is done; None if nobody knows.
    shown : bool
        False to show nothing, as happens wherever standard error is not a terminal.
    """
    if not (shown and sys.stderr.isatty()):
        yield lambda done, **news: None
        return
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    columns = *Progress.get_default_columns(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, **news: bar.update(task, completed=done, **news)
