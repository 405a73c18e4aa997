"""The tables of the four low rankings: the rank at every index, the better the darker."""

import matplotlib.pyplot as plt
import numpy as np

from fastlow import multisets, tables

WIDTH = 91  # 6188 = 68 * 91

figure, panels = plt.subplots(2, 2, figsize=(8, 6.4), layout="constrained")
for panel, ranking in zip(panels.flat, ["A-5", "A-6", "2-7", "2-6"], strict=True):
    table = tables.load(ranking, "five")[: multisets.size(5)].astype(float)
    ranks = np.where(table == 65535, np.nan, table)
    picture = panel.imshow(
        ranks.reshape(-1, WIDTH), cmap="viridis", vmin=1, vmax=7462, aspect="auto", rasterized=True
    )
    panel.set(title=ranking, xticks=[], yticks=[])
figure.colorbar(picture, ax=panels, label="rank (1 is the best hand)", shrink=0.8)
