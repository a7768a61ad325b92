"""The board, its analysis and its connection to the server."""

import contextlib
import itertools
import re

import pytest
from playwright.sync_api import expect

from othello.rules.graph import WIDTH as GRAPH_WIDTH
from tests.chromium import needs_chromium
from tests.web.browsing import PHONE, opened
from tests.web.serving import GAME, MAX_REQUESTS, PREPARED_LATER, serving, whole_game

pytestmark = [needs_chromium, pytest.mark.browser]


def test_the_engine_begins(browser, server):
    """If the person plays White, the human-like level makes the first move, and then the person is to
    move."""
    with opened(browser, server) as page:
        page.begin("newcomer", "white")
        page.expect_moves(1)
        expect(page.locator("#status")).to_have_text("White to move: your turn.")
        expect(page.locator("#black strong")).to_have_text("Newcomer")


TAKES_CLICKS = """one => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_a_click_waits_for_the_script_of_the_page(browser, server):
    """Over a slow line, the page appears before its script. Its buttons used to do nothing then."""
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        held = []
        page.route("**/main.js", lambda route: held.append(route))
        page.goto(server.address, wait_until="commit")
        expect(page.locator("#practice-button")).to_be_visible()
        assert not page.locator("#practice-button").evaluate(TAKES_CLICKS)
        held[0].continue_()
        page.click("#practice-button")
        expect(page.locator("#practice-ending")).to_be_visible()


def test_taking_back_and_undo(browser, server):
    """Take back also removes the engine's reply. Undo and redo restore the game before and after."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.expect_turn()
        before = page.moves()
        page.click("#take-back")
        page.expect_moves(0)
        page.keyboard.press("Control+z")
        page.expect_moves(2)
        assert page.moves() == before
        page.keyboard.press("Control+y")
        page.expect_moves(0)


def test_the_button_ends_the_game_for_the_person_after_a_question(browser, server):
    with opened(browser, server) as page:
        page.begin()
        page.click("#resign")
        page.click("#no")
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")
        page.resign()
        expect(page.locator("#status")).to_have_text("You lost by resignation")


def test_the_question_names_the_one_of_two_people_who_resigns(browser, server):
    with opened(browser, server) as page:
        page.begin(side="both")
        page.square("f5").click()
        page.click("#resign")
        expect(page.locator("#question")).to_have_text("Does White resign?")


def test_near_the_end_of_a_game_the_analysis_is_exact_and_says_so(browser, server):
    board = whole_game()
    while board.empties < 8:
        board.pop()
    with opened(browser, server, f"#moves={board.transcript()}") as page:
        page.switch_analysis()
        page.click("#analysis-options")
        expect(page.locator("#search")).to_contain_text("Solved")
        expect(page.locator("#best .kind").first).to_have_text("exact")


def test_a_hint_marks_the_best_move_without_values_and_says_it(browser, server):
    """It showed the values of three moves, which stayed on the board after a resignation."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.click("#hint")
        expect(page.locator("#notice")).to_have_text("With hints or analysis, the game is not rated.")
        expect(page.locator("#board svg circle.better")).to_have_count(1)
        expect(page.locator("#speech")).to_contain_text("Hint: ")
        expect(page.locator("#board svg text.value")).to_have_count(0)
        expect(page.locator("#gauge.known")).to_have_count(0)
        page.resign()
        expect(page.locator("#board svg circle.better")).to_have_count(0)


def test_explore_plays_on_from_the_last_position_of_a_resigned_game(browser, server):
    """It showed values of moves there, but refused each move: "The game is over." The saved game is kept."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.resign()
        expect(page.locator("#result .main")).to_be_focused()  # a press before that hits nothing
        page.click("#explore-button")
        page.locator("#grid button.legal").first.click()
        page.expect_moves(3)
        expect(page.locator("#status")).not_to_contain_text("resignation")
        page.click("#games-button")
        expect(page.locator("#games li")).to_have_count(1)


def test_a_hint_is_not_one_in_another_game(browser, server):
    """A hint for the first position is not shown in the next game, which has the same first position."""
    with opened(browser, server) as page:
        for _ in range(2):
            page.begin()
            expect(page.locator("#search")).to_contain_text("Hidden during the game")
            expect(page.locator("#board svg circle.better")).to_have_count(0)
            expect(page.locator(".helped")).to_have_count(0)
            page.click("#hint")
            expect(page.locator("#board svg circle.better")).to_have_count(1)


def test_the_book_and_openings(browser, server):
    """The page names the opening and lists the book moves, which can be played with a click."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        expect(page.locator("#opening")).to_have_text(re.compile(r"\w"))
        expect(page.locator("#book-moves tr").first).to_contain_text("f4")
        page.locator("#book-moves .move").first.click()
        page.expect_moves(6)


def test_a_choice_in_a_tab_keeps_the_choices_of_another_tab(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        other = page.new_tab(server.address)
        other.evaluate(
            "() => { window.heard = new Promise(resolve => addEventListener('storage', () => resolve())); }"
        )
        page.click("#turn")
        other.evaluate("window.heard")
        other.click("#sound")
        page.reload()
        expect(page.locator("#grid")).to_have_class(re.compile("turned"))
        expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")


def test_the_engine_replies_where_the_browser_has_no_web_audio(browser, server):
    with opened(browser, server, script="() => { delete window.AudioContext; }") as page:
        page.begin_with_f5()


def test_a_reload_keeps_everything(browser, server):
    """After a reload, the game, its players, the shown move and the analysis are as before."""
    with opened(browser, server) as page:
        page.begin_with_f5("casual")
        before = page.moves()
        page.keyboard.press(",")
        page.reload()
        page.expect_ply(1)
        assert page.moves() == before
        expect(page.locator("#white strong")).to_have_text("Casual")


def test_labels_of_the_graph_in_large_type(browser, server):
    """On a phone, the labels of the graph stay inside it and do not touch each other."""
    with opened(browser, server, f"#moves={GAME}", viewport=PHONE) as page:
        page.click("#review-button")
        expect(page.locator("#graph text", has_text="60")).to_be_visible()
        boxes = page.evaluate("""() => [...document.querySelectorAll("#graph text")].map(one => {
          const {x, y, width, height} = one.getBBox();
          return [x, y + height / 5, x + width, y + 4 * height / 5];
        })""")  # in one step: the review draws the graph anew; without the space around capitals
        assert all(left >= 0 and right <= GRAPH_WIDTH for left, _, right, _ in boxes)
        for one, other in itertools.combinations(boxes, 2):
            apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
            assert apart, (one, other)


def test_keys_do_nothing_where_their_buttons_are_disabled(browser, server):
    """During setup, no key changes the game. In a game against the engine, no key shows values."""
    keys = ("m", "p", "t", "u", "Control+z", "ArrowLeft", "Home", "h")
    with opened(browser, server, f"#moves={GAME[:24]}") as page:
        page.click("#review-button")
        expect(page.locator("#mistake")).to_be_enabled()
        expect(page.locator("#moments progress")).to_have_count(0)
        ply = page.locator("#moves tr.now").get_attribute("data-ply")
        page.keyboard.press("e")
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("e")
        expect(page.locator("#setup")).to_be_hidden()
        page.expect_ply(ply)
        page.begin_from_here()
        expect(page.locator("#white strong")).to_have_text("Casual")
        for key in ("m", "p", "t"):
            page.keyboard.press(key)
        expect(page.locator("#learning")).to_be_hidden()
        page.expect_ply(ply)


def test_a_press_before_an_answered_move_leads_back_to_the_game(browser, server):
    """It named the engine's turn, so people waited for a move that had come long before."""
    with opened(browser, server) as page:
        page.begin_with_f5("newcomer")
        page.expect_turn()
        page.click("#back")
        page.expect_ply(1)
        expect(page.locator("#status")).to_have_text("Move 1 of 2: > or a tap leads back.")
        expect(page.locator("#hint")).to_be_disabled()
        page.square("a1").click()
        page.expect_ply(2)
        page.click("#back")
        page.click("#back")
        expect(page.locator("#board > svg .legal")).to_have_count(0)
        page.square("d3").click()  # it took back three moves without a question
        page.expect_ply(2)
        page.expect_turn()


def test_a_game_that_makes_way_for_another_one_is_kept_and_the_page_says_so(browser, server):
    """A running game disappeared, and looked like the new one but for the names."""
    with opened(browser, server) as page:
        page.begin_with_f5("newcomer")
        page.expect_turn()
        page.click("#home-button")
        page.click("#card-two")
        expect(page.locator("#notice")).to_have_text("Your game against Newcomer is kept in My games.")
        expect(page.locator("#speech")).to_contain_text("is kept in My games")


def test_an_illegal_click_is_said(browser, server):
    """A click on an illegal square changes nothing. The page shows the reason, and screen readers read it."""
    with opened(browser, server, "#moves=f5") as page:
        page.square("a1").click(force=True)
        expect(page.locator("#speech")).to_contain_text("a1 traps no black disc.")
        expect(page.locator("#notice")).to_have_text("a1 traps no black disc.")
        assert page.moves() == ["f5"]


def test_roles_and_labels(browser, server):
    """The board is a grid of 64 labeled cells, and every button and field has a name."""
    with opened(browser, server, "#moves=f5") as page:
        expect(page.square("f5")).to_have_attribute("aria-label", "f5, black disc, last move")
        assert page.square("d6").get_attribute("aria-label") == "d6, legal move"
        assert page.get_by_role("grid", name="Board").get_by_role("gridcell").count() == 64
        unnamed = page.locator("button, input, select, textarea").evaluate_all(
            "all => all.filter(one => !(one.hidden || one.innerText?.trim() || one.textContent.trim()"
            " || one.ariaLabel || one.labels?.length)).map(one => one.outerHTML)"
        )
        assert unnamed == []


def test_nothing_is_wider_than_the_screen(browser, server):
    """From phones to large screens, nothing scrolls sideways, and the board is visible."""
    with opened(browser, server, "#moves=f5d6c3d3c4f4", viewport=PHONE) as page:
        page.switch_analysis()
        expect(page.locator("#best li").first).to_be_visible()
        for width in (320, 390, 768, 1280, 2000):
            height = max(700, width // 2)
            page.set_viewport_size({"width": width, "height": height})
            parts = page.locator("html, section:visible")
            excess = parts.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
            assert set(excess) == {0}, width
            page.evaluate("document.querySelector('#surface').scrollIntoView({block: 'nearest'})")
            box = page.locator("#board").bounding_box()
            assert box["y"] + box["height"] <= height + 1
            assert box["width"] == pytest.approx(box["height"], abs=1), width


def test_the_page_follows_the_color_scheme_of_the_system(browser, server):
    with opened(browser, server, color_scheme="dark") as page:
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
        page.emulate_media(color_scheme="light")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(241, 238, 230)"


def test_all_requests_go_to_the_server_itself(browser, server):
    with opened(browser, server) as page:
        seen = []
        page.on("request", lambda request: seen.append(request.url))
        page.reload()
        expect(page.locator("#status")).not_to_be_empty()
        assert 3 <= len(seen) <= MAX_REQUESTS
        assert [url for url in seen if not url.startswith(server.address)] == []


def test_the_page_says_that_the_engine_is_prepared(browser, tmp_path):
    """The page appears before the engine is ready, reports this, and continues when it is ready."""
    ready = tmp_path / "ready"
    with serving(code=PREPARED_LATER.format(path=str(ready))) as later, opened(browser, later) as page:
        expect(page.locator("#banner-text")).to_contain_text("The engine is getting ready")
        ready.write_text("")
        expect(page.locator("#banner")).to_be_hidden()


def test_a_server_that_restarts(browser):
    """The page reports a lost connection, keeps the game, and continues with the next server."""
    with serving() as first, opened(browser, first, "#moves=f5d6") as page:
        page.expect_moves(2)
        page.switch_analysis()
        expect(page.locator("#best li").first).to_be_visible()
        first.end()
        expect(page.locator("#banner")).to_contain_text("The connection to the server is lost")
        page.square("c3").click()
        page.expect_moves(3)
        with serving("--port", first.port):
            expect(page.locator("#banner")).to_be_hidden()
            expect(page.locator("#best li").first).to_be_visible()


def test_a_page_that_is_refused_says_so_in_a_sentence(browser):
    with serving("--sessions", 1) as server, opened(browser, server), opened(browser, server) as second:
        expect(second.locator("#banner-text")).to_have_text(
            "The server is full (1 session at most): try again later."
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


def test_the_application_works_below_a_path_of_another_application(browser):
    with serving(code=EMBEDDED) as server, opened(browser, server, "board/#moves=f5d6") as page:
        page.expect_moves(2)
        page.keyboard.press("h")
        expect(page.locator("#board svg circle.better")).to_have_count(1)
