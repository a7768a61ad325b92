"""Draws the parts of a board's SVG picture. `othello.rules.svg` combines them into whole pictures."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from othello.rules.score import Color, format_discs
from othello.rules.square import PASS, Move, format_square

SQUARE: Final = 60
"""Width of a square in the units of the picture's viewBox."""
MARGIN: Final = 30
"""Width of the frame with coordinates, in the same units."""
NARROW_MARGIN: Final = 8
"""Width of the frame without coordinates, in the same units."""
PICTURE_SIZE: Final = 400
"""Default width and height of a picture, in pixels."""
TURN_SECONDS: Final = 0.25
"""Duration of a flip in an animated picture, in seconds."""
_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_DISC = 25
"""Radius of a disc, in units of the viewBox."""
_DOTS = ((2, 2), (6, 2), (2, 6), (6, 6))
"""File and row of the four dots on the grid: the corners of the sixteen central squares."""

_UNPRINTABLE: Final = re.compile(r"[\0-\x08\x0b\f\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Colors:
    """The colors of a picture in SVG notation, for example "green", "#1d7a4a" or "none"."""

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
    """The values written on squares."""
    best: str = "#ffd60a"
    """The highest of these values."""
    arrow: str = "#ffb224"

    def disc(self, color: Color) -> str:
        """Return the color of a side's discs."""
        return self.black if color is Color.BLACK else self.white


COLORS: Final = Colors()


class Picture(str):
    """The contents of an SVG file, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def plain(discs: Mapping[Color, Iterable[int]], last: int | None) -> str:
    """Return the picture of a position for notebooks. *last* is the square of the last move, which is marked.

    The result is a plain str, not a `Picture`, because marimo reports an error for subclasses of str.
    """
    drawing = Drawing(PICTURE_SIZE, COLORS, coordinates=True)
    drawing.draw_discs(discs)
    if last is not None:
        drawing.draw_mark(last)
    return str(drawing.picture())


class Drawing:
    """A picture of a board to which methods add parts. Each new part covers earlier parts."""

    def __init__(
        self,
        size: int,
        colors: Colors,
        *,
        coordinates: bool,
        is_flipped: bool = False,
        fill: Mapping[int, str] | None = None,
    ) -> None:
        """Draw an empty board. *fill* contains the colors of squares that differ from the board's color."""
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
        """Draw the board, the squares that have their own colors, and then the grid with its dots."""
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
        """Write the file letters and row numbers on all sides of the board."""
        for number in range(8):
            at = self._margin + SQUARE * (self._as_seen(number) + 0.5)
            for side in (self._margin / 2, self._margin * 1.5 + 8 * SQUARE):
                self._write("label", at, side, "abcdefgh"[number], 18, self._colors.label)
                self._write("label", side, at, str(number + 1), 18, self._colors.label)

    def picture(self) -> Picture:
        """Return the picture so far as an SVG string."""
        return Picture(tostring(self.root, encoding="unicode"))

    def draw_discs(self, discs: Mapping[Color, Iterable[int]]) -> None:
        """Draw the discs of both sides."""
        for color, squares in discs.items():
            for square in squares:
                self.draw_disc(square, color)

    def draw_disc(self, square: int, color: Color, opacity: float = 1, kind: str = "disc") -> None:
        """Draw a disc. The name of its CSS class begins with *kind*."""
        look = {"fill": self._colors.disc(color), "stroke": self._colors.black, "stroke_width": 1.5}
        self._circle(f"{kind} {color}", square, r=_DISC, **look, opacity=opacity)

    def draw_dots(self, squares: Iterable[int]) -> None:
        """Draw a dot on each legal move."""
        for square in squares:
            self._circle("legal", square, r=7, fill=self._colors.legal)

    def draw_mark(self, square: int) -> None:
        """Mark the square of the last move."""
        self._circle("last", square, r=7, fill=self._colors.mark)

    def draw_line(self, moves: Iterable[Move], turn: Color) -> None:
        """Draw the moves of a variation as discs numbered 1, 2, and so on. *turn* moves first.

        A pass is not numbered, but the next disc has the other color.
        """
        number = 0
        for move in moves:
            if move is not PASS:
                number += 1
                self.draw_disc(move, turn, 0.8, "next")
                self._label("number", move, str(number), 26, self._colors.disc(turn.other))
            turn = turn.other

    def draw_values(self, values: Mapping[int, float | str]) -> None:
        """Write numbers or strings on squares. The highest number has its own color."""
        best = max((value for value in values.values() if not isinstance(value, str)), default=None)
        for square, value in values.items():
            text = value if isinstance(value, str) else format_discs(value)
            ink = self._colors.best if value == best else self._colors.value
            self._label("value", square, text, min(22, 88 / max(len(text), 1)), ink)

    def draw_arrow(self, tail: int, head: int) -> None:
        """Draw an arrow from the square *tail* to the square *head*, or a ring if both are the same."""
        (x, y), (head_x, head_y) = self._center(tail), self._center(head)
        name, color = f"arrow {format_square(tail)} {format_square(head)}", self._colors.arrow
        if tail == head:
            self._add("circle", name, cx=x, cy=y, r=_DISC, fill="none", stroke=color, stroke_width=7)
            return
        length = hypot(head_x - x, head_y - y)
        angle = degrees(atan2(head_y - y, head_x - x))
        # Before it is rotated, the arrow points along the x axis. Its shaft is 7 units wide. Its head is 22
        # units wide and 22 units long.
        neck = length - 22
        shape = f"M0 -3.5H{neck:.1f}V-11L{length:.1f} 0L{neck:.1f} 11V3.5H0Z"
        place = f"translate({x:g} {y:g}) rotate({angle:.1f})"
        self._add("path", name, d=shape, transform=place, fill=color, opacity=0.85)

    def draw_turns(self, square: int, changes: list[tuple[float, Color]], end: float) -> None:
        """Draw an animated disc that appears and later flips. The animation repeats after *end* seconds.

        *changes* are pairs of a time in seconds and the color of the disc from then on. The disc appears at
        the first time and flips at each of the other times.
        """
        (x, y), (begin, _), *later = self._center(square), *changes
        look = {"stroke": self._colors.black, "stroke_width": 1.5, "fill": self._colors.disc(changes[-1][1])}
        disc = self._add("ellipse", f"disc {format_square(square)}", cx=x, cy=y, rx=_DISC, ry=_DISC, **look)
        if begin:
            _animate(disc, "opacity", [(0, 0), (begin, 1)], end)
        if later:
            # In a flip, the disc shrinks to a line, changes color, and widens again.
            half = TURN_SECONDS / 2
            fills = [(at + half if at > begin else 0, self._colors.disc(color)) for at, color in changes]
            _animate(disc, "fill", fills, end)
            radii = [
                radius
                for at, _ in later
                for radius in ((at, _DISC), (at + half, 0), (at + TURN_SECONDS, _DISC))
            ]
            _animate(disc, "rx", [(0, _DISC), *radii], end, "linear")

    def draw_marks(self, marks: list[tuple[float, int]], end: float) -> None:
        """Draw an animated mark of the last move. *marks* are pairs of a time in seconds and a square.

        The mark appears at the first time, and at each later time it moves to the next square. The animation
        repeats after *end* seconds.
        """
        x, y = self._center(marks[-1][1])
        mark = self._add("circle", "last", cx=x, cy=y, r=7, fill=self._colors.mark)
        _animate(mark, "opacity", [(0, 0), (marks[0][0], 1)], end)
        for axis, name in enumerate(("cx", "cy")):
            coordinates = [(at, self._center(square)[axis]) for at, square in marks]
            _animate(mark, name, [(0, coordinates[0][1]), *coordinates], end)

    def _center(self, square: int) -> tuple[float, float]:
        column, row = self._as_seen(square % 8), self._as_seen(square // 8)
        return self._margin + SQUARE * (column + 0.5), self._margin + SQUARE * (row + 0.5)

    def _as_seen(self, number: int) -> int:
        """Return the index of a file or row in the picture, from 0 (left or top) to 7 (right or bottom)."""
        return 7 - number if self._is_flipped else number

    def _circle(self, name: str, square: int, **attributes: object) -> None:
        x, y = self._center(square)
        self._add("circle", f"{name} {format_square(square)}", cx=x, cy=y, **attributes)

    def _label(self, name: str, square: int, text: str, size: float, fill: str) -> None:
        self._write(f"{name} {format_square(square)}", *self._center(square), text, size, fill)

    def _write(self, name: str, x: float, y: float, text: str, size: float, fill: str) -> None:
        # An offset centers the text, because not every SVG renderer supports dominant-baseline.
        place = {"x": x, "y": y + 0.35 * size, "text_anchor": "middle"}
        font = {"font_family": _FONT, "font_size": round(size, 1), "font_weight": "bold"}
        self._add("text", name, **place, **font, fill=fill).text = printable(text)

    def _add(self, tag: str, name: str, **attributes: object) -> Element:
        named = {key.replace("_", "-"): _plain(value) for key, value in attributes.items()}
        return SubElement(self.root, tag, {"class": name, **named})


def _animate(
    parent: Element, name: str, values: Iterable[tuple[float, object]], end: float, mode: str = "discrete"
) -> None:
    """Animate the attribute *name* of an element. *values* are pairs of a time in seconds and a value.

    Each value applies from its time on. If *mode* is "linear", the attribute changes gradually from one value
    to the next. The animation repeats after *end* seconds.
    """
    times, shown = zip(*values, strict=True)
    if mode == "linear":  # in this mode, SVG also requires a value at the end
        times, shown = (*times, end), (*shown, shown[-1])
    attributes = {
        "attributeName": name,
        "calcMode": mode,
        "dur": f"{end:g}s",
        "repeatCount": "indefinite",
        "keyTimes": ";".join(f"{at / end:.5g}" for at in times),
        "values": ";".join(map(_plain, shown)),
    }
    SubElement(parent, "animate", attributes)


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else printable(str(value))


def printable(text: str) -> str:
    """Return *text* with each character that XML or UTF-8 does not allow replaced by U+FFFD.

    Such characters are control characters, lone surrogates, U+FFFE and U+FFFF.
    """
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
