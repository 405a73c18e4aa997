"""What each hand is worth from street to street, as a table with bars.

python examples/equity_calculator.py omaha8 "As 2s Kh Kd" "Ah 3h 4c 5c" --board "4d 7s Kc 8h 2d"
"""

import argparse

import fastlow

BAR = 30
STREETS = {"before the flop": 0, "flop": 3, "turn": 4, "river": 5}


def show(title: str, result: fastlow.Equity) -> None:
    """Print one street."""
    how = f"all {result.n:,} run-outs" if result.exact else f"{result.n:,} random deals"
    print(f"{title}: {how}")
    for hand, equity, error in zip(result.hands, result.equity, result.error(), strict=True):
        bar = "█" * round(BAR * equity)
        sampled = "" if result.exact else f" ± {error:.2%}"
        print(f"  {hand:14} {equity:7.2%}{sampled} {bar}")


def main() -> None:
    """Read the command line and compute each street for which there are cards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=fastlow.GAMES)
    parser.add_argument("hands", nargs="+", help="cards or a range: '2c 3d 4h' 'A23' '*'")
    parser.add_argument("--board", default="", help="up to five common cards")
    parser.add_argument("--dead", default="", help="cards that are out of play")
    parser.add_argument("--seed", type=int, help="seed, where it takes a sample")
    options = parser.parse_args()

    board = fastlow.parse(options.board)
    for street, cards in STREETS.items():
        if cards <= len(board):
            result = fastlow.equity(
                options.game,
                options.hands,
                board=board[:cards],
                dead=options.dead,
                rng=options.seed,
            )
            show(street if len(board) else "all in", result)


if __name__ == "__main__":
    main()
