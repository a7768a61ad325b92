"""Positions with up to 13 empty squares, solved by the slow model.

    python -m tests.solved > tests/data/solved/solved.obf

writes them with the score of every move, which takes a quarter of an hour: the model makes lists,
and all it is helped by is alpha-beta.
"""

import functools

from othello import Color, Position
from othello.formats.obf import ObfProblem, format_obf, read_obf
from tests import model, positions, source

FILE = source.DATA / "solved" / "solved.obf"
COUNTS = {5: 10, 6: 10, 7: 10, 8: 10, 9: 8, 10: 8, 11: 6, 12: 6, 13: 3}
"""How many positions of random games there are for each number of empty squares."""


def value(board: model.Model, alpha: int = -64, beta: int = 64) -> int:
    """Return the final score with best play for the side to move, which is exact inside the window."""
    moves = model.legal_moves(board)
    if not moves:
        return (
            model.final_score(board) if model.is_over(board) else -value(model.passed(board), -beta, -alpha)
        )
    best = -64
    for move in moves:
        best = max(best, -value(model.play(board, move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def value_of(position: Position) -> int:
    """Return the value of a position for the side to move."""
    return value(model.of(position))


def solved(problem: ObfProblem) -> ObfProblem:
    """Return a problem with the score of every move."""
    board = model.of(problem.position)
    moves = model.legal_moves(board) or ([model.PASS] if model.must_pass(board) else [])
    scores = {move: -value(model.play(board, move)) for move in moves}
    best_first = dict(sorted(scores.items(), key=lambda item: -item[1]))
    return ObfProblem(problem.position, best_first, None if scores else model.final_score(board))


def problems() -> list[ObfProblem]:
    """Return the solved positions of the file."""
    return list(_problems())


@functools.cache
def _problems() -> tuple[ObfProblem, ...]:
    return tuple(read_obf(FILE))


def chosen() -> list[Position]:
    """Return positions to solve: of random and lopsided games, before passes, and of early ends."""
    words = [
        positions.random_position(seed, empties)
        for empties, count in COUNTS.items()
        for seed in range(300, 300 + count)
    ]
    words += [pair for pair in map(last_before_the_end, range(20)) if empties_of(pair) in COUNTS]
    words += [pair for pair in positions.pass_positions() if empties_of(pair) in COUNTS][:20]
    words += [pair for pair in positions.final_positions() if empties_of(pair) in COUNTS][:5]
    return [Position(*pair, list(Color)[number % 2]) for number, pair in enumerate(dict.fromkeys(words))]


def last_before_the_end(seed: int) -> positions.Words:
    """Return the position of a lopsided game before its last ten moves."""
    return model.to_words(list(positions.lopsided_game(seed))[-10])


def empties_of(pair: positions.Words) -> int:
    """Return the number of empty squares."""
    return 64 - (pair[0] | pair[1]).bit_count()


if __name__ == "__main__":
    for position in chosen():
        print(format_obf(solved(ObfProblem(position))), flush=True)
