"""What the compiled kernels contain: how wide their loops are, and what a hand costs in each.

``python -m benchmarks.inspect_kernels`` compiles kernels anew and counts in LLVM's final code, loop
by loop, loads, stores and other operations, in pieces of at most 64 bytes and by hand.
``--into docs/limit.md`` writes the table there. What it finds is that of the processor it runs on.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from benchmarks import limit
from benchmarks.hands import random_deals
from benchmarks.report import filled
from benchmarks.tables import significant, table
from fastlow.batches import read_only
from fastlow.deals import new_lanes
from fastlow.kernels import deal, omaha, rank
from fastlow.kernels.arrange import COLUMNS
from fastlow.omaha import low_sets, pairs_lookup
from fastlow.tables import lookup

HANDS = 100
REGISTER = 64  # bytes

Arguments = tuple[Any, ...]


class Loop(NamedTuple):
    """An innermost loop.

    Attributes
    ----------
    function : str
        Where it stands.
    hands : int
        How many hands a turn of it serves.
    is_vector : bool
        Whether it works on vectors.
    loads, stores, others : float
        Operations a hand.
    """

    function: str
    hands: int
    is_vector: bool
    loads: float
    stores: float
    others: float


# --- what is inspected ----------------------------------------------------------------------------


def kernels() -> dict[str, tuple[Callable[..., Any], Arguments]]:
    """Give kernels with arguments that they compile for."""
    out, twin = np.empty((2, HANDS), np.uint16)
    lanes = new_lanes(np.random.default_rng(1))
    block = 0, HANDS
    fives, sevens = ((columns(k), None, *block, (None,) * k, None) for k in (5, 7))
    hole, board = (read_only(side.copy()) for side in np.split(columns(9), [4]))
    omahas = hole, COLUMNS, board, COLUMNS, *block, ((None,) * 4, (None,) * 5)
    omaha_high = pairs_lookup("high", None, 5), None, None
    dealt = lanes, 52, np.empty(0, np.uint8), np.empty((7, HANDS), np.uint8)
    return {
        "the limit": (limit.look_up, (out, lookup("A-5").five, twin)),
        "A-5, columns": (rank.rank_hands, (*fives, lookup("A-5"), None, out, out)),
        "A-5, columns, checked": (rank.rank_hands, (*fives, lookup("A-5"), 53, out, out)),
        "A-5, rows": (rank.rank_hands, (rows(5), True, *fives[2:], lookup("A-5"), None, out, out)),
        "2-7, columns": (rank.rank_hands, (*fives, lookup("2-7"), None, out, out)),
        "Razz, columns": (rank.rank_hands, (*sevens, lookup("A-5"), None, out, out)),
        "2-7 of seven": (rank.rank_hands, (*sevens, lookup("2-7"), None, out, out)),
        "Omaha high": (omaha.rank_omaha, (*omahas, *omaha_high, None, out, twin)),
        "Omaha low": (omaha.rank_omaha, (*omahas, None, None, low_sets(8), None, out, out)),
        "deal 7 cards": (deal.deal_columns, dealt),
    }


def rows(cards: int) -> Any:
    return read_only(random_deals(HANDS, cards))


def columns(cards: int) -> Any:
    return read_only(np.ascontiguousarray(random_deals(HANDS, cards).T))


PASSED: dict[str, dict[str, tuple[int, ...]]] = {
    "the limit": {"look_up": ()},
    "A-5, columns": {"index_fives": (), "look_up": ()},
    "A-5, columns, checked": {"index_fives": (), "look_up": ()},
    "A-5, rows": {"take_apart": (), "index_fives": (), "look_up": ()},
    "2-7, columns": {"index_fives": (), "look_up": ()},
    "Razz, columns": {"index_sevens": (), "look_up": ()},
    "2-7 of seven": {"index_sevens": (), "look_up": (), "flag_flushes": (), "look_again": ()},
    "Omaha high": {
        "index_boards": (),
        "index_pair": (),
        "best_pairs": (),
        "count_suits": (1,),
        "find_suit": (),
        "unite_suited": (),
        "look_again": (),
    },
    "Omaha low": {"unite_ranks": (), "rank_by_sets": ()},
    "deal 7 cards": {"next_words": (), "draw_digits": (), "raise_past_earlier": ()},
}
"""The loops that a hand passes, by the function that holds them once LLVM has inlined; of several
that were made for other numbers of cards, which."""


def compiled(kernel: Any, arguments: Arguments) -> str:
    """Compile a kernel without its cache, which keeps no code that can be read; return LLVM's."""
    options = {name: value for name, value in kernel.targetoptions.items() if name != "nopython"}
    fresh = njit(**options)(kernel.py_func)
    fresh(*arguments)
    return str(fresh.inspect_llvm(fresh.signatures[0]))


# --- reading LLVM's code --------------------------------------------------------------------------

FUNCTION = re.compile(r"^define [^\n]*@(?P<name>\S+?)\(.*?^}", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(
    r"^(?P<label>[\w.$-]+):.*?\n(?P<body>.*?)(?=^[\w.$-]+:|\Z)", re.MULTILINE | re.DOTALL
)
OPERATION = re.compile(r"(?:= (?:tail )?|^\s+)(?P<verb>[a-z]+) ")
VECTOR = re.compile(r"<(\d+) x i(\d+)>")
STORED = re.compile(r"^\s+store i(\d+) ", re.MULTILINE)
STEP = re.compile(r"= add (?:nuw |nsw )*i64 %\S+, (\d+)")
FREE = {
    "phi",
    "br",
    "getelementptr",
    "icmp",
    "bitcast",
}  # of these what counts is counted elsewhere


def loops(code: str) -> Iterator[Loop]:
    """Find the innermost loops, but for those that only finish what others leave over."""
    finished = vectorised(code)
    for function in FUNCTION.finditer(code):
        for block in BLOCK.finditer(function[0]):
            if comes_back(block) and not is_rest(block, finished):
                is_vector = block["label"].startswith("vector.body")
                yield loop(plain(function["name"]), block["body"], is_vector)


def comes_back(block: re.Match[str]) -> bool:
    """Whether a block ends with a jump to its own begin."""
    last = block["body"].rstrip().rpartition("\n")[2]
    return f"%{block['label']}" in re.findall(r"label (%[\w.$-]+)", last)


def is_rest(block: re.Match[str], finished: set[str]) -> bool:
    """Whether a loop finishes what a vector loop or an unrolled one leaves over."""
    label, tied = block["label"], re.search(r"!llvm\.loop (!\d+)", block["body"])
    if label.startswith("vector.body"):
        return False
    return bool(re.search("epil|prol", label)) or (tied is not None and tied[1] in finished)


def vectorised(code: str) -> set[str]:
    """Name the loops that LLVM has dealt with: the vector ones and what is left over."""
    marks = re.findall(r'^(!\d+) = !{!"llvm\.loop\.isvectorized"', code, re.MULTILINE)
    named = re.findall(r"^(!\d+) = distinct !{(.*)}", code, re.MULTILINE)
    return {name for name, parts in named if set(parts.split(", ")) & set(marks)}


def plain(mangled: str) -> str:
    """Read the last part of a mangled name: ``...4rank11index_fivesB2v5...``."""
    parts, rest = [], mangled.removeprefix("_ZN")
    while number := re.match(r"\d+", rest):
        length, start = int(number[0]), number.end()
        parts.append(rest[start : start + length])
        rest = rest[start + length :]
    return parts[-1] if parts else mangled


def loop(function: str, body: str, is_vector: bool) -> Loop:
    """Count the operations of one loop, by the hands that a turn of it serves.

    LLVM says by how many elements a vector loop moves on; one by one, hands are counted by the
    16 bits that are written for each.
    """
    written = sum(int(bits) for bits in STORED.findall(body)) // 16
    hands = max((int(step) for step in STEP.findall(body)), default=1) if is_vector else written
    counts = {"load": 0, "store": 0, "other": 0}
    for line in body.splitlines():
        verb = OPERATION.search(line)
        if verb and verb["verb"] not in FREE and not STEP.search(line):
            kind = verb["verb"] if verb["verb"] in counts else "other"
            counts[kind] += pieces(line)
    return Loop(function, hands, is_vector, *(n / max(hands, 1) for n in counts.values()))


def pieces(line: str) -> int:
    """Count the registers that an operation fills; a scalar fills one."""
    widths = [int(lanes) * int(bits) // 8 for lanes, bits in VECTOR.findall(line)]
    return -(-max(widths, default=1) // REGISTER)


# --- the table ------------------------------------------------------------------------------------


def report() -> str:
    """Tabulate the loops of all kernels."""
    lines = [
        [name, *cells(each)]
        for name, (kernel, arguments) in kernels().items()
        for each in passed(list(loops(compiled(kernel, arguments))), PASSED[name])
    ]
    return table(["kernel", "loop", "hands a turn", "loads", "stores", "other"], lines)


def passed(found: list[Loop], wanted: dict[str, tuple[int, ...]]) -> Iterator[Loop]:
    """Pick the loops that a hand passes: those on vectors, and what works on hands one by one."""
    for function, places in wanted.items():
        here = [each for each in found if each.function == function]
        wide = [each for each in here if each.is_vector]
        yield from [wide[place] for place in places] or wide
        yield from [each for each in here if not each.is_vector and each.loads and each.stores]


def cells(each: Loop) -> list[str]:
    width = f"{each.hands}" if each.is_vector else "one by one"
    counts = (each.loads, each.stores, each.others)
    return [f"`{each.function}`", width, *(significant(count, 2) for count in counts)]


def main() -> None:
    """Print the table, or put it into a page."""
    parser = argparse.ArgumentParser(description="Count what the loops of the kernels do.")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="a page with the two markers")
    page = parser.parse_args().into
    if page is None:
        print(report())
    else:
        page.write_text(filled(page.read_text(), report(), "loops"))


if __name__ == "__main__":
    main()
