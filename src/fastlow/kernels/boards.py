"""Deal boards to Omaha hands that are known, and rank them by tables that each hand makes.

A known hand turns the ranks of a board, one index that serves all players, into a rank for each
half. Only a board with three of a suit is looked at again, and only for those who hold two of it:
by the set of the ranks that it has in that suit.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint16 as u16

from fastlow.kernels.aligned import empty_bytes
from fastlow.kernels.borrow import borrowed, hold
from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.deal import BLOCK
from fastlow.kernels.index import index5, rank_of, sort5
from fastlow.kernels.omaha import suit_field, suit_of_field, suit_set
from fastlow.kernels.play import copy_rows, fill_rows, new_ranks, scratch, tally
from fastlow.kernels.rank import list_flagged
from fastlow.kernels.runouts import Runouts, next_block
from fastlow.kernels.tally import WORK

Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]
Rows = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]

BOARD = 5
THREE_OF_A_SUIT = u16(0x8888)  # the top bits of four counts that begin at five
BEGUN = u16(0x5555)


class Holes(NamedTuple):
    """What known hands make of boards.

    Attributes
    ----------
    high, low : ndarray of uint16, shape (players, 6188)
        Rank by index of the ranks of the board, flushes left out; no rows where the game has no
        such half.
    flushes : ndarray of uint16, shape (rows, 8192)
        Best flush by the 13-bit set of the ranks that the board has in a suit; row 0 has none.
    rows : ndarray of int64, shape (players, 4)
        Which of them is that of a player and a suit.
    suits : uint16
        In fields of four bits, 8 for each suit of which somebody holds two.
    """

    high: Ranks
    low: Ranks
    flushes: Ranks
    rows: Rows
    suits: np.uint16


@kernel
def play_boards(n: int, runouts: Runouts, known: Codes, holes: Holes, counts: Counts) -> None:
    """Play `n` boards, of which ``known``, (cards, 1), lie already; see `kernels.play`."""
    players = holes.rows.shape[0]
    made = (*scratch(runouts, 0), empty_bytes(BOARD, BLOCK), new_ranks(1)[0], new_ranks(1)[0])
    ranks = new_ranks(players), new_ranks(players), new_ranks(WORK)
    runouts, holes, counts = borrowed((runouts, holes, counts))
    words, taken, block, board, at, flagged = borrowed(made)
    highs, lows, work = borrowed(ranks)
    fill_rows(known, board[: known.shape[0]])
    for begin in range(0, n, BLOCK):
        next_block(runouts, taken, words, taken, block)
        copy_rows(block, board[known.shape[0] :])
        index_boards(board, at)
        look_up(holes.high, at, highs)
        look_up(holes.low, at, lows)
        flag_boards(board, holes.suits, flagged)
        look_again(board, flagged, holes, at, highs)
        m = min(BLOCK, n - begin)
        tally(holes.high.size > 0, holes.low.size > 0, highs, lows, m, work, counts)
    hold((made, ranks))


@inline
def index_boards(board: Codes, out: Ranks) -> None:
    for j in range(out.size):
        a, b, c, d, e = sort5(board[0, j], board[1, j], board[2, j], board[3, j], board[4, j])
        out[j] = index5(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e))


@inline
def look_up(tables: Ranks, at: Ranks, out: Ranks) -> None:
    for player in range(tables.shape[0]):
        for j in range(at.size):
            out[player, j] = tables[player, at[j]]


@inline
def flag_boards(board: Codes, suits: u16, flagged: Ranks) -> None:
    """Flag the suit of which a board has three, if somebody holds two of it."""
    flagged[:] = BEGUN
    for i in range(BOARD):
        for j in range(flagged.size):
            flagged[j] = u16(flagged[j] + suit_field(board[i, j]))
    for j in range(flagged.size):
        flagged[j] = u16(u16(flagged[j] & THREE_OF_A_SUIT) & suits)


@inline
def look_again(board: Codes, flagged: Ranks, holes: Holes, listed: Ranks, highs: Ranks) -> None:
    """Correct the hands that make a flush, board by board of those that are flagged.

    They are listed first: a branch at each board would be mispredicted at every third.
    """
    for i in range(list_flagged(flagged, listed)):
        j = listed[i]
        suit = suit_of_field(flagged[j])
        ranks = suit_set(board, 0, BOARD, j, suit)
        for player in range(holes.rows.shape[0]):
            flush = holes.flushes[holes.rows[player, suit], ranks]
            highs[player, j] = u16(min(highs[player, j], flush))
