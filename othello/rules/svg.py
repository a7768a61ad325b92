"""Draws SVG pictures of boards, animated games, and graphs of how the value changes during a game.

For example:

    svg.board("f5d6c3", legal_moves=True, arrows=[("c3", "d3")])
    svg.board(position, values={line.move: float(line.score) for line in result.lines})
    svg.board(position, line=result.pv)
    svg.game("f5d6c3d3c4")
    svg.graph({move.ply: move.played for move in othello.review_game(game, engine)})
"""

from collections.abc import Iterable, Mapping
from html import escape
from math import isfinite
from typing import Final, SupportsIndex, TypeVar

from othello.rules.board import Board, BoardLike, board_of
from othello.rules.drawing import COLORS, PICTURE_SIZE, TURN_SECONDS, Colors, Drawing, Picture
from othello.rules.graph import Graph
from othello.rules.score import MAX_DISCS, Color, Score
from othello.rules.square import PASS, Move, MoveLike, format_square, square_number, squares_of

__all__ = ("COLORS", "Colors", "Picture", "board", "game", "graph")

GRAPH_WIDTH: Final = 620
"""Default width of a graph, in pixels."""

MOVE_SECONDS: Final = 0.8
"""Default time between two moves of an animated game, in seconds."""
END_SECONDS: Final = 4.0
"""Duration of the last position in an animated game, in seconds."""
_WAVE_SECONDS = 0.04
"""Delay between the flips of two discs that are one step apart, outward from the new disc, in seconds."""

Valued = TypeVar("Valued", bound=MoveLike)
Filled = TypeVar("Filled", bound=MoveLike)
"""The key types of `values` and `fill`: squares as numbers or names."""


def board(
    shown: BoardLike,
    *,
    size: int = PICTURE_SIZE,
    coordinates: bool = True,
    legal_moves: bool = False,
    flipped: bool = False,
    last_move: MoveLike | None = None,
    values: Mapping[Valued, float | str] | None = None,
    line: Iterable[MoveLike] = (),
    arrows: Iterable[tuple[MoveLike, MoveLike]] = (),
    fill: Mapping[Filled, str] | None = None,
    colors: Colors = COLORS,
) -> Picture:
    """Return the picture of a board or position as the contents of an SVG file.

    shown       -- the board, the position, or a string that `Board.parse` can read
    size        -- width and height in pixels, at least 1
    coordinates -- whether the frame shows the letters a to h and the numbers 1 to 8
    legal_moves -- whether to mark with a dot each legal move that has no entry in *values*
    flipped     -- whether a1 is at the bottom right, as white sees the board
    last_move   -- the move whose disc is marked, by default the last move of a board
    values      -- numbers of discs or short strings to write on squares. The highest number has its own
                   color.
    line        -- the next moves, including passes, which are drawn as numbered discs
    arrows      -- pairs of squares. An arrow leads from the first square to the second. If the squares are
                   equal, the arrow becomes a ring.
    fill        -- colors of individual squares, in SVG notation
    colors      -- all other colors

    Squares and moves are numbers or names. Raises InvalidNotationError if a square or move does not exist,
    and ValueError if *size* is less than 1 or a value is not finite.
    """
    shown = board_of(shown)
    position = shown.position
    if last_move is None and shown.ply:
        last_move = shown.peek()
    written = {square_number(square): value for square, value in (values or {}).items()}
    for square, value in written.items():
        if not isinstance(value, str) and not isfinite(value):
            raise ValueError(f"{format_square(square)} has the value {value}: use a finite number or string")
    filled = {square_number(square): color for square, color in (fill or {}).items()}
    drawing = Drawing(size, colors, coordinates=coordinates, is_flipped=flipped, fill=filled)
    drawing.draw_discs({color: position.discs(color) for color in Color})
    if legal_moves:
        drawing.draw_dots(move for move in squares_of(position.legal_moves_bits) if move not in written)
    if last_move is not None and Move(last_move) is not PASS:
        drawing.draw_mark(square_number(last_move))
    drawing.draw_line(map(Move, line), position.turn)
    drawing.draw_values(written)
    for tail, head in arrows:
        drawing.draw_arrow(square_number(tail), square_number(head))
    return drawing.picture()


def game(
    played: BoardLike,
    *,
    seconds: float = MOVE_SECONDS,
    size: int = PICTURE_SIZE,
    coordinates: bool = True,
    colors: Colors = COLORS,
) -> Picture:
    """Return an animated picture that replays a game endlessly, as the contents of an SVG file.

    played -- the board after the last move of the game, or a string that `Board.parse` can read
    seconds -- time between two moves, at least 0.5. A pass takes no time.
    size, coordinates, colors -- see `board`

    Programs that don't support animation show the last position. Raises InvalidNotationError if the string is
    not a game, IllegalMoveError if it contains an illegal move, and ValueError if *seconds* or *size* is too
    small.

    >>> game("f5d6c3").count("<ellipse")
    7
    """
    if not seconds >= 2 * TURN_SECONDS:
        raise ValueError(f"{seconds} is too short for a move: use at least {2 * TURN_SECONDS} seconds")
    drawing = Drawing(size, colors, coordinates=coordinates)
    _draw_game(drawing, board_of(played), seconds)
    return drawing.picture()


def graph(
    values: Mapping[int, float | Score], *, marks: Mapping[int, str] | None = None, width: int = GRAPH_WIDTH
) -> Picture:
    """Return a graph of how the value changes during a game. The result is the contents of an SVG file.

    values -- the value after each move, by move number (0 is the start). A number is in discs from black's
              point of view. A `Score` may take either point of view. Omit moves that have no value.
    marks  -- colors, in SVG notation, of points that mark moves, by move number. These moves need values.
    width  -- width in pixels, at least 1

    If all scores are exact from some move to the end, this part of the graph has its own background. Raises
    ValueError if an argument is out of range or a marked move has no value.

    >>> graph({1: 0.0, 2: -1.5, 3: 2.0}, marks={2: "red"}).startswith("<svg")
    True
    """
    if width < 1:
        raise ValueError(f"{width} is not the width of a picture: use at least 1 pixel")
    discs = {
        ply: value.pov(Color.BLACK).discs if isinstance(value, Score) else value
        for ply, value in values.items()
    }
    for ply, value in discs.items():
        if not isinstance(ply, SupportsIndex) or ply < 0:
            raise ValueError(
                f"{ply!r} is not the number of a move: use 0 for the start, 1 for the first move"
            )
        if not -MAX_DISCS <= value <= MAX_DISCS:
            raise ValueError(f"move {ply} has the value {value}: use -{MAX_DISCS} to {MAX_DISCS} discs")
    unknown = sorted((marks or {}).keys() - discs.keys())
    if unknown:
        raise ValueError(f"move {unknown[0]} has a mark but no value: give it a value")
    exact = [ply for ply, value in values.items() if isinstance(value, Score) and value.is_exact]
    points = {ply: f'fill="{escape(color)}"' for ply, color in (marks or {}).items()}
    return Picture(Graph.of(discs, points, exact).picture(width))


def _draw_game(drawing: Drawing, played: Board, seconds: float) -> None:
    """Draw the animated discs of a game and the mark that moves to the square of each move."""
    before, *positions = played.positions()
    turns: dict[int, list[tuple[float, Color]]] = {
        square: [(0, color)] for color in Color for square in before.discs(color)
    }
    """For each square, the times, in seconds, when its disc appears or flips, and its color from then on."""
    marks: list[tuple[float, int]] = []
    now = 0.0
    for move, after in zip(played.move_stack, positions, strict=True):
        if move is not PASS:
            now += seconds
            marks.append((now, move))
            for disc in after.discs(before.turn) - before.discs(before.turn):
                wave = _WAVE_SECONDS * max(_steps(move, disc) - 1, 0)
                turns.setdefault(disc, []).append((now + wave, before.turn))
        before = after
    end = now + END_SECONDS
    for square, changes in sorted(turns.items()):
        drawing.draw_turns(square, changes, end)
    if marks:
        drawing.draw_marks(marks, end)


def _steps(square: int, other: int) -> int:
    """Return the number of steps from one square to another. A step leads to any of the eight neighbors."""
    return max(abs(square % 8 - other % 8), abs(square // 8 - other // 8))
