"""Draw the pictures in docs/: boards, a review page, a game in the terminal, the board in the browser.

    make pictures

Pictures of web pages need Chromium.
"""

import contextlib
import io
import re
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import expect
from rich.console import CONSOLE_SVG_FORMAT, Console

from othello import Board, Book, Color, Engine, GameRecord, Limits, Player, Position, review_game, svg
from othello.book.location import shipped
from othello.book.tree import outline
from othello.cli.book.tree import print_lines
from othello.cli.play_game import TerminalGame
from othello.players.level_player import LevelPlayer
from othello.review.page import report
from tests.chromium import PROGRAM, screenshot
from tests.source import ROOT
from tests.web.browsing import PHONE as SMALL
from tests.web.browsing import browsing, opened
from tests.web.serving import serving

BOARD: Final = ROOT / "docs" / "board.svg"
PAGE: Final = ROOT / "docs" / "review.png"
TERMINAL: Final = ROOT / "docs" / "play.svg"
PICTURES: Final = (BOARD, PAGE, TERMINAL)
"""The pictures in docs/analysis.md."""
BOOK: Final = ROOT / "docs" / "book.svg"
"""The picture in docs/book.md."""
WEB: Final = {"light": ROOT / "docs" / "web.png", "dark": ROOT / "docs" / "web-dark.png"}
"""The picture in docs/web.md and README, for light and dark pages."""
PHONE: Final = ROOT / "docs" / "web-phone.png"
"""The other picture in docs/web.md."""
PLAYED: Final = ROOT / "docs" / "game.svg"
"""The animated game in docs/library.md."""
GAME: Final = (
    "f5d6c3d3c4f4f6f3e6f7c6c5e3e7d7c8g4e2g5g6b4h6h5c7d2b6g3b3d1b5a3f2a6a4a5e1h7c1a7h3f1g1c2h4g7h8f8b1"
    "d8b2b8e8g8a8a1a2b7h1g2h2"
)
"""A game between two weak levels, which both make mistakes."""
PLAIN: Final = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""The format for pictures of the terminal. It contains no fonts, which would be fetched from the network."""
SEARCHED: Final = 4000
"""Milliseconds before the screenshot of an analysis."""
WIDE: Final = {"width": 1600, "height": 900}
"""Screen size at which the page has three columns."""
SHOWN: Final = 45
"""Number of the move at which the page is shown."""


def draw_board(engine: Engine) -> str:
    """Draw a position with its moves' values."""
    board = Board.parse(GAME[:16])
    result = engine.play(board.position, Limits(level=12, multipv=5))
    return svg.board(board, legal_moves=True, values={line.move: line.score.discs for line in result.lines})


def take_page(engine: Engine, target: Path) -> None:
    """Take a screenshot of a review page."""
    game = GameRecord.from_board(
        Board.parse(GAME), black=Player("Level 3"), white=Player("Level 6"), event="Two levels that slip"
    )
    moves = list(review_game(game, engine))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "review.html"
        page.write_text(report(game, moves), encoding="utf-8")
        address = f"{page.as_uri()}#{SHOWN}"
        screenshot(address, target, Path(folder) / "profile", width=1180, height=980)


class Calm(Console):
    """A console that draws no spinner while the engine searches."""

    def status(self, *args, **options):
        return contextlib.nullcontext()


def recorder(width: int) -> Calm:
    """Return a terminal with colors that records what it shows."""
    colors = {"force_terminal": True, "color_system": "truecolor", "no_color": False}
    return Calm(file=io.StringIO(), record=True, width=width, highlight=False, markup=False, **colors)


def record_terminal(engine: Engine) -> str:
    """Record some moves of a game in the terminal."""
    console = recorder(64)
    lines = ["e6", "hint 2"]

    def ask(prompt: str) -> str:
        if len(lines) == 2:
            console.export_text(clear=True)  # the picture begins with the move
        line = lines.pop(0) if lines else ""
        console.print(prompt + line)
        if not line:
            raise KeyboardInterrupt  # the picture ends with the prompt
        return line

    board, player = Board.parse(GAME[:16]), LevelPlayer("4", engine=lambda: engine)
    game = TerminalGame(board, {Color.BLACK}, engine, player, Limits(), console, ask)
    with contextlib.suppress(KeyboardInterrupt):
        game.play()
    return console.export_svg(title="othello play --level 4", code_format=PLAIN, unique_id="play")


def draw_book() -> str:
    """Draw the lines of the built-in book from the start of a game."""
    position = Position.start()
    with Book(shipped()) as book:
        entry = book.get(position)
        assert entry is not None, "the book has the start"
        branches = outline(book, position, plies=4, moves=3)
    console = recorder(80)
    print_lines(console, position, entry, branches)
    return console.export_svg(title="othello book show --plies 4", code_format=PLAIN, unique_id="book")


def take_web() -> None:
    """Take screenshots of the board in the browser: of a reviewed game, and of an analysis on a phone."""
    with serving("--hash", 64) as server, browsing() as browser:
        game = f"#moves={GAME}&ply={SHOWN}"
        for scheme, path in WEB.items():
            with opened(browser, server, game, viewport=WIDE, color_scheme=scheme) as page:
                page.click("#review-button")
                expect(page.locator("#moments progress")).to_have_count(0)
                page.switch_analysis()
                page.wait_for_timeout(SEARCHED)
                page.screenshot(path=path)
        with opened(browser, server, game, viewport=SMALL, color_scheme="dark") as page:
            page.switch_analysis()
            page.wait_for_timeout(SEARCHED)
            page.screenshot(path=PHONE)


def main() -> None:
    if PROGRAM is None:
        sys.exit("Chromium is not installed: it takes the picture of the page")
    engine = Engine(table_mib=64)
    BOARD.write_text(draw_board(engine) + "\n", encoding="utf-8")
    PLAYED.write_text(svg.game(GAME, size=300) + "\n", encoding="utf-8")
    engine.new_game()
    TERMINAL.write_text(record_terminal(engine), encoding="utf-8")
    BOOK.write_text(draw_book(), encoding="utf-8")
    take_page(engine, PAGE)
    take_web()


if __name__ == "__main__":
    main()
