"""Contrasts of the page: texts have 4.5:1 and signs 3:1, as WCAG 2.2 demands, in light and in dark."""

import re
from typing import Final

import pytest

from othello.review import assets
from othello.rules.svg import COLORS
from othello.web.files import STYLES
from tests.web.translations import text_of

TEXT: Final = 4.5
SIGN: Final = 3.0
COLORS_OF_THE_PAGE: Final = re.findall(r"--(\w+): light-dark\((#\w+), (#\w+)\);", assets.read(assets.STYLE))
LIGHT, DARK = ({name: pair[at] for name, *pair in COLORS_OF_THE_PAGE} for at in (0, 1))
BACKS: Final = re.findall(r'(\w+): "(#\w{6})"', re.search(r"BACKS = (.*)", assets.read("board.js"))[1])
"""The backgrounds of values on squares."""
BLOCKS: Final = [
    dict(re.findall(r"--(\w+): (#\w+);", block))
    for block in re.findall(r":root(?:\[data-board=.*?\])? \{(.*?)\}", text_of("page.css"), re.DOTALL)
]
THEMES: Final = [BLOCKS[0] | block for block in BLOCKS]
"""The colors of the boards, which differ in the felt."""


def luminance(color: str) -> float:
    """Return the relative luminance of a color, by the formula of WCAG 2.2."""
    digits = color.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors."""
    less, more = sorted((luminance(one), luminance(other)))
    return (more + 0.05) / (less + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_texts(colors):
    """Words, marks and losses are readable on cards, the page and the marked row, and words on buttons."""
    for ink in ("ink", "faint", "dubious", "mistake", "blunder"):
        for back in ("card", "paper", "now", *(["tone"] if ink in ("ink", "faint") else [])):
            assert contrast(colors[ink], colors[back]) >= TEXT, (ink, back)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_buttons_and_notices(colors):
    """The main button, a notice and a pressed button have readable text on their color."""
    assert contrast(colors["main"], colors["value"]) >= TEXT
    assert contrast(colors["card"], colors["value"]) >= TEXT
    assert contrast(colors["value"], colors["exact"]) >= TEXT, "a pressed button"
    assert contrast(colors["faint"], colors["exact"]) >= TEXT, "the small text on it"
    assert contrast(colors["card"], colors["blunder"]) >= TEXT


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_fields(colors):
    """Only the edge distinguishes a field from text, because a field and a card have the same background."""
    for back in ("card", "paper"):
        assert contrast(colors["edge"], colors[back]) >= SIGN, back


@pytest.mark.parametrize("name", ["legal", "black", "white"])
def test_legal_moves_and_discs_stand_out_from_the_board(name):
    assert contrast(getattr(COLORS, name), COLORS.board) >= SIGN


def test_all_boards():
    """On each of the three boards, discs stand out, and rings, values and coordinates can be read."""
    assert len(THEMES) == 3
    assert re.search(r"\.legal \{[^}]* stroke: var\(--label\);", text_of("page.css"))
    for theme in THEMES:
        for sign in (COLORS.black, COLORS.white):
            assert contrast(sign, theme["felt"]) >= SIGN
        for text in (COLORS.value, theme["label"]):
            assert contrast(text, theme["felt"]) >= TEXT
        assert contrast(theme["label"], theme["rim"]) >= TEXT


def test_sizes_of_type_spaces_and_corners_are_tokens():
    """All sizes come from the scales in style.css."""
    spaces = dict.fromkeys(("gap", "margin", "padding"), "(?:space|sheet)")
    kinds = {"font-size": "text", "border-radius": "round", **spaces}
    for text in (assets.read(assets.STYLE), *map(text_of, STYLES[1:])):
        for kind, value in re.findall(r"^ *([a-z-]+): ([^;{}]+);", text, re.MULTILINE):
            scale = next((scale for start, scale in kinds.items() if re.match(start, kind)), None)
            token = rf"var\(--{scale}[a-z-]*\)"
            size = rf"{token}|0|auto|50%|calc\(.*\)|clamp\({token}, .*, {token}\)"
            assert not scale or re.fullmatch(rf"({size})( ({size}))*", value), (kind, value)


@pytest.mark.parametrize("disc", [COLORS.black, COLORS.white])
def test_the_mark_stands_out_from_both_discs(disc):
    assert contrast(COLORS.mark, disc) >= SIGN


@pytest.mark.parametrize(("name", "back"), BACKS)
def test_values_on_squares(name, back):
    """Values are readable on the color that shows a move's loss, and on the board."""
    for ink in (COLORS.value, *([COLORS.best] if name == "good" else [])):
        assert contrast(ink, back) >= TEXT
    assert contrast(COLORS.value, COLORS.board) >= TEXT
