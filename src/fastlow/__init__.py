"""Rank lowball poker hands by looking them up in precomputed NumPy tables."""

from fastlow.cards import format, parse
from fastlow.deals import deal
from fastlow.equity import Equity, equity
from fastlow.fives import best_five
from fastlow.games import GAMES, Game, Showdown, showdown
from fastlow.names import classes, describe, name_hand
from fastlow.omaha import rank_omaha, rank_omaha_high_low
from fastlow.pots import BOTH, HIGH, LOW, explain, pots, split
from fastlow.rankings import NO_LOW
from fastlow.ranks import rank, rank_high_low

__all__ = [
    "BOTH",
    "GAMES",
    "HIGH",
    "LOW",
    "NO_LOW",
    "Equity",
    "Game",
    "Showdown",
    "best_five",
    "classes",
    "deal",
    "describe",
    "equity",
    "explain",
    "format",
    "name_hand",
    "parse",
    "pots",
    "rank",
    "rank_high_low",
    "rank_omaha",
    "rank_omaha_high_low",
    "showdown",
    "split",
]
