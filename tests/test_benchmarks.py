"""That every benchmark runs, and that the report and the guard say what was measured."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from numba import config

from benchmarks import guard
from benchmarks.figures import Figure, figure, find, read
from benchmarks.inspect_kernels import compiled, kernels, loops, passed
from benchmarks.measure import VECTORS
from benchmarks.report import filled
from benchmarks.tables import for_docs, for_readme, significant

ROOT = Path(__file__).parents[1]
README = "before\n<!-- benchmarks -->\nold\n<!-- /benchmarks -->\nafter\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The JSON of a run of everything, each once and on few hands."""
    path = tmp_path_factory.mktemp("run") / "run.json"
    command = [sys.executable, "-m", "pytest", "benchmarks", "--quick", f"--benchmark-json={path}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return path


def test_every_benchmark_runs(run: Path) -> None:
    figures = read(run).figures
    assert {each.about["suite"] for each in figures} == {"rank", "job", "equity", "start"}
    assert all(each.speed > 0 and each.ratio > 0 for each in figures)


def test_pages_hold_a_row_for_every_task(run: Path) -> None:
    for page in (for_readme(read(run)), for_docs(read(run))):
        assert all(f"| {task} |" in page for task in ("A-5", "Razz", "Omaha 8"))
        assert "million a second in the same run" in page or "million lookups a second" in page


def test_report_writes_readme_page_and_pictures(run: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from benchmarks.report import main

    (tmp_path / "README.md").write_text(README)
    main(["--run", str(run), "--into", str(tmp_path)])
    assert "old" not in (tmp_path / "README.md").read_text()
    written = sorted(path.name for path in (tmp_path / "docs").rglob("*.*"))
    assert written == ["benchmarks.md", "size.svg", "speed.svg"]


def test_the_test_run_disables_benchmarks() -> None:
    assert "--benchmark-disable" in (ROOT / "pyproject.toml").read_text()


# What is made of the times.


def turn(number: int, seconds: list[float], readings: list[float]) -> dict[str, Any]:
    return {
        "extra_info": {"suite": "job", "turn": number, "units": 10, "yardstick": readings},
        "stats": {"data": seconds, "median": sorted(seconds)[len(seconds) // 2]},
    }


def test_a_figure_is_the_median_of_turns_of_medians_of_rounds() -> None:
    turns = [
        turn(0, [1.0, 2.0, 90.0], [0.1, 0.2, 0.1]),  # 1 twice, and once disturbed
        turn(1, [1.0, 1.0, 1.0], [0.2, 0.2, 0.9]),  # 2 twice
        turn(2, [4.0, 4.0, 4.0], [0.1, 0.1, 0.1]),  # 0.25
    ]
    assert figure(turns) == Figure({"suite": "job"}, 5.0, 1.0, 1.0)


def test_find_wants_one() -> None:
    run: Any = SimpleNamespace(figures=[Figure({"what": what}, 1, 1, 0) for what in "ab"])
    assert find(run, what="a") == run.figures[0]
    assert find(run, what="c") is None


@pytest.mark.parametrize(
    ("number", "text"),
    [(2244.7, "2\u202f240"), (0.46207, "0.462"), (0.003494, "0.00349"), (99.96, "100"), (0, "0")],
)
def test_three_digits_count(number: float, text: str) -> None:
    assert significant(number) == text


def test_the_part_of_the_readme_is_replaced_and_nothing_else() -> None:
    part = "new \\1 part"
    assert filled(README, part, "benchmarks") == README.replace("old", part)
    with pytest.raises(SystemExit, match="must hold"):
        filled("no markers", part, "benchmarks")


# The guard.


def test_guard_names_what_has_fallen_below_half() -> None:
    recorded = {"a": 0.4, "b": 0.4}
    assert guard.fallen({"a": 0.19, "b": 0.21}, recorded) == ["a"]


def test_guard_gives_more_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = iter([{"a": 0.1, "b": 0.4}, {"a": 0.4}])
    monkeypatch.setattr(guard, "watched", lambda: {"a": None, "b": None})
    monkeypatch.setattr(guard, "measured", lambda _calls: next(measured))
    assert guard.check({"a": 0.4, "b": 0.4}) == []


def test_guard_fails_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "watched", lambda: {"a": None})
    monkeypatch.setattr(guard, "measured", lambda _calls: {"a": 0.1})
    assert guard.check({"a": 0.4}) == ["a"]


def test_what_is_watched_is_on_record() -> None:
    record = json.loads(guard.RECORD.read_text())
    assert record.keys() == VECTORS.keys()
    for ratios in record.values():
        assert ratios.keys() == guard.watched().keys()


def test_guard_reads_the_vectors_of_this_processor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = json.loads(guard.RECORD.read_text())["AVX2"]
    monkeypatch.setattr("sys.argv", ["guard"])
    monkeypatch.setattr(config, "CPU_FEATURES", "+sse2,+avx2,-avx512bw")
    monkeypatch.setattr(guard, "check", lambda record: [] if record == expected else ["a"])
    guard.main()
    monkeypatch.setattr(config, "CPU_FEATURES", "+neon")
    guard.main()
    assert capsys.readouterr().out == "nothing is on record for processors with others\n"


# What is read in the compiled code.


def test_inspection_counts_what_the_limit_does() -> None:
    found = list(loops(compiled(*kernels()["the limit"])))
    (lookups,) = [each for each in found if each.loads and each.stores]
    assert (lookups.function, lookups.is_vector) == ("look_up", False)
    assert (lookups.loads, lookups.stores) == (2, 1)


def test_the_index_compiles_to_vectors() -> None:
    found = list(loops(compiled(*kernels()["Razz, columns"])))
    (index,) = passed(found, {"index_sevens": ()})
    assert index.is_vector
    assert index.hands * index.loads >= 7  # at least one for each of seven columns
