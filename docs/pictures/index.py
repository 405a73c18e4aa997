"""A hand, the five numbers that its ranks stand for, and the slot of the table they add up to."""

from math import comb

import matplotlib.pyplot as plt
import numpy as np

import fastlow
from fastlow import multisets, tables

RANKS = "23456789TJQKA"
HAND, RANKING = "7c 5d 4h 3s 2c", "2-7"
HIT, PLAIN, TEXT = "#2a9d8f", "#e9ecef", "#212529"

ranks = np.sort(fastlow.parse(HAND) >> 2)
parts = [comb(int(rank) + i, i + 1) for i, rank in enumerate(ranks)]
index = int(multisets.index(ranks))
table = tables.load(RANKING, "five")

figure, axes = plt.subplots(figsize=(8, 6.2))
axes.set(xlim=(-1.6, 15.5), ylim=(-7.2, 6.2), aspect="auto")
axes.axis("off")


def cell(x, y, text, hit, width=1.0):
    """Draw one box."""
    axes.add_patch(plt.Rectangle((x, y), width, 0.9, color=HIT if hit else PLAIN))
    colour, weight = ("white", "bold") if hit else (TEXT, "normal")
    axes.text(x + width / 2, y + 0.43, text, color=colour, weight=weight, ha="center", va="center")


for column, name in enumerate(RANKS):
    axes.text(1.1 * column + 0.5, 5.3, name, ha="center", color=TEXT)
for i, rank in enumerate(ranks):
    y = 4.1 - i
    axes.text(-0.2, y + 0.4, f"card {i + 1}", ha="right", va="center", color=TEXT)
    for r in range(len(RANKS)):
        cell(1.1 * r, y, comb(r + i, i + 1), r == rank)

axes.text(7, -1.3, f"{' + '.join(map(str, parts))} = {index}", ha="center", size=15, color=HIT)
axes.annotate("", (7, -2.4), (7, -1.6), arrowprops={"arrowstyle": "->", "color": HIT})

first = index - 4
for place in range(9):
    slot, x = first + place, 0.5 + 1.5 * place
    if slot >= 0:
        axes.text(x + 0.65, -2.75, slot, ha="center", color=TEXT, size=9)
        cell(x, -3.9, int(table[slot]), slot == index, width=1.3)
axes.text(7, -4.75, f"the table of {RANKING}, a piece of it: the rank of the hand", ha="center")
axes.annotate("", (7, -5.8), (7, -5.0), arrowprops={"arrowstyle": "->", "color": HIT})
described = fastlow.describe(table[index], RANKING)
axes.text(7, -6.5, f"rank {table[index]}: {described}", ha="center", size=12, color=TEXT)
figure.tight_layout()
