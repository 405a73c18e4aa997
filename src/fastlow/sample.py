"""Samples: random deals of a spot, in chunks each of which has its own seed.

Chunk i of a seed is the same deals wherever and whenever it is played, so that the figures do not
depend on who played which chunk, and a longer run begins with the deals of a shorter one.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count

import numpy as np
import numpy.typing as npt

from fastlow import playout
from fastlow.batches import read_only
from fastlow.cards import Cards
from fastlow.deals import new_lanes
from fastlow.jobs import in_turn
from fastlow.kernels.deal import BLOCK
from fastlow.kernels.drawn import drop_clashes, mark_clashes
from fastlow.kernels.runouts import Runouts
from fastlow.play import Counts, Play, known_cards, known_columns, player
from fastlow.playout import Stage
from fastlow.ranges import Range, draw_indices
from fastlow.spots import Spot

CHUNK = 1 << 18
"""Deals that share a seed: less than a millisecond for two hands of Razz."""
BATCH = 16 * BLOCK
"""Deals for which hands are drawn from ranges at once."""
MOST_IN_VAIN, MOST_FOR_ONE = 1 << 24, 100_000
"""After so many draws from ranges, and so many for each that can be dealt, it is given up."""

Rows = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
Drawer = Callable[[int, np.random.Generator], Rows]
Sampler = Callable[[int, np.random.Generator], Counts]


def sampler(spot: Spot) -> Sampler:
    """Return a function that deals a spot n times from a generator and counts the outcomes.

    What it calls has been compiled or loaded, so that nobody takes that for its speed.
    """
    make = _sampler_of_hands if spot.fixed else _sampler_of_ranges
    if isinstance(spot, Stage):
        sampler = make(spot, playout.player(spot), playout.stub_sizes(spot))
    else:
        sampler = make(spot, player(spot), spot.missing)
    sampler(1, np.random.default_rng(0))
    return sampler


def sample(
    sampler: Sampler, seed: int, trials: int | None = None, workers: int = 1
) -> Iterator[tuple[int, Counts]]:
    """Yield how many deals each chunk has and what became of the players in it.

    Parameters
    ----------
    sampler : callable
        From `sampler`.
    seed : int
        All chance comes from it.
    trials : int, optional
        How many deals in all; without end if None.
    workers : int
        Threads.

    Yields
    ------
    n : int
        Deals of this chunk.
    counts : ndarray of int64, shape (players, players + 1, players + 3)
        See `fastlow.play.player`.
    """
    chunks = enumerate(sizes(trials))
    return in_turn((partial(play_chunk, sampler, seed, i, n) for i, n in chunks), workers)


def sizes(trials: int | None) -> Iterator[int]:
    """Yield how many deals each chunk has."""
    for i in count():
        if trials is not None and trials <= i * CHUNK:
            return
        yield CHUNK if trials is None else min(CHUNK, trials - i * CHUNK)


def play_chunk(sampler: Sampler, seed: int, chunk: int, n: int) -> tuple[int, Counts]:
    """Play the first n deals of a chunk; its seed is a child as `SeedSequence.spawn` makes them."""
    return n, sampler(n, np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(chunk,))))


def _sampler_of_hands(spot: Spot, play: Play, sizes: tuple[int, ...]) -> Sampler:
    known, dead = known_cards(spot)
    return lambda n, rng: play(n, _dealt(spot.game.deck, dead, sizes, rng), known)


def _dealt(deck: int, dead: Cards, sizes: tuple[int, ...], rng: np.random.Generator) -> Runouts:
    """Make the source of run-outs that deals them at random."""
    return Runouts(deck, dead, np.array(sizes), new_lanes(rng), np.zeros(sum(sizes), np.uint8))


# Hands out of ranges.


def _sampler_of_ranges(spot: Spot, play: Play, sizes: tuple[int, ...]) -> Sampler:
    draw, dead = drawer(spot), np.sort(spot.dead)

    def sampler(n: int, rng: np.random.Generator) -> Counts:
        runouts = _dealt(spot.game.deck, dead, sizes, rng)
        counts = [
            play(min(BATCH, n - start), runouts, known_columns(spot, draw(BATCH, rng)))
            for start in range(0, n, BATCH)
        ]
        total: Counts = np.sum(counts, axis=0)
        return total

    return sampler


def drawer(spot: Spot) -> Drawer:
    """Return a function that draws hands for every player n times, by weight, no two clashing.

    It gives the rows of the combinations, shape (players, n). Where the ways to deal the hands
    together can be listed, it draws from the list; else it draws each hand by itself, and all of
    them anew when two clash.

    Examples
    --------
    >>> from fastlow.spots import read
    >>> spot = read("omaha8", ["AA**", "AAKK"])
    >>> rows = drawer(spot)(1000, np.random.default_rng(1))
    >>> a, b = (hand.masks[row] for hand, row in zip(spot.hands, rows, strict=True))
    >>> bool((a & b).any())
    False
    """
    listed = spot.choices
    if listed is not None:
        return partial(_draw_choices, listed.rows.T, _cumulative(listed.weights))
    return partial(_draw_apart, spot.hands)


def _cumulative(weights: Weights) -> Weights | None:
    return None if (weights == 1).all() else weights.cumsum()


def _draw_choices(rows: Rows, cumulative: Weights | None, n: int, rng: np.random.Generator) -> Rows:
    if cumulative is None:
        return rows[:, rng.integers(rows.shape[1], size=n)]
    drawn = np.searchsorted(cumulative[:-1], cumulative[-1] * rng.random(n), side="right")
    return rows[:, drawn]


def _draw_apart(hands: Sequence[Range], n: int, rng: np.random.Generator) -> Rows:
    kept, found, tried = [], 0, 0
    while found < n:
        rows = _without_clashes(hands, n, rng)
        found, tried = found + rows.shape[1], tried + n
        kept.append(rows)
        if tried > MOST_IN_VAIN and tried > MOST_FOR_ONE * found:
            texts = ", ".join(repr(hand.text) for hand in hands)
            raise ValueError(f"of {tried} draws from {texts} only {found} could be dealt together")
    return np.concatenate(kept, axis=1)[:, :n]


def _without_clashes(hands: Sequence[Range], n: int, rng: np.random.Generator) -> Rows:
    rows = np.stack([draw_indices(hand, n, rng) for hand in hands])
    taken, clash = np.zeros(n, np.uint64), np.zeros(n, np.bool_)
    for hand, row in zip(hands, rows, strict=True):
        mark_clashes(read_only(hand.masks), row, taken, clash)
    return rows[:, : drop_clashes(clash, rows)]
