"""The page without a server in Chromium: playing, offline, new versions, and what may break."""

import contextlib
import gzip
import json
import os
import re
import shutil

import pytest
from playwright.sync_api import expect

from othello.rules.board import Board
from othello.web import site
from tests.chromium import needs_chromium
from tests.waiting import eventually
from tests.web.browsing import DESKTOP, PATIENCE, PHONE, ask_workers, first_move, opened
from tests.web.malformed import VALID
from tests.web.serving import GAME, serving, session
from tests.web.sites import facts_of, hosted, needs_pyodide

pytestmark = [needs_chromium, needs_pyodide, pytest.mark.browser, pytest.mark.slow]

TABLE_MIB = 16
TALK = """async ({messages, tableMib}) => {
  const worker = new Worker("worker.js", {type: "module"});
  const found = [];
  let wake;
  worker.onmessage = ({data}) => { found.push(JSON.parse(data)); wake?.(); };
  const until = test => new Promise(resolve => { wake = () => test(found.at(-1)) && resolve(); wake(); });
  worker.postMessage({tableMib});
  await until(last => last?.type === "hello");
  for (const message of messages) {
    worker.postMessage(message);
    const {id = null} = JSON.parse(message);
    await until(last => last.id === id && last.done !== false && !last.ply);
  }
  worker.terminate();
  return found.filter(({type}) => type !== "preparing");
}"""
"""Sends messages to the engine of the page, each when the one before is answered, and returns its replies."""
MESSAGES = [
    *VALID[:5],
    {"id": 20, "type": "analyze", "game": {"moves": ["f5", "f6"]}, "lines": 3, "level": 8},
    {"id": 21, "type": "play", "game": {"moves": ["f5", "f4"]}, "level": "10", "book": False},
    {"id": 22, "type": "review", "game": {"moves": re.findall("..", GAME)[:14]}, "level": 4},
    {"id": 23, "type": "read", "text": GAME},
    {"id": 24, "type": "read", "text": "f5f5"},
    {"id": 26, "type": "write", "game": {"moves": ["f5"]}, "format": "sgf"},
    *VALID[5:],
    {"id": 27, "type": "nonsense"},
]

BY_RATING = {"id": 1, "type": "play", "game": {"moves": ["f5"]}, "level": "1500", "seed": 1}


@pytest.fixture(scope="module")
def host(folder):
    """A host that also sends the policy of the page as a header, which holds for its workers."""
    with hosted(folder) as server:
        page = (folder / "index.html").read_text(encoding="utf-8")
        server.headers["Content-Security-Policy"] = re.search(r'Policy" content="([^"]*)"', page)[1]
        yield server


@pytest.fixture
def own(folder, tmp_path):
    """A host of a copy of the site, which the test may change."""
    with hosted(shutil.copytree(folder, tmp_path / "board")) as server:
        yield server


def await_engine(page):
    """Wait until the engine of the page is there."""
    expect(page.locator("body.connected")).to_be_attached()


def await_keeping(page):
    """Wait until the browser has the whole site."""
    await_value(page, "navigator.serviceWorker.controller !== null", True)


def await_value(page, script, wanted):
    """Wait until a script returns a value, or a promise of it."""
    for _ in range(10 * PATIENCE):
        if (value := page.evaluate(script)) == wanted:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{script} returns {value}, not {wanted}")


@contextlib.contextmanager
def visited(browser, host, fragment="", **options):
    """Open the page, and wait for its engine. The end of the block fails if another host was contacted."""
    with opened(browser, host, **options) as page:
        asked = []
        page.context.on("request", lambda request: asked.append(request.url))
        if fragment:
            page.goto(host.address + fragment)
        await_engine(page)
        yield page
        assert all(url.startswith((host.address, "blob:", "data:")) for url in asked), asked


def renew(folder, text="A new title"):
    """Put another version of the site into a folder: the page has another title."""
    facts = facts_of(folder)
    page, title = (folder / "index.html").read_text(encoding="utf-8"), ">Othello</h1>"
    assert title in page
    content = page.replace(title, f">{text}</h1>").encode()
    (folder / "index.html").write_bytes(content)
    facts["files"]["index.html"] |= site.SiteFile(content, is_packed=False).facts("index.html")
    old, facts["version"] = facts["version"], f"{int(facts['version'], 16) ^ 1:016x}"
    for name in (site.WORKER, site.QUICK, site.SERVICE):
        script = (folder / name).read_text(encoding="utf-8").replace(old, facts["version"])
        if name != site.SERVICE:
            (folder / name).write_text(script, encoding="utf-8")
            facts["files"][name] |= site.SiteFile(script.encode(), is_packed=False).facts(name)
        else:
            rest = script.partition(";\n")[2]
            text = f"{site.MARK}{json.dumps(facts)};\n{rest}"
            (folder / name).write_text(text, encoding="utf-8")


def without_times(message):
    """Return a message without what a clock decides, and with 12 decimals: C libraries round differently."""
    if isinstance(message, dict):
        timed = ("seconds", "nps", "nodes_per_second", "hash", "threads")
        return {name: without_times(value) for name, value in message.items() if name not in timed}
    if isinstance(message, list):
        return [*map(without_times, message)]
    return round(message, 12) if isinstance(message, float) else message


def test_both_transports_say_the_same(browser, host):
    """The server and the worker give the same replies to the same messages, apart from times and reports."""
    with serving("--hash", TABLE_MIB) as server, session(server) as talk:
        wanted = []
        for message in MESSAGES:
            talk.connection.send(json.dumps(message))
            wanted += talk.replies(message["id"])
    with opened(browser, host) as page:
        texts = [json.dumps(message) for message in MESSAGES]
        greeting, *answers = page.evaluate(TALK, {"messages": texts, "tableMib": TABLE_MIB})
    assert greeting["type"] == "hello"
    ends = [
        [without_times(reply) for reply in replies if reply.get("done") is not False]
        for replies in (answers, wanted)
    ]
    for one, other in zip(*ends, strict=True):
        assert one == other


RECORD = """() => {
  window.said = [];
  const text = document.querySelector("#banner-text");
  const note = () => said.push(text.textContent);
  new MutationObserver(note).observe(text, {childList: true, characterData: true});
}"""
"""Keeps the text of the banner, including texts that disappear when the engine is back."""


def test_a_phone_offline(browser, own):
    """After the first visit everything works offline: games, hint, review, a file, practice, touch."""
    with visited(browser, own, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        await_keeping(page)
        own.stop()
        page.reload()
        await_engine(page)
        page.locator("#play").tap()
        page.play_out(tap=True)
        expect(page.locator("#result")).to_be_visible()
        page.expect_reviewed()
        page.locator("#result-close").tap()
        page.locator("#more").tap()
        page.begin("12")
        page.square("f5").tap()
        page.expect_moves(2)
        page.locator("#hint").tap()
        expect(page.locator("#status")).to_have_text(re.compile(r"your turn\.$"))
        page.keyboard.press("o")
        page.locator("#file").set_input_files(
            {"name": "g.txt", "mimeType": "text/plain", "buffer": GAME.encode()}
        )
        page.expect_moves(Board.parse(GAME).ply)
        own.start()


def test_human_like_levels_play_offline(browser, own):
    with visited(browser, own) as page:
        await_keeping(page)
        own.stop()
        page.reload()
        await_engine(page)
        (reply,) = page.evaluate(TALK, {"messages": [json.dumps(BY_RATING)], "tableMib": TABLE_MIB})[1:]
        assert reply["move"] in ("d6", "f4", "f6")
        own.start()


KEPT = """async change => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const {url} of await cache.keys()) {
      if (!url.includes("snapshot?")) continue;
      if (change) await cache.put(url, new Response(new Uint8Array(1 << 20)));
      return (await (await cache.match(url)).arrayBuffer()).byteLength;
    }
  }
  return 0;
}"""
"""Returns the size of the stored memory of Python, or 0 without one. *change* damages it before."""
IS_KEPT = f"async () => await ({KEPT})() > 20 << 20"


def test_a_damaged_snapshot(browser, host):
    """A visit with a damaged snapshot of Python's memory starts without it, and stores a new snapshot."""
    with visited(browser, host) as page:
        await_value(page, IS_KEPT, True)
        assert page.evaluate(KEPT, True) == 1 << 20
        page.reload()
        await_value(page, IS_KEPT, True)


SNAPSHOTS = """async age => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const {url} of await cache.keys()) {
      if (!url.includes("snapshot?")) continue;
      if (age) await cache.put(`${url}-old`, await cache.match(url));
      if (age) await cache.delete(url);
      found.push(url);
    }
  }
  return found;
}"""
"""Returns the addresses of the stored memories. *age* assigns them to another version of the browser."""


def test_a_snapshot_replaces_those_of_other_versions_of_the_browser(browser, host):
    with visited(browser, host) as page:
        await_value(page, IS_KEPT, True)
        own = page.evaluate(SNAPSHOTS, True)
        page.reload()
        await_value(page, SNAPSHOTS, own)


def test_a_damaged_snapshot_that_cannot_be_deleted(browser, own):
    """The page tells why the engine cannot be started, instead of waiting for it."""
    path = own.folder / site.WORKER
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("delete(SNAPSHOT)", "delete(Symbol())"), encoding="utf-8")
    with visited(browser, own) as page:
        await_value(page, IS_KEPT, True)
        assert page.evaluate(KEPT, True) == 1 << 20
        page.reload()
        expect(page.locator("#banner")).to_contain_text("the engine cannot be started")


def test_workers_keep_no_file_of_their_start(browser, host):
    with visited(browser, host) as page:
        await_value(page, IS_KEPT, True)

        def size():
            return max(heap["backingStorageSize"] for heap in ask_workers(page, "Runtime.getHeapUsage"))

        eventually(lambda: size() < 20e6)  # the memory that was kept is freed after that


def test_values_and_a_stop(browser, host):
    """An analysis shows values, and ends when it is switched off. A search at a deep level can be stopped."""
    with visited(browser, host, viewport=DESKTOP) as page:
        page.click("#explore-button")
        expect(page.locator("#best li")).to_have_count(4)
        page.switch_analysis()
        page.begin_long_search()
        page.click("#move-now")
        page.expect_moves(2)


def test_the_board_plays_before_the_engine_is_there(browser, own):
    """A move appears immediately, and the page tells what is loading. The reply comes when the engine is
    ready."""
    shutil.move(own.folder / "network.bin.gz", own.folder / "network.aside")
    with opened(browser, own, errors_expected=("status of 404",)) as page:
        page.click("#play")
        page.square("f5").click()
        page.expect_moves(1)
        expect(page.locator("#banner")).to_contain_text("network.bin cannot be loaded: the host answers 404")
        shutil.move(own.folder / "network.aside", own.folder / "network.bin.gz")
        page.expect_moves(2)


@pytest.mark.parametrize("kind", ["other bytes", "cut off", "another file"])
def test_a_wrong_file_is_refused(browser, own, kind):
    """A file with another hash is refused with its name. The right file, with the same time, is used
    later."""
    path = own.folder / "network.bin.gz"
    right, times = path.read_bytes(), (0, 1_700_000_000)
    wrong = {"other bytes": bytes(1000), "cut off": right[:-1000], "another file": gzip.compress(b"x")}
    path.write_bytes(wrong[kind])
    os.utime(path, times)
    with opened(browser, own) as page:
        expect(page.locator("#banner")).to_contain_text(re.compile("network.bin is (damaged|not the file)"))
        path.write_bytes(right)
        os.utime(path, times)
        await_engine(page)
        expect(page.locator("#banner")).to_be_hidden()


def test_a_host_that_says_how_files_are_packed(browser, own):
    """A host may send NAME.gz as a compressed NAME, which the browser unpacks."""
    own.headers["X"] = "y"
    for path in own.folder.rglob("*.gz"):
        path.write_bytes(gzip.decompress(path.read_bytes()))
    with visited(browser, own):
        pass


def test_a_worker_that_dies(browser, host):
    """If the engine dies in a search, the page reports it, a new engine starts, and the game keeps its
    moves."""
    with visited(browser, host) as page:
        page.begin_long_search()
        page.evaluate(RECORD)
        next(worker for worker in page.workers if worker.url.endswith(site.WORKER)).evaluate(
            "self.postMessage(null)"
        )
        said = "The engine has stopped and is restarting. Your game is safe."
        await_value(page, f"said.includes('{said}')", True)
        await_engine(page)
        assert page.moves() == ["f5"]
        expect(page.locator("#thought")).to_be_visible()
        page.click("#move-now")
        page.expect_moves(2)


def test_a_new_version(browser, own):
    """A new version is announced at each visit, loaded completely, and shown in each tab that wants it."""
    with visited(browser, own) as page:
        await_keeping(page)
        page.begin_with_f5("1")
        before = page.moves()
        renew(own.folder)
        own.asked.clear()
        page.reload()
        expect(page.locator("#update")).to_be_visible()
        assert not any("network" in path for path in own.asked)
        page.click("#update-close")
        expect(page.locator("#update")).to_be_hidden()
        other = page.new_tab(own.address)
        await_engine(other)
        page.reload()
        page.click("#update-button")
        expect(page.locator("h1")).to_have_text("A new title")
        await_engine(page)
        assert page.moves() == before
        expect(page.locator("#update")).to_be_hidden()
        other.square(first_move(other.board())).click()
        other.expect_moves(4)
        expect(other.locator("h1")).to_have_text("Othello")
        other.click("#update-button")
        expect(other.locator("h1")).to_have_text("A new title")


def test_two_sites_of_a_host_keep_their_own_files(browser, own):
    """A site that replaces the files of its first versions keeps the files of another site."""
    shutil.copytree(own.folder, own.folder.parent / "other")
    old = "async ([name, url]) => await (await caches.open(name)).put(url, new Response('old'))"
    with opened(browser, own) as page:
        for folder in ("board", "other"):
            page.goto(f"{own.address}../{folder}/")
            page.evaluate(old, [f"othello-{folder}", "index.html"])
            await_keeping(page)
            page.reload()
            await_engine(page)
        versions = [name.partition(" ")[0] for name in page.evaluate("caches.keys()")]
        assert versions == [f"othello-{facts_of(own.folder)['version']}"] * 2


DAMAGE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const {url} of await cache.keys())
      if (url.endsWith("python.zip")) await cache.put(url, new Response("nothing"));
  }
}"""
"""Damages a part of the engine that the browser keeps."""


def test_a_new_version_is_offered_though_the_kept_engine_cannot_start(browser, own):
    with visited(browser, own) as page:
        await_keeping(page)
        page.evaluate(DAMAGE)
        renew(own.folder)
        page.reload()
        expect(page.locator("#banner")).to_contain_text("the engine cannot be started")
        page.click("#update-button")
        expect(page.locator("h1")).to_have_text("A new title")
        await_engine(page)


FAILED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
  const worker = registration.installing;
  const isOver = () => worker.state !== "installing";
  if (worker && !isOver())
    await new Promise(resolve => worker.addEventListener("statechange", () => isOver() && resolve()));
  return registration.waiting === null;
}"""
"""Looks for a new version, waits until it is kept or cannot be, and returns whether it cannot be."""


def test_as_long_as_a_file_of_a_new_version_is_missing_the_old_one_stays_whole(browser, own):
    with visited(browser, own) as page:
        await_keeping(page)
        renew(own.folder)
        (own.folder / "index.html").write_text("half")
        page.reload()
        await_engine(page)
        assert page.evaluate(FAILED)
        expect(page.locator("#update")).to_be_hidden()
        expect(page.locator("h1")).to_have_text("Othello")


FULL = """() => {
  const full = () => { throw new DOMException("there is no room", "QuotaExceededError"); };
  IDBDatabase.prototype.transaction = full;
  Cache.prototype.put = async () => full();
}"""


def test_where_the_browser_has_no_room_the_page_says_so_and_the_game_goes_on(browser, host):
    with visited(browser, host, script=FULL) as page:
        page.begin_with_f5("1")
        expect(page.locator("#banner")).to_contain_text("there is no room")
        page.reload()
        page.expect_moves(2)


def test_a_link_with_players_and_result(browser, host):
    """A link to a site shows players and result, and so does the link that the page then creates."""
    link = "#moves=f5d6c3&black=Ann&white=Ben&result=-4&ending=resigned"
    with visited(browser, host, link) as page:
        for color, name in (("black", "Ann"), ("white", "Ben")):
            expect(page.locator(f"#{color}")).to_contain_text(name)
        expect(page.locator("#status")).to_contain_text("White won")
        page.click("#link-button")
        address = page.locator("#link").input_value()
        assert address.startswith(host.address)
        assert {"black=Ann", "white=Ben", "result=-4"} <= {*address.partition("#")[2].split("&")}
