"""Draws boards in a terminal, either in color or as diagrams of letters."""

import codecs
from collections.abc import Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, Move

SQUARES: Final = ("on #1f7d4d", "on #1b7046")
LAST: Final = "on #b7791f"
MIN_WIDTH: Final = 52
"""Minimum width, in columns, of the text beside the board."""
DISC: Final = "\N{BLACK CIRCLE}"
LEGAL: Final = "\N{MIDDLE DOT}"
STYLES: Final = {Color.BLACK: "#101214", Color.WHITE: "#ffffff"}
LETTERS: Final = {Color.BLACK: "X ", Color.WHITE: "O "}
"""Prefix of a side's name if letters stand for discs."""


def has_colors(console: Console) -> bool:
    """Return whether a console can show colors and discs, which requires Unicode and no NO_COLOR."""
    try:
        knows_unicode = codecs.lookup(console.encoding).name.startswith("utf")
    except LookupError:
        knows_unicode = False
    return console.color_system is not None and not console.no_color and knows_unicode


def picture(
    console: Console, position: Position, last_move: Move | None, beside: Sequence[str]
) -> RenderableType:
    """Return the board with dots on legal moves, a mark on the last move, and text beside or below it."""
    if not has_colors(console):
        return plain_picture(position, last_move, beside)
    legal = set(position.legal_moves)
    labels = Text("   " + "".join(f" {file} " for file in "abcdefgh"), style="dim")
    lines = [labels]
    for row in range(8):
        line = Text(f" {row + 1} ", style="dim")
        for square in range(8 * row, 8 * row + 8):
            color = position.color_at(square)
            background = LAST if square == last_move else SQUARES[(row + square) % 2]
            cell = DISC if color else LEGAL if square in legal else " "
            foreground = STYLES[color] if color else "#a9dcc0"
            line.append(f" {cell} ", style=f"not dim {foreground} {background}")
        lines.append(line)
    if console.width < MIN_WIDTH:
        return Text("\n").join([*lines, *map(Text, filter(None, beside))])
    grid = Table.grid(padding=(0, 3))
    grid.add_row(Text("\n").join(lines), Text("\n".join(["", *beside])))
    return grid


def plain_picture(position: Position, last_move: Move | None, beside: Sequence[str]) -> str:
    """Return the board with X, O, dots on legal moves, and the last move in parentheses."""
    lines = position.diagram(mark_moves=True).splitlines()[:9]
    if last_move is not None and last_move != PASS:
        row, at = 1 + last_move // 8, 2 + 2 * (last_move % 8)
        line = lines[row] + " "
        lines[row] = f"{line[: at - 1]}({line[at]}){line[at + 2 :]}".rstrip()
    return "\n".join([*lines, *filter(None, beside)])
