"""The public names of the package, each with the module where it is defined.

Type checkers, editors and `__init__.py` read this file: a name is public if it is here.
"""

from othello import svg as svg
from othello.async_engine import AsyncEngine as AsyncEngine
from othello.board import Board as Board
from othello.engine import Engine as Engine
from othello.errors import FormatError as FormatError
from othello.errors import IllegalMoveError as IllegalMoveError
from othello.errors import InvalidNotationError as InvalidNotationError
from othello.errors import InvalidPositionError as InvalidPositionError
from othello.errors import OthelloError as OthelloError
from othello.formats.files import read_games as read_games
from othello.formats.files import write_games as write_games
from othello.formats.record import Ending as Ending
from othello.formats.record import GameRecord as GameRecord
from othello.formats.record import PlayedMove as PlayedMove
from othello.formats.record import Player as Player
from othello.formats.text import format_game as format_game
from othello.formats.text import parse_game as parse_game
from othello.human.player import HumanPlayer as HumanPlayer
from othello.limits import Clock as Clock
from othello.limits import Goal as Goal
from othello.limits import Limits as Limits
from othello.position import Position as Position
from othello.position import Problem as Problem
from othello.results import Info as Info
from othello.results import Line as Line
from othello.results import SearchResult as SearchResult
from othello.score import BLACK as BLACK
from othello.score import WHITE as WHITE
from othello.score import Bound as Bound
from othello.score import Color as Color
from othello.score import Kind as Kind
from othello.score import Result as Result
from othello.score import Score as Score
from othello.search.analysis import Analysis as Analysis
from othello.search.cancel import Cancel as Cancel
from othello.search.progress import Progress as Progress
from othello.square import PASS as PASS
from othello.square import SYMMETRIES as SYMMETRIES
from othello.square import Move as Move
from othello.square import Square as Square
from othello.square import Symmetry as Symmetry
from othello.square import format_move as format_move
from othello.square import format_moves as format_moves
from othello.square import format_square as format_square
from othello.square import inverse as inverse
from othello.square import parse_move as parse_move
from othello.square import parse_square as parse_square
from othello.square import transform_move as transform_move
from othello.square_set import SquareSet as SquareSet
from othello.version import __version__ as __version__
