"""Games: those there are, one's own, and who made what at a showdown."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

import fastlow
from fastlow import GAMES, NO_LOW, Game, parse, rank, rank_omaha, showdown, split
from fastlow.games import get_game
from tests import naive, spaces
from tests import test_naive as rules

Hands = list[str]

# name, low, high, qualifier, cards down and up, board, exchanges, jokers
CONTRACT: list[tuple[str, str, str | None, int | None, int, int, int, int, int]] = [
    ("razz", "A-5", None, None, 3, 4, 0, 0, 0),
    ("razz-27", "2-7", None, None, 3, 4, 0, 0, 0),
    ("london", "A-6", None, None, 3, 4, 0, 0, 0),
    ("stud8", "A-5", "high", 8, 3, 4, 0, 0, 0),
    ("omaha8", "A-5", "high", 8, 4, 0, 5, 0, 0),
    ("omaha8-5", "A-5", "high", 8, 5, 0, 5, 0, 0),
    ("omaha8-6", "A-5", "high", 8, 6, 0, 5, 0, 0),
    ("california", "A-5", None, None, 5, 0, 0, 1, 1),
    ("a5-draw", "A-5", None, None, 5, 0, 0, 1, 0),
    ("a5-triple", "A-5", None, None, 5, 0, 0, 3, 0),
    ("a6-draw", "A-6", None, None, 5, 0, 0, 1, 0),
    ("kansas-city", "2-7", None, None, 5, 0, 0, 1, 0),
    ("27-triple", "2-7", None, None, 5, 0, 0, 3, 0),
    ("26-draw", "2-6", None, None, 5, 0, 0, 1, 0),
    ("draw8", "A-5", "high", 8, 5, 0, 0, 1, 0),
]


def winners(ranks: Any) -> list[int]:
    return [i for i, each in enumerate(ranks) if each == min(ranks) < NO_LOW]


# The games


def test_the_games_of_the_contract() -> None:
    assert [*GAMES] == [name for name, *_ in CONTRACT]
    for name, *expected in CONTRACT:
        game = GAMES[name]
        assert game.name == name
        dealt = [game.down, game.up, game.board, game.exchanges, game.jokers]
        assert [game.low, game.high, game.qualifier, *dealt] == expected
        assert not game.declare


def test_what_follows_from_what_is_dealt() -> None:
    assert [GAMES[name].cards for name in ("razz", "omaha8-6", "27-triple")] == [7, 6, 5]
    assert [GAMES[name].deck for name in ("razz", "california")] == [52, 53]
    assert [name for name, game in GAMES.items() if not game.ace_low] == [
        "razz-27",
        "kansas-city",
        "27-triple",
        "26-draw",
    ]
    assert not Game("omaha", high="high", down=4, board=5).ace_low


def test_games_and_their_list_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        GAMES["razz"].low = "2-7"  # type: ignore[misc]
    with pytest.raises(TypeError):
        GAMES["mine"] = GAMES["razz"]  # type: ignore[index]
    assert len({*GAMES.values()}) == len(CONTRACT)


def test_a_game_by_its_name_or_itself() -> None:
    mine = replace(GAMES["omaha8"], name="omaha9", qualifier=9)
    assert get_game("razz") is GAMES["razz"]
    assert get_game(mine) is mine


# Showdowns


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_ranks_as_the_rules_say(game: Game) -> None:
    """Four players, seated thirty times, by the oracle."""
    for seed in range(30):
        cards = 4 * game.cards + game.board
        (deal,) = spaces.random_hands(1, cards, game.deck, seed)
        text = [str(naive.JOKER if card >= 52 else fastlow.format([card])) for card in deal]
        board = text[4 * game.cards :]
        hands = [text[i * game.cards : (i + 1) * game.cards] for i in range(4)]
        shown = showdown(game, [" ".join(hand) for hand in hands], board=" ".join(board))
        assert (shown.high is None, shown.low is None) == (game.high is None, game.low is None)
        for ranking, top, ranks in (
            (game.high, None, shown.high),
            (game.low, game.qualifier, shown.low),
        ):
            if ranking is not None and ranks is not None:
                assert ranks.dtype == np.uint16
                assert ranks.tolist() == [by_oracle(hand, board, ranking, top) for hand in hands]


def by_oracle(hand: Hands, board: Hands, ranking: str, top: int | None) -> int:
    value = naive.omaha(hand, board, ranking) if board else naive.best(hand, ranking)
    if top is not None and not naive.qualifies(value, top):
        return NO_LOW
    return naive.class_numbers(ranking)[value]


def test_a_folded_player_has_no_hand() -> None:
    shown = showdown("stud8", ["", "As2d3h4c5s6d7h", " ", "KsKdKhKcQsQdQh"])
    assert shown.high is not None
    assert shown.low is not None
    assert shown.low.tolist() == [NO_LOW, 1, NO_LOW, NO_LOW]
    assert shown.high[[0, 2]].tolist() == [NO_LOW, NO_LOW]
    assert split([10, 10, 10, 10], shown.high, shown.low).tolist() == [0, 20, 0, 20]


def test_stud_may_be_shown_down_early_and_omaha_on_the_flop() -> None:
    shown = showdown("razz", ["As 2d 3h 4c 6s", "Ad 2h 3c 4s 5d"])
    assert shown.low is not None
    assert shown.low.tolist() == [2, 1]
    flop = showdown("omaha8", ["As2dKcKh", "Ac3hQsQd"], board="4h7c8s")
    assert flop.low is not None
    assert flop.low.tolist() == [38, 39]


@pytest.mark.parametrize("check", [True, False])
def test_many_deals_at_once(check: bool) -> None:
    cards = spaces.random_hands(500, 3 * 4 + 5, 52, seed=1)
    hands, boards = cards[:, :12].reshape(500, 3, 4), cards[:, 12:]
    high, low = showdown("omaha8", hands, board=boards, check=check)
    assert high is not None
    assert low is not None
    assert high.shape == low.shape == (500, 3)
    for player in range(3):
        own = hands[:, player]
        assert (high[:, player] == rank_omaha(own, boards, "high")).all()
        assert (low[:, player] == rank_omaha(own, boards, "A-5", qualifier=8)).all()
    stud = spaces.random_hands(500, 14, 52, seed=1).reshape(5, 100, 2, 7)
    lows = showdown("london", stud, check=check).low
    assert lows is not None
    assert (lows == rank(stud, "A-6")).all()


def test_one_board_serves_many_deals() -> None:
    hands = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]], [[8, 9, 10, 11], [12, 13, 14, 15]]])
    board = parse("Ts 9s Jd Qd Kc")
    high, _ = showdown("omaha8", hands, board=board)
    assert high is not None
    assert (high == rank_omaha(hands, board, "high")).all()


def test_showdowns_of_others() -> None:
    facts = rules.facts("lib_showdown")
    assert {fact["game"] for fact in facts} == {"omaha8", "stud8", "razz"}
    for fact in facts:
        cards = [player["cards"] for player in fact["players"]]
        shown = showdown(fact["game"], cards, board=fact["board"] or "")
        names = [player["p"] for player in fact["players"]]
        for ranks, won in zip(shown, (fact["winners_hi"], fact["winners_lo"]), strict=True):
            assert (None if ranks is None else [names[i] for i in winners(ranks)]) == won


def test_shares_of_others() -> None:
    facts = rules.facts("lib_equity")
    assert len(facts) == 3
    for fact in facts:
        cards = [player["cards"] for player in fact["players"]]
        high, low = showdown(fact["game"], cards, board=fact["board"])
        assert split([2, 2], high, low)[0] == 4 * fact["p1_share"]


# Faults of other evaluators, and the rules about split pots


def test_nobody_is_paid_for_a_low_that_nobody_has() -> None:
    high, low = showdown("omaha8", ["AsAd3d2s", "KsKdQsQd"], board="9s8c9d9hTc")
    assert low is not None
    assert low.tolist() == [NO_LOW, NO_LOW]
    assert split([50, 50], high, low).tolist() == [100, 0]


def test_the_joker_may_be_another_card_in_each_half() -> None:
    game = Game("wild", low="A-5", high="high-wild", qualifier=8, jokers=1)
    high, low = showdown(game, ["Xx6h5s4d3c", "6c5d4h3s2c"])
    assert high is not None
    assert low is not None
    assert [*map(winners, (high, low))] == [[0], [0]]
    assert split([50, 50], high, low).tolist() == [100, 0]


def test_a_steel_wheel_may_lose_money() -> None:
    hands = ["5h4h3h2hAhKdKc", "5c4d3s2sAsQdQc", "9s8s7s6s5sJdJh"]
    assert split([20, 20, 20], *showdown("stud8", hands)).tolist() == [15, 15, 30]


@pytest.mark.parametrize(("pot", "paid"), [(101, [51, 25, 25]), (103, [52, 26, 25])])
def test_half_pots_that_do_not_divide(pot: int, paid: list[int]) -> None:
    hands = ["KsKdKhKc", "As2sQdJd", "Ad2dQhJh", ""]
    high, low = showdown("omaha8", hands, board="3h 4c 8h 9s 6s")
    assert split([30, 30, 30, pot - 90], high, low).tolist() == [*paid, 0]


def test_the_same_two_tie_both_ways() -> None:
    high, low = showdown("omaha8", ["As2sQdJd", "Ad2dQhJh"], board="3h 4c 8h Tc 9s")
    assert split([51, 51], high, low).tolist() == [52, 50]
    assert split([51, 51], high, low, odd="even").tolist() == [51, 51]


def test_three_tie_for_all() -> None:
    hands = ["As2d3h4c6s", "Ad2h3c4s6d", "Ah2c3s4d6h"]
    assert split([10_100] * 3, *showdown("a5-draw", hands)).tolist() == [10_100] * 3


# Games of one's own


def test_omaha_with_a_nine_qualifier() -> None:
    nine = replace(GAMES["omaha8"], name="omaha9", qualifier=9)
    hands, board = ["AsKs2dQc", "9c8dJhJs"], "7h 6s 9d Kd 5c"
    eights, nines = (showdown(game, hands, board=board).low for game in ("omaha8", nine))
    assert eights is not None
    assert nines is not None
    assert winners(eights) == winners(nines) == [0]
    board = "9h 7s 3d Kd Qh"
    eights, nines = (showdown(game, hands, board=board).low for game in ("omaha8", nine))
    assert eights is not None
    assert nines is not None
    assert (winners(eights), winners(nines)) == ([], [0])
    assert fastlow.describe(nines[0], "A-5").startswith("9-7-3-2-A,")


def test_razz_by_the_ranking_of_27() -> None:
    hands = ["2c3d4h5s6c7dAh", "2s3h4d5c6dAsKh"]
    low = showdown(Game("27-razz", low="2-7", down=3, up=4), hands).low
    assert low is not None
    assert low.tolist() == [1, naive.rank(["Kh", "5c", "4d", "3h", "2s"], "2-7")]


def test_high_low_by_a6_with_declarations() -> None:
    game = Game("declare", low="A-6", high="high", down=3, up=4, declare=True)
    hands = ["Ah2c3d4s6hKdKc", "5s6s7s8s9sKhQh", "2s3h4d7cTcJd9d"]
    high, low = showdown(game, hands)
    assert high is not None
    assert low is not None
    assert (winners(high), winners(low)) == ([1], [0])
    pay = {
        ("low", "high", "low"): [30, 30, 0],
        ("both", "high", "low"): [0, 30, 30],
        ("both", "low", "low"): [60, 0, 0],
        ("high", "high", "high"): [0, 60, 0],
    }
    for declare, paid in pay.items():
        assert split([20, 20, 20], high, low, declare=declare).tolist() == paid


def test_omaha_for_high_alone() -> None:
    game = Game("omaha", high="high", down=4, board=5)
    high, low = showdown(game, ["AsKs5d7c", "AhAdQsJd"], board="Ts7d8h4s2c")
    assert low is None
    assert high is not None
    assert winners(high) == [1]


def test_two_jokers_in_two_hands() -> None:
    game = Game("two", low="A-5", jokers=2)
    low = showdown(game, ["Jk 2d 3h 4c 6s", "Ad 2h Jk 4s 5d", "Ah 2c 3s 5c 7s"]).low
    assert low is not None
    assert low.tolist() == [2, 1, naive.rank(["7s", "5c", "3s", "2c", "Ah"], "A-5")]
    with pytest.raises(ValueError, match="Jk appears twice in the deal"):
        showdown(game, ["Jk 2d 3h 4c 6s", "Ad 2h Jk Jk 5d"])


# Errors


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "game 'mine' has neither a low nor a high ranking"),
        ({"low": "8"}, "ranking must be one of .*'8'"),
        ({"high": "8"}, "ranking must be one of .*'8'"),
        ({"low": "A-5", "qualifier": 3}, "qualifier must be 5 to 13, not 3"),
        ({"low": "A-5", "board": 3}, "game 'mine' has 3 board cards; 0 or 5 can be"),
        ({"low": "A-5", "down": 3}, "game 'mine' deals 3 cards, which no ranking takes"),
        ({"low": "A-5", "down": 2, "board": 5}, "deals 2 cards, which no ranking takes"),
        ({"low": "A-5", "up": 3}, "deals 8 cards, which no ranking takes"),
        ({"low": "A-5", "jokers": 3}, "game 'mine' has 3 jokers; 0 to 2 can be"),
        ({"low": "A-5", "down": 4, "board": 5, "jokers": 1}, "has a board and a joker"),
        ({"low": "A-5", "high": "high", "jokers": 1}, "a joker, which 'high' does not take"),
    ],
)
def test_what_no_game_can_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game("mine", **options)


RAZZ = ["As2d3h4c5s6d7h", "KsKdKhKcQsQdQh"]
CODES = parse(RAZZ)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: showdown("holdem", RAZZ), ValueError, "one of razz, .*, not 'holdem'"),
        (lambda: showdown(7, RAZZ), TypeError, "a name or a Game, not int"),  # type: ignore[arg-type]
        (lambda: showdown("razz", RAZZ[0]), TypeError, "a list of strings, .* not one string"),
        (lambda: showdown("razz", ["", ""]), ValueError, "every player has folded"),
        (lambda: showdown("razz", []), ValueError, "every player has folded"),
        (lambda: showdown("razz", CODES[0]), ValueError, r"\(\.\.\., players, k\), not \(7,\)"),
        (lambda: showdown("razz", CODES / 2), TypeError, "cards must be integers"),
        (lambda: showdown("razz", CODES[:, :4]), ValueError, "razz has 5 to 7 cards, not 4"),
        (lambda: showdown("a5-draw", RAZZ), ValueError, "hand of a5-draw has 5 cards, not 7"),
        (lambda: showdown("razz", RAZZ, board="2s"), ValueError, "razz has no board"),
        (lambda: showdown("omaha8", ["AsKs5d7c"]), ValueError, "omaha8 has 3 to 5 cards, not 0"),
        (
            lambda: showdown("omaha8", ["AsKs5d7c", "Ah"], board="2s3s4s"),
            ValueError,
            "hand 1 has 1 card, hand 0 has 4",
        ),
        (lambda: showdown("razz", [RAZZ[0]] * 2), ValueError, "As appears twice in the deal$"),
        (
            lambda: showdown("omaha8", ["AsKs5d7c", "AhKh5h7h"], board="2s3s5h"),
            ValueError,
            "5h appears twice in the deal$",
        ),
        (
            lambda: showdown("razz", [[CODES, CODES], [CODES, CODES[[1, 1]]]]),
            ValueError,
            r"Ks appears twice in the deal at index \(1, 1\)",
        ),
        (lambda: showdown("razz", [[54] * 7]), ValueError, r"54 at index \(0, 0\) is not a card"),
        (
            lambda: showdown("a5-draw", ["As2d3h4c6s", "Ad2hJk4s6d"]),
            ValueError,
            r"joker at index \(1, 2\) of the hands: the deck of a5-draw has no joker",
        ),
        (
            lambda: showdown("california", ["As2d3h4cJk", "Ad2hJk4s6d"]),
            ValueError,
            "the deck of california has one joker",
        ),
        (
            lambda: showdown("omaha8", ["AsKs5d7c"], board="2s3sJk"),
            ValueError,
            "joker at index 2 of the board: the deck of omaha8 has no joker",
        ),
    ],
)  # fmt: skip
def test_errors(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_without_the_check_hands_may_share_cards() -> None:
    low = showdown("razz", [RAZZ[0]] * 2, check=False).low
    assert low is not None
    assert low.tolist() == [1, 1]
