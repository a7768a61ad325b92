"""Extracts a game's players, result, event, date and comment from lines of text.

    Black: Paul   Noir : Paul   黒: Paul        a label states the color of a player
    Paul - Carla, 40-24   Paul vs Carla         the first player is black
    Carla (White) - Paul (Black)                notes state the colors
    Result: 40-24                               black's discs, then white's discs
    White wins 36-28   28-36 (white wins)       the larger number is the winner's
    白 36 - 28   White 36, Black 28             the numbers belong to the colors in the same order
    White won by 8   W+8                        only the margin is known

If a line names a winner but does not show whether the winner is black or white, the result is unknown.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from othello.formats.record import Player
from othello.formats.result_text import margin_of
from othello.formats.words import (
    COLOR,
    DATES,
    EVENTS,
    HEADINGS,
    LOSES,
    MAIL,
    RESULTS,
    WINNER,
    WINS,
    color_of,
    colors_in,
)
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Color

LONGEST_NAMES: Final = 120
"""Maximum number of characters in a line that names both players."""
LONGEST_TOLD: Final = 400
"""Maximum number of characters in a line that states the result."""
MAX_WORDS: Final = 6
"""Maximum number of words in a player's name."""

_LABEL = re.compile(rf"({COLOR}|[^\W\d_][\w.° -]{{0,20}}?) ?[:=|] ?", re.IGNORECASE)
_BETWEEN = re.compile(r" (?:(\d{1,2}) ?[-:] ?(\d{1,2})|-|vs?\.?|contre|contro|gegen|対) ", re.IGNORECASE)
"""A dash, "vs" or a result between the names of two players."""
_PAIR = re.compile(r"(?<![\d:.-])(\d{1,2}) ?(?:[-:/]|to|à|a|zu|対) ?(\d{1,2})(?![\d:]|[.-]\d)")
_PAIR_LAST = re.compile(rf"[ ,;:|(]*{_PAIR.pattern}\)?\Z")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"(?<![\d.,:+-])\d{1,2}(?![\d:]|[.,-]\d)")
_MARGIN = re.compile(
    r"(?:\b(?:by|de|di|mit|por|met)|[+]) ?(\d{1,2})(?![\d-])|(\d{1,2})石(?:差|勝)", re.IGNORECASE
)
_COLOR_NOTE = re.compile(rf" ?[(\[] ?({COLOR}) ?[)\]]", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"[ (]+(\d{1,2})\)?\Z")
_VALUED = re.compile(rf" ?[+:=(]? ?\d|[ :-]*(?:{WINS.pattern}|{LOSES.pattern})", re.IGNORECASE)
"""What must follow a single letter that means a color, for example a number or "wins"."""


def facts_of(
    texts: Sequence[str], position: Position, results: Iterable[float | None] = ()
) -> dict[str, Any]:
    """Return the facts stated in lines of text as a dictionary of `GameRecord` fields by name.

    position -- the last position of the game
    results  -- the margins given after the moves. They are used only if no text states another margin.
    """
    names: dict[Color, str] = {}
    facts: dict[str, Any] = {}
    others, comments = [], []
    b_is_white = any(label and label[1].lower() == "n" for label in map(_LABEL.match, texts))
    for text in texts:
        label, value = _labeled(text)
        if _is_heading(text):
            continue
        if _is_color(label) and not _PAIR.fullmatch(value) and not _NUMBER.fullmatch(value):
            names.setdefault(color_of(label, b_is_white=b_is_white), value)
        elif label in EVENTS:
            facts.setdefault("event", value)
        elif label in DATES:
            facts.setdefault("date", value)
        elif label not in MAIL:
            others.append(text)
    told: list[float | None] = [*_take_discs(names, position)]
    weak: list[float | None] = [*results]  # these margins are used only if no text states another margin
    for text in others:
        label, value = _labeled(text)
        is_title = not names and _take_title(text, names)
        if label in RESULTS:
            told += _results_of(value, names, position, is_only=True)
        else:
            margins = _results_of(text, names, position, is_only=False)
            if is_title or _PAIR_LAST.fullmatch(text):
                weak += margins
            else:
                told += margins
                comments.append(text)
    known = set(told or weak)
    facts["result"] = known.pop() if len(known) == 1 else None
    facts |= {str(color): Player(name) for color, name in names.items()}
    facts["comment"] = " ".join(" ".join(comments).split())
    return facts


def _labeled(text: str) -> tuple[str, str]:
    """Return a line's label in lower case and the text after it. Both are empty if there is no label."""
    label = _LABEL.match(text)
    return (label[1].strip().lower(), text[label.end() :].strip(" |,;\"'")) if label else ("", "")


def _is_color(label: str) -> bool:
    return bool(re.fullmatch(COLOR, label, re.IGNORECASE))


def _is_heading(text: str) -> bool:
    """Return whether a line contains only column names, as the head of a table does."""
    words = re.split(r"[\s|,;:/()\"']+", text.lower())
    return all(not word or word in HEADINGS or _is_color(word) for word in words)


def _take_discs(names: dict[Color, str], position: Position) -> Iterable[float]:
    """If both names are followed by disc counts, as in "Paul 36", return [black's margin], or else [].

    The counts are removed from the names.
    """
    numbers = {color: number for color, name in names.items() if (number := _LAST_NUMBER.search(name))}
    if len(numbers) == 2:
        margin = margin_of(int(numbers[Color.BLACK][1]), int(numbers[Color.WHITE][1]), position)
        if margin is not None:
            for color, number in numbers.items():
                names[color] = names[color][: number.start()]
            return [margin]
    return []


def _take_title(text: str, names: dict[Color, str]) -> bool:
    """Store both players' names if a line contains them, as in "Paul - Carla". Return whether it does."""
    if len(text) > LONGEST_NAMES:
        return False
    result = _PAIR_LAST.search(text)
    title = text[: result.start()] if result else text
    between = _BETWEEN.search(title)
    if not between or ":" in title.replace(between[0], ""):
        return False
    sides = [side.strip(" ,;|\"'") for side in (title[: between.start()], title[between.end() :])]
    is_sentence = any(len(side.split()) > 1 and side[0].islower() for side in sides)
    if not all(map(_is_name, sides)) or is_sentence:
        return False
    colors = [color_of(note[1]) if (note := _COLOR_NOTE.search(side)) else None for side in sides]
    is_swapped = colors[0] is Color.WHITE or colors[1] is Color.BLACK
    sides = [_COLOR_NOTE.sub("", side) for side in sides]
    names |= zip((Color.WHITE, Color.BLACK) if is_swapped else (Color.BLACK, Color.WHITE), sides, strict=True)
    return True


def _is_name(text: str) -> bool:
    return 0 < len(text.split()) <= MAX_WORDS and not text.endswith((".", "!", "?")) and not _is_color(text)


def _results_of(
    text: str, names: dict[Color, str], position: Position, *, is_only: bool
) -> list[float | None]:
    """Return [black's margin] if a string contains a result, or else []. An unclear margin is None.

    *is_only* means that the text follows a label such as "Result:", so even a bare number is a result.
    """
    if len(text) > LONGEST_TOLD or not _DIGIT.search(text):
        return []
    numbers = _numbers_of(text, position)
    sides = _sides_of(text, names)
    wins, loses = WINS.search(text), LOSES.search(text)
    verb = min(filter(None, (loses, wins)), key=lambda match: match.start(), default=None)
    margin = _MARGIN.search(text)
    if verb and (numbers or margin):  # "White wins 36-28", "Bob lost by 8"
        subject = _subject_of(verb, sides)
        if subject is None:
            return [None]
        winner = subject if verb is wins else subject.other
        if numbers:
            first, second, _ = numbers
            black, white = sorted((first, second), reverse=winner is Color.BLACK)
            return [margin_of(black, white, position)]
        return _won_by(int(margin[1] or margin[2]) if margin else 0, winner)
    if numbers and sides:  # "Black 36, White 28"
        first, second, start = numbers
        colors = [color for _, color in sides]
        if sides[0][0] > start and len(set(colors)) == 1:  # "36-28 for white"
            first, second = max(first, second), min(first, second)
        black, white = (first, second) if colors[0] is Color.BLACK else (second, first)
        return [margin_of(black, white, position)]
    last = _PAIR_LAST.search(text)
    if numbers and (is_only or (last and ("-" in last[0] or last[0] == text))):
        return [margin_of(numbers[0], numbers[1], position)]
    if margin and sides and margin[0].startswith("+"):  # "White +8"
        return _won_by(int(margin[1]), sides[-1][1])
    if is_only and (number := re.fullmatch(r"[+-]\d{1,2}", text)):
        return [float(number[0])]
    return []


def _subject_of(verb: re.Match[str], sides: Sequence[tuple[int, Color]]) -> Color | None:
    """Return the color that wins or loses. It is the last color before the verb, or else the first after it.

    For words such as "Winner:", the color comes after the word.
    """
    before = [color for start, color in sides if start < verb.start()]
    after = [color for start, color in sides if start > verb.start()]
    nearest = before[-1:] + after[:1]
    if WINNER.match(verb[0]):  # "Winner: White"
        nearest = after[:1] + before[-1:]
    return nearest[0] if nearest else None


def _won_by(discs: int, winner: Color) -> list[float | None]:
    """Return [black's margin] if *winner* won by *discs*, or [] if that margin is impossible."""
    return [float(discs if winner is Color.BLACK else -discs)] if discs <= MAX_DISCS else []


def _numbers_of(text: str, position: Position) -> tuple[int, int, int] | None:
    """Return the two disc counts in a string and the index where they begin, or None."""
    for pair in _PAIR.finditer(text):
        first, second = int(pair[1]), int(pair[2])
        if _can_be_final(first, second, position):
            return first, second, pair.start()
    numbers = list(_NUMBER.finditer(text))
    if len(numbers) == 2 and not _PAIR.search(text):
        first, second = int(numbers[0][0]), int(numbers[1][0])
        if _can_be_final(first, second, position):
            return first, second, numbers[0].start()
    return None


def _can_be_final(first: int, second: int, position: Position) -> bool:
    """Return whether a game with this last position can end with these disc counts, in either order."""
    return margin_of(first, second, position) is not None or margin_of(second, first, position) is not None


def _sides_of(text: str, names: dict[Color, str]) -> list[tuple[int, Color]]:
    """Return the indexes at which a string names a color or a player, each with the color."""
    sides = {}
    b_is_white = bool(re.search(r"(?<![^\W_])N(?![^\W_])", text))
    for start, end, color in colors_in(text, b_is_white=b_is_white):
        is_word = end - start > 1 or not text[start].isascii()
        is_letter_of_color = text[start].isupper() and _VALUED.match(text, end)
        if is_word or is_letter_of_color:
            sides[start] = color
    if len(set(names.values())) == len(names):  # If both players have the same name, the name does not help.
        # If two names begin at the same index, the longer name counts, because "Anna" also contains "Ann".
        for color, name in sorted(names.items(), key=lambda item: len(item[1])):
            start = text.find(name) if len(name) > 1 else -1
            if start >= 0:
                sides[start] = color
    return sorted(sides.items())
