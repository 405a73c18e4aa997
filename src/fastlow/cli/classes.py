"""``fastlow classes``: every class of a ranking, best first."""

from typing import Annotated

import typer

from fastlow.cli.options import Csv, Json
from fastlow.cli.show import chosen, show
from fastlow.names import classes
from fastlow.rankings import RankingName

EXAMPLES = ("fastlow classes 2-7 --top 18", "fastlow classes A-5 --csv > classes.csv")
COLUMNS = ("rank", "cards", "category", "name", "hands")


def command(
    ranking: Annotated[RankingName, typer.Argument(help="The order in which hands are ranked.")],
    top: Annotated[int | None, typer.Option(min=1, help="How many of the best to list.")] = None,
    jokers: Annotated[int, typer.Option(min=0, max=2, help="Jokers in the deck.")] = 0,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """List every class of a ranking.

    The best comes first; hands is the number of five-card hands in a class.
    """
    form = chosen(as_csv, as_json)
    listed = classes(ranking, jokers=jokers)[:top]
    show({column: listed[column].tolist() for column in COLUMNS}, form)
