"""Pictures of a board, as SVG: in a notebook, on a page, in a file.

    svg.board(Position.start(), legal_moves=True)
    svg.board(position, values={line.move: line.score.discs for line in result.lines})
    svg.board(position, line=result.pv)

All that is needed is discs, whose turn it is and legal moves: so positions and boards can
show themselves by this module, which knows neither.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, Protocol, runtime_checkable
from xml.etree.ElementTree import Element, SubElement, tostring

from othello.errors import InvalidNotationError
from othello.score import Color
from othello.square import PASS, Move, Square, format_square, squares_of

SQUARE: Final = 60
"""Width of a square, in the picture's own units."""
MARGIN: Final = 30
"""Width of the frame with coordinates, in the same units."""
NARROW: Final = 8
"""Width of the frame without."""
SIZE: Final = 400
"""Width and height in pixels, unless asked otherwise."""

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_DISC = 25
_DOTS = ((2, 2), (6, 2), (2, 6), (6, 6))
"""Where boards have dots: the corners of the sixteen central squares."""


class HasDiscs(Protocol):
    """A position, as far as it is drawn."""

    @property
    def black(self) -> int:
        """Black's discs, a word, bit 0 for a1."""

    @property
    def white(self) -> int:
        """White's discs, likewise."""

    @property
    def turn(self) -> Color:
        """The side to move."""

    def legal_moves_bits(self) -> int:
        """Where it may play, a word."""


@runtime_checkable
class HasMoves(Protocol):
    """A board, as far as it is drawn: a position, and the moves that led to it."""

    @property
    def position(self) -> HasDiscs:
        """The position now."""

    @property
    def move_stack(self) -> Sequence[Move]:
        """The moves so far, passes among them."""


@dataclass(frozen=True, slots=True)
class Colors:
    """The colors of a picture, each anything that SVG understands: "green", "#1d7a4a", "none"."""

    board: str = "#1f7d4d"
    grid: str = "#12512f"
    frame: str = "#20262b"
    label: str = "#d5dbe0"
    black: str = "#14171a"
    white: str = "#f6f6f2"
    mark: str = "#e5484d"
    """The mark of the last move."""
    legal: str = "#0c3a22"
    """The dots on legal moves."""
    value: str = "#e8f3ec"
    best: str = "#ffd60a"
    """The best of the values."""
    arrow: str = "#ffb224"

    def disc(self, color: Color) -> str:
        """The color of a side's discs."""
        return self.black if color is Color.BLACK else self.white


COLORS: Final = Colors()


def board(
    shown: HasDiscs | HasMoves,
    *,
    size: int = SIZE,
    coordinates: bool = True,
    legal_moves: bool = False,
    last_move: Move | None = None,
    values: Mapping[Square, float | str] | None = None,
    line: Sequence[Move] = (),
    arrows: Iterable[tuple[Square, Square]] = (),
    fill: Mapping[Square, str] | None = None,
    colors: Colors = COLORS,
) -> str:
    """The picture of a position or a board, as the text of an SVG file.

    size -- width and height in pixels, at least 1
    coordinates -- whether a to h and 1 to 8 stand around the squares
    legal_moves -- whether dots show where the side to move may play, if no value does
    last_move -- whose disc is marked; a board knows its own
    values -- what stands on squares: discs, the most of them in a color of its own, or any short text
    line -- moves that follow from here, passes among them, as numbered discs
    arrows -- from which square to which
    fill -- colors of single squares
    colors -- all other colors

    Raises InvalidNotationError for what is no square, and ValueError for a size below 1.
    """
    if size < 1:
        raise ValueError(f"the size of a picture is {size}: it must be at least 1 pixel")
    position: HasDiscs
    if isinstance(shown, HasMoves):
        position = shown.position
        if last_move is None and shown.move_stack:
            last_move = shown.move_stack[-1]
    else:
        position = shown
    picture = _Picture(size, MARGIN if coordinates else NARROW, colors)
    picture.squares(fill or {})
    if coordinates:
        picture.coordinates()
    picture.discs(position)
    if legal_moves:
        picture.legal_moves(set(squares_of(position.legal_moves_bits())).difference(values or ()))
    if last_move is not None and last_move != PASS:
        picture.mark(last_move)
    picture.line(line, position.turn)
    picture.values(values or {})
    for tail, head in arrows:
        picture.arrow(tail, head)
    return tostring(picture.root, encoding="unicode")


class _Picture:
    """A picture that grows: what comes later lies above."""

    def __init__(self, size: int, margin: int, colors: Colors) -> None:
        self._margin = margin
        self._colors = colors
        width = 8 * SQUARE + 2 * margin
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

    def squares(self, fill: Mapping[Square, str]) -> None:
        """The empty board."""
        colors, edge = self._colors, 8 * SQUARE
        self._add("rect", "board", x=self._margin, y=self._margin, width=edge, height=edge, fill=colors.board)
        for square, color in fill.items():
            x, y = self._centre(square)
            corner = {"x": x - SQUARE / 2, "y": y - SQUARE / 2}
            self._add("rect", f"fill {_name(square)}", **corner, width=SQUARE, height=SQUARE, fill=color)
        ends = self._margin, self._margin + edge
        lines = [self._margin + SQUARE * number for number in range(9)]
        path = "".join(f"M{at} {ends[0]}V{ends[1]}M{ends[0]} {at}H{ends[1]}" for at in lines)
        self._add("path", "grid", d=path, fill="none", stroke=colors.grid, stroke_width=2)
        for file, row in _DOTS:
            x, y = self._margin + SQUARE * file, self._margin + SQUARE * row
            self._add("circle", "grid", cx=x, cy=y, r=5, fill=colors.grid)

    def coordinates(self) -> None:
        """The letters of the files and the numbers of the rows, on all sides."""
        far = self._margin + 8 * SQUARE + self._margin / 2
        for number in range(8):
            at = self._margin + SQUARE * (number + 0.5)
            for side in (self._margin / 2, far):
                self._text("label", at, side, "abcdefgh"[number], 18, self._colors.label)
                self._text("label", side, at, str(number + 1), 18, self._colors.label)

    def discs(self, position: HasDiscs) -> None:
        """All discs."""
        for color, bits in ((Color.BLACK, position.black), (Color.WHITE, position.white)):
            for square in squares_of(bits):
                self._disc(square, color)

    def _disc(self, square: Square, color: Color, opacity: float = 1, kind: str = "disc") -> None:
        x, y = self._centre(square)
        look = {"fill": self._colors.disc(color), "stroke": self._colors.black, "stroke_width": 1.5}
        self._add("circle", f"{kind} {color} {_name(square)}", cx=x, cy=y, r=_DISC, **look, opacity=opacity)

    def legal_moves(self, squares: Iterable[Square]) -> None:
        """A dot on each of these squares."""
        for square in squares:
            x, y = self._centre(square)
            self._add("circle", f"legal {_name(square)}", cx=x, cy=y, r=6, fill=self._colors.legal)

    def mark(self, square: Square) -> None:
        """The mark of the last move."""
        x, y = self._centre(square)
        self._add("circle", f"last {_name(square)}", cx=x, cy=y, r=7, fill=self._colors.mark)

    def line(self, moves: Sequence[Move], turn: Color) -> None:
        """Discs that are to come, numbered from 1; a pass takes a turn, but no number."""
        number = 0
        for move in moves:
            if move != PASS:
                number += 1
                self._disc(move, turn, 0.8, "next")
                x, y = self._centre(move)
                ink = self._colors.disc(turn.other)
                self._text(f"number {_name(move)}", x, y, str(number), 26, ink)
            turn = turn.other

    def values(self, values: Mapping[Square, float | str]) -> None:
        """Numbers or texts on squares."""
        numbers = [value for value in values.values() if not isinstance(value, str)]
        best = max(numbers, default=None)
        for square, value in values.items():
            text = value if isinstance(value, str) else format_discs(value)
            is_best = not isinstance(value, str) and value == best
            x, y = self._centre(square)
            size = min(22, 88 / max(len(text), 1))
            ink = self._colors.best if is_best else self._colors.value
            self._text(f"value {_name(square)}", x, y, text, size, ink)

    def arrow(self, tail: Square, head: Square) -> None:
        """An arrow between the centres of two squares; a ring where they are the same."""
        (x1, y1), (x2, y2) = self._centre(tail), self._centre(head)
        stroke = {"stroke": self._colors.arrow, "stroke_width": 7, "opacity": 0.85}
        name = f"arrow {_name(tail)} {_name(head)}"
        length = hypot(x2 - x1, y2 - y1)
        if not length:
            self._add("circle", name, cx=x1, cy=y1, r=_DISC, fill="none", **stroke)
            return
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        neck_x, neck_y = x2 - 22 * dx, y2 - 22 * dy
        shaft = f"M{x1:.1f} {y1:.1f}L{neck_x:.1f} {neck_y:.1f}"
        wing_x, wing_y = -11 * dy, 11 * dx
        tip = (
            f"M{x2:.1f} {y2:.1f}L{neck_x + wing_x:.1f} {neck_y + wing_y:.1f}"
            f"L{neck_x - wing_x:.1f} {neck_y - wing_y:.1f}Z"
        )
        self._add("path", name, d=shaft, fill="none", **stroke)
        self._add("path", name, d=tip, fill=self._colors.arrow, opacity=0.85)

    def _centre(self, square: Square) -> tuple[float, float]:
        _name(square)
        return (
            self._margin + SQUARE * (square % 8 + 0.5),
            self._margin + SQUARE * (square // 8 + 0.5),
        )

    def _text(self, name: str, x: float, y: float, text: str, size: float, fill: str) -> None:
        # Lowered by hand: not every program that draws SVG knows dominant-baseline.
        place = {"x": x, "y": y + 0.35 * size, "text_anchor": "middle"}
        font = {"font_family": _FONT, "font_size": round(size, 1), "font_weight": "bold"}
        self._add("text", name, **place, **font, fill=fill).text = text

    def _add(self, tag: str, name: str, **attributes: object) -> Element:
        named = {key.replace("_", "-"): _plain(value) for key, value in attributes.items()}
        return SubElement(self.root, tag, {"class": name, **named})


def format_discs(value: float) -> str:
    """A number of discs as it stands on a square: "+3", "-1.5", "0"."""
    rounded = round(value, 1)
    if not rounded:
        return "0"
    return f"{rounded:+.0f}" if rounded == round(rounded) else f"{rounded:+.1f}"


def _name(square: Square) -> str:
    """The name of a square; raises InvalidNotationError for a pass as for all that is none."""
    if square == PASS:
        raise InvalidNotationError("a pass has no square in the picture of a board")
    return format_square(square)


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
