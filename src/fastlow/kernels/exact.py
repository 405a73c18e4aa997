"""Count every deal where suits do not matter: by multisets of ranks, each as often as it comes.

A multiset is packed into a word, four bits a rank. Up to three players draw. Given what the first
two draw together, and that is far fewer sums than pairs of draws, the third draws from what is
left; the number of his draws below each rank is summed up once and serves every pair with that
sum. A player too few is one who draws nothing and holds a hand that never wins.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint64 as u64

from fastlow.kernels.compiled import inline, kernel

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Ranks = npt.NDArray[np.uint16]

RANKS = 14  # with the joker
BITS = 4
NIBBLE = u64(15)
MOST_DRAWN = 8  # a nibble holds 7 cards of a rank, four of them are more than there are
GUARDS = u64(0x88888888888888)  # the top bit of each of the 14 nibbles


class Draws(NamedTuple):
    """What one player may draw, in the order of the one hash.

    Attributes
    ----------
    packed : ndarray of uint64
        The multisets.
    ranks : ndarray of int64
        What his hand becomes.
    below, upto : ndarray of int64
        How many draws of the last player make a better hand, and a hand as good or better.
    """

    packed: Words
    ranks: Numbers
    below: Numbers
    upto: Numbers


class Tree(NamedTuple):
    """The last player's draws, the best first, and the smaller multisets they are made from.

    The ways to draw a multiset are those of its parent, the multiset without its highest rank,
    times those to draw its group, so many cards of that rank: ``MOST_DRAWN * rank + cards``.

    Attributes
    ----------
    parents, groups : ndarray of int64
        Of the multisets of fewer cards, the smaller ones first; the empty one is first of all.
    last_parents, last_groups : ndarray of int64
        Of the draws.
    """

    parents: Numbers
    groups: Numbers
    last_parents: Numbers
    last_groups: Numbers


@kernel
def count_deals(
    left: Numbers,
    binomials: Numbers,
    sums: Words,
    first: Draws,
    second: Draws,
    tree: Tree,
    counts: Numbers,
) -> None:
    """Add to ``counts``, (3, 4), how many deals each player shared with how many.

    ``sums`` is what the first two may draw together; ``left`` has the number of cards left of each
    of the 14 ranks, and ``binomials[n, k]`` is C(n, k).
    """
    ways, upto = (
        np.empty(tree.parents.size, np.int64),
        np.empty(tree.last_parents.size + 1, np.int64),
    )
    groups = np.empty(RANKS * MOST_DRAWN, np.int64)
    for both in sums:
        count_groups(left, both, binomials, groups)
        count_draws(tree, groups, ways, upto)
        for i in range(first.packed.size):
            rest = u64(u64(both | GUARDS) - first.packed[i])
            if rest & GUARDS == GUARDS:
                drawn = rest ^ GUARDS
                j = index_of(drawn, binomials)
                pairs = count_pairs(first.packed[i], drawn, left, binomials)
                settle(first, i, second, j, pairs, upto, counts)


@inline
def cards_of(packed: u64, rank: int) -> int:
    return int((packed >> u64(BITS * rank)) & NIBBLE)


@inline
def count_groups(left: Numbers, drawn: u64, binomials: Numbers, groups: Numbers) -> None:
    """Count the ways to draw each number of cards of each rank."""
    for rank in range(RANKS):
        for cards in range(MOST_DRAWN):
            groups[rank * MOST_DRAWN + cards] = binomials[left[rank] - cards_of(drawn, rank), cards]


@inline
def count_draws(tree: Tree, groups: Numbers, ways: Numbers, upto: Numbers) -> None:
    """Count the ways to draw each multiset, and sum them up from the best of the draws on."""
    ways[0] = 1
    for i in range(1, ways.size):
        ways[i] = ways[tree.parents[i]] * groups[tree.groups[i]]
    upto[0] = 0
    for i in range(tree.last_parents.size):
        upto[i + 1] = upto[i] + ways[tree.last_parents[i]] * groups[tree.last_groups[i]]


@inline
def index_of(packed: u64, binomials: Numbers) -> int:
    """Index a multiset; see `fastlow.multisets`."""
    index = i = 0
    for rank in range(RANKS):
        for _ in range(cards_of(packed, rank)):
            index += binomials[rank + i, i + 1]
            i += 1
    return index


@inline
def count_pairs(a: u64, b: u64, left: Numbers, binomials: Numbers) -> int:
    """Count the ways in which one player draws `a`, and another `b` from the rest."""
    ways = 1
    for rank in range(RANKS):
        drawn = cards_of(a, rank)
        ways *= binomials[left[rank], drawn] * binomials[left[rank] - drawn, cards_of(b, rank)]
    return ways


@inline
def settle(
    first: Draws, i: int, second: Draws, j: int, pairs: int, upto: Numbers, counts: Numbers
) -> None:
    """Add the deals in which two players drew `i` and `j`."""
    leads, level = first.ranks[i] <= second.ranks[j], first.ranks[i] == second.ranks[j]
    below = upto[first.below[i] if leads else second.below[j]]
    as_good = upto[first.upto[i] if leads else second.upto[j]]
    better, equal, worse = below, as_good - below, upto[-1] - as_good
    winners = 2 if level else 1
    counts[2, 1] += pairs * better
    counts[2, 1 + winners] += pairs * equal
    counts[2, 0] += pairs * worse
    for player, wins in ((0, leads), (1, level or not leads)):
        counts[player, 0] += pairs * (better if wins else upto[-1])
        if wins:
            counts[player, winners] += pairs * worse
            counts[player, 1 + winners] += pairs * equal


@kernel
def rank_draws(
    packed: Words, known: np.uint64, table: Ranks, binomials: Numbers, ranks: Ranks
) -> None:
    """Rank the hand that each draw makes with the known cards."""
    for i in range(packed.size):
        ranks[i] = table[index_of(packed[i] + known, binomials)]


@kernel
def find_parents(
    packed: Words, offsets: Numbers, binomials: Numbers, parents: Numbers, groups: Numbers
) -> None:
    """Write the place of each multiset's parent, those of k cards from ``offsets[k]`` on."""
    for i in range(packed.size):
        top = 0
        cards = 0
        for rank in range(RANKS):
            cards += cards_of(packed[i], rank)
            if cards_of(packed[i], rank):
                top = rank
        group = cards_of(packed[i], top)
        rest = packed[i] & ~u64(NIBBLE << u64(BITS * top))
        parents[i] = offsets[cards - group] + index_of(rest, binomials)
        groups[i] = top * MOST_DRAWN + group
