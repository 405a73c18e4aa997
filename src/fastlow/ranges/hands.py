"""A range: the hands that a text means, which of them are live, and draws from them."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from fastlow.cards import Cards, as_codes
from fastlow.cards import format as write
from fastlow.ranges.masks import Masks, combos_of, mask_of, names_of

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Range:
    """The hands that a text means: n combinations of k known cards, each with a weight.

    Attributes
    ----------
    text : str
        As it was written, without spaces around it.
    combos : ndarray of uint8, shape (n, k)
        Card codes, ascending in each row, no two rows alike; ``combos.T`` is contiguous. For a
        hand of unknown cards k is 0 and n is 1.
    masks : ndarray of uint64, shape (n,)
        The same sets: bit ``code`` is set for each card. Two hands clash if ``a & b``.
    weights : ndarray of float64, shape (n,)
        Relative weights, above 0.
    size : int
        The cards that the hand will hold; ``size - k`` of them are still to be dealt.
    down : int
        How many of the k known cards are written in parentheses, the down cards of stud.
    """

    text: str
    combos: Cards
    masks: Masks
    weights: Weights
    size: int
    down: int = 0

    @property
    def up(self) -> int:
        """How many of the known cards are written outside parentheses."""
        return int(self.combos.shape[1]) - self.down

    @property
    def fixed(self) -> bool:
        """Whether there is just one combination."""
        return len(self.masks) == 1

    @cached_property
    def cumulative(self) -> npt.NDArray[np.float64] | None:
        """Running sums of the weights, shape (n,); None if all weights are equal."""
        return None if (self.weights == self.weights[0]).all() else np.cumsum(self.weights)

    def __len__(self) -> int:
        return len(self.masks)

    def __repr__(self) -> str:
        n, k = self.combos.shape
        return f"<Range {self.text!r}: {n} x {k} cards, {self.size - k} dealt>"


def known(codes: npt.ArrayLike, *, size: int | None = None) -> Range:
    """Make the range of the one hand that holds these cards.

    Parameters
    ----------
    codes : array_like of int, shape (k,)
        Card codes, all different.
    size : int, optional
        The cards that the hand will hold; k if None.

    Returns
    -------
    Range
        One combination.

    Raises
    ------
    ValueError
        If a code is no card, a card appears twice, or there are more than ``size``.

    Examples
    --------
    >>> known([51, 1], size=4)
    <Range 'As 2d': 1 x 2 cards, 2 dealt>
    """
    hand = as_codes(codes)
    text = str(write(hand))
    mask = mask_of(hand)
    if mask.bit_count() != len(hand):
        raise ValueError(f"a card appears twice in {text!r}")
    if size is not None and size < len(hand):
        raise ValueError(f"{text!r} is more than the {size} cards of a hand")
    masks = np.array([mask], np.uint64)
    return Range(text, combos_of(masks, len(hand)), masks, np.ones(1), size or len(hand))


def live(hands: Range, dead: npt.ArrayLike) -> Range:
    """Drop the combinations that hold a dead card.

    Parameters
    ----------
    hands : Range
        A range.
    dead : array_like of int
        Codes of the cards that are known to be elsewhere.

    Returns
    -------
    Range
        The same weights for what is left.

    Raises
    ------
    ValueError
        If nothing is left.

    Examples
    --------
    >>> from fastlow.ranges import parse_range
    >>> aces = parse_range("AA", ace_low=False)
    >>> live(aces, [51])
    <Range 'AA': 3 x 2 cards, 0 dealt>
    """
    gone = mask_of(as_codes(dead))
    alive = (hands.masks & np.uint64(gone)) == 0
    if alive.all():
        return hands
    if not alive.any():
        taken = names_of(int(np.bitwise_or.reduce(hands.masks)) & gone)
        raise ValueError(f"no combination of {hands.text!r} is live, for {taken} is dead")
    combos = np.compress(alive, hands.combos.T, axis=1).T
    return replace(hands, combos=combos, masks=hands.masks[alive], weights=hands.weights[alive])


def draw_indices(hands: Range, n: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw combinations by weight, with replacement: n row numbers of ``combos`` and ``masks``.

    Parameters
    ----------
    hands : Range
        A range.
    n : int
        How many to draw.
    rng : Generator
        The source of chance; the draw depends on nothing else.

    Returns
    -------
    ndarray of int64, shape (n,)
        Row numbers. Hands of several players are independent until those deals are thrown away
        whole in which two of them clash, that is, share a bit of their masks.

    Examples
    --------
    >>> from fastlow.ranges import parse_range
    >>> aces = parse_range("AA : 3, KK : 1", ace_low=False)
    >>> rows = draw_indices(aces, 1000, np.random.default_rng(1))
    >>> aces.combos[rows[0]], int((aces.weights[rows] == 3).sum())
    (array([49, 50], dtype=uint8), 761)
    """
    if hands.cumulative is None:
        return rng.integers(len(hands), size=n)
    sums = hands.cumulative
    rows: npt.NDArray[np.int64] = np.searchsorted(sums[:-1], sums[-1] * rng.random(n), side="right")
    return rows


def draw_combos(hands: Range, n: int, rng: np.random.Generator) -> Cards:
    """Draw combinations by weight, with replacement, in columns.

    Parameters
    ----------
    hands : Range
        A range.
    n : int
        How many to draw.
    rng : Generator
        The source of chance, used as by `draw_indices`.

    Returns
    -------
    ndarray of uint8, shape (k, n)
        Card codes, ascending in each column; C-contiguous.

    Examples
    --------
    >>> from fastlow.ranges import parse_range
    >>> aces = parse_range("AA", ace_low=False)
    >>> draw_combos(aces, 4, np.random.default_rng(1)).shape
    (2, 4)
    """
    return np.take(hands.combos.T, draw_indices(hands, n, rng), axis=1)
