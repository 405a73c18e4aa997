"""Files of hands and ranks: against naive ranks, Python's csv and json, and NumPy's own reader."""

import csv
import gzip
import io
import json
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastlow import deals, files
from fastlow.cards import format as spelled
from fastlow.cards import parse
from fastlow.files import BadHand, lines, npy, text
from fastlow.files import csv as csv_files
from tests import naive

HANDS = [
    "7c 5d 4h 3s 2c",
    "8c 7d 6h 5s 3c",
    "Ac 5s 4h 3d 2c",
    "As Ad 9h 5c 3s",
    "7s 5s 4s 3s 2s",
    "Qc Qd Qh Qs 2d",
]
JOKER = "Jk 5d 4h 3s 2c"


def naive_ranks(hands: list[str], ranking: str = "2-7") -> list[int]:
    return [naive.rank(hand.split(), ranking) for hand in hands]


RANKS = naive_ranks(HANDS)


def run(source: Path, target: Path, ranking: str = "2-7", **options: Any) -> None:
    """Rank a file into a file, options for each of the three steps."""
    columns, form = options.pop("columns", None), options.pop("format", None)
    workers = options.pop("workers", 1)
    with files.open_hands(source, format=form, columns=columns) as hands:
        files.write(files.ranked(hands, ranking, **options), target, workers=workers)


def of_bytes(content: bytes, ranking: str = "2-7", **options: Any) -> list[dict[str, Any]]:
    """Rank a stream into JSON lines: rows as dictionaries."""
    columns, form = options.pop("columns", None), options.pop("format", None)
    out = io.BytesIO()
    with files.open_hands(io.BytesIO(content), format=form, columns=columns) as hands:
        files.write(files.ranked(hands, ranking, **options), out, format="jsonl")
    return [json.loads(line) for line in out.getvalue().splitlines()]


def fault_of(content: bytes, ranking: str = "2-7", **options: Any) -> str:
    with pytest.raises(BadHand) as caught:
        of_bytes(content, ranking, **options)
    return str(caught.value)


def table_of(hands: list[str]) -> bytes:
    return "".join(f"{hand}\n" for hand in hands).encode()


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing but results may be left."""
    yield tmp_path
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


class TestText:
    def test_a_hand_a_line(self) -> None:
        rows = of_bytes(table_of(HANDS))
        assert rows == [{"cards": h, "rank": r} for h, r in zip(HANDS, RANKS, strict=True)]

    def test_any_spelling_comes_out_in_one(self) -> None:
        rows = of_bytes("2♣,3d 4H5s  7C\n10h 10d tS 2s 2d".encode())
        assert [row["cards"] for row in rows] == ["2c 3d 4h 5s 7c", "Th Td Ts 2s 2d"]

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    @pytest.mark.parametrize("last", ["", "end"])
    def test_line_ends_and_byte_order_mark(self, end: str, mark: str, last: str) -> None:
        content = mark + end.join(HANDS) + last.replace("end", end)
        assert [row["rank"] for row in of_bytes(content.encode())] == RANKS

    def test_empty_lines_and_comments_are_counted_and_passed_over(self) -> None:
        content = f"# {HANDS[0]}\n\n{HANDS[1]}\n \t\r\n  # x\n{HANDS[2]}\nnothing\n".encode()
        assert fault_of(content) == ("<stream>, line 7: 'n' at position 0 is not a card letter")
        rows = of_bytes(content, on_error="status")
        assert [row["rank"] for row in rows] == [RANKS[1], RANKS[2], None]

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("7c 7c 4d 3h 2s", "7c appears twice, at positions 0 and 3"),
            ("6сTc9h 2c 3c", "'с' (CYRILLIC SMALL LETTER ES) at position 1 is not a card letter"),
            ("7c 5d 4h 3s", "4 cards, where a hand has 5, 6 or 7"),
            ("7c", "1 card, where a hand has 5, 6 or 7"),
            (",", "no cards, where a hand has 5, 6 or 7"),
            ("7c 5d 4h 3s 2c 2d", "6 cards, where the first hand has 5"),
            ("7c 5d 4h 3s 2c # seven", "'#' at position 15 is not a card letter"),
            ("Jk Jk Jk 3s 2c", "there is a third joker at position 6; a hand has two at most"),
        ],
    )
    def test_faults_name_the_line_and_the_reason(self, line: str, reason: str) -> None:
        content = table_of([*HANDS, line, "nothing"])
        assert fault_of(content) == f"<stream>, line {len(HANDS) + 1}: {reason}"
        rows = of_bytes(content, on_error="status")
        assert [row["rank"] for row in rows] == [*RANKS, None, None]
        assert [row["status"] for row in rows][:-1] == ["ok"] * len(HANDS) + [reason]
        assert rows[-2]["cards"] == line

    @pytest.mark.parametrize("n", [5, 6, 7])
    def test_the_first_hand_says_how_many_cards(self, n: int) -> None:
        hands = ["Ah 2c 3d 4s 6h Kd Kc"[: 3 * k - 1] for k in (1, n, 5, 6, 7, n)]
        rows = of_bytes(table_of(hands), "A-5", on_error="status")
        assert [row["rank"] is not None for row in rows] == [
            False, True, n == 5, n == 6, n == 7, True
        ]  # fmt: skip
        assert rows[1]["rank"] == naive.rank(hands[1].split(), "A-5")

    @pytest.mark.parametrize("content", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf"])
    def test_no_hands_are_no_ranks(self, content: bytes, folder: Path) -> None:
        (folder / "hands").write_bytes(content)
        run(folder / "hands", folder / "ranks.csv")
        assert (folder / "ranks.csv").read_text() == "cards,rank\n"
        run(folder / "hands", folder / "ranks.npy")
        assert np.load(folder / "ranks.npy").shape == (0,)
        run(folder / "hands", folder / "ranks.txt")
        assert (folder / "ranks.txt").read_text() == "cards  rank\n"

    @pytest.mark.parametrize(
        "content", [b"\xff\xfe7\x00c\x00", b"\x93NUMPY\x01\x00v\x00{", b"PK\x03"]
    )
    def test_what_is_no_text_is_refused(self, content: bytes) -> None:
        assert fault_of(content).startswith("<stream>, line 1: ")

    def test_a_line_without_end_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(text, "CHUNK", 10)
        monkeypatch.setattr(text, "LONGEST", 100)
        with pytest.raises(ValueError, match="a line of more than 100 bytes"):
            of_bytes(b"7c " * 50)

    @given(
        st.lists(st.sampled_from([b"7c 5d", b"\n", b"\r\n", b"#", b"x" * 9])), st.integers(1, 30)
    )
    def test_chunks_are_whole_lines(self, pieces: list[bytes], size: int) -> None:
        content = b"".join(pieces)
        stream = io.BytesIO(content)
        chunks = list(text.whole_lines(lambda _: stream.read(size), "a stream"))
        assert b"".join(chunks) == content
        assert all(chunk.endswith(b"\n") for chunk in chunks[:-1])
        assert all(chunks)

    def test_the_size_of_chunks_does_not_matter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        content = b"\xef\xbb\xbf# x\n" + table_of([*HANDS, "", "7c 7c"] * 3)
        expected = of_bytes(content, on_error="status")
        for size in (1, 2, 3, 20, 61):
            monkeypatch.setattr(text, "CHUNK", size)
            assert of_bytes(content, on_error="status") == expected
            assert fault_of(content).startswith("<stream>, line 9: 7c appears twice")

    def test_a_pipe_is_not_waited_for(self) -> None:
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as pipe, os.fdopen(writing, "wb") as end:
            end.write(table_of(HANDS[:2]))
            end.flush()
            with files.open_hands(pipe) as hands:
                first = next(files.ranked(hands, "2-7").blocks)
        assert first.ranks.tolist() == RANKS[:2]


class TestCsv:
    def write(self, folder: Path, content: str) -> Path:
        path = folder / "hands.csv"
        path.write_text(content, newline="")
        return path

    def test_other_columns_are_carried_through(self, folder: Path) -> None:
        path = self.write(
            folder, 'id,cards,note\r\n1,7c5d4h3s2c,"a ""b"", c"\r\n2,8c7d6h5s3c,é\r\n'
        )
        run(path, folder / "ranks.csv")
        assert rows_of(folder / "ranks.csv") == [
            {"id": "1", "cards": "7c5d4h3s2c", "note": 'a "b", c', "rank": "1"},
            {"id": "2", "cards": "8c7d6h5s3c", "note": "é", "rank": "18"},
        ]

    def test_a_named_column(self) -> None:
        rows = of_bytes(b"hole,cards\n7c5d4h3s2c,x\n", format="csv", columns=["hole"])
        assert rows == [{"hole": "7c5d4h3s2c", "cards": "x", "rank": 1}]

    def test_a_column_a_card(self) -> None:
        content = b"c,a,b,x,d,e\n7c,10h,2c,,3s,4d\n"
        rows = of_bytes(content, format="csv", columns=["c", "a", "b", "d", "e"])
        (expected,) = naive_ranks(["7c Th 2c 3s 4d"])
        assert [row["rank"] for row in rows] == [expected]
        assert rows[0]["a"] == "10h"

    def test_lines_are_those_of_the_file(self) -> None:
        content = f'cards,note\n{HANDS[0]},"one\ntwo"\n\n{HANDS[1]},x\n7c 7c,x\n'.encode()
        fault = "line 6: 7c appears twice, at positions 0 and 3"
        assert fault_of(content, format="csv") == f"<stream>, {fault}"

    def test_one_bad_hand_among_many(self, folder: Path) -> None:
        hands = [spelled(hand) for hand in deals.deal(40_000, 5, rng=3)]
        hands[33_333] = "As As 2c 3d 4h"
        path = self.write(folder, "cards\n" + "".join(f"{hand}\n" for hand in hands))
        with pytest.raises(BadHand, match=r"hands.csv, line 33335: As appears twice"):
            run(path, folder / "ranks.csv")
        assert not (folder / "ranks.csv").exists()
        run(path, folder / "ranks.csv", on_error="status")
        rows = rows_of(folder / "ranks.csv")
        assert [row["cards"] for row in rows] == hands
        (bad,) = (row for row in rows if row["status"] != "ok")
        assert bad["cards"] == hands[33_333]
        assert bad["rank"] == ""

    def test_torn_rows_are_faults(self) -> None:
        content = f"a,cards,b\n1,{HANDS[0]},2\n1,{HANDS[1]}\n1,{HANDS[2]},2,3\n".encode()
        reason = "2 columns, where the first line has 3"
        assert fault_of(content, format="csv") == f"<stream>, line 3: {reason}"
        rows = of_bytes(content, format="csv", on_error="status")
        assert [row["rank"] for row in rows] == [1, None, None]
        assert rows[1]["status"] == reason
        assert rows[1]["b"] == ""

    def test_an_empty_cell_is_a_fault_and_no_gap(self) -> None:
        content = f"a,cards\n1,{HANDS[0]}\n2,\n".encode()
        assert fault_of(content, format="csv").startswith("<stream>, line 3: no cards")

    @pytest.mark.parametrize(
        ("content", "columns", "message"),
        [
            (b"", None, "<stream> is empty"),
            (b"a,b\n1,2\n", None, "<stream> has no column 'cards' but 'a', 'b'"),
            (b"a,cards,a\n", None, "<stream> has two columns 'a'"),
            (b"a,b,c,d\n", ["a", "b", "c", "d"], "not the 4 of the columns named"),
            (b'cards\n"7c 5d 4h 3s 2c\n', None, "<stream>, line 2: unexpected end of data"),
            (b'cards\n"7c" 5d 4h 3s 2c\n', None, "<stream>, line 2: "),
        ],
    )
    def test_what_is_no_table_of_hands_is_refused(
        self, content: bytes, columns: list[str] | None, message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            of_bytes(content, format="csv", columns=columns)

    def test_bytes_that_are_no_utf8_are_kept(self, folder: Path) -> None:
        (folder / "hands.csv").write_bytes(b"\xef\xbb\xbfcards,who\n7c5d4h3s2c,Ren\xe9\n")
        run(folder / "hands.csv", folder / "ranks.csv")
        expected = b"cards,who,rank\n7c5d4h3s2c,Ren\xe9,1\n"
        assert (folder / "ranks.csv").read_bytes() == expected

    @given(st.lists(st.tuples(st.text(), st.sampled_from(HANDS), st.text()), min_size=1))
    def test_any_cells_come_back(self, rows: list[tuple[str, str, str]]) -> None:
        content, out = io.StringIO(), io.BytesIO()
        csv.writer(content).writerows([("a", "cards", "b"), *rows])
        source = io.BytesIO(content.getvalue().encode(errors="surrogatepass"))
        with files.open_hands(source, format="csv") as hands:
            files.write(files.ranked(hands, "2-7"), out)
        written = out.getvalue().decode(errors="surrogatepass")
        _, *back = csv.reader(io.StringIO(written, newline=""))
        assert back == [
            [*row, str(rank)]
            for row, rank in zip(rows, naive_ranks([hand for _, hand, _ in rows]), strict=True)
        ]

    def test_the_callers_stream_stays_open(self) -> None:
        stream = io.BytesIO(b"cards\n7c5d4h3s2c\n")
        with files.open_hands(stream, format="csv") as hands:
            assert len(list(hands.blocks)) == 1
        assert not stream.closed


class TestNpy:
    def save(self, folder: Path, array: Any, name: str = "hands.npy") -> Path:
        path = folder / name
        with gzip.open(path, "wb") if name.endswith(".gz") else path.open("wb") as file:
            np.save(file, array, allow_pickle=True)
        return path

    @pytest.mark.parametrize("dtype", ["u1", "i1", "<i4", ">i4", "<u8", "<i8"])
    @pytest.mark.parametrize("order", ["C", "F"])
    def test_any_integers_in_any_order(self, folder: Path, dtype: str, order: Any) -> None:
        path = self.save(folder, np.array(parse(HANDS), dtype, order=order))
        run(path, folder / "ranks.npy")
        ranks = np.load(folder / "ranks.npy")
        assert ranks.tolist() == RANKS
        assert ranks.dtype == np.uint16

    def test_a_compressed_file_and_a_stream(self, folder: Path) -> None:
        path = self.save(folder, parse(HANDS).astype(">i8"), "hands.npy.gz")
        run(path, folder / "ranks.npy")
        assert np.load(folder / "ranks.npy").tolist() == RANKS
        content = gzip.decompress(path.read_bytes())
        assert [row["rank"] for row in of_bytes(content, format="npy")] == RANKS

    def test_many_blocks(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(npy, "ROWS", 4)
        for name in ("hands.npy", "hands.npy.gz"):
            run(self.save(folder, parse(HANDS), name), folder / "ranks.csv")
            assert [int(row["rank"]) for row in rows_of(folder / "ranks.csv")] == RANKS

    @pytest.mark.parametrize(
        ("bad", "reason"),
        [
            ([20, 12, 300, 5, 0], "300 at index 2 is not a card: 0 to 53 are"),
            ([20, 12, -1, 5, 0], "-1 at index 2 is not a card: 0 to 53 are"),
            ([20, 12, 12 + 2**32, 5, 0], "4294967308 at index 2 is not a card: 0 to 53 are"),
            ([20, 12, 9, 12, 0], "5c appears twice in the hand"),
        ],
    )
    def test_faults_name_the_row(self, folder: Path, bad: list[int], reason: str) -> None:
        path = self.save(folder, np.array([*parse(HANDS).tolist(), bad, bad]))
        with pytest.raises(BadHand, match=rf"hands.npy, row {len(HANDS)}: {reason}"):
            run(path, folder / "ranks.csv")
        run(path, folder / "ranks.csv", on_error="status")
        rows = rows_of(folder / "ranks.csv")
        assert [row["rank"] for row in rows] == [*map(str, RANKS), "", ""]
        assert rows[-1]["status"].startswith(reason)
        assert [row["cards"] for row in rows[:-2]] == HANDS
        run(path, folder / "ranks.npy", on_error="status")
        assert np.load(folder / "ranks.npy").tolist() == [*RANKS, 0, 0]

    @pytest.mark.parametrize(
        ("array", "message"),
        [
            (np.zeros((2, 5)), "cards must be integers, not float64"),
            (np.zeros((2, 4), int), r"its shape must be .*, not \(2, 4\)"),
            (np.zeros(5, int), r".* not \(5,\)"),
            (np.array(["As"]), "cards must be integers"),
        ],
    )
    @pytest.mark.parametrize("name", ["hands.npy", "hands.npy.gz"])
    def test_other_arrays_are_refused(
        self, folder: Path, array: Any, message: str, name: str
    ) -> None:
        with pytest.raises(ValueError, match=f"{name} is no .npy file of hands: {message}"):
            run(self.save(folder, array, name), folder / "ranks.csv")

    @pytest.mark.parametrize("name", ["hands.npy", "hands.npy.gz"])
    def test_nothing_is_unpickled(self, folder: Path, name: str) -> None:
        path = self.save(folder, np.array([_Trap(folder / "sprung")] * 5).reshape(1, 5), name)
        with pytest.raises(ValueError, match=r"is no \.npy file of hands"):
            run(path, folder / "ranks.csv")
        content = pickle.dumps(_Trap(folder / "sprung"))
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        with pytest.raises(ValueError, match=r"is no \.npy file of hands"):
            run(path, folder / "ranks.csv")
        assert not (folder / "sprung").exists()
        pickle.loads(content)
        assert (folder / "sprung").exists()  # the trap works

    @pytest.mark.parametrize("name", ["hands.npy", "hands.npy.gz"])
    def test_archives_and_stumps_are_refused(self, folder: Path, name: str) -> None:
        archive, stump = io.BytesIO(), io.BytesIO()
        np.savez(archive, parse(HANDS))
        np.save(stump, parse(HANDS))
        for content in (archive.getvalue(), stump.getvalue()[:-1], stump.getvalue()[:50], b"x"):
            pack = gzip.compress if name.endswith(".gz") else bytes
            (folder / name).write_bytes(pack(content))
            with pytest.raises(ValueError, match=r"hands.npy"):
                run(folder / name, folder / "ranks.csv")
        assert not (folder / "ranks.csv").exists()

    def test_the_header_has_room_for_any_number(self) -> None:
        lengths = set()
        for n in (0, 1, 99_999, 10**9, 10**15):
            file = io.BytesIO()
            npy._write_header(file, n)
            lengths.add(file.tell())
        assert len(lengths) == 1

    def test_no_hands(self, folder: Path) -> None:
        run(self.save(folder, np.empty((0, 7), np.uint8)), folder / "ranks.npy")
        assert np.load(folder / "ranks.npy").tolist() == []


class _Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Path]]:
        return Path.touch, (self.path,)


class TestRanked:
    @pytest.mark.parametrize("ranking", ["A-5", "A-6", "2-7", "2-6", "high"])
    def test_ranks_are_those_of_the_rules(self, ranking: str) -> None:
        rows = of_bytes(table_of(HANDS), ranking)
        assert [row["rank"] for row in rows] == naive_ranks(HANDS, ranking)

    def test_seven_cards(self) -> None:
        hands = [str(spelled(hand)) for hand in deals.deal(20, 7, jokers=1, rng=5)]
        rows = of_bytes(table_of(hands), "A-6")
        assert [row["rank"] for row in rows] == naive_ranks(hands, "A-6")

    def test_a_joker_where_none_plays(self) -> None:
        content = table_of([HANDS[0], JOKER, "7c 7c 4d 3h 2s", HANDS[1], JOKER])
        assert [row["rank"] for row in of_bytes(table_of([JOKER]))] == [1]
        assert fault_of(content, "high").startswith("<stream>, line 2: 52 at index 0 is a joker")
        rows = of_bytes(content, "high", on_error="status")
        expected = naive_ranks([HANDS[0], HANDS[1]], "high")
        assert [row["rank"] for row in rows] == [expected[0], None, None, expected[1], None]
        assert "joker" in rows[1]["status"]
        assert "twice" in rows[2]["status"]
        assert rows[1]["cards"] == JOKER

    def test_no_low_is_a_rank(self) -> None:
        rows = of_bytes(b"8c 5d 4h 3s 2c\n9c 5d 4h 3s 2c\n", "A-5", qualifier=8, names=True)
        assert [row["rank"] for row in rows] == [*naive_ranks(["8c 5d 4h 3s 2c"], "A-5"), 65535]
        assert rows[1]["name"] == "no low"

    def test_names(self) -> None:
        content = table_of([HANDS[0], "7c 7c", HANDS[1]])
        rows = of_bytes(content, names=True, on_error="status")
        assert rows[0]["name"].startswith("7-5-4-3-2, number one")
        assert rows[1]["name"] is None
        assert "Dave P." in rows[2]["name"]

    def test_the_column_of_ranks_can_be_named(self) -> None:
        content = f"cards,rank\n{HANDS[0]},x\n".encode()
        with pytest.raises(ValueError, match="<stream> has a column 'rank' already"):
            of_bytes(content, format="csv")
        rows = of_bytes(content, format="csv", into="low")
        assert rows == [{"cards": HANDS[0], "rank": "x", "low": 1}]

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"ranking": "2-8"}, "ranking must be one of"),
            ({"ranking": "A-5", "qualifier": 4}, "qualifier must be 5 to 13"),
            ({"ranking": "high", "qualifier": 8}, "takes no qualifier"),
            ({"ranking": "A-5", "on_error": "skip"}, "on_error must be 'stop', 'status' or 'null'"),
            ({"ranking": "A-5", "into": "cards"}, "has a column 'cards' already"),
        ],
    )
    def test_arguments_are_refused_before_any_work(
        self, options: dict[str, Any], message: str
    ) -> None:
        def blocks() -> Iterator[files.Block]:
            pytest.fail("the file was read")
            yield

        with pytest.raises(ValueError, match=message):
            files.ranked(files.Hands("hands", blocks()), **options)


class TestWrite:
    def test_formats_say_the_same(self, folder: Path) -> None:
        (folder / "hands.txt").write_bytes(table_of(HANDS))
        for name in ("r.csv", "r.jsonl", "r.npy", "r.txt", "r.csv.gz"):
            run(folder / "hands.txt", folder / name)
        rows = [{"cards": h, "rank": r} for h, r in zip(HANDS, RANKS, strict=True)]
        assert rows_of(folder / "r.csv") == [{k: str(v) for k, v in row.items()} for row in rows]
        assert list(map(json.loads, (folder / "r.jsonl").read_text().splitlines())) == rows
        assert np.load(folder / "r.npy", allow_pickle=False).tolist() == RANKS
        assert (
            gzip.decompress((folder / "r.csv.gz").read_bytes()) == (folder / "r.csv").read_bytes()
        )
        head, *body = (folder / "r.txt").read_text().splitlines()
        assert head.split() == ["cards", "rank"]
        assert [line.rsplit(maxsplit=1) for line in body] == [
            [hand, str(rank)] for hand, rank in zip(HANDS, RANKS, strict=True)
        ]
        assert len(set(map(len, [head, *body]))) == 1

    @pytest.mark.parametrize("form", ["csv", "jsonl"])
    @pytest.mark.parametrize("on_error", ["stop", "status"])
    @pytest.mark.parametrize("into", ["rank", 'r"é,'])
    def test_the_fast_way_writes_what_the_slow_way_does(
        self, form: str, on_error: Any, into: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hands = table_of(spelled(deals.deal(3000, 6, jokers=2, rng=8)))  # type: ignore[arg-type]

        def written() -> bytes:
            out = io.BytesIO()
            with files.open_hands(io.BytesIO(hands)) as opened:
                results = files.ranked(opened, "2-7", on_error=on_error, into=into)
                files.write(results, out, format=form)
            return out.getvalue()

        fast = written()
        for module in ("csv", "jsonl"):
            monkeypatch.setattr(f"fastlow.files.{module}.is_plain", lambda ranked: False)
        assert written() == fast

    def test_every_number_has_its_digits(self) -> None:
        numbers = np.arange(1 << 16)
        assert lines.digits(numbers).astype(int).tolist() == numbers.tolist()

    @pytest.mark.parametrize("workers", [2, 3])
    @pytest.mark.parametrize("name", ["r.csv", "r.jsonl", "r.npy"])
    def test_the_number_of_workers_does_not_matter(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, workers: int, name: str
    ) -> None:
        monkeypatch.setattr(text, "CHUNK", 1000)
        hands = table_of(spelled(deals.deal(2000, 5, rng=8)))  # type: ignore[arg-type]
        (folder / "hands.txt").write_bytes(hands + b"7c 7c\n" + hands)
        for threads in (1, workers):
            target = folder / f"{threads}{name}"
            run(folder / "hands.txt", target, on_error="status", workers=threads)
        assert (folder / f"1{name}").read_bytes() == (folder / f"{workers}{name}").read_bytes()
        with pytest.raises(BadHand, match="line 2001"):
            run(folder / "hands.txt", folder / name, workers=workers)
        assert not (folder / name).exists()

    def test_threads_run_a_few_items_ahead_and_no_more(self) -> None:
        taken = []

        def items() -> Iterator[int]:
            for i in range(1000):
                taken.append(i)
                yield i

        results = lines.in_order(lambda i: -i, items(), workers=2)
        assert [next(results) for _ in range(10)] == [-i for i in range(10)]
        assert len(taken) < 20
        results.close()  # type: ignore[attr-defined]

    @pytest.mark.parametrize("name", ["r.csv", "r.jsonl", "r.npy", "r.txt", "r.csv.gz"])
    def test_a_file_is_whole_or_as_it_was(self, folder: Path, name: str) -> None:
        (folder / "hands.txt").write_bytes(table_of([*HANDS, "nothing"]))
        with pytest.raises(BadHand):
            run(folder / "hands.txt", folder / name)
        assert not (folder / name).exists()
        (folder / name).write_bytes(b"old")
        with pytest.raises(BadHand):
            run(folder / "hands.txt", folder / name)
        assert (folder / name).read_bytes() == b"old"
        run(folder / "hands.txt", folder / name, on_error="status")
        assert (folder / name).read_bytes() != b"old"

    def test_a_file_can_replace_itself(self, folder: Path) -> None:
        path = folder / "hands.csv"
        path.write_bytes(b"cards\n7c5d4h3s2c\n")
        run(path, path)
        assert path.read_bytes() == b"cards,rank\n7c5d4h3s2c,1\n"

    def test_a_link_stays_a_link(self, folder: Path) -> None:
        (folder / "hands.txt").write_bytes(table_of(HANDS))
        (folder / "link.csv").symlink_to(folder / "ranks.csv")
        run(folder / "hands.txt", folder / "link.csv")
        assert (folder / "link.csv").is_symlink()
        assert len(rows_of(folder / "ranks.csv")) == len(HANDS)

    def test_a_pipe_is_written_into_and_not_replaced(self, folder: Path) -> None:
        (folder / "hands.txt").write_bytes(table_of(HANDS))
        pipe = folder / "pipe.csv"
        os.mkfifo(pipe)
        read: list[str] = []
        reader = Thread(target=lambda: read.append(pipe.read_text()))
        reader.start()
        run(folder / "hands.txt", pipe)
        reader.join()
        assert len(read[0].splitlines()) == len(HANDS) + 1
        assert pipe.is_fifo()

    def test_what_cannot_be_written_is_refused(self, folder: Path) -> None:
        results = files.Results(("cards", "rank"), iter(()))
        with pytest.raises(ValueError, match="npy is written to a file of its own"):
            files.write(results, io.BytesIO(), format="npy")
        with pytest.raises(ValueError, match="npy is written to a file of its own"):
            files.write(results, folder / "r.npy.gz")
        with pytest.raises(ValueError, match="it has no place for names"):
            files.write(files.Results((), iter(()), named=True), folder / "r.npy")
        with pytest.raises(ValueError, match=r"ends in '\.xls' does not say"):
            files.write(results, folder / "r.xls")
        with pytest.raises(ValueError, match="format must be one of text, csv,"):
            files.write(results, folder / "r", format="xls")
        with pytest.raises(FileNotFoundError, match=r"no/r.csv'$"):
            files.write(results, folder / "no" / "r.csv")
        with pytest.raises(IsADirectoryError):
            files.write(results, folder, format="csv")
        assert not list(folder.iterdir())


class TestOpen:
    @pytest.mark.parametrize(
        ("name", "form"),
        [
            ("a", "text"), ("a.TXT", "text"), ("a.csv", "csv"), ("a.b.csv.gz", "csv"),
            ("a.npy", "npy"), ("a.jsonl", "jsonl"), ("a.gz", "text"), ("dir.csv/a", "text"),
        ],
    )  # fmt: skip
    def test_the_end_of_a_name_says_the_format(self, name: str, form: str) -> None:
        assert files.format_of(name) == form

    def test_compressed_text_and_csv(self, folder: Path) -> None:
        (folder / "h.txt.gz").write_bytes(gzip.compress(table_of(HANDS)))
        (folder / "h.csv.gz").write_bytes(gzip.compress(b"cards\n" + table_of(HANDS)))
        for name in ("h.txt.gz", "h.csv.gz"):
            run(folder / name, folder / "ranks.npy")
            assert np.load(folder / "ranks.npy").tolist() == RANKS

    @pytest.mark.parametrize("name", ["h.txt.gz", "h.csv.gz", "h.npy.gz"])
    def test_damaged_compression_is_an_error(self, folder: Path, name: str) -> None:
        array = io.BytesIO()
        np.save(array, deals.deal(1000, 5, rng=1))
        head = b"cards\n" if "csv" in name else b""
        hands = table_of(spelled(deals.deal(1000, 5, rng=1)))  # type: ignore[arg-type]
        content = gzip.compress(array.getvalue() if "npy" in name else head + hands)
        for damaged in (content[:-900], content[:-4], content[:1000] + b"xxxx" + content[1004:]):
            (folder / name).write_bytes(damaged)
            with pytest.raises((ValueError, OSError)):
                run(folder / name, folder / "ranks.csv")
            assert not (folder / "ranks.csv").exists()
        (folder / name).write_bytes(b"no gzip")
        with pytest.raises((ValueError, OSError)):
            run(folder / name, folder / "ranks.csv")

    def test_what_cannot_be_read_is_refused(self, folder: Path) -> None:
        for name, message in {
            "h.jsonl": "jsonl is written, but not read",
            "h.xls": "ends in '.xls' does not say",
        }.items():
            (folder / name).write_bytes(b"x")
            with pytest.raises(ValueError, match=message):
                run(folder / name, folder / "ranks.csv")
        (folder / "h.txt").write_bytes(b"x")
        with pytest.raises(ValueError, match=r"h.txt is read as text, which has no columns"):
            run(folder / "h.txt", folder / "ranks.csv", columns=["cards"])
        with pytest.raises(FileNotFoundError):
            run(folder / "none.txt", folder / "ranks.csv")

    @pytest.mark.parametrize("name", ["h.txt", "h.csv", "h.npy", "h.txt.gz", "h.npy.gz"])
    def test_progress_goes_to_the_size_of_the_file(
        self, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in (npy, csv_files):
            monkeypatch.setattr(module, "ROWS", 100)
        monkeypatch.setattr(text, "CHUNK", 1000)
        array = io.BytesIO()
        np.save(array, deals.deal(1000, 5, rng=1))
        head = b"cards\n" if "csv" in name else b""
        hands = table_of(spelled(deals.deal(1000, 5, rng=1)))  # type: ignore[arg-type]
        content = array.getvalue() if "npy" in name else head + hands
        (folder / name).write_bytes(gzip.compress(content) if "gz" in name else content)
        with files.open_hands(folder / name) as opened:
            done = [block.done for block in opened.blocks]
        assert opened.total == done[-1] == (folder / name).stat().st_size
        assert done == sorted(done)
        assert len(done) > 1
