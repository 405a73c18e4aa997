"""Parquet files are ranked as one call ranks their hands, and everything else is kept."""

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastlow
from fastlow import files

pa = pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra arrow is not installed")

HANDS = fastlow.deal(1000, 7, jokers=1, rng=1)
RANKS = fastlow.rank(HANDS, "2-7")
TEXTS = fastlow.format(HANDS)
FASTLOW = [sys.executable, "-c", "from fastlow.cli import main; main()"]
CARDS = [f"c{i}" for i in range(1, 8)]


def by_card(values: Any) -> dict[str, Any]:
    return dict(zip(CARDS, map(list, zip(*values, strict=True)), strict=True))


def fixed(hands: Any) -> Any:
    flat = pa.array(np.ascontiguousarray(hands).reshape(-1))
    return pa.FixedSizeListArray.from_arrays(flat, hands.shape[1])


LAYOUTS = {
    "strings": {"cards": TEXTS},
    "large strings": {"cards": pa.array(TEXTS, pa.large_string())},
    "a dictionary": {"cards": pa.array(TEXTS).dictionary_encode()},
    "lists of fixed size": {"cards": fixed(HANDS)},
    "lists": {"cards": pa.array(HANDS.tolist())},
    "a code in each column": by_card(HANDS.tolist()),
    "narrow codes": {name: pa.array(each, pa.uint8()) for name, each in by_card(HANDS).items()},
    "a card in each column": by_card([text.split() for text in TEXTS]),
}


def ranked(
    source: Path, target: Path, ranking: str = "2-7", columns: Any = None, **options: Any
) -> Any:
    with files.open_hands(source, columns=columns) as hands:
        files.write(files.ranked(hands, ranking, **options), target)
    return pq.read_table(target)


def columns_of(table: Any) -> list[str] | None:
    return None if "cards" in table.column_names else CARDS


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_has_the_ranks_of_one_call(layout: str, tmp_path: Path) -> None:
    table = pa.table(LAYOUTS[layout])
    pq.write_table(table, tmp_path / "hands.parquet", row_group_size=300)
    result = ranked(
        tmp_path / "hands.parquet", tmp_path / "ranks.parquet", columns=columns_of(table)
    )
    assert result.schema.field("rank").type == pa.uint16()
    assert result["rank"].to_pylist() == RANKS.tolist()
    assert result.drop_columns(["rank"]).equals(table)


def test_other_columns_are_carried_through_with_their_types(tmp_path: Path) -> None:
    n = len(TEXTS)
    others = {
        "id": pa.array(range(n), pa.uint64()),
        "when": pa.array(range(n), pa.timestamp("us", tz="UTC")),
        "what": pa.array([None if i % 3 else "x" for i in range(n)]).dictionary_encode(),
        "money": pa.array(range(n)).cast(pa.decimal128(24, 2)),
        "flags": pa.array([[True] * (i % 4) for i in range(n)]),
        "nested": pa.array([{"a": i, "b": [i]} for i in range(n)]),
        "blob": pa.array([b"\xff\x00"] * n),
    }
    table = pa.table({**others, "cards": TEXTS, "last": pa.nulls(n, pa.float32())})
    pq.write_table(table, tmp_path / "hands.pq", row_group_size=333)
    result = ranked(tmp_path / "hands.pq", tmp_path / "ranks.parquet", into="value")
    assert result.column_names == [*table.column_names, "value"]
    assert result.drop_columns(["value"]).equals(table)


def test_names_and_a_qualifier(tmp_path: Path) -> None:
    pq.write_table(
        pa.table({"cards": ["8c 5d 4h 3s 2c", "9c 5d 4h 3s 2c"]}), tmp_path / "h.parquet"
    )
    result = ranked(tmp_path / "h.parquet", tmp_path / "r.parquet", "A-5", qualifier=8, names=True)
    assert result["rank"].to_pylist() == [26, fastlow.NO_LOW]
    assert result["name"][0].as_py().startswith("8-5-4-3-2")


@pytest.mark.parametrize("target", ["ranks.csv", "ranks.jsonl", "ranks.npy", "ranks.csv.gz"])
def test_to_other_formats(target: str, tmp_path: Path) -> None:
    table = pa.table({"day": pa.array([19000] * 1000, pa.date32()), "cards": TEXTS})
    pq.write_table(table, tmp_path / "hands.parquet")
    with files.open_hands(tmp_path / "hands.parquet") as hands:
        files.write(files.ranked(hands, "2-7"), tmp_path / target)
    if target == "ranks.npy":
        assert np.load(tmp_path / target).tolist() == RANKS.tolist()
    elif target == "ranks.jsonl":
        lines = (tmp_path / target).read_text().splitlines()
        assert json.loads(lines[0]) == {
            "day": "2022-01-08",
            "cards": TEXTS[0],
            "rank": int(RANKS[0]),
        }
    else:
        again = ranked(tmp_path / target, tmp_path / "again.parquet", into="second")
        assert again["rank"].to_pylist() == [str(rank) for rank in RANKS]
        assert again["second"].to_pylist() == RANKS.tolist()
        assert again["day"][0].as_py() == "2022-01-08"


def test_from_other_formats(tmp_path: Path) -> None:
    np.save(tmp_path / "hands.npy", HANDS)
    (tmp_path / "hands.txt").write_text("\n".join(TEXTS))
    for source in ("hands.npy", "hands.txt"):
        result = ranked(tmp_path / source, tmp_path / "ranks.parquet")
        assert result["cards"].to_pylist() == TEXTS
        assert result["rank"].to_pylist() == RANKS.tolist()


def test_from_a_stream_that_seeks(tmp_path: Path) -> None:
    pq.write_table(pa.table({"cards": TEXTS}), tmp_path / "hands.parquet")
    with (
        (tmp_path / "hands.parquet").open("rb") as stream,
        files.open_hands(stream, format="parquet") as hands,
    ):
        ranks = [block.ranks for block in files.ranked(hands, "2-7").blocks]
    assert np.concatenate(ranks).tolist() == RANKS.tolist()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_rows(layout: str, tmp_path: Path) -> None:
    table = pa.table(LAYOUTS[layout])[:0]
    pq.write_table(table, tmp_path / "hands.parquet")
    result = ranked(
        tmp_path / "hands.parquet", tmp_path / "ranks.parquet", columns=columns_of(table)
    )
    assert len(result) == 0
    assert result.schema.names == [*table.column_names, "rank"]
    assert result.schema.field("rank").type == pa.uint16()


def test_no_lines(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text("player,cards\n")
    result = ranked(tmp_path / "hands.csv", tmp_path / "ranks.parquet", names=True)
    assert result.schema.types == [pa.string(), pa.string(), pa.uint16(), pa.string()]


def test_row_groups_are_kept(tmp_path: Path) -> None:
    pq.write_table(pa.table({"cards": TEXTS}), tmp_path / "hands.parquet", row_group_size=300)
    ranked(tmp_path / "hands.parquet", tmp_path / "ranks.parquet")
    metadata = pq.read_metadata(tmp_path / "ranks.parquet")
    assert [metadata.row_group(i).num_rows for i in range(4)] == [300, 300, 300, 100]


# What is wrong with a file, or with a hand.

BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "strings": (
        {"cards": ["7c 5d 4h 3s 2c", "7c 5d 4h 3s", None, "7c 5d 4h 3s 3s", "Xc 5d 4h 3s 2c"]},
        [
            "row group 0, row 1: 4 cards, where",
            "row group 1, row 0: there is no value",
            "row group 1, row 1: 3s appears twice",
            "row group 2, row 0: 'X' at position 0",
        ],
    ),
    "lists": (
        {"cards": [[20, 13, 10, 7, 0], [20, 13, 10, 7], None, [1, 1, 2, 3, 4], [1, 2, 3, 4, 54]]},
        [
            "row group 0, row 1: 4 cards, where",
            "row group 1, row 0: there is no value",
            "row group 1, row 1: 2d appears twice",
            "row group 2, row 0: 54 at index 4 is not a card",
        ],
    ),
    "lists of fixed size": (
        {"cards": pa.array([[20, 13, 10, 7, 0], [1, 2, 3, 4, None], None, [1, 1, 2, 3, 4],
                            [1, 2, 3, 4, 255]], pa.list_(pa.uint8(), 5))},
        [
            "row group 0, row 1: there is no value",
            "row group 1, row 0: there is no value",
            "row group 1, row 1: 2d appears twice",
            "row group 2, row 0: 255 at index 4 is not a card",
        ],
    ),
    "columns": (
        {
            "c1": [20, 1, None, 1, -1],
            "c2": [13, 2, 2, 1, 2],
            "c3": [10, 3, 3, 2, 3],
            "c4": [7, 4, 4, 3, 4],
            "c5": [0, 99, 5, 4, 5],
        },
        [
            "row group 0, row 1: 99 at index 4 is not a card",
            "row group 1, row 0: there is no value",
            "row group 1, row 1: 2d appears twice",
            "row group 2, row 0: -1 at index 0 is not a card",
        ],
    ),
}  # fmt: skip


@pytest.fixture(params=BAD)
def bad(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Any, list[str]]:
    columns, faults = BAD[request.param]
    pq.write_table(pa.table(columns), tmp_path / "bad.parquet", row_group_size=2)
    return tmp_path / "bad.parquet", None if "cards" in columns else CARDS[:5], faults


def test_the_first_bad_row_stops_the_run_and_leaves_no_file(bad: Any) -> None:
    path, columns, faults = bad
    with pytest.raises(files.BadHand) as refused:
        ranked(path, path.parent / "ranks.parquet", columns=columns)
    assert str(refused.value).startswith(f"{path}, {faults[0]}")
    assert [each.name for each in path.parent.iterdir()] == ["bad.parquet"]


def test_every_bad_row_has_its_reason(bad: Any) -> None:
    path, columns, faults = bad
    result = ranked(path, path.parent / "ranks.parquet", columns=columns, on_error="status")
    assert result["rank"].to_pylist() == [1, None, None, None, None]
    reasons = [fault.partition(": ")[2] for fault in faults]
    for status, reason in zip(result["status"].to_pylist(), ["ok", *reasons], strict=True):
        assert status.startswith(reason)


def test_the_command_lists_every_bad_row(bad: Any) -> None:
    path, columns, faults = bad
    picked = ["--columns", ",".join(columns)] if columns else []
    command = ["rank", path.name, "--ranking", "2-7", "-o", "ranks.parquet", *picked]
    done = subprocess.run(
        [*FASTLOW, *command, "--on-error", "list"],
        cwd=path.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    *listed, share = done.stderr.splitlines()
    for line, fault in zip(listed, faults, strict=True):
        assert line.startswith(f"fastlow: {path.name}, {fault}")
    assert share == "fastlow: 4 of 5 hands could not be ranked"
    assert [each.name for each in path.parent.iterdir()] == ["bad.parquet"]


@pytest.mark.parametrize(
    ("columns", "picked", "message"),
    [
        ({"hand": TEXTS}, None, "has no column 'cards' but 'hand'"),
        ({"cards": [1.5]}, None, "not from 'cards' of double"),
        ({"cards": [1]}, None, "not from 'cards' of int64"),
        ({"cards": [[1.5]]}, None, "not from 'cards' of list"),
        ({**by_card(HANDS.tolist()), "c7": TEXTS}, CARDS, "'c7' of string"),
        (by_card(HANDS.tolist()), CARDS[:4], "not the 4 of the columns named"),
        ({"rank": [1], "cards": ["7c 5d 4h 3s 2c"]}, None, "has a column 'rank' already"),
    ],
)
def test_files_without_hands_are_refused(
    columns: Any, picked: Any, message: str, tmp_path: Path
) -> None:
    pq.write_table(pa.table(columns), tmp_path / "hands.parquet")
    with pytest.raises(ValueError, match=message):
        ranked(tmp_path / "hands.parquet", tmp_path / "ranks.parquet", columns=picked)


def test_what_is_no_parquet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    path.write_text("7c 5d 4h 3s 2c\n")
    with pytest.raises(ValueError, match=r"hands\.parquet is no Parquet file"):
        ranked(path, tmp_path / "ranks.parquet")
    pq.write_table(pa.table({"cards": TEXTS}), path, compression="none")
    content = bytearray(path.read_bytes())
    content[4:4000] = b"\xff" * 3996
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"hands\.parquet"):
        ranked(path, tmp_path / "ranks.parquet")
    with pytest.raises(FileNotFoundError):
        ranked(tmp_path / "none.parquet", tmp_path / "ranks.parquet")
    with gzip.open(tmp_path / "hands.parquet.gz", "wb") as file:
        file.write(content)
    (tmp_path / "hands.txt").write_text("7c 5d 4h 3s 2c\n")
    for source, target in (
        ("hands.parquet.gz", "ranks.parquet"),
        ("hands.txt", "ranks.parquet.gz"),
    ):
        with pytest.raises(ValueError, match="compressed"):
            ranked(tmp_path / source, tmp_path / target)
    assert not list(tmp_path.glob("ranks*"))


# Much of it.


def write_hands(path: Path, n: int, step: int = 1 << 20) -> Iterator[Any]:
    """Write n hands as strings, beside a number; yield their ranks."""
    schema = pa.schema({"id": pa.int64(), "cards": pa.string()})
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, n, step):
            hands = fastlow.deal(min(step, n - start), 5, rng=start)
            ids = pa.array(range(start, start + len(hands)))
            batch = [ids, pa.array(fastlow.format(hands))]
            writer.write_batch(pa.RecordBatch.from_arrays(batch, schema=schema))
            yield hands


def peak_of(command: list[str]) -> int:
    """Run a command and return its largest resident set, in bytes."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], check=True, capture_output=True, text=True
    )
    return int(done.stdout) * 1024


def test_memory_stays_flat(tmp_path: Path) -> None:
    notes = pa.array([random.randbytes(400) for _ in range(1 << 16)])
    hands = pa.array(fastlow.format(fastlow.deal(1 << 16, 5, rng=1)))
    table = pa.table({"note": notes, "cards": hands})  # 27 MB
    peaks = []
    for groups in (3, 15):
        with pq.ParquetWriter(tmp_path / "hands.parquet", table.schema) as writer:
            for _ in range(groups):
                writer.write_table(table)
        command = [*FASTLOW, "rank", str(tmp_path / "hands.parquet"), "--ranking", "2-7"]
        peaks.append(peak_of([*command, "-o", str(tmp_path / "ranks.parquet")]))
    assert peaks[1] < peaks[0] + (100 << 20)  # of 320 MB more that are read and written


def one_call_and_parquet(n: int, folder: Path) -> None:
    expected = [fastlow.rank(hands, "2-7") for hands in write_hands(folder / "hands.parquet", n)]
    command = [*FASTLOW, "rank", str(folder / "hands.parquet"), "--ranking", "2-7"]
    subprocess.run([*command, "-o", str(folder / "ranks.parquet")], check=True)
    result = pq.read_table(folder / "ranks.parquet", columns=["rank", "id"])
    np.testing.assert_array_equal(result["rank"], np.concatenate(expected))
    np.testing.assert_array_equal(result["id"], np.arange(n))


def test_half_a_million_hands_are_ranked_as_in_one_call(tmp_path: Path) -> None:
    one_call_and_parquet(500_000, tmp_path)


@pytest.mark.slow
def test_twenty_million_hands_are_ranked_as_in_one_call(tmp_path: Path) -> None:
    one_call_and_parquet(20_000_000, tmp_path)
