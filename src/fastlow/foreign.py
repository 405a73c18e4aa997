"""Arrays of other libraries: which module here takes them. Nothing is imported to find out."""

from importlib import import_module
from types import ModuleType

FRAMES = {"pandas": "fastlow.frames", "polars": "fastlow.frames", "pyarrow": "fastlow.frames"}
HOSTS = FRAMES | {"dask": "fastlow.cluster"}


def library_of(data: object) -> str:
    """Return the name of the library that the type of an object comes from.

    Examples
    --------
    >>> library_of([]), library_of(ModuleType("hands"))
    ('builtins', 'builtins')
    """
    return type(data).__module__.partition(".")[0]


def host_of(*data: object, hosts: dict[str, str] = HOSTS) -> ModuleType | None:
    """Return the module that takes one of these; None for whatever NumPy takes.

    It has the functions of `fastlow.ranks` and `fastlow.omaha` under the same names. They import
    it only here, on the way, since it stands above them.

    Examples
    --------
    >>> import numpy as np
    >>> host_of(np.zeros(5), [1, 2, 3]) is None
    True
    """
    for each in data:
        library = library_of(each)
        if library in hosts:
            return import_module(hosts[library])
    return None
