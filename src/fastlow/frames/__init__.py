"""Columns of pandas, polars and Arrow: hands go in as they stand, ranks come back as they came.

A hand is a string in one column, a list of card codes or of cards in one column, or a card in each
of several columns. One module a library does what only that library knows: `columns` names what
it was given, `missing` and `values` read a column, `as_ranks` and `as_codes` give it back. Each
imports its library, and is imported when first met.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from fastlow import cards as cards_of
from fastlow import omaha, ranks
from fastlow.foreign import FRAMES, library_of
from fastlow.frames.values import Values
from fastlow.places import first

Codes = npt.NDArray[Any]

MODULES = {"pandas": "pandas", "polars": "polars", "pyarrow": "arrow"}


def parse(text: Any, *, check: bool = True) -> Any:
    """Read the hands of a column of strings or of lists, or of several columns of cards.

    Parameters
    ----------
    text : column or columns of pandas, polars or Arrow
        Cards as `fastlow.parse` reads them.
    check : bool
        Refuse a card that appears twice in one hand.

    Returns
    -------
    DataFrame of pandas, Series of polars or array of Arrow
        Card codes, a row a hand: columns ``c1`` to ``ck`` with the index as it was in pandas,
        which has no column of arrays; one column of arrays of `uint8` in polars and Arrow.

    Raises
    ------
    ValueError, TypeError
        As `fastlow.parse` does, or if a value is missing. Hands are counted from 0.

    Examples
    --------
    >>> import pandas as pd
    >>> parse(pd.Series(["As 2d 3h", "Ks Kd Kh"], index=[7, 8]))
       c1  c2  c3
    7  51   1   6
    8  47  45  46
    """
    texts = _texts(_read(text))
    return _library(text).as_codes(text, cards_of.parse(texts, check=check))


def rank(
    cards: Any,
    ranking: str,
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: Any = None,
    check: bool = True,
    workers: int = 1,
) -> Any:
    """Rank the hands of one column or of several: 1 is the best hand.

    Parameters
    ----------
    cards : column or columns of pandas, polars or Arrow
        Hands as strings, lists of codes or of cards in one column, or a card in each of several.
    ranking, qualifier, check, workers
        As in `fastlow.rank`.
    axis, out
        Have no meaning here.

    Returns
    -------
    Series of pandas or polars, or array of Arrow
        The ranks, `uint16`, under the name ``rank``; with the index as it was in pandas.

    Raises
    ------
    ValueError, TypeError
        As `fastlow.rank` does, or if a value is missing. Hands are counted from 0.

    Examples
    --------
    >>> import pandas as pd
    >>> rank(pd.Series(["7c 5d 4h 3s 2c", "8c 5d 4h 3s 2c"], index=[7, 8]), "2-7").to_dict()
    {7: 1, 8: 5}
    """
    _refuse(axis, out)
    hands, lie = _hands(_read(cards), check)
    result = ranks.rank(hands, ranking, qualifier=qualifier, axis=lie, check=check, workers=workers)
    return _library(cards).as_ranks(cards, result)


def rank_omaha(
    hole: Any,
    board: Any,
    ranking: str,
    *,
    qualifier: int | None = None,
    axis: int = -1,
    out: Any = None,
    check: bool = True,
    workers: int = 1,
) -> Any:
    """Rank Omaha hands of columns: 1 is the best hand.

    Parameters
    ----------
    hole, board
        Columns as `rank` takes them. One of the two may be one hand for all rows: a string or
        an array of codes.
    ranking, qualifier, axis, out, check, workers
        As in `rank`.

    Returns
    -------
    Series of pandas or polars, or array of Arrow
        As from `rank`, and of the kind of `hole` where that is a column, else of `board`.

    Raises
    ------
    ValueError, TypeError
        As `fastlow.rank_omaha` does, or if a value is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> holes = pd.Series(["As Ks 5d 7c", "Ad 3d 8c 8s"])
    >>> rank_omaha(holes, "Ts 7d 8h 4s 2c", "A-5", qualifier=8).to_list()
    [9, 7]
    """
    _refuse(axis, out)
    holes, boards = _side(hole, check), _side(board, check)
    result = omaha.rank_omaha(
        holes, boards, ranking, qualifier=qualifier, check=check, workers=workers
    )
    like = hole if library_of(hole) in FRAMES else board
    return _library(like).as_ranks(like, result)


def _library(data: Any) -> Any:
    return import_module(f"fastlow.frames.{MODULES[library_of(data)]}")


def _refuse(axis: int, out: Any) -> None:
    if axis != -1 or out is not None:
        raise TypeError("axis and out are for arrays: a column has a hand a row, and is new")


def _side(data: Any, check: bool) -> Codes:
    """Read the hole or the board: of columns, or one for all."""
    if isinstance(data, str):
        hand: Codes = cards_of.parse(data, check=check)
        return hand
    if library_of(data) not in FRAMES:
        return np.asarray(data)
    hands, lie = _hands(_read(data), check)
    return hands if lie else hands.T


# From columns to hands.


def _read(data: Any) -> list[Values]:
    """Read each column; refuse what is missing."""
    library = _library(data)
    columns = library.columns(data)
    if not columns:
        raise ValueError("there is no column of cards")
    for name, column in columns:
        missing = library.missing(column)
        if missing.any():
            raise ValueError(f"hand {first(missing)[0]} has no value{_of(name)}")
    return [library.values(column) for _, column in columns]


def _of(name: Any) -> str:
    return "" if name is None else f" in column {name!r}"


def _texts(columns: Sequence[Values]) -> list[str]:
    """Write the hands of one or several columns of text as one string each."""
    texts = [column for column in columns if isinstance(column, list)]
    if len(texts) != len(columns):
        raise TypeError("parse takes columns of strings, and these are not")
    return texts[0] if len(texts) == 1 else [" ".join(hand) for hand in zip(*texts, strict=True)]


def _hands(columns: Sequence[Values], check: bool) -> tuple[Codes, int]:
    """Give card codes, and the axis on which the cards of a hand lie."""
    codes = [column for column in columns if not isinstance(column, list)]
    if not codes:
        return _sized(cards_of.parse(_texts(columns), check=check)), -1
    if len(codes) != len(columns):
        raise TypeError("some columns hold strings and some numbers")
    if len(codes) == 1:
        return _sized(_lists(codes[0])), -1
    if any(column.ndim > 1 for column in codes):
        raise TypeError("several columns hold a card each; these hold lists")
    return np.stack(codes), 0  # columns are the fast layout


def _lists(codes: Codes) -> Codes:
    if codes.ndim == 1:
        raise TypeError("a column of numbers holds single cards; give a column for each card")
    return codes


def _sized(hands: Codes) -> Codes:
    """Give no hands at all, which do not say how many cards they have, some number of them."""
    return hands if len(hands) else np.empty((0, min(ranks.SIZES)), np.uint8)
