"""Measure the static site in Chromium: how soon it plays, how fast it stops, and its memory.

    python -m tools.benchmarks.site FOLDER first    first visits at 10 Mbit/s and 50 ms, with their requests
    python -m tools.benchmarks.site FOLDER second   the second visit, offline
    python -m tools.benchmarks.site FOLDER stop     the time from a stop to the last reply
    python -m tools.benchmarks.site FOLDER memory   the page's memory while a phone plays random moves

FOLDER is a site, such as build/site, which `make site` writes. All times are clock time, so the computer must
be idle.
"""

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser, CDPSession, Request, expect

from tests.web.browsing import DESKTOP, PHONE, BoardPage, ask_workers, browsing
from tests.web.sites import Runner, hosted
from tools.benchmarks import parser

SLOW: Final = {"offline": False, "latency": 50, "downloadThroughput": 10e6 / 8, "uploadThroughput": 10e6 / 8}
"""Chromium's settings for 10 Mbit/s and 50 ms."""
ANSWERED: Final = """() => new Promise(resolve => {
  const look = () => document.querySelectorAll("#moves tr").length === 2 && resolve();
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
  look();
})"""
"""Waits for the engine's first answer. Playwright's own waiting looks only once a second."""
STOPPED: Final = """async ({tries, level}) => {
  const worker = new Worker("worker.js", {type: "module"});
  const seconds = [];
  let nodes = 0, searched = 0;
  let heard = () => {};
  worker.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type === "play") [nodes, searched] = [nodes + message.nodes, searched + message.seconds];
    heard(message);
  };
  const until = test => new Promise(resolve => { heard = message => test(message) && resolve(message); });
  const hello = until(message => message.type === "hello");
  worker.postMessage({tableMib: 16});
  await hello;
  const moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "g6"];
  for (let number = 0; number < tries; number++) {
    const game = {moves: moves.slice(0, 1 + number % moves.length)};
    worker.postMessage(JSON.stringify({id: 2 * number, type: "play", game, level, book: false}));
    await new Promise(resolve => setTimeout(resolve, 300 + 17 * (number % 50)));
    const stopped = until(message => message.id === 2 * number + 1);
    const began = performance.now();
    worker.postMessage(JSON.stringify({id: 2 * number + 1, type: "stop"}));
    await stopped;
    seconds.push((performance.now() - began) / 1e3);
  }
  worker.terminate();
  return [seconds, nodes / searched];
}"""
"""Repeatedly begins a search, stops it, and waits for the worker's answer.

Returns all waits in seconds, and the number of positions searched per second.
"""


@contextmanager
def visit(browser: Browser, host: Runner, **options: object) -> Iterator[BoardPage]:
    """Open the page in a new profile, with an empty cache."""
    context = browser.new_context(**{"viewport": DESKTOP, **options})  # type: ignore[arg-type]
    try:
        yield BoardPage(context.new_page())
    finally:
        context.close()


def plays(page: BoardPage, level: str = "casual") -> None:
    """Begin a game against a level, and wait until a click on the board makes a move."""
    page.locator("body:not([inert])").wait_for()
    if level == "casual" and page.locator("#play").is_visible():  # the first screen
        page.click("#play")
    else:
        page.keyboard.press("n")
        page.check(f'[name="level"][value="{"number" if level.isdigit() else level}"]')
        if level.isdigit():
            page.fill("#level-number", level)
        page.click("#start")
    page.square("f5").click()
    expect(page.locator("#moves tr").first).to_be_attached()


def first(browser: Browser, host: Runner, level: str, visits: int, slowdown: float) -> None:
    """Print the seconds until the board is playable and until the engine answers, over a slow connection.

    Then print the processor seconds of the page's process, and the bytes that the page has loaded. At the
    end, print all requests of the last visit: when each began and ended, and the size of its reply in bytes.
    """
    system = browser.new_browser_cdp_session()
    waits = []
    for _ in range(visits):
        requests: list[Request] = []
        with visit(browser, host) as page:
            session = page.context.new_cdp_session(page.page)
            session.send("Network.emulateNetworkConditions", SLOW)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
            page.context.on("requestfinished", lambda request, to=requests: to.append(request))
            began = time.monotonic()
            page.goto(host.address, wait_until="commit")
            plays(page, level)
            board = time.monotonic() - began
            page.evaluate(ANSWERED)
            waits.append(time.monotonic() - began)
            processes = system.send("SystemInfo.getProcessInfo")["processInfo"]
            used = max(process["cpuTime"] for process in processes if process["type"] == "renderer")
            # A file from the browser's own cache counts 0 bytes.
            rows = [(one.timing, max(0, one.sizes()["responseBodySize"]), one.url) for one in requests]
        print(
            f"board {board:.2f} s, answer {waits[-1]:.2f} s, processor {used:.2f} s,"
            f" {sum(size for _, size, _ in rows) / 1e6:.2f} MB",
            flush=True,
        )
    print(f"median answer of {visits} visits: {median(waits):.2f} s")
    zero = min(timing["startTime"] for timing, _, _ in rows)
    print("  began  ended     bytes  file")
    for timing, size, address in sorted(rows, key=lambda row: row[0]["startTime"]):
        seconds = (timing["startTime"] - zero) / 1000
        name = address.removeprefix(host.address) or "(the page)"
        print(f"{seconds:7.2f}{seconds + timing['responseEnd'] / 1000:7.2f}{size:>10}  {name}")


def second(browser: Browser, host: Runner) -> None:
    """Print the seconds until the engine answers offline, for five visits."""
    with visit(browser, host) as page:
        page.goto(host.address)
        page.evaluate("navigator.serviceWorker.ready")
        host.stop()
        for _ in range(5):
            page.goto("about:blank")
            began = time.monotonic()
            page.goto(host.address, wait_until="commit")
            plays(page)
            board = time.monotonic() - began
            page.evaluate(ANSWERED)
            print(f"board {board:.2f} s, answer {time.monotonic() - began:.2f} s")
        host.start()


def stop(browser: Browser, host: Runner, tries: int) -> None:
    """Print how long the engine takes to stop a search at the strongest level."""
    with visit(browser, host) as page:
        page.goto(host.address)
        times, speed = page.evaluate(STOPPED, {"tries": tries, "level": "60"})
    late = sum(seconds > 0.1 for seconds in times)
    print(f"{tries} stops: median {median(times):.3f} s, longest {max(times):.3f} s, {late} above 0.1 s")
    print(f"{speed / 1e6:.2f} million positions a second")


def memory(browser: Browser, host: Runner, games: int) -> None:
    """Print the memory of the page's process after every ten games on a phone.

    The second figure is measured after the page and its workers have collected garbage, as a browser does
    when memory is short. So are the heap, which contains JavaScript's data and the page's elements, and the
    number of elements.
    """
    system = browser.new_browser_cdp_session()
    rng = random.Random(1)
    began = time.monotonic()

    with visit(browser, host, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        session = page.context.new_cdp_session(page.page)
        page.goto(host.address)
        expect(page.locator("body.connected")).to_be_attached()
        for game in range(1, games + 1):
            if game == 1:
                page.locator("#play").tap()
            else:
                page.locator("#again").tap()
            while not page.is_over():
                page.square(str(rng.choice(page.board().legal_moves))).tap()
            page.expect_reviewed()
            if game % 10 == 0 or game == 1:
                resident = largest_renderer(system)
                ask_workers(page, "HeapProfiler.collectGarbage")
                session.send("HeapProfiler.collectGarbage")
                heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
                nodes = session.send("Memory.getDOMCounters")["nodes"]
                minutes = (time.monotonic() - began) / 60
                print(
                    f"game {game}, {minutes:.1f} min: {resident:.0f} MB, after a collection"
                    f" {largest_renderer(system):.0f} MB, heap {heap:.1f} MB, {nodes} nodes",
                    flush=True,
                )


def largest_renderer(system: CDPSession) -> float:
    """Return the resident memory, in MB without shared parts, of the browser's largest renderer process."""
    sizes = [0.0]
    for process in system.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            with suppress(OSError):  # it has ended
                text = Path(f"/proc/{process['id']}/smaps_rollup").read_text(encoding="ascii")
                sizes.append(sum(map(int, re.findall(r"Private_\w+:\s+(\d+) kB", text))) / 1000)
    return max(sizes)


def main() -> None:
    """Print the figures for one part."""
    arguments = parser(__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("part", choices=["first", "second", "stop", "memory"])
    arguments.add_argument("--level", default="casual", help="opponent of the part first")
    arguments.add_argument("--visits", type=int, default=5, help="visits of the part first")
    arguments.add_argument("--slowdown", type=float, default=1, help="slows the processor in the part first")
    arguments.add_argument("--tries", type=int, default=100, help="stops of the part stop")
    arguments.add_argument("--games", type=int, default=200, help="games of the part memory")
    args = arguments.parse_args()
    with hosted(args.folder.resolve()) as host, browsing() as browser:
        match args.part:
            case "first":
                first(browser, host, args.level, args.visits, args.slowdown)
            case "second":
                second(browser, host)
            case "stop":
                stop(browser, host, args.tries)
            case _:
                memory(browser, host, args.games)


if __name__ == "__main__":
    main()
