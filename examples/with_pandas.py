"""Rank the hands of a pandas data frame: the ranks come back as a Series with its index."""

import pandas as pd

import fastlow

hands = pd.DataFrame(
    {
        "player": ["Ann", "Bob", "Cid"],
        "cards": ["8c 6d 5h 4s 2c", "7c 5d 4h 3s 2c", "Kc Kd 4d 3h 2s"],
    },
    index=[101, 102, 103],
)

# A column of hands as people write them.
hands["rank"] = fastlow.rank(hands["cards"], "2-7")
hands["name"] = fastlow.describe(hands["rank"].to_numpy(), "2-7")
print(hands.sort_values("rank"))

# A card in each of several columns: the fastest way, since columns of numbers need no reading.
cards = fastlow.parse(hands["cards"])
assert list(cards.columns) == ["c1", "c2", "c3", "c4", "c5"]
assert fastlow.rank(cards, "2-7").equals(hands["rank"])

# Lists of card codes in one column.
lists = pd.Series(cards.to_numpy().tolist(), index=cards.index)
assert fastlow.rank(lists, "2-7").equals(hands["rank"])
