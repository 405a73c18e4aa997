"""Name the place of a fault in an array."""

import numpy as np
import numpy.typing as npt


def first(bad: npt.ArrayLike) -> tuple[int, ...]:
    """Return the index of the first true element.

    Examples
    --------
    >>> first([[False, False], [True, True]])
    (1, 0)
    """
    return tuple(np.argwhere(bad)[0].tolist())


def at(place: tuple[int, ...]) -> str:
    """Word an index: nothing for a scalar, a bare number in one dimension.

    Examples
    --------
    >>> at(()), at((3,)), at((1, 0))
    ('', ' at index 3', ' at index (1, 0)')
    """
    if not place:
        return ""
    return f" at index {place[0] if len(place) == 1 else place}"
