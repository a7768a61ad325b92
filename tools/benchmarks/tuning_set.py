"""Make the tuning set: self-play positions near the end of the game, with exact values.

    python -m tools.benchmarks.tuning_set > tests/data/tuning/tuning.obf

Each game begins with random moves, continues at one of LEVELS, and yields one position with a given number of
empty squares. No two numbers of empty squares share games. Positions symmetric to earlier positions or to FFO
positions are omitted. A line contains the position, its best move with the exact value, and its origin.
"""

import random
from collections.abc import Iterator

from othello import PASS, Board, Engine, Limits, Position
from othello.formats.obf import ObfProblem, format_obf, read_obf
from othello.rules.score import Discs
from tests import source

POSITIONS = {18: 70, 19: 70, 20: 60, 21: 45, 22: 30, 23: 15, 24: 10}
"""Number of positions per number of empty squares. Solving all takes under a minute on one thread."""
FFO = source.DATA / "ffo"
LEVELS = (1, 4, 8)
RANDOM_PLIES = (4, 16)
TABLE_MIB = 64


def discs(position: Position) -> tuple[int, int]:
    """Return both sides' discs in the position's canonical form."""
    image, _ = position.canonical()
    return image.player, image.opponent


def candidate(engine: Engine, number: int, empties: int) -> tuple[Position, str] | None:
    """Return a game's position with *empties* empty squares, and its origin, or None.

    *number* is the number of the game.
    """
    chance = random.Random(f"tuning {empties} {number}")
    level, plies = chance.choice(LEVELS), chance.randint(*RANDOM_PLIES)
    board = Board()
    engine.new_game()
    while not board.is_over:
        if board.position.must_pass:
            board.push(PASS)
        elif board.position.empties == empties:
            return board.position, f"game {number}, {plies} random plies, level {level}"
        elif len(board.move_stack) < plies:
            board.push(chance.choice(board.legal_moves))
        else:
            move = engine.play(board, Limits(level=level)).move
            assert move is not None
            board.push(move)
    return None


def problems() -> Iterator[ObfProblem]:
    """Yield all positions and their solutions, by number of empty squares."""
    engine = Engine(table_mib=TABLE_MIB)
    seen = {discs(ffo_problem.position) for path in FFO.glob("*.obf") for ffo_problem in read_obf(path)}
    for empties, wanted in POSITIONS.items():
        number = 0
        while wanted:
            pair = candidate(engine, number, empties)
            number += 1
            if pair is None or discs(pair[0]) in seen:
                continue
            position, origin = pair
            seen.add(discs(position))
            engine.new_game()
            result = engine.solve(position)
            assert result.move is not None
            value = Discs(int(result.score.discs))
            yield ObfProblem(position, {result.move: value}, value, origin)
            wanted -= 1


if __name__ == "__main__":
    for problem in problems():
        print(format_obf(problem), flush=True)
