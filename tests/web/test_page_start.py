"""The start of the engine in Chromium: busy computers, pages that sleep, and hosts that stop."""

import collections
import contextlib

import pytest
from playwright.sync_api import expect

from othello.web import site
from tests.chromium import needs_chromium
from tests.waiting import eventually
from tests.web.browsing import opened
from tests.web.sites import facts_of, hosted, write_without_python

pytestmark = [needs_chromium, pytest.mark.browser]

BEAT = 5000
"""Milliseconds between two looks of the page, or of a worker that loads."""
MINUTE = 12 * BEAT
STARTS = "The engine is starting …"
WAITS = "White to move."
ENDS = """() => {
  window.ends = 0;
  const {terminate} = Worker.prototype;
  Worker.prototype.terminate = function () { window.ends += 1; terminate.call(this); };
}"""
"""Counts the workers that the page ends."""
LOOKS = """
const looks = new Set();
self.state = () => [looks.size, received];
self.setInterval = look => { looks.add(look); return look; };
self.clearInterval = look => looks.delete(look);
self.look = count => { while (count--) for (const look of [...looks]) look(); };
const later = self.setTimeout;
self.setTimeout = (act, wait, ...rest) => later(act, wait === 5000 ? 0 : wait, ...rest);
"""
"""Lets a test decide when a worker looks whether the host sends.

state() returns the number of files that are on their way, and of the bytes that are there.
"""


@pytest.fixture
def host(tmp_path):
    """The host of a site without Python."""
    write_without_python(tmp_path / "board")
    with hosted(tmp_path / "board") as server:
        yield server


@contextlib.contextmanager
def holding(folder, step):
    """Serve a site whose worker holds its thread at a step of its start until the host continues."""
    write_without_python(folder / "board", **{step: 'held("hold.txt");'})
    (folder / "board" / "hold.txt").write_text("Go on.")
    with hosted(folder / "board") as server:
        server.stops["hold.txt"] = [0] * 9
        yield server


def play(page):
    """Make a move, which the engine is to answer."""
    page.click("#play")
    page.square("f5").click()


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
    """The worker continues, however long a busy computer takes."""
    with holding(tmp_path, step) as host, opened(browser, host, script=ENDS) as page:
        host.asked.clear()
        open_paused(page, host.address)
        play(page)
        asked(host, "hold.txt")
        expect(page.locator("#loading-text")).to_have_text(STARTS)
        expect(page.locator("#status")).to_have_text(WAITS)
        page.clock.run_for(20 * MINUTE)
        expect(page.locator("#loading-text")).to_have_text(STARTS)
        expect(page.locator("#status")).to_have_text(WAITS)
        assert page.evaluate("window.ends") == 0
        host.goes_on.set()
        expect(page.locator("body.connected #loading")).to_be_hidden()
        page.clock.resume()
        page.expect_moves(2)


HAS_SNAPSHOT = """async () => {
  for (const name of await caches.keys())
    if ((await (await caches.open(name)).keys()).some(({url}) => url.includes("snapshot?"))) return true;
  return false;
}"""


def test_a_start_that_is_ended_leaves_its_snapshot(browser, tmp_path):
    """Python's memory is stored before the engine is prepared, so the next start continues from there."""
    with holding(tmp_path, "begin") as host, opened(browser, host) as page:
        asked(host, "hold.txt")
        assert page.evaluate(HAS_SNAPSHOT)


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
        eventually(lambda: self.page.evaluate("1") and self.pings >= count)


def test_a_page_that_wakes_does_not_end_a_healthy_engine(browser, server):
    """The time in which a page slept does not count as silence. The time of a page that is awake does."""
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
    """The connection stays, because the engine may come."""
    with opened(browser, server) as page:
        sockets = []

        def prepare(socket):
            sockets.append(socket)
            socket.send('{"type": "preparing"}')

        page.route_web_socket("**/session", prepare)
        open_paused(page, server.address)
        play(page)
        expect(page.locator("#banner")).to_contain_text("The engine is getting ready")
        expect(page.locator("#status")).to_have_text(WAITS)
        page.clock.run_for(5 * MINUTE)
        expect(page.locator("#status")).to_have_text(WAITS)
        assert len(sockets) == 1


def slow_worker(host):
    """Let the worker look whether the host sends only when a test wants it."""
    path = host.folder / site.WORKER
    path.write_text(LOOKS + path.read_text(encoding="utf-8"), encoding="utf-8")


def worker_of(page):
    """Return the worker with Python, or None if it has not begun."""
    return next((worker for worker in page.workers if worker.url.endswith(site.WORKER)), None)


OTHERS = ("python.zip", "kernels.wasm", "human.bin")


def await_stop(page, host, kept):
    """Wait until the worker has all files but one, and *kept* bytes of that."""
    files = facts_of(host.folder)["files"]
    others = sum(file["sent"] for name, file in files.items() if "pyodide/" in name or name in OTHERS)
    wanted = [1, others + kept]
    # Playwright learns of a new worker only while it waits for the page.
    eventually(
        lambda: (
            page.evaluate("1") and (worker := worker_of(page)) and worker.evaluate("self.state?.()") == wanted
        )
    )


def await_request(page, host, act):
    """Wait until an action has made the worker ask the host."""
    requests = len(host.asked)
    act()
    eventually(lambda: page.evaluate("1") and len(host.asked) > requests)


FILE = "network.bin.gz"


def sent_of(host):
    """Return from which byte on the file was sent each time. "" is the beginning."""
    return [path.partition(" from ")[2] for path in host.sent if FILE in path]


def test_python_starts_while_the_network_comes(browser, tmp_path):
    """The page reports that the engine starts, although its download has stopped."""
    with holding(tmp_path, "load") as host:
        host.stops[FILE] = [1000] * 9
        with opened(browser, host) as page:
            host.asked.clear()
            open_paused(page, host.address)
            asked(host, "hold.txt")
            text = page.locator("#loading-text")
            expect(text).to_have_text(STARTS)
            expect(page.locator("#loading-bar")).to_be_visible()
            page.clock.run_for(2 * MINUTE)
            expect(text).to_have_text(STARTS)
            host.goes_on.set()
            expect(page.locator("body.connected #loading")).to_be_hidden()


@pytest.mark.parametrize("has_ranges", [True, False])
@pytest.mark.parametrize("breaks", [True, False])
def test_a_download_that_stops_goes_on(browser, host, breaks, has_ranges):
    """After a silence or an interruption, the page requests the rest, or everything if the host sends no
    rest."""
    slow_worker(host)
    host.has_ranges, host.breaks = has_ranges, breaks
    host.stops[FILE] = [200_000]
    with opened(browser, host, errors_expected=("ERR_CONTENT_LENGTH_MISMATCH",)) as page:
        await_stop(page, host, 200_000)
        if breaks:
            host.goes_on.set()
        else:
            worker_of(page).evaluate("self.look(5)")  # the first of them counts the bytes
            assert sent_of(host) == [""]
            worker_of(page).evaluate("self.look(1)")
        expect(page.locator("body.connected")).to_be_attached()
        assert sent_of(host) == ["", "200000" if has_ranges else ""]


def test_a_host_that_stays_silent_is_named_after_the_third_request(browser, host):
    """The page tells what is missing, and that the engine cannot be reached."""
    slow_worker(host)
    host.stops[FILE] = [200_000, 0, 0]
    with opened(browser, host) as page:
        play(page)
        await_stop(page, host, 200_000)
        expect(page.locator("#status")).to_have_text(WAITS)
        await_request(page, host, lambda: worker_of(page).evaluate("self.look(6)"))
        await_request(page, host, lambda: worker_of(page).evaluate("self.look(5)"))
        worker_of(page).evaluate("self.look(5)")
        banner = "The engine cannot be started: network.bin cannot be loaded: the host has stopped sending."
        expect(page.locator("#banner-text")).to_have_text(banner)
        expect(page.locator("#status")).to_have_text(WAITS)
        assert sent_of(host) == ["", "200000", "200000"]


def test_a_first_visit_loads_each_file_once(browser, host):
    """The service worker takes the files that the page has loaded from the browser's cache."""
    host.headers["Cache-Control"] = "no-cache"
    with opened(browser, host) as page:
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        times = collections.Counter(host.sent)
        assert {path: count for path, count in times.items() if count > 1} == {}
