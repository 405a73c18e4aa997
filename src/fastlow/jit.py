"""Rank single hands inside your own compiled loops.

``rank5``, ``rank6`` and ``rank7`` take that many card codes (0 to 53, unchecked, all different)
and the tables of a ranking, and give its rank: 1 is the best hand. They are Numba functions and
compile into the loop that calls them. The tables come from `lookup`, once, outside the loop.

Examples
--------
How often does a random five-card hand make a seven or better in 2-7?

>>> import numba, numpy as np
>>> from fastlow import jit
>>> @numba.njit
... def sevens(deals, tables, seed):
...     np.random.seed(seed)
...     deck = np.arange(52)
...     made = 0
...     for _ in range(deals):
...         for i in range(5):  # the first five of a shuffled deck
...             j = np.random.randint(i, 52)
...             deck[i], deck[j] = deck[j], deck[i]
...         made += jit.rank5(deck[0], deck[1], deck[2], deck[3], deck[4], tables) <= 4
...     return made
>>> made = sevens(1_000_000, jit.lookup("2-7"), 1)
>>> 1400 < made < 1740  # 4080 of 2 598 960 hands: 1570 expected
True
"""

from fastlow.kernels.rank import Lookup, rank5, rank6, rank7
from fastlow.tables import lookup

__all__ = ["Lookup", "lookup", "rank5", "rank6", "rank7"]
