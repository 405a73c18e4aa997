"""``fastlow describe``: what players call a rank or a hand."""

from typing import Annotated

import numpy as np
import typer

from fastlow.cards import parse
from fastlow.cli.options import Csv, Json, Qualifier, Ranking
from fastlow.cli.show import chosen, show
from fastlow.names import describe, name_hand
from fastlow.ranks import rank

EXAMPLES = (
    "fastlow describe 1 5 785 --ranking 2-7",
    "fastlow describe 'Ah 2c 3d 4s 6h Kd Kc' --ranking A-5 --json",
)


def command(
    what: Annotated[
        list[str],
        typer.Argument(metavar="RANK...|CARDS", help="Ranks, or the cards of one hand."),
    ],
    ranking: Ranking,
    qualifier: Qualifier = None,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Say what players call a rank or a hand.

    The cards are spelled out, the largest group and the highest card first. A hand has 5, 6 or 7
    cards, of which the best five count.
    """
    form = chosen(as_csv, as_json)
    if all(word.isdecimal() for word in what):
        if qualifier is not None:
            raise typer.BadParameter("--qualifier is for a hand, not for a rank")
        ranks = [int(word) for word in what]
        described = describe(np.array(ranks), ranking)
    else:
        hand = parse(" ".join(what))
        ranks = [int(rank(hand, ranking, qualifier=qualifier))]
        described = [name_hand(hand, ranking, qualifier=qualifier)]
    cards, _, names = zip(*(text.partition(", ") for text in described), strict=True)
    show({"rank": ranks, "cards": cards, "name": names}, form)
