"""A column once it is read: texts or numbers, a value or a list of values a row."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from fastlow.places import first

Values = list[str] | npt.NDArray[np.generic]
"""Texts, a hand or a card each; or card codes, shape (n,) or (n, k)."""


def folded(values: Values, lengths: npt.ArrayLike) -> Values:
    """Put the values of lists, one after the other, into rows again: all must be equally long.

    Examples
    --------
    >>> folded(["As", "2d", "Ks", "Kd"], [2, 2])
    ['As 2d', 'Ks Kd']
    >>> folded(np.array([51, 1, 47, 45]), [2, 2]).tolist()
    [[51, 1], [47, 45]]
    """
    lengths = np.asarray(lengths)
    width = int(lengths[0]) if lengths.size else 0
    if (lengths != width).any():
        (hand,) = first(lengths != width)
        raise ValueError(f"hand {hand} has {lengths[hand]} cards, hand 0 has {width}")
    if isinstance(values, list):
        return [" ".join(hand) for hand in _cut(values, width)]
    return values.reshape(len(lengths), width)


def _cut(values: list[str], width: int) -> Iterable[list[str]]:
    return (values[i : i + width] for i in range(0, len(values), max(width, 1)))
