"""Series and data frames of pandas."""

from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from fastlow.frames.values import Values, folded


def columns(data: Any) -> list[tuple[Any, Any]]:
    """Name the columns of a data frame; a Series is one without a name."""
    if isinstance(data, pd.DataFrame):
        return [(name, data.iloc[:, i]) for i, name in enumerate(data.columns)]
    if isinstance(data, pd.Series | pd.Index):
        return [(None, data)]
    raise TypeError(f"a Series or DataFrame of pandas is taken, not {type(data).__name__}")


def missing(column: Any) -> npt.NDArray[np.bool_]:
    """Find the missing values."""
    return np.asarray(pd.isna(column))


def values(column: Any) -> Values:
    """Read a column of strings, lists or numbers."""
    if isinstance(column.dtype, pd.ArrowDtype):
        import pyarrow as pa

        from fastlow.frames import arrow

        return arrow.values(pa.array(column))
    array = column.to_numpy()
    return array if array.dtype.kind in "biuf" else _of_objects(array.tolist())


def _of_objects(objects: list[Any]) -> Values:
    if all(isinstance(each, str) for each in objects):
        return objects
    if all(isinstance(each, list | tuple | np.ndarray) for each in objects):
        inner = np.array(list(chain.from_iterable(objects)))
        flat = inner.tolist() if inner.dtype.kind == "U" else inner
        return folded(flat, [len(each) for each in objects])
    return np.array(objects)  # integers that pandas keeps as objects; others are refused later


def as_ranks(like: Any, ranks: npt.NDArray[np.uint16]) -> Any:
    """Give a Series with the index of what came in."""
    return pd.Series(ranks, index=_index(like), name="rank")


def as_codes(like: Any, codes: npt.NDArray[np.uint8]) -> Any:
    """Give a data frame with the index of what came in, a column a card."""
    names = [f"c{i}" for i in range(1, codes.shape[1] + 1)]
    return pd.DataFrame(codes, index=_index(like), columns=names)


def _index(like: Any) -> Any:
    return like if isinstance(like, pd.Index) else like.index
