"""Compare games by human-like opponents with games by people who have the same rating.

    python -m tools.benchmarks.human_games FILE... [-g GAMES] [--level LEVEL] [--since YEAR] [--list]

FILEs are all WTHOR files, with the list of names in the same folder. For each rating in OWN, the program
reviews GAMES self-play games of the opponent at LEVEL, and as many games since YEAR between two people rated
within NEAR points of it. It solves the last EXACT squares. The tables show mean losses in discs by the number
of empty squares before the move, and how often typical mistakes happen. --list prints the games, and marks
moves that lose MARKED discs or more.
"""

import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from othello import Board, Engine, GameRecord, Limits, ReviewedMove, review_game
from othello.kernels.moves import legal_moves
from othello.rules.square import CORNERS, PASS
from othello.training import ratings
from tools.benchmarks import parser
from tools.benchmarks.human_model import boards, own_game

OWN = (700, 1000, 1300, 1600, 1900, 2200)
NEAR = 75
PHASES = ((41, 60), (25, 40), (13, 24), (7, 12), (1, 6))
"""Ranges of the number of empty squares before a move."""
EXACT = 16
MARKED = 5.0
X_SQUARES = {9: 0, 14: 7, 49: 56, 54: 63}
"""Maps each X square to the adjacent corner."""


def gives_corner(move: ReviewedMove) -> bool:
    """Return whether a mistake lets the opponent take a corner that was not available before."""
    before = legal_moves(move.position.opponent, move.position.player)
    new = move.position.play(move.move).legal_moves_bits & ~before
    return move.loss >= MARKED and new & CORNERS != 0


def leaves_corner(move: ReviewedMove) -> bool:
    """Return whether a mistake misses a corner that the best move takes."""
    return move.loss >= MARKED and CORNERS >> move.best_move & 1 == 1


def most_missed(game: Sequence[ReviewedMove]) -> int:
    """Return the largest number of mistakes in a game that have the same better move."""
    return max(Counter(move.best_move for move in game if move.loss >= MARKED).values(), default=0)


def is_to_x_square(move: ReviewedMove) -> bool:
    """Return whether a move goes to an X square next to an empty corner."""
    return move.position.empty_bits >> X_SQUARES.get(move.move, move.move) & 1 == 1 and move.move in X_SQUARES


def reviewed(board: Board, engine: Engine, level: int) -> list[ReviewedMove]:
    """Review a game, and return its moves in order, without passes."""
    moves = review_game(
        GameRecord.from_board(board), engine, Limits(level=level), exact_from=EXACT, has_reasons=False
    )
    return [move for move in moves if move.move != PASS][::-1]


def row(name: str, games: Sequence[Sequence[ReviewedMove]]) -> str:
    """Return the rows of these games for both tables."""
    moves = [move for game in games for move in game]
    cells = []
    for low, high in PHASES:
        part = [move.loss for move in moves if low <= move.position.empties <= high]
        cells.append(f"{statistics.fmean(part):.2f}")
    lost = sum(move.loss for move in moves)
    count = len(games)
    ends = [move for move in moves if move.position.empties <= 12 and len(move.position.legal_moves) > 1]
    cells += [
        f"{lost / count:.0f}",
        f"{sum(move.loss for move in moves if move.loss >= 10) / lost:.0%}",
        f"{sum(map(gives_corner, moves)) / count:.1f}",
        f"{sum(map(leaves_corner, moves)) / count:.1f}",
        f"{statistics.fmean(map(most_missed, games)):.1f}",
        f"{sum(map(is_to_x_square, moves)) / count:.1f}",
        f"{statistics.fmean(move.loss == 0 for move in ends):.0%}",
        f"{statistics.fmean(abs(game[-1].played.discs) for game in games):.0f}",
        f"{sum(abs(game[-1].played.discs) == 64 for game in games)}",
    ]
    return f"| {name} | {count} | {' | '.join(cells)} |"


def text(game: Sequence[ReviewedMove]) -> str:
    """Return a game's moves. Each mistake is followed by its loss and the better move."""
    return " ".join(
        f"{move.move}" + (f"({move.loss:.0f}, {move.best_move})" if move.loss >= MARKED else "")
        for move in game
    )


def main() -> None:
    """Play, review, and print the table."""
    arguments = parser(__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("-g", "--games", type=int, default=10)
    arguments.add_argument("--level", type=int, default=8)
    arguments.add_argument("--since", type=int, default=2008)
    arguments.add_argument("--list", action="store_true")
    options = arguments.parse_args()
    results = ratings.read(options.files)
    rated = ratings.rate(results)
    both = np.stack([rated.of(side, results.years) for side in (results.blacks, results.whites)])
    shuffled = np.random.default_rng(1).permutation(np.flatnonzero(results.years >= options.since))
    heads = [f"{low}-{high} empty" for low, high in PHASES]
    heads += [
        "lost in a game",
        "by moves of 10 or more",
        "corners given",
        "left",
        "one move missed",
        "X squares",
    ]
    heads += ["right of the last 12", "margin", "wipe-outs"]
    print(f"| who | games | {' | '.join(heads)} |\n| --- | --- |{' --- |' * len(heads)}")
    with Engine(table_mib=16) as engine:
        for level in OWN:
            near = [game for game in shuffled if abs(both[:, game] - level).max() <= NEAR]
            theirs = [boards(results.moves[game]) for game in near]
            theirs = [board for board in theirs if board.is_over][: options.games]
            own = [own_game(engine, level, seed) for seed in range(options.games)]
            for who, played in (("opponent", own), ("people", theirs)):
                games = [reviewed(board, engine, options.level) for board in played]
                if games:
                    print(row(f"{level}, {who}", games), flush=True)
                for game in games if options.list else ():
                    print(f"    {text(game)}")


if __name__ == "__main__":
    main()
