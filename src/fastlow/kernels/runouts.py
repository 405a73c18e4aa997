"""Run-outs: what may still be dealt, at random or one after the other, a block at a time.

Whoever lacks cards is a group, and the groups draw in turn. A run-out is first a row of digits, as
in `kernels.deal`: each counts among the cards that are left once those before it are gone. Listed
run-outs come in the order of their digits; inside a group these never descend, so that each
combination comes once.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8

from fastlow.kernels.compiled import inline, kernel
from fastlow.kernels.deal import (
    draw_digits,
    next_words,
    raise_past_dead,
    raise_past_earlier,
    raised,
)

Codes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Sizes = npt.NDArray[np.int64]


class Runouts(NamedTuple):
    """Where run-outs come from, and where they go on.

    Attributes
    ----------
    deck : int
        Cards in the deck, jokers included.
    dead : ndarray of uint8
        Ascending: the cards that are not dealt. Known cards that change from deal to deal are not
        among them.
    sizes : ndarray of int64, shape (groups,)
        How many cards each group lacks.
    lanes : ndarray of uint64, shape (4, lanes)
        The random generators; if there are none, run-outs are listed.
    digits : ndarray of uint8, shape (cards,)
        The next run-out to be listed.
    """

    deck: int
    dead: Codes
    sizes: Sizes
    lanes: Words
    digits: Codes


@kernel
def next_block(runouts: Runouts, known: Codes, words: Words, taken: Codes, block: Codes) -> None:
    """Fill ``block``, (cards, BLOCK), with the next run-outs; past the last comes the first again.

    ``known`` are the cards that change from deal to deal, (cards, up to BLOCK), or none. ``words``
    is scratch as for `kernels.deal.deal_block`, ``taken`` of a row for each known and dead card.
    """
    stub = runouts.deck - runouts.dead.size - known.shape[0]
    if runouts.lanes.size:
        next_words(runouts.lanes, words)
        draw_digits(words, stub, block)
    else:
        list_block(runouts.digits, runouts.sizes, stub, block)
    raise_past_earlier(block)
    if known.shape[0]:
        sort_taken(known, runouts.dead, taken)
        raise_past_taken(taken, block)
    else:
        raise_past_dead(runouts.dead, block)


@inline
def list_block(digits: Codes, sizes: Sizes, stub: int, block: Codes) -> None:
    """List as many run-outs as the block holds, those that differ in the last digit at once."""
    last, most = digits.size - 1, stub - digits.size
    begin = 0
    while digits.size and begin < block.shape[1]:
        end = min(block.shape[1], begin + most - digits[last] + 1)
        for i in range(last):
            block[i, begin:end] = digits[i]
        for j in range(begin, end):
            block[last, j] = u8(digits[last] + (j - begin))
        digits[last] += end - begin - 1
        advance(digits, sizes, stub)
        begin = end


@inline
def advance(digits: Codes, sizes: Sizes, stub: int) -> None:
    """Step to the next run-out: the last digit that can still rise does, those behind follow."""
    stop = digits.size
    for group in range(sizes.size - 1, -1, -1):
        start, most = stop - sizes[group], stub - stop
        for i in range(stop - 1, start - 1, -1):
            if digits[i] < most:
                digits[i:stop] = digits[i] + 1
                return
        digits[start:stop] = 0
        stop = start


@inline
def sort_taken(known: Codes, dead: Codes, taken: Codes) -> None:
    """Put the known and the dead cards of each deal into ascending order."""
    for i in range(taken.shape[0]):
        for j in range(known.shape[1]):
            taken[i, j] = known[i, j] if i < known.shape[0] else dead[i - known.shape[0]]
    for last in range(taken.shape[0] - 1, 0, -1):
        for i in range(last):
            order_rows(taken[i], taken[i + 1])


@inline
def order_rows(low: Codes, high: Codes) -> None:
    for j in range(low.size):
        a, b = low[j], high[j]
        low[j] = u8(min(a, b))
        high[j] = u8(max(a, b))


@inline
def raise_past_taken(taken: Codes, block: Codes) -> None:
    """Turn each place in the stub into a card, past those that are taken, which ascend."""
    for i in range(block.shape[0]):
        for k in range(taken.shape[0]):
            for j in range(block.shape[1]):
                block[i, j] = raised(block[i, j], taken[k, j])
