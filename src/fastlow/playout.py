"""Draw games with draws to come, in which every hand is played to the end by a strategy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from fastlow import spots
from fastlow.cards import Cards, parse
from fastlow.draws import Strategy, get_strategy, number
from fastlow.games import Game, get_game
from fastlow.kernels.draws import HAND
from fastlow.kernels.playout import Exchanges, play_out
from fastlow.kernels.runouts import Runouts
from fastlow.play import Counts, Play, shaped
from fastlow.ranges import Range, known
from fastlow.spots import Hand, Spot
from fastlow.tables import lookup

STAND = "|"  # behind it stands what is thrown away


@dataclass(frozen=True, eq=False)
class Stage(Spot):
    """A spot in a draw game before one of its draws; `read` makes it.

    Attributes
    ----------
    strategy : Strategy
        By which the hands are played.
    draws : int
        How many draws are to come.
    stands : tuple of bool
        Whose known cards are those he keeps in the first of them. The others are dealt five cards
        before it, and the strategy decides.
    thrown : ndarray of uint8
        The cards that are known to be thrown away in the first draw; they are `dead` too.
    """

    strategy: Strategy
    draws: int
    stands: tuple[bool, ...]
    thrown: Cards

    @property
    def known(self) -> tuple[int, ...]:
        """How many cards of each hand are known."""
        return tuple(hand.combos.shape[1] for hand in self.hands)

    @property
    def wanted(self) -> int:
        """The most cards that the hands can take from the stub."""
        held = zip(self.known, self.stands, strict=True)
        first = sum((HAND if stands else 2 * HAND) - known for known, stands in held)
        return first + HAND * self.players * (self.draws - 1)

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the counts of cards drawn: players, draws, none to five cards."""
        return self.players, self.draws, HAND + 1


def read(
    game: str | Game,
    hands: Sequence[Hand],
    board: str | npt.ArrayLike = "",
    dead: str | npt.ArrayLike = "",
    draws: int | None = None,
) -> Spot:
    """Read a spot as `fastlow.equity` takes it, and refuse one that cannot be dealt.

    Where so many draws are to come it is a `Stage`; but for the last draw of hands that are all
    certain, of which no more is to be done than to deal what the strategy does not keep.

    Examples
    --------
    >>> stage = read("27-triple", ["2c 3d 4h 8s | Kc", "2d 7d 8h Ts Qc", "*"], draws=3)
    >>> stage.stands, stage.wanted, stage.stub
    ((True, False, False), 46, 42)
    >>> read("kansas-city", ["2c 3d 4h 8s Kc", "2d 7d 8h Ts |"], draws=1).missing
    (1, 1)
    """
    if draws is None:
        return spots.read(game, hands, board, dead)
    game = get_game(game)
    _refuse(game, draws)
    spot = spots.read(game, [_without_bar(hand) for hand in hands], board, dead)
    gone = len(_codes(dead))
    _refuse_crowd(spot, gone)
    strategy = get_strategy(str(game.low), game.exchanges, jokers=game.jokers)
    stands, thrown = tuple(map(_stands, hands, spot.hands)), spot.dead[gone:]
    stage = Stage(game, spot.hands, spot.board, spot.dead, strategy, draws, stands, thrown)
    return _settled(stage) if _is_settled(stage) else stage


def player(stage: Stage) -> Play:
    """Return a function that plays n deals; what it counts is in one row, for `parted`.

    It takes n, the run-outs, which deal the order of the stub, and the known cards.
    """
    players, exchanges, low = stage.players, _exchanges(stage), lookup(str(stage.game.low))

    def play(n: int, runouts: Runouts, known: Cards) -> Counts:
        counts = np.zeros((players, players + 1), np.int64)
        drawn = np.zeros(stage.shape, np.int64)
        play_out(n, runouts, known, exchanges, low, counts, drawn)
        return np.concatenate([counts.reshape(-1), drawn.reshape(-1)])

    return play


def stub_sizes(stage: Stage) -> tuple[int]:
    """Return how many cards a run-out deals: the order of the stub, as far as it can matter."""
    return (min(stage.wanted, stage.stub),)


def parted(spot: Spot, counts: Counts, n: int) -> tuple[Counts, Counts | None]:
    """Part what became of the players in n deals from how many cards they drew.

    Where that is in all deals the same, it is not counted; None where nobody draws.
    """
    if isinstance(spot, Stage):
        end = spot.players * (spot.players + 1)
        became = shaped(spot, counts[:end].reshape(spot.players, -1))
        return became, counts[end:].reshape(spot.shape)
    if not spot.game.exchanges:
        return counts, None
    missing = np.array(spot.missing[: spot.players])[:, None, None]
    return counts, (missing == np.arange(HAND + 1)) * np.int64(n)


def _exchanges(stage: Stage) -> Exchanges:
    return Exchanges(
        stage.strategy.keep[: stage.draws + 1],
        np.array(stage.known),
        np.array(stage.stands),
        np.uint64(sum(1 << code for code in stage.thrown.tolist())),
        stage.wanted > stage.stub,
    )


# The last draw of hands that are certain.


def _is_settled(stage: Stage) -> bool:
    held = zip(stage.known, stage.stands, strict=True)
    return stage.draws == 1 and stage.fixed and all(stands or k == HAND for k, stands in held)


def _settled(stage: Stage) -> Spot:
    cut = [_cut(stage, *each) for each in zip(stage.hands, stage.stands, strict=True)]
    dead = np.concatenate([stage.dead, *(thrown for _, thrown in cut)])
    return Spot(stage.game, tuple(kept for kept, _ in cut), stage.board, dead)


def _cut(stage: Stage, hand: Range, stands: bool) -> tuple[Range, Cards]:
    """Cut a hand into what the strategy keeps in the last draw, and what it throws away."""
    cards = hand.combos[0]
    if stands:
        return hand, cards[:0]
    way = stage.strategy.keep[1, number(cards, jokers=stage.game.jokers)]
    kept = (way >> np.arange(HAND) & 1).astype(bool)  # the known cards ascend
    return replace(known(cards[kept], size=HAND), text=hand.text), cards[~kept]


# What the caller gave.


def _without_bar(hand: Hand) -> Hand:
    """Take the bar off a hand that throws nothing away."""
    bare = isinstance(hand, str) and hand.rstrip().endswith(STAND)
    return str(hand).rstrip().removesuffix(STAND) if bare else hand


def _stands(given: Hand, hand: Range) -> bool:
    """Whether a player keeps the known cards: there is a bar, or they are fewer than five.

    A star is a card that he was dealt before the draw, and so are all if none is known.
    """
    if isinstance(given, str) and STAND in given:
        return True
    return 0 < hand.combos.shape[1] < HAND and "*" not in hand.text


def _codes(cards: str | npt.ArrayLike) -> Cards:
    return parse(cards) if isinstance(cards, str) else np.asarray(cards, np.uint8)


def _refuse(game: Game, draws: int) -> None:
    if not game.exchanges or game.low is None or game.high is not None:
        raise ValueError(f"draws can be played out in draw games for low, not in {game.name}")
    if draws not in range(1, game.exchanges + 1):
        raise ValueError(f"draws must be 1 to {game.exchanges} in {game.name}, not {draws!r}")


def _refuse_crowd(spot: Spot, dead: int) -> None:
    """Refuse so many players that one may find fewer than five cards to draw."""
    left = spot.game.deck - dead - HAND * spot.players
    if left < HAND:
        raise ValueError(f"{spot.players} hands leave {left} cards to draw, and five may be wanted")
