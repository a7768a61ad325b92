"""Parsing and formatting of lines of UGI.

UGI is UCI, the protocol of chess engines, for all games of two players: the first player is `p1`, and
`query` asks the engine about the rules. docs/ugi.md has the lines that the engine reads.

Source: kz04px, "Universal Game Interface", <https://github.com/kz04px/cutegames/blob/master/ugi.md>.
The text of a position and `0000` for a pass are those of F. van Heusden's nothello.
"""

from dataclasses import dataclass
from typing import Final

from othello.rules.score import Bound, Kind, Score
from othello.rules.square import PASS, Move, format_move
from othello.search.results import Line, SearchInfo, nodes_per_second

USAGE: Final = {
    "ugi": "ugi",
    "isready": "isready",
    "uginewgame": "uginewgame",
    "setoption": "setoption name NAME [value VALUE]",
    "position": "position startpos|fen BOARD COLOR [moves MOVE...]",
    "query": "query p1turn|p2turn|gameover|result|fen",
    "go": "go [LIMIT...]",
    "stop": "stop",
    "ponderhit": "ponderhit",
    "quit": "quit",
}
"""The lines of the protocol by the names of their commands."""
QUESTIONS: Final = ("p1turn", "p2turn", "gameover", "result", "fen")
"""What `query` can ask."""
NO_MOVE: Final = "0000"
"""A pass; also the answer to a `go` without a position."""


@dataclass(frozen=True, slots=True)
class UgiCommand:
    """A parsed request."""

    name: str
    """The first word."""
    words: tuple[str, ...] = ()
    """The words after it."""


def parse(line: str) -> UgiCommand | None:
    """Parse a line; return None for a line without words.

    >>> parse("go depth 12")
    UgiCommand(name='go', words=('depth', '12'))
    """
    name, *words = line.split() or [""]
    return UgiCommand(name, tuple(words)) if name else None


def format_best(move: Move | None) -> str:
    """Format the answer to `go`: a square, or 0000 for a pass and after the end of the game."""
    return f"bestmove {_format(move)}"


def format_pv(pv: tuple[Move, ...]) -> str:
    """Format moves as in "f5 d6 0000 c3"."""
    return " ".join(map(_format, pv))


def format_score(score: Score) -> str:
    """Format a score in hundredths of a disc, with its certainty.

    "cp 150" is an estimate, "cp 150 confidence 73" is right with 73 %, "cp 200 exact" is proved, and of
    "cp 200 wld" only the sign is proved. "lowerbound" or "upperbound" may follow.
    """
    certainty = "" if score.probability is None else f" confidence {score.probability}"
    if score.is_proved:
        certainty = " wld" if score.kind is Kind.WLD else " exact"
    bound = {Bound.EQUAL: "", Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}[score.bound]
    return f"cp {score.value}{certainty}{bound}"


def format_line(line: Line, number: int, info: SearchInfo) -> str:
    """Format a line of a search, the one with this number from 1."""
    milliseconds, speed = round(1000 * info.seconds), nodes_per_second(info.nodes, info.seconds)
    return (
        f"info depth {line.depth} multipv {number} score {format_score(line.score)}"
        f" nodes {info.nodes} nps {speed} time {milliseconds} pv {format_pv(line.pv)}"
    )


def _format(move: Move | None) -> str:
    return NO_MOVE if move is None or move == PASS else format_move(move)
