"""What a game says about the ranges of its hands."""

from collections.abc import Callable
from typing import NamedTuple

import numpy.typing as npt

Ranked = npt.ArrayLike | Callable[[], npt.ArrayLike]


class Rules(NamedTuple):
    """What the game says about a range: the parameters of `parse_range`."""

    cards: int | None
    ace_low: bool
    jokers: int
    stud: bool = False
    ranked: Ranked | None = None
    game: str | None = None
