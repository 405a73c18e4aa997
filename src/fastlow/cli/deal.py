"""``fastlow deal``: random hands."""

import sys
from typing import Annotated

import typer

from fastlow.cli.options import Csv, Json, Seed
from fastlow.cli.show import chosen
from fastlow.deals import deal
from fastlow.files.lines import letters, stitched

EXAMPLES = (
    "fastlow deal 3 5 --seed 1",
    "fastlow deal 1000 7 --dead 'As 2d' --jokers 1 --seed 1 | fastlow rank - --ranking A-5 --csv",
)
BLOCK = 1 << 16
AROUND = {"table": (b"", b"\n"), "csv": (b"", b"\n"), "json": (b'{"cards": "', b'"}\n')}


def command(
    n: Annotated[int, typer.Argument(min=0, help="How many hands.")],
    cards: Annotated[int, typer.Argument(min=1, help="Cards in each.")],
    dead: Annotated[str, typer.Option(help="Cards that are not in the deck: 'As 2d'.")] = "",
    jokers: Annotated[int, typer.Option(min=0, max=2, help="Jokers in the deck.")] = 0,
    seed: Seed = None,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Deal hands at random, a hand a line.

    Each comes from a full deck. The same seed gives the same hands as
    fastlow.deal(n, cards, rng=seed).
    """
    form = chosen(as_csv, as_json)
    hands = deal(n, cards, dead=dead, jokers=jokers, rng=seed)
    out = sys.stdout.buffer
    out.write(b"cards\n" if form == "csv" else b"")
    before, after = AROUND[form]
    for start in range(0, n, BLOCK):
        block = hands[start : start + BLOCK]
        out.write(stitched(len(block), before, letters(block), after))
