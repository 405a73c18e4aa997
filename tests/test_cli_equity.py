"""``fastlow equity``: what it says to people and to programs, and what it draws."""

import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from fastlow.equity import FIGURES, equity
from tests.test_cli import FASTLOW, fail, process, succeed

RAZZ = ("razz", "Ah 2h 3h", "6s 7s 8s")


def test_people_get_a_table_in_percent() -> None:
    text = succeed("equity", *RAZZ)
    assert text == (
        "        Ah 2h 3h  6s 7s 8s\n"
        "equity   59.5582   40.4418\n"
        "win      59.5465   40.4301\n"
        "tie       0.0234    0.0234\n"
        "\n"
        "exact: all 18,265,297,050 run-outs\n"
    )


def test_a_sample_says_how_many_and_from_which_seed() -> None:
    text = succeed("equity", *RAZZ, "--sample", "--trials", 10_000, "--seed", 7)
    assert text.splitlines()[-1] == "sampled: 10,000 deals, ± one standard error, seed 7"
    assert text.count("±") == 7
    drawn = equity(RAZZ[0], RAZZ[1:], method="sample", trials=10_000, rng=7)
    assert f"{100 * drawn.equity[0]:.3f} ± {100 * drawn.error()[0]:.3f}" in text


def test_programs_get_json_that_is_the_result() -> None:
    text = succeed("equity", *RAZZ, "--trials", 5000, "--seed", 7, "--json")
    assert text.count("\n") == 1
    assert json.loads(text) == equity(RAZZ[0], RAZZ[1:], trials=5000, rng=7).to_dict()


def test_programs_get_csv_a_player_a_line() -> None:
    text = succeed("equity", *RAZZ, "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    truth = equity(RAZZ[0], RAZZ[1:])
    assert [row["hand"] for row in rows] == list(RAZZ[1:])
    for figure in FIGURES:
        assert [float(row[figure]) for row in rows] == truth.mean(figure).tolist()


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (
            ("omaha8", "A234", "KKQQ", "--board", "4h 8c 9s", "--dead", "Kc"),
            {"board": "4h 8c 9s", "dead": "Kc"},
        ),
        (
            ("razz", "A23", "678", "--sample", "--error", 0.001),
            {"method": "sample", "error": 0.001},
        ),
        (("stud8", "A234", "6789", "--trials", 9000, "--workers", 2), {"trials": 9000}),
        (("a5-draw", "A234", "678", "--exact"), {"method": "exact"}),
    ],
)
def test_options_are_those_of_the_function(
    arguments: tuple[object, ...], options: dict[str, object]
) -> None:
    game, *hands = [text for text in arguments[:3] if isinstance(text, str)]
    text = succeed("equity", *arguments, "--seed", 3, "--json")
    assert json.loads(text) == equity(game, hands, rng=3, **options).to_dict()  # type: ignore[arg-type]


def test_time_bounds_a_run() -> None:
    result = json.loads(succeed("equity", *RAZZ, "--sample", "--time", 0.1, "--json"))
    assert not result["exact"]
    assert result["n"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("badugi", "A23", "456"), "game must be one of razz"),
        (("razz", "Ah2h3h", "Ah5s6s"), "Ah is in hand 0 and in hand 1"),
        (("razz", "A2?", "456"), "at position 2"),
        (("razz", *["*"] * 8), "8 hands of 7 cards take 56 cards"),
        (("razz", "A23", "456", "--time", -1), "time must be positive"),
        (("razz", "A23", "456", "--exact", "--trials", 5), "trials bounds a sample"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(arguments: tuple[object, ...], message: str) -> None:
    told = fail("equity", *arguments)
    assert told.startswith("fastlow: ")
    assert message in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("ending", "head"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_it_draws_a_picture(tmp_path: Path, ending: str, head: bytes) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra plot")
    for name, more in (("exact", ()), ("sample", ("--sample", "--trials", 600_000, "--seed", 1))):
        path = tmp_path / f"{name}.{ending}"
        plain = succeed("equity", *RAZZ, *more)
        assert succeed("equity", *RAZZ, *more, "--plot", path) == plain
        assert path.read_bytes().startswith(head)


def test_the_course_of_a_sample_is_drawn_from_its_first_deals_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = pytest.importorskip("fastlow.cli.picture", reason="pictures need the extra plot")
    drawn: list[list[object]] = []
    monkeypatch.setattr(picture, "draw", lambda course, path: drawn.append(course))
    succeed(
        "equity", *RAZZ, "--sample", "--trials", 600_000, "--seed", 1, "--plot", tmp_path / "x.png"
    )
    steps = [step.n for step in drawn[0]]  # type: ignore[attr-defined]
    assert steps == [*(1 << k for k in range(10, 18)), 262_144, 524_288, 600_000]
    first = equity(RAZZ[0], RAZZ[1:], method="sample", trials=1024, rng=1)
    assert (drawn[0][0].counts == first.counts).all()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "message"),
    [("picture.xyz", "has no ending of a picture"), ("no/x.png", "is in no folder that exists")],
)
def test_what_stands_in_the_way_of_a_picture_is_told_before_a_long_run(
    tmp_path: Path, name: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra plot")
    monkeypatch.setattr("fastlow.cli.equity.running", None)
    assert message in fail("equity", *RAZZ, "--plot", tmp_path / name)


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['matplotlib'] = None; from fastlow.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, "equity", *RAZZ, "--plot", str(tmp_path / "x.png")],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (result.returncode, result.stderr) == (
        1,
        "fastlow: a picture needs matplotlib: install fastlow[plot]\n",
    )


def on_a_terminal(*arguments: str) -> tuple[str, str, int]:
    """Run with a terminal for both outputs; return them and the exit code."""
    (master_out, out), (master_err, err) = pty.openpty(), pty.openpty()
    child = subprocess.Popen([*FASTLOW, *arguments], stdout=out, stderr=err, close_fds=True)
    os.close(out)
    os.close(err)
    with ThreadPoolExecutor(2) as pool:  # a terminal that nobody reads would stop the child
        texts = list(pool.map(read_all, (master_out, master_err)))
    return texts[0], texts[1], child.wait(timeout=300)


def read_all(terminal: int) -> str:
    chunks = []
    with suppress(OSError):  # the other end is closed
        while chunk := os.read(terminal, 4096):
            chunks.append(chunk)
    os.close(terminal)
    return b"".join(chunks).decode().replace("\r\n", "\n")


def test_a_terminal_shows_bars_and_a_running_error() -> None:
    out, err, code = on_a_terminal(
        "equity", *RAZZ, "--sample", "--trials", "3000000", "--seed", "1"
    )
    assert code == 0
    bars = [line for line in out.splitlines() if "█" in line]
    assert [line.split("  ")[0] for line in bars] == list(RAZZ[1:])
    assert bars[0].count("█") == 24  # of 40: 59.6 %
    assert "± " in err
    assert "100%" in err


def interrupted(after: float) -> tuple[int, str]:
    child = subprocess.Popen(
        [*FASTLOW, "equity", *RAZZ, "--sample", "--time", "1000", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(after)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=300)
    return child.returncode, out


def test_an_interrupt_shows_what_is_known() -> None:
    for after in (4, 30, 90):  # seconds, until it has begun wherever this runs
        code, out = interrupted(after)
        if code == 0:
            break
    assert code == 0
    assert "sampled: " in out


def test_nothing_is_drawn_on_a_pipe() -> None:
    result = process("equity", *RAZZ)
    assert result.stderr == ""
    assert "█" not in result.stdout
