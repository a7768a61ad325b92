"""The page in a browser: the few tests that always run. The other files test one part each."""

import json
import re

import pytest
from playwright.sync_api import expect

from othello import PASS, Color, Position, parse_game
from othello.review import assets
from othello.web import scripts
from tests import model, positions, source
from tests.chromium import needs_chromium
from tests.web.browsing import PHONE, discs_of, opened
from tests.web.serving import GAME, GGF, whole_game

pytestmark = [needs_chromium, pytest.mark.browser]


def test_a_game_is_played_to_its_end_by_clicks(browser, server):
    """Passes are rows in the list of moves."""
    with opened(browser, server, f"#moves={GAME[:88]}") as page:
        page.begin_from_here(level="newcomer")
        page.play_out()
        board = page.board()
        assert board.is_over
        assert page.discs() == discs_of(board.position)
        margin = board.result.margin
        won = f"You {'won' if margin > 0 else 'lost'} {32 + margin // 2}\u2013{32 - margin // 2}"
        expect(page.locator("#status")).to_have_text(won if margin else "Draw 32\u201332")
        assert page.locator("#black .count").inner_text() == str(len(board.discs("black")))
        page.square("a1").click(force=True)
        assert len(page.moves()) == board.ply


def test_the_clock_runs(browser, server):
    """The clock of the side to move runs, the increment is added, and a side without time loses."""
    with opened(browser, server, has_clock=True) as page:
        page.click("#new-button")
        page.check('input[value="both"]')
        page.set_clock("0.1", "5")
        page.click("#start")
        expect(page.locator("#black .clock")).to_have_text("Hurry: 0:06.0")
        page.evaluate("['f5', 'd6'].forEach(name => document.querySelector(`[data-square=${name}]`).click())")
        expect(page.locator("#white .clock")).to_have_text(re.compile("0:(0[5-9]|1)"))
        page.clock.run_for(12_000)
        expect(page.locator("#status")).to_have_text("White won on time")


def test_analysis_arrives(browser, server):
    """Values appear on the squares and in the list, with depth and nodes, and follow the position."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        page.click("#analysis-options")
        page.select_option("#lines", "3")
        page.switch_analysis()
        expect(page.locator("#best li")).to_have_count(3)
        expect(page.locator("#search")).to_contain_text(re.compile(r"epth \d+.*nodes"))
        shown = page.locator("#board svg text.value")
        expect(shown.first).to_have_text(re.compile(r"[+-]?\d"))
        first = page.locator("#best .move").first.inner_text()
        expect(page.square(first)).to_have_attribute("aria-label", re.compile("legal move, .*depth|book"))
        page.square("f4").click()
        expect(page.square("f4")).to_have_attribute("aria-label", re.compile("^f4, white disc, last move"))
        expect(page.locator("#best li")).to_have_count(3)
        page.keyboard.press("a")
        expect(page.locator("#best li")).to_have_count(0)


def test_a_review(browser, server):
    """A review marks mistakes, draws the graph and sums up. A click on the graph shows a position."""
    board = whole_game()
    with opened(browser, server, f"#moves={board.transcript()}") as page:
        page.click("#review-button")
        expect(page.locator("#graph circle.point").first).to_be_visible()
        page.keyboard.press("Home")
        page.keyboard.press("m")
        expect(page.locator("#about")).to_contain_text("loses")
        expect(page.locator("#board svg circle.better")).to_have_count(1)
        page.keyboard.press("r")
        expect(page.locator("#moments progress")).to_have_count(0)
        expect(page.locator("#sums tbody tr")).to_have_count(5)
        page.locator("#graph svg").scroll_into_view_if_needed()
        box = page.locator("#graph svg").bounding_box()
        page.mouse.click(box["x"] + 0.95 * box["width"], box["y"] + box["height"] / 2)
        ply = int(page.locator("#moves tr.now").get_attribute("data-ply"))
        assert ply == pytest.approx(0.96 * board.ply, abs=2)


def test_keys_alone_begin_a_game_choose_squares_with_arrows_and_play(browser, server):
    with opened(browser, server) as page:
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(page.locator("#white strong")).to_have_text("Casual")
        page.keyboard.press("b")
        expect(page.square("f5")).to_be_focused()
        page.keyboard.press("Enter")
        page.expect_moves(2)
        expect(page.locator("#speech")).to_contain_text("White plays")
        for key in ("ArrowUp", "ArrowUp", "Home", "ArrowLeft", "ArrowRight", "End", "ArrowDown"):
            page.keyboard.press(key)
        expect(page.square("h4")).to_be_focused()
        assert page.locator('#grid button[tabindex="0"]').count() == 1
        page.keyboard.press(",")
        page.expect_ply(1)


def test_on_a_phone_taps_play_and_swipes_step_through_the_game(browser, server):
    with opened(browser, server, "#moves=f5", viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.square("d6").tap()
        page.expect_moves(2)
        assert page.moves() == ["f5", "d6"]
        page.evaluate(
            """() => {
              const board = document.getElementById("board");
              for (const [type, clientX] of [["touchstart", 100], ["touchend", 200]]) {
                const touch = new Touch({identifier: 1, target: board, clientX, clientY: 50});
                board.dispatchEvent(new TouchEvent(type, {changedTouches: [touch]}));
              }
            }"""
        )
        page.expect_ply(1)


def test_the_rules_of_the_page(browser, server):
    """The page's rules agree with the library's in every position of random games."""
    asked, wanted = [], []
    for game in (*map(positions.random_game, range(20)), *map(positions.lopsided_game, range(20))):
        for board in game:
            position = Position(*model.to_words(board), Color.BLACK)
            move = position.legal_moves[0] if position.legal_moves else None
            asked.append([position.format(), None if move is None else str(move)])
            squares = [str(legal_move) for legal_move in position.legal_moves if legal_move is not PASS]
            after = None if move is None else position.play(move).format()
            wanted.append([squares, position.must_pass, position.is_over, after])
    rules = (source.ROOT / "othello" / "web" / "page" / "rules.js").read_text(encoding="utf-8")
    script = scripts.joined({"board": assets.read("board.js"), "rules": rules})
    with opened(browser, server, bypass_csp=True) as page:
        answers = page.evaluate(
            """async ([script, asked]) => {
              const module = encodeURIComponent(`${script}export default module_rules;`);
              const {default: rules} = await import(`data:text/javascript,${module}`);
              return asked.map(([text, move]) => {
                const position = rules.parse(text), after = move && rules.play(position, move);
                return [rules.legalSquares(position), rules.mustPass(position), rules.isOver(position),
                  after && rules.format(after)];
              });
            }""",
            [script, asked],
        )
    assert json.dumps(answers) == json.dumps(wanted)


def test_a_game_is_loaded_and_saved(browser, server, tmp_path):
    """A file is opened, and saved in another format. Names and moves are kept."""
    path = tmp_path / "game.ggf"
    path.write_text(GGF)
    with opened(browser, server) as page:
        page.click("#open-button")
        page.set_input_files("#file", path)
        page.expect_moves(3)
        assert page.moves() == ["f5", "d6", "c3"]
        expect(page.locator("#black strong")).to_have_text("Alice")
        page.click("#link-button")
        page.select_option("#format", "sgf")
        with page.expect_download() as download:
            page.click("#save")
        assert download.value.suggested_filename == "othello-game.sgf"
        download.value.save_as(tmp_path / "saved.sgf")
        saved = parse_game((tmp_path / "saved.sgf").read_text())
        assert (saved.white.name, [str(move) for move in saved.moves]) == ("Bob", ["f5", "d6", "c3"])
