"""Every program of `examples/` runs, and what it prints is true."""

import os
import re
import subprocess
import sys
from functools import cache
from math import comb
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"
SPOT = ["omaha8", "As 2s Kh Kd", "Ah 3h 4c 5c"]


@cache
def printed(name: str, *options: str) -> str:
    """Run an example and return what it prints; it must succeed."""
    done = subprocess.run(
        [sys.executable, FOLDER / f"{name}.py", *options],
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures(line: str) -> list[float]:
    """Give the numbers of a line, percentages as fractions."""
    found = re.findall(r"([\d.,]*\d)(%?)", line)
    return [float(digits.replace(",", "")) / (100 if percent else 1) for digits, percent in found]


def test_bulk_simulation_counts_razz_hands() -> None:
    _, *rows = printed("bulk_simulation", "--deals", "2_000_000").splitlines()
    share = {row.split()[0]: figures(row.split(maxsplit=1)[1]) for row in rows}
    for top, hands in {"5": 781_824, "8": 13_171_200, "pair": 6_169_072}.items():
        mean, error = share[top]
        assert abs(mean - hands / comb(52, 7)) < 5 * error
    assert sum(mean for mean, _ in share.values()) == pytest.approx(1, abs=1e-5)


def test_bulk_simulation_does_not_depend_on_the_number_of_workers() -> None:
    one, two = (printed("bulk_simulation", "--deals", "500_000", "--workers", n) for n in "12")
    assert one == two


def test_what_the_joker_takes_the_others_lose() -> None:
    holder, other = (figures(line.partition(":")[2]) for line in printed("own_game").splitlines())
    assert holder[0] + 3 * other[0] == pytest.approx(400, abs=0.05)
    assert holder[0] > 2 * other[0]


def test_own_loop_plays_better_with_more_draws() -> None:
    _, *rows = printed("own_loop").splitlines()
    nothing_drawn, *_ = table = [figures(row)[1:] for row in rows]
    assert nothing_drawn[:2] == pytest.approx(
        [4080 / comb(52, 5), 18 * 1020 / comb(52, 5)], abs=5e-4
    )
    assert table == sorted(table)


def test_equity_calculator_goes_from_street_to_street() -> None:
    lines = printed("equity_calculator", *SPOT, "--board", "4d 7s Kc 8h 2d").splitlines()
    streets = [line.partition(":")[0] for line in lines if ":" in line]
    assert streets == ["before the flop", "flop", "turn", "river"]
    assert "1,086,008" in lines[0]
    assert "58.97%" in lines[1]
    assert "50.00%" in lines[-1]


def test_every_example_is_run_by_some_test() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    unknown = [
        path.name for path in FOLDER.glob("*.py") if path.stem.removeprefix("with_") not in tests
    ]
    assert not unknown
