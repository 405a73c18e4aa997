"""Arrays, chunked arrays, record batches and tables of Arrow."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from fastlow.frames.values import Values, folded


def columns(data: Any) -> list[tuple[Any, Any]]:
    """Name the columns of a table, a record batch or an array of structs; an array has none."""
    if isinstance(data, pa.Table | pa.RecordBatch):
        return list(zip(data.column_names, data.columns, strict=True))
    if not isinstance(data, pa.Array | pa.ChunkedArray):
        raise TypeError(f"an array or table of Arrow is taken, not {type(data).__name__}")
    if pa.types.is_struct(data.type):
        return [(field.name, pc.struct_field(data, [i])) for i, field in enumerate(data.type)]
    return [(None, data)]


def missing(column: Any) -> npt.NDArray[np.bool_]:
    """Find the missing values."""
    return np.asarray(column.is_null())


def values(column: Any) -> Values:
    """Read a column of strings, lists or numbers."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return values(pc.cast(column, kind.value_type))
    if is_list(kind):
        return folded(values(pc.list_flatten(column)), pc.list_value_length(column))
    if is_text(kind):
        texts: list[str] = column.to_pylist()
        return texts
    return np.asarray(column)


def is_text(kind: Any) -> bool:
    """Whether a type is one of strings."""
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    )


def is_list(kind: Any) -> bool:
    """Whether a type is one of lists."""
    return bool(
        pa.types.is_fixed_size_list(kind) or pa.types.is_list(kind) or pa.types.is_large_list(kind)
    )


def as_ranks(like: Any, ranks: npt.NDArray[np.uint16]) -> Any:
    """Give an array, chunked if what came in was."""
    return _like(like, pa.array(ranks))


def as_codes(like: Any, codes: npt.NDArray[np.uint8]) -> Any:
    """Give an array of lists of fixed size, chunked if what came in was."""
    flat = pa.array(codes.reshape(-1))
    return _like(like, pa.FixedSizeListArray.from_arrays(flat, codes.shape[1]))


def _like(like: Any, array: Any) -> Any:
    chunked = isinstance(like, pa.Table | pa.ChunkedArray)
    return pa.chunked_array([array]) if chunked else array
