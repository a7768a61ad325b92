"""A slow, simple model of the rules of Othello, with which faster code is compared.

A board is a list of 64 squares, a1, b1, ... h8, from the side to move's point of view: +1 is its
own disc, -1 an opponent's, 0 an empty square. The model follows the rules alone, is kept simple instead
of fast, and imports nothing from the code that it is compared with.
"""

from collections.abc import Callable
from typing import Any

Model = list[int]

MINE, EMPTY, THEIRS = 1, 0, -1
PASS = 64
NAMES = [f"{file}{row}" for row in "12345678" for file in "abcdefgh"]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def ray(square: int, x: int, y: int) -> list[int]:
    """Return the squares from a square to the edge in a direction, without that square."""
    file, row, squares = square % 8 + x, square // 8 + y, []
    while 0 <= file < 8 and 0 <= row < 8:
        squares.append(8 * row + file)
        file, row = file + x, row + y
    return squares


RAYS = [[line for x, y in DIRECTIONS if (line := ray(square, x, y))] for square in range(64)]


def beside(square: int) -> list[int]:
    """Return the squares next to a square."""
    return [line[0] for line in RAYS[square]]


def start() -> Model:
    """Return the start of a game: Black to move, black discs on e4 and d5, white discs on d4 and e5."""
    board = [EMPTY] * 64
    for name, disc in (("e4", MINE), ("d5", MINE), ("d4", THEIRS), ("e5", THEIRS)):
        board[NAMES.index(name)] = disc
    return board


def from_words(player: int, opponent: int) -> Model:
    """Return the board of two words."""
    return [(player >> square & 1) - (opponent >> square & 1) for square in range(64)]


def of(position: Any) -> Model:
    """Return the board of a position, which has its discs as words `player` and `opponent`."""
    return from_words(position.player, position.opponent)


def to_words(board: Model) -> tuple[int, int]:
    """Return the words of the player and of the opponent."""
    bits = [(1 << square, disc) for square, disc in enumerate(board) if disc != EMPTY]
    return sum([bit for bit, disc in bits if disc == MINE]), sum([bit for bit, disc in bits if disc != MINE])


def word(squares) -> int:
    return sum(1 << square for square in set(squares))


def flips(board: Model, square: int) -> list[int]:
    """Return the discs that a move turns: in each direction those up to the mover's next disc."""
    if board[square] != EMPTY:
        return []
    turned = []
    for line in RAYS[square]:
        if board[line[0]] == THEIRS:
            length = 1
            while length < len(line) and board[line[length]] == THEIRS:
                length += 1
            if length < len(line) and board[line[length]] == MINE:
                turned += line[:length]
    return sorted(turned)


def turns(board: Model, square: int) -> bool:
    """Return whether a disc on an empty square turns others: whether the mover's disc ends a row of them."""
    for line in RAYS[square]:
        if board[line[0]] == THEIRS:
            for neighbor in line:
                if board[neighbor] != THEIRS:
                    if board[neighbor] == MINE:
                        return True
                    break
    return False


def legal_moves(board: Model) -> list[int]:
    """Return the squares where the side to move turns a disc."""
    return [square for square, disc in enumerate(board) if disc == EMPTY and turns(board, square)]


def has_moves(board: Model) -> bool:
    """Return whether the side to move turns a disc on some square."""
    return any(disc == EMPTY and turns(board, square) for square, disc in enumerate(board))


def frontier(board: Model) -> list[int]:
    """Return the discs of the side that moved last that are next to an empty square."""
    return [
        s for s in range(64) if board[s] == THEIRS and any(board[neighbor] == EMPTY for neighbor in beside(s))
    ]


def passed(board: Model) -> Model:
    """Return the same discs with the other side to move."""
    return [-disc for disc in board]


def play(board: Model, move: int) -> Model:
    """Return the board after a legal move or pass, in the view of the other side."""
    if move == PASS:
        assert must_pass(board)
        return passed(board)
    turned = flips(board, move)
    assert turned
    after = passed(board)
    for square in (move, *turned):
        after[square] = THEIRS
    return after


def must_pass(board: Model) -> bool:
    """Return whether only the other side has a legal move."""
    return not has_moves(board) and has_moves(passed(board))


def is_over(board: Model) -> bool:
    """Return whether neither side has a legal move."""
    return not has_moves(board) and not has_moves(passed(board))


def final_score(board: Model) -> int:
    """Return the disc difference for the side to move. The winner gets the empty squares."""
    difference = board.count(MINE) - board.count(THEIRS)
    if difference > 0:
        return difference + board.count(EMPTY)
    if difference < 0:
        return difference - board.count(EMPTY)
    return 0


def solve(board: Model) -> int:
    """Return the final score with best play by both sides, for the side to move."""
    moves = legal_moves(board)
    if moves:
        return max(-solve(play(board, move)) for move in moves)
    return final_score(board) if is_over(board) else -solve(passed(board))


def minimax(board: Model, depth: int, evaluate: Callable[[Model], int]) -> int:
    """Return the value of a search of *depth* plies in centidiscs, for the side to move.

    Leaves have the value that *evaluate* returns, for the side to move there. A game that ends earlier counts
    100 for each disc of its final score. A pass takes no depth.
    """
    if depth == 0:
        return evaluate(board)
    moves = legal_moves(board)
    if moves:
        return max(-minimax(play(board, move), depth - 1, evaluate) for move in moves)
    return 100 * final_score(board) if is_over(board) else -minimax(passed(board), depth, evaluate)


def perft(board: Model, depth: int) -> int:
    """Return the number of games of *depth* plies, including passes. A game that ends earlier counts once."""
    if depth == 0 or is_over(board):
        return 1
    return sum(perft(play(board, move), depth - 1) for move in legal_moves(board) or [PASS])
