"""Rank the hands of a polars data frame, at once or in a lazy query."""

import polars as pl

import fastlow

hands = pl.DataFrame(
    {
        "player": ["Ann", "Bob", "Cid"],
        "cards": ["8c 6d 5h 4s 2c", "7c 5d 4h 3s 2c", "Kc Kd 4d 3h 2s"],
    }
)

# A column of hands as people write them; a Series named "rank" comes back.
ranked = hands.with_columns(fastlow.rank(hands["cards"], "2-7"))
ranked = ranked.with_columns(name=pl.Series(fastlow.describe(ranked["rank"].to_numpy(), "2-7")))
print(ranked.sort("rank"))

# Codes in one column of arrays of five.
codes = fastlow.parse(hands["cards"])
assert codes.dtype == pl.Array(pl.UInt8, 5)
assert fastlow.rank(codes, "2-7").equals(ranked["rank"])

# A lazy query: each batch is a Series, and goes straight in.
lazy = hands.lazy().with_columns(
    rank=pl.col("cards").map_batches(
        lambda column: fastlow.rank(column, "2-7"), return_dtype=pl.UInt16
    )
)
assert lazy.collect()["rank"].equals(ranked["rank"])

# A card in each of several columns, in a lazy query: as one column of structs.
wide = codes.arr.to_struct(["c1", "c2", "c3", "c4", "c5"]).struct.unnest()
together = pl.struct(wide.columns).map_batches(
    lambda column: fastlow.rank(column, "2-7"), return_dtype=pl.UInt16
)
assert wide.lazy().select(rank=together).collect()["rank"].equals(ranked["rank"])
