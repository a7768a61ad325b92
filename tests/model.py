"""The rules of Othello, slowly: the oracle of every faster version.

A board is a list of 64 squares, a1, b1, ... h8, in the view of the side to move: +1 is its
own disc, -1 an opponent's, 0 an empty square. Written from the rules alone. It is meant to
be obviously right, so nobody optimises it, and it imports nothing of what it judges.
"""

from collections.abc import Callable

Model = list[int]

MINE, EMPTY, THEIRS = 1, 0, -1
PASS = 64
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def start() -> Model:
    """Black, who owns e4 and d5, is to move; d4 and e5 are white."""
    board = [EMPTY] * 64
    for name, disc in (("e4", MINE), ("d5", MINE), ("d4", THEIRS), ("e5", THEIRS)):
        board[8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])] = disc
    return board


def from_words(player: int, opponent: int) -> Model:
    """The board of two words."""
    return [(player >> square & 1) - (opponent >> square & 1) for square in range(64)]


def to_words(board: Model) -> tuple[int, int]:
    """The words of the player and of the opponent."""
    return word(s for s in range(64) if board[s] == MINE), word(s for s in range(64) if board[s] == THEIRS)


def word(squares) -> int:
    """The word of some squares."""
    return sum(2**square for square in set(squares))


def flips(board: Model, square: int) -> list[int]:
    """The discs that the side to move turns on *square*: in each direction those up to its next disc."""
    if board[square] != EMPTY:
        return []
    turned = []
    for x, y in DIRECTIONS:
        line = []
        file, row = square % 8 + x, square // 8 + y
        while 0 <= file < 8 and 0 <= row < 8 and board[8 * row + file] == THEIRS:
            line.append(8 * row + file)
            file, row = file + x, row + y
        if 0 <= file < 8 and 0 <= row < 8 and board[8 * row + file] == MINE:
            turned += line
    return sorted(turned)


def legal_moves(board: Model) -> list[int]:
    """The squares where the side to move turns a disc."""
    return [square for square in range(64) if flips(board, square)]


def passed(board: Model) -> Model:
    """The same discs with the other side to move."""
    return [-disc for disc in board]


def play(board: Model, move: int) -> Model:
    """The board after a legal move, a pass included, in the view of the other side."""
    if move == PASS:
        assert must_pass(board)
        return passed(board)
    turned = flips(board, move)
    assert turned
    return passed([MINE if square == move or square in turned else board[square] for square in range(64)])


def must_pass(board: Model) -> bool:
    """Whether only the other side has a move."""
    return not legal_moves(board) and bool(legal_moves(passed(board)))


def is_over(board: Model) -> bool:
    """Whether neither side has a move."""
    return not legal_moves(board) and not legal_moves(passed(board))


def final_score(board: Model) -> int:
    """The difference of discs for the side to move; the winner gets the empty squares."""
    difference = board.count(MINE) - board.count(THEIRS)
    if difference > 0:
        return difference + board.count(EMPTY)
    if difference < 0:
        return difference - board.count(EMPTY)
    return 0


def solve(board: Model) -> int:
    """The final score with the best play of both sides, for the side to move."""
    moves = legal_moves(board)
    if moves:
        return max(-solve(play(board, move)) for move in moves)
    return final_score(board) if is_over(board) else -solve(passed(board))


def minimax(board: Model, depth: int, evaluate: Callable[[Model], int]) -> int:
    """The value, in centidiscs, of looking *depth* plies ahead, for the side to move.

    Leaves are worth what *evaluate* says, in the view of the side to move there; a game that
    ends before counts 100 for each disc of its final score. A pass takes no depth.
    """
    if depth == 0:
        return evaluate(board)
    moves = legal_moves(board)
    if moves:
        return max(-minimax(play(board, move), depth - 1, evaluate) for move in moves)
    return 100 * final_score(board) if is_over(board) else -minimax(passed(board), depth, evaluate)


def perft(board: Model, depth: int) -> int:
    """The number of games of *depth* plies, a pass counted as a ply; a game that ends before counts once."""
    if depth == 0 or is_over(board):
        return 1
    return sum(perft(play(board, move), depth - 1) for move in legal_moves(board) or [PASS])
