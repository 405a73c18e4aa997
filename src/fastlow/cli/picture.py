"""A picture of equities, and of how they settled while a sample grew."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fastlow.equity import Equity

LINE = 0.55  # inches for a player
ERRORS = 2  # standard errors that a bar or a band reaches to either side


def draw(course: Sequence[Equity], path: Path) -> None:
    """Draw the last of these results by player, and if it is a sample, all of them by deals.

    Parameters
    ----------
    course : sequence of Equity
        Results of one spot, each with more deals than the one before.
    path : Path
        Where to; its ending says in which format.
    """
    last = course[-1]
    panels = 1 if last.exact else 2
    height = 1.8 + LINE * len(last.hands)
    figure = Figure(figsize=(5.5 * panels, max(height, 3.2)), layout="constrained")
    axes = figure.subplots(1, panels, squeeze=False)[0]
    draw_players(axes[0], last)
    if panels == 2:
        draw_course(axes[1], course)
    figure.savefig(path)


def refuse(path: Path) -> None:
    """Refuse a path that no picture can be written to."""
    kinds = Figure().canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        raise ValueError(f"{path} has no ending of a picture: {', '.join(sorted(kinds))}")
    if not path.parent.is_dir():
        raise ValueError(f"{path} is in no folder that exists")


def draw_players(axes: Axes, result: Equity) -> None:
    """Draw a bar for each player, with the error to either side, and a part that he scoops."""
    places = np.arange(len(result.hands))
    equity, scoop, errors = 100 * result.equity, 100 * result.scoop, 100 * result.error()
    colours = _colours(len(places))
    axes.barh(places, equity, color=colours, alpha=0.55)
    axes.barh(places, np.minimum(scoop, equity), color=colours)
    if not result.exact:
        axes.errorbar(equity, places, xerr=ERRORS * errors, fmt="none", ecolor="black", capsize=3)
    for place, share in zip(places, equity, strict=True):
        axes.annotate(f" {share:.2f} %", (share, place), va="center")
    axes.set_yticks(places, result.hands)
    axes.invert_yaxis()
    axes.set_xlim(0, max(equity) * 1.2)
    axes.set_xlabel("equity, % of the pot; dark: takes it whole")
    axes.set_title(_title(result))


def draw_course(axes: Axes, course: Sequence[Equity]) -> None:
    """Draw how far each equity was from the last, in a band of its errors."""
    deals = [step.n for step in course]
    away = 100 * np.array([step.equity - course[-1].equity for step in course])
    errors = 100 * ERRORS * np.array([step.error() for step in course])
    for player, colour in enumerate(_colours(len(course[-1].hands))):
        middle, margin = away[:, player], errors[:, player]
        axes.plot(deals, middle, color=colour, marker=".", label=course[-1].hands[player])
        axes.fill_between(deals, middle - margin, middle + margin, color=colour, alpha=0.15)
    axes.set_xscale("log")
    axes.set_xlabel(f"deals; band: ± {ERRORS} standard errors")
    axes.set_ylabel("equity less the last, %")
    axes.legend()


def _colours(players: int) -> list[str]:
    """Name a colour of matplotlib's own cycle for each player."""
    return [f"C{player % 10}" for player in range(players)]


def _title(result: Equity) -> str:
    seen = f"all {result.n:,} run-outs" if result.exact else f"{result.n:,} deals"
    board = f" on {result.board}" if result.board else ""
    return f"{result.game.name}{board}, {seen}"
