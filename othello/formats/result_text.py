"""Parses numbers and game results in the forms found in files and on score sheets."""

import re
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.formats.record import MARGIN_UNKNOWN, Ending
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, final_score

UNKNOWN_TEXTS: Final = frozenset(("", "?", "-", "*"))
"""Strings that stand for an unknown number or result."""
MAX_NUMBER: Final = 1e15
_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,2})?", re.ASCII)


def parse_number(text: str) -> float | None:
    """Return the number in a string, or None for a string such as "5d". A decimal comma is allowed."""
    text = text.strip()  # strip removes more kinds of spaces than float accepts
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text.replace(",", "."))
    return number if abs(number) <= MAX_NUMBER else None


_SIDE = r"(b|black|x|\*|w|white|o)"
# All patterns expect lower case and single spaces.
_DRAWS: Final = frozenset(("draw", "drawn", "tie", "jigo", "1/2-1/2", "½-½", "="))
_UNFINISHED: Final = UNKNOWN_TEXTS | {"void", "unknown", "unfinished", "none"}
_WINNERS: Final = frozenset(("1-0", "0-1"))
_SIGNED = re.compile(r"[+-]\d{1,2}(?:[.,]\d*)?|0+(?:[.,]0*)?", re.ASCII)
_DISCS = re.compile(
    rf"(?:{_SIDE}[ :=]*)?(\d{{1,2}})(?:[ ]?[-:/,\u2013][ ]?|[ ])(?:{_SIDE}[ :=]*)?(\d{{1,2}})", re.ASCII
)
_WIN = re.compile(
    rf"{_SIDE}(?:[ ]?\+|[ ]wins?\b|[ ]won\b|[ ]by\b)[ :,]*(?:by[ ]|on[ ])?"
    r"(?:(\d{1,2}(?:[.,]\d*)?)(?:[ ]?[-:/][ ]?(\d{1,2}))?(?:[ ](?:discs?|points?|stones?))?|([a-z]*))",
    re.ASCII,
)
_ENDING_LETTERS: Final = {"r": Ending.RESIGNED, "t": Ending.TIME, "f": Ending.LEFT}


def parse_result(text: str, position: Position) -> tuple[float | None, Ending | None]:
    """Return black's margin in discs and the reason for an early end. Either is None if unknown.

    *position* is the last position of the game. *text* may be a margin (+12, B+12, White wins by 4), disc
    counts (40-24, B 40 W 24, Black wins 40-24), a win without a margin (B+R, W+Time), which counts as 64
    discs, a draw, or unknown ("?", "unfinished"). Raises InvalidNotationError for other strings. If the game
    is not over, a string that names only the winner, such as "1-0", is also an error.

    >>> parse_result("White wins by 4", Position.start())
    (-4.0, None)
    >>> parse_result("B 40 W 24", Position.start())
    (16.0, None)
    """
    plain = " ".join(text.lower().split())
    if plain in _UNFINISHED:
        return None, None
    if plain in _DRAWS:
        return 0.0, None
    margin: float | None = None
    ending = None
    if _SIGNED.fullmatch(plain):
        margin = parse_number(plain)
    elif plain in _WINNERS:
        return _without_margin(text, position)
    elif discs := _DISCS.fullmatch(plain):
        margin = _margin_of_discs(discs, position)
    elif win := _WIN.fullmatch(plain):
        winner, discs_or_margin, other_discs, word = win.groups()
        ending = _ENDING_LETTERS.get(word[:1]) if word else None
        if other_discs:
            margin = margin_of(int(discs_or_margin), int(other_discs), position)
            margin = None if margin is None else abs(margin)
        elif discs_or_margin:
            margin = parse_number(discs_or_margin)
        elif ending:
            margin = MARGIN_UNKNOWN
        elif not word:
            return _without_margin(text, position)
        margin = -margin if margin and not _is_black(winner) else margin
    if margin is None or abs(margin) > MAX_DISCS:
        raise InvalidNotationError(
            f"{quoted(text)} is not a result such as +12, B+12, 40-24, White wins by 4, B+R, Draw or ?"
        )
    return margin, ending


def margin_of(black: int, white: int, position: Position) -> float | None:
    """Return black's margin in a game that ended with these disc counts, or None if that is impossible.

    *position* is the last position of the game. The counts must either match this position or add up to 64
    discs. The winner gets the empty squares.
    """
    is_board = (black, white) == (position.black.bit_count(), position.white.bit_count())
    return float(final_score(black, white)) if is_board or black + white == MAX_DISCS else None


def _without_margin(text: str, position: Position) -> tuple[None, None]:
    """If the game is over, return (None, None), because the board shows the margin.

    Raises InvalidNotationError if the game is not over.
    """
    if not position.is_over:
        raise InvalidNotationError(f"{quoted(text)} names a winner but no margin in discs")
    return None, None


def _margin_of_discs(discs: re.Match[str], position: Position) -> float | None:
    """Return black's margin from two disc counts, or None. If no side is named, black's count is first."""
    first, last = discs[1], discs[3]
    if bool(first) != bool(last) or (first and _is_black(first) == _is_black(last)):
        return None  # only one side is named, or the same side is named twice
    counts = int(discs[2]), int(discs[4])
    black, white = counts if not first or _is_black(first) else counts[::-1]
    return margin_of(black, white, position)


def _is_black(side: str) -> bool:
    return side[0] in "bx*"
