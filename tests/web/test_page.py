"""The page in a browser: playing, analyzing, files, keys, and small screens."""

import contextlib
import itertools
import json
import re

import pytest
from playwright.sync_api import TimeoutError, expect

from othello import PASS, Color, Position
from othello.review import assets
from othello.rules.graph import WIDTH as GRAPH_WIDTH
from othello.web import scripts
from tests import model, positions, source
from tests.chromium import needs_chromium
from tests.web.browsing import (
    PHONE,
    begin,
    board_of,
    discs,
    discs_of,
    moves,
    opened,
    play_out,
    square,
    switch_analysis,
)
from tests.web.serving import MAX_REQUESTS, PREPARED_LATER, serving, whole_game

pytestmark = needs_chromium


def test_a_whole_game_by_clicks(browser, server):
    """A game against a weak level is played to its end by clicks; passes are moves of the list."""
    with opened(browser, server) as page:
        begin(page)
        play_out(page)
        board = board_of(page)
        assert board.is_over
        assert discs(page) == discs_of(board.position)
        winner = (
            f"{str(board.winner).title()} wins by {abs(board.result.margin)}" if board.winner else "a draw"
        )
        expect(page.locator("#status")).to_contain_text(f"Game over: {winner}")
        assert page.locator("#black .count").inner_text() == str(len(board.discs("black")))
        square(page, "a1").click(force=True)
        assert len(moves(page)) == board.ply


@pytest.mark.browser
def test_the_engine_begins(browser, server):
    """With black, a human-like level makes the first move; the other side is then to move."""
    with opened(browser, server) as page:
        begin(page, "newcomer", "white")
        expect(page.locator("#moves tr")).to_have_count(1)
        expect(page.locator("#status")).to_have_text("White to move: your turn.")
        expect(page.locator("#black strong")).to_have_text("othello, newcomer")


@pytest.mark.browser
def test_a_click_waits_for_the_script_of_the_page(browser, server):
    """Over a slow line the page is there before its script, and its buttons did nothing."""
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        held = []
        page.route("**/main.js", lambda route: held.append(route))
        page.goto(server.address, wait_until="commit")
        expect(page.locator("#new-button")).to_be_visible()
        with pytest.raises(TimeoutError):
            page.click("#new-button", timeout=500)
        held[0].continue_()
        page.click("#new-button")
        expect(page.locator("#level")).to_be_visible()


def test_the_clock_runs(browser, server):
    """The clock of the side to move runs, the increment is added, and a side without time loses."""
    with opened(browser, server) as page:
        page.click("#new-button")
        page.check('input[value="both"]')
        page.fill("#minutes", "0.1")
        page.fill("#increment", "5")
        page.click("#start")
        expect(page.locator("#black .clock")).to_have_text("Hurry: 0:06.0")
        page.evaluate("['f5', 'd6'].forEach(name => document.querySelector(`[data-square=${name}]`).click())")
        expect(page.locator("#white .clock")).to_have_text(re.compile("0:(0[5-9]|1)"))
        expect(page.locator("#status")).to_have_text("Game over: Black has no time left, White wins.")


@pytest.mark.browser
def test_taking_back_and_undo(browser, server):
    """Take back removes the engine's reply, too; undo and redo restore the game before and after."""
    with opened(browser, server) as page:
        begin(page)
        square(page, "f5").click()
        expect(page.locator("#moves tr")).to_have_count(2)
        expect(page.locator("#status")).to_contain_text("your turn")
        before = moves(page)
        page.click("#take-back")
        expect(page.locator("#moves tr")).to_have_count(0)
        page.keyboard.press("Control+z")
        expect(page.locator("#moves tr")).to_have_count(2)
        assert moves(page) == before
        page.keyboard.press("Control+y")
        expect(page.locator("#moves tr")).to_have_count(0)


@pytest.mark.browser
def test_the_button_ends_the_game_for_the_person_after_a_question(browser, server):
    with opened(browser, server) as page:
        begin(page)
        page.click("#resign")
        page.click("#no")
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")
        page.click("#resign")
        page.click("#yes")
        expect(page.locator("#status")).to_have_text("Game over: Black resigns, White wins.")


def test_analysis_arrives(browser, server):
    """Values appear on the squares and in the list, with depth and nodes, and follow the position."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        page.select_option("#lines", "3")
        switch_analysis(page)
        expect(page.locator("#best li")).to_have_count(3)
        expect(page.locator("#search")).to_contain_text(re.compile(r"epth \d+.*nodes"))
        shown = page.locator("#board svg text.value")
        expect(shown.first).to_have_text(re.compile(r"[+-]?\d"))
        first = page.locator("#best .move").first.inner_text()
        expect(square(page, first)).to_have_attribute("aria-label", re.compile("legal move, .*depth|book"))
        square(page, "f4").click()
        expect(square(page, "f4")).to_have_attribute("aria-label", re.compile("^f4, white disc, last move"))
        expect(page.locator("#best li")).to_have_count(3)
        page.keyboard.press("a")
        expect(page.locator("#best li")).to_have_count(0)


@pytest.mark.browser
def test_near_the_end_of_a_game_the_analysis_is_exact_and_says_so(browser, server):
    board = whole_game()
    while board.empties < 8:
        board.pop()
    with opened(browser, server, f"#moves={board.transcript()}") as page:
        switch_analysis(page)
        expect(page.locator("#search")).to_contain_text("Solved")
        expect(page.locator("#best .kind").first).to_have_text("exact")


@pytest.mark.browser
def test_a_hint_shows_values_of_the_best_moves_and_says_the_best_one(browser, server):
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        page.click("#hint")
        expect(page.locator("#best li")).to_have_count(3)
        expect(page.locator("#speech")).to_contain_text("Hint: ")


@pytest.mark.browser
def test_a_hint_is_not_one_in_another_game(browser, server):
    """A hint for the first position is not shown in the next game, which has the same first position."""
    with opened(browser, server) as page:
        for _ in range(2):
            begin(page)
            expect(page.locator("#search")).to_contain_text("Hidden during the game")
            expect(page.locator("#best li")).to_have_count(0)
            expect(page.locator(".helped")).to_have_count(0)
            page.click("#hint")
            expect(page.locator("#best li")).to_have_count(3)


@pytest.mark.browser
def test_the_book_and_openings(browser, server):
    """The page names the opening and lists the book's moves, which can be played by a click."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        expect(page.locator("#opening")).to_have_text(re.compile(r"\w"))
        expect(page.locator("#book-moves tr").first).to_contain_text("f4")
        page.locator("#book-moves button").first.click()
        expect(page.locator("#moves tr")).to_have_count(6)


@pytest.mark.browser
def test_a_choice_in_a_tab_keeps_the_choices_of_another_tab(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        other = page.context.new_page()
        other.goto(server.address)
        expect(other.locator("#status")).not_to_be_empty()
        other.evaluate(
            "() => { window.heard = new Promise(resolve => addEventListener('storage', () => resolve())); }"
        )
        page.click("#turn")
        other.evaluate("window.heard")
        other.click("#sound")
        page.reload()
        expect(page.locator("#grid")).to_have_class(re.compile("turned"))
        expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")


@pytest.mark.browser
def test_the_engine_replies_where_the_browser_has_no_web_audio(browser, server):
    with opened(browser, server, script="() => { delete window.AudioContext; }") as page:
        begin(page)
        square(page, "f5").click()
        expect(page.locator("#moves tr")).to_have_count(2)


@pytest.mark.browser
def test_a_reload_keeps_everything(browser, server):
    """After a reload, the game, its players, the shown move and the analysis are as before."""
    with opened(browser, server) as page:
        begin(page, "casual")
        square(page, "f5").click()
        expect(page.locator("#status")).to_contain_text("your turn")
        before = moves(page)
        page.keyboard.press(",")
        page.reload()
        expect(page.locator("#moves tr.now")).to_have_attribute("data-ply", "1")
        assert moves(page) == before
        expect(page.locator("#white strong")).to_have_text("othello, casual")


def test_a_review(browser, server):
    """A review marks mistakes, draws the graph and sums up; a click on the graph shows a position."""
    board = whole_game()
    with opened(browser, server, f"#moves={board.transcript()}") as page:
        page.click("#review")
        expect(page.locator("#graph circle.point").first).to_be_visible()
        page.keyboard.press("Home")
        page.keyboard.press("m")
        expect(page.locator("#about")).to_contain_text("loses")
        expect(page.locator("#board svg circle.better")).to_have_count(1)
        page.keyboard.press("r")
        expect(page.locator("#review")).to_have_text("Review")
        expect(page.locator("#sums tbody tr")).to_have_count(2)
        page.locator("#graph svg").scroll_into_view_if_needed()
        box = page.locator("#graph svg").bounding_box()
        page.mouse.click(box["x"] + 0.95 * box["width"], box["y"] + box["height"] / 2)
        ply = int(page.locator("#moves tr.now").get_attribute("data-ply"))
        assert ply == pytest.approx(0.96 * board.ply, abs=2)


@pytest.mark.browser
def test_labels_of_the_graph_in_large_type(browser, server):
    """On a phone the labels of the graph are inside of it, and none touches another."""
    with opened(browser, server, f"#moves={whole_game().transcript()}", viewport=PHONE) as page:
        page.click("#review")
        expect(page.locator("#graph text", has_text="60")).to_be_visible()
        boxes = page.evaluate("""() => [...document.querySelectorAll("#graph text")].map(one => {
          const {x, y, width, height} = one.getBBox();
          return [x, y + height / 5, x + width, y + 4 * height / 5];
        })""")  # in one step: the review draws the graph anew; without the space around capitals
        assert all(left >= 0 and right <= GRAPH_WIDTH for left, _, right, _ in boxes)
        for one, other in itertools.combinations(boxes, 2):
            apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
            assert apart, (one, other)


def test_keys_alone_begin_a_game_choose_squares_with_arrows_and_play(browser, server):
    with opened(browser, server) as page:
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(page.locator("#white strong")).to_have_text("othello, casual")
        page.keyboard.press("b")
        expect(square(page, "f5")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#moves tr")).to_have_count(2)
        expect(page.locator("#speech")).to_contain_text("White plays")
        for key in ("ArrowUp", "ArrowUp", "Home", "ArrowLeft", "ArrowRight", "End", "ArrowDown"):
            page.keyboard.press(key)
        expect(square(page, "h4")).to_be_focused()
        assert page.locator('#grid button[tabindex="0"]').count() == 1
        page.keyboard.press(",")
        expect(page.locator("#moves tr.now")).to_have_attribute("data-ply", "1")


@pytest.mark.browser
def test_keys_do_nothing_where_their_buttons_are_disabled(browser, server):
    """While a position is set up no key changes the game; in a game against the engine none shows values."""
    keys = ("m", "p", "t", "u", "Control+z", "ArrowLeft", "Home", "h", "r")
    with opened(browser, server, f"#moves={whole_game().transcript()[:40]}") as page:
        page.click("#review")
        expect(page.locator("#mistake")).to_be_enabled()
        expect(page.locator("#review")).to_have_text("Review")
        page.keyboard.press("e")
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("e")
        expect(page.locator("#setup")).to_be_hidden()
        expect(page.locator("#moves tr.now")).to_have_attribute("data-ply", "20")
        page.keyboard.press("n")
        page.check("#from-here")
        page.click("#start")
        expect(page.locator("#white strong")).to_have_text("othello, casual")
        for key in ("m", "p", "t"):
            page.keyboard.press(key)
        expect(page.locator("#learning")).to_be_hidden()
        expect(page.locator("#moves tr.now")).to_have_attribute("data-ply", "20")


@pytest.mark.browser
def test_an_illegal_click_is_said(browser, server):
    """A click on a square that is not a legal move changes nothing; the page and screen readers say why."""
    with opened(browser, server, "#moves=f5") as page:
        square(page, "a1").click(force=True)
        expect(page.locator("#speech")).to_contain_text("a1 is not a legal move.")
        expect(page.locator("#notice")).to_have_text("a1 is not a legal move.")
        assert moves(page) == ["f5"]


@pytest.mark.browser
def test_roles_and_labels(browser, server):
    """The board is a grid of 64 labeled cells, and every button and field has a name."""
    with opened(browser, server, "#moves=f5") as page:
        expect(square(page, "f5")).to_have_attribute("aria-label", "f5, black disc, last move")
        assert square(page, "d6").get_attribute("aria-label") == "d6, legal move"
        assert page.get_by_role("grid", name="Board").get_by_role("gridcell").count() == 64
        unnamed = page.locator("button, input, select, textarea").evaluate_all(
            "all => all.filter(one => !(one.hidden || one.innerText?.trim() || one.textContent.trim()"
            " || one.ariaLabel || one.labels?.length)).map(one => one.outerHTML)"
        )
        assert unnamed == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390, 768, 1280, 2000])
def test_nothing_is_wider_than_the_screen(browser, server, width):
    """From phones to large screens nothing scrolls sideways, and the board is in sight."""
    size = {"width": width, "height": max(700, width // 2)}
    with opened(browser, server, "#moves=f5d6c3d3c4f4", viewport=size) as page:
        switch_analysis(page)
        expect(page.locator("#best li").first).to_be_visible()
        parts = page.locator("html, section:visible")
        assert set(parts.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")) == {0}
        box = page.locator("#board").bounding_box()
        assert box["y"] + box["height"] <= size["height"]
        assert box["width"] == pytest.approx(box["height"], abs=1)


def test_on_a_phone_taps_play_and_swipes_step_through_the_game(browser, server):
    with opened(browser, server, "#moves=f5", viewport=PHONE, has_touch=True, is_mobile=True) as page:
        square(page, "d6").tap()
        expect(page.locator("#moves tr")).to_have_count(2)
        assert moves(page) == ["f5", "d6"]
        page.evaluate(
            """() => {
              const board = document.getElementById("board");
              for (const [type, clientX] of [["touchstart", 100], ["touchend", 200]]) {
                const touch = new Touch({identifier: 1, target: board, clientX, clientY: 50});
                board.dispatchEvent(new TouchEvent(type, {changedTouches: [touch]}));
              }
            }"""
        )
        expect(page.locator("#moves tr.now")).to_have_attribute("data-ply", "1")


@pytest.mark.browser
def test_the_page_follows_the_color_scheme_of_the_system(browser, server):
    with opened(browser, server, color_scheme="dark") as page:
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 25, 28)"
        page.emulate_media(color_scheme="light")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(247, 247, 244)"


@pytest.mark.browser
def test_all_requests_go_to_the_server_itself(browser, server):
    with opened(browser, server) as page:
        seen = []
        page.on("request", lambda request: seen.append(request.url))
        page.reload()
        expect(page.locator("#status")).not_to_be_empty()
        assert 3 <= len(seen) <= MAX_REQUESTS
        assert [url for url in seen if not url.startswith(server.address)] == []


def test_the_rules_of_the_page(browser, server):
    """The rules of the page agree with those of the library in every position of random games."""
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


@pytest.mark.browser
def test_the_page_says_that_the_engine_is_prepared(browser, tmp_path):
    """The page is there before the engine, says so, and goes on when the engine is ready."""
    ready = tmp_path / "ready"
    with serving(code=PREPARED_LATER.format(path=str(ready))) as later, opened(browser, later) as page:
        expect(page.locator("#banner-text")).to_contain_text("The engine is being prepared")
        ready.write_text("")
        expect(page.locator("#banner")).to_be_hidden()


@pytest.mark.browser
def test_a_server_that_restarts(browser):
    """The page says that the connection is lost, keeps the game, and goes on with the next server."""
    with serving() as first, opened(browser, first, "#moves=f5d6") as page:
        expect(page.locator("#moves tr")).to_have_count(2)
        switch_analysis(page)
        expect(page.locator("#best li").first).to_be_visible()
        first.end()
        expect(page.locator("#banner")).to_contain_text("The connection to the server is lost")
        square(page, "c3").click()
        expect(page.locator("#moves tr")).to_have_count(3)
        with serving("--port", first.port):
            expect(page.locator("#banner")).to_be_hidden()
            expect(page.locator("#best li").first).to_be_visible()


@pytest.mark.browser
def test_a_page_that_is_refused_says_so_in_a_sentence(browser):
    with serving("--sessions", 1) as server, opened(browser, server), opened(browser, server) as second:
        expect(second.locator("#banner-text")).to_have_text(
            "The server is full: it has 1 session, try again later."
        )


EMBEDDED = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from othello.web.app import application
from othello.web.settings import WebSettings

listener = socket.create_server(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
app = Starlette(routes=[Mount("/board", application(WebSettings(sessions=1)))])
server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio"))
server.run(sockets=[listener])
"""


@pytest.mark.browser
def test_the_application_works_below_a_path_of_another_application(browser):
    with serving(code=EMBEDDED) as server, opened(browser, server, "board/#moves=f5d6") as page:
        expect(page.locator("#moves tr")).to_have_count(2)
        page.click("#hint")
        expect(page.locator("#best li").first).to_be_visible()
