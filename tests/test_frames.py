"""Columns of pandas, polars and Arrow go in and come back, as one call on an array has it."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastlow

EXAMPLES = Path(__file__).parents[1] / "examples"
TEXTS = ["7c 5d 4h 3s 2c", "8c 5d 4h 3s 2c", "7c 6d 5h 4s 3c", "As Ah Ad Ac Ks"]
CODES = fastlow.parse(TEXTS)
RANKS = [1, 5, 5856, 7453]
INDEX = [10, 11, 5, 5]


class Pandas:
    """Each kind of column that pandas has, and what comes back."""

    def __init__(self) -> None:
        self.pd = pytest.importorskip("pandas", reason="the extra for pandas is not installed")

    def column(self, values: list[Any]) -> Any:
        return self.pd.Series(values, index=INDEX[: len(values)])

    def frame(self, columns: dict[str, Any]) -> Any:
        return self.pd.DataFrame(columns, index=INDEX)

    def hands(self) -> list[Any]:
        series = self.column(TEXTS)
        lists = [self.column(CODES.tolist()), self.column([*CODES])]
        return [series, series.astype("category"), series.astype(object), *lists]

    def is_column(self, ranks: Any) -> bool:
        return bool(ranks.name == "rank" and ranks.dtype == np.uint16)

    def is_codes(self, codes: Any) -> bool:
        return list(codes.columns) == ["c1", "c2", "c3", "c4", "c5"]


class Polars:
    def __init__(self) -> None:
        self.pl = pytest.importorskip("polars", reason="the extra for polars is not installed")

    def column(self, values: list[Any]) -> Any:
        return self.pl.Series(values)

    def frame(self, columns: dict[str, Any]) -> Any:
        return self.pl.DataFrame(columns)

    def hands(self) -> list[Any]:
        pl, texts, lists = self.pl, self.pl.Series(TEXTS), self.pl.Series(CODES.tolist())
        wide = pl.Series(CODES, dtype=pl.Array(pl.UInt8, 5))
        structs = pl.DataFrame(by_card(CODES)).to_struct("hand")
        return [texts, texts.cast(pl.Categorical), lists, lists.cast(pl.List(pl.Int16)), wide,
                structs]  # fmt: skip

    def is_column(self, ranks: Any) -> bool:
        return bool(ranks.name == "rank" and ranks.dtype == self.pl.UInt16)

    def is_codes(self, codes: Any) -> bool:
        return bool(codes.dtype == self.pl.Array(self.pl.UInt8, 5))


class Arrow:
    def __init__(self) -> None:
        self.pa = pytest.importorskip("pyarrow", reason="the extra arrow is not installed")

    def column(self, values: list[Any]) -> Any:
        return self.pa.array(values)

    def frame(self, columns: dict[str, Any]) -> Any:
        return self.pa.table(columns)

    def hands(self) -> list[Any]:
        pa = self.pa
        texts, lists = pa.array(TEXTS), pa.array(CODES.tolist())
        chunked = pa.chunked_array([texts[:1], texts[1:]])
        kinds = [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]
        wide = [lists.cast(pa.list_(pa.uint8(), 5)), lists.cast(pa.large_list(pa.int16()))]
        batch = pa.record_batch(by_card(CODES))
        return [texts, chunked, *map(texts.cast, kinds), lists, *wide, batch.to_struct_array()]

    def is_column(self, ranks: Any) -> bool:
        return bool(ranks.type == self.pa.uint16())

    def is_codes(self, codes: Any) -> bool:
        return bool(codes.type == self.pa.list_(self.pa.uint8(), 5))


def by_card(hands: Any) -> dict[str, Any]:
    return {f"c{i}": column for i, column in enumerate(np.transpose(hands), 1)}


@pytest.fixture(params=[Pandas, Polars, Arrow])
def library(request: pytest.FixtureRequest) -> Any:
    return request.param()


def test_every_kind_of_column_is_ranked_and_comes_back(library: Any) -> None:
    for column in library.hands():
        ranks = fastlow.rank(column, "2-7")
        assert np.asarray(ranks).tolist() == RANKS
        assert library.is_column(ranks)


def test_several_columns_of_codes_or_of_cards_are_hands(library: Any) -> None:
    codes = library.frame(by_card(CODES))
    cards = library.frame(by_card([text.split() for text in TEXTS]))
    for frame in (codes, cards):
        ranks = fastlow.rank(frame, "2-7")
        assert np.asarray(ranks).tolist() == RANKS
        assert library.is_column(ranks)


def test_parse_gives_codes_that_rank_takes(library: Any) -> None:
    cards = [text.split() for text in TEXTS]
    for texts in (library.column(TEXTS), library.column(cards), library.frame(by_card(cards))):
        codes = fastlow.parse(texts)
        assert library.is_codes(codes)
        assert np.asarray(fastlow.rank(codes, "2-7")).tolist() == RANKS


def test_options_reach_the_kernel(library: Any) -> None:
    column = library.column(["8c 5d 4h 3s 2c", "9c 5d 4h 3s 2c", "Jk 5d 4h 3s 2c"])
    low = fastlow.rank(column, "A-5", qualifier=8, workers=2)
    assert np.asarray(low).tolist() == [26, fastlow.NO_LOW, 1]
    assert np.asarray(fastlow.rank(library.column(["7c7c4h3s2c"] * 2), "2-7", check=False)).size


def test_omaha_takes_columns_on_either_side_and_one_hand_for_all(library: Any) -> None:
    hole, board = ["As Ks 5d 7c", "Ad 3d 8c 8s"], "Ts 7d 8h 4s 2c"
    for holes, boards in (
        (library.column(hole), board),
        (library.column(hole), fastlow.parse(board)),
        (library.column(hole), library.column([board, board])),
    ):
        low = fastlow.rank_omaha(holes, boards, "A-5", qualifier=8)
        assert np.asarray(low).tolist() == [9, 7]
        assert library.is_column(low)
    one = fastlow.rank_omaha(hole[0], library.column([board]), "A-5", qualifier=8)
    assert np.asarray(one).tolist() == [9]


def test_no_rows_have_no_ranks(library: Any) -> None:
    for column in library.hands():
        ranks = fastlow.rank(column[:0], "2-7")
        assert len(ranks) == 0
        assert library.is_column(ranks)


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([TEXTS[0], None], ValueError, "hand 1 has no value"),
        ([TEXTS[0], "7c 5d 4h 3s 2x"], ValueError, "hand 1: '2' at position 12 has no suit"),
        ([TEXTS[0], "7c 5d 4h 3s"], ValueError, "hand 1 has 4 cards, hand 0 has 5"),
        ([[0, 4, 8, 12, 16], [0, 4, 8, 12]], ValueError, "hand 1 has 4 cards, hand 0 has 5"),
        ([[0, 4, 8, 12, 16], [0, 4, 8, 12, 54]], ValueError, r"54 at index \(1, 4\)"),
        ([[0, 4, 8, 12, 16], [0, 4, 8, 12, 12]], ValueError, "5c appears twice.* at index 1"),
        ([51, 1, 6, 8], TypeError, "single cards"),
        ([51.0, 1.0], TypeError, "single cards"),
    ],
)
def test_what_is_no_hand_is_named(
    library: Any, values: list[Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        fastlow.rank(library.column(values), "2-7")


def test_a_missing_card_is_named_with_its_column(library: Any) -> None:
    columns: dict[str, Any] = {name: [*map(int, column)] for name, column in by_card(CODES).items()}
    columns["c3"][2] = None
    with pytest.raises(ValueError, match="hand 2 has no value in column 'c3'"):
        fastlow.rank(library.frame(columns), "2-7")


def test_what_columns_cannot_be_is_refused(library: Any) -> None:
    mixed = library.frame(by_card(CODES) | {"c5": ["As", "Ks", "Qs", "Js"]})
    with pytest.raises(TypeError, match="some columns hold strings"):
        fastlow.rank(mixed, "2-7")
    with pytest.raises(TypeError, match="columns of strings"):
        fastlow.parse(library.column(CODES.tolist()))
    for option in ({"axis": 0}, {"out": np.empty(4, np.uint16)}):
        with pytest.raises(TypeError, match="axis and out"):
            fastlow.rank(library.column(TEXTS), "2-7", **option)
    with pytest.raises(ValueError, match="ranking must be one of"):
        fastlow.rank(library.column(TEXTS), "7-2")


def test_pandas_keeps_its_index() -> None:
    pandas = Pandas()
    for data in (*pandas.hands(), pandas.frame(by_card(CODES))):
        assert fastlow.rank(data, "2-7").index.tolist() == INDEX
    assert fastlow.parse(pandas.column(TEXTS)).index.tolist() == INDEX
    index = pandas.pd.Index(TEXTS)
    assert fastlow.rank(index, "2-7").index.tolist() == TEXTS


def test_pandas_columns_of_arrow_types() -> None:
    pandas, arrow = Pandas(), Arrow()
    for column in arrow.hands()[:-1]:
        column = column if column.type != arrow.pa.string_view() else column.cast("string")
        series = pandas.pd.Series(column, dtype=pandas.pd.ArrowDtype(column.type), index=INDEX)
        ranks = fastlow.rank(series, "2-7")
        assert ranks.tolist() == RANKS
        assert ranks.index.tolist() == INDEX


def test_arrow_gives_chunks_for_chunks() -> None:
    arrow = Arrow()
    chunked = arrow.pa.chunked_array([TEXTS])
    assert isinstance(fastlow.rank(chunked, "2-7"), arrow.pa.ChunkedArray)
    assert isinstance(fastlow.parse(chunked), arrow.pa.ChunkedArray)
    table = arrow.frame(by_card(CODES))
    assert table.append_column("rank", fastlow.rank(table, "2-7"))["rank"].to_pylist() == RANKS
    assert isinstance(fastlow.rank(table.to_batches()[0], "2-7"), arrow.pa.Array)


def test_a_slice_of_arrow_is_read_from_its_place() -> None:
    for column in Arrow().hands():
        assert np.asarray(fastlow.rank(column[1:3], "2-7")).tolist() == RANKS[1:3]


def test_lazy_polars_and_single_values_are_refused() -> None:
    pl, pa = Polars().pl, Arrow().pa
    for lazy in (pl.LazyFrame({"cards": TEXTS}), pl.col("cards")):
        with pytest.raises(TypeError, match="map_batches"):
            fastlow.rank(lazy, "2-7")
    with pytest.raises(TypeError, match="an array or table of Arrow is taken"):
        fastlow.parse(pa.scalar(TEXTS[0]))
    with pytest.raises(TypeError, match="a Series or DataFrame of pandas is taken"):
        fastlow.parse(Pandas().pd.Timestamp(0))


@pytest.mark.parametrize("name", ["pandas", "polars", "arrow"])
def test_the_recipe_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip({"arrow": "pyarrow"}.get(name, name), reason=f"{name} is not installed")
    runpy.run_path(str(EXAMPLES / f"with_{name}.py"), run_name="__main__")
    assert "7-5-4-3-2" in capsys.readouterr().out
