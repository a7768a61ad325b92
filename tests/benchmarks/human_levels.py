"""Losses and strength of human-like levels.

    python -m tests.benchmarks.human_levels [-g GAMES] [--against LEVEL] [--judge LEVEL] [--judged GAMES]
        [--people FILE...]

Each level plays GAMES games against the next one (the last one against LEVEL), and as many against
LEVEL, from the built-in openings with both colors and seeds 0, 1, 2 and so on. A row has the losses
of its moves in these games, the mean and the maximum; the losses in the first JUDGED games against
the next level by a review at the judge's level, in a game and per move; and the points out of 100
against the next level and against LEVEL. Games against a much stronger level are not judged: in a lost
game no move loses anything. A row for FILEs has the losses of people in JUDGED of their games.
"""

import random
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from othello.book import balanced
from othello.formats.files import read_games
from othello.formats.record import GameRecord
from othello.human.level_player import LevelPlayer
from othello.human.levels import HUMAN_LEVELS
from othello.review.review import review_game
from othello.review.tally import tally
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS, Move
from othello.search.engine import Engine
from othello.search.limits import Limits
from tests.benchmarks import parser


@dataclass
class Side:
    """A player with its engine."""

    engine: Engine
    player: LevelPlayer

    def move(self, board: Board) -> Move:
        """Return the move of the player."""
        result = self.player.choose(self.engine, board, Limits())
        assert result.move is not None
        return result.move


def play(opening: Board, black: Side, white: Side) -> Board:
    """Play a game from an opening to its end."""
    board = opening.copy()
    while not board.is_over:
        side = black if board.turn is Color.BLACK else white
        board.push(PASS if board.must_pass else side.move(board))
    return board


@dataclass
class Games:
    """Games of one level against another."""

    boards: list[tuple[Board, Color]]
    """The games, each with the color of the first level."""
    lost: list[float]
    """Discs that the first level lost in each game, by its own values."""

    @property
    def points(self) -> float:
        """Return the points of the first level, out of 100."""
        signs = [
            board.result.margin * (1 if color is Color.BLACK else -1)
            for board, color in self.boards
            if board.result is not None
        ]
        return 50 * mean(1 + (sign > 0) - (sign < 0) for sign in signs)


def games(engine: Engine, first: str, second: str, count: int) -> Games:
    """Play *count* games between two levels, with both colors of each opening."""
    starts = balanced.built_in()
    found = Games([], [])
    for number in range(count):
        own, other = (
            Side(engine, LevelPlayer(level, seed=2 * number + index))
            for index, level in enumerate((first, second))
        )
        color = (Color.BLACK, Color.WHITE)[number % 2]
        opening = starts[number // 2 % len(starts)]
        board = play(opening, *((own, other) if color is Color.BLACK else (other, own)))
        found.boards.append((board, color))
        found.lost.append(own.player.lost(board, color))
    return found


def judged(engine: Engine, found: Games, level: int, count: int) -> tuple[float, float]:
    """Return the discs that the first level lost in *count* games, per game and per move, from a review."""
    loss, moves = [], 0
    for board, color in found.boards[:count]:
        record = GameRecord.from_board(board)
        own = tally(review_game(record, engine, Limits(level=level), exact_from=2 * level), color)
        loss.append(own.loss)
        moves += own.moves
    return mean(loss), sum(loss) / moves


def games_of_people(paths: list[Path], count: int) -> Games:
    """Return human games, chosen by a fixed seed, with *count* sides in total."""
    records = [record for path in paths for record in read_games(path)]
    random.Random(1).shuffle(records)
    return Games([(record.board(), color) for record in records[: -(-count // 2)] for color in Color], [])


def main() -> None:
    """Measure and print a table."""
    arguments = parser(__doc__)
    arguments.add_argument("-g", "--games", type=int, default=100)
    arguments.add_argument("--against", type=int, default=4)
    arguments.add_argument("--judge", type=int, default=8)
    arguments.add_argument("--judged", type=int, default=60)
    arguments.add_argument("--people", type=Path, nargs="*", default=[])
    options = arguments.parse_args()
    engine = Engine(table_mib=16)
    print(
        "| level | total loss | mean loss | greatest loss | judged, a game | judged, a move "
        f"| points against the next | against level {options.against} |"
    )
    print("| --- |" + " --- |" * 7)
    names = [level.name for level in HUMAN_LEVELS]
    for level, following in zip(HUMAN_LEVELS, (*names[1:], str(options.against)), strict=True):
        neighbors = games(engine, level.name, following, options.games)
        others = games(engine, level.name, str(options.against), options.games)
        loss, per_move = judged(engine, neighbors, options.judge, options.judged)
        lost = neighbors.lost + others.lost
        print(
            f"| {level} | {level.total_loss:g} | {mean(lost):.0f} | {max(lost):.0f} | {loss:.0f}"
            f" | {per_move:.1f} | {neighbors.points:.0f} | {others.points:.0f} |",
            flush=True,
        )
    if options.people:
        found = games_of_people(options.people, options.judged)
        loss, per_move = judged(engine, found, options.judge, options.judged)
        print(f"| people | | | | {loss:.0f} | {per_move:.1f} | | |")


if __name__ == "__main__":
    main()
