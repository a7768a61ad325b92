"""Reads the moves, numbers, colors, comments and text in a line of a score sheet.

`othello.formats.transcript` describes what a line may contain.
"""

import functools
import re
from typing import Final

from othello.formats.markup import LONGEST_CLEANED, PGN_TAG
from othello.formats.words import COLOR, DIGIT_MOVE, HEADING, MOVE, NUMBER_WORD, SWAPPED_MOVE
from othello.rules.square import PASS_NAMES

FIRST_MOVES: Final = frozenset(("d3", "c4", "f5", "e6"))
_HEADING = re.compile(HEADING, re.IGNORECASE)


_MOVES: Final = {"": MOVE, "5f": SWAPPED_MOVE, "56": rf"-?{DIGIT_MOVE}"}
"""Patterns for moves, by notation. Each notation is named after the way it writes f5, but "" stands for f5
itself."""


@functools.cache
def _tokens(notation: str) -> re.Pattern[str]:
    """Return the pattern for the tokens of a line written in *notation*, a key of `_MOVES`."""
    move = _MOVES[notation]
    return re.compile(
        rf"""
        \{{(?P<comment>[^}}]*)\}}
        | (?P<move>{move})
        | \((?P<aside>[^()[\];]*)\) | \$\d{{1,3}}                            # a time or a variation, a mark
        | (?<=\w)[!?]+ | (?<=[a-h][1-8]|[1-8][a-h])[ ](?:!|[!?]{{2}})       # marks; "?" alone may be a move
        | (?<![a-z0-9.:"'])(?P<value>
            [+-]?\d{{1,3}}[.]\d+(?:s|sec)?(?![\da-h]) | [+-]\d{{1,2}}(?![\da-z.:])
            | \d{{1,2}}:\d\d(?::\d\d)?(?:[.]\d+)?(?![\da-z:]) | \d{{1,4}}(?:[.]\d+)?(?:s|sec|%|'|")(?![a-z])
          )
        | (?<![a-z0-9])(?P<number>\d{{1,3}})(?:[ ]?[.):]+|(?=[ |,;"']{{1,4}}(?:[+-]?{move}|{COLOR}))
            | (?=[ |,;]{{1,3}}-(?:[ ]?[|,;]|\Z))
            | (?:(?<=^\d)|(?<=^\d\d))\Z)
        | [\s,;|"'/>=\[\]] | [+-](?=[a-hp-]) | -(?=[ |,;/>]|\Z)             # a separator, a sign
        | (?P<color>{COLOR})[ ]?[:.=>|-]*
        | (?P<other>\S{{1,10}})
        """,
        re.IGNORECASE | re.VERBOSE,
    )


_RESULT = re.compile(
    r"""
    (?:^|[ ,;:|=]{1,3})
    (?: 1-0 | 0-1 | 1/2-1/2 | \*
    | (?P<black>\d{1,2}) [ ]?[-,:;/][ ]? (?P<white>\d{1,2})
    | (?P<margin>[+-]\d{1,2}) (?:[ ]\d{1,9})?
    ) \Z
    """,
    re.VERBOSE,
)
_LONGEST_RESULT: Final = 24
_LIKE_MOVES = re.compile(r"(?<![^\W_])[a-z]\d{1,2}(?!\d)|^\d{1,3}[.)]", re.IGNORECASE)
"""A letter with a number, or a move number. Both suggest that a line was meant to contain moves."""
_PROSE = re.compile(r"[^\W\d_a-hxow]", re.IGNORECASE)
"""A letter that cannot occur in the name of a square or as a cell of a board."""
_COLOR = re.compile(COLOR, re.IGNORECASE)
_COLORS_ONLY = re.compile(rf"(?:{COLOR}[\s,;|:/-]*){{1,9}}", re.IGNORECASE)
"""A line that consists of colors. It is the head of a table or contains moves without their digits."""
_ROW = re.compile(r"^\d{1,3} ?[.):]+(?!\d)[ |]*(?=\S)")
"""The number at the beginning of a row, followed by another word."""
_NUMBERED = re.compile(
    rf"(?:{NUMBER_WORD} ?)?[(\[]?(\d{{1,3}})(?: ?(?:手目?|[.):|,;\]]|-(?! ?\d))| \S+\Z)", re.IGNORECASE
)
"""A move number at the beginning of a line of text."""
_ONLY_MOVES = re.compile(r"(?:[a-h][1-8] ?)+", re.IGNORECASE)
_MOVE_NAME = re.compile(r"[a-h][1-8]")
_MOVE_KIND: Final = frozenset(("move",))
_HAS_MOVE = re.compile(r"[a-h][1-8]|[1-8][a-h1-8]", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"(?<![^\W_])[^\W\d_]{3,}(?![^\W_])")
SQUARE = re.compile(r"(?<![^\W_])[a-h][1-8](?![^\W_])", re.IGNORECASE)
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?: \d{1,2}[:h.]\d\d)?")
_MARGIN = re.compile(r"[bwxno] ?\+ ?\d{1,2}", re.IGNORECASE)
_BAD_MOVE = re.compile(
    rf"(?:(?:{NUMBER_WORD} ?)?\d{{1,3}}(?:手目?)?\W{{0,5}}(?:{COLOR}\W{{0,3}})?)?"
    r"[a-z]{1,2}\d{0,2}\W{0,3}",
    re.IGNORECASE,
)
"""Matches lines that look like an invalid move because they are too short to be text."""
_FEWEST_WORDS: Final = 3
"""A line that mentions squares counts as text only if it contains at least this many words."""


class SheetLine:
    """A line of a score sheet, split into tokens."""

    def __init__(self, number: int, text: str, last_count: int | None = 0) -> None:
        """Read a line.

        number     -- number of the line in its file
        last_count -- the move number at the beginning of an earlier line, or None if this line cannot
                      contain two-digit moves
        """
        self.number = number
        self.text = self.plain = text
        """`text` is the line without the game number. `plain` is `text` without the result."""
        self.has_heading = self.is_prose = False
        self.result: re.Match[str] | None = None
        self.notation = self.other = ""
        """`notation` is how f5 would be written on the line: "5f", "56", or empty for f5. `other` is the
        first word that is not a token, or empty."""
        self.word = ""
        """The line of text, or the remark after the moves, if it is a single word."""
        self.squares: list[str] = []
        """The squares mentioned in a line of text."""
        self.tokens: list[tuple[str, str]] = []
        """The moves, comments, numbers, colors and texts before `other`, as pairs (kind, text)."""
        if text == "--" or _ONLY_MOVES.fullmatch(text):
            self.moves = _MOVE_NAME.findall(text.lower()) or [PASS_NAMES[0]]
            self.tokens, self.kinds = [("move", name) for name in self.moves], _MOVE_KIND
        else:
            self._read_mixed(last_count)
            self.moves = [text for kind, text in self.tokens if kind == "move"]
            self.kinds = frozenset(kind for kind, _ in self.tokens)
            """The kinds of the tokens."""
        self.row: int | None = None
        """The number at the beginning of a line without moves, or None. It may be a move number."""
        if self.is_prose and (match := _NUMBERED.match(self.text)):
            self.row = int(match[1])
        elif not self.moves and self.result and self.result["black"]:
            self.row = int(self.result["black"])
        self.is_about = not (self.other or self.moves)
        """Whether the line contains names, a result or comments, but no moves, valid or invalid."""
        kind, text = self.tokens[0] if self.tokens else ("", "")
        self.count = int(text) if kind == "number" else None
        """The number at the beginning of the line, or None."""

    def _read_mixed(self, last_count: int | None) -> None:
        """Read a line that contains anything other than moves."""
        if heading := _HEADING.match(self.text):
            self.has_heading, self.text = True, self.text[heading.end() :]
        self.result = _RESULT.search(self.text, max(0, len(self.text) - _LONGEST_RESULT))
        self.plain = self.text[: self.result.start()] if self.result else self.text
        self._read_tokens(last_count)
        if self.other and self._is_prose():
            self.is_prose = True
            self.word = "" if " " in self.plain else self.plain
            self.squares = SQUARE.findall(self.plain.lower()) if _DIGIT.search(self.plain) else []
            self.tokens, self.other = [("about", self.text)], ""
        elif not any(kind == "move" for kind, _ in self.tokens):
            self._read_facts()

    def _read_tokens(self, last_count: int | None) -> None:
        """Read the tokens and the first word that is not a token in any notation."""
        self.tokens, begin = _read(self.plain, "")
        if begin >= 0:
            # For a message, the word's first ten characters are enough. A number before the word is omitted.
            self.other = _ROW.sub("", self.plain[begin : begin + 20], count=1)[:10].split(" ")[0]
            if len(self.plain) < LONGEST_CLEANED and _HAS_MOVE.search(self.plain) and not self._is_tag():
                self._read_otherwise(begin, last_count)
        if begin == 0 and _COLORS_ONLY.fullmatch(self.text):
            self.tokens, self.other = [("color", name) for name in _COLOR.findall(self.text)], ""

    def _read_facts(self) -> None:
        """Read a line without moves as a date, a result, or moves in parentheses."""
        kinds = {kind for kind, _ in self.tokens}
        if self.text[:1].isdecimal() and _DATE.fullmatch(self.text):
            self.tokens, self.other = [("about", f"Date: {self.text}")], ""
        elif self.other and _MARGIN.fullmatch(self.text):
            self.tokens, self.other = [("about", self.text)], ""
        elif "aside" in kinds:
            self._take_asides()
        elif self.result and not self.other and "comment" not in kinds:
            self.tokens = [("about", self.text)]

    def _is_tag(self) -> bool:
        """Return whether the line is a PGN tag."""
        return bool(PGN_TAG.match(self.plain))

    def _read_otherwise(self, begin: int, last_count: int | None) -> None:
        """Read moves in another notation, or a remark after the moves, starting at the index *begin*."""
        tokens, begin_of_other = _read(self.plain, "5f")
        if begin_of_other < 0 and any(kind == "move" for kind, _ in tokens):
            self.tokens, self.other, self.notation = tokens, "", "5f"
        elif last_count is not None and (tokens := self._digits(last_count)):
            self.tokens, self.other, self.notation = tokens, "", "56"
        elif any(kind == "move" for kind, _ in self.tokens):
            self._take_remark(self.text[begin:])

    def _take_remark(self, remark: str) -> None:
        """Treat the text after the moves as a remark if it consists of words rather than wrong moves."""
        is_text = _WORD.search(remark) and not {"{", "}"} & {*remark}
        if not is_text or _LIKE_MOVES.search(remark) or _ROW.match(remark):
            return
        self.other = ""
        self.word = "" if " " in remark else remark
        if _DIGIT.search(remark):
            # The remark may state the result. `facts_of` needs the whole remark to find it.
            self.tokens.append(("about", remark))
            self.result = None
        else:
            self.tokens.append(("comment", remark))

    def _digits(self, last_count: int) -> list[tuple[str, str]]:
        """Return the tokens of this line if it contains two-digit moves, or else []."""
        text = self.plain
        if re.fullmatch(r"(?:[1-8]{2}){3,}", text):
            text = " ".join(text[at : at + 2] for at in range(0, len(text), 2))
        # The numbers at the end of such a line are moves, not a result.
        if self.result and ("-" not in self.result[0] or " " not in self.text):
            text, self.result = self.text, None
        # The period after the number of the next move may be missing.
        if last_count and (number := re.match(rf"{last_count + 1}[ |,;]", text)):
            text = f"{last_count + 1}. {text[number.end() :]}"
        tokens, other = _read(text, "56")
        moves = [name for kind, name in tokens if kind == "move"]
        if other >= 0 or not moves or (not last_count and (moves[0] not in FIRST_MOVES or len(moves) < 2)):
            return []
        return tokens

    def _is_prose(self) -> bool:
        """Return whether this line, which contains words other than tokens, is text and not wrong moves."""
        if self._is_tag() or not _PROSE.search(self.plain) or _BAD_MOVE.fullmatch(self.plain):
            return False
        if not _DIGIT.search(self.plain):
            return True
        like_moves = len(_LIKE_MOVES.findall(self.plain))
        if not like_moves:
            return True
        words = len(_WORD.findall(self.plain))
        kind = self.tokens[0][0] if self.tokens else "other"
        has_moves = any(token in ("move", "color") for token, _ in self.tokens[:2])
        if kind == "number" and not has_moves and like_moves == 1 and not SQUARE.search(self.plain):
            return words > 1
        return kind in ("other", "comment") and words >= _FEWEST_WORDS and words > 2 * like_moves

    def _take_asides(self) -> None:
        """Read the words in parentheses as moves, unless this leaves words that are not tokens."""
        if any(kind == "aside" and SQUARE.search(text) for kind, text in self.tokens):
            tokens, other = _read(_without_parentheses(self.plain), "")
            if other < 0:
                self.tokens = tokens

    def with_asides(self) -> "SheetLine":
        """Return this line without its parentheses, so that the moves in them become part of the line."""
        return SheetLine(self.number, _without_parentheses(self.text))


def _without_parentheses(text: str) -> str:
    return " ".join(text.translate({ord("("): " ", ord(")"): " "}).split())


def _read(text: str, notation: str) -> tuple[list[tuple[str, str]], int]:
    """Return the tokens of *text* and the index of the first word that is not a token, or -1.

    A color does not count as a token if no move follows it, nor does a color or number that is repeated
    before a move.
    """
    tokens: list[tuple[str, str]] = []
    waiting: dict[str, int] = {}
    """The indexes in *text* of a number and a color that are still waiting for their move."""
    size, last_color = 0, ""
    # *size* is the number of tokens before this number or color.
    for token in _tokens(notation).finditer(text):
        kind = token.lastgroup
        if not kind:
            continue
        if kind == "other" or kind in waiting or (kind == "color" and token[kind].lower() == last_color):
            size = size if waiting.keys() == {"color"} else len(tokens)
            return tokens[:size], min([token.start(), *waiting.values()])
        if kind == "move":
            waiting.clear()
            tokens.append((kind, _name(token[kind], notation)))
            continue
        if kind in ("color", "number"):
            if not waiting:
                size = len(tokens)
            waiting[kind] = token.start()
            if kind == "color":
                last_color = token[kind].lower()
        tokens.append((kind, token[kind]))
    if "color" in waiting:
        return tokens[:size], min(waiting.values())
    return tokens, -1


def _name(move: str, notation: str) -> str:
    """Return the usual name of a move in a notation, for example "f5" for the move "5F" in notation "5f"."""
    move = move.lower()
    if notation == "56":
        move = move.removeprefix("-")
    if move[0] in "p-パ":
        return PASS_NAMES[0]
    if notation == "5f":
        return move[::-1]
    if notation == "56":  # the row comes first
        return f"{'abcdefgh'[int(move[1]) - 1]}{move[0]}"
    return move
