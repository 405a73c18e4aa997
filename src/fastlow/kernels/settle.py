"""Settling deals: uncalled bets, main and side pots, declarations, halves, ties and odd chips.

Deals are settled in blocks that lie column by column, player first and deal last: all but the
handing out of odd chips is vector loops, seven times as fast as one deal after the other. A set
of players is a 1 or a 0 for each. An axis of length one stands for all: one row of `invested`
serves every deal, one line of the ledger takes every payment of its deal.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastlow.kernels.compiled import inline, kernel
from fastlow.rankings import NO_LOW

Ints = NDArray[np.int64]
Ranks = NDArray[np.uint16]
Codes = NDArray[np.uint8]

BLOCK = 256
MOST_CHIPS = 2**53
"""What one player may put in: no sum or product over a thousand players overflows."""
NO_CEILING = 2**63 - 1

HIGH, LOW, BOTH = 1, 2, 3
"""What a player declares; `BOTH` is `HIGH | LOW`."""

CARDS_SPEAK, OUTRIGHT, TIED = 0, 1, 2  # what a player who goes both ways must do
BY_ORDER, EVEN, TO_HIGH, TO_ONE = 0, 1, 2, 3  # where odd chips go

RETURNED = 0  # the first line of a ledger; then the high and the low line of each pot
LINES_PER_POT = 2


class Block(NamedTuple):
    """Deals side by side: arrays of (players, deals), of (deals,), and a ledger."""

    stake: Ints  # chips put in and called
    own: Ints  # the same, 0 for who folded
    high: Ints
    low: Ints
    declare: Ints
    inside: Ints  # who may win the pot at hand
    for_high: Ints  # who contends for its high half
    for_low: Ints
    won_high: Ints  # who wins it
    won_low: Ints
    top: Ints  # the largest stake of a player who did not fold
    floor: Ints  # up to where the pots are paid
    chips: Ints  # the pot at hand, then its halves
    on_high: Ints
    on_low: Ints
    n_high: Ints  # how many share a half
    n_low: Ints
    work: Ints
    more: Ints
    paid: Ints  # (lines, players, deals)


@inline
def empty_block(lines: int, players: int, deals: int) -> Block:
    """Make room for a block."""
    e = np.empty((10, players, deals), np.int64)
    d = np.empty((9, deals), np.int64)
    paid = np.empty((lines, players, deals), np.int64)
    each = (e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7], e[8], e[9])
    deal = (d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8])
    return Block(*each, *deal, paid)


@inline
def fill(numbers: Ints, value: int) -> None:
    """Set all to one value: a tenth of the compile time of a slice assignment."""
    for j in range(numbers.size):
        numbers[j] = value


@inline
def load(rows: NDArray[np.integer], first: int, columns: Ints) -> None:
    """Turn rows into columns; past the last row, repeat it."""
    for j in range(columns.shape[1]):
        row = min(first + j, len(rows) - 1)
        for p in range(columns.shape[0]):
            columns[p, j] = rows[row, p]


@inline
def unload(paid: Ints, first: int, ledger: Ints) -> None:
    """Turn the columns of a block into rows of the ledger."""
    for j in range(min(paid.shape[2], len(ledger) - first)):
        for line in range(paid.shape[0]):
            for p in range(paid.shape[1]):
                ledger[first + j, line, p] = paid[line, p, j]


@inline
def fold(stake: Ints, high: Ints, low: Ints, own: Ints) -> None:
    """Leave nothing of their own to players without a rank."""
    for p in range(own.shape[0]):
        for j in range(own.shape[1]):
            folded = (high[p, j] == NO_LOW) & (low[p, j] == NO_LOW)
            own[p, j] = 0 if folded else stake[p, j]


@inline
def find_second(stake: Ints, largest: Ints, second: Ints) -> None:
    """Find the second largest stake; it equals the largest where two are equal."""
    fill(largest, 0)
    fill(second, 0)
    for p in range(stake.shape[0]):
        for j in range(stake.shape[1]):
            second[j] = max(second[j], min(largest[j], stake[p, j]))
            largest[j] = max(largest[j], stake[p, j])


@inline
def call_off(second: Ints, stake: Ints, own: Ints, paid: Ints) -> None:
    """Pay back the bet that nobody called; a folded player's chips stay, called or not."""
    for p in range(stake.shape[0]):
        for j in range(stake.shape[1]):
            uncalled = max(own[p, j] - second[j], 0)
            stake[p, j] -= uncalled
            own[p, j] -= uncalled
            paid[p, j] += uncalled


@inline
def find_top(own: Ints, top: Ints) -> None:
    """Find the largest stake of a player who did not fold."""
    fill(top, 0)
    for p in range(own.shape[0]):
        for j in range(own.shape[1]):
            top[j] = max(top[j], own[p, j])


@inline
def open_block(b: Block, invested: Ints, high: Ranks, low: Ranks, first: int) -> None:
    """Load the deals from `first` on and return what nobody called."""
    load(invested, first, b.stake)
    load(high, first, b.high)
    load(low, first, b.low)
    fold(b.stake, b.high, b.low, b.own)
    fill(b.paid.reshape(b.paid.size), 0)
    find_second(b.stake, b.work, b.more)
    call_off(b.more, b.stake, b.own, b.paid[RETURNED])
    find_top(b.own, b.top)
    fill(b.floor, 0)


@inline
def find_inside(own: Ints, floor: Ints, inside: Ints) -> None:
    """Find who has chips of his own above the floor."""
    for p in range(own.shape[0]):
        for j in range(own.shape[1]):
            inside[p, j] = own[p, j] > floor[j]


@inline
def find_ceiling(own: Ints, top: Ints, floor: Ints, ceiling: Ints) -> None:
    """Find the lowest stake above the floor; over the highest there is no ceiling.

    So the last pot takes all that lies above it too: chips of players who folded.
    """
    fill(ceiling, NO_CEILING)
    for p in range(own.shape[0]):
        for j in range(own.shape[1]):
            above = own[p, j] if own[p, j] > floor[j] else np.int64(NO_CEILING)
            ceiling[j] = min(ceiling[j], above)
    for j in range(ceiling.size):
        ceiling[j] = ceiling[j] if ceiling[j] < top[j] else np.int64(NO_CEILING)


@inline
def add_up(stake: Ints, floor: Ints, ceiling: Ints, chips: Ints) -> None:
    """Add up the chips between floor and ceiling."""
    fill(chips, 0)
    for p in range(stake.shape[0]):
        for j in range(stake.shape[1]):
            chips[j] += max(min(stake[p, j], ceiling[j]) - floor[j], 0)


@inline
def raise_floor(floor: Ints, ceiling: Ints, chips: Ints) -> bool:
    """Make the ceiling the next floor; false where no deal has chips left."""
    left = False
    for j in range(floor.size):
        floor[j] = ceiling[j]
        left |= chips[j] > 0
    return left


@inline
def next_pot(b: Block) -> bool:
    """Find the players and the chips of the lowest pots not paid; false when there are none."""
    find_inside(b.own, b.floor, b.inside)
    find_ceiling(b.own, b.top, b.floor, b.work)
    add_up(b.stake, b.floor, b.work, b.chips)
    return raise_floor(b.floor, b.work, b.chips)


@inline
def keep_best(ranks: Ints, contenders: Ints, won: Ints, n: Ints, least: Ints) -> None:
    """Find and count the contenders who share the best rank; nobody where all are `NO_LOW`."""
    fill(least, NO_LOW)
    fill(n, 0)
    for p in range(ranks.shape[0]):
        for j in range(ranks.shape[1]):
            rank = ranks[p, j] if contenders[p, j] else np.int64(NO_LOW)
            least[j] = min(least[j], rank)
    for p in range(ranks.shape[0]):
        for j in range(ranks.shape[1]):
            best = (ranks[p, j] == least[j]) & (least[j] != NO_LOW)
            won[p, j] = contenders[p, j] & best
            n[j] += won[p, j]


@inline
def judge(b: Block) -> None:
    """Find who wins each half among those who contend for it."""
    keep_best(b.high, b.for_high, b.won_high, b.n_high, b.work)
    keep_best(b.low, b.for_low, b.won_low, b.n_low, b.work)


@inline
def admit(inside: Ints, declare: Ints, for_high: Ints, for_low: Ints) -> None:
    """Admit to each half who may win the pot and declared for it."""
    for p in range(inside.shape[0]):
        for j in range(inside.shape[1]):
            for_high[p, j] = inside[p, j] & declare[p, j]
            for_low[p, j] = inside[p, j] & declare[p, j] >> 1


@inline
def strike(b: Block, both: int) -> None:
    """Strike from both halves who declared both and did not win both."""
    for p in range(b.declare.shape[0]):
        for j in range(b.declare.shape[1]):
            alone = (b.n_high[j] == 1) & (b.n_low[j] == 1)
            swept = b.won_high[p, j] & b.won_low[p, j] & (alone | (both == TIED))
            stays = swept | (b.declare[p, j] != BOTH)
            b.for_high[p, j] &= stays
            b.for_low[p, j] &= stays


@inline
def let_cards_speak(b: Block) -> None:
    """Admit everybody where no declaration won anything."""
    for p in range(b.inside.shape[0]):
        for j in range(b.inside.shape[1]):
            if b.n_high[j] + b.n_low[j] == 0:
                b.for_high[p, j] = b.inside[p, j]
                b.for_low[p, j] = b.inside[p, j]


@inline
def find_winners(b: Block, both: int) -> None:
    """Find who wins each half of the pot at hand."""
    admit(b.inside, b.declare, b.for_high, b.for_low)
    if both != CARDS_SPEAK:
        judge(b)
        strike(b, both)
        judge(b)
        let_cards_speak(b)
    judge(b)


@inline
def same_winners(b: Block, j: int) -> bool:
    """Tell whether the same players win both halves."""
    same = True
    for p in range(b.won_high.shape[0]):
        same &= b.won_high[p, j] == b.won_low[p, j]
    return same


@inline
def low_half(chips: int, n_low: int, odd: int, chip: int) -> int:
    """Deal out a pot a chip at a time, first to high and then to low; return what is on low."""
    pair = 2 * chip
    half = chips // pair * chip + max(chips % pair - chip, 0)
    return half - half % (n_low * chip) if odd == TO_HIGH else half


@inline
def cut(b: Block, odd: int, chip: int) -> int:
    """Cut the pots into what high and what low wins; return a deal that nobody wins, or -1."""
    for j in range(b.chips.size):
        if b.chips[j] and b.n_high[j] + b.n_low[j] == 0:
            return j
        on_low = 0
        if b.n_high[j] == 0:
            on_low = b.chips[j]
        elif b.n_low[j] and not (odd == EVEN and same_winners(b, j)):
            on_low = low_half(b.chips[j], b.n_low[j], odd, chip)
        b.on_low[j] = on_low
        b.on_high[j] = b.chips[j] - on_low
    return -1


@inline
def divide(chips: Ints, n: Ints, chip: int, each: Ints, odd: Ints) -> None:
    """Divide chips among n: what each gets, in whole chips, and what is left over."""
    for j in range(chips.size):
        each[j] = chips[j] if n[j] <= 1 else chips[j] // (n[j] * chip) * chip
        odd[j] = chips[j] - each[j] * n[j]


@inline
def pay(each: Ints, won: Ints, paid: Ints) -> None:
    """Pay the winners alike."""
    for p in range(won.shape[0]):
        for j in range(won.shape[1]):
            paid[p, j] += each[j] & -won[p, j]


@inline
def hand_out(odd: int, won: Ints, order: Ints, chip: int, paid: Ints, j: int) -> None:
    """Hand out the odd chips one by one: the lowest order first, among equals the first seat."""
    while odd > 0:
        lucky = -1
        for p in range(order.size):
            if won[p, j] and (lucky < 0 or order[p] < order[lucky]):
                lucky = p
        paid[lucky, j] += min(odd, chip)
        won[lucky, j] = 0
        odd -= chip


@inline
def share(
    b: Block,
    chips: Ints,
    n: Ints,
    won: Ints,
    order: Ints,
    first: int,
    rule: int,
    chip: int,
    paid: Ints,
) -> None:
    """Share a half among its winners, as evenly as the chips allow, or all that is odd to one."""
    each, odd = b.work, b.more
    divide(chips, n, chip, each, odd)
    pay(each, won, paid)
    for j in range(odd.size):
        if odd[j] > 0:
            step = int(odd[j]) if rule == TO_ONE else chip
            hand_out(odd[j], won, order[min(first + j, len(order) - 1)], step, paid, j)


@kernel
def settle(
    invested: Ints,
    high: Ranks,
    low: Ranks,
    declare: Codes,
    high_order: Ints,
    low_order: Ints,
    both: int,
    odd: int,
    chip: int,
    ledger: Ints,
) -> int:
    """Pay every deal into `ledger`; return the first whose chips nobody can win, or -1."""
    n, lines, players = ledger.shape
    b = empty_block(lines, players, min(n, BLOCK))
    for first in range(0, n, BLOCK):
        open_block(b, invested, high, low, first)
        load(declare, first, b.declare)
        line = RETURNED + 1
        while next_pot(b):
            find_winners(b, both)
            lost = cut(b, odd, chip)
            if lost >= 0:
                return first + lost
            to_high, to_low = b.paid[min(line, lines - 1)], b.paid[min(line + 1, lines - 1)]
            share(b, b.on_high, b.n_high, b.won_high, high_order, first, odd, chip, to_high)
            share(b, b.on_low, b.n_low, b.won_low, low_order, first, odd, chip, to_low)
            line += LINES_PER_POT
        unload(b.paid, first, ledger)
    return -1


@kernel
def list_pots(invested: Ints, high: Ranks, low: Ranks, chips: Ints, inside: Ints) -> int:
    """Write the chips of each pot of one deal and who may win it; return how many pots."""
    n = 0
    b = empty_block(1, invested.shape[1], 1)
    open_block(b, invested, high, low, 0)
    while next_pot(b):
        chips[n] = b.chips[0]
        for p in range(invested.shape[1]):
            inside[n, p] = b.inside[p, 0]
        n += 1
    return n
