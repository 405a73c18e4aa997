"""The pictures of a run: speed by task and implementation, speed by size of the batch."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas

from benchmarks.figures import Run
from benchmarks.rivals import RIVALS, TASKS
from benchmarks.tables import main_figure, of_size
from benchmarks.test_ranking import BATCH, STREAMED, SWEPT

STYLES: dict[str, dict[str, Any]] = {
    "columns": {"marker": "o", "color": "#c1272d"},
    "rows": {"marker": "s", "color": "#e8743b"},
    "one hand a call": {"marker": "D", "color": "#f2b134"},
    "PokerKit": {"marker": "v", "color": "#1f6f8b"},
    "poker-equity": {"marker": "^", "color": "#3a9d5d"},
    "phevaluator": {"marker": "P", "color": "#7a5195"},
    "eval7": {"marker": "X", "color": "#555555"},
    "naive evaluator": {"marker": ".", "color": "#999999"},
}
SETTINGS: Any = {"svg.fonttype": "none", "svg.hashsalt": "fastlow", "font.family": "sans-serif"}


def draw(run: Run, folder: Path) -> None:
    """Draw all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(SETTINGS):
        for name, picture in {"speed": by_task(run), "size": by_size(run)}.items():
            picture.savefig(folder / f"{name}.svg", metadata={"Date": None}, facecolor="white")


def by_task(run: Run) -> Canvas:
    """One row a task, one mark an implementation, hands a second on a logarithmic scale."""
    canvas = Canvas(figsize=(9, 6), layout="constrained")
    axes = canvas.subplots()
    for name, style in STYLES.items():
        found = [(main_figure(run, name, task), place) for place, task in enumerate(TASKS)]
        points = [(each.speed, place) for each, place in found if each is not None]
        if points:
            axes.plot(*zip(*points, strict=True), linestyle="", label=label(name), **style)
    axes.axvline(run.limit, color="black", linewidth=1, label="the limit")
    axes.set(xscale="log", xlabel="hands a second", yticks=range(len(TASKS)))
    axes.set_yticklabels(TASKS)
    axes.invert_yaxis()
    axes.grid(alpha=0.3)
    canvas.legend(loc="outside upper center", ncols=4, frameon=False)
    return canvas


def by_size(run: Run) -> Canvas:
    """One line an implementation, hands a second against the size of the batch."""
    canvas = Canvas(figsize=(9, 4.5), layout="constrained")
    for axes, task in zip(canvas.subplots(1, len(SWEPT), sharey=True), SWEPT, strict=True):
        for name, style in STYLES.items():
            found = [(size, of_size(run, name, task, size)) for size in (1, 1000, BATCH, STREAMED)]
            points = [(size, each.speed) for size, each in found if each is not None]
            if len(points) > 1:
                axes.plot(*zip(*points, strict=True), label=label(name), **style)
        axes.axhline(run.limit, color="black", linewidth=1, label="the limit")
        axes.set(xscale="log", yscale="log", xlabel="hands in the batch", title=task)
        axes.grid(alpha=0.3)
    canvas.axes[0].set_ylabel("hands a second")
    canvas.legend(
        *canvas.axes[0].get_legend_handles_labels(),
        loc="outside upper center",
        ncols=4,
        frameon=False,
    )
    return canvas


def label(name: str) -> str:
    return f"fastlow, {name}" if RIVALS[name].package == "fastlow" else name
