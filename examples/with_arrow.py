"""Rank the hands of an Arrow table, and keep the ranks beside them."""

import pyarrow as pa

import fastlow

hands = pa.table(
    {
        "player": ["Ann", "Bob", "Cid"],
        "cards": ["8c 6d 5h 4s 2c", "7c 5d 4h 3s 2c", "Kc Kd 4d 3h 2s"],
    }
)

# A column of hands as people write them.
ranks = fastlow.rank(hands["cards"], "2-7")
names = fastlow.describe(ranks.to_numpy(), "2-7")
print(hands.append_column("rank", ranks).append_column("name", pa.array(names)).sort_by("rank"))

# Codes in one column of lists of five, which Parquet files can hold too.
codes = fastlow.parse(hands["cards"])
assert codes.type == pa.list_(pa.uint8(), 5)
assert fastlow.rank(codes, "2-7").equals(ranks)

# A card in each of several columns.
flat = codes.combine_chunks().flatten().to_numpy()
wide = pa.table({f"c{i + 1}": flat[i::5] for i in range(5)})
assert fastlow.rank(wide, "2-7").equals(ranks)
