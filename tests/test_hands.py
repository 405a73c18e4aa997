"""Real showdowns: what the sites printed for high and low, and whom they paid what.

Not compared, each for what the source does not say:
- the cards of six players who mucked and lost, in the hands that are not complete (H0061, H0067,
  H0089, H0090, H0221); those shown beside them are compared;
- the money of these hands, and of H0012, H0013, H0182 and H0183, where it is not known what each
  player put in (H0183 pays more than its pot); of the last three who won which half is compared.
"""

from collections.abc import Iterator
from typing import Any

import pytest

import fastlow
from fastlow import NO_LOW, best_five, describe, explain, parse, rank, showdown
from fastlow.games import GAMES, Game
from tests import sites
from tests.sites import Hand, Run

INCOMPLETE = {"H0061", "H0067", "H0089", "H0090", "H0221"}
MONEY_UNKNOWN = {"H0012", "H0013", "H0182", "H0183"}


def runs_of(hand: Hand) -> list[str]:
    """The boards of a hand; one without cards for a game without a board."""
    drawn_again = any("cards_by_run" in player for player in hand["players"])
    boards: list[str] = hand.get("boards", [hand.get("board", "")] * (1 + drawn_again))
    return boards


def cards_of(player: Hand, run: int) -> str:
    """The cards a player shows in a run; nothing if he mucked."""
    cards: str = player.get("cards_by_run", [player.get("cards", "")] * (run + 1))[run]
    return cards


def game_of(hand: Hand) -> Game:
    return GAMES[sites.GAMES[hand["game"]]]


def ranked(hand: Hand, run: int) -> Run:
    """High and low ranks, clockwise from the button."""
    cards = [cards_of(player, run) for player in sites.from_the_button(hand)]
    high, low = showdown(game_of(hand), cards, board=runs_of(hand)[run])
    return None if high is None else high.tolist(), None if low is None else low.tolist()


def shown() -> Iterator[tuple[Hand, Hand, int, int]]:
    """Every player who shows cards, in every run: the hand, the player, his place, the run."""
    for hand in sites.all_hands():
        for place, player in enumerate(sites.from_the_button(hand)):
            for run in range(len(runs_of(hand))):
                if cards_of(player, run):
                    yield hand, player, place, run


def printed(player: Hand, what: str, run: int) -> Any:
    """What the site printed about a player in a run."""
    return player.get(what) if run == 0 else player.get(f"run{run + 1}", {}).get(what)


def ranks_of(cards: str) -> list[str]:
    return sorted(card[0] for card in cards.split())


# What the hands are worth


def test_the_lows_that_the_sites_printed() -> None:
    seen = 0
    for hand, player, place, run in shown():
        _, low = ranked(hand, run)
        ranking, lo_ranks = game_of(hand).low, printed(player, "lo_ranks", run)
        if lo_ranks and low and ranking:
            spelled, _, _ = describe(low[place], ranking).partition(",")
            assert sorted(spelled.replace("-", "")) == sorted(lo_ranks), hand["id"]
            seen += 1
    assert seen == 167


def test_where_the_sites_printed_that_there_is_no_low() -> None:
    seen = 0
    for hand, player, place, run in shown():
        if printed(player, "no_low_printed", run):
            _, low = ranked(hand, run)
            assert low
            assert low[place] == NO_LOW, hand["id"]
            seen += 1
    assert seen == 73


@pytest.mark.parametrize(("half", "what", "count"), [(0, "best_hi", 97), (1, "best_lo", 46)])
def test_the_best_five_that_the_sites_printed(half: int, what: str, count: int) -> None:
    """They make the rank, and are the five that play but for suits."""
    seen = 0
    for hand, player, place, run in shown():
        game, best, ranks = game_of(hand), printed(player, what, run), ranked(hand, run)[half]
        ranking = (game.high, game.low)[half]
        if best and ranks and ranking:
            assert rank(parse(best), ranking) == ranks[place], hand["id"]
            board = parse(runs_of(hand)[run]) if game.board else None
            five = best_five(parse(cards_of(player, run)), ranking, board=board)
            assert ranks_of(str(fastlow.format(five))) == ranks_of(best), hand["id"]
            seen += 1
    assert seen == count


# Who won


def test_who_won_which_half() -> None:
    """In the hands where the site said so; without amounts all players are in one pot."""
    seen = 0
    for hand in sites.all_hands():
        if hand["complete"] and (said := said_halves(hand)):
            players = sites.from_the_button(hand)
            payments = explain(*with_dead_money(hand, ranked(hand, 0)))
            won = {
                (players[each.player]["p"], "high" if each.half == "whole" else each.half)
                for each in payments
                if each.half != "returned"
            }
            assert won == said, hand["id"]
            seen += 1
    assert seen == 70


def with_dead_money(hand: Hand, run: Run) -> tuple[list[int], list[int], list[int]]:
    """What all put in and their ranks, as `split` takes them; the folded come last."""
    stakes = [player.get("contrib", 1) for player in sites.from_the_button(hand)]
    dead = hand.get("dead_money", [])
    high, low = ([*ranks, *[NO_LOW] * len(dead)] for ranks in run if ranks is not None)
    return stakes + dead, high, low


def said_halves(hand: Hand) -> set[tuple[str, str]]:
    """Who won something of which half; beside awards for low the others are for high."""
    halves = {"won_hi": "high", "won_lo": "low", "hi": "high", "lo": "low", None: "high"}
    won = {
        (player["p"], halves[half])
        for player in hand["players"]
        for half in ("won_hi", "won_lo")
        if player.get(half)
    }
    named = [award for award in hand["awards"] if any("half" in each for each in hand["awards"])]
    return won | {(award["p"], halves[award.get("half")]) for award in named}


# Who was paid what


def test_the_hands_whose_money_is_not_compared() -> None:
    unknown = {hand["id"] for hand in sites.all_hands() if not sites.is_known(hand)}
    assert unknown == INCOMPLETE | MONEY_UNKNOWN


def test_payments_to_the_chip() -> None:
    hands = [hand for hand in sites.all_hands() if sites.is_known(hand)]
    wrong = set()
    for hand in hands:
        runs = [ranked(hand, run) for run in range(len(runs_of(hand)))]
        if sites.won(hand) not in sites.possible_payments(hand, runs):
            wrong.add(hand["id"])
    assert len(hands) == 233
    assert wrong == sites.ODD_CHIP_TO_LOW


def test_hands_that_were_run_twice_are_among_them() -> None:
    twice = [hand for hand in sites.all_hands() if len(runs_of(hand)) == 2]
    assert [hand["id"] for hand in twice] == ["H0002", "H0128", "H0129", "H0139"]
    assert all(map(sites.is_known, twice))
