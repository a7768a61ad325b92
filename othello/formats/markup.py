"""Removes markup from text copied from web pages, mail, Markdown, tables and boxes.

A table row becomes one line with bars between the cells. Move numbers are rewritten as "1.". Every line keeps
its line number for error messages.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final

from othello.formats.textfile import compatible
from othello.formats.words import COLOR, MOVE, NUMBER_WORD

LONGEST_CLEANED: Final = 1 << 14
"""Maximum number of characters in a line whose move numbers are rewritten."""
LONGEST_TAG: Final = 1000
"""Maximum number of characters in a tag. A longer tag is treated as text."""

_PLAIN = re.compile(r"(?!.{0,9}[a-h] [1-8])[a-h\d .):!?\r\n]*|--\r?\n?|(?:%|#(?! ?\d)).*\n?", re.IGNORECASE)
"""A line without markup, or a comment on the file."""
# ruff: noqa: RUF001 - these signs are what people paste
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("│┃║┆┇┊┋╎╏¦", "|"),
        **dict.fromkeys("–—−‒―‐─━═┄┅┈┉╌╍", "-"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫╭╮╯╰", "+"),
        **dict.fromkeys("“”„‟«»″＂", '"'),
        **dict.fromkeys("‘’‚‛′´", "'"),
        **dict.fromkeys("、，・→⇒➔►", ","),
        **dict.fromkeys("•‣▪▫◦∙·⁃", "•"),
        **dict.fromkeys("⚫⬤", "●"),
        **dict.fromkeys("⚪◯", "○"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\ufe0f"),
    }
)
_TAG = re.compile(rf"<(?:(/?[a-z]\w{{0,19}})\b|!)[^<>]{{0,{LONGEST_TAG}}}>", re.IGNORECASE)
_BLOCK = re.compile(
    "br|p|div|li|[uod]l|d[td]|h[1-6r]|table|t(?:body|head|foot)|pre|blockquote|body|html|title|head|section|article|"
    "header|footer"
)
"""The tags that start a new line."""
_HIDDEN = re.compile(r"<(?:(script|style)\b|!--)", re.IGNORECASE)
"""The beginning of a script, style or comment, which browsers do not show."""
_QUOTE = re.compile(r"[> ]*> ?")
_FENCE = re.compile(r"\s{0,20}(?:`{3,}|~{3,})[\w +-]{0,30}\s*\Z")
_URL = re.compile(
    r"\bhttps?://(?:[^\s=/#?]{0,99}[=/#?]){1,30}((?:[a-h][1-8]){4,60})?[^\s|<>]*", re.IGNORECASE
)
"""A web address that may end with the moves of a game."""
_BBCODE = re.compile(
    r"\[/?(?:[bius*]|code|quote|center|list|size|color|url)(?:=[^\[\]]{0,99})?\]", re.IGNORECASE
)
_WIKI = re.compile(r"\{\|.*|\|[}+].*")
_SIGNATURE = re.compile(r"-- [\r\n]*")
"""The line above the signature of an email."""
PGN_TAG: Final = re.compile(r"\[ ?[a-z]\w* \"", re.IGNORECASE)
_RULE = re.compile(r"[-=_+|:*~.#\s]*")
_BULLET = re.compile(r"(?:[-*+•] ){1,3}(?=\S)|•")
_DIGIT = re.compile(r"\d")
_MARK = re.compile(r"[*_'`~^\\]")
_EMPHASIS = re.compile(
    r"[*_~]{2,3}|\\(?=[^\w\s])|(?<![^\W_])[*_'`~^]{1,3}(?=[^\W_])|(?<=[^\W_])[*_'`~^]{1,3}(?![^\W_])"
)
_GAP = r"[|,;: \"']{0,4}"
_NEXT = rf"(?={_GAP}(?:{MOVE}|[1-8][a-h]|{COLOR}|[1-8][1-8](?!\d))|\Z)"
"""What must follow a move number: a move, the name of a color, or the end of the line."""
_WORD_NUMBER = re.compile(
    rf"(?<![^\W_]){NUMBER_WORD} ?(\d{{1,3}})(?!\d) ?(?:手目?)?[:.)°º]{{0,2}} ?[-=]?{_NEXT}"
    rf"|(?<![\d.])(\d{{1,3}}) ?(?:手目?|[°º])[:.)]{{0,2}}{_NEXT}"
    rf"|(?:(?<=[ |])|^)[\[(](\d{{1,3}})[\])][:.]?{_NEXT}",
    re.IGNORECASE,
)
_LINE_NUMBER = re.compile(
    rf"(\d{{1,3}}) ?[-/>=|,;]{{1,2}}(?={_GAP}(?:{MOVE}|[1-8][a-h]|{COLOR}))"
    rf"|(\d|[1-6]0|[1-8]9) ?[|,;](?={_GAP}[1-8][1-8](?:[|,; ]|\Z))",
    re.IGNORECASE,
)
"""The number of a move at the beginning of a line.

If the next word is a two-digit move, as in "9 | 56", the number must not look like such a move.
"""
_SPACED_MOVES = re.compile(r"(?:(?:\d{1,3}[.):] ?)?[a-h][ -][1-8](?:[ ,;|]{1,3}|\Z))+", re.IGNORECASE)
_SPACED_MOVE = re.compile(r"([a-h])[ -]([1-8])", re.IGNORECASE)


def plain_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines without their markup, with one space between words.

    The lines of an HTML table row are joined into a single line. Lines that contain only a ruler, a code
    fence or tags are omitted. Blank lines are kept.
    """
    row: list[str] | None = None  # the pieces of an unfinished table row
    first = 0  # the number of the line in which the row began
    hidden = ""  # the text that ends the unfinished script, style or comment
    for number, line in lines:
        if row is None and not hidden and _PLAIN.fullmatch(line):
            yield number, " ".join(line.split())
            continue
        text = _without_signs(line)
        if "<" in text or hidden:
            text, hidden = _without_hidden(text, hidden)
        pieces = _without_tags(text) if "<" in text else [text]
        for piece in pieces:
            is_tag = piece in (_OPEN, _CLOSE)
            if row and (is_tag or len(row) >= MAX_CELLS):
                yield from _shown(first, " ".join(row))
                row, first = [], number  # the rest of an overlong row becomes another line
            if is_tag:
                row, first = (None if piece == _CLOSE else []), number
            elif row is not None:
                row.append(piece)
            else:
                yield from _shown(number, piece)
    if row:
        yield from _shown(first, " ".join(row))


MAX_CELLS: Final = 1000
"""Maximum number of pieces of a table row that are joined into one line."""
_OPEN, _CLOSE = "<tr>", "</tr>"


def _without_signs(text: str) -> str:
    return text if text.isascii() else compatible(text).translate(_SIGNS)


def _without_hidden(text: str, hidden: str) -> tuple[str, str]:
    """Return a line without scripts, styles and comments, and the text that ends an unfinished part.

    This text is empty if no part is unfinished. *hidden* is the text returned for the previous line.
    """
    shown: list[str] = []
    index = 0
    while True:
        if hidden:
            end = text.lower().find(hidden, index)
            if end < 0:
                return "".join(shown), hidden
            index, hidden = end + len(hidden), ""
        begin = _HIDDEN.search(text, index)
        shown.append(text[index : begin.start() if begin else len(text)])
        if not begin:
            return "".join(shown), ""
        index = begin.end()
        hidden = f"</{begin[1].lower()}>" if begin[1] else "-->"


def _without_tags(text: str) -> list[str]:
    """Split a line at the tags that start a new line and remove all tags.

    Among the pieces, _OPEN and _CLOSE stand for the beginning and end of a table row.
    """
    pieces, current, index = [], "", 0
    for tag in _TAG.finditer(text):
        current += text[index : tag.start()]
        index = tag.end()
        name = (tag[1] or "").lower()
        plain = name.removeprefix("/")
        if plain in ("td", "th"):
            current += " | "
        elif plain == "tr" or _BLOCK.fullmatch(plain):
            if current.strip():
                pieces.append(current)
            current = ""
            if plain in ("tr", "table", "tbody"):
                pieces.append(_OPEN if name == "tr" else _CLOSE)
    rest = current + text[index:]
    has_tags = index > 0
    # An empty last piece counts as a blank line only if there were no tags.
    return [*pieces, rest] if rest.strip() or not has_tags else pieces


def _shown(number: int, text: str) -> Iterator[tuple[int, str]]:
    """Yield a line without its markup, or nothing if the line contains only markup."""
    if _FENCE.match(text) or _SIGNATURE.fullmatch(text):
        return
    if "://" in text:
        text = _URL.sub(r" \1 ", text)
    if "[" in text:
        text = _BBCODE.sub("", text)
    if "&" in text:
        text = _without_signs(html.unescape(text))
    text = " ".join(text.split())
    if match := _QUOTE.match(text):
        text = text[match.end() :]
    if text and text not in ("--", "*") and (_RULE.fullmatch(text) or _WIKI.fullmatch(text)):
        return
    yield number, _plain(text) if text else text


def _plain(text: str) -> str:
    """Return a line without bullets and emphasis. Move numbers are rewritten as "1."."""
    if match := _BULLET.match(text):
        text = text[match.end() :].lstrip()
    if text.startswith("{") or PGN_TAG.match(text):
        return text
    if _MARK.search(text):
        text = _EMPHASIS.sub("", text)
    if text.startswith("|") or text.endswith("|"):
        text = text.strip("| ")
    if len(text) > LONGEST_CLEANED or not _DIGIT.search(text):
        return text
    text = _WORD_NUMBER.sub(_dotted, text)
    if match := _LINE_NUMBER.match(text):
        text = f"{match[1] or match[2]}. {text[match.end() :]}"
    if _SPACED_MOVES.fullmatch(text):
        text = _SPACED_MOVE.sub(r"\1\2", text)
    return " ".join(text.split())


def _dotted(match: re.Match[str]) -> str:
    """Return the number that one of the pattern's groups matched, written as "1. "."""
    number = next(filter(None, match.groups()))
    return f"{number}. "
