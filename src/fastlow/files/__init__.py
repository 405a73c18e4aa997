"""Streams of hands in and ranks out, in constant memory.

    with open_hands("hands.csv") as hands:
        write(ranked(hands, "2-7"), "ranks.csv")

Three steps, each an iterator over blocks of hands: a reader yields them, `ranked` ranks them, a
writer takes them. A new format is a module with a reader or a writer, and a line in `FORMATS`.
"""

from fastlow.files.formats import FORMATS, READABLE, WRITABLE, format_of, open_hands, write
from fastlow.files.hands import BadHand, Block, Fault, Hands, Ranked, Results, worded
from fastlow.files.ranking import ranked

__all__ = [
    "FORMATS",
    "READABLE",
    "WRITABLE",
    "BadHand",
    "Block",
    "Fault",
    "Hands",
    "Ranked",
    "Results",
    "format_of",
    "open_hands",
    "ranked",
    "worded",
    "write",
]
