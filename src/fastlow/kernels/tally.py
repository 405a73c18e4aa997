"""Count what became of every player in a block of showdowns.

A player's outcome is two small numbers. His share of a half of the pot: 0 if he did not win it, k
if he is one of k who did. In a pot with two halves the outcome is ``high * (players + 3) + low``
with ``low`` the share of the low half, or NONE_OWN or NONE_AT_ALL beyond the players. All that is
ever said about a sample, its standard errors included, follows from how often each outcome came.
"""

import numpy as np
import numpy.typing as npt
from numpy import uint16 as u16

from fastlow.kernels.compiled import inline, kernel

Ranks = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]

NO_LOW = u16(65535)
NONE_OWN = 1  # past the number of players: has no low, somebody else has
NONE_AT_ALL = 2  # nobody has a low, and the high half is the whole pot
LOW_OUTCOMES = 3  # more than players: 0 to players, and the two above
WORK = 5  # rows of scratch
LANES = 4  # counters side by side, so that a count need not wait for the one before


@kernel
def tally_half(ranks: Ranks, n: int, work: Ranks, counts: Counts) -> None:
    """Add `n` showdowns to ``counts``, (players, players + 1): how many shared with each player.

    ``ranks`` is (players, n or more), and ``work`` scratch of `WORK` rows as long.
    """
    best, winners = work[0], work[1]
    most = find_winners(ranks, n, best, winners)
    for player in range(ranks.shape[0]):
        lost = n
        for sharing in range(1, most + 1):
            times = count_sharing(ranks, player, n, best, winners, u16(sharing))
            counts[player, sharing] += times
            lost -= times
        counts[player, 0] += lost


@kernel
def tally_halves(highs: Ranks, lows: Ranks, n: int, work: Ranks, counts: Counts) -> None:
    """Add `n` showdowns to ``counts``, (players, (players + 1) * (players + 3)); see `tally_half`.

    ``highs`` and ``lows`` are (players, n or more).
    """
    high, low = (work[0], work[1]), (work[2], work[3])
    outcomes = work[4]
    find_winners(highs, n, *high)
    find_winners(lows, n, *low)
    for player in range(highs.shape[0]):
        find_outcomes(highs, lows, player, n, *high, *low, outcomes)
        count_each(outcomes, n, counts, player)


@inline
def find_winners(ranks: Ranks, n: int, best: Ranks, winners: Ranks) -> int:
    """Write the best rank of each showdown, and how many have it; return the most."""
    for j in range(n):
        best[j] = ranks[0, j]
        winners[j] = u16(1)
    for player in range(1, ranks.shape[0]):
        for j in range(n):
            rank, least = ranks[player, j], best[j]
            winners[j] = u16(u16(winners[j] * u16(rank >= least)) + u16(rank <= least))
            best[j] = u16(min(least, rank))
    most = u16(0)
    for j in range(n):
        most = u16(max(most, winners[j]))
    return int(most)


@inline
def count_sharing(
    ranks: Ranks, player: int, n: int, best: Ranks, winners: Ranks, sharing: u16
) -> int:
    count = u16(0)  # a block is far shorter than 65536
    for j in range(n):
        count = u16(count + u16(u16(ranks[player, j] == best[j]) & u16(winners[j] == sharing)))
    return int(count)


@inline
def find_outcomes(
    highs: Ranks,
    lows: Ranks,
    player: int,
    n: int,
    best_high: Ranks,
    high_winners: Ranks,
    best_low: Ranks,
    low_winners: Ranks,
    outcomes: Ranks,
) -> None:
    """Write the outcomes of one player."""
    players = highs.shape[0]
    none_own, none_at_all = u16(players + NONE_OWN), u16(players + NONE_AT_ALL)
    for j in range(n):
        of_high = u16(high_winners[j] * u16(highs[player, j] == best_high[j]))
        of_low = u16(low_winners[j] * u16(lows[player, j] == best_low[j]))
        none = none_at_all if best_low[j] == NO_LOW else none_own
        of_low = none if lows[player, j] == NO_LOW else of_low
        outcomes[j] = u16(u16(of_high * u16(players + LOW_OUTCOMES)) + of_low)


@inline
def count_each(outcomes: Ranks, n: int, counts: Counts, player: int) -> None:
    lanes = np.zeros((LANES, counts.shape[1]), np.int64)
    whole = n // LANES * LANES
    for j in range(0, whole, LANES):
        for lane in range(LANES):
            lanes[lane, outcomes[j + lane]] += 1
    for j in range(whole, n):
        counts[player, outcomes[j]] += 1
    for lane in range(LANES):
        for outcome in range(counts.shape[1]):
            counts[player, outcome] += lanes[lane, outcome]
