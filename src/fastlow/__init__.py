"""Rank lowball poker hands by looking them up in precomputed NumPy tables."""

from fastlow.cards import format, parse
from fastlow.rankings import NO_LOW
from fastlow.ranks import rank

__all__ = ["NO_LOW", "format", "parse", "rank"]
