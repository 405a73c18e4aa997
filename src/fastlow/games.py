"""Games: what is dealt, what counts, and who made what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastlow.batches import is_twice, repeated
from fastlow.cards import JOKERS, N_CARDS, as_codes, parse
from fastlow.omaha import BOARDS, HOLES, rank_omaha, rank_omaha_high_low
from fastlow.places import at, first
from fastlow.rankings import NO_LOW, get_ranking
from fastlow.ranks import SIZES, rank, rank_high_low
from fastlow.tables import qualifying

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]

MOST_BOARD = 5


@dataclass(frozen=True)
class Game:
    """A game: how a hand is dealt and which rankings share the pot.

    Attributes
    ----------
    name : str
        What the command and error texts call it.
    low, high : str or None
        The ranking of either half; None where the pot has no such half.
    qualifier : int or None
        The highest card a low may have to take its half, 8 for 8-or-better.
    down, up : int
        Cards dealt to each player face down and face up.
    board : int
        Cards that all players share, of which a hand uses three, and two of its own.
    exchanges : int
        How often a player may exchange cards.
    jokers : int
        Jokers in the deck.
    declare : bool
        Players declare for a half; otherwise cards speak.

    Raises
    ------
    ValueError
        If the game cannot be played: no ranking, an unknown one, or a number of cards that none
        of them takes.

    Examples
    --------
    >>> nine = Game("omaha9", low="A-5", high="high", qualifier=9, down=4, board=5)
    >>> showdown(nine, ["As 2d Kc Kh", "Ac 3h Qs Qd"], board="4h 7c 9s Kd 2c").low
    array([73,  7], dtype=uint16)
    """

    name: str
    low: str | None = None
    high: str | None = None
    qualifier: int | None = None
    down: int = 5
    up: int = 0
    board: int = 0
    exchanges: int = 0
    jokers: int = 0
    declare: bool = False

    def __post_init__(self) -> None:
        if self.low is None and self.high is None:
            raise ValueError(f"game {self.name!r} has neither a low nor a high ranking")
        if self.low is not None:
            qualifying(get_ranking(self.low), self.qualifier)
        if self.high is not None:
            get_ranking(self.high)
        if self.board not in (0, MOST_BOARD):
            raise ValueError(f"game {self.name!r} has {self.board} board cards; 0 or 5 can be")
        if self.cards not in (HOLES if self.board else SIZES):
            raise ValueError(f"game {self.name!r} deals {self.cards} cards, which no ranking takes")
        if not 0 <= self.jokers <= 2:
            raise ValueError(f"game {self.name!r} has {self.jokers} jokers; 0 to 2 can be")
        if self.jokers and self.board:
            raise ValueError(f"game {self.name!r} has a board and a joker; Omaha has none")
        if self.jokers and self.high is not None and get_ranking(self.high).jokers == "none":
            raise ValueError(f"game {self.name!r} has a joker, which {self.high!r} does not take")

    @property
    def cards(self) -> int:
        """How many cards a player holds at the showdown."""
        return self.down + self.up

    @property
    def deck(self) -> int:
        """How many cards there are, jokers included."""
        return N_CARDS + self.jokers

    @property
    def ace_low(self) -> bool:
        """Whether the ace is low in the game's own order: that of its low ranking."""
        return self.low is not None and get_ranking(self.low).ace_low


def _omaha8(name: str, down: int) -> Game:
    return Game(name, low="A-5", high="high", qualifier=8, down=down, board=5)


GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.name: game
        for game in (
            Game("razz", low="A-5", down=3, up=4),
            Game("razz-27", low="2-7", down=3, up=4),
            Game("london", low="A-6", down=3, up=4),
            Game("stud8", low="A-5", high="high", qualifier=8, down=3, up=4),
            _omaha8("omaha8", down=4),
            _omaha8("omaha8-5", down=5),
            _omaha8("omaha8-6", down=6),
            Game("california", low="A-5", exchanges=1, jokers=1),
            Game("a5-draw", low="A-5", exchanges=1),
            Game("a5-triple", low="A-5", exchanges=3),
            Game("a6-draw", low="A-6", exchanges=1),
            Game("kansas-city", low="2-7", exchanges=1),
            Game("27-triple", low="2-7", exchanges=3),
            Game("26-draw", low="2-6", exchanges=1),
            Game("draw8", low="A-5", high="high", qualifier=8, exchanges=1),
        )
    }
)


class Showdown(NamedTuple):
    """The ranks of all players, 1 the best; None for a half that the game does not have.

    Both are arrays of `uint16`, shape (..., players); `NO_LOW` (65535) is a low that does not
    qualify, and both ranks of a player who has folded.
    """

    high: Ranks | None
    low: Ranks | None


def get_game(game: str | Game) -> Game:
    """Return a game by its name, or the game itself.

    Raises
    ------
    ValueError
        If there is no game of that name; those there are are listed.
    TypeError
        If `game` is neither a name nor a `Game`.

    Examples
    --------
    >>> get_game("razz").cards
    7
    """
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise TypeError(f"game must be a name or a Game, not {type(game).__name__}")
    if game not in GAMES:
        raise ValueError(f"game must be one of {', '.join(GAMES)}, not {game!r}")
    return GAMES[game]


def showdown(
    game: str | Game,
    hands: Sequence[str] | npt.ArrayLike,
    *,
    board: str | npt.ArrayLike = "",
    check: bool = True,
) -> Showdown:
    """Rank the hands of all players: 1 is the best hand, for high as for low.

    Parameters
    ----------
    game : str or Game
        A name from `GAMES`, or a game of your own.
    hands : sequence of str, or array_like of int, shape (..., players, k)
        The cards of each player; an empty string has folded. In stud five or six cards are ranked
        as they are.
    board : str, or array_like of int, shape (..., b)
        Three to five common cards, where the game has a board.
    check : bool, default True
        Refuse codes that are no card or a joker that the deck does not have, and a card that two
        players hold, or one twice.

    Returns
    -------
    Showdown
        `high` and `low`, arrays of `uint16`, shape (..., players), as `fastlow.split` takes them.

    Raises
    ------
    ValueError, TypeError
        If the cards are not what the game deals, or one of them is there twice.

    Examples
    --------
    >>> showdown("omaha8", ["As Ks 5d 7c", "Ad 3d 8c 8s"], board="Ts 7d 8h 4s 2c")
    Showdown(high=array([4894, 2045], dtype=uint16), low=array([9, 7], dtype=uint16))
    >>> showdown("kansas-city", ["7c 5d 4h 3s 2c", "8c 6d 4s 3d 2h", ""])
    Showdown(high=None, low=array([    1,     6, 65535], dtype=uint16))
    """
    game = get_game(game)
    live, cards = _hands(hands)
    common = parse(board) if isinstance(board, str) else as_codes(board)
    _refuse_sizes(game, cards, common)
    if check:
        _refuse_jokers(game, cards, "hands")
        _refuse_jokers(game, common, "board")
        _refuse_shared(cards, common)
    ranks = _ranked(game, cards, common, check)
    return Showdown(*(None if each is None else _with_folded(each, live) for each in ranks))


def _hands(hands: Sequence[str] | npt.ArrayLike) -> tuple[npt.NDArray[np.bool_] | None, Codes]:
    """Read the hands; of a list of strings, also tell who has not folded."""
    if isinstance(hands, str):
        raise TypeError("hands must be a list of strings, one for each player, not one string")
    if isinstance(hands, Sequence) and all(isinstance(hand, str) for hand in hands):
        return _parsed([str(hand).strip() for hand in hands])
    cards = as_codes(hands)
    if cards.ndim < 2:
        raise ValueError(f"hands must have shape (..., players, k), not {cards.shape}")
    return None, cards


def _parsed(hands: Sequence[str]) -> tuple[npt.NDArray[np.bool_], Codes]:
    live = np.array([bool(hand) for hand in hands])
    if not live.any():
        raise ValueError("every player has folded")
    return live, _with_two_jokers(parse([hand for hand in hands if hand]))


def _with_two_jokers(cards: Codes) -> Codes:
    """Let the second joker of the deal be another one, which no text can say."""
    places = np.flatnonzero(cards >= N_CARDS)[: len(JOKERS)]
    cards.flat[places] = JOKERS[: len(places)]
    return cards


def _refuse_sizes(game: Game, cards: Codes, board: Codes) -> None:
    sizes = SIZES if game.up else (game.cards,)
    if cards.shape[-1] not in sizes:
        wanted = " to ".join(str(size) for size in dict.fromkeys((sizes[0], sizes[-1])))
        raise ValueError(f"a hand of {game.name} has {wanted} cards, not {cards.shape[-1]}")
    if game.board and board.shape[-1] not in BOARDS:
        raise ValueError(f"the board of {game.name} has 3 to 5 cards, not {board.shape[-1]}")
    if not game.board and board.size:
        raise ValueError(f"{game.name} has no board")


def _refuse_jokers(game: Game, cards: Codes, what: str) -> None:
    """Refuse a joker that is not in the deck."""
    if (cards >= game.deck).any():
        where = at(first(cards >= game.deck))
        has = ("no joker", "one joker")[game.jokers]
        raise ValueError(f"joker{where} of the {what}: the deck of {game.name} has {has}")


def _refuse_shared(cards: Codes, board: Codes) -> None:
    """Refuse a card that comes twice in one deal."""
    deals = cards.reshape(*cards.shape[:-2], -1)
    if board.size:
        common = np.broadcast_to(board, (*deals.shape[:-1], board.shape[-1]))
        deals = np.concatenate([deals, common], axis=-1)
    twice = is_twice(deals.reshape(-1, deals.shape[-1])).reshape(deals.shape[:-1])
    if twice.any():
        place = first(twice)
        raise ValueError(f"{repeated(deals[place])} appears twice in the deal{at(place)}")


def _ranked(game: Game, cards: Codes, board: Codes, check: bool) -> tuple[Any, Any]:
    hands = (cards, board[..., None, :]) if game.board else (cards,)
    one: Callable[..., Any] = rank_omaha if game.board else rank
    both: Callable[..., tuple[Any, Any]] = rank_omaha_high_low if game.board else rank_high_low
    if game.high is None:
        assert game.low is not None  # a game has one of the two
        return None, one(*hands, game.low, qualifier=game.qualifier, check=check)
    if game.low is None:
        return one(*hands, game.high, check=check), None
    return both(*hands, game.high, game.low, qualifier=game.qualifier, check=check)


def _with_folded(ranks: Ranks, live: npt.NDArray[np.bool_] | None) -> Ranks:
    if live is None:
        return ranks
    everybody = np.full(len(live), NO_LOW, np.uint16)
    everybody[live] = ranks
    return everybody
