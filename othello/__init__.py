"""A strong Othello engine and library.

    import othello

    board = othello.Board.parse("f5d6c3")
    with othello.Engine() as engine:
        print(engine.play(board))

Every public name can be had from here. Nothing else of the package is imported with this
module: that of a name is loaded when the name is first asked for, so that a program waits only
for what it uses. Squares, scores and errors are there at once; whatever plays a move loads
the compiler, which takes half a second.
"""

import importlib
from typing import TYPE_CHECKING, Any

from othello.version import __version__ as __version__

if TYPE_CHECKING:  # what type checkers and editors see; `_HOMES` is the same for the interpreter
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
    from othello.formats.record import GameRecord as GameRecord
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
    from othello.square import parse_move as parse_move
    from othello.square import parse_square as parse_square
    from othello.square_set import SquareSet as SquareSet

_HOMES = {
    "search.analysis": ("Analysis",),
    "async_engine": ("AsyncEngine",),
    "board": ("Board",),
    "engine": ("Engine",),
    "errors": (
        "FormatError",
        "IllegalMoveError",
        "InvalidNotationError",
        "InvalidPositionError",
        "OthelloError",
    ),
    "formats.files": ("read_games", "write_games"),
    "formats.record": ("GameRecord",),
    "formats.text": ("format_game", "parse_game"),
    "human.player": ("HumanPlayer",),
    "limits": ("Clock", "Goal", "Limits"),
    "position": ("Position", "Problem"),
    "search.cancel": ("Cancel",),
    "search.progress": ("Progress",),
    "results": ("Info", "Line", "SearchResult"),
    "score": ("Bound", "Color", "Kind", "Result", "Score"),
    "square": (
        "PASS",
        "SYMMETRIES",
        "Move",
        "Square",
        "Symmetry",
        "format_move",
        "format_moves",
        "format_square",
        "parse_move",
        "parse_square",
    ),
    "square_set": ("SquareSet",),
    "svg": (),
}
"""The modules that people need, and the names in them that can be had from here."""
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = ["__version__", "svg", *_HOME]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists

    def __getattr__(name: str) -> Any:
        """Load the module of a public name; the next time the name is simply there."""
        if name in _HOMES:
            return importlib.import_module(f"othello.{name}")
        if name not in _HOME:
            raise AttributeError(f"module 'othello' has no attribute {name!r}")
        found = getattr(importlib.import_module(f"othello.{_HOME[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        """What can be had from here, loaded or not."""
        return sorted({*globals(), *__all__})
