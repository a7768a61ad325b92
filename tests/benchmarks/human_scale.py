"""Matches between ratings: is a difference of 200 on the scale of ratings 200 Elo in games?

    python -m tests.benchmarks.human_scale [-g GAMES] [--pairs A-B...]

Each pair of levels with a rating plays GAMES games from the built-in openings with both colors. A row has
the points of the first out of 100, its difference in Elo with a 95 % interval, and the nominal one.
"""

import math

from othello.search.engine import Engine
from tests.benchmarks import parser
from tests.benchmarks.human_levels import games

PAIRS = ("1200-1000", "1400-1200", "1600-1400", "1800-1600", "2000-1800", "2200-2000")


def elo(share: float) -> float:
    """Return the difference in Elo for a share of the points."""
    share = min(max(share, 0.001), 0.999)
    return -400 * math.log10(1 / share - 1)


def main() -> None:
    """Play and print a table."""
    arguments = parser(__doc__)
    arguments.add_argument("-g", "--games", type=int, default=400)
    arguments.add_argument("--pairs", nargs="*", default=PAIRS)
    options = arguments.parse_args()
    engine = Engine(table_mib=16)
    print("| match | games | points | Elo | nominal |\n| --- | --- | --- | --- | --- |")
    for pair in options.pairs:
        first, second = map(int, pair.split("-"))
        share = games(engine, str(first), str(second), options.games).points / 100
        error = 1.96 * math.sqrt(share * (1 - share) / options.games)
        low, high = (elo(share + side * error) for side in (-1, 1))
        row = f"| {first} against {second} | {options.games} | {100 * share:.0f} "
        print(f"{row}| {elo(share):+.0f} [{low:+.0f}, {high:+.0f}] | {first - second:+} |", flush=True)


if __name__ == "__main__":
    main()
