"""What PokerKit has goes in and comes out, and its hands are paid as it pays them."""

import json
import random
import runpy
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import fastlow
from fastlow import cli

pokerkit = pytest.importorskip("pokerkit", reason="the extra pokerkit is not installed")

from fastlow import neighbours, phh  # noqa: E402 - only where PokerKit is there

HANDS = Path(__file__).parent / "phh"
DECK = np.arange(52, dtype=np.uint8)


# Cards and hands.


def test_every_card_is_the_same_card_there() -> None:
    cards = neighbours.to_pokerkit(DECK)
    assert [repr(card) for card in cards] == [fastlow.format([code]) for code in range(52)]
    assert (neighbours.from_pokerkit(cards) == DECK).all()
    assert (neighbours.from_pokerkit(pokerkit.Deck.STANDARD) < 52).all()


def test_hands_go_both_ways() -> None:
    hands = fastlow.deal(100, 7, rng=1)
    there = neighbours.to_pokerkit(hands)
    assert len(there) == 100
    assert (neighbours.from_pokerkit(there) == hands).all()
    assert (neighbours.from_pokerkit(iter(there)) == hands).all()
    assert neighbours.to_pokerkit("As 2d") == [*pokerkit.Card.parse("As2d")]
    assert neighbours.from_pokerkit([]).shape == (0,)


@pytest.mark.parametrize(
    ("ranking", "qualifier"), [("A-5", None), ("A-5", 8), ("2-7", None), ("high", None)]
)
def test_hands_are_in_the_same_order(ranking: str, qualifier: int | None) -> None:
    for cards in (5, 7):
        hands = fastlow.deal(150, cards, rng=cards)
        ranks = fastlow.rank(hands, ranking, qualifier=qualifier)
        there = [neighbours.to_pokerkit_hand(h, ranking, qualifier=qualifier) for h in hands]
        in_order(there, ranks)
        for hand, rank in zip(there, ranks, strict=True):
            comes_back(hand, rank)


@pytest.mark.parametrize(("ranking", "qualifier"), [("A-5", 8), ("high", None)])
def test_omaha_hands_are_in_the_same_order(ranking: str, qualifier: int | None) -> None:
    deals = fastlow.deal(150, 9, rng=1)
    hole, board = deals[:, :4], deals[:, 4:]
    ranks = fastlow.rank_omaha(hole, board, ranking, qualifier=qualifier)
    there = [
        neighbours.to_pokerkit_hand(a, ranking, qualifier=qualifier, board=b)
        for a, b in zip(hole, board, strict=True)
    ]
    in_order(there, ranks)
    for hand, rank in zip(there, ranks, strict=True):
        comes_back(hand, rank)


def in_order(hands: list[Any], ranks: Any) -> None:
    qualified = [pair for pair in zip(hands, ranks, strict=True) if pair[0] is not None]
    assert [hand is None for hand in hands] == (ranks == fastlow.NO_LOW).tolist()
    for (a, rank_a), (b, rank_b) in pairwise(qualified):
        assert (a > b) == (rank_a < rank_b)
        assert (a == b) == (rank_a == rank_b)


def comes_back(hand: Any, rank: int) -> None:
    if hand is not None:
        codes, kind = neighbours.from_pokerkit_hand(hand)
        assert fastlow.rank(codes, kind.ranking, qualifier=kind.qualifier) == rank


def test_what_pokerkit_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="52 at index 1"):
        neighbours.to_pokerkit([51, 52])
    for ranking, options in (("A-6", {}), ("2-6", {}), ("A-5", {"qualifier": 9}),
                             ("2-7", {"board": "2c 3c 4c"})):  # fmt: skip
        with pytest.raises(ValueError, match=f"no hand of '{ranking}'"):
            neighbours.to_pokerkit_hand("7c 5d 4h 3s 2c", ranking, **options)
    with pytest.raises(TypeError, match="not StandardBadugiHand"):
        neighbours.from_pokerkit_hand(pokerkit.StandardBadugiHand("As2d3h4c"))


def test_what_is_no_card_is_named() -> None:
    unknown = pokerkit.Card(pokerkit.Rank.UNKNOWN, pokerkit.Suit.UNKNOWN)
    with pytest.raises(ValueError, match="card 1 is unknown"):
        neighbours.from_pokerkit([*pokerkit.Card.parse("As"), unknown])
    with pytest.raises(ValueError, match="card 0 of hand 1 is unknown"):
        neighbours.from_pokerkit([pokerkit.Card.parse("As"), [unknown]])
    with pytest.raises(ValueError, match="hand 1 has 1 cards, hand 0 has 2"):
        neighbours.from_pokerkit([pokerkit.Card.parse("As2s"), pokerkit.Card.parse("As")])
    for no_card in (["As"], [51], "As"):
        with pytest.raises(TypeError, match="no card of PokerKit"):
            neighbours.from_pokerkit(no_card)
    with pytest.raises(TypeError, match="card 1 of hand 0 is no card"):
        neighbours.from_pokerkit([[*pokerkit.Card.parse("As"), 3]])


# Hands played at random, written in PHH and read again.

LIMIT: dict[str, Any] = {"small_bet": 20, "big_bet": 40}
BLINDS: dict[str, Any] = {"raw_antes": 0, "raw_blinds_or_straddles": (5, 10)}
GAMES: dict[str, tuple[Any, dict[str, Any]]] = {
    "FR": (pokerkit.FixedLimitRazz, {"raw_antes": 3, "bring_in": 5, **LIMIT}),
    "F7S/8": (
        pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
        {"raw_antes": 3, "bring_in": 5, **LIMIT},
    ),
    "FO/8": (
        pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
        {**BLINDS, "raw_antes": {1: 7}, **LIMIT},
    ),
    "N2L1D": (pokerkit.NoLimitDeuceToSevenLowballSingleDraw, {**BLINDS, "min_bet": 10}),
    "F2L3D": (pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, {**BLINDS, **LIMIT}),
    "NAL1D": (phh.NoLimitAceToFiveSingleDraw, {**BLINDS, "min_bet": 10, "raw_antes": 1}),
    "FAL3D": (phh.FixedLimitAceToFiveTripleDraw, {**BLINDS, **LIMIT}),
}


def automated() -> tuple[Any, ...]:
    a = pokerkit.Automation
    return (a.ANTE_POSTING, a.BET_COLLECTION, a.BLIND_OR_STRADDLE_POSTING, a.CARD_BURNING,
            a.HOLE_DEALING, a.BOARD_DEALING, a.RUNOUT_COUNT_SELECTION,
            a.HOLE_CARDS_SHOWING_OR_MUCKING, a.HAND_KILLING, a.CHIPS_PUSHING,
            a.CHIPS_PULLING)  # fmt: skip


def play(variant: str, rng: random.Random) -> tuple[Any, Any]:
    """Play a hand at random; return the game and its last state."""
    kind, options = GAMES[variant]
    game = kind(automated(), False, **options)
    stacks = [rng.randint(30, 400) for _ in range(rng.randint(2, 6))]
    state = game(stacks, len(stacks))
    while state.status:
        act(state, rng)
    return game, state


def act(state: Any, rng: random.Random) -> None:
    if state.can_stand_pat_or_discard():
        hand = list(state.hole_cards[state.stand_patter_or_discarder_index])
        state.stand_pat_or_discard(rng.sample(hand, rng.randint(0, 3)))
    elif state.can_post_bring_in() and rng.random() < 0.7:
        state.post_bring_in()
    elif state.can_complete_bet_or_raise_to() and rng.random() < 0.4:
        low, high = state.min_completion_betting_or_raising_to_amount, \
            state.max_completion_betting_or_raising_to_amount  # fmt: skip
        state.complete_bet_or_raise_to(rng.choice([low, high]))
    elif state.can_fold() and rng.random() < 0.08:
        state.fold()
    elif state.can_check_or_call():
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to()


def histories(variant: str, n: int) -> Iterator[tuple[Any, Any]]:
    seed = random.Random(variant)
    for _ in range(n):
        random.seed(seed.random())  # PokerKit shuffles by the module's generator
        game, state = play(variant, seed)
        yield state, phh.LowballHistory.from_game_state(game, state)


def lows_in_some_pots_only(history: phh.History) -> bool:
    """Whether one pot has a low that qualifies, and another has none among its players."""
    high, low = fastlow.showdown(history.game, history.hands, board=history.board, check=False)
    if high is None or low is None:
        return False
    live = [bool(hand) for hand in history.hands]
    each = fastlow.pots(history.invested, live)
    lows = [min(int(low[player]) for player in pot.players) for pot in each]
    return min(lows) < fastlow.NO_LOW == max(lows)


@pytest.mark.filterwarnings("ignore:Returning reserved")  # the deck has run out
@pytest.mark.parametrize("variant", GAMES)
def test_hands_played_at_random_are_paid_as_pokerkit_pays(variant: str, tmp_path: Path) -> None:
    seen = {"showdown": 0, "side pots": 0, "disputed": 0}
    for state, history in histories(variant, 40):
        (tmp_path / "hand.phh").write_text(history.dumps())
        read = phh.read_phh(tmp_path / "hand.phh")
        assert read.payoffs == tuple(state.payoffs)
        if tuple(phh.settle(read) - read.invested) != read.payoffs:
            assert lows_in_some_pots_only(read)  # PokerKit shares a low half that nobody has won
            seen["disputed"] += 1
        seen["showdown"] += sum(map(bool, read.hands)) > 1
        seen["side pots"] += len({*read.invested}) > 2
    assert seen["showdown"] > 20
    assert seen["side pots"] > 5
    assert seen["disputed"] < 5


# Hands in files.


@pytest.mark.parametrize("path", sorted(HANDS.glob("*.phh")), ids=lambda path: path.stem)
def test_hands_in_files_end_with_the_stacks_they_say(path: Path) -> None:
    written = phh.LowballHistory.loads(path.read_text())
    read = phh.read_phh(path)
    net = phh.settle(read) - read.invested
    assert tuple(net) == read.payoffs
    stacks = [a + b * read.chip for a, b in zip(written.starting_stacks, net.tolist(), strict=True)]
    assert stacks == written.finishing_stacks
    assert read.players == tuple(written.players or (f"p{i + 1}" for i in range(len(stacks))))


def test_a_game_of_each_variant_is_in_a_file() -> None:
    games = {phh.read_phh(path).game.name for path in HANDS.glob("*.phh")}
    assert games == set(phh.VARIANTS.values())


def test_cents_and_a_winner_who_shows_nothing() -> None:
    cents = phh.read_phh(HANDS / "cents.phh")
    assert (cents.chip, cents.invested) == (Decimal("0.01"), (2550, 2550))
    unseen = phh.read_phh(HANDS / "unseen.phh")
    assert unseen.hands == (phh.UNKNOWN, "", "")
    assert phh.settle(unseen).tolist() == [100, 0, 0]


CENTS = (HANDS / "cents.phh").read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7c 5d 4h 3s 2c", "x.phh: "),
        (CENTS.replace("N2L1D", "NT"), "variant 'NT' is none of FR, F7S/8"),
        (CENTS.replace("N2L1D", "XX"), "variant 'XX' is none of"),
        (CENTS.replace("antes = [0, 0]", ""), "x.phh: "),
        (CENTS.replace("min_bet = 0.50", ""), "x.phh: "),
        (CENTS.replace("p1 cbr 10.50", "p1 cbr 1050"), "Unable to repair"),
        (CENTS.replace(", 'p2 sm 7d5c4s3h2d', 'p1 sm 7c5d4h3s2c'", ", 'p1 sm ??????????'"),
         "x.phh: "),
    ],
)  # fmt: skip
def test_what_cannot_be_settled_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "x.phh").write_text(text)
    with pytest.raises(ValueError, match=message):
        phh.read_phh(tmp_path / "x.phh")


def test_a_missing_file_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        phh.read_phh(tmp_path / "none.phh")


# The command.


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, arguments)])


@pytest.mark.parametrize("path", sorted(HANDS.glob("*.phh")), ids=lambda path: path.stem)
def test_the_command_pays_as_pokerkit_pays(path: Path) -> None:
    read = phh.read_phh(path)
    result = run("showdown", path, "--json")
    assert result.exit_code == 0, result.output
    players = [json.loads(line) for line in result.stdout.splitlines()]
    net = tuple(player["paid"] - player["invested"] for player in players)
    assert net == read.payoffs
    assert [player["cards"] for player in players] == list(read.hands)
    assert run("showdown", path).exit_code == 0


def test_the_command_tells_the_chip_and_takes_nothing_else() -> None:
    assert run("showdown", HANDS / "cents.phh").stdout.endswith("a chip is 0.01\n")
    for more in (["7c 5d 4h 3s 2c"], ["--board", "7c"], ["--pot", "3"], ["--invested", "3"]):
        result = run("showdown", HANDS / "cents.phh", *more)
        assert result.exit_code == 2
        assert "says all" in result.stderr
    missing = run("showdown", "missing.phh")
    assert (missing.exit_code, missing.stderr) == (
        1, "fastlow: missing.phh: No such file or directory\n"
    )  # fmt: skip


def test_the_recipe_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(HANDS.parents[1] / "examples" / "with_pokerkit.py"), run_name="__main__")
    assert "7-5-4-3-2" in capsys.readouterr().out
