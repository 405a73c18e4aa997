"""The commands that say who made what, and who is paid what and why."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner, Result

from fastlow import cli, split
from fastlow.cli.payments import Share, Table, shares_of
from tests import settler, sites
from tests import test_pots as payments

OMAHA = ("omaha8", "As Ks 5d 7c", "Ad 3d 8c 8s", "--board", "Ts 7d 8h 4s 2c")
STEEL_WHEEL = ("stud8", "5h4h3h2hAhKdKc", "5c4d3s2sAsQdQc", "9s8s7s6s5sJdJh")
RAZZ = ("razz", "As2d3h4c6sKdKc", "-", "2s3d4h5c7sQdQc")
TIED_LOWS = ("stud8", "KsKdKhKc9c9d8h", "As2s3s4s6dTcJd", "Ad2d3d4d6hThJh")


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, arguments)])


def told(*arguments: object) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def players(*arguments: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told(*arguments, "--json").splitlines()]


def paid(*arguments: object) -> list[int]:
    return [player["paid"] for player in players(*arguments)]


def shares(*arguments: object) -> list[list[str]]:
    """What each player gets of each pot, in words."""
    return [[share["share"] for share in each["shares"]] for each in players(*arguments)]


def reasons(*arguments: object) -> list[list[str]]:
    return [[share["why"] for share in each["shares"]] for each in players(*arguments)]


# Who made what


def test_a_showdown_as_people_read_it() -> None:
    assert told("showdown", *OMAHA, "--pot", 101) == (
        "player  cards        half  rank  plays           name\n"
        "     1  As Ks 5d 7c  high  4894  7c 7d As Ts 8h  7-7-A-T-8, pair of sevens\n"
        "     1  As Ks 5d 7c  low      9  7d 5d 4s 2c As  7-5-4-2-A, seven-five, smooth seven\n"
        "     2  Ad 3d 8c 8s  high  2045  8c 8s 8h Ts 7d  8-8-8-T-7, trips, three eights\n"
        "     2  Ad 3d 8c 8s  low      7  7d 4s 3d 2c Ad  7-4-3-2-A, seven-four, nut seven,"
        " smooth seven\n"
        "\n"
        "player  gets  share  why\n"
        "     2   101  scoop  best high, best low\n"
    )


def test_both_halves_in_words_for_programs() -> None:
    first, second, third = players("showdown", *STEEL_WHEEL, "--pot", 400)
    assert first["cards"] == "5h4h3h2hAhKdKc"
    assert first["high"] == {
        "rank": 10,
        "plays": "5h 4h 3h 2h Ah",
        "name": "5-4-3-2-A, five-high straight flush, steel wheel",
    }
    assert first["low"]["name"] == "5-4-3-2-A, wheel, bicycle, steel wheel"
    assert second["low"]["name"] == "5-4-3-2-A, wheel, bicycle"
    assert third["high"]["rank"] == 6
    assert third["low"] == {"rank": 65535, "plays": "", "name": "no low"}


def test_a_game_of_one_half_tells_one_half() -> None:
    first, folded, third = players("showdown", *RAZZ)
    assert first["low"]["name"].startswith("6-4-3-2-A, six-four")
    assert third["low"]["plays"] == "7s 5c 4h 3d 2s"
    assert "high" not in first
    assert folded == {"player": 2, "cards": "", "shares": []}


def test_a_joker_plays() -> None:
    first, second = players("showdown", "california", "7h 5s 4d Jk Ac", "7s 5c 4h 3d Ad")
    assert first["low"] == {
        "rank": 9,
        "plays": "7h 5s 4d Ac Jk",
        "name": "7-5-4-2-A, seven-five, smooth seven",
    }
    assert second["low"]["name"].startswith("7-5-4-3-A")


def test_an_omaha_hand_shows_the_steel_wheel() -> None:
    first, _ = players("showdown", "omaha8", "Ac5cAh5h", "KsKcQsQc", "--board", "4h3h2hTdJs")
    assert first["low"]["name"].endswith("steel wheel")


# Who is paid, and why


def test_a_steel_wheel_is_quartered() -> None:
    assert paid("showdown", *STEEL_WHEEL, "--pot", 400) == [100, 100, 200]
    assert shares("showdown", *STEEL_WHEEL) == [["quarter"], ["quarter"], ["half"]]
    assert reasons("showdown", *STEEL_WHEEL) == [
        ["ties for low with player 2"],
        ["ties for low with player 1"],
        ["best high"],
    ]


def test_three_quarters() -> None:
    hands = ("stud8", "AsAdAh2c3d4h6s", "Ac2d3c4s6dKdQh")
    assert shares("showdown", *hands) == [["three quarters"], ["quarter"]]
    assert reasons("showdown", *hands)[0] == ["best high, ties for low with player 2"]


def test_side_pots() -> None:
    assert told("showdown", *RAZZ, "--invested", "50 90 75") == (
        "player  cards           half  rank  plays           name\n"
        "     1  As2d3h4c6sKdKc  low      2  6s 4c 3h 2d As  6-4-3-2-A, six-four, nut six,"
        " smooth six\n"
        "     3  2s3d4h5c7sQdQc  low     11  7s 5c 4h 3d 2s  7-5-4-3-2, seven-five, smooth seven\n"
        "\n"
        "pot          of  player  gets  share  why\n"
        "main pot    150       1   150  all    best low\n"
        "side pot 1   65       3    65  all    nobody else is in it\n"
        "\n"
        "player  put in  gets  net\n"
        "     1      50   150  100\n"
        "     2      90     0  -90\n"
        "     3      75    65  -10\n"
    )


def test_a_bet_that_nobody_called() -> None:
    _, second = players("split", 30, 50, "--low", "1 2")
    assert second == {
        "player": 2,
        "invested": 50,
        "paid": 20,
        "shares": [
            {"pot": "uncalled", "of": 20, "gets": 20, "share": "all", "why": "nobody called it"}
        ],
    }


def test_no_low() -> None:
    hands = ("omaha8", "AsAd3d2s", "KsKdQsQd", "--board", "9s8c9d9hTc")
    assert reasons("showdown", *hands, "--pot", 100) == [["best high, no low"], []]
    assert shares("showdown", *hands) == [["scoop"], []]


def test_a_half_that_nobody_declared_for() -> None:
    hands = (*TIED_LOWS, "--pot", 90, "--declare", "high, high, high")
    assert reasons("showdown", *hands)[0] == ["best high, nobody wins low"]
    lows = (*TIED_LOWS, "--pot", 90, "--declare", "low low low")
    assert paid("showdown", *lows) == [0, 45, 45]
    assert reasons("showdown", *lows)[1] == ["ties for low with player 3, nobody wins high"]


def test_who_declares_both() -> None:
    hands = ("stud8", "AsAdAh2c3d4h6s", "Ac2d3c4s6dKdQh", "--pot", 100, "--declare", "both low")
    assert paid("showdown", *hands) == [0, 100]
    assert paid("showdown", *hands, "--both", "tied") == [75, 25]
    chips = ("split", 50, 50, "--high", "1 2", "--low", "1 1", "--declare", "both,low")
    assert paid(*chips) == [0, 100]
    assert paid(*chips, "--both", "tied") == [75, 25]


def test_more_than_two_share() -> None:
    rows = shares("split", *[12] * 5, "--high", "1 2 2 2 2", "--low", "- 1 1 1 -")
    assert rows == [["half"], ["sixth"], ["sixth"], ["sixth"], []]
    rows = shares("split", *[12] * 3, "--high", "1 2 2", "--low", "1 1 1")
    assert rows == [["two thirds"], ["sixth"], ["sixth"]]
    rows = shares("split", *[12] * 3, "--high", "1 1 1", "--low", "1 1 -")
    assert rows == [["5/12"], ["5/12"], ["sixth"]]
    assert reasons("split", *[12] * 3, "--high", "1 1 1")[0] == [
        "ties for high with players 2 and 3"
    ]


# Odd chips


@pytest.mark.parametrize(("pot", "expected"), [(101, [51, 25, 25]), (103, [52, 26, 25])])
def test_half_pots_that_do_not_divide(pot: int, expected: list[int]) -> None:
    assert paid("showdown", *TIED_LOWS, "--pot", pot) == expected


def test_house_rules_for_odd_chips() -> None:
    assert paid("split", 51, 51, "--high", "1 1", "--low", "1 1") == [52, 50]
    assert paid("split", 51, 51, "--high", "1 1", "--low", "1 1", "--odd", "even") == [51, 51]
    assert paid("showdown", *TIED_LOWS, "--pot", 103, "--odd", "high") == [53, 25, 25]
    tied = ("split", 33, 33, 33, 2, "--high", "1 1 1 -")
    assert paid(*tied, "--order", "3 2 1 4") == [33, 34, 34, 0]
    assert paid(*tied, "--odd", "one-seat") == [35, 33, 33, 0]


def test_odd_chips_by_suits() -> None:
    """In stud: for high to the highest card and suit, for low to the lowest, an ace being low."""
    tied = ("draw8", "Ah2s3d4d6d", "As2d3s4s6h", "Ac2c3c4c6s", "--pot", 9)
    assert paid("showdown", *tied) == [4, 3, 2]
    assert paid("showdown", *tied, "--odd", "suits") == [3, 3, 3]
    low = ("razz", "As2s3d4d6dTcJd", "Ac2d3s4s6hThJh", "--pot", 51)
    assert paid("showdown", *low) == [26, 25]
    assert paid("showdown", *low, "--odd", "suits") == [25, 26]


def test_the_smallest_chip() -> None:
    assert paid("showdown", *TIED_LOWS, "--pot", 175, "--chip", 25) == [100, 50, 25]
    assert paid("split", 75, 75, 25, "--high", "1 1 -", "--chip", 25) == [100, 75, 0]


def test_a_share_too_small_for_a_chip_is_told() -> None:
    table = ("split", 1, 1, "--high", "1 1", "--low", "- 1", "--chip", 2)
    assert paid(*table) == [2, 0]
    assert shares(*table) == [["quarter"], ["three quarters"]]


# Against the slow settler

WORDS = {"scoop": "1", "all": "1", "three quarters": "3/4", "two thirds": "2/3", "half": "1/2"}
WORDS |= {"third": "1/3", "quarter": "1/4", "fifth": "1/5", "sixth": "1/6", "eighth": "1/8"}


@settings(max_examples=200)
@given(payments.tables())
def test_shares_of_any_table(table: payments.Table) -> None:
    invested, high, low, rules = table
    shared = shares_of(Table(invested, high, low, rules))
    paid = [sum(s.gets for s in shared if s.player == p) for p in range(1, len(invested) + 1)]
    assert paid == split(invested, high, low, **rules).tolist()
    ranks = [payments.ranks_or_none(half) for half in (high, low)]
    live = [p for p, folded in enumerate(zip(*ranks, strict=True)) if folded != (None, None)]
    stacks, _ = settler.return_uncalled(invested, live)
    pots = settler.build_pots(stacks, live)
    names = ["pot"] if len(pots) == 1 else ["main pot", *(f"side pot {i}" for i in range(1, 10))]
    for (chips, inside), name in zip(pots, names, strict=False):
        own = {s.player: s for s in shared if s.pot == name}
        won = settler.find_winners(inside, ranks[0], ranks[1], rules["declare"], rules["both"])
        assert all(share.of == chips for share in own.values())
        assert {p: part_of(share) for p, share in own.items()} == parts(*won)
        for player, share in own.items():
            assert share.why == why(player, inside, won, rules["declare"])


def part_of(share: Share) -> Fraction:
    return Fraction(WORDS.get(share.share, share.share))


def parts(*won: list[int]) -> dict[int, Fraction]:
    """How much of a pot each winner wins, players counted from 1."""
    halves = [winners for winners in won if winners]
    found: dict[int, Fraction] = {}
    for winners in halves:
        for player in winners:
            part = Fraction(1, len(halves) * len(winners))
            found[player + 1] = found.get(player + 1, Fraction(0)) + part
    return found


def why(player: int, inside: list[int], won: tuple[list[int], list[int]], declare: Any) -> str:
    if len(inside) == 1:
        return "nobody else is in it"
    said = []
    for way, winners in zip(("high", "low"), won, strict=True):
        others = [str(other + 1) for other in winners if other + 1 != player]
        if player - 1 in winners:
            plural = "s" if len(others) > 1 else ""
            tie = f"ties for {way} with player{plural} {' and '.join(others)}"
            said.append(tie if others else f"best {way}")
    for way, winners in zip(("high", "low"), won, strict=True):
        if not winners:
            said.append(f"nobody wins {way}" if declare else f"no {way}")
    return ", ".join(said)


def test_real_showdowns_without_a_rake() -> None:
    """A player for each amount of dead money, who has folded."""
    seen = 0
    for hand in sites.all_hands():
        if not sites.is_known(hand) or hand["rake"] or "boards" in hand:
            continue
        seated, dead = sites.from_the_button(hand), hand.get("dead_money", [])
        cards = [player["cards"] for player in seated] + ["-"] * len(dead)
        stakes = [player["contrib"] for player in seated] + dead
        options = ["--invested", " ".join(map(str, stakes)), "--chip", hand.get("chip", 1)]
        options += ["--odd", "high"] if hand["id"] in sites.ROUNDS_TIED_LOWS_DOWN else []
        board = ["--board", hand["board"]] if "board" in hand else []
        found = paid("showdown", sites.GAMES[hand["game"]], *cards, *board, *options)
        assert found[: len(seated)] == sites.won(hand), hand["id"]
        seen += 1
    assert seen > 50


# Errors


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((*OMAHA, "--pot", 5, "--invested", "1 2"), 2, "--pot and --invested exclude each other"),
        ((*OMAHA, "--invested", "1 2 3"), 2, "--invested has 3 of 2 players"),
        ((*OMAHA, "--invested", "1 x"), 2, "'x', number 2 of --invested, is no whole number"),
        ((*OMAHA, "--declare", "high"), 2, "--declare has 1 of 2 players"),
        ((*OMAHA, "--declare", "high hi"), 1, "declare is 'hi' at index 1, not one of"),
        ((*OMAHA, "--pot", 0), 2, "--pot"),
        ((*OMAHA, "--pot", 1), 2, "--pot is 1, less than a chip for each player"),
        (("holdem", "AsKs"), 1, "game must be one of razz,"),
        (("razz", "As2d3h4c6sKdKx"), 1, "'K' at position 12 has no suit"),
        (("razz", "As2d3h4c6sKdKc", "As3d4h5c7sQdQc"), 1, "As appears twice in the deal"),
        (("omaha8", "As Ks 5d 7c"), 1, "the board of omaha8 has 3 to 5 cards, not 0"),
        (("razz", "-", "-"), 1, "every player has folded"),
        ((*RAZZ, "--declare", "low - low"), 1, "declare needs ranks for high and for low"),
    ],
)
def test_errors_of_showdown(arguments: tuple[object, ...], code: int, message: str) -> None:
    assert_fails("showdown", *arguments, code=code, message=message)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((1, 2), 1, "ranks are needed for high, for low or for both"),
        ((1, 2, "--high", "1 2 3"), 2, "--high has 3 of 2 players"),
        ((1, 2, "--high", "1 two"), 2, "'two', number 2 of --high, is no whole number"),
        ((1, 2, "--high", "1 0"), 1, "high is 0 at index 1"),
        ((1, 2, "--high", "- -"), 1, "chips that nobody can win"),
        ((1, 2, "--high", "1 2", "--order", "1 -"), 2, "'-', number 2 of --order"),
    ],
)
def test_errors_of_split(arguments: tuple[object, ...], code: int, message: str) -> None:
    assert_fails("split", *arguments, code=code, message=message)


def assert_fails(*arguments: object, code: int, message: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == code, result.output
    assert not result.stdout
    assert message in " ".join(result.stderr.split())
