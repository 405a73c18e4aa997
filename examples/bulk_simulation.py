"""Count the lows of random Razz hands: a billion of them in constant memory, on every core.

python examples/bulk_simulation.py --deals 1_000_000_000
"""

import argparse
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import fastlow

PIECE = 100_000  # deals at a time: 700 kB of cards, which stay in a processor's cache


def count(seed: np.random.SeedSequence) -> np.ndarray:
    """Deal one piece; return the number of hands of each rank."""
    deals = fastlow.deal(PIECE, 7, rng=seed, axis=0)
    ranks = fastlow.rank(deals, "A-5", axis=0, check=False)  # `deal` deals no card twice
    return np.bincount(ranks, minlength=len(fastlow.classes("A-5")) + 1)


def simulate(deals: int, seed: int, workers: int) -> np.ndarray:
    """Count many pieces; the result does not depend on the number of workers."""
    seeds = np.random.SeedSequence(seed).spawn(-(-deals // PIECE))
    with ThreadPoolExecutor(workers) as pool:  # the interpreter is not locked while it counts
        return sum(pool.map(count, seeds))


def report(counts: np.ndarray) -> None:
    """Print the share of lows by their highest card, with its standard error."""
    classes = fastlow.classes("A-5")
    kinds = np.where(classes["category"] == "high card", classes["cards"].astype("U1"), "pair")
    n = counts.sum()
    print(f"{n:,} hands")
    for kind in [*"56789TJQK", "pair"]:
        share = counts[1:][kinds == kind].sum() / n
        error = (share * (1 - share) / n) ** 0.5
        print(f"{kind:>5} {share:9.4%} ± {error:.4%}")


def main() -> None:
    """Read the options, count, report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    report(simulate(options.deals, options.seed, options.workers))


if __name__ == "__main__":
    main()
