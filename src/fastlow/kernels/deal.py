"""Deal without replacement, a block of deals at a time, column by column.

A block is (cards, BLOCK): row i holds the i-th card of every deal. A deal is first a row of digits,
the i-th a number below the size of the stub less i; a digit counts upwards among the cards that
are left, so it is raised past the earlier draws and then past the dead cards, by compare and add
on whole rows of ``uint8``.

The random words are those of 64 SFC64 generators (C. Doty-Humphrey, 2013) side by side, the SFC64
that NumPy has: 5.5 to 8.6 thousand million words a second on one core, where NumPy's fastest in
bulk give 0.6. Fed by NumPy, seven cards are dealt at a quarter to a third of the speed.

A word serves six cards. Let m1, m2, ... be the sizes of the stub before each of them, P their
product, and w the word's low 58 bits. Multiplying w by m1 leaves the first digit above bit 58 and
a new fraction below, which m2 multiplies, and so on: together the digits are floor(w P / 2^58)
written in the mixed radix (m1, m2, ...). So every sequence of digits belongs to floor(2^58 / P) or
one more of the 2^58 words: its probability is 1 / P to within a factor 1 +- P / 2^58, at most
1 +- 6.5e-8 (54 x 53 x ... x 49 cards); over all the words of a deal of any length, 1 +- 1.2e-7.
"""

import numpy as np
import numpy.typing as npt
from numpy import uint8 as u8
from numpy import uint64 as u64

from fastlow.kernels.aligned import empty_bytes, empty_words
from fastlow.kernels.compiled import inline, kernel

Codes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]

LANES = 64
STEPS = 4  # of a lane between load and store: a third faster than one
BLOCK = 1024  # deals; 512 run at 0.8 of the speed, 2048 at 1.05 and take the whole first cache
CARDS_PER_WORD = 6
DIGIT = u64(58)  # bits below a digit: the product of 58 bits and a size below 64 fits a word
FRACTION = u64((1 << 58) - 1)


@kernel
def deal_columns(lanes: Words, deck: int, dead: Codes, out: Codes) -> None:
    """Fill the columns of `out`, (cards, n), with deals; see `deal_block`."""
    words, block = scratch(out.shape[0])
    for begin in range(0, out.shape[1], BLOCK):
        deal_block(lanes, words, deck, dead, block)
        for i in range(out.shape[0]):
            column = out[i, begin : begin + BLOCK]
            for j in range(column.size):
                column[j] = block[i, j]


@kernel
def deal_rows(lanes: Words, deck: int, dead: Codes, out: Codes) -> None:
    """Fill the rows of `out`, (n, cards), with the deals that `deal_columns` makes."""
    words, block = scratch(out.shape[1])
    for begin in range(0, out.shape[0], BLOCK):
        deal_block(lanes, words, deck, dead, block)
        rows = out[begin : begin + BLOCK]
        for i in range(rows.shape[1]):
            for j in range(rows.shape[0]):
                rows[j, i] = block[i, j]


@kernel
def deal_block(lanes: Words, words: Words, deck: int, dead: Codes, block: Codes) -> None:
    """Fill `block`, (cards, BLOCK), with the next deals from cards 0 to `deck` - 1 less the dead.

    `dead` ascends; `words` and `block` are from `scratch`.
    """
    next_words(lanes, words)
    draw_digits(words, deck - dead.size, block)
    raise_past_earlier(block)
    raise_past_dead(dead, block)


@inline
def scratch(cards: int) -> tuple[Words, Codes]:
    """Make room for the random words of a block and for its deals."""
    return empty_words(-(-cards // CARDS_PER_WORD), BLOCK), empty_bytes(cards, BLOCK)


@kernel
def next_words(lanes: Words, words: Words) -> None:
    """Fill `words`, rows of a multiple of LANES x STEPS, with the next word of each lane in turn.

    A column of `lanes`, (4, LANES), is the state of one SFC64 as NumPy keeps it: a, b, c, counter.
    """
    turns = words.reshape(words.size // LANES, LANES)
    for turn in range(0, turns.shape[0], STEPS):
        for i in range(LANES):
            a, b, c, counter = lanes[0, i], lanes[1, i], lanes[2, i], lanes[3, i]
            for step in range(STEPS):
                turns[turn + step, i], a, b, c = sfc64(a, b, c, counter)
                counter += u64(1)
            lanes[0, i], lanes[1, i], lanes[2, i], lanes[3, i] = a, b, c, counter


@inline
def sfc64(a: u64, b: u64, c: u64, counter: u64) -> tuple[u64, u64, u64, u64]:
    """Next word of an SFC64, and its new a, b and c."""
    word = a + b + counter
    turned = (c << u64(24)) | (c >> u64(40))
    return word, b ^ (b >> u64(11)), c + (c << u64(3)), turned + word


@kernel
def draw_digits(words: Words, stub: int, block: Codes) -> None:
    """Draw the digits of each deal, two at a time: a half faster than one by one."""
    cards = block.shape[0]
    for i in range(0, cards - 1, 2):
        row, first, second = i // CARDS_PER_WORD, u64(stub - i), u64(stub - i - 1)
        for j in range(block.shape[1]):
            block[i, j], rest = draw(words[row, j], first)
            block[i + 1, j], words[row, j] = draw(rest, second)
    if cards % 2:
        row, last = cards // CARDS_PER_WORD, u64(stub - cards + 1)
        for j in range(block.shape[1]):
            block[cards - 1, j], _ = draw(words[row, j], last)


@inline
def draw(word: u64, size: u64) -> tuple[u8, u64]:
    """Draw a digit below `size` from the fraction of a word; what is left is the next fraction."""
    product = (word & FRACTION) * size
    return u8(product >> DIGIT), product


@kernel
def raise_past_earlier(block: Codes) -> None:
    """Turn each digit from a place among the cards left into one in the whole stub.

    The last draw is put back first: a digit is raised past the draws before it, the latest of
    them first, each while it still counts among the cards that were left when it was drawn.
    """
    for i in range(block.shape[0] - 2, -1, -1):
        for later in range(i + 1, block.shape[0]):
            for j in range(block.shape[1]):
                block[later, j] = raised(block[later, j], block[i, j])


@kernel
def raise_past_dead(dead: Codes, block: Codes) -> None:
    """Turn each place in the stub into a card, past the dead ones, which ascend."""
    for i in range(block.shape[0]):
        for card in dead:
            for j in range(block.shape[1]):
                block[i, j] = raised(block[i, j], card)


@inline
def raised(place: u8, taken: u8) -> u8:
    """Place of a card once the one at `taken` is back in the deck."""
    return u8(place + u8(place >= taken))
