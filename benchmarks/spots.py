"""The spots whose equity is computed, and how `poker-equity` is asked for the same."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.equity import equity

Call = Callable[[], npt.NDArray[np.float64]]

SEED = 4


class Spot(NamedTuple):
    """A question about equity.

    Attributes
    ----------
    game, theirs : str
        Its name here and there.
    hands : tuple of str
        The players' hands.
    trials : int or None
        How many deals are sampled here and there; None asks for the exact answer.
    """

    game: str
    theirs: str
    hands: tuple[str, ...]
    trials: tuple[int, int] | None


MANY = 2_000_000, 50_000
RAZZ = ("Ah 2h 3h", "4s 5s 6s")
OMAHA = ("As Ad 2s 3c", "Ks Kd Qh Jh")
SPOTS = {
    "Razz, 3 against 3 cards, sampled": Spot("razz", "razz", RAZZ, MANY),
    "Razz, six players, sampled": Spot(
        "razz",
        "razz",
        ("Ah 2h 3h", "4s 5s 6s", "7c 8c 9c", "Td 2d 4d", "Kh 3s 5d", "Qh 6d 7h"),
        MANY,
    ),
    "Stud 8, 3 against 3 cards, sampled": Spot("stud8", "stud_hi_lo", RAZZ, MANY),
    "Omaha 8, before the flop, sampled": Spot("omaha8", "omaha_hi_lo", OMAHA, MANY),
    "Omaha 8, before the flop, exact": Spot("omaha8", "omaha_hi_lo", OMAHA, None),
    "2-7 draw, 3 against 4 cards, exact": Spot(
        "kansas-city", "deuce_seven", ("2c 3d 4h", "2h 3c 7d 8s"), None
    ),
    "Razz, 3 against 3 cards, exact": Spot("razz", "", RAZZ, None),
}


def ours(spot: Spot) -> Call:
    """Ask fastlow."""
    how = {"method": "exact"} if spot.trials is None else {"trials": spot.trials[0], "rng": SEED}
    ask: Any = partial(equity, spot.game, spot.hands, **how)
    return lambda: ask().equity


def theirs(spot: Spot) -> Call:
    """Ask poker-equity, one thread of it."""
    library = import_module("poker_equity")
    hands = [hand.replace(" ", "") for hand in spot.hands]
    if spot.trials is None:
        ask = partial(_on_one_core, partial(library.exact_from_text, spot.theirs, hands))
    else:
        ask = partial(
            library.chunk_from_text,
            spot.theirs,
            hands,
            samples=spot.trials[1],
            seed=SEED,
            threads=1,
        )
    return lambda: np.array([player["equity"] for player in ask()["players"]])


def _on_one_core(ask: Callable[[], Any]) -> Any:
    """Ask for an exact answer, which would take as many threads as there are cores."""
    with one_core():
        return ask()


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this thread, and those it starts, on one core where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


SIDES = {"fastlow": (ours, 0), "poker-equity": (theirs, 1)}


def run_outs(spot: Spot, side: str) -> int:
    """Count the deals behind one answer."""
    if spot.trials is not None:
        return spot.trials[SIDES[side][1]]
    return int(equity(spot.game, spot.hands, method="exact").n)
