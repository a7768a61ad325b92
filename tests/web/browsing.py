"""Pages in Chromium, driven by Playwright."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from othello import Board, Position
from othello.rules.square import SQUARE_NAMES
from tests.chromium import OPTIONS, PROGRAM
from tests.web.serving import Server

PATIENCE: Final = 100
"""Seconds that a busy computer may take until the page shows something."""
expect.set_options(timeout=1000 * PATIENCE)
DESKTOP: Final = {"width": 1280, "height": 900}
PHONE: Final = {"width": 390, "height": 844}
BUTTONS_OF_LESSONS: Final = """() => [...document.querySelectorAll("#learning button")].map(one => {
  const {x, y} = one.getBoundingClientRect();
  return [one.checkVisibility(), x, y + scrollY];
})"""
"""Returns which buttons of Learn and Practice are shown, and their places."""

HELD: Final = """() => {
  const listen = WebSocket.prototype.addEventListener;
  window.held = [];
  window.deliver = change => {
    const {act, reply} = window.held.shift();
    act({data: JSON.stringify(change(reply))});
  };
  window.release = () => {
    window.isReleased = true;
    for (const {act, reply} of window.held.splice(0)) act({data: JSON.stringify(reply)});
  };
  WebSocket.prototype.addEventListener = function (kind, act) {
    listen.call(this, kind, kind !== "message" ? act : event => {
      const reply = JSON.parse(event.data);
      if (window.isReleased || !["analyze", "review"].includes(reply.type)) act(event);
      else if ((reply.lines?.length ?? 5) === 5) window.held.push({act, reply});
    });
  };
}"""
"""Holds reports of reviews and of analyses with all lines until *deliver* shows one, or *release* all."""


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    """Start Chromium; the end of the block ends it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS.split())
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def opened(
    browser: Browser,
    server: Server,
    fragment: str = "",
    script: str = "",
    errors_expected: tuple[str, ...] = (),
    **options: Any,
) -> Iterator[Page]:
    """Open the board in a new profile; the end of the block fails if the page had an error.

    *script* is a function in JavaScript that runs before the scripts of the page.

    A game in the fragment is shown, or refused, when the block begins: the page first shows the start.
    """
    context = browser.new_context(**{"viewport": DESKTOP, **options})
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    if script:
        page.add_init_script(f"({script})()")
    page.goto(server.address + fragment)
    expect(page.locator("#status")).not_to_be_empty()
    if "moves=" in fragment:
        expect(page.locator("#moves tr, body.connected #banner").filter(visible=True).first).to_be_visible()
    try:
        yield page
    finally:
        context.close()
    expected = (
        "WebSocket connection",
        "ERR_CONNECTION_REFUSED",
        *errors_expected,
    )  # the second is Chromium's request for the icon
    unexpected = [error for error in errors if not any(text in error for text in expected)]
    assert not unexpected, unexpected


def open_with_clock(page: Page, address: str) -> None:
    """Open the page with a clock that the test may let run ahead."""
    page.goto("about:blank")
    page.clock.install()
    page.goto(address)
    expect(page.locator("#status")).not_to_be_empty()


def ask_workers(page: Page, method: str) -> list[dict[str, Any]]:
    """Send a command of Chromium's DevTools protocol to each worker of a page, and return the results."""
    workers: list[str] = []
    results: list[dict[str, Any]] = []

    def note(event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if "result" in message:
            results.append(message["result"])

    tools = page.context.new_cdp_session(page)
    tools.on("Target.attachedToTarget", lambda event: workers.append(event["sessionId"]))
    tools.on("Target.receivedMessageFromTarget", note)
    attached = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
    tools.send("Target.setAutoAttach", attached)
    assert workers
    for worker in workers:
        message = json.dumps({"id": 1, "method": method})
        tools.send("Target.sendMessageToTarget", {"sessionId": worker, "message": message})
    while len(results) < len(workers):
        page.wait_for_timeout(10)
    tools.detach()
    return results


def begin(page: Page, level: str = "0", side: str = "black", minutes: str = "0") -> None:
    """Begin a game with the engine by the dialog."""
    page.click("#new-button")
    page.check(f'input[name="side"][value="{side}"]')
    page.select_option("#level", "number" if level.isdigit() else level)
    if level.isdigit():
        page.fill("#level-number", level)
    page.fill("#minutes", minutes)
    page.click("#start")


def begin_long_search(page: Page) -> None:
    """Begin a game in which the engine thinks for minutes about its first move."""
    page.click("#new-button")
    page.select_option("#level", "number")
    page.fill("#level-number", "60")
    page.uncheck("#with-book")
    page.click("#start")
    square(page, "f5").click()
    expect(page.locator("#thought")).to_be_visible()


def switch_analysis(page: Page) -> None:
    """Press the switch of the analysis, or the button that stands for it on a phone."""
    page.locator("#analysis-switch, [data-for=analysis-switch]").filter(visible=True).first.click()


def square(page: Page, name: str) -> Any:
    """Return the button of a square."""
    return page.locator(f'[data-square="{name}"]')


def moves(page: Page) -> list[str]:
    """Return the list of moves."""
    return [text.rstrip("?!") for text in page.locator("#moves td:nth-child(2)").all_inner_texts()]


def board_of(page: Page) -> Board:
    """Return the board after the moves of the list."""
    board = Board()
    for move in moves(page):
        board.push(move)
    return board


def is_over(page: Page) -> bool:
    """Wait until the person is to move or the game is over, and return whether it is over."""
    status = page.locator("#status")
    expect(status).to_have_text(re.compile(r"your turn\.$|^Game over"))
    return "Game over" in status.inner_text()


def first_move(board: Board) -> str:
    """Return the first legal move."""
    return str(next(iter(board.legal_moves)))


def play_out(page: Page, *, tap: bool = False, choose: Callable[[Board], str] = first_move) -> None:
    """Play the moves that *choose* returns, by clicks or taps, until the game is over."""
    for _ in range(64):
        if is_over(page):
            return
        chosen = square(page, choose(board_of(page)))
        chosen.tap() if tap else chosen.click()
    raise AssertionError("the game does not end")


def discs(page: Page) -> dict[str, str]:
    """Return the discs of the picture by square."""
    circles = page.locator("#board svg circle.disc")
    kinds = circles.evaluate_all("all => all.map(one => one.getAttribute('class'))")
    return {name: color for _, color, name in map(str.split, kinds)}


def discs_of(position: Position) -> dict[str, str]:
    cells = ((name, position.color_at(name)) for name in SQUARE_NAMES)
    return {name: str(color) for name, color in cells if color}


def deliver(page: Page, change: str) -> None:
    """Show the next report, as a function in JavaScript changes it."""
    page.wait_for_function("() => window.held.length")
    page.evaluate(f"() => window.deliver({change})")
