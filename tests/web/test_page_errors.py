"""The page when the engine answers with an error or not at all, or when the connection ends."""

import signal

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import OWN_MOVE, opened
from tests.web.serving import serving

pytestmark = [needs_chromium, pytest.mark.browser]


def sending(script):
    """Return a script that runs *script* with each `text` to send. `plays` counts searches for moves."""
    return f"""() => {{
      const send = WebSocket.prototype.send;
      let plays = 0;
      WebSocket.prototype.send = function (text) {{
        plays += text.includes('"type":"play"');
        {script}
        send.call(this, text);
      }};
    }}"""


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("if (plays === 1) text = text.replace('newcomer', 'nobody');", "'nobody' is not a level"),
        (
            """if (text.includes('"type":"play"') && plays < 4) return this.close();""",
            "The connection to the server is lost",
        ),
    ],
    ids=["an error", "three losses"],
)
def test_a_move_of_the_engine_is_asked_for_again_after_an_error(browser, server, script, message):
    """The clock of the engine stands until then. Three losses of the connection in a row are an error."""
    with opened(browser, server, script=sending(script), has_clock=True) as page:
        page.begin("newcomer", minutes="5")
        page.square("f5").click()
        expect(page.locator("body.connected #banner")).to_contain_text(message)
        clock = page.locator("#white .clock").inner_text()
        page.clock.run_for(2000)
        assert page.locator("#white .clock").inner_text() == clock
        page.clock.run_for(5000)
        page.expect_moves(2)
        expect(page.locator("#banner")).to_be_hidden()


def test_the_engine_thinks_again_after_the_search_for_an_end_game_has_failed(browser, server):
    """*Move now* is visible only while the engine thinks about its move."""
    script = sending("""if (text.includes('"type":"exercise"'))
      return (window.fail = () => send.call(this, text.replace("exercise", "nothing")));""")
    with opened(browser, server, script=script) as page:
        page.begin_long_search()
        expect(page.locator("#move-now")).to_be_visible()
        page.keyboard.press("x")
        page.click("#practice-ending")
        page.click("#play-button")
        expect(page.locator("#move-now")).to_be_hidden()
        page.evaluate("window.fail()")
        page.click("#move-now")
        page.expect_moves(2)


UNTIMED = """() => {
  const later = setTimeout;
  window.setTimeout = (act, wait, ...rest) => wait !== 3000 && later(act, wait, ...rest);
}"""
"""Removes the timer that ends a notice, and the timer that counts as its picture where no frame is drawn."""


def test_a_click_below_a_notice_of_several_lines_counts(browser, server):
    """A click ends a notice that has been read. The button under the pointer must not move before."""
    script = sending("""text = text.replace('"exercise"', `"${"no exercise ".repeat(20)}"`);""")
    with opened(browser, server, "#moves=f5", script=script, has_clock=True) as page:
        page.evaluate(UNTIMED)
        page.keyboard.press("x")
        page.click("#practice-ending")
        expect(page.locator("#notice")).to_contain_text("no exercise")
        page.clock.run_for(3000)
        page.click("#practice-opening")
        expect(page.locator("#learning")).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()


def test_a_review_during_which_the_connection_always_ends(browser, server):
    """After the third loss, the review ends with a notice, instead of starting again forever."""
    script = sending("""if (text.includes('"type":"review"')) return this.close();""")
    with opened(browser, server, "#moves=f5d6c3", script=script) as page:
        page.click("#review-button")
        expect(page.locator("#notice")).to_contain_text("The connection to the server is lost")
        expect(page.locator("body.connected:has(#graph[hidden])")).to_be_attached()


HELD = f"""() => {{
  const [later, now] = [setTimeout, performance.now.bind(performance)];
  performance.now = () => (window.show ? now() + {OWN_MOVE} : 0);
  window.setTimeout = (act, wait, ...rest) => {{
    if (window.show || wait !== {OWN_MOVE}) return later(act, wait, ...rest);
    window.show = act;
  }};
}}"""
"""Holds the first move of the engine, which waits until the move before has been seen."""


def test_a_move_that_was_undone_without_a_connection_gets_another_reply_when_it_is_redone(browser):
    with serving() as first, opened(browser, first, script=HELD) as page:
        page.begin("0")
        page.square("f5").click()
        page.wait_for_function("() => window.show")
        first.end()
        expect(page.locator("#banner")).to_contain_text("The connection to the server is lost")
        page.keyboard.press("Control+z")
        page.evaluate("window.show()")
        page.keyboard.press("Control+y")
        page.expect_moves(1)
        with serving("--port", first.port):
            page.expect_moves(2)


def test_the_connection_to_a_server_that_is_suspended_is_lost(browser):
    with serving() as server, opened(browser, server, has_clock=True) as page:
        page.switch_analysis()
        expect(page.locator("#best li").first).to_be_visible()
        server.process.send_signal(signal.SIGSTOP)
        try:
            page.clock.run_for(80_000)
            expect(page.locator("#banner")).to_contain_text("The connection to the server is lost")
        finally:
            server.process.send_signal(signal.SIGCONT)
        expect(page.locator("#banner")).to_be_hidden()
