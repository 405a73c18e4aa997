"""Build every table of `tables/` from the law in `fastlow.rankings`, and check what was built.

Run ``python tables/build.py`` to write the files, ``python tables/build.py --check`` to rebuild
them in memory and compare them byte for byte with those that lie here.
"""

import argparse
import hashlib
import io
import json
from functools import reduce
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fastlow.multisets import JOKER, N_RANKS, all_multisets, index, size
from fastlow.rankings import CATEGORIES, N_JOKERS, NO_LOW, RANKINGS, Ranking, Value, beats, value
from fastlow.whole import written_whole

HERE = Path(__file__).parent
N_CLASSES = {
    "A-5": 6175,
    "A-6": 7462,
    "2-7": 7462,
    "2-6": 6175,
    "high": 7462,
    "high-wild": 7475,  # 13 five of a kind
    "high-bug": 7463,  # five aces
}
Table = npt.NDArray[np.generic]
Ranks = npt.NDArray[np.uint16]


# --- what is built --------------------------------------------------------------------------


def build(ranking: Ranking) -> dict[str, Table]:
    """Return the tables of one ranking: of five cards from the law, the rest from those."""
    values = all_values(ranking)
    classes = order(values, ranking)
    five = number(values, classes)
    plain = five[: size(5, N_RANKS + 1)]
    six = best_of_smaller(6, plain)
    tables: dict[str, Table] = {
        "five": five,
        "six": six,
        "seven": best_of_smaller(7, six),
        "classes": np.array([describe(each) for each in classes], np.uint8),
    }
    if ranking.flushes == "bad":
        tables["unpaired"] = unpaired(classes)
    if ranking.flushes == "good":
        tables["flush"] = best_flushes(five)
    return tables


def all_values(ranking: Ranking) -> list[Value | None]:
    """Value all multisets of five ranks, jokers too: unsuited, then, if it counts, suited."""
    multisets = [tuple(row) for row in all_multisets(5, N_RANKS + 1).tolist()]
    suits = (False, True) if ranking.suits else (False,)
    return [value(ranks, suited, ranking) for suited in suits for ranks in multisets]


def order(values: list[Value | None], ranking: Ranking) -> list[Value]:
    """List the distinct values, the winner first."""
    return sorted({each for each in values if each is not None}, reverse=not ranking.low)


def number(values: list[Value | None], classes: list[Value]) -> Ranks:
    """Replace each value by its place among the classes, 1 the best."""
    ranks = {each: rank for rank, each in enumerate(classes, start=1)}
    return np.array([NO_LOW if each is None else ranks[each] for each in values], np.uint16)


def best_of_smaller(cards: int, smaller: Ranks) -> Ranks:
    """Rank multisets of so many ranks by the best of what is left when one is taken away."""
    rows = all_multisets(cards, N_RANKS + 1)
    left = (smaller[index(np.delete(rows, i, axis=1))] for i in range(cards))
    return reduce(np.minimum, left)


def describe(each: Value) -> list[int]:
    """Write a class as its category and its five ranks, in the order in which they compare."""
    counts = GROUPS.get(CATEGORIES[each.category], (1, 1, 1, 1, 1))
    ranks = [rank % N_RANKS for rank in each.ranks]  # a low ace, -1, is a 12 again
    return [each.category, *np.repeat(ranks, counts)]


GROUPS = {
    "pair": (2, 1, 1, 1),
    "two pair": (2, 2, 1),
    "trips": (3, 1, 1),
    "full house": (3, 2),
    "quads": (4, 1),
    "five of a kind": (5,),
}


def unpaired(classes: list[Value]) -> Ranks:
    """Give the set of ranks of each class that a flush would spoil, by rank; slot 0 is empty."""
    sets = [sum(1 << rank % N_RANKS for rank in each.ranks) for each in classes]
    high_card = [each.category == CATEGORIES.index("high card") for each in classes]
    return np.array([0, *np.where(high_card, sets, 0)], np.uint16)


def best_flushes(five: Ranks) -> Ranks:
    """Give the best flush by number of jokers and set of ranks in one suit."""
    flushes = np.full((N_JOKERS + 1, 1 << N_RANKS), NO_LOW, np.uint16)
    suited = five[size(5, N_RANKS + 1) :]
    for jokers in range(N_JOKERS + 1):
        for held in range(1 << N_RANKS):
            flushes[jokers, held] = best_flush(held, jokers, suited, flushes)
    return flushes


def best_flush(held: int, jokers: int, suited: Ranks, smaller: Ranks) -> int:
    """Rank the best flush of a set, the flushes of all smaller sets being known."""
    ranks = [rank for rank in range(N_RANKS) if held >> rank & 1]
    if len(ranks) + jokers < 5:
        return NO_LOW
    if len(ranks) + jokers == 5:
        return int(suited[index(ranks + [JOKER] * jokers)])
    return min(int(smaller[jokers, held & ~(1 << rank)]) for rank in ranks)


# --- what the evaluator relies on -----------------------------------------------------------------


def prove(ranking: Ranking, tables: dict[str, Table]) -> None:
    """Assert that every possible hand has a rank, every rank a hand, and the order is strict."""
    n = N_CLASSES[ranking.name]
    five = tables["five"]
    assert sorted(set(five.tolist()) - {NO_LOW}) == list(range(1, n + 1)), ranking.name
    assert len(tables["classes"]) == n == len(np.unique(tables["classes"], axis=0))
    for cards, name in ((6, "six"), (7, "seven")):
        real = is_possible(all_multisets(cards, N_RANKS + 1), ranking)
        assert (tables[name][real] != NO_LOW).all(), f"{ranking.name}: a hand without a rank"
    values = order(all_values(ranking), ranking)
    assert all(beats(better, worse, ranking) for better, worse in pairwise(values))


def is_possible(rows: npt.NDArray[np.uint8], ranking: Ranking) -> npt.NDArray[np.bool_]:
    """Find the multisets that a deck holds: four of a rank at most, and the jokers allowed."""
    most_alike = np.max([(rows == rank).sum(axis=1) for rank in range(N_RANKS)], axis=0)
    jokers = (rows == JOKER).sum(axis=1)
    possible: npt.NDArray[np.bool_] = (most_alike <= 4) & (
        jokers <= (0 if ranking.jokers == "none" else N_JOKERS)
    )
    return possible


# --- files ----------------------------------------------------------------------------------------


def files() -> dict[str, bytes]:
    """Return what belongs into this folder, by file name."""
    contents, manifest = {}, {}
    for ranking in RANKINGS.values():
        tables = build(ranking)
        prove(ranking, tables)
        for what, table in tables.items():
            name = f"{ranking.name}-{what}.npy"
            contents[name] = npy(table)
            manifest[name] = entry(table, contents[name])
    contents["manifest.json"] = (json.dumps(manifest, indent=1) + "\n").encode()
    return contents


def npy(table: Table) -> bytes:
    """Serialise a table in format 1.0, little-endian: the same bytes on every machine."""
    buffer = io.BytesIO()
    little = np.ascontiguousarray(table, table.dtype.newbyteorder("<"))
    np.lib.format.write_array(buffer, little, version=(1, 0), allow_pickle=False)
    return buffer.getvalue()


def entry(table: Table, content: bytes) -> dict[str, object]:
    """Say in the manifest how a file can be recognised."""
    return {
        "shape": table.shape,
        "dtype": table.dtype.newbyteorder("<").str,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def differing(contents: dict[str, bytes]) -> list[str]:
    """List the files here that are missing, differ, or do not belong."""
    present = {path.name for path in HERE.iterdir() if path.suffix in (".npy", ".json")}
    wrong = {name for name in contents if not is_same(HERE / name, contents[name])}
    return sorted(wrong | (present - contents.keys()))


def is_same(path: Path, content: bytes) -> bool:
    """Whether a file has this content."""
    return path.is_file() and path.read_bytes() == content


def main() -> None:
    """Write or check all files."""
    parser = argparse.ArgumentParser(description="Build the tables and check what was built.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    contents = files()
    if check and (wrong := differing(contents)):
        raise SystemExit(f"not what build.py makes: {', '.join(wrong)}")
    if not check:
        for name, content in contents.items():
            with written_whole(HERE / name) as file:
                file.write(content)
    print(f"{len(contents)} files, {sum(map(len, contents.values())):,} bytes")


if __name__ == "__main__":
    main()
