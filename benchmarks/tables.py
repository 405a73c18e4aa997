"""The figures of a run as text: Markdown tables and what must be said beside them."""

from collections.abc import Iterable, Sequence
from statistics import median

from benchmarks.figures import Figure, Run, find
from benchmarks.measure import widest
from benchmarks.rivals import RIVALS, TASKS
from benchmarks.test_ranking import FOR_WORKERS, STREAMED, SWEPT

MILLION = 10**6
OWN = [name for name, rival in RIVALS.items() if rival.package == "fastlow"]
PEERS = [name for name in RIVALS if name not in OWN]
NONE = "–"


def for_readme(run: Run) -> str:
    """Write the part of the README."""
    shown = ["columns", "rows", "one hand a call", *PEERS[:-1]]
    return f"""\
Million hands a second on one core of {machine(run)}, {run.date}. In brackets, for fastlow the ratio
to *the limit*, a loop that does one index read, one lookup and one write for each hand
({millions(run.limit)} million a second in the same run); for others how many times as fast fastlow
is by columns. {fairly(run)}

{ranking(run, shown)}

{equity(run)}

![Hands a second, by task and implementation](docs/pictures/speed.svg)

[All figures](docs/benchmarks.md), with versions, footnotes on fairness and the command that made
them; [why the limit is the limit](docs/limit.md)."""


def for_docs(run: Run) -> str:
    """Write the page with all figures."""
    return f"""\
# Benchmarks

Written by `python -m benchmarks.report` from one run, {run.date}; nothing here is typed by hand.

- Machine: {machine(run)}, {run.machine["cpu"]["count"]} cores, {run.machine["system"]}
  {run.machine["release"]}{busy(run)}.
- Versions: {versions(run)}; commit {run.commit}.
- The limit: {millions(run.limit)} million lookups a second.
- Each figure is the median of rounds of about a millisecond, taken in three turns that lie minutes
  apart. Its ratio is to the limit, measured before each round; ± is by how much a turn is off at
  most. {fairly(run)}
- Hands are random deals of a fixed seed unless it says "sorted".

![Hands a second, by task and implementation](pictures/speed.svg)

## Ranking

Million hands a second, and the ratio to the limit.

{ranking(run, OWN[:3] + OWN[4:8], exact=True)}

Others, and in brackets how many times as fast fastlow is by columns.

{ranking(run, PEERS)}

{footnotes()}

## Size of the batch

Million hands a second. A hundred million hands are ranked in blocks of a million, which are dealt
while the clock stands still.

![Hands a second, by size of the batch](pictures/size.svg)

{sizes(run)}

## Order, workers, arrays

Million hands a second, and the ratio to the limit.

{options(run)}

## Equity

{equity(run)}

{EQUITY_NOTE}

## Other work

{jobs(run)}

## Before the first hand

Milliseconds, and how many times that is a process which only imports Numba. "Compiled anew" is a
process that finds no compiled code of an earlier one.

{starts(run)}

## Memory

{memory(run)}
"""


EQUITY_NOTE = """\
Both deal, rank and split on one core. poker-equity samples at a seed and with `threads=1`; where it
enumerates it takes no number of threads and is held to one core. "Exact" counts every run-out:
fastlow by rank multisets with their multiplicities where suits do not matter, which is why it is
faster than any dealing could be."""


# --- what must be said ----------------------------------------------------------------------------


def machine(run: Run) -> str:
    """Name the processor and its widest vectors."""
    cpu = run.machine["cpu"]
    width = widest(cpu.get("flags", []), run.machine["machine"])
    return f"{cpu.get('brand_raw', 'an unnamed processor')} ({width})"


def busy(run: Run) -> str:
    load = run.machine["load"]
    return f", **busy with other work (load {load:.1f})**" if load > 0.5 else ""


def versions(run: Run) -> str:
    named = {"Python": run.machine["python_version"], **run.machine["versions"]}
    return ", ".join(f"{name} {version}" for name, version in named.items())


def fairly(run: Run) -> str:
    """Say how far the turns of the run agree."""
    spreads = [each.spread for each in run.figures if each.about["suite"] != "start"]
    return (
        f"The turns of the run agree to ±{percent(median(spreads))} for half of the figures and to "
        f"±{percent(sorted(spreads)[int(0.95 * len(spreads))])} for 19 of 20."
    )


def footnotes() -> str:
    """Say of each implementation how it is called and where that is not fair."""
    return "\n".join(f"- {name}: {rival.fairness}." for name, rival in RIVALS.items())


# --- tables ---------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a Markdown table whose figures are flush right."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def ranking(run: Run, names: Sequence[str], exact: bool = False) -> str:
    """One row a task, one column an implementation."""
    rows = [[task, *(cell(run, name, task, exact) for name in names)] for task in TASKS]
    filled = [i for i in range(len(names)) if any(row[i + 1] != NONE for row in rows)]
    return table(
        ["", *(names[i] for i in filled)],
        [[row[0], *(row[i + 1] for i in filled)] for row in rows],
    )


def cell(run: Run, name: str, task: str, exact: bool) -> str:
    """Give the speed, and for others the factor that they are behind."""
    found = main_figure(run, name, task)
    best = main_figure(run, "columns", task)
    if found is None or best is None:
        return NONE
    if name in OWN:
        return with_ratio(found, exact)
    return f"{millions(found.speed)} ({significant(best.ratio / found.ratio, 2)}×)"


def main_figure(run: Run, name: str, task: str) -> Figure | None:
    return find(run, suite="rank", rival=name, task=task, hands=RIVALS[name].batch, order="random")


def sizes(run: Run) -> str:
    columns = (1, 1000, MILLION, STREAMED)
    rows = []
    for task in SWEPT:
        for name in RIVALS:
            found = [of_size(run, name, task, size) for size in columns]
            if sum(each is not None for each in found) > 1:
                rows.append([task, name, *map(speed_or_none, found)])
    return table(["", "", *(grouped(size) for size in columns)], rows)


def of_size(run: Run, name: str, task: str, size: int) -> Figure | None:
    return find(run, suite="rank", rival=name, task=task, hands=size, order="random")


def options(run: Run) -> str:
    rows = [
        ("columns, random", "columns", MILLION, "random"),
        ("columns, sorted", "columns", MILLION, "sorted"),
        ("columns, a new array for the ranks", "columns, new array", MILLION, "random"),
        ("rows, random", "rows", MILLION, "random"),
        ("rows, sorted", "rows", MILLION, "sorted"),
        ("columns, one worker, ten million", "columns", FOR_WORKERS, "random"),
        ("columns, two workers, ten million", "columns, two workers", FOR_WORKERS, "random"),
    ]
    return table(["", *SWEPT], [[title, *option(run, *row)] for title, *row in rows])


def option(run: Run, name: object, hands: object, order: object) -> Iterable[str]:
    for task in SWEPT:
        found = find(run, suite="rank", rival=name, task=task, hands=hands, order=order)
        yield NONE if found is None else with_ratio(found, exact=True)


def equity(run: Run) -> str:
    """Set side by side what fastlow and poker-equity do in a second."""
    rows = []
    for each in run.figures:
        if each.about["suite"] == "equity" and each.about["rival"] == "fastlow":
            peer = find(run, suite="equity", rival="poker-equity", what=each.about["what"])
            behind = [NONE, NONE] if peer is None else [millions(peer.speed), factor(each, peer)]
            rows.append([each.about["what"], with_ratio(each), *behind])
    return table(["million deals a second", "fastlow", "poker-equity", "times as fast"], rows)


def factor(first: Figure, second: Figure) -> str:
    return significant(first.ratio / second.ratio, 2)


def jobs(run: Run) -> str:
    rows = [
        [each.about["what"], with_ratio(each, exact=True)]
        for each in run.figures
        if each.about["suite"] == "job"
    ]
    return table(["", "million a second"], rows)


def starts(run: Run) -> str:
    rows = [
        [each.about["what"], significant(1000 / each.speed), significant(1 / each.ratio)]
        for each in run.figures
        if each.about["suite"] == "start"
    ]
    return table(["", "ms", "× import numba"], rows)


def memory(run: Run) -> str:
    rows = [[what, significant(megabytes)] for what, megabytes in run.memory.items()]
    return table(["", "peak of the process, MB"], rows)


# --- numbers --------------------------------------------------------------------------------------


def with_ratio(figure: Figure, exact: bool = False) -> str:
    spread = f" ±{percent(figure.spread)}" if exact else ""
    return f"{millions(figure.speed)} ({significant(figure.ratio, 2)}{spread})"


def speed_or_none(figure: Figure | None) -> str:
    return NONE if figure is None else millions(figure.speed)


def millions(speed: float) -> str:
    return significant(speed / MILLION)


def percent(part: float) -> str:
    return f"{max(100 * part, 1):.0f} %"


def significant(number: float, digits: int = 3) -> str:
    """Write a number with so many digits that count, the others 0."""
    if number == 0:
        return "0"
    rounded = float(f"{number:.{digits - 1}e}")
    exponent = int(f"{rounded:e}".partition("e")[2])
    return grouped(rounded, max(0, digits - 1 - exponent))


def grouped(number: float, decimals: int = 0) -> str:
    return f"{number:,.{decimals}f}".replace(",", "\u202f")
