"""A text falls apart at its separators into pieces, each with the position where it stood."""

import re
from itertools import pairwise
from typing import NoReturn

Piece = tuple[str, int]


def whole(text: str) -> Piece:
    """Begin with the whole text."""
    if not isinstance(text, str):
        raise TypeError(f"a range is a string, not {type(text).__name__}")
    return trim(text, 0)


def trim(text: str, position: int) -> Piece:
    """Take spaces off both ends."""
    return text.strip(), position + len(text) - len(text.lstrip())


def split(piece: Piece, separator: str) -> list[Piece]:
    """Cut at a separator, but not inside brackets."""
    text, start = piece
    found = re.finditer(rf"\[[^\]]*\]|{re.escape(separator)}", text)
    cuts = [-1, *(match.start() for match in found if match[0] == separator), len(text)]
    return [trim(text[a + 1 : b], start + a + 1) for a, b in pairwise(cuts)]


def fault(what: str, position: int) -> NoReturn:
    """Raise the error of what is wrong at a position."""
    raise ValueError(f"{what}, at position {position}")
