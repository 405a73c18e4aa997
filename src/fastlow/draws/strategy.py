"""The best play with draws to come, for every hand at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.batches import is_twice, repeated
from fastlow.cards import N_CARDS, as_codes
from fastlow.draws.orbits import orbits_of
from fastlow.kernels import draws as kernels
from fastlow.kernels.draws import HAND, WAYS, Orbits
from fastlow.places import at, first
from fastlow.rankings import N_JOKERS, get_ranking
from fastlow.ranks import rank
from fastlow.tables import load

Codes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ranks = npt.NDArray[np.uint16]
Value = Callable[[int], Any]
Progress = Callable[[int, float], object]

MOST_DRAWS = 3
MOST_ROUNDS = 200


@dataclass(frozen=True, eq=False, repr=False)
class Strategy:
    """What to keep of every hand, and what that is worth, with none to `draws` draws left.

    Attributes
    ----------
    ranking : str
        Name of the ranking.
    draws : int
        How many draws there are.
    jokers : int
        Jokers in the deck, 0 to 2.
    ways : ndarray of uint8, shape (draws + 1, orbits)
        What one hand of each orbit keeps, by the number of draws left: bit i is its i-th card in
        ascending order. Row 0 keeps all five.
    worth : ndarray of float64, shape (draws + 1, orbits)
        The value of it. Row 0 is that of the final hands.
    rounds : int
        How often the values of the final hands were found from the play of the opponent; 0 where
        the caller gave them.
    cycle : int
        1 if the play is the best answer to itself; if the rounds ended in a cycle of several
        plays, each the best answer to the one before, its length; 0 if they ended in neither or
        there were none.
    residual : float
        The most by which the value of any final hand differs from its value against an opponent
        who follows this play: 0 at a fixed point.
    """

    ranking: str
    draws: int
    jokers: int
    ways: Codes
    worth: Floats
    rounds: int = 0
    cycle: int = 0
    residual: float = 0.0

    @cached_property
    def keep(self) -> Codes:
        """What each hand keeps, `uint8`, shape (draws + 1, hands): bit i is its i-th card.

        The cards of a hand ascend; the column of a hand is `number` of it.
        """
        orbits = orbits_of(self.jokers)
        keep = np.empty((len(self.ways), orbits.first[HAND - 1]), np.uint8)
        for ways, row in zip(self.ways, keep, strict=True):
            kernels.spread_ways(orbits.place, ways, orbits.moved, row)
        return _frozen(keep)

    @cached_property
    def values(self) -> Floats:
        """What each hand is worth, `float64`, shape (draws + 1, hands), columns as in `keep`."""
        orbits = orbits_of(self.jokers)
        values = np.empty((len(self.worth), orbits.first[HAND - 1]))
        for worth, row in zip(self.worth, values, strict=True):
            kernels.spread_values(orbits.place, worth, row)
        return _frozen(values)

    def __repr__(self) -> str:
        draws = "1 draw" if self.draws == 1 else f"{self.draws} draws"
        return f"<Strategy {self.ranking}, {draws}, {N_CARDS + self.jokers} cards>"


def solve(
    ranking: str,
    draws: int,
    *,
    value: Value | None = None,
    jokers: int = 0,
    progress: Progress | None = None,
) -> Strategy:
    """Find the best of the 32 ways to draw for every hand, with one to `draws` draws left.

    What is exact: each draw is weighed over all cards but the five of the hand, those about to be
    discarded among them, so with one draw left a value is the mean over all replacements to
    rounding, about 1e-13. What is not: a hand does not remember what was discarded in earlier
    draws (such a card may be drawn again), and no card of an opponent is seen, nor does he miss the
    cards that are held here. An 8-7-6-5-3 that stands pat before three draws is worth 77.4 % by the
    table; in real deals, which lack its five low cards, it wins 80.4 % (`fastlow.equity` with
    ``draws=3``). `made_by` can remember, for a single hand.

    Parameters
    ----------
    ranking : {"A-5", "A-6", "2-7", "2-6"}
        Name of a low ranking.
    draws : int
        From 1 to 3.
    value : callable, optional
        What a final hand is worth, from its rank, an int: ``lambda rank: rank <= 18`` makes the
        value of a hand its chance of an 8-7-6-5-3 or better in 2-7. It is called once for every
        rank. By default a final hand is worth its chance to win, and half its chance to tie,
        against one opponent who is dealt five cards of a full deck and draws as often by this
        same strategy. That is found in rounds: the play that is best against hands as they are
        dealt, the play that is best against that one, and so on until a play comes again. Where
        it is the one before, it is a fixed point; where it is an earlier one, the rounds have
        ended in a cycle, and of its plays that with the least residual is taken.
    jokers : int
        Jokers in the deck: 0, 1 or 2.
    progress : callable, optional
        Called after each round with its number, from 1, and its residual.

    Returns
    -------
    Strategy
        ``keep[d]`` and ``values[d]`` say for every hand what it keeps with `d` draws left and
        what that is worth. Of ways of equal value (to 1e-11) that which keeps the most is taken.

    Raises
    ------
    ValueError
        If the ranking is not a low one, or a number is out of its range.

    Notes
    -----
    `kernels.draws` says how. All hands and ways with one draw left take 0.02 s, a fixed point
    for three draws 0.5 s on one core; the first call for a deck takes 0.3 s more.

    Examples
    --------
    >>> from fastlow import parse
    >>> eights = solve("2-7", 2, value=lambda rank: rank <= 18)
    >>> hand = number(parse("2c 3d 4h 7s Kc"))
    >>> f"{eights.keep[1, hand]:05b}", round(float(eights.values[1, hand]), 4)  # 12 of 47 cards
    ('01111', 0.2553)
    """
    check(ranking, draws, jokers)
    if value is not None:
        values = _by_rank(value, n_ranks(ranking))
        return Strategy(ranking, draws, jokers, *_play(ranking, draws, jokers, values))
    rounds = list(_rounds(ranking, draws, jokers, progress or _no_progress))
    found, cycle = _settled(rounds)
    play = _play(ranking, draws, jokers, found.value)
    return Strategy(ranking, draws, jokers, *play, len(rounds), cycle, found.residual)


def number(hands: npt.ArrayLike, *, jokers: int = 0) -> Any:
    """Find the numbers of hands: c0 < c1 < ... has C(c0, 1) + C(c1, 2) + ... + C(c4, 5).

    By these, `Strategy` lists them.

    Parameters
    ----------
    hands : array_like of int, shape (..., 5)
        Card codes in any order, all different within a hand.
    jokers : int
        Jokers in the deck; the hands without one have the same numbers in every deck.

    Returns
    -------
    int, or ndarray of int64, shape (...)
        From 0 to C(52 + jokers, 5) - 1.

    Raises
    ------
    ValueError
        If a code is no card of the deck, a card comes twice, or a hand has not five cards.
    TypeError
        If the codes are not integers.

    Examples
    --------
    >>> number([0, 1, 2, 3, 4]), number([[4, 3, 2, 1, 0], [51, 50, 49, 48, 47]]).tolist()
    (0, [0, 2598959])
    """
    codes = as_hands(hands, jokers)
    numbers = np.empty(codes.shape[:-1], np.int64)
    kernels.number_hands(codes.reshape(-1, HAND), orbits_of(jokers).binomial, numbers.reshape(-1))
    return numbers if numbers.ndim else int(numbers)


# The core, for any deck: the values of final hands go in by orbit.


def best_play(orbits: Orbits, final: Floats, draws: int) -> tuple[Codes, Floats]:
    """Find what each orbit of hands keeps and what it is worth, with 0 to `draws` draws left."""
    ways = np.full((draws + 1, len(final)), kernels.PAT, np.uint8)
    worth = np.empty((draws + 1, len(final)))
    worth[0] = final
    near = kernels.ROUNDING * np.abs(final).max()
    for left in range(1, draws + 1):
        sums = sums_of(orbits, worth[left - 1])
        kernels.choose(sums, _MOST_KEPT_FIRST, near, orbits, ways[left], worth[left])
    return ways, worth


def sums_of(orbits: Orbits, values: Floats) -> Floats:
    """Sum the values of the hands that hold a set, by orbit of sets."""
    sums = np.empty(len(orbits.size))
    kernels.sum_over_hands(values, orbits, sums)
    return sums


def follow(orbits: Orbits, final: Floats, ways: Codes) -> Floats:
    """Find what hands are worth, by draws left, if they draw as `ways` says: rows as there."""
    worth = np.empty((len(ways), len(final)))
    worth[0] = final
    for left in range(1, len(ways)):
        kernels.follow(sums_of(orbits, worth[left - 1]), ways[left], orbits, worth[left])
    return worth


def play_out(orbits: Orbits, ways: Codes) -> Floats:
    """Find the chance of each orbit of final hands for hands dealt at random that play `ways`."""
    mass = dealt(orbits)
    scratch = np.empty(len(orbits.size))
    for row in ways[:0:-1]:
        after = np.empty_like(mass)
        kernels.deal_on(mass, row, orbits, scratch, after)
        mass = after
    return mass


def dealt(orbits: Orbits) -> Floats:
    """Return the chance of each orbit of hands as they are dealt."""
    sizes = orbits.size[: len(orbits.hands)]
    chances: Floats = sizes / sizes.sum()
    return chances


_MOST_KEPT_FIRST = np.array(sorted(range(WAYS), key=lambda way: (-way.bit_count(), way)), np.uint8)


# The value of a final hand: given by the caller, or found in rounds.


class _Round(NamedTuple):
    """Values of the final hands by rank, a digest of the best play for them, and its residual."""

    value: Floats
    play: bytes
    residual: float


def _rounds(ranking: str, draws: int, jokers: int, progress: Progress) -> Iterator[_Round]:
    """Find values and best play in turn until a play has come before."""
    orbits, plays = orbits_of(jokers), set[bytes]()
    value = _against(ranking, jokers, dealt(orbits))
    for each in range(1, MOST_ROUNDS + 1):
        ways, _ = _play(ranking, draws, jokers, value)
        after = _against(ranking, jokers, play_out(orbits, ways))
        found = _Round(value, sha256(ways.tobytes()).digest(), float(np.abs(after - value).max()))
        progress(each, found.residual)
        yield found
        if found.play in plays:
            return
        plays.add(found.play)
        value = after


def _settled(rounds: list[_Round]) -> tuple[_Round, int]:
    """Choose the round with the least residual of those that would come again, and count them."""
    plays = [each.play for each in rounds]
    cycle = plays[-2::-1].index(plays[-1]) + 1 if plays[-1] in plays[:-1] else 0
    return min(rounds[-cycle:], key=lambda each: each.residual), cycle


def _play(ranking: str, draws: int, jokers: int, value: Floats) -> tuple[Codes, Floats]:
    return best_play(orbits_of(jokers), value[ranks_of(ranking, jokers)], draws)


def _against(ranking: str, jokers: int, chances: Floats) -> Floats:
    """By rank, the chance to win and half that to tie against final hands of these chances."""
    chance = np.bincount(ranks_of(ranking, jokers), chances, n_ranks(ranking) + 1)
    value: Floats = chance.sum() - np.cumsum(chance) + chance / 2
    return value


def _by_rank(value: Value, n: int) -> Floats:
    """Ask for the value of each rank; slot 0 is no rank."""
    values = np.array([0.0, *(float(value(rank)) for rank in range(1, n + 1))])
    if not np.isfinite(values).all():
        worst = int(np.argmin(np.isfinite(values)))
        raise ValueError(f"the value of rank {worst} is {values[worst]}, which is not finite")
    return values


def _no_progress(_rounds: int, _residual: float) -> None:
    pass


@cache
def ranks_of(ranking: str, jokers: int) -> Ranks:
    """Rank one hand of each orbit."""
    ranks: Ranks = rank(orbits_of(jokers).hands, ranking)
    return ranks


# Checks.


def n_ranks(ranking: str) -> int:
    """Count the ranks of a low ranking; refuse another."""
    if not get_ranking(ranking).low:
        raise ValueError(f"ranking must be a low one, not {ranking!r}")
    return len(load(ranking, "classes"))


def check(ranking: str, draws: int, jokers: int) -> None:
    """Refuse what `solve` does not take."""
    n_ranks(ranking)
    if draws not in range(1, MOST_DRAWS + 1):
        raise ValueError(f"draws must be 1 to {MOST_DRAWS}, not {draws!r}")
    check_jokers(jokers)


def check_jokers(jokers: int) -> None:
    """Refuse what is no number of jokers."""
    if jokers not in range(N_JOKERS + 1):
        raise ValueError(f"jokers must be 0 to {N_JOKERS}, not {jokers!r}")


def as_hands(hands: npt.ArrayLike, jokers: int) -> Codes:
    """Take integers for hands of five different cards of the deck."""
    check_jokers(jokers)
    codes = as_codes(hands, n=N_CARDS + jokers)
    if not codes.ndim or codes.shape[-1] != HAND:
        raise ValueError(f"a hand has {HAND} cards on its last axis, not {codes.shape}")
    twice = is_twice(codes.reshape(-1, HAND))
    if twice.any():
        (hand,) = first(twice)
        place = tuple(int(i) for i in np.unravel_index(hand, codes.shape[:-1]))
        raise ValueError(f"{repeated(codes[place])} appears twice in the hand{at(place)}")
    return codes


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array
