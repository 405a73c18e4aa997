"""A picture of what a hand may end in, for the best way to draw and for standing pat."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from fastlow.cards import format as write
from fastlow.draws import Way

WIDTH = 0.4  # of a bar, where classes are 1 apart


def draw(ways: Sequence[Way], title: str, path: Path) -> None:
    """Draw the chance of each class of hands.

    Parameters
    ----------
    ways : sequence of Way
        All ways to draw to a hand, the best first.
    title : str
        What stands above the picture.
    path : Path
        Where to; its ending says in which format.
    """
    pat = next(way for way in ways if not len(way.discard))
    shown = [ways[0]] if ways[0] is pat else [ways[0], pat]
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    places = np.arange(len(pat.chances))
    for i, way in enumerate(shown):
        chances = [100 * chance for chance in way.chances.values()]
        middle = places + WIDTH * (i - (len(shown) - 1) / 2)
        axes.bar(middle, chances, WIDTH, label=_label(way))
    axes.set_xticks(places, list(pat.chances), rotation=45, ha="right")
    axes.set_ylabel("chance, %")
    axes.set_title(title)
    axes.legend()
    figure.savefig(path)


def _label(way: Way) -> str:
    done = f"discard {write(way.discard)}" if len(way.discard) else "stand pat"
    return f"{done}: value {100 * way.value:.2f} %"
