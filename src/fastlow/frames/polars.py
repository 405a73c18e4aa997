"""Series and data frames of polars."""

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from fastlow.frames.values import Values, folded


def columns(data: Any) -> list[tuple[Any, Any]]:
    """Name the columns of a data frame or of a Series of structs; a Series is one without."""
    if isinstance(data, pl.Series) and data.dtype == pl.Struct:
        data = data.struct.unnest()
    if isinstance(data, pl.DataFrame):
        return [(column.name, column) for column in data.get_columns()]
    if isinstance(data, pl.Series):
        return [(None, data)]
    raise TypeError(
        f"a Series or DataFrame of polars is taken, not {type(data).__name__}: "
        "in an expression, map_batches gives one"
    )


def missing(column: pl.Series) -> npt.NDArray[np.bool_]:
    """Find the missing values."""
    return column.is_null().to_numpy()


def values(column: pl.Series) -> Values:
    """Read a column of strings, lists or numbers."""
    if isinstance(column.dtype, pl.Array):
        column = column.arr.to_list()
    if isinstance(column.dtype, pl.List):
        lengths = column.list.len()
        inner = column.filter(lengths > 0).explode()  # an empty list would become a null
        return folded(values(inner), lengths.to_numpy())
    if column.dtype in (pl.String, pl.Categorical, pl.Enum):
        return column.to_list()
    return column.to_numpy()


def as_ranks(_like: Any, ranks: npt.NDArray[np.uint16]) -> pl.Series:
    """Give a Series."""
    return pl.Series("rank", ranks)


def as_codes(_like: Any, codes: npt.NDArray[np.uint8]) -> pl.Series:
    """Give a Series of arrays."""
    return pl.Series("cards", codes, dtype=pl.Array(pl.UInt8, codes.shape[1]))
