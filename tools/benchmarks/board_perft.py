"""Measure the speed of perft through the public `Board`, on one core.

    python -m tools.benchmarks.board_perft [DEPTH]

A Python loop pushes and pops moves, as a user would write it. One version counts the legal moves before the
last ply. The other pushes and pops every leaf. The compiled counter is measured for comparison. A pass counts
as a ply. The program prints the best of five rounds.
"""

import sys

from othello.rules.board import Board
from othello.rules.perft import Counter
from tools.benchmarks import fastest

ROUNDS = 5


def counted(board: Board, depth: int) -> int:
    """Count the sequences of *depth* plies. Moves of the last ply are counted without making them."""
    moves = board.legal_moves
    if depth == 1:
        return len(moves) or 1
    count = 0
    for move in moves:
        board.push(move)
        count += counted(board, depth - 1)
        board.pop()
    return count or 1


def pushed(board: Board, depth: int) -> int:
    """Count the sequences of *depth* plies by making every move."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += pushed(board, depth - 1)
        board.pop()
    return count or 1


def compiled(board: Board, depth: int) -> int:
    """Count the sequences of *depth* plies with the compiled counter."""
    return Counter().count(board.position, depth)


def main(depth: int) -> None:
    """Print a line for each way of counting."""
    print("way           leaves   seconds  M leaves/s")
    for way, plies in ((counted, depth), (pushed, depth - 1), (compiled, depth + 2)):
        way(Board(), 3)
        leaves, seconds = way(Board(), plies), fastest(lambda: way(Board(), plies), ROUNDS)  # noqa: B023
        print(f"{way.__name__:<8} {leaves:>11,} {seconds:>9.3f} {leaves / seconds / 1e6:>11.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
