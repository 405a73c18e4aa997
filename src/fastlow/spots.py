"""Spots: a game, what every player is known to hold, and what can no longer be dealt."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.cards import RANKS, Cards, as_codes, parse
from fastlow.cards import format as write
from fastlow.games import Game, get_game
from fastlow.ranges import Range, known, live, parse_draw, parse_range
from fastlow.rankings import get_ranking

Hand = str | Range | npt.ArrayLike
Masks = npt.NDArray[np.uint64]

MOST_TRIED = 10_000
"""How many combinations are tried to find hands that can be dealt together."""
MOST_CHOICES = 1 << 20
"""How many choices of hands are listed: some 30 MB for three players."""
MOST_COMPARED = 1 << 26
"""How many pairs of hands are compared to list them: a tenth of a second."""
PAIRS = 1 << 16  # compared at once: half a megabyte


@dataclass(frozen=True, eq=False)
class Spot:
    """What is known before the rest is dealt; `read` makes it and refuses what is impossible.

    Attributes
    ----------
    game : Game
        The game.
    hands : tuple of Range
        The hands of the players, no combination with a card that is known to be elsewhere.
    board : ndarray of uint8
        The cards of the board that lie already.
    dead : ndarray of uint8
        The cards that nobody holds and nobody will.
    """

    game: Game
    hands: tuple[Range, ...]
    board: Cards
    dead: Cards

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def fixed(self) -> bool:
        """Whether the known cards are the same in every deal."""
        return all(hand.fixed for hand in self.hands)

    @property
    def suits_matter(self) -> bool:
        """Whether a hand is more than its ranks."""
        rankings = (self.game.high, self.game.low)
        return any(get_ranking(name).suits for name in rankings if name is not None)

    @property
    def whole(self) -> tuple[int, ...]:
        """How many cards each player holds in the end, and the board if the game has one."""
        sizes = (self.game.cards,) * self.players
        return (*sizes, self.game.board) if self.game.board else sizes

    @property
    def missing(self) -> tuple[int, ...]:
        """How many of those are still to be dealt."""
        held = [*(hand.combos.shape[1] for hand in self.hands), len(self.board)]
        return tuple(whole - have for whole, have in zip(self.whole, held, strict=False))

    @property
    def stub(self) -> int:
        """How many cards they are dealt from."""
        return self.game.deck - len(self.dead) - sum(self.whole) + sum(self.missing)

    @property
    def runouts(self) -> int:
        """In how many ways they can be dealt once the hands are chosen; their order is nothing."""
        before = accumulate(self.missing, initial=0)
        ways = zip(before, self.missing, strict=False)
        return prod(comb(self.stub - gone, cards) for gone, cards in ways)

    @cached_property
    def choices(self) -> "Choices | None":
        """How the hands can be dealt together; None if there are too many ways to list them."""
        return choices(self.hands)

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], str, str]:
        """The hands, the board and the dead cards as people write them."""
        return tuple(hand.text for hand in self.hands), _text(self.board), _text(self.dead)

    def of(self, rows: Sequence[int]) -> "Spot":
        """Return the spot in which each player holds the combination of that number."""
        return replace(self, hands=tuple(map(_only, self.hands, rows)))


def _text(cards: Cards) -> str:
    return str(write(cards))


def _only(hand: Range, row: int) -> Range:
    one = slice(row, row + 1)
    return replace(hand, combos=hand.combos[one], masks=hand.masks[one], weights=np.ones(1))


class Choices(NamedTuple):
    """The ways to choose a combination for every player so that no two clash.

    Attributes
    ----------
    rows : ndarray of int64, shape (n, players)
        The numbers of the combinations.
    weights : ndarray of float64, shape (n,)
        Their weights; 1 where all are equal.
    """

    rows: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]


def choices(hands: Sequence[Range]) -> Choices | None:
    """List how hands can be dealt together; None if there are too many ways.

    Examples
    --------
    >>> spot = read("omaha8", ["AsAh23", "AdAc23"])
    >>> len(choices(spot.hands).rows)  # 4 x 3 pairs of twos and as many of threes
    144
    """
    rows, taken, weights = np.zeros((1, 0), np.int64), np.zeros(1, np.uint64), np.ones(1)
    for hand in hands:
        pairs = _pairs(taken, hand.masks)
        if pairs is None:
            return None
        old, new = pairs
        rows = np.column_stack([rows[old], new])
        taken, weights = taken[old] | hand.masks[new], weights[old] * hand.weights[new]
    return Choices(rows, np.ones(len(rows)) if (weights == weights[0]).all() else weights)


def _pairs(a: Masks, b: Masks) -> npt.NDArray[np.int64] | None:
    """List the pairs that do not clash, shape (2, n); None if they are too many."""
    step, found = 1 + PAIRS // len(b), 0
    parts = []
    for start in range(0, len(a), step):
        old, new = np.nonzero((a[start : start + step, None] & b) == 0)
        parts.append(np.stack([old + start, new]))
        found += len(old)
        if found > MOST_CHOICES or start * len(b) > MOST_COMPARED:
            return None
    return np.concatenate(parts, axis=1)


def read(
    game: str | Game,
    hands: Sequence[Hand],
    board: str | npt.ArrayLike = "",
    dead: str | npt.ArrayLike = "",
) -> Spot:
    """Read a spot as `fastlow.equity` takes it, and refuse one that cannot be dealt.

    Examples
    --------
    >>> spot = read("razz", ["Ah 2h 3h", "6s 7s 8s"])
    >>> spot.missing, spot.runouts
    ((4, 4), 18265297050)
    """
    game = get_game(game)
    if game.declare:
        raise ValueError(f"{game.name} is played with declarations; in equity cards speak")
    common, gone = _cards(board, "the board", game), _cards(dead, "the dead cards", game)
    held, discards = _hands(game, hands)
    _refuse_sizes(game, len(held), common, len(gone) + sum(map(len, discards.values())))
    _refuse_clashes({**_fixed(held), **discards, "the board": common, "the dead cards": gone})
    gone = np.concatenate([gone, *discards.values()])
    alive = _live(held, np.concatenate([common, gone]))
    _refuse_ranks(alive, np.concatenate([common, gone]))
    return _pinned(Spot(game, alive, common, gone))


# Cards and hands as they are written.


def _cards(cards: str | npt.ArrayLike, where: str, game: Game) -> Cards:
    with _named(where):
        codes = parse(cards) if isinstance(cards, str) else known(cards).combos[0]
        _refuse_jokers(codes, game)
    return codes


@contextmanager
def _named(where: str) -> Iterator[None]:
    """Say in which argument a fault is."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise type(error)(f"{where}: {error}") from None


def _refuse_jokers(codes: Cards, game: Game) -> None:
    above = codes[codes >= game.deck]
    if above.size:
        have = "one joker" if game.jokers else "no joker"
        raise ValueError(f"{write(above[:1])} ({above[0]}) is not dealt: {game.name} has {have}")


def _hands(game: Game, hands: Sequence[Hand]) -> tuple[list[Range], dict[str, Cards]]:
    """Read every hand, and what was thrown away from it."""
    if isinstance(hands, str | Range):
        raise TypeError("hands must be a list, one hand for each player")
    if not len(hands):
        raise ValueError("there are no hands")
    held, discards = [], {}
    for player, hand in enumerate(hands):
        with _named(f"hand {player}"):
            kept, thrown = _hand(game, hand)
        held.append(kept)
        discards[f"the discards of hand {player}"] = thrown
    return held, discards


def _hand(game: Game, hand: Hand) -> tuple[Range, Cards]:
    kept, thrown = _written(game, hand) if isinstance(hand, str) else (_given(game, hand), None)
    _refuse_jokers(kept.combos.reshape(-1), game)
    if thrown is None:
        return kept, kept.combos[0, :0]
    if not thrown.fixed:
        raise ValueError(f"discards must be certain cards, not {thrown.text!r}")
    return kept, thrown.combos[0]


def _written(game: Game, text: str) -> tuple[Range, Range | None]:
    text = text if text.strip() else "*"  # nothing known, as a star
    if game.exchanges:
        return parse_draw(text, ace_low=game.ace_low, cards=game.cards, jokers=game.jokers)
    stud = game.up > 0
    kept = parse_range(
        text, ace_low=game.ace_low, cards=game.cards, jokers=game.jokers, stud=stud, game=game.name
    )
    return kept, None


def _given(game: Game, hand: Range | npt.ArrayLike) -> Range:
    if not isinstance(hand, Range):
        return known(as_codes(hand), size=game.cards)
    if hand.combos.shape[1] > game.cards:
        raise ValueError(f"{hand.text!r} is more than the {game.cards} cards of a hand")
    return replace(hand, size=game.cards)


# What cannot be dealt.


def _refuse_sizes(game: Game, players: int, board: Cards, dead: int) -> None:
    if len(board) > game.board:
        most = f"at most {game.board} cards" if game.board else "no board"
        raise ValueError(f"{game.name} has {most}, and {len(board)} are given")
    needed = players * game.cards + game.board
    if needed > game.deck - dead:
        less = f" less {dead} dead ones" if dead else ""
        common = f" and a board of {game.board}" if game.board else ""
        raise ValueError(
            f"{players} hands of {game.cards} cards{common} take {needed} cards, "
            f"more than the {game.deck} of the deck{less}"
        )


def _fixed(held: Sequence[Range]) -> dict[str, Cards]:
    return {f"hand {i}": hand.combos[0] for i, hand in enumerate(held) if hand.fixed}


def _refuse_clashes(places: Mapping[str, Cards]) -> None:
    seen: dict[int, str] = {}
    for place, codes in places.items():
        for code in codes.tolist():
            if code in seen:
                raise ValueError(f"{write([code])} is in {seen[code]} and in {place}")
            seen[code] = place


def _live(held: Sequence[Range], gone: Cards) -> tuple[Range, ...]:
    """Leave out what holds a card that another player has for certain, or nobody."""
    alive = []
    for player, hand in enumerate(held):
        others = [other.combos[0] for other in held if other.fixed and other is not hand]
        with _named(f"hand {player}"):
            alive.append(live(hand, np.concatenate([gone, *others])))
    return tuple(alive)


def _refuse_ranks(held: Sequence[Range], gone: Cards) -> None:
    """Refuse hands that all together hold more cards of a rank than there are."""
    for rank, name in enumerate(RANKS):
        of_rank = np.uint64(15 << 4 * rank)
        least = sum(int(np.bitwise_count(hand.masks & of_rank).min()) for hand in held)
        live_cards = 4 - int((gone >> 2 == rank).sum())
        if least > live_cards:
            raise ValueError(
                f"the hands hold {least} cards of rank {name} at least, and {live_cards} are live"
            )


def _pinned(spot: Spot) -> Spot:
    """Choose hands that can be dealt together where any such choice is as good as any other."""
    rows = _together(spot.hands)
    if rows is None or spot.fixed or spot.suits_matter:
        return spot
    alike = all((_ranks(hand) == _ranks(hand)[0]).all() for hand in spot.hands)
    return spot.of(rows) if alike else spot


def _ranks(hand: Range) -> npt.NDArray[np.uint8]:
    return np.sort(hand.combos >> 2, axis=1)


def _together(hands: Sequence[Range]) -> list[int] | None:
    """Find a combination of each hand such that no two clash; None if that takes too long.

    Raises
    ------
    ValueError
        If there are none.
    """
    order = sorted(range(len(hands)), key=lambda player: len(hands[player]))
    try:
        rows = _extend([hands[player].masks for player in order], 0, iter(range(MOST_TRIED)))
    except StopIteration:
        return None
    if rows is None:
        texts = ", ".join(repr(hand.text) for hand in hands)
        raise ValueError(f"{texts} cannot be dealt together: in every choice two of them clash")
    return [row for _, row in sorted(zip(order, rows, strict=True))]


def _extend(masks: Sequence[Masks], taken: int, budget: Iterator[int]) -> list[int] | None:
    """Choose from each of the masks one that clashes with no other, nor with what is taken."""
    if not masks:
        return []
    for row in np.flatnonzero(masks[0] & np.uint64(taken) == 0).tolist():
        next(budget)
        rest = _extend(masks[1:], taken | int(masks[0][row]), budget)
        if rest is not None:
            return [row, *rest]
    return None
