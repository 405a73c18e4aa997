"""Arguments that are not counted.

Numba counts the references to an array up and down, atomically, whenever a helper that it does not
inline is handed the array or a tuple that holds it. That took a tenth of the time of A-5 in columns
and a third of that of 2-7 of seven cards; what is borrowed has no owner to count.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

T = TypeVar("T")


def _borrow(_typing: Any, value: Any) -> Any:
    """Type the intrinsic, and give what emits its code."""
    return value(value), _emit


def _emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _without_owner(context, builder, signature.args[0], arguments[0])


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Emit a copy of a value, the arrays in it without their owner."""
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = array.meminfo.type(None)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        unpack, kinds = cast(Any, cgutils.unpack_tuple), cast(Any, kind).types
        parts = zip(kinds, unpack(builder, value, len(kinds)), strict=True)
        whole = [_without_owner(context, builder, *part) for part in parts]
        return context.make_tuple(builder, kind, whole)
    return value


borrowed = cast(Callable[[T], T], cast(Any, intrinsic)(_borrow))
"""View an array, or a tuple with arrays in it, without counting references to them.

Only what somebody holds to the end may be borrowed: the arguments of a kernel, which its caller
holds, and what the kernel makes itself if `hold` mentions it after the last use. Otherwise it would
be freed before that.
"""


def _hold(_typing: Any, value: Any) -> Any:
    return types.none(value), lambda context, *_: context.get_dummy_value()


hold = cast(Callable[[object], None], cast(Any, intrinsic)(_hold))
"""Do nothing but mention arrays, which so live up to here."""
