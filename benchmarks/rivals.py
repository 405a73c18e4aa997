"""One table of implementations: who ranks hands, and how each is called.

The benchmarks time what stands here, and the tests let all of it agree. A task says what is to be
ranked. An implementation is a function that takes a task and the cards, one hand a row, puts the
cards into the form that its library wants, which is not timed, and returns a call that ranks them
all, which is. The call gives one sequence of values for each half of the pot.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from math import inf
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np
import numpy.typing as npt

import fastlow
from benchmarks import loops
from tests import naive

Codes = npt.NDArray[np.uint8]
Values = Sequence[Any] | npt.NDArray[Any]
Call = Callable[[], tuple[Values, ...]]
Prepare = Callable[["Task", Codes], Call]
Half = tuple[str, int | None]

NAMES = [fastlow.format([code]) for code in range(52)]
HIGH: Half = ("high", None)
LOW8: Half = ("A-5", 8)


class Task(NamedTuple):
    """Rank so many cards, of a hand or of hole and board, by one ranking or by two.

    Attributes
    ----------
    halves : tuple of (str, int or None)
        Ranking and qualifier, of the high half before the low.
    hole, board : int
        Without a board the best five of the hole count, else two of the hole and three of it.
    """

    halves: tuple[Half, ...]
    hole: int
    board: int = 0

    @property
    def cards(self) -> int:
        """Cards of a hand, those of the board included."""
        return self.hole + self.board


TASKS = {
    "A-5": Task((("A-5", None),), 5),
    "2-6": Task((("2-6", None),), 5),
    "A-6": Task((("A-6", None),), 5),
    "2-7": Task((("2-7", None),), 5),
    "high": Task((HIGH,), 5),
    "Razz": Task((("A-5", None),), 7),
    "London (A-6 of seven)": Task((("A-6", None),), 7),
    "2-7 of seven": Task((("2-7", None),), 7),
    "high of seven": Task((HIGH,), 7),
    "Stud 8": Task((HIGH, LOW8), 7),
    "Omaha high": Task((HIGH,), 4, 5),
    "Omaha low": Task((LOW8,), 4, 5),
    "Omaha 8": Task((HIGH, LOW8), 4, 5),
    "Big O (5 hole cards)": Task((HIGH, LOW8), 5, 5),
    "Omaha 8, 6 hole cards": Task((HIGH, LOW8), 6, 5),
}


class Rival(NamedTuple):
    """An implementation.

    Attributes
    ----------
    prepare : callable
        As the head of this file says.
    package : str or None
        The distribution that is measured; None if it stands in this repository.
    tasks : tuple of str
        What it can do of `TASKS`.
    batch : int
        Hands that are timed in one call; others in thousands, as more take long and cost no less.
    fairness : str
        What to bear in mind when figures are compared.
    higher_wins : bool
        Whether its values rise with the hand.
    """

    prepare: Prepare
    package: str | None
    tasks: tuple[str, ...]
    batch: int
    fairness: str
    higher_wins: bool = False


def missing(rival: Rival) -> str | None:
    """Say why an implementation cannot run here, None if it can."""
    try:
        version(rival.package or "fastlow")
    except PackageNotFoundError:
        return f"{rival.package} is not installed"
    return None


def places(values: Values, higher_wins: bool = False) -> npt.NDArray[np.intp]:
    """Replace each value by its place among the different ones, the winner's first."""
    different: list[Any] = sorted(set(_hashable(values)), reverse=higher_wins)
    order = {value: place for place, value in enumerate(different)}
    return np.array([order[value] for value in _hashable(values)], np.intp)


def _hashable(values: Values) -> Sequence[Hashable]:
    listed: Sequence[Hashable] = values.tolist() if isinstance(values, np.ndarray) else values
    return listed


# --- fastlow --------------------------------------------------------------------------------------


def by_columns(task: Task, cards: Codes, **options: Any) -> Call:
    """Call the public face on columns."""
    return _batch(task, np.ascontiguousarray(cards.T), 0, **options)


def by_rows(task: Task, cards: Codes, **options: Any) -> Call:
    """Call the public face on rows."""
    return _batch(task, np.ascontiguousarray(cards), 1, **options)


def _batch(task: Task, cards: Codes, axis: int, reuse: bool = True, **options: Any) -> Call:
    """Call the face of a task; with `reuse` the ranks go to arrays that are made once."""
    n = cards.size // task.cards
    out = [np.empty(n, np.uint16) if reuse else None for _ in task.halves]
    return partial(_face(task, cards, axis), axis=axis, out=out, **options)


def _face(task: Task, cards: Codes, axis: int) -> Callable[..., tuple[Values, ...]]:
    if task.board:
        hole, board = map(np.ascontiguousarray, np.split(cards, [task.hole], axis=axis))
        return partial(_omaha_both if len(task.halves) == 2 else _omaha, task, hole, board)
    return partial(_both if len(task.halves) == 2 else _one, task, cards)


def _one(task: Task, cards: Codes, out: list[Any], **options: Any) -> tuple[Values, ...]:
    ((ranking, qualifier),) = task.halves
    return (fastlow.rank(cards, ranking, qualifier=qualifier, out=out[0], **options),)


def _both(task: Task, cards: Codes, out: list[Any], **options: Any) -> tuple[Values, ...]:
    (high, _), (low, qualifier) = task.halves
    to = None if out[0] is None else (out[0], out[1])
    return fastlow.rank_high_low(cards, high, low, qualifier=qualifier, out=to, **options)


def _omaha(
    task: Task, hole: Codes, board: Codes, out: list[Any], **options: Any
) -> tuple[Values, ...]:
    ((ranking, qualifier),) = task.halves
    return (fastlow.rank_omaha(hole, board, ranking, qualifier=qualifier, out=out[0], **options),)


def _omaha_both(
    task: Task, hole: Codes, board: Codes, out: list[Any], **options: Any
) -> tuple[Values, ...]:
    (high, _), (low, qualifier) = task.halves
    to = None if out[0] is None else (out[0], out[1])
    ask = fastlow.rank_omaha_high_low
    return ask(hole, board, high, low, qualifier=qualifier, out=to, **options)


def one_by_one(task: Task, cards: Codes) -> Call:
    """Call the public face for each hand."""
    calls = [by_rows(task, hand, reuse=False) for hand in cards[:, None]]
    return lambda: tuple(
        np.concatenate(ranks) for ranks in zip(*(call() for call in calls), strict=True)
    )


def in_own_loop(task: Task, cards: Codes) -> Call:
    """Call `fastlow.jit` from a compiled loop over rows."""
    ((ranking, qualifier),) = task.halves
    loop = loops.OVER_ROWS[task.hole]
    tables = fastlow.jit.lookup(ranking, qualifier)
    out = np.empty(len(cards), np.uint16)

    def call() -> tuple[Values, ...]:
        loop(cards, tables, out)
        return (out,)

    return call


# --- others ---------------------------------------------------------------------------------------


def pokerkit(task: Task, cards: Codes) -> Call:
    """Construct one of PokerKit's hands for each, and take its place in the lookup."""
    library = import_module("pokerkit")
    deck = [next(iter(library.Card.parse(name))) for name in NAMES]
    kinds = [getattr(library, POKERKIT[half, bool(task.board)]) for half in task.halves]
    hands = [[deck[code] for code in hand] for hand in cards.tolist()]
    sides = [(hand[: task.hole], hand[task.hole :]) for hand in hands]
    return lambda: tuple([_pokerkit_value(kind, *side) for side in sides] for kind in kinds)


POKERKIT: dict[tuple[Half, bool], str] = {
    (("A-5", None), False): "RegularLowHand",
    (("2-7", None), False): "StandardLowHand",
    (HIGH, False): "StandardHighHand",
    (LOW8, False): "EightOrBetterLowHand",
    (HIGH, True): "OmahaHoldemHand",
    (LOW8, True): "OmahaEightOrBetterLowHand",
}


def _pokerkit_value(kind: Any, hole: list[Any], board: list[Any]) -> float:
    hand = kind(hole) if len(hole) == 5 and not board else kind.from_game_or_none(hole, board)
    if hand is None:
        return inf
    return int(hand.entry.index if hand.low else -hand.entry.index)


def poker_equity(task: Task, cards: Codes) -> Call:
    """Score a list of hands written as text."""
    score = import_module("poker_equity").score_batch
    ((ranking, _),) = task.halves
    hands = ["".join(NAMES[code] for code in hand) for hand in cards.tolist()]
    return lambda: (score(POKER_EQUITY[ranking], hands),)


POKER_EQUITY = {"A-5": "low_a5", "2-7": "deuce_seven", "high": "high"}


def phevaluator(task: Task, cards: Codes) -> Call:
    """Evaluate card numbers hand by hand; those of the board come first."""
    library = import_module("phevaluator")
    evaluate = library.evaluate_omaha_cards if task.board else library.evaluate_cards
    hands = np.roll(cards, task.board, axis=1).tolist()
    return lambda: ([evaluate(*hand) for hand in hands],)


def eval7(task: Task, cards: Codes) -> Call:
    """Evaluate lists of cards."""
    with catch_warnings():
        simplefilter("ignore")  # it calls a deprecated function of its parser when imported
        library = import_module("eval7")
    deck = [library.Card(name) for name in NAMES]
    hands = [[deck[code] for code in hand] for hand in cards.tolist()]
    return lambda: ([library.evaluate(hand) for hand in hands],)


def by_the_rules(task: Task, cards: Codes) -> Call:
    """Value hands by the oracle of the tests."""
    hands = [[NAMES[code] for code in hand] for hand in cards.tolist()]
    sides = [(hand[: task.hole], hand[task.hole :]) for hand in hands]
    return lambda: tuple(
        [_naive_value(half, *side) or (inf,) for side in sides] for half in task.halves
    )


def _naive_value(half: Half, hole: list[str], board: list[str]) -> naive.Value | None:
    ranking, qualifier = half
    if qualifier is None:
        return naive.omaha(hole, board, ranking) if board else naive.best(hole, ranking)
    return naive.omaha_low(hole, board, qualifier) if board else naive.best_low(hole, qualifier)


# --- the table ------------------------------------------------------------------------------------

ALL = tuple(TASKS)
ONE_HALF = tuple(name for name, task in TASKS.items() if not task.board and len(task.halves) == 1)
BATCH = "called once for the whole batch; the array of ranks is made beforehand (out=...)"
UNCHECKED = f"check=False; {BATCH}"
THOUSANDS = "called from Python hand by hand, which is all it offers"

RIVALS = {
    "columns": Rival(by_columns, "fastlow", ALL, 10**6, BATCH),
    "columns, unchecked": Rival(partial(by_columns, check=False), "fastlow", ALL, 10**6, UNCHECKED),
    "columns, two workers": Rival(
        partial(by_columns, workers=2), "fastlow", ALL, 10**6, f"workers=2; {BATCH}"
    ),
    "columns, new array": Rival(
        partial(by_columns, reuse=False), "fastlow", ALL, 10**6, "out is left to the call"
    ),
    "rows": Rival(by_rows, "fastlow", ALL, 10**6, BATCH),
    "rows, unchecked": Rival(partial(by_rows, check=False), "fastlow", ALL, 10**6, UNCHECKED),
    "one hand a call": Rival(one_by_one, "fastlow", ALL, 1000, "a Python loop over fastlow.rank"),
    "in your own loop": Rival(
        in_own_loop,
        "fastlow",
        ONE_HALF,
        10**6,
        "fastlow.jit in a compiled loop over rows, unchecked",
    ),
    "PokerKit": Rival(
        pokerkit,
        "pokerkit",
        tuple(name for name in ALL if not {"A-6", "2-6"} & {r for r, _ in TASKS[name].halves}),
        100,
        f"{THOUSANDS}; its hands carry their cards and a label, and are checked",
    ),
    "poker-equity": Rival(
        poker_equity,
        "poker-equity",
        ("A-5", "2-7", "high", "Razz", "high of seven"),
        10**6,
        "its score_batch reads hands from text, the only form it takes from Python; it is made for "
        "equity, not for this",
    ),
    "phevaluator": Rival(
        phevaluator,
        "phevaluator",
        ("high", "high of seven", "Omaha high"),
        10**6,
        f"high only; {THOUSANDS}: most of the time is Python's call",
    ),
    "eval7": Rival(
        eval7,
        "eval7",
        ("high", "high of seven"),
        100_000,
        f"high only; {THOUSANDS}: most of the time is Python's call",
        higher_wins=True,
    ),
    "naive evaluator": Rival(
        by_the_rules, None, ALL, 100, "tests/naive.py, written to be right and not to be fast"
    ),
}


@cache
def versions() -> dict[str, str]:
    """Give the version of every package that is measured and installed here."""
    packages = sorted({rival.package or "fastlow" for rival in RIVALS.values()})
    return {
        package: version(package)
        for package in packages
        if all(missing(rival) is None for rival in RIVALS.values() if rival.package == package)
    }
