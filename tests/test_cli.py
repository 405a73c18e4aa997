"""The command, as people and programs use it: real processes where that matters."""

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import fastlow
from fastlow import cli
from fastlow.deals import deal
from fastlow.files.npy import RANK
from tests import naive

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "examples" / "hands.txt"
FASTLOW = [sys.executable, "-c", "from fastlow.cli import main; main()"]
NUTS = "7c 5d 4h 3s 2c"


def invoke(*arguments: object, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(cli.app, [*map(str, arguments)], input=stdin)


def succeed(*arguments: object, stdin: str | bytes = "") -> str:
    result = invoke(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def fail(*arguments: object, stdin: str | bytes = "", code: int = 1) -> str:
    result = invoke(*arguments, stdin=stdin)
    assert result.exit_code == code, result.output
    assert isinstance(result.exception, SystemExit)
    return result.stderr


def process(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [*FASTLOW, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


class TestHelp:
    COMMANDS = ("rank", "describe", "classes", "deal")

    def test_it_lists_the_commands(self) -> None:
        text = succeed("--help")
        for name in self.COMMANDS:
            assert re.search(rf"^  {name} +[A-Z].*\.$", text, re.MULTILINE)
        assert {module.__name__.split(".")[-1] for module in cli.COMMANDS} >= {*self.COMMANDS}

    def test_version(self) -> None:
        assert succeed("--version") == f"fastlow {version('fastlow')}\n"

    @pytest.mark.parametrize("module", cli.COMMANDS)
    def test_every_example_works(self, module: Any, tmp_path: Path) -> None:
        text = succeed(module.__name__.split(".")[-1], "--help")
        examples = re.findall(r"^ +\$ (.*)$", text, re.MULTILINE)
        assert examples == [*module.EXAMPLES]
        assert examples
        (tmp_path / "bin").mkdir()
        script = tmp_path / "bin" / "fastlow"
        script.write_text(f"#!{sys.executable}\nfrom fastlow.cli import main\nmain()\n")
        script.chmod(0o755)
        path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
        for example in examples:
            done = subprocess.run(
                ["bash", "-o", "pipefail", "-c", example],
                cwd=tmp_path,
                env=os.environ | {"PATH": path},
                capture_output=True,
                text=True,
            )
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout or len(list(tmp_path.iterdir())) > 1

    def test_the_library_does_not_wait_for_the_command(self) -> None:
        code = "import sys, fastlow; print({'typer', 'rich', 'click'} & {*sys.modules})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.stdout == "set()\n"


class TestRank:
    def test_the_sample_file(self) -> None:
        rows = rows_of(succeed("rank", SAMPLE, "--ranking", "2-7"))
        assert len(rows) == 20
        for row in rows:
            assert int(row["rank"]) == naive.rank(row["cards"].split(), "2-7")

    def test_standard_input(self) -> None:
        text = f"{NUTS}\n8c 7d 6h 5s 3c\n"
        expected = f"cards,rank\n{NUTS},1\n8c 7d 6h 5s 3c,18\n"
        assert succeed("rank", "-", "--ranking", "2-7", stdin=text) == expected
        assert process("rank", "-", "--ranking", "2-7", input=text).stdout == expected

    def test_standard_input_as_csv_and_as_npy(self) -> None:
        options = ("--ranking", "2-7", "--csv")
        text = f"id,hole\n7,{NUTS}\n"
        out = succeed("rank", "-", "--from", "csv", "--column", "hole", *options, stdin=text)
        assert out == f"id,hole,rank\n7,{NUTS},1\n"
        array = io.BytesIO()
        np.save(array, fastlow.parse([NUTS]))
        out = succeed("rank", "-", "--from", "npy", *options, stdin=array.getvalue())
        assert out == f"cards,rank\n{NUTS},1\n"

    def test_a_column_a_card(self, tmp_path: Path) -> None:
        (tmp_path / "h.csv").write_text("a,b,c,d,e\n7c,5d,4h,3s,2c\n")
        options = ("--columns", "a,b,c,d,e", "--into", "low", "--ranking", "2-7")
        out = succeed("rank", tmp_path / "h.csv", *options)
        assert out == "a,b,c,d,e,low\n7c,5d,4h,3s,2c,1\n"

    @pytest.mark.parametrize("flag", [["--json"], ["--format", "jsonl"]])
    def test_json(self, flag: list[str]) -> None:
        out = succeed("rank", "-", "--ranking", "2-7", "--describe", *flag, stdin=NUTS)
        row = json.loads(out)
        assert row.pop("name").startswith("7-5-4-3-2, number one")
        assert row == {"cards": NUTS, "rank": 1}

    def test_files(self, tmp_path: Path) -> None:
        hands = deal(1000, 7, rng=1)
        np.save(tmp_path / "hands.npy", hands)
        expected = fastlow.rank(hands, "A-5", qualifier=8)
        options = ("--ranking", "A-5", "--qualifier", 8, "--workers", 2)
        for name in ("r.npy", "r.csv"):
            assert succeed("rank", tmp_path / "hands.npy", *options, "-o", tmp_path / name) == ""
        assert (np.load(tmp_path / "r.npy") == expected).all()
        assert [int(r["rank"]) for r in rows_of((tmp_path / "r.csv").read_text())] == [*expected]
        assert (expected == fastlow.NO_LOW).any()

    def test_a_bad_hand_stops_it(self, tmp_path: Path) -> None:
        (tmp_path / "hands.txt").write_text(f"{NUTS}\n# x\n7c 5d 4h 3s 2x\n")
        out = tmp_path / "ranks.csv"
        done = process("rank", "hands.txt", "--ranking", "2-7", "-o", out, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr == "fastlow: hands.txt, line 3: '2' at position 12 has no suit\n"
        assert [path.name for path in tmp_path.iterdir()] == ["hands.txt"]

    def test_or_gets_its_status(self) -> None:
        result = invoke(
            *("rank", "-", "--ranking", "2-7", "--on-error", "status"),
            stdin=f"{NUTS}\n7c 5d\n{NUTS}\n",
        )
        assert result.exit_code == 0
        assert [(row["rank"], row["status"]) for row in rows_of(result.stdout)] == [
            ("1", "ok"),
            ("", "2 cards, where a hand has 5, 6 or 7"),
            ("1", "ok"),
        ]
        assert result.stderr == "fastlow: 1 of 3 hands could not be ranked\n"

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["none.txt", "--ranking", "2-7"], "none.txt: No such file or directory"),
            (["-", "--ranking", "high", "--qualifier", "8"], "takes no qualifier"),
            (
                ["-", "--ranking", "2-7", "--columns", "a,b"],
                "is read as text, which has no columns to name",
            ),
            (["-", "--ranking", "2-7", "--format", "npy"], "npy is written to a file of its own"),
            (["-", "--ranking", "2-7", "-o", "no/r.csv"], "no/r.csv: No such file or directory"),
            (["-", "--ranking", "2-7", "-o", "r.npy", "--describe"], "no place for names"),
            (["-", "--ranking", "2-7", "-o", "r.xls"], "r.xls: a name that ends in '.xls'"),
        ],
    )
    def test_one_clear_line(
        self, arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        error = fail("rank", *arguments, stdin=NUTS)
        assert re.search(f"^fastlow: .*{message}.*\n$", error)
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize(
        "arguments",
        [
            ["-"],
            ["-", "--ranking", "2-8"],
            ["-", "--ranking", "2-7", "--csv", "--json"],
            ["-", "--ranking", "2-7", "--csv", "--format", "csv"],
            ["-", "--ranking", "2-7", "--column", "a", "--columns", "a,b"],
            ["-", "--ranking", "2-7", "--qualifier", "14"],
            ["-", "--ranking", "2-7", "--workers", "0"],
            ["-", "--ranking", "2-7", "--nonsense"],
        ],
    )
    def test_wrong_usage(self, arguments: list[str]) -> None:
        assert "Error: " in fail("rank", *arguments, stdin=NUTS, code=2)


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten million hands, which take a while to rank."""
    path = tmp_path_factory.mktemp("hands") / "hands.txt"
    block = "".join(f"{hand}\n" for hand in fastlow.format(deal(10_000, 5, rng=1)))
    with path.open("w") as file:
        for _ in range(1000):
            file.write(block)
    return path


class TestProcess:
    def running(self, folder: Path, *arguments: object) -> subprocess.Popen[bytes]:
        """Start the command, and wait until it is in the middle of writing a file."""
        command = [*FASTLOW, *map(str, arguments)]
        started = subprocess.Popen(command, stderr=subprocess.PIPE, cwd=folder)
        while not any(path.stat().st_size for path in folder.glob(".r.csv.*")):
            assert started.poll() is None, "it ended too early"
            time.sleep(0.002)
        return started

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("workers", [1, 2])
    def test_an_interrupt_leaves_no_file(
        self, tmp_path: Path, hands: Path, number: signal.Signals, workers: int
    ) -> None:
        options = ("--ranking", "2-7", "-o", "r.csv", "--workers", workers)
        started = self.running(tmp_path, "rank", hands, *options)
        started.send_signal(number)
        _, error = started.communicate(timeout=30)
        assert (started.returncode, error) == (128 + number, b"")
        assert not list(tmp_path.iterdir())

    def test_an_interrupt_while_it_waits_for_input(self, tmp_path: Path) -> None:
        command = [*FASTLOW, "rank", "-", "--ranking", "2-7", "-o", "r.csv"]
        pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, cwd=tmp_path, **pipes) as started:  # type: ignore[call-overload]
            started.stdin.write(f"{NUTS}\n".encode())
            started.stdin.flush()
            while not any(path.stat().st_size > 20 for path in tmp_path.iterdir()):
                time.sleep(0.002)
            started.send_signal(signal.SIGINT)
            assert started.wait(30) == 130
            assert started.stderr.read() == b""
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize(
        "command", ["rank hands.txt --ranking 2-7", "classes 2-7 --csv", "deal 999999 5"]
    )
    def test_a_reader_that_has_seen_enough(self, hands: Path, command: str) -> None:
        line = f'"$0" -c "from fastlow.cli import main; main()" {command} | head -n 2'
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line, sys.executable],
            cwd=hands.parent,
            capture_output=True,
        )
        assert done.stderr == b""
        assert len(done.stdout.splitlines()) == 2
        assert done.returncode == 128 + signal.SIGPIPE

    def test_memory_does_not_grow_with_the_file(self, tmp_path: Path, hands: Path) -> None:
        (tmp_path / "few.txt").write_bytes(hands.read_bytes()[: 15 * 500_000])
        code = (
            "import resource, sys; from fastlow.cli import app\n"
            "for path in sys.argv[1:]:\n"
            "    app(['rank', path, '--ranking', '2-7', '-o', 'r.csv'], standalone_mode=False)\n"
            "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        command = [sys.executable, "-c", code, str(tmp_path / "few.txt"), str(hands)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        few, many = map(int, done.stdout.split())
        assert many - few < 5_000  # kB, of files of 7.5 and 150 MB

    def test_a_terminal_gets_a_table_and_no_bar(self) -> None:
        text = on_a_terminal(["rank", str(SAMPLE), "--ranking", "2-7"], stdout=True)
        head, first, *_ = text.splitlines()
        assert head.split() == ["cards", "rank", "name"]
        assert first.startswith(f"{NUTS}     1  7-5-4-3-2, number one")
        assert len(text.splitlines()) == 21

    def test_a_terminal_gets_a_bar_beside_a_file(self, tmp_path: Path, hands: Path) -> None:
        out = tmp_path / "r.npy"
        text = on_a_terminal(["rank", str(hands), "--ranking", "2-7", "-o", str(out)])
        assert "ranking" in text
        assert re.search(r"\d+%", text)
        assert out.stat().st_size == 128 + 10_000_000 * RANK.itemsize

    def test_no_bar_without_a_terminal(self, tmp_path: Path) -> None:
        done = process("rank", SAMPLE, "--ranking", "2-7", "-o", tmp_path / "r.csv")
        assert (done.stdout, done.stderr) == ("", "")


def on_a_terminal(arguments: list[str], *, stdout: bool = False) -> str:
    """Run the command with standard error, and perhaps output, on a terminal; what it shows."""
    ours, its = pty.openpty()
    out = its if stdout else subprocess.DEVNULL
    started = subprocess.Popen([*FASTLOW, *arguments], stdout=out, stderr=its)
    os.close(its)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 4096)
        except OSError:  # its end is closed
            break
        if not shown:
            break
    os.close(ours)
    assert started.wait(30) == 0
    return shown.decode()


class TestDescribe:
    def test_ranks(self) -> None:
        lines = succeed("describe", 1, 18, 785, "--ranking", "2-7").splitlines()
        assert [line.split(maxsplit=2) for line in lines] == [
            ["rank", "cards", "name"],
            ["1", "7-5-4-3-2", "number one, the nuts, seven perfect, the wheel"],
            ["18", "8-7-6-5-3", fastlow.describe(18, "2-7").partition(", ")[2]],
            ["785", "A-5-4-3-2", "ace-five, nut ace, smooth ace"],
        ]

    @pytest.mark.parametrize("cards", [["Ah2h3h4h5h"], ["Ah", "2h", "3h", "4h", "5h", "Kd", "Kc"]])
    def test_a_hand(self, cards: list[str]) -> None:
        row = json.loads(succeed("describe", *cards, "--ranking", "A-5", "--json"))
        assert row == {"rank": 1, "cards": "5-4-3-2-A", "name": "wheel, bicycle, steel wheel"}

    def test_csv(self) -> None:
        (row,) = rows_of(succeed("describe", 5, "--ranking", "2-7", "--csv"))
        assert row["cards"] == "8-5-4-3-2"
        assert "eight perfect" in row["name"]

    def test_no_low(self) -> None:
        text = succeed("describe", "9c8d7h2s3c", "--ranking", "A-5", "--qualifier", 8)
        assert text.splitlines()[1].split() == ["65535", "no", "low"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["As As 2c 3d 4h"], "As appears twice, at positions 0 and 3"),
            (["7463"], "7463 at index 0 is not a rank of '2-7'"),
            (["0"], "0 at index 0 is not a rank"),
            (["As 2c"], "5, 6 or 7 cards"),
            (["nothing"], "'n' at position 0 is not a card letter"),
        ],
    )
    def test_one_clear_line(self, arguments: list[str], message: str) -> None:
        error = fail("describe", *arguments, "--ranking", "2-7")
        assert re.search(f"^fastlow: .*{message}.*\n$", error)

    def test_a_qualifier_for_a_rank_is_wrong_usage(self) -> None:
        fail("describe", "5", "--ranking", "A-5", "--qualifier", "8", code=2)


class TestClasses:
    def test_csv(self) -> None:
        rows = rows_of(succeed("classes", "2-7", "--csv"))
        assert len(rows) == 7462
        assert sum(int(row["hands"]) for row in rows) == 2_598_960
        assert [row["rank"] for row in rows] == [str(i) for i in range(1, 7463)]
        assert rows[784]["cards"] == "A-5-4-3-2"

    def test_json_and_top(self) -> None:
        rows = [*map(json.loads, succeed("classes", "A-5", "--json", "--top", 56).splitlines())]
        assert sum(row["hands"] for row in rows) == 57_344
        assert rows[-1]["cards"] == "8-7-6-5-4"
        assert list(rows[0]) == ["rank", "cards", "category", "name", "hands"]

    def test_jokers(self) -> None:
        rows = rows_of(succeed("classes", "A-5", "--jokers", 1, "--csv"))
        assert sum(int(row["hands"]) for row in rows) == 2_869_685

    def test_a_table(self) -> None:
        head, first, *rest = succeed("classes", "2-7", "--top", 18).splitlines()
        assert head.split() == ["rank", "cards", "category", "name", "hands"]
        assert re.fullmatch(r"   1  7-5-4-3-2  high card  number one, .* +1020", first)
        assert len(rest) == 17
        assert "Dave P." in rest[-1]
        assert len({len(line) for line in [head, first, *rest]}) == 1

    def test_wrong_usage(self) -> None:
        fail("classes", "2-8", code=2)
        fail("classes", "2-7", "--csv", "--json", code=2)
        fail("classes", "2-7", "--top", 0, code=2)
        assert "takes no jokers" in fail("classes", "high", "--jokers", 1)


class TestDeal:
    def test_the_hands_of_the_library(self) -> None:
        options = ("--dead", "As 2d", "--jokers", 1, "--seed", 5)
        expected = deal(70_000, 6, dead="As 2d", jokers=1, rng=5)
        text = succeed("deal", 70_000, 6, *options)
        assert (fastlow.parse(text.splitlines(), check=False) == expected).all()

    def test_csv_and_json(self) -> None:
        first, second = list(fastlow.format(deal(2, 5, rng=1)))
        out = succeed("deal", 2, 5, "--seed", 1, "--csv")
        assert [row["cards"] for row in rows_of(out)] == [first, second]
        out = succeed("deal", 2, 5, "--seed", 1, "--json")
        assert [json.loads(line)["cards"] for line in out.splitlines()] == [first, second]

    def test_without_a_seed_no_two_are_alike(self) -> None:
        assert succeed("deal", 10, 7) != succeed("deal", 10, 7)

    def test_no_hands(self) -> None:
        assert succeed("deal", 0, 5) == ""

    def test_errors(self) -> None:
        assert "53 cards cannot be dealt" in fail("deal", 1, 53)
        assert "As appears twice" in fail("deal", 1, 5, "--dead", "AsAs")
        fail("deal", -1, 5, code=2)


def test_a_damaged_table_is_one_line(tmp_path: Path) -> None:
    code = (
        "from fastlow import tables, cli\n"
        f"from pathlib import Path; tables._folder = lambda: Path({str(tmp_path)!r})\n"
        "cli.main()"
    )
    command = [sys.executable, "-c", code, "describe", "1", "--ranking", "2-7"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert re.fullmatch(r"fastlow: .*missing.*\n", done.stderr)
