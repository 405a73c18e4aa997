"""``fastlow draw``: what it says to people and to programs, and what it draws."""

import csv
import io
import json
from pathlib import Path

import pytest

from fastlow.cli import draw
from fastlow.draws import Way, best_draw, made_by, stored
from tests.test_cli import fail, succeed

HAND = "2c 3d 4h 7s Kc"
TARGET = "8c 7d 6h 5s 3c"


@pytest.fixture(autouse=True, scope="module")
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Never read or write the strategies of the person who runs the tests."""
    kept: Path = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("platformdirs.user_cache_path", lambda *_, **__: kept)
        yield


def record(way: Way) -> dict[str, object]:
    from fastlow import format as write

    return {
        "keep": write(way.keep),
        "discard": write(way.discard),
        "value": way.value,
        "gain": way.gain,
        "chances": way.chances,
    }


def test_people_get_a_table_in_percent() -> None:
    lines = succeed("draw", "27-triple", HAND, "--draws", 1).splitlines()
    best = best_draw(HAND, "2-7", 1, of=3)[0]
    head, first, *_ = lines
    assert head.split()[:6] == ["keep", "discard", "value", "gain", "7-high", "8-high"]
    assert first.split()[:5] == ["2c", "3d", "4h", "7s", "Kc"]
    assert first.split()[5] == f"{100 * best.value:.2f}"
    assert first.split()[7:9] == ["17.0", "8.5"]
    assert "flush" not in head.split()
    assert len(lines) == 1 + 5 + 2
    assert lines[-1] == "value: the chance against an opponent who plays the same strategy"


def test_programs_get_json_a_way_a_line() -> None:
    text = succeed("draw", "california", "Jk 3c 5d 9h Kh", "--json", "--top", 32)
    ways = best_draw("Jk 3c 5d 9h Kh", "A-5", 1, jokers=1)
    assert [json.loads(line) for line in text.splitlines()] == [record(way) for way in ways]


def test_programs_get_csv_with_a_column_a_class() -> None:
    text = succeed("draw", "kansas-city", HAND, "--csv", "--dead", "5c 5d", "--top", 3)
    rows = list(csv.DictReader(io.StringIO(text)))
    ways = best_draw(HAND, "2-7", 1, dead="5c 5d")[:3]
    assert [float(row["value"]) for row in rows] == [way.value for way in ways]
    assert [float(row["pair"]) for row in rows] == [way.chances["pair"] for way in ways]
    assert list(rows[0])[:6] == ["keep", "discard", "value", "gain", "7-high", "8-high"]


@pytest.mark.parametrize("target", [TARGET, "18"])
def test_a_target_and_its_chance_if_no_discard_comes_back(target: str) -> None:
    options = ("--target", target, "--remember", "--top", 1)
    text = succeed("draw", "27-triple", HAND, *options)
    assert "58.70" in text.splitlines()[1]
    assert text.splitlines()[-3:] == [
        "if no discard comes back: 59.64",
        "",
        "value: the chance of the target",
    ]
    told = json.loads(succeed("draw", "27-triple", HAND, *options, "--json"))
    assert told["value"] == pytest.approx(made_by(HAND, "2-7", 3, TARGET))
    assert told["remembered"] == pytest.approx(made_by(HAND, "2-7", 3, TARGET, remember=True))


def test_a_cycle_is_told() -> None:
    text = succeed("draw", "a5-triple", "2c 3d 4h 7s Kc")
    assert text.splitlines()[-1].startswith("value: the chance against an opponent who plays")


@pytest.mark.parametrize("hand", [HAND, "7c 5d 4h 3s 2c"])
def test_a_picture(hand: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    succeed("draw", "27-triple", hand, "--plot", tmp_path / "p.svg")
    text = (tmp_path / "p.svg").read_text()
    assert text.startswith("<?xml")
    assert "straight flush" in text


def test_equity_tells_who_drew_how_many() -> None:
    hands = ("27-triple", "2c 3d 4h 8s | Kc", "*")
    text = succeed("equity", *hands, "--draws", 3, "--trials", 1000, "--seed", 1)
    lines = [line.split() for line in text.split("\n\n")[-1].splitlines()]
    assert lines[0] == ["hand", "draw", "pat", "1", "2", "3", "4", "5"]
    assert " ".join(lines[1]) == "2c 3d 4h 8s 1 0.00 100.00 0.00 0.00 0.00 0.00"
    assert [line[-7] for line in lines[1:]] == ["1", "2", "3"] * 2
    for line in lines[1:]:
        assert sum(map(float, line[-6:])) == pytest.approx(100, abs=0.05)


def test_all_strategies_are_built_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[tuple[str, int, int]] = []
    monkeypatch.setattr(
        stored, "get_strategy", lambda name, n, jokers: built.append((name, n, jokers))
    )
    assert succeed("draw", "--build") == ""
    assert len(built) == 24


def test_every_game_that_it_names_is_played() -> None:
    assert {"27-triple", "a5-triple", "a6-draw", "26-draw", "kansas-city", "california"} < {
        *draw.PLAYED
    }
    for game in draw.PLAYED:
        assert succeed("draw", game, HAND, "--draws", 1, "--target", 1, "--top", 1)


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (("razz", HAND), "razz is no game of draw for low", 1),
        (("no-game", HAND), "no-game", 1),
        (("27-triple", "2c 3d 4h 7s"), "a hand has 5 cards", 1),
        (("kansas-city", HAND, "--draws", 2), "draws must be 1 to 1", 1),
        (("27-triple", HAND, "--target", "7463"), "7463 is no rank of '2-7'", 1),
        (("27-triple", HAND, "--dead", "Kc"), "dead card Kc at index 0 is in the hand", 1),
        (("27-triple", HAND, "--plot", "p.xyz"), "p.xyz has no ending of a picture", 1),
        (("27-triple", HAND, "--remember"), "--remember needs a --target", 2),
        (("27-triple", HAND, "--csv", "--json"), "--csv and --json exclude each other", 2),
    ],
)
def test_one_clear_line(arguments: tuple[str, ...], message: str, code: int) -> None:
    assert message in fail("draw", *arguments, code=code)
