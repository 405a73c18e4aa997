"""What to discard from one hand, and the chance to make a hand or better."""

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from fastlow.cards import N_CARDS, RANKS, as_codes, parse
from fastlow.cards import format as write
from fastlow.draws.orbits import orbits_of
from fastlow.draws.stored import get_strategy
from fastlow.draws.strategy import (
    Codes,
    Floats,
    Strategy,
    Value,
    as_hands,
    follow,
    n_ranks,
    ranks_of,
    solve,
    sums_of,
)
from fastlow.kernels import draws as kernels
from fastlow.kernels.draws import HAND, WAYS, Orbits
from fastlow.kernels.remember import Memory, chance_in_one, chance_in_three, chance_in_two
from fastlow.rankings import CATEGORIES
from fastlow.ranks import rank
from fastlow.tables import load

Hand = str | npt.ArrayLike


@dataclass(frozen=True, eq=False)
class Way:
    """One way to draw.

    Attributes
    ----------
    keep, discard : ndarray of uint8
        The cards kept and thrown away, in the order of the hand.
    value : float
        What the hand is worth that way.
    gain : float
        That, less what it is worth to stand pat.
    chances : dict of str to float
        The chance to end with each class of hands, the best class first: ``"7-high"`` and so on
        for hands without a pair, straight or flush, ``"pair"`` and so on for the others. They add
        up to 1.
    """

    keep: Codes
    discard: Codes
    value: float
    gain: float
    chances: dict[str, float]

    def __str__(self) -> str:
        return f"{write(self.keep)} | {write(self.discard)}: {self.value:.4f} ({self.gain:+.4f})"


def best_draw(
    hand: Hand,
    ranking: str,
    draws: int,
    *,
    of: int | None = None,
    value: Value | None = None,
    jokers: int = 0,
    dead: Hand = (),
) -> list[Way]:
    """Weigh the 32 ways to draw to a hand, the best first.

    Parameters
    ----------
    hand : str or array_like of int, shape (5,)
        Five cards, as codes or as `fastlow.parse` reads them.
    ranking : {"A-5", "A-6", "2-7", "2-6"}
        Name of a low ranking.
    draws : int
        How many draws are left, from 1 to 3.
    of : int, optional
        How many draws the game has; by default no more than are left. The last draw of a triple
        draw is one against an opponent who draws three times.
    value : callable, optional
        What a final hand is worth, from its rank, as in `solve`. By default its chance against
        one opponent, from `get_strategy`.
    jokers : int
        Jokers in the deck: 0, 1 or 2.
    dead : str or array_like of int, shape (d,)
        Other cards that are known to be gone, such as one's own earlier discards. They are left
        out of this draw, exactly; later draws follow the strategy, which has forgotten them.

    Returns
    -------
    list of Way
        All 32, by value; of equal values that which keeps more cards comes first. After this draw
        they follow the strategy, and what `solve` says is exact and what is not holds for them:
        the values of a last draw are exact.

    Raises
    ------
    ValueError
        If the hand has not five different cards of the deck, a dead card is in it or comes twice,
        or another argument is out of range.

    Examples
    --------
    >>> best, *others = best_draw("2c 3d 4h 7s Kc", "2-7", 1, value=lambda rank: rank <= 18)
    >>> print(best)
    2c 3d 4h 7s | Kc: 0.2553 (+0.2553)
    >>> {name: round(chance, 3) for name, chance in best.chances.items() if name < "9"}
    {'7-high': 0.17, '8-high': 0.085}
    """
    game = draws if of is None else of
    if value is None:
        strategy = get_strategy(ranking, game, jokers=jokers)
    else:
        strategy = solve(ranking, game, value=value, jokers=jokers)
    return weigh(hand, strategy, draws, dead=dead)


def weigh(
    hand: Hand, strategy: Strategy, draws: int | None = None, *, dead: Hand = ()
) -> list[Way]:
    """Weigh the 32 ways to draw to a hand that follows a strategy afterwards, the best first.

    Parameters
    ----------
    hand : str or array_like of int, shape (5,)
        Five cards.
    strategy : Strategy
        What `solve` or `get_strategy` has found.
    draws : int, optional
        How many draws are left, from 1 to those of the strategy; by default all of them.
    dead : str or array_like of int, shape (d,)
        Other cards that are known to be gone, left out of this draw.

    Returns
    -------
    list of Way
        As `best_draw` returns them, in 1 ms once the chances of the classes are known: the first
        hand after a strategy is solved takes 0.1 s.

    Raises
    ------
    ValueError
        As `best_draw` does.

    Examples
    --------
    >>> strategy = solve("2-7", 3)
    >>> for draws in (3, 2, 1):
    ...     print(weigh("Tc 8d 6h 4s 2c", strategy, draws)[0])
    8d 6h 4s 2c | Tc: 0.6527 (+0.0848)
    8d 6h 4s 2c | Tc: 0.5679 (+0.0901)
    Tc 8d 6h 4s 2c | : 0.4779 (+0.0000)
    """
    left = strategy.draws if draws is None else draws
    if left not in range(1, strategy.draws + 1):
        raise ValueError(f"draws must be 1 to {strategy.draws}, those of {strategy}, not {draws!r}")
    cards, gone = _cards(hand, dead, strategy.jokers)
    weighed = _weighed(cards, gone, strategy.jokers, _sums_after(strategy, left))
    ways = [_way(cards, way, weighed, strategy.ranking) for way in range(WAYS)]
    return sorted(ways, key=lambda way: (-round(way.value, 10), len(way.discard)))


def made_by(
    hand: Hand,
    ranking: str,
    draws: int,
    target: int | Hand,
    *,
    jokers: int = 0,
    dead: Hand = (),
    remember: bool = False,
) -> float:
    """Find the chance to make `target` or better, drawing for that and nothing else.

    Parameters
    ----------
    hand : str or array_like of int, shape (5,)
        Five cards.
    ranking : {"A-5", "A-6", "2-7", "2-6"}
        Name of a low ranking.
    draws : int
        How many draws are left, from 1 to 3.
    target : int, str or array_like of int, shape (5,)
        The worst rank that will do, or a hand of that rank.
    jokers : int
        Jokers in the deck: 0, 1 or 2.
    dead : str or array_like of int, shape (d,)
        Other cards that are known to be gone; by default they are left out of the next draw
        alone, as in `best_draw`.
    remember : bool
        By default the draws are independent: what was discarded in one may come back in the next,
        for so the table of the best play is made, and the answer takes microseconds after the
        0.03 s for the table. With ``remember=True`` the best play is still that of the table, and
        its chance is then exact: nothing that was held or is dead is drawn again. That looks at
        each hand on the way: milliseconds if one or two cards are drawn at a time, seconds for
        three, and a minute for four or five with three draws.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        As `best_draw` does; or if `target` is no rank and no hand.

    Examples
    --------
    Eight of the 47 cards not seen make it; three draws to get one of them:

    >>> hand, target = "2c 3d 4h 7s Kc", "7c 6d 4h 3s 2c"
    >>> round(made_by(hand, "2-7", 3, target), 4)
    0.4287
    >>> round(made_by(hand, "2-7", 3, target, remember=True), 4)
    0.4364
    """
    cards, gone = _cards(hand, dead, jokers)
    strategy = for_target(ranking, draws, target_rank(target, ranking, jokers), jokers)
    if remember:
        return _remembered(cards, gone, strategy)
    sums = sums_of(orbits_of(jokers), strategy.worth[-2])
    return float(_weighed(cards, gone, jokers, sums[np.newaxis]).max())


# One hand, its ways and the classes it may end in.


def _way(cards: Codes, way: int, weighed: Floats, ranking: str) -> Way:
    kept = (way >> np.argsort(np.argsort(cards)) & 1).astype(bool)
    value, *chances = weighed[way].tolist()
    gain = value - float(weighed[kernels.PAT, 0])
    names = [name for name, _ in _classes(ranking)]
    return Way(cards[kept], cards[~kept], value, gain, dict(zip(names, chances, strict=True)))


def _weighed(cards: Codes, gone: Codes, jokers: int, sums: Floats) -> Floats:
    """Find the values of the 32 ways, one column for each row of `sums`."""
    weighed = np.empty((WAYS, len(sums)))
    kernels.weigh_ways(np.sort(cards), gone, sums, orbits_of(jokers), weighed)
    return weighed


@lru_cache(maxsize=4)  # 20 MB each
def _sums_after(strategy: Strategy, left: int) -> Floats:
    """Sum over hands what they are worth and their chances of each class after one of the draws."""
    orbits, ranks = orbits_of(strategy.jokers), ranks_of(strategy.ranking, strategy.jokers)
    rows = [strategy.worth[left - 1]]
    for _, (best, worst) in _classes(strategy.ranking):
        made = ((best <= ranks) & (ranks <= worst)).astype(float)
        rows.append(follow(orbits, made, strategy.ways[:left])[-1])
    return np.stack([sums_of(orbits, row) for row in rows])


@cache
def _classes(ranking: str) -> list[tuple[str, tuple[int, int]]]:
    """Name the classes of hands, with the best and the worst rank of each."""
    spans: dict[str, tuple[int, int]] = {}
    for each, (category, top, *_) in enumerate(load(ranking, "classes").tolist(), start=1):
        name = CATEGORIES[category] if category else f"{RANKS[top]}-high"
        spans[name] = (spans.get(name, (each,))[0], each)
    return list(spans.items())


# The chance to make a target.


@lru_cache(maxsize=32)  # 1 to 5 MB each
def for_target(ranking: str, draws: int, target: int, jokers: int) -> Strategy:
    """Find the best play for those who want this rank or a better one and nothing else."""
    return solve(ranking, draws, value=lambda rank: rank <= target, jokers=jokers)


def _remembered(cards: Codes, gone: Codes, strategy: Strategy) -> float:
    orbits = orbits_of(strategy.jokers)
    return play_remembering(orbits, strategy.worth[0], strategy.ways, cards, gone)


def play_remembering(orbits: Orbits, final: Floats, ways: Codes, hand: Codes, gone: Codes) -> float:
    """Find the chance to make a hand that is worth 1 if no card comes again that is gone or held.

    The hand is played as `ways` says, with one draw for each of its rows but row 0.
    """
    sums = sums_of(orbits, final)
    of_card = sums[orbits.place[orbits.first[1] : orbits.first[0]] & kernels.ORBIT]
    seen = np.zeros(orbits.cards, np.uint8)
    seen[[*hand, *gone]] = 1
    hands = np.zeros((len(ways), HAND), np.uint8)
    hands[-1] = hand
    memory = Memory(ways, sums, _where(of_card > 0), _where(of_card == 0), seen, hands)
    return float(_CHANCE_IN[len(ways) - 1](memory, orbits))


def _where(cards: npt.NDArray[np.bool_]) -> Codes:
    return np.flatnonzero(cards).astype(np.uint8)


_CHANCE_IN = {
    1: chance_in_one,
    2: chance_in_two,
    3: chance_in_three,
}


# What the caller gave.


def _cards(hand: Hand, dead: Hand, jokers: int) -> tuple[Codes, Codes]:
    """Read a hand and the dead cards beside it, all different."""
    cards = as_hands(_codes(hand), jokers)
    gone = as_codes(_codes(dead), n=N_CARDS + jokers)
    if cards.ndim != 1 or gone.ndim != 1:
        raise ValueError(f"one hand and a list of dead cards, not {cards.shape} and {gone.shape}")
    _refuse_shared(cards.tolist(), gone.tolist())
    if len(gone) > N_CARDS + jokers - 2 * HAND:
        raise ValueError(f"{len(gone)} dead cards leave fewer than {HAND} to draw")
    return cards, gone


def _codes(hand: Hand) -> npt.ArrayLike:
    return parse(hand) if isinstance(hand, str) else hand


def _refuse_shared(cards: list[int], gone: list[int]) -> None:
    for place, code in enumerate(gone):
        if code in cards or code in gone[:place]:
            where = "in the hand" if code in cards else "dead twice"
            raise ValueError(f"dead card {write([code])} at index {place} is {where}")


def target_rank(target: int | Hand, ranking: str, jokers: int) -> int:
    """Take a rank, or rank a hand."""
    if not isinstance(target, int | np.integer):
        return int(rank(as_hands(_codes(target), jokers), ranking))
    if not 1 <= target <= n_ranks(ranking):
        raise ValueError(f"target {target} is no rank of {ranking!r}: 1 to {n_ranks(ranking)} are")
    return int(target)
