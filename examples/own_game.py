"""A game of one's own, Stud 8-or-better with a joker in the deck: what the joker is worth.

For high the joker is a bug, an ace or what completes a straight or a flush; for low it is the
lowest rank missing. Four players put 100 chips each into the pot and see all seven cards.
"""

import numpy as np

import fastlow

GAME = fastlow.Game("stud8-bug", low="A-5", high="high-bug", qualifier=8, down=3, up=4, jokers=1)
PLAYERS, DEALS, STAKE = 4, 500_000, 100


def main() -> None:
    """Deal, settle, and compare those who hold the joker with those who do not."""
    cards = fastlow.deal(DEALS, PLAYERS * GAME.cards, jokers=GAME.jokers, rng=1)
    hands = cards.reshape(DEALS, PLAYERS, GAME.cards)
    shown = fastlow.showdown(GAME, hands)
    won = fastlow.split(np.full(PLAYERS, STAKE), shown.high, shown.low)

    pot = PLAYERS * STAKE
    joker = (hands == fastlow.parse("Jk")).any(axis=-1)
    lucky = joker.any(axis=-1)  # deals in which somebody has it
    for who, holders in [("with the joker", joker[lucky]), ("against it", ~joker[lucky])]:
        chips = won[lucky][holders]
        low = (shown.low[lucky][holders] < fastlow.NO_LOW).mean()
        print(
            f"{who:>15}: takes {chips.mean():6.2f} of {pot}, "
            f"scoops {(chips == pot).mean():.2%}, has a low {low:.2%}"
        )


if __name__ == "__main__":
    main()
