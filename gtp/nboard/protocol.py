"""Parsing and formatting of lines of NBoard's protocol, version 2.

NBoard, a GUI for Othello, writes lines to its engine and reads lines from it. docs/nboard.md has
the lines that NBoard writes. Any other line is ignored.

Source: C. Welty, "NBoard protocol", and the source of NBoard.
"""

import re
from dataclasses import dataclass
from typing import Final

from othello.rules.score import DISC, Bound, Color, Kind, Score
from othello.rules.square import PASS, Move, format_move
from othello.search.results import Line

USAGE: Final = {
    "nboard": "nboard VERSION",
    "set depth": "set depth N",
    "set game": "set game GGF",
    "set contempt": "set contempt C",
    "move": "move MOVE[/EVAL[/SECONDS]]",
    "hint": "hint N",
    "go": "go",
    "ping": "ping N",
    "learn": "learn",
    "analyze": "analyze",
    "quit": "quit",
}
"""The lines of the protocol by the names of their commands."""
SEARCHES: Final = ("hint", "go", "analyze")
"""Requests that may take long."""

_BARE_MOVE: Final = re.compile(r"[A-Ha-h][1-8]|[Pp][Aa]")


@dataclass(frozen=True, slots=True)
class NBoardCommand:
    """A parsed request."""

    name: str
    """The first word; for settings the first two, as in "set depth"."""
    argument: str = ""
    """The rest of the line, without blanks at its ends."""


def parse(line: str) -> NBoardCommand | None:
    """Parse a line; return None for a line that must be ignored.

    >>> parse("set depth 12")
    NBoardCommand(name='set depth', argument='12')
    >>> parse("F5")
    NBoardCommand(name='move', argument='F5')
    """
    line = line.strip()
    if _BARE_MOVE.fullmatch(line):
        return NBoardCommand("move", line)
    name, _, rest = line.partition(" ")
    if name == "set":
        setting, _, rest = rest.strip().partition(" ")
        name = f"set {setting}"
    rest = rest.strip()
    # A command without an argument has its own name as usage.
    is_known = name in USAGE and not (rest and USAGE[name] == name)
    return NBoardCommand(name, rest) if is_known else None


def format_pv(pv: tuple[Move, ...]) -> str:
    """Format moves as in "F5-D6-C3"; a pass is PA."""
    return "-".join("PA" if move == PASS else format_move(move).upper() for move in pv)


def format_eval(score: Score, contempt: int) -> str:
    """Format a score in discs, for its own side, as in "-1.50".

    A proved draw is worth *contempt* hundredths of a disc to black.
    """
    if score.is_proved and score.value == 0 and score.bound is Bound.EQUAL:
        return f"{(contempt if score.turn is Color.BLACK else -contempt) / DISC:+.2f}"
    return f"{score.discs:+.2f}"


def format_depth(score: Score, depth: int) -> str:
    """Format depth and certainty: "12", "24@73%", "100%" for exact, "100%W" for a win, loss or draw."""
    if score.bound is not Bound.EQUAL:
        return str(depth)
    if score.is_proved:
        return "100%W" if score.kind is Kind.WLD else "100%"
    return str(score.depth) if score.probability is None else f"{score.depth}@{score.probability}%"


def format_search(line: Line, contempt: int) -> str:
    """Format the report of a line: its moves, value and depth, and a note if the value is a bound."""
    note = {Bound.EQUAL: "", Bound.LOWER: " at least", Bound.UPPER: " at most"}[line.score.bound]
    depth = format_depth(line.score, line.depth)
    return f"search {format_pv(line.pv)} {format_eval(line.score, contempt)} 0 {depth}{note}"


def format_book(move: Move, score: Score, games: int, contempt: int) -> str:
    """Format a move of the book: the move, its value, its number of games, and its certainty."""
    return (
        f"book {format_pv((move,))} {format_eval(score, contempt)} {games} {format_depth(score, score.depth)}"
    )
