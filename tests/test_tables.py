"""The files against a rebuild, the loader against damage, the contents against the oracle."""

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import fastlow
from fastlow import tables
from fastlow.rankings import NO_LOW, RANKINGS
from tests import naive, spaces

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tables"
FILES = sorted(path.name for path in FOLDER.glob("*.npy"))
TABLES = [(name, what) for name in RANKINGS for what in ("five", "six", "seven", "classes")]
MOST_BYTES = 4_000_000

GROUPS = {  # how often each rank of the oracle's value is there
    naive.PAIR: (2, 1, 1, 1),
    naive.TWO_PAIR: (2, 2, 1),
    naive.TRIPS: (3, 1, 1),
    naive.FULL_HOUSE: (3, 2),
    naive.QUADS: (4, 1),
    naive.FIVE_OF_A_KIND: (5,),
}


# What lies there is what is built.


@cache
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_tables", FOLDER / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def rebuilt() -> dict[str, bytes]:
    files: dict[str, bytes] = builder().files()
    return files


def test_rebuilt_tables_equal_those_that_lie_there_byte_for_byte() -> None:
    assert sorted(rebuilt()) == sorted([*FILES, "manifest.json"])
    for name, content in rebuilt().items():
        assert (FOLDER / name).read_bytes() == content, name


def test_all_tables_together_are_small() -> None:
    assert sum(len(content) for content in rebuilt().values()) < MOST_BYTES


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_of_format_1_little_endian_and_in_the_manifest(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    table = np.load(FOLDER / name)
    assert content.startswith(b"\x93NUMPY\x01\x00")
    assert table.dtype.str in ("<u2", "|u1")
    assert json.loads((FOLDER / "manifest.json").read_text())[name] == {
        "shape": list(table.shape),
        "dtype": table.dtype.str,
        "sha256": sha256(content).hexdigest(),
    }


# The command of the builder.


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Another folder of the same tables."""
    return Path(shutil.copytree(FOLDER, tmp_path / "tables"))


@pytest.fixture
def build(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The builder's command, at work in the other folder."""
    monkeypatch.setattr(builder(), "HERE", copy)
    monkeypatch.setattr(builder(), "files", rebuilt)

    def run(*arguments: str) -> None:
        monkeypatch.setattr(sys, "argv", ["build.py", *arguments])
        builder().main()

    return run


def flip(path: Path) -> None:
    """Damage the last byte of a file."""
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def test_check_is_content_with_what_build_writes(
    build: Callable[..., None], copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in copy.glob("*.npy"):
        path.unlink()
    build()
    build("--check")
    n_bytes = sum(map(len, rebuilt().values()))
    assert capsys.readouterr().out == f"{len(rebuilt())} files, {n_bytes:,} bytes\n" * 2
    assert sorted(path.name for path in copy.glob("*.npy")) == FILES


def test_check_names_every_file_that_is_not_right(build: Callable[..., None], copy: Path) -> None:
    flip(copy / "2-7-six.npy")
    (copy / "A-5-five.npy").unlink()
    (copy / "stray.npy").touch()
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    with pytest.raises(SystemExit) as caught:
        build("--check")
    names = "2-7-six.npy, A-5-five.npy, stray.npy"
    assert caught.value.code == f"not what build.py makes: {names}"
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == before


@pytest.mark.parametrize("ranking", ["A-5", "2-7", "high"])
@pytest.mark.parametrize(("what", "by"), [("five", 2), ("five", 9000), ("seven", NO_LOW)])
def test_the_builder_finds_a_class_without_hands_and_a_hand_without_rank(
    ranking: str, what: str, by: int
) -> None:
    names = ("five", "six", "seven", "classes")
    built = {name: tables.load(ranking, name).copy() for name in names}
    builder().prove(RANKINGS[ranking], built)
    built[what][built[what] == built[what].min()] = by
    with pytest.raises(AssertionError):
        builder().prove(RANKINGS[ranking], built)


# The loader.


@pytest.fixture
def installed(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the loader begin anew, in the other folder."""
    monkeypatch.setattr(tables, "_folder", lambda: copy)
    forget()
    yield copy
    forget()


def forget() -> None:
    for function in (tables.load, tables._lookup, tables._manifest):
        function.cache_clear()


def assert_refused(message: str) -> None:
    for _ in range(2):  # an error is not cached as a table
        with pytest.raises(tables.TableError) as caught:
            fastlow.rank([0, 5, 10, 15, 19], "A-5")
        assert str(caught.value) == message


@pytest.mark.parametrize("what", ["five", "six", "seven"])
def test_a_damaged_byte(installed: Path, what: str) -> None:
    flip(installed / f"A-5-{what}.npy")
    assert_refused(f"table A-5-{what}.npy in {installed} is damaged; reinstall fastlow")
    assert fastlow.rank([0, 5, 10, 15, 19], "2-6") == 1, "the others are as good as ever"


def test_a_truncated_file(installed: Path) -> None:
    (installed / "A-5-five.npy").write_bytes(b"")
    assert_refused(f"table A-5-five.npy in {installed} is damaged; reinstall fastlow")


def test_a_file_that_is_not_there(installed: Path) -> None:
    path = installed / "A-5-six.npy"
    path.unlink()
    reason = f"[Errno 2] No such file or directory: '{path}'"
    assert_refused(f"table A-5-six.npy is missing: {reason}")


@pytest.mark.parametrize("field", ["shape", "dtype"])
def test_another_shape_or_type(installed: Path, field: str) -> None:
    rewrite(installed, lambda manifest: manifest["A-5-five.npy"].update({field: "other"}))
    where = f"table A-5-five.npy in {installed}"
    assert_refused(f"{where} has another shape or type than its manifest")


def rewrite(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


def test_a_file_that_the_manifest_does_not_know(installed: Path) -> None:
    rewrite(installed, lambda manifest: manifest.pop("A-5-five.npy"))
    assert_refused(f"table A-5-five.npy in {installed} is damaged; reinstall fastlow")


@pytest.mark.parametrize("content", [b"", b'{"A-5-five', b"\xff"])
def test_a_damaged_manifest(installed: Path, content: bytes) -> None:
    (installed / "manifest.json").write_bytes(content)
    assert_refused(f"manifest.json in {installed} is damaged; reinstall fastlow")


def test_a_manifest_that_is_not_there(installed: Path) -> None:
    path = installed / "manifest.json"
    path.unlink()
    reason = f"[Errno 2] No such file or directory: '{path}'"
    assert_refused(f"table manifest.json is missing: {reason}")


def test_a_table_is_read_once(installed: Path) -> None:
    first = tables.load("2-7", "five")
    shutil.rmtree(installed)
    assert tables.load("2-7", "five") is first


@pytest.mark.parametrize(("ranking", "what"), TABLES)
def test_tables_are_read_only_and_native(ranking: str, what: str) -> None:
    table = tables.load(ranking, what)
    assert table.dtype.isnative
    assert not table.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1


@pytest.mark.parametrize("qualifier", [None, 8])
def test_tables_of_a_lookup_are_read_only(qualifier: int | None) -> None:
    found = tables.lookup("2-7", qualifier)
    assert not any(table.flags.writeable for table in found if table is not None)


def test_the_tables_inside_a_package_come_first(tmp_path: Path) -> None:
    """As in a wheel: the package alone, somewhere else, without the checkout around it."""
    package = tmp_path / "fastlow"
    shutil.copytree(ROOT / "src" / "fastlow", package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FOLDER, package / "tables")
    script = "from fastlow import tables; print(tables.__file__, tables.load('2-7', 'five').sum())"
    command = [sys.executable, "-B", "-c", script]
    run = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert run.stderr == ""
    assert run.stdout.split() == [str(package / "tables.py"), str(tables.load("2-7", "five").sum())]
    flip(package / "tables" / "2-7-five.npy")
    run = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert f"TableError: table 2-7-five.npy in {package / 'tables'} is damaged" in run.stderr


# What the tables hold.


@pytest.mark.parametrize("ranking", naive.RANKINGS)
def test_classes_are_those_of_the_oracle_in_its_order(ranking: str) -> None:
    expected = [class_row(value) for value in naive.class_numbers(ranking)]
    assert tables.load(ranking, "classes").tolist() == expected


def class_row(value: naive.Value) -> list[int]:
    """Write a value of the oracle as category and five ranks from 2 = 0 to A = 12."""
    category, *numbers = map(abs, value)
    ranks = [(number - 2) % 13 for number in numbers]
    return [category, *np.repeat(ranks, GROUPS.get(category, (1, 1, 1, 1, 1))).tolist()]


@pytest.mark.parametrize("ranking", ["A-6", "2-7"])
def test_unpaired_has_the_ranks_that_a_flush_would_spoil(ranking: str) -> None:
    expected = [0]
    for category, *ranks in map(class_row, naive.class_numbers(ranking)):
        expected.append(sum(1 << r for r in ranks) if category == naive.NO_PAIR else 0)
    assert tables.load(ranking, "unpaired").tolist() == expected


@pytest.mark.parametrize("ranking", naive.HIGH_RANKINGS)
def test_flush_is_the_best_of_all_choices(ranking: str) -> None:
    suited = {ranks: number for ranks, one_suit, number in spaces.kinds(ranking) if one_suit}
    table = tables.load(ranking, "flush")
    for jokers in range(3):
        for held in range(1 << 13):
            ranks = [r for i, r in enumerate(naive.RANKS) if held >> i & 1]
            if len(ranks) <= 8 - jokers:  # seven cards, and one for luck
                fives = combinations(ranks, 5 - jokers)
                numbers = (suited.get("".join(five) + "*" * jokers, NO_LOW) for five in fives)
                assert table[jokers, held] == min(numbers, default=NO_LOW)


# Qualifiers.

QUALIFYING = {  # how many classes without a pair have no card above a five, six, ... king
    "A-5": [1, 6, 21, 56, 126, 252, 462, 792, 1287],
    "A-6": [0, 4, 18, 52, 121, 246, 455, 784, 1278],
    "2-7": [0, 0, 4, 18, 52, 121, 246, 455, 784],
    "2-6": [0, 1, 6, 21, 56, 126, 252, 462, 792],
}


@pytest.mark.parametrize("ranking", naive.LOW_RANKINGS)
def test_qualifying_ranks(ranking: str) -> None:
    law = RANKINGS[ranking]
    assert [tables.qualifying(law, top) for top in range(5, 14)] == QUALIFYING[ranking]
    assert tables.qualifying(law, None) is None


@pytest.mark.parametrize("ranking", naive.LOW_RANKINGS)
@pytest.mark.parametrize("top", [5, 8, 13])
def test_misses_are_no_low(ranking: str, top: int) -> None:
    worst = QUALIFYING[ranking][top - 5]
    whole, clipped = tables.lookup(ranking), tables.lookup(ranking, top)
    for before, after in zip(whole[:3], clipped[:3], strict=True):
        assert (after == np.where(before <= worst, before, NO_LOW)).all()
    assert whole.unpaired is clipped.unpaired
    assert whole.five is tables.load(ranking, "five")
