"""docs/analysis.md and the pictures on the pages."""

import re
from xml.etree import ElementTree

from PIL import Image

from othello import Engine, svg
from tests import source
from tests.cases import cases
from tools import pictures

PAGE = (source.ROOT / "docs" / "analysis.md").read_text(encoding="utf-8")
README = (source.ROOT / "README.md").read_text(encoding="utf-8")
LIBRARY = (source.ROOT / "docs" / "library.md").read_text(encoding="utf-8")


@cases("path", pictures.PICTURES)
def test_every_picture_exists_and_pages_show_it_with_an_alternative_text(path):
    assert re.search(rf"!\[[^\]]{{20,}}\]\({path.name}\)", PAGE)
    if path.suffix == ".svg":
        text = path.read_text(encoding="utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert set(re.findall(r"\w+://[^\"'\s<)]+", text)) <= {
            "http://www.w3.org/2000/svg",
            "https://www.textualize.io",
        }
    else:
        with Image.open(path) as picture:
            assert picture.width > 800


def test_every_picture_that_a_page_shows_is_a_file():
    shown = [source.ROOT / "docs" / name for name in re.findall(r"!\[[^\]]*\]\(([^)]*)\)", PAGE)]
    shown += [source.ROOT / "docs" / name for name in re.findall(r"!\[[^\]]*\]\(([^)]*)\)", LIBRARY)]
    shown += [source.ROOT / name for name in re.findall(r'(?:src|srcset)="([^"]*)"', README)]
    assert set(shown) >= {*pictures.PICTURES, pictures.PLAYED, *pictures.WEB.values()}
    assert all(path.is_file() for path in shown)


def test_the_board_in_the_browser():
    """The pictures for docs/web.md exist and are small."""
    page = (source.ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    for path in (pictures.WEB["light"], pictures.PHONE):
        assert re.search(rf"!\[[^\]]{{20,}}\]\({path.name}\)", page)
    for path in (*pictures.WEB.values(), pictures.PHONE):
        assert path.stat().st_size < 400_000
        assert path is pictures.PHONE or f'"docs/{path.name}"' in README


def test_the_game_that_plays_itself():
    """docs/library.md shows the picture, and the file is small."""
    assert f"({pictures.PLAYED.name})" in LIBRARY
    assert pictures.PLAYED.read_text(encoding="utf-8") == svg.game(pictures.GAME, size=300) + "\n"
    assert pictures.PLAYED.stat().st_size < 50_000


def test_the_script_still_draws():
    """The script draws the board with values, and the game in the terminal with a move and a hint."""
    engine = Engine(table_mib=1)
    assert pictures.draw_board(engine).count('class="value ') == 5
    terminal = pictures.record_terminal(engine).replace("&#160;", " ")
    for words in ("white plays", "last move", "opening: Comp", "hint 2"):
        assert words in terminal
    assert "@font-face" not in terminal


def test_the_lines_of_the_book():
    """The picture for docs/book.md exists and shows the lines of the current shipped book."""
    page = (source.ROOT / "docs" / "book.md").read_text(encoding="utf-8")
    assert re.search(rf"!\[[^\]]{{20,}}\]\({pictures.BOOK.name}\)", page)
    assert pictures.BOOK.read_text(encoding="utf-8") == pictures.draw_book()
