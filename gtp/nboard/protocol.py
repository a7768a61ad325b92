"""Lines of NBoard's protocol, version 2. Nothing here reads, writes or knows a position.

NBoard, a GUI for Othello, writes lines to its engine and reads lines from it:

| from the GUI | what it means |
| --- | --- |
| `nboard VERSION` | the first line |
| `set depth N` | how deep to search in the midgame |
| `set game GGF` | the game; its last position is the one to look at |
| `set contempt C` | what a draw is worth to black, in hundredths of a disc |
| `move MOVE[/EVAL[/SECONDS]]` | one more move of the game; version 1 wrote just the two letters |
| `hint N` | tell what the best N moves are worth |
| `go` | choose a move, and do not make it |
| `ping N` | stop, and answer `pong N` |
| `learn` | put the game into the book |
| `analyze` | tell what each position of the game is worth |
| `quit` | the end, as the end of the input is |

A line that is none of these is ignored.

Source: C. Welty, "NBoard protocol", and the source of NBoard.
"""

import re
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.results import Line
from othello.score import DISC, Bound, Color, Kind, Score
from othello.square import PASS, Move, format_move

SETTINGS: Final = ("depth", "game", "contempt")
WITH_ARGUMENT: Final = ("nboard", "move", "hint", "ping")
ALONE: Final = ("go", "learn", "analyze", "quit")
MOST: Final = 10**9

_BARE_MOVE: Final = re.compile(r"[A-Ha-h][1-8]|[Pp][Aa]")
_INT: Final = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Request:
    """What a line asks for."""

    name: str
    """The first word; of settings the first two, as in "set depth"."""
    argument: str = ""
    """The rest of the line, without blanks at its ends."""


def parse(line: str) -> Request | None:
    """The request of a line; None if it is to be ignored.

    >>> parse("set depth 12")
    Request(name='set depth', argument='12')
    >>> parse("F5")
    Request(name='move', argument='F5')
    """
    line = line.strip()
    if _BARE_MOVE.fullmatch(line):
        return Request("move", line)
    name, _, rest = line.partition(" ")
    rest = rest.strip()
    if name == "set":
        setting, _, value = rest.partition(" ")
        return Request(f"set {setting}", value.strip()) if setting in SETTINGS else None
    if name in WITH_ARGUMENT or (name in ALONE and not rest):
        return Request(name, rest)
    return None


def parse_count(text: str, what: str, *, least: int, most: int = MOST) -> int:
    """A whole number; raises InvalidNotationError, which says *what* it is, unless it is in the range."""
    if not _INT.fullmatch(text) or not least <= int(text) <= most:
        raise InvalidNotationError(f"{quoted(text)} is no {what}: write a number from {least} to {most}")
    return int(text)


def format_pv(pv: tuple[Move, ...]) -> str:
    """A line of moves in one word, as in "F5-D6-C3"; a pass is PA."""
    return "-".join("PA" if move == PASS else format_move(move).upper() for move in pv)


def format_eval(score: Score, contempt: int) -> str:
    """A score in discs, in its own view, as in "-1.50".

    A draw that is proved is worth *contempt* hundredths of a disc to black.
    """
    if score.is_proved and score.value == 0 and score.bound is Bound.EQUAL:
        return f"{(contempt if score.turn is Color.BLACK else -contempt) / DISC:+.2f}"
    return f"{score.discs:+.2f}"


def format_depth(line: Line) -> str:
    """How far a line was searched: "12", "24@73%", "100%" if its value is exact, "100%W" if its sign is."""
    score = line.score
    if score.bound is not Bound.EQUAL:
        return str(line.depth)
    if score.is_proved:
        return "100%W" if score.kind is Kind.WLD else "100%"
    return str(score.depth) if score.selectivity is None else f"{score.depth}@{score.selectivity}%"


def format_search(line: Line, contempt: int) -> str:
    """The report of one line of a search: its moves, value, and depth; a bound says that it is one."""
    note = {Bound.EQUAL: "", Bound.LOWER: " at least", Bound.UPPER: " at most"}[line.score.bound]
    return f"search {format_pv(line.pv)} {format_eval(line.score, contempt)} 0 {format_depth(line)}{note}"
