"""Which five cards make the rank of a hand."""

from itertools import combinations

import numpy as np
import numpy.typing as npt

from fastlow.batches import Codes, Ranks
from fastlow.omaha import rank_omaha
from fastlow.ranks import rank
from fastlow.tables import load

LAST_PLACE = 5  # behind the five ranks of a class


def best_five(
    cards: npt.ArrayLike, ranking: str, *, board: npt.ArrayLike | None = None
) -> npt.NDArray[np.uint8]:
    """Return the five cards that play, in the order in which the ranking compares them.

    The largest group comes first, then the highest card, and jokers last. Where several choices
    make the same rank, five cards of one suit are preferred, so that a steel wheel is seen as
    one, and then the cards that come first.

    Parameters
    ----------
    cards : array_like of int, shape (..., k)
        Card codes of hands of 5, 6 or 7 cards, as `fastlow.rank` takes them; with a board the
        hole cards, as `fastlow.rank_omaha` does.
    ranking : {"A-5", "A-6", "2-7", "2-6", "high", "high-wild", "high-bug"}
        The ranking to choose them by; no qualifier is asked for.
    board : array_like of int, shape (..., b), optional
        The three to five common cards in Omaha, of which three play with two of the hole.

    Returns
    -------
    ndarray of uint8, shape (..., 5)
        Card codes.

    Raises
    ------
    ValueError, TypeError
        As `fastlow.rank` or `fastlow.rank_omaha` raise them.

    Examples
    --------
    >>> from fastlow import format, parse
    >>> format(best_five(parse("Kd 2c Kc Ah 4s 3d 2h"), "A-5"))
    'Kd 4s 3d 2c Ah'
    >>> hole, board = parse("As Ks 5d 7c"), parse("Ts 7d 8h 4s 2c")
    >>> format(best_five(hole, "high", board=board))
    '7c 7d As Ts 8h'
    """
    if board is None:
        best = rank(cards, ranking)
        fives = _of_hand(np.asarray(cards, np.uint8))
    else:
        best = rank_omaha(cards, board, ranking)
        fives = _of_omaha(np.asarray(cards, np.uint8), np.asarray(board, np.uint8))
    return _in_order(_first_best(fives, ranking), np.asarray(best), ranking)


def _of_hand(cards: Codes) -> Codes:
    """List every five cards of each hand, shape (..., n, 5)."""
    return cards[..., list(combinations(range(cards.shape[-1]), 5))]


def _of_omaha(hole: Codes, board: Codes) -> Codes:
    """List every two of the hole with every three of the board, shape (..., n, 5)."""
    shape = np.broadcast_shapes(hole.shape[:-1], board.shape[:-1])
    sides = (np.broadcast_to(side, (*shape, side.shape[-1])) for side in (hole, board))
    holes, boards = hole.shape[-1], board.shape[-1]
    twos = combinations(range(holes), 2)
    threes = list(combinations(range(holes, holes + boards), 3))
    return np.concatenate([*sides], axis=-1)[..., [two + three for two in twos for three in threes]]


def _first_best(fives: Codes, ranking: str) -> Codes:
    """Choose among the fives of each hand."""
    ranks = rank(fives, ranking, check=False).astype(np.int32)
    suits = fives & 3
    suited = (suits == suits[..., :1]).all(axis=-1)
    chosen = np.argmin(2 * ranks - suited, axis=-1)[..., np.newaxis, np.newaxis]
    return np.take_along_axis(fives, chosen, axis=-2)[..., 0, :]


def _in_order(five: Codes, best: Ranks, ranking: str) -> Codes:
    """Sort five cards by where their ranks stand in the class."""
    of_class = load(ranking, "classes")[best.astype(np.intp) - 1, 1:]
    same = (five >> 2)[..., :, np.newaxis] == of_class[..., np.newaxis, :]
    places = np.where(same.any(axis=-1), same.argmax(axis=-1), LAST_PLACE)
    return np.take_along_axis(five, np.argsort(places, axis=-1, kind="stable"), axis=-1)
