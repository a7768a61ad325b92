"""Print the reasons for mistakes, to be checked by hand, and how often each cause occurs.

    python -m tools.benchmarks.reasons FILE... [--mistakes N] [--level N] [--seed N] [--table] [--deep N]

The program alternately reviews games from FILEs, in random order, and games between human-like levels, until
it has found N mistakes. It prints each mistake with its position, both best lines and its reasons. Then a
table shows, for each cause, the number and share of mistakes with this cause as the first reason, and how
often searches confirm it. `--table` prints only the table. `--deep N` searches both moves of each mistake
again at level N, and counts the mistakes in which the move played is not worse.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from othello import Board, Engine, GameRecord, HumanPlayer, Limits, Move, format_moves, read_games
from othello.book import balanced
from othello.players.levels import HUMAN_LEVELS
from othello.review.reason import Cause
from othello.review.review import REVIEW_LEVEL, Mark, ReviewedMove, review_game
from tools.benchmarks import parser
from tools.benchmarks.human_scale import play


def games_of_files(paths: list[Path], draw: random.Random) -> Iterator[GameRecord]:
    """Yield the games of files in a random order."""
    games = [game for path in paths for game in read_games(path) if game.moves]
    draw.shuffle(games)
    yield from games


def games_of_levels(draw: random.Random) -> Iterator[GameRecord]:
    """Yield games between human-like levels and the next higher level."""
    starts = balanced.built_in()
    for number in itertools.count():
        first = number % (len(HUMAN_LEVELS) - 1)
        black, white = (HumanPlayer(HUMAN_LEVELS[first + index], seed=2 * number + index) for index in (0, 1))
        yield GameRecord.from_board(play(draw.choice(starts), black, white))


def mistakes(paths: list[Path], level: int, seed: int) -> Iterator[ReviewedMove]:
    """Yield the mistakes in games from files and in games between human-like levels, alternately."""
    with Engine() as engine:
        sources = [games_of_levels(random.Random(seed))]
        if paths:
            sources.append(games_of_files(paths, random.Random(seed)))
        for games in zip(*sources, strict=False):
            for game in games:
                for move in review_game(game, engine, Limits(level=level)):
                    if move.mark is not Mark.NONE:
                        yield move


def described(number: int, move: ReviewedMove) -> str:
    """Describe a mistake."""
    return "\n".join(
        [
            f"{number}. move {move.ply}, {move.turn} {move.move}{move.mark.value} loses {move.loss:.1f}",
            move.position.diagram(mark_moves=True),
            f"played {move.played}: {format_moves(move.line)}",
            f"best   {move.best}: {format_moves(move.pv)}",
            *(f"* {reason.cause.value} ({reason.discs:.1f}): {reason.text}" for reason in move.reasons),
            "",
        ]
    )


def is_refuted(move: ReviewedMove, engine: Engine, limits: Limits) -> bool:
    """Return whether a new search finds that the move played is at least as good as the best move."""

    def discs(played: Move) -> float:
        board = Board(move.position)
        board.push(played)
        value = board.final_score if board.is_over else engine.play(board, limits).score.discs
        return value if board.turn is move.turn else -value

    return discs(move.move) >= discs(move.best_move)


def main() -> None:
    """Print the mistakes and the table of causes."""
    arguments = parser(__doc__)
    arguments.add_argument("files", type=Path, nargs="*")
    arguments.add_argument("--mistakes", type=int, default=200)
    arguments.add_argument("--level", type=int, default=REVIEW_LEVEL)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--table", action="store_true")
    arguments.add_argument("--deep", type=int)
    args = arguments.parse_args()
    moves = list(itertools.islice(mistakes(args.files, args.level, args.seed), args.mistakes))
    if not args.table:
        for number, move in enumerate(moves, 1):
            print(described(number, move))
    first = [move.reasons[0] for move in moves]
    causes = Counter(reason.cause for reason in first)
    confirmed = Counter(reason.cause for reason in first if reason.discs)
    print("| code | mistakes | share | confirmed |\n| --- | --- | --- | --- |")
    for cause in Cause:
        print(
            f"| `{cause.value}` | {causes[cause]} | {causes[cause] / len(moves):.0%} | {confirmed[cause]} |"
        )
    print(f"| any | {len(first)} | 100% | {confirmed.total()} |")
    if args.deep:
        with Engine() as engine:
            refuted = sum(is_refuted(move, engine, Limits(level=args.deep)) for move in moves)
        print(f"not worse at level {args.deep}: {refuted} of {len(moves)}")


if __name__ == "__main__":
    main()
