"""Draw games: the best discard for every hand, as a table, and what it is worth.

`solve` finds the best of the 32 ways to draw for all hands at once; `get_strategy` keeps what it
finds for the next time. `best_draw`, `weigh` and `made_by` look at one hand.
"""

from fastlow.draws.stored import build_strategies, folder, get_strategy
from fastlow.draws.strategy import Strategy, number, solve
from fastlow.draws.ways import Way, best_draw, made_by, weigh

__all__ = [
    "Strategy",
    "Way",
    "best_draw",
    "build_strategies",
    "folder",
    "get_strategy",
    "made_by",
    "number",
    "solve",
    "weigh",
]
