"""The start of the engine in Chromium: busy computers, pages that sleep, and hosts that stop."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.waiting import eventually
from tests.web.browsing import opened, square
from tests.web.sites import hosted, write_without_python

pytestmark = [needs_chromium, pytest.mark.browser]

BEAT = 5000
"""Milliseconds between two looks of the page, or of a worker that loads."""
MINUTE = 12 * BEAT
STARTS = "The engine starts …"
BUSY = "This computer is busy: the engine is still starting."
AGAIN = "The engine has stopped and is started again; the game is kept."
WAITS = "White to move: the engine answers when it has started."
ENDS = """() => {
  window.ends = 0;
  const {terminate} = Worker.prototype;
  Worker.prototype.terminate = function () { window.ends += 1; terminate.call(this); };
}"""
"""Counts the workers that the page ends."""


@contextlib.contextmanager
def holding(folder, step):
    """Serve a site whose worker holds its thread at a step of its start until the host goes on."""
    write_without_python(folder / "board", **{step: 'held("hold.txt");'})
    (folder / "board" / "hold.txt").write_text("Go on.")
    with hosted(folder / "board") as found:
        found.stops["hold.txt"] = [0] * 9
        yield found


def play(page):
    """Make a move, which the engine is to answer."""
    page.click("[data-level=casual]")
    square(page, "f5").click()


def open_paused(page, address):
    """Open the page with a clock that only the test moves."""
    page.goto("about:blank")
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(address)


def asked(host, name):
    """Wait until the host was asked for a file."""
    eventually(lambda: any(path.endswith(name) for path in host.asked))


@pytest.mark.parametrize("step", ["load", "begin"])
def test_a_start_that_holds_the_thread_is_not_ended(browser, tmp_path, step):
    """However long a busy computer takes, the worker goes on; after a minute the page says why it waits."""
    with holding(tmp_path, step) as host, opened(browser, host, script=ENDS) as page:
        host.asked.clear()
        open_paused(page, host.address)
        play(page)
        asked(host, "hold.txt")
        expect(page.locator("#loading-text")).to_have_text(STARTS)
        expect(page.locator("#status")).to_have_text(WAITS)
        page.clock.run_for(MINUTE - BEAT)
        expect(page.locator("#start-again")).to_be_hidden()
        page.clock.run_for(20 * MINUTE)
        expect(page.locator("#loading-text")).to_have_text(BUSY)
        expect(page.locator("#speech")).to_contain_text(BUSY)
        expect(page.locator("#start-again")).to_be_visible()
        expect(page.locator("#status")).to_have_text(WAITS)
        assert page.evaluate("window.ends") == 0
        host.goes_on.set()
        expect(page.locator("body.connected #loading")).to_be_hidden()
        page.clock.resume()
        expect(page.locator("#moves tr")).to_have_count(2)


def test_a_start_begins_again_where_the_user_wants_it(browser, tmp_path):
    """The page says that the engine is started again, until it has started."""
    with holding(tmp_path, "load") as host, opened(browser, host, script=ENDS) as page:
        open_paused(page, host.address)
        play(page)
        page.clock.run_for(MINUTE)
        host.asked.clear()
        page.click("#start-again")
        page.clock.run_for(BEAT)
        asked(host, "hold.txt")
        expect(page.locator("#banner")).to_have_text(re.compile(AGAIN))
        expect(page.locator("#loading-text")).to_have_text(STARTS)
        expect(page.locator("#status")).to_have_text(WAITS)
        expect(page.locator("#start-again")).to_be_hidden()
        assert page.evaluate("window.ends") == 1
        host.goes_on.set()
        expect(page.locator("body.connected #banner")).to_be_hidden()


class SilentServer:
    """A server that greets, and answers nothing."""

    def __init__(self, page):
        self.sockets = 0
        self.pings = 0
        self.page = page
        page.route_web_socket("**/session", self._open)

    def _open(self, socket):
        self.sockets += 1
        socket.on_message(self._count)
        socket.send('{"type": "hello", "version": "", "threads": 1, "hash": 2}')

    def _count(self, message):
        self.pings += '"ping"' in message

    def await_pings(self, count):
        for _ in range(1000):
            if self.pings >= count:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError("the page does not ask")


def test_a_page_that_wakes_does_not_end_a_healthy_engine(browser, server):
    """The time that a page has slept does not count as silence; that of a page that is awake does."""
    with opened(browser, server) as page:
        silent = SilentServer(page)
        open_paused(page, server.address)
        expect(page.locator("body.connected")).to_be_attached()
        page.clock.run_for(BEAT)
        silent.await_pings(1)
        for _ in range(3):
            page.clock.fast_forward(2 * MINUTE)  # as the lid of a computer does
        expect(page.locator("body.connected")).to_be_attached()
        assert silent.sockets == 1
        page.clock.run_for(MINUTE - 4 * BEAT)
        assert silent.sockets == 1
        page.clock.run_for(MINUTE)
        eventually(lambda: page.evaluate("1") and silent.sockets > 1)


def test_a_server_that_prepares_its_engine_for_long(browser, server):
    """The connection stays, since the engine may come; the page offers another one: the line may be dead."""
    with opened(browser, server) as page:
        sockets = []

        def prepare(socket):
            sockets.append(socket)
            socket.send('{"type": "preparing"}')

        page.route_web_socket("**/session", prepare)
        open_paused(page, server.address)
        play(page)
        expect(page.locator("#banner")).to_contain_text("The engine is being prepared")
        expect(page.locator("#status")).to_have_text(WAITS)
        page.clock.run_for(5 * MINUTE)
        expect(page.locator("#loading-text")).to_have_text(BUSY)
        assert len(sockets) == 1
        page.click("#start-again")
        page.clock.run_for(BEAT)
        expect(page.locator("#loading")).to_be_hidden()
        eventually(lambda: page.evaluate("1") and len(sockets) == 2)
