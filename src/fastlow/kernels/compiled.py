"""The one decorator that holds every compiler option, and the freshness of what it caches."""

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Compile a bare loop: no interpreter lock, no zero-division checks, cached where it can be.

    A read-only install without a home has nowhere to keep a cache: every process compiles anew.
    """
    dispatcher = njit(nogil=True, error_model="numpy")(function)
    try:
        dispatcher.enable_caching()
        _tie_to_sources(dispatcher, function.__module__.rpartition(".")[2])
    except (RuntimeError, OSError):
        pass
    return cast(F, dispatcher)


def inline(function: F) -> F:
    """Compile a scalar helper that only other kernels call; it is cached inside them."""
    return cast(F, njit(error_model="numpy")(function))


def _tie_to_sources(dispatcher: Any, name: str) -> None:
    """Let a change in any file that a kernel takes its helpers from make its cache stale.

    Numba stamps a cached function with its own file alone, so that an edit of a helper in a
    neighbouring file would go unseen. The stamp goes into the version, which is compared before
    anything else is unpickled: that may name a class that is no more. Where Numba keeps the
    version elsewhere, its own rule holds.
    """
    cache_file = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if cache_file is not None and hasattr(cache_file, "_version"):
        cache_file._version = f"{cache_file._version}, sources {_digest(name).hex()}"


@cache
def _digest(name: str) -> bytes:
    """Digest a file of this folder and those that it imports from here."""
    source = Path(__file__).with_name(f"{name}.py").read_bytes()
    imported = re.findall(rb"^from fastlow\.kernels\.(\w+) import", source, re.MULTILINE)
    below = (_digest(each.decode()) for each in imported)
    return hashlib.sha256(b"".join([source, *below])).digest()
