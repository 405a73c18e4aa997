"""Options that several commands share, each with one name and one meaning."""

from typing import Annotated

import typer

from fastlow.rankings import RankingName

Ranking = Annotated[RankingName, typer.Option(help="The order in which hands are ranked.")]
Qualifier = Annotated[
    int | None,
    typer.Option(min=5, max=13, help="8 is 8-or-better: a worse low has rank 65535, no low."),
]
Csv = Annotated[bool, typer.Option("--csv", help="Write CSV.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, an object a line.")]
Seed = Annotated[
    int | None, typer.Option(min=0, help="Seed of the random numbers; by default a new one.")
]
Workers = Annotated[int, typer.Option(min=1, help="Threads; the result does not depend on it.")]
