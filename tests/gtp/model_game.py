"""Games by the slow model of the rules, for tests of protocols: the names of moves, and whose turn it is."""

from tests import model
from tests.model import NAMES

BLACK, WHITE = 1, -1


class ModelGame:
    """A game by the model: the discs in the view of a side, and that side."""

    def __init__(self, board=None, turn=BLACK):
        self.board, self.turn = board or model.start(), turn

    def of(self, turn):
        """Return the same discs with another side to move."""
        return self if turn == self.turn else ModelGame(model.passed(self.board), turn)

    @property
    def squares(self):
        """The names of the squares that the side to move can play."""
        return [NAMES[square] for square in model.legal_moves(self.board)]

    @property
    def is_over(self):
        return model.is_over(self.board)

    def after(self, name):
        """Return the game after a move of the side to move, or None if the move is illegal."""
        if name == "pass":
            return None if self.squares else ModelGame(model.passed(self.board), -self.turn)
        return (
            ModelGame(model.play(self.board, NAMES.index(name)), -self.turn) if name in self.squares else None
        )

    def cells(self, black, white, empty):
        """Return the discs from a1 to h8 as letters."""
        letters = {BLACK: black, WHITE: white, 0: empty}
        return "".join(letters[self.turn * disc] for disc in self.board)

    def random_move(self, number):
        """Return a move that *number* chooses: a square, or a pass if there is none."""
        return self.squares[number % len(self.squares)] if self.squares else "pass"


def random_game(numbers, board=None, turn=BLACK):
    """Return a game after random moves, and the names of these moves, passes included."""
    game, names = ModelGame(board, turn), []
    for number in numbers:
        if game.is_over:
            break
        names.append(game.random_move(number))
        game = game.after(names[-1])
    return game, names
