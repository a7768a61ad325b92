"""Pictures of boards, of games that play themselves, and of the values of a game, as SVG.

For example:

    svg.board("f5d6c3", legal_moves=True, arrows=[("c3", "d3")])
    svg.board(position, values={line.move: float(line.score) for line in result.lines})
    svg.board(position, line=result.pv)
    svg.game("f5d6c3d3c4")
    svg.graph({move.ply: move.played for move in othello.review_game(game, engine)})
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from math import atan2, degrees, hypot
from typing import Final, SupportsIndex, TypeVar
from xml.etree.ElementTree import Element, SubElement, tostring

from othello.rules.board import Board, BoardLike, board_of
from othello.rules.graph import Graph
from othello.rules.score import MOST_DISCS, Color, Score, format_discs
from othello.rules.square import PASS, Move, MoveLike, format_square, square_number, squares_of

SQUARE: Final = 60
"""Width of a square in the units of the picture's viewBox."""
MARGIN: Final = 30
"""Width of the frame with coordinates, in the same units."""
NARROW_MARGIN: Final = 8
"""Width of the frame without coordinates, in the same units."""
SIZE: Final = 400
"""Default width and height, in pixels."""
GRAPH_WIDTH: Final = 620
"""Default width of a graph, in pixels."""

MOVE_SECONDS: Final = 0.8
"""Default seconds of a move in a game that plays itself."""
END_SECONDS: Final = 4.0
"""Seconds for which its last position is shown."""
_TURN_SECONDS = 0.25
"""Seconds in which a disc turns."""
_WAVE_SECONDS = 0.04
"""Seconds by which a disc turns later than its neighbor, which is nearer to the new disc."""
_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_DISC = 25
_DOTS = ((2, 2), (6, 2), (2, 6), (6, 6))
"""Files and rows of the four dots, at the corners of the sixteen central squares."""

_UNPRINTABLE: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Colors:
    """The colors of a picture, as in SVG: "green", "#1d7a4a", "none"."""

    board: str = "#1f7d4d"
    grid: str = "#12512f"
    frame: str = "#20262b"
    label: str = "#d5dbe0"
    black: str = "#14171a"
    white: str = "#f6f6f2"
    mark: str = "#e5484d"
    """The mark of the last move."""
    legal: str = "#06220f"
    """The dots on legal moves."""
    value: str = "#e8f3ec"
    best: str = "#ffd60a"
    """The greatest value on the board."""
    arrow: str = "#ffb224"

    def disc(self, color: Color) -> str:
        """Return the color of a side's discs."""
        return self.black if color is Color.BLACK else self.white


COLORS: Final = Colors()
Valued = TypeVar("Valued", bound=MoveLike)
Filled = TypeVar("Filled", bound=MoveLike)
"""The keys of `values` and `fill`: squares as numbers or names."""


class Picture(str):
    """The text of an SVG file, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def board(
    shown: BoardLike,
    *,
    size: int = SIZE,
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
    """Return the picture of a board or a position, as the text of an SVG file.

    shown -- the board or the position, or the text of one as `Board.parse` reads it
    size -- width and height in pixels, at least 1
    coordinates -- whether the frame has the letters a to h and the numbers 1 to 8
    legal_moves -- whether a dot marks each legal move that has no value
    flipped -- whether a1 is at the bottom right, as white sees the board
    last_move -- the move whose disc is marked; by default the last move of a board
    values -- numbers of discs or short texts to write on squares; the greatest number has its own color
    line -- the next moves, passes included, drawn as numbered discs
    arrows -- pairs of squares, from and to; if both are the same, a ring is drawn
    fill -- colors of single squares
    colors -- all other colors

    Squares and moves are numbers or names. Raises InvalidNotationError if one does not exist, and
    ValueError if *size* is below 1.
    """
    shown = board_of(shown)
    position = shown.position
    if last_move is None and shown.ply:
        last_move = shown.peek()
    marks = {square_number(square): value for square, value in (values or {}).items()}
    filled = {square_number(square): color for square, color in (fill or {}).items()}
    picture = _Picture(size, colors, coordinates=coordinates, is_flipped=flipped, fill=filled)
    for color in Color:
        for square in position.discs(color):
            picture.draw_disc(square, color)
    if legal_moves:
        picture.draw_dots(move for move in squares_of(position.legal_moves_bits) if move not in marks)
    if last_move is not None and Move(last_move) is not PASS:
        picture.draw_mark(square_number(last_move))
    picture.draw_line(map(Move, line), position.turn)
    picture.draw_values(marks)
    for tail, head in arrows:
        picture.draw_arrow(square_number(tail), square_number(head))
    return Picture(tostring(picture.root, encoding="unicode"))


def game(
    played: BoardLike,
    *,
    seconds: float = MOVE_SECONDS,
    size: int = SIZE,
    coordinates: bool = True,
    colors: Colors = COLORS,
) -> Picture:
    """Return a picture in which a game is played again and again, as the text of an SVG file.

    played -- the board after the moves of the game, or the text of one as `Board.parse` reads it
    seconds -- time of a move, at least 0.5; a pass takes no time
    size, coordinates, colors -- see `board`

    A program that does not move pictures shows the last position. Raises InvalidNotationError if the text is
    not a game, and ValueError if *seconds* or *size* is too small.

    >>> game("f5d6c3").count("<ellipse")
    7
    """
    if not seconds >= 2 * _TURN_SECONDS:
        raise ValueError(f"{seconds} is too short for a move: use at least {2 * _TURN_SECONDS} seconds")
    picture = _Picture(size, colors, coordinates=coordinates)
    picture.draw_game(board_of(played), seconds)
    return Picture(tostring(picture.root, encoding="unicode"))


def graph(
    values: Mapping[int, float | Score], *, marks: Mapping[int, str] | None = None, width: int = GRAPH_WIDTH
) -> Picture:
    """Return the graph of a game's values, as the text of an SVG file.

    values -- the value after each move, by its number; 0 is the start. Scores may be in any view, numbers are
              discs for black. Moves without a value are left out.
    marks -- colors of points on moves, as in SVG; each move needs a value
    width -- width in pixels, at least 1

    The final moves whose scores are exact have their own background.

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
        if not -MOST_DISCS <= value <= MOST_DISCS:
            raise ValueError(
                f"move {ply} has the value {value}: use discs from -{MOST_DISCS} to {MOST_DISCS}"
            )
    unknown = sorted((marks or {}).keys() - discs.keys())
    if unknown:
        raise ValueError(f"move {unknown[0]} has a mark but no value")
    exact = [ply for ply, value in values.items() if isinstance(value, Score) and value.is_exact]
    points = {ply: f'fill="{escape(color)}"' for ply, color in (marks or {}).items()}
    return Picture(Graph.of(discs, points, exact).picture(width))


class _Picture:
    """A picture in progress; each step draws above the earlier ones."""

    def __init__(
        self,
        size: int,
        colors: Colors,
        *,
        coordinates: bool,
        is_flipped: bool = False,
        fill: Mapping[int, str] | None = None,
    ) -> None:
        """Draw the empty board, with some squares in other colors."""
        if size < 1:
            raise ValueError(f"{size} is not the size of a picture: use at least 1 pixel")
        self._margin = MARGIN if coordinates else NARROW_MARGIN
        self._is_flipped = is_flipped
        self._colors = colors
        width = 8 * SQUARE + 2 * self._margin
        self.root = Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width} {width}",
            width=str(size),
            height=str(size),
            role="img",
        )
        SubElement(self.root, "title").text = "Othello board"
        self._add("rect", "frame", width=width, height=width, rx=6, fill=colors.frame)
        self._draw_squares(fill or {})
        if coordinates:
            self._draw_coordinates()

    def _draw_squares(self, fill: Mapping[int, str]) -> None:
        colors, first, edge = self._colors, self._margin, 8 * SQUARE
        self._add("rect", "board", x=first, y=first, width=edge, height=edge, fill=colors.board)
        for square, color in fill.items():
            x, y = self._center(square)
            corner = {"x": x - SQUARE / 2, "y": y - SQUARE / 2}
            self._add(
                "rect", f"fill {format_square(square)}", **corner, width=SQUARE, height=SQUARE, fill=color
            )
        last = first + edge
        lines = range(first, last + 1, SQUARE)
        path = "".join(f"M{at} {first}V{last}M{first} {at}H{last}" for at in lines)
        self._add("path", "grid", d=path, fill="none", stroke=colors.grid, stroke_width=2)
        for file, row in _DOTS:
            self._add("circle", "grid", cx=lines[file], cy=lines[row], r=5, fill=colors.grid)

    def _draw_coordinates(self) -> None:
        """Write the letters of the files and the numbers of the rows on all sides."""
        for number in range(8):
            at = self._margin + SQUARE * (self._place(number) + 0.5)
            for side in (self._margin / 2, self._margin * 1.5 + 8 * SQUARE):
                self._write("label", at, side, "abcdefgh"[number], 18, self._colors.label)
                self._write("label", side, at, str(number + 1), 18, self._colors.label)

    def draw_disc(self, square: int, color: Color, opacity: float = 1, kind: str = "disc") -> None:
        """Draw a disc."""
        look = {"fill": self._colors.disc(color), "stroke": self._colors.black, "stroke_width": 1.5}
        self._circle(f"{kind} {color}", square, r=_DISC, **look, opacity=opacity)

    def draw_dots(self, squares: Iterable[int]) -> None:
        """Draw the dots of legal moves."""
        for square in squares:
            self._circle("legal", square, r=7, fill=self._colors.legal)

    def draw_mark(self, square: int) -> None:
        """Draw the mark of the last move."""
        self._circle("last", square, r=7, fill=self._colors.mark)

    def draw_line(self, moves: Iterable[Move], turn: Color) -> None:
        """Draw the discs of a line, numbered from 1; a pass changes the turn, but has no number."""
        number = 0
        for move in moves:
            if move is not PASS:
                number += 1
                self.draw_disc(move, turn, 0.8, "next")
                self._label("number", move, str(number), 26, self._colors.disc(turn.other))
            turn = turn.other

    def draw_values(self, values: Mapping[int, float | str]) -> None:
        """Write numbers or texts on squares."""
        best = max((value for value in values.values() if not isinstance(value, str)), default=None)
        for square, value in values.items():
            text = value if isinstance(value, str) else format_discs(value)
            ink = self._colors.best if value == best else self._colors.value
            self._label("value", square, text, min(22, 88 / max(len(text), 1)), ink)

    def draw_arrow(self, tail: int, head: int) -> None:
        """Draw an arrow from one square to another, or a ring if they are the same."""
        (x, y), (head_x, head_y) = self._center(tail), self._center(head)
        name, color = f"arrow {format_square(tail)} {format_square(head)}", self._colors.arrow
        if tail == head:
            self._add("circle", name, cx=x, cy=y, r=_DISC, fill="none", stroke=color, stroke_width=7)
            return
        length = hypot(head_x - x, head_y - y)
        angle = degrees(atan2(head_y - y, head_x - x))
        neck = length - 22
        shape = f"M0 -3.5H{neck:.1f}V-11L{length:.1f} 0L{neck:.1f} 11V3.5H0Z"
        place = f"translate({x:g} {y:g}) rotate({angle:.1f})"
        self._add("path", name, d=shape, transform=place, fill=color, opacity=0.85)

    def draw_game(self, played: Board, seconds: float) -> None:
        """Draw the discs of a game, which appear and turn, and the mark of the last move, which moves."""
        before, *positions = played.positions()
        turns: dict[int, list[tuple[float, Color]]] = {
            square: [(0, color)] for color in Color for square in before.discs(color)
        }
        marks: list[tuple[float, int]] = []
        now = 0.0
        for move, after in zip(played.move_stack, positions, strict=True):
            if move is not PASS:
                now += seconds
                marks.append((now, move))
                for each in after.discs(before.turn) - before.discs(before.turn):
                    wave = _WAVE_SECONDS * max(_steps(move, each) - 1, 0)
                    turns.setdefault(each, []).append((now + wave, before.turn))
            before = after
        end = now + END_SECONDS
        for square, changes in sorted(turns.items()):
            self._draw_turns(square, changes, end)
        if marks:
            self._draw_marks(marks, end)

    def _draw_turns(self, square: int, changes: list[tuple[float, Color]], end: float) -> None:
        """Draw a disc with the times at which it appears and turns."""
        (x, y), (begin, _), *later = self._center(square), *changes
        look = {"stroke": self._colors.black, "stroke_width": 1.5, "fill": self._colors.disc(changes[-1][1])}
        disc = self._add("ellipse", f"disc {format_square(square)}", cx=x, cy=y, rx=_DISC, ry=_DISC, **look)
        if begin:
            _animate(disc, "opacity", [(0, 0), (begin, 1)], end)
        if later:
            half = _TURN_SECONDS / 2
            fills = [(at + half if at > begin else 0, self._colors.disc(color)) for at, color in changes]
            _animate(disc, "fill", fills, end)
            radii = [(at + part * half, _DISC * (part != 1)) for at, _ in later for part in range(3)]
            _animate(disc, "rx", [(0, _DISC), *radii], end, "linear")

    def _draw_marks(self, marks: list[tuple[float, int]], end: float) -> None:
        """Draw the mark of the last move at the places where it is."""
        x, y = self._center(marks[-1][1])
        mark = self._add("circle", "last", cx=x, cy=y, r=7, fill=self._colors.mark)
        _animate(mark, "opacity", [(0, 0), (marks[0][0], 1)], end)
        for axis, name in enumerate(("cx", "cy")):
            places = [(at, self._center(square)[axis]) for at, square in marks]
            _animate(mark, name, [(0, places[0][1]), *places], end)

    def _center(self, square: int) -> tuple[float, float]:
        file, row = self._place(square % 8), self._place(square // 8)
        return self._margin + SQUARE * (file + 0.5), self._margin + SQUARE * (row + 0.5)

    def _place(self, number: int) -> int:
        """Where a file or a row stands in the picture, from the left or the top."""
        return 7 - number if self._is_flipped else number

    def _circle(self, name: str, square: int, **attributes: object) -> None:
        x, y = self._center(square)
        self._add("circle", f"{name} {format_square(square)}", cx=x, cy=y, **attributes)

    def _label(self, name: str, square: int, text: str, size: float, fill: str) -> None:
        self._write(f"{name} {format_square(square)}", *self._center(square), text, size, fill)

    def _write(self, name: str, x: float, y: float, text: str, size: float, fill: str) -> None:
        # Centered with an offset: not every program that draws SVG supports dominant-baseline.
        place = {"x": x, "y": y + 0.35 * size, "text_anchor": "middle"}
        font = {"font_family": _FONT, "font_size": round(size, 1), "font_weight": "bold"}
        self._add("text", name, **place, **font, fill=fill).text = printable(text)

    def _add(self, tag: str, name: str, **attributes: object) -> Element:
        named = {key.replace("_", "-"): _plain(value) for key, value in attributes.items()}
        return SubElement(self.root, tag, {"class": name, **named})


def _steps(square: int, other: int) -> int:
    """Return how many squares a line from one square to another has."""
    return max(abs(square % 8 - other % 8), abs(square // 8 - other // 8))


def _animate(
    parent: Element, name: str, values: Iterable[tuple[float, object]], end: float, mode: str = "discrete"
) -> None:
    """Give an attribute its values from their times on, in seconds, and begin anew at *end*."""
    times, shown = zip(*values, strict=True)
    attributes = {
        "attributeName": name,
        "calcMode": mode,
        "dur": f"{end:g}s",
        "repeatCount": "indefinite",
        "keyTimes": ";".join(f"{at / end:.5g}" for at in (*times, *([end] if mode == "linear" else []))),
        "values": ";".join(map(_plain, (*shown, *([shown[-1]] if mode == "linear" else [])))),
    }
    SubElement(parent, "animate", attributes)


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else printable(str(value))


def printable(text: str) -> str:
    """Return a text without the characters that neither XML nor UTF-8 has: controls and lone surrogates."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
