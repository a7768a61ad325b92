"""Compare players' accuracy in tournament games with their ratings and results.

    python -m tools.benchmarks.accuracy FILE... [--games N] [--since YEAR] [--level LEVEL]

FILEs are WTHOR files, with the list of names in the same folder. Each year's ratings are computed as in
`othello train ratings`. The program reviews N games since YEAR with at least 40 moves, which are chosen with
a fixed seed.

The first line shows the median loss per counted move, and the scale at which this loss yields an accuracy of
80. The first table shows the accuracy of people with at least MIN_GAMES games, by rating. The second table
shows the score of the more accurate side. The last line covers games lost by 50 discs or more.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import correlation, mean, median, quantiles

from othello import Engine, Limits, read_games
from othello.review.accuracy import accuracy, counts, tally
from othello.review.review import REVIEW_LEVEL, ReviewedMove, review_game
from othello.rules.score import Color, sign
from othello.training import ratings
from tools.benchmarks import parser

BANDS = (0, 1300, 1500, 1700, 1900, 3000)
DIFFERENCES = (0, 5, 10, 20, 100)
MIN_GAMES = 30
"""Minimum number of games by a player whose rating is compared."""


def loss_of(moves: Sequence[ReviewedMove], color: Color) -> float:
    """Return a side's loss per counted move."""
    return tally(moves, color).loss / sum(counts(move) for move in moves if move.turn is color)


def main() -> None:
    """Review games, and print the tables."""
    options = parser(__doc__)
    options.add_argument("files", type=Path, nargs="+")
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--since", type=int, default=1990)
    options.add_argument("--level", type=int, default=REVIEW_LEVEL)
    args = options.parse_args()
    games = [game for path in args.files for game in read_games(path)]
    results = ratings.read(args.files)
    player_ratings = ratings.rate(results)
    names = [results.names[player] for player in player_ratings.players]
    rated = dict(
        zip(
            zip(names, player_ratings.years.tolist(), strict=True),
            player_ratings.ratings.tolist(),
            strict=True,
        )
    )
    played: Counter[str] = Counter()
    for name, count in zip(names, player_ratings.games.tolist(), strict=True):
        played[name] += count
    chosen = [game for game in games if len(game.moves) >= 40 and int(game.date[:4]) >= args.since]
    random.Random(1).shuffle(chosen)
    sides: list[tuple[tuple[str, int], float, float]] = []
    """For each side of each game: its name with the year, its average loss and its result."""
    with Engine() as engine:
        for game in chosen[: args.games]:
            limits = Limits(level=args.level)
            moves = list(review_game(game, engine, limits, has_reasons=False))
            for color, factor in ((Color.BLACK, 1), (Color.WHITE, -1)):
                who = (game.player(color).name, int(game.date[:4]))
                sides.append((who, loss_of(moves, color), factor * (game.result or 0)))
    middle = median(loss for _, loss, _ in sides)
    print(f"median loss {middle:.2f}, scale for an accuracy of 80: {middle / -math.log(0.8):.2f}\n")
    exact = {loss: accuracy(loss, 1) or 0.0 for _, loss, _ in sides}
    known = [(rated[who], loss) for who, loss, _ in sides if who in rated and played[who[0]] >= MIN_GAMES]
    both = ([rating for rating, _ in known], [-loss for _, loss in known])
    print(f"correlation with the rating: {correlation(*both):.2f}")
    print("\n| rating | sides | mean loss | accuracy: a quarter below | median | a quarter above |")
    print("| --- | --- | --- | --- | --- | --- |")
    for low, high in itertools.pairwise(BANDS):
        losses = [loss for rating, loss in known if low <= rating < high]
        if len(losses) < 2:
            continue
        low_quarter, half, high_quarter = quantiles([exact[loss] for loss in losses])
        print(
            f"| {low} to {high} | {len(losses)} | {mean(losses):.2f} "
            f"| {low_quarter:.0f} | {half:.0f} | {high_quarter:.0f} |"
        )
    print("\n| difference of accuracy | games | points of the higher one |\n| --- | --- | --- |")
    pairs = list(zip(sides[::2], sides[1::2], strict=True))
    for least, most in itertools.pairwise(DIFFERENCES):
        points = [
            (1 + sign(black[2] * (white[1] - black[1]))) / 2
            for black, white in pairs
            if least <= abs(exact[black[1]] - exact[white[1]]) < most
        ]
        if not points:
            continue
        print(f"| {least} to {most} | {len(points)} | {mean(points):.0%} |")
    lost = [pair if pair[0][2] < 0 else pair[::-1] for pair in pairs if abs(pair[0][2]) >= 50]
    if not lost:
        return
    own, other = ([exact[pair[side][1]] for pair in lost] for side in (0, 1))
    print(f"\n{len(lost)} games lost by 50 or more: the losers' accuracy is {mean(own):.0f} on average,")
    print(f"at most {max(own):.0f}; the winners' is {mean(other):.0f}")


if __name__ == "__main__":
    main()
