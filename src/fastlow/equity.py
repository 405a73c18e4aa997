"""Equity: how often each player wins what, counted exactly or in a sample of deals."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import Any, Literal, NamedTuple, Protocol, get_args

import numpy as np
import numpy.typing as npt

from fastlow import exact, playout
from fastlow.deals import Seed
from fastlow.games import Game
from fastlow.jobs import in_turn
from fastlow.playout import Stage, read
from fastlow.sample import sample, sampler
from fastlow.spots import Hand, Spot

Floats = npt.NDArray[np.float64]
Method = Literal["exact", "sample"]
Progress = Callable[[int, int], object]
Parts = Iterator[tuple[int, npt.NDArray[Any]]]

TRIALS = 4_000_000
"""Deals that are sampled when nothing bounds a run: a standard error of 0.025 % at most."""
QUICK, LONG = 1.0, 3600.0
"""Seconds: exact runs up to the first are quick, beyond the second they are refused."""

LONGEST_HAND = 24  # characters of a hand or range at the head of a table


@dataclass(frozen=True, eq=False, repr=False)
class Equity:
    """What becomes of every player of a spot, as fractions of all deals.

    Each figure is an array of one number a player. `equity` is a share of the pot; all others
    count deals, so that a deal which two players tie is counted for both of them. Shares are those
    of a pot that can be divided without end: half of it for each half, if somebody has a low, and
    equal parts of a half for those who tie.

    Attributes
    ----------
    game : Game
        The game.
    hands : tuple of str
        The hands, as they were written.
    board, dead : str
        The known cards of the board, and those that nobody holds.
    counts : ndarray of int64, shape (players, players + 1, players + 3)
        In how many deals a player shared the high half with how many, himself included (0: did
        not win it), and the low half; in the last axis ``players + 1`` stands for a player who
        has no low while another has, ``players + 2`` for nobody has. A game of one half leaves
        the other index at 0, or at ``players + 2``. Of `float64` where an exact count has weights.
    n : int
        The deals: all there are, or those that were sampled.
    exact : bool
        Whether they are all.
    seeds : tuple of int
        The seeds of the samples put together here.
    draws : ndarray of int64, shape (players, draws, 6), or None
        In draw games, in how many deals each player drew none to five cards, draw by draw.
    """

    game: Game
    hands: tuple[str, ...]
    board: str
    dead: str
    counts: npt.NDArray[Any]
    n: int
    exact: bool
    seeds: tuple[int, ...] = ()
    draws: npt.NDArray[Any] | None = None

    @property
    def equity(self) -> Floats:
        """Mean share of the pot: half a pot in every deal is as much as half of all pots."""
        return self.mean("equity")

    @property
    def scoop(self) -> Floats:
        """Deals in which the player takes the whole pot, alone."""
        return self.mean("scoop")

    @property
    def high_win(self) -> Floats:
        """Deals in which the player has the best high hand, alone; 0 in a game without a high."""
        return self.mean("high_win")

    @property
    def high_tie(self) -> Floats:
        """Deals in which the player has the best high hand together with others."""
        return self.mean("high_tie")

    @property
    def low_win(self) -> Floats:
        """Deals in which the player has the best low that qualifies, alone."""
        return self.mean("low_win")

    @property
    def low_tie(self) -> Floats:
        """Deals in which the player has the best low that qualifies, together with others."""
        return self.mean("low_tie")

    @property
    def no_low(self) -> Floats:
        """Deals in which the player has no low that qualifies, whatever the others have."""
        return self.mean("no_low")

    @property
    def quartered(self) -> Floats:
        """Deals in which the player ties one half with one other and loses the other half."""
        return self.mean("quartered")

    @property
    def three_quartered(self) -> Floats:
        """Deals in which the player wins one half alone and ties the other with one other."""
        return self.mean("three_quartered")

    @property
    def win(self) -> Floats:
        """Deals in which the player takes the whole pot, alone: `scoop` in games of one half."""
        return self.mean("win")

    @property
    def tie(self) -> Floats:
        """Deals in which the player takes a part of the pot and not all of it."""
        return self.mean("tie")

    @property
    def drawn(self) -> Floats | None:
        """Deals in which the player drew none to five cards, by draw; ``[..., 0]`` stood pat."""
        fractions: Floats | None = None if self.draws is None else self.draws / self.n
        return fractions

    @property
    def seed(self) -> int | tuple[int, ...] | None:
        """What to give as `rng` for the same figures; several if merged, None if exact."""
        return self.seeds[0] if len(self.seeds) == 1 else self.seeds or None

    def mean(self, figure: str) -> Floats:
        """Return a figure by its name."""
        return self._moment(figure, 1)

    def deals(self, figure: str) -> npt.NDArray[Any]:
        """Return in how many deals a figure was 1, or for the equity, the sum of the shares."""
        counted: npt.NDArray[Any] = (self._values[figure] * self.counts).sum(axis=(1, 2))
        return counted

    def error(self, figure: str = "equity") -> Floats:
        """Return the standard error of a figure: 0 if exact, infinite after a single deal.

        It is estimated from the sample: the root of the variance over ``n - 1``.
        """
        if self.exact or self.n < 2:
            return np.full(len(self.hands), 0.0 if self.exact else np.inf)
        variance = self._moment(figure, 2) - self._moment(figure, 1) ** 2
        error: Floats = np.sqrt(np.maximum(variance, 0) / (self.n - 1))
        return error

    def _moment(self, figure: str, power: int) -> Floats:
        moment: Floats = (self._values[figure] ** power * self.counts).sum(axis=(1, 2))
        mean: Floats = moment / self.counts.sum(axis=(1, 2))
        return mean

    @cached_property
    def _values(self) -> dict[str, Floats]:
        return values(self.game, len(self.hands))

    def __add__(self, other: "Equity") -> "Equity":
        """Merge two samples of one spot that do not share a seed."""
        if not isinstance(other, Equity):
            return NotImplemented
        self._refuse_to_merge(other)
        return replace(
            self,
            counts=self.counts + other.counts,
            n=self.n + other.n,
            seeds=self.seeds + other.seeds,
            draws=None if self.draws is None else self.draws + other.draws,
        )

    def __radd__(self, other: object) -> "Equity":
        """Let `sum` begin with 0."""
        return self if other == 0 else NotImplemented

    def _refuse_to_merge(self, other: "Equity") -> None:
        if self._spot != other._spot:
            raise ValueError(f"{self!r} and {other!r} are not of one spot")
        if self.exact or other.exact:
            raise ValueError("an exact result cannot be merged: no deal is missing from it")
        twice = set(self.seeds) & set(other.seeds)
        if twice:
            raise ValueError(f"both samples have the seed {min(twice)}, and with it the same deals")

    @property
    def _spot(self) -> tuple[object, ...]:
        shape = None if self.draws is None else self.draws.shape
        return self.game, self.hands, self.board, self.dead, shape

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the counts as plain Python objects, ready for JSON.

        Examples
        --------
        >>> result = equity("a5-draw", ["Ac 2d 3h 4s", "Kc Kd Ks Qh 9s"])
        >>> result.to_dict()["players"][0]["win"]
        1.0
        """
        told = {
            "game": self.game.name,
            "board": self.board,
            "dead": self.dead,
            "exact": self.exact,
            "n": self.n,
            "seed": self.seed,
            "players": [dict(zip(self.columns(), row, strict=True)) for row in self._rows()],
        }
        return told if self.drawn is None else told | {"drawn": self.drawn.tolist()}

    def columns(self) -> dict[str, list[Any]]:
        """Return a table as columns: the hands, each figure, and if sampled its standard error."""
        columns: dict[str, list[Any]] = {"hand": list(self.hands)}
        for figure in FIGURES:
            columns[figure] = self.mean(figure).tolist()
            if not self.exact:
                columns[f"{figure}_error"] = self.error(figure).tolist()
        return columns

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        return zip(*self.columns().values(), strict=True)

    def table(self) -> str:
        """Return the figures that say something in the game as text, in percent of all deals.

        Examples
        --------
        >>> print(equity("razz", ["Ah 2h 3h", "6s 7s 8s"]).table())
                Ah 2h 3h  6s 7s 8s
        equity   59.5582   40.4418
        win      59.5465   40.4301
        tie       0.0234    0.0234
        """
        rows = [["", *map(_short, self.hands)]]
        for figure in _shown(self.game):
            numbers = zip(self.mean(figure), self.error(figure), strict=True)
            rows.append([figure.replace("_", " "), *(self._cell(*each) for each in numbers)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(_aligned(row, widths) for row in rows)

    def _cell(self, mean: float, error: float) -> str:
        return f"{100 * mean:.4f}" if self.exact else f"{100 * mean:.3f} ± {100 * error:.3f}"

    def __repr__(self) -> str:
        """Say who has how much, and how well that is known."""
        seen = f"all {self.n:,} run-outs" if self.exact else f"{self.n:,} deals"
        players = zip(self.hands, self.equity, self.error(), strict=True)
        shares = (f"{hand} {_percent(mean, error)}" for hand, mean, error in players)
        return f"<Equity {self.game.name}, {seen}: {', '.join(shares)}>"


def _short(hand: str) -> str:
    return hand if len(hand) <= LONGEST_HAND else f"{hand[: LONGEST_HAND - 1]}…"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    name, *cells = row
    right = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
    return "  ".join([name.ljust(widths[0]), *right])


def _percent(mean: float, error: float) -> str:
    return f"{100 * mean:.4f} %" if error == 0 else f"{100 * mean:.3f} ± {100 * error:.3f} %"


# What each outcome is worth.

FIGURES = (
    "equity",
    "scoop",
    "high_win",
    "high_tie",
    "low_win",
    "low_tie",
    "no_low",
    "quartered",
    "three_quartered",
    "win",
    "tie",
)


def _shown(game: Game) -> tuple[str, ...]:
    """Leave out what says the same twice in a game of one half."""
    both = game.high is not None and game.low is not None
    return FIGURES[:-2] if both else ("equity", "win", "tie")


def values(game: Game, players: int) -> dict[str, Floats]:
    """Return for each figure the value of every outcome, shape (players + 1, players + 3).

    Examples
    --------
    >>> from fastlow.games import GAMES
    >>> share = values(GAMES["omaha8"], 2)["equity"]
    >>> share[1, 0], share[0, 2], share[1, 4]  # the high half; half the low half; no low at all
    (np.float64(0.5), np.float64(0.25), np.float64(1.0))
    """
    high, low = np.ogrid[: players + 1, : players + 3]
    nobody, none = low == players + 2, low > players
    of_high, of_low = _part(high), np.where(none, 0, _part(low))
    halves = np.where(nobody, of_high, (of_high + of_low) / 2)
    share = of_low + 0 * high if game.high is None else halves
    two = ~nobody & (game.high is not None)
    figures = {
        "equity": share,
        "scoop": share == 1,
        "high_win": high == 1,
        "high_tie": high > 1,
        "low_win": low == 1,
        "low_tie": (low > 1) & ~none,
        "no_low": none & (game.low is not None),
        "quartered": two & ((high == 2) & (of_low == 0) | (high == 0) & (low == 2)),
        "three_quartered": two & ((high == 2) & (low == 1) | (high == 1) & (low == 2)),
        "win": share == 1,
        "tie": (share > 0) & (share < 1),
    }
    return {name: np.broadcast_to(value, share.shape) * 1.0 for name, value in figures.items()}


def _part(sharing: npt.NDArray[Any]) -> Floats:
    """Say what a half is worth to one of so many who share it; 0 is nobody."""
    return np.where(sharing > 0, 1 / np.maximum(sharing, 1), 0)


# The face.


class Bounds(NamedTuple):
    """What ends a sample; None does not."""

    trials: int | None
    time: float | None
    error: float | None


def equity(
    game: str | Game,
    hands: Sequence[Hand],
    *,
    board: str | npt.ArrayLike = "",
    dead: str | npt.ArrayLike = "",
    draws: int | None = None,
    trials: int | None = None,
    rng: Seed = None,
    workers: int = 1,
    progress: Progress | None = None,
    method: Method | None = None,
    time: float | None = None,
    error: float | None = None,
    client: Any = None,
) -> Equity:
    """Compute what part of the pot each player wins, exactly where that is quick.

    Every card that is missing is dealt at random: hole cards, cards to come, the board. In draw
    games that is one draw, the last, in which a hand short of five cards gets what it lacks, unless
    `draws` says how many are to come. Cards speak.

    Parameters
    ----------
    game : str or Game
        A name from `GAMES`, or a game of your own.
    hands : sequence of str, array_like of int, or Range
        One for each player: cards, as text or as codes, or a range in the grammar of
        `fastlow.ranges`. The empty string and ``"*"`` are an unknown hand. In draw games
        ``"2c 3d 4h 8s | Kc"`` has thrown away a king. A single hand is told what it makes.
    board, dead : str or array_like of int
        Known cards of the board, and cards that are out of play.
    draws : int, optional
        In draw games for low, how many draws are to come. All hands are then played out by the
        strategy of `fastlow.draws.get_strategy`, in which every player sees his own five cards and
        no more. A hand of five cards is held before the first of these draws; so is one with a
        star, or of which nothing is known, and it is dealt up to five. The strategy decides what
        they throw away. Of fewer cards, and where there is a ``|``, the cards written are kept in
        the first draw: ``"2c 3d 4h | Kc"`` draws two, ``"7c 5d 4h 3s 2c |"`` stands pat. Players
        draw in the order of their hands; when the stub runs out, the discards of earlier draws are
        shuffled in. One draw to hands that are certain is counted exactly, all else is sampled.
    trials : int, optional
        Sample so many deals; unless there are no more than that, which is exact then.
    rng : int, SeedSequence, Generator, BitGenerator or None
        A seed, or where to draw one; a generator moves on by it. The same seed gives the same
        figures, whatever the number of workers.
    workers : int, default 1
        Number of threads.
    progress : callable, optional
        Called now and then as ``progress(done, total)``, with numbers of deals. Where a sample is
        not bounded by trials, the total is an estimate.
    method : {"exact", "sample"}, optional
        Exact if that takes about a second at most, and a sample otherwise, unless one is named.
    time : float, optional
        Sample for so many seconds.
    error : float, optional
        Sample until the standard error of every player's equity is as small as this.
    client : distributed.Client, optional
        Let the workers of a Dask cluster count instead of threads here (extra ``dask``). The
        figures are the same, whatever the number of workers and whatever becomes of them.

    Returns
    -------
    Equity
        The figures; `exact` says which way they were found. Without a bound 4 000 000 deals are
        sampled; of several bounds the first that is reached ends the run. So does an interrupt
        (Ctrl-C), and what has been sampled until then is returned.

    Raises
    ------
    ValueError
        If a card comes twice, a hand or range is malformed (the position is named) or impossible,
        there are more hands than the deck allows, an argument is out of range, or an exact run
        would take more than an hour.

    Examples
    --------
    >>> equity("razz", ["Ah 2h 3h", "6s 7s 8s"])
    <Equity razz, all 18,265,297,050 run-outs: Ah 2h 3h 59.5582 %, 6s 7s 8s 40.4418 %>
    >>> result = equity("omaha8", ["AA**", "KK**"], trials=100_000, rng=1)
    >>> result.equity.round(2), result.error().round(4)
    (array([0.72, 0.28]), array([0.0013, 0.0013]))
    """
    result = None
    try:
        for result in running(  # noqa: B007 - the last is returned
            game,
            hands,
            board=board,
            dead=dead,
            draws=draws,
            trials=trials,
            rng=rng,
            workers=workers,
            progress=progress,
            method=method,
            time=time,
            error=error,
            client=client,
        ):
            pass
    except KeyboardInterrupt:
        if result is None:
            raise
    assert result is not None  # every run yields something, or raises
    return result


def running(
    game: str | Game,
    hands: Sequence[Hand],
    *,
    board: str | npt.ArrayLike = "",
    dead: str | npt.ArrayLike = "",
    draws: int | None = None,
    trials: int | None = None,
    rng: Seed = None,
    workers: int = 1,
    progress: Progress | None = None,
    method: Method | None = None,
    time: float | None = None,
    error: float | None = None,
    client: Any = None,
) -> Iterator[Equity]:
    """Yield what `equity` returns while it grows: after each 262 144 deals of a sample, or once.

    Parameters
    ----------
    game, hands, board, dead, draws, trials, rng, workers, progress, method, time, error, client
        As for `equity`.

    Yields
    ------
    Equity
        What is known so far; the last is what `equity` returns.

    Examples
    --------
    >>> steps = running("razz", ["A23", "678"], trials=1_000_000, rng=1)
    >>> [step.n for step in steps]
    [262144, 524288, 786432, 1000000]
    """
    bounds = _checked(trials, time, error, method, workers)
    spot = read(game, hands, board, dead, draws)
    crew = _crew(client, workers, (game, hands, board, dead, draws))
    sampled = method == "sample" or isinstance(spot, Stage)
    planned = None if sampled else exact.plan(spot)
    if _is_exact(method, planned, bounds):
        assert planned is not None  # otherwise it is not exact
        return _counted(spot, planned, crew, progress)
    return _sampled(spot, bounds, _seed(rng), crew, progress)


def _is_exact(method: Method | None, planned: exact.Plan | None, bounds: Bounds) -> bool:
    if method == "exact":
        _refuse_long(planned)
    if method is not None or planned is None:
        return method == "exact"
    enough = bounds.trials is None or planned.runouts <= bounds.trials
    return enough and planned.seconds <= min(QUICK, bounds.time or QUICK)


def _refuse_long(planned: exact.Plan | None) -> None:
    if planned is None:
        raise ValueError("there are too many hands or run-outs to count them all; sample them")
    if planned.seconds > LONG:
        raise ValueError(
            f"an exact run over {planned.runouts:,} run-outs would take some "
            f"{planned.seconds / 3600:,.0f} hours; sample them"
        )


def _checked(
    trials: int | None, time: float | None, error: float | None, method: str | None, workers: int
) -> Bounds:
    if method not in (None, *get_args(Method)):
        raise ValueError(f"method must be 'exact', 'sample' or None, not {method!r}")
    for name, number in (("trials", trials), ("workers", workers)):
        _refuse_fraction(name, number)
    for name, bound in (("trials", trials), ("workers", workers), ("time", time), ("error", error)):
        if bound is not None and not bound > 0:
            raise ValueError(f"{name} must be positive, not {bound!r}")
        if bound is not None and method == "exact" and name != "workers":
            raise ValueError(f"{name} bounds a sample, but method is 'exact'")
    return Bounds(trials, time, error)


def _refuse_fraction(name: str, number: object) -> None:
    if number is not None and not isinstance(number, int | np.integer):
        raise TypeError(f"{name} must be a whole number, not {number!r}")


class Crew(Protocol):
    """Those who count; both yield the same, whoever they are."""

    def sampled(self, spot: Spot, seed: int, trials: int | None) -> Parts:
        """Yield the deals and the counts of each chunk of a sample."""
        ...

    def counted(self, planned: exact.Plan) -> Iterator[tuple[float, npt.NDArray[Any]]]:
        """Yield the part and the counts of each job of a plan."""
        ...


class Threads(NamedTuple):
    """Threads of this process."""

    workers: int

    def sampled(self, spot: Spot, seed: int, trials: int | None) -> Parts:
        """Yield the deals and the counts of each chunk of a sample."""
        return sample(sampler(spot), seed, trials, self.workers)

    def counted(self, planned: exact.Plan) -> Iterator[tuple[float, npt.NDArray[Any]]]:
        """Yield the part and the counts of each job of a plan."""
        return in_turn(exact.jobs(planned), self.workers)


def _crew(client: Any, workers: int, text: tuple[Any, ...]) -> Crew:
    if client is None:
        return Threads(workers)
    from fastlow.cluster import Cluster  # needs Dask

    return Cluster(client, text)


def _counted(
    spot: Spot, planned: exact.Plan, crew: Crew, progress: Progress | None
) -> Iterator[Equity]:
    counts = exact.add(crew.counted(planned), planned, progress)
    yield _result(spot, counts, planned.runouts, exact=True)


def _sampled(
    spot: Spot, bounds: Bounds, seed: int, crew: Crew, progress: Progress | None
) -> Iterator[Equity]:
    trials = TRIALS if bounds == (None, None, None) else bounds.trials
    parts = crew.sampled(spot, seed, trials)
    begun = perf_counter()
    counts, n = np.zeros(1, np.int64), 0
    for more, part in parts:
        counts, n = counts + part, n + more
        result = _result(spot, counts, n, seeds=(seed,))
        done = _fraction_done(result, bounds._replace(trials=trials), perf_counter() - begun)
        if progress is not None:
            progress(n, max(n, round(n / done)))
        yield result
        if done >= 1:
            return


def _fraction_done(result: Equity, bounds: Bounds, seconds: float) -> float:
    """How far a sample has come towards the nearest of its bounds."""
    of_trials = result.n / bounds.trials if bounds.trials else 0.0
    of_time = seconds / bounds.time if bounds.time else 0.0
    of_error = (bounds.error / max(result.error().max(), 1e-300)) ** 2 if bounds.error else 0.0
    return max(of_trials, of_time, of_error)


def _result(
    spot: Spot, counts: npt.NDArray[Any], n: int, exact: bool = False, seeds: tuple[int, ...] = ()
) -> Equity:
    outcomes, draws = playout.parted(spot, counts, n)
    return Equity(spot.game, *spot.texts, outcomes, n, exact, seeds, draws)


def _seed(rng: Seed) -> int:
    """Draw the one number that all chance comes from; an integer is that number."""
    if isinstance(rng, int | np.integer):
        return int(rng)
    if rng is None:
        rng = np.random.SeedSequence()
    if isinstance(rng, np.random.SeedSequence):
        words = rng.generate_state(4)
    else:
        words = np.random.default_rng(rng).integers(0, 1 << 32, 4, np.uint32)
    return int.from_bytes(words.astype("<u4").tobytes(), "little")
