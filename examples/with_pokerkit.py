"""Exchange cards and hands with PokerKit, and settle one of its hand histories."""

from pathlib import Path
from tempfile import TemporaryDirectory

from pokerkit import Card, StandardLowHand

import fastlow
from fastlow.neighbours import from_pokerkit, from_pokerkit_hand, to_pokerkit, to_pokerkit_hand
from fastlow.phh import read_phh, settle

# Cards: one hand, or many at once.
codes = from_pokerkit(Card.parse("7c5d4h3s2c"))
print(fastlow.describe(fastlow.rank(codes, "2-7"), "2-7"))
assert to_pokerkit(codes) == list(Card.parse("7c5d4h3s2c"))

# Hands: 1 is the best rank here, and ">" is the better hand there.
hand, kind = from_pokerkit_hand(StandardLowHand("8c5d4h3s2c"))
assert fastlow.rank(hand, kind.ranking) == 5
assert to_pokerkit_hand(codes, "2-7") > to_pokerkit_hand(hand, "2-7")

# A hand history in PHH, read up to its showdown and paid. `fastlow showdown hand.phh` does this.
HAND = """
variant = 'N2L1D'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [500, 500]
actions = [
  'd dh p1 7c5d4h3s2c', 'd dh p2 8d6c4s3h2d', 'p2 cbr 30', 'p1 cc', 'p1 sd', 'p2 sd',
  'p1 cbr 60', 'p2 cc', 'p1 sm 7c5d4h3s2c', 'p2 sm 8d6c4s3h2d',
]
"""
with TemporaryDirectory() as folder:
    path = Path(folder) / "hand.phh"
    path.write_text(HAND)
    history = read_phh(path)
print(history.game.name, history.hands, "put in", history.invested, "took", settle(history))
assert (settle(history) - history.invested).tolist() == [90, -90]
