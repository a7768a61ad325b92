"""Check the rating scale: does a difference of 200 points mean 200 Elo in games?

    python -m tools.benchmarks.human_scale [-g GAMES] [--pairs A-B...]

Each pair of rated levels plays GAMES games from the built-in openings, with both colors. A row shows the
first level's score in percent, the Elo difference with a 95 % interval, and the rating difference.
"""

import math

from othello import Board, HumanPlayer
from othello.book import balanced
from othello.players.player import BasePlayer
from othello.rules.score import Color, sign
from tools.benchmarks import parser

PAIRS = ("800-600", "1000-800", "1200-1000", "1400-1200", "1600-1400", "1800-1600", "2000-1800", "2200-2000")


def play(opening: Board, black: BasePlayer, white: BasePlayer) -> Board:
    """Play a game from an opening to its end."""
    board = opening.copy()
    while not board.is_over:
        result = (black if board.turn is Color.BLACK else white).choose(board)
        assert result.move is not None
        board.push(result.move)
    return board


def points(first: str, second: str, count: int) -> float:
    """Return a level's score against another level, playing each opening with both colors."""
    starts, total = balanced.built_in(), 0.0
    own, other = HumanPlayer(first), HumanPlayer(second)
    for number in range(count):
        own.seed, other.seed = 2 * number, 2 * number + 1
        sides = (own, other) if number % 2 == 0 else (other, own)
        result = play(starts[number // 2 % len(starts)], *sides).result
        assert result is not None
        margin = result.margin if number % 2 == 0 else -result.margin
        total += (1 + sign(margin)) / 2
    return total / count


def elo(share: float) -> float:
    """Return the Elo difference that corresponds to this score."""
    share = min(max(share, 0.001), 0.999)
    return -400 * math.log10(1 / share - 1)


def main() -> None:
    """Play the games, and print the table."""
    arguments = parser(__doc__)
    arguments.add_argument("-g", "--games", type=int, default=400)
    arguments.add_argument("--pairs", nargs="*", default=PAIRS)
    options = arguments.parse_args()
    print("| match | games | points | Elo | nominal |\n| --- | --- | --- | --- | --- |")
    for pair in options.pairs:
        first, second = map(int, pair.split("-"))
        share = points(str(first), str(second), options.games)
        error = 1.96 * math.sqrt(share * (1 - share) / options.games)
        low, high = (elo(share + side * error) for side in (-1, 1))
        row = f"| {first} against {second} | {options.games} | {100 * share:.0f} "
        print(f"{row}| {elo(share):+.0f} [{low:+.0f}, {high:+.0f}] | {first - second:+} |", flush=True)


if __name__ == "__main__":
    main()
