"""Pages in Chromium, driven by Playwright."""

import contextlib
import json
import os
import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from othello import Board, Position
from othello.rules.square import SQUARE_NAMES
from tests.chromium import OPTIONS, PROGRAM
from tests.web.serving import Server

PATIENCE: Final = 100
"""Seconds that a busy computer may take until the page shows something."""
OWN_MOVE: Final = 1000
"""Milliseconds for which the person's move is shown alone (LEAST in opponent.js)."""
expect.set_options(timeout=1000 * PATIENCE)
DESKTOP: Final = {"width": 1280, "height": 900}
PHONE: Final = {"width": 390, "height": 844}
TABLET: Final = {"width": 768, "height": 1024}
LAPTOP: Final = {"width": 1280, "height": 800}
LANDSCAPE: Final = {"width": 844, "height": 390}
SMALL_PHONE: Final = {"width": 320, "height": 568}
ZOOMED: Final = {"width": 320, "height": 256}
"""A window of 1280x1024 at 400 %."""
SQUARE: Final = {"width": 390, "height": 400}
"""Half of the screen of a phone."""
SMALL_LANDSCAPE: Final = {"width": 667, "height": 375}
HANDHELD: Final = [PHONE, SMALL_PHONE, LANDSCAPE, SMALL_LANDSCAPE]
SMALL: Final = [PHONE, SMALL_PHONE, LANDSCAPE, SQUARE, ZOOMED]
COVERED: Final = """selector => {
  const points = ({left, right, top, bottom}) =>
    [0.1, 0.5, 0.9].map(part => [left + part * (right - left), (top + bottom) / 2]);
  const boxes = one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()].filter(({width}) => width > 6); // a full stop has no sure point
  };
  const isSeen = (one, box) => points(box).every(point => one.contains(document.elementFromPoint(...point)));
  return [...document.querySelectorAll(selector)]
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .filter(one => !boxes(one).length || !boxes(one).every(box => isSeen(one, box)))
    .map(one => one.textContent);
}"""
"""Returns the texts of elements with a line that is covered, or outside of the screen."""
OVERFLOWING: Final = """root => {
  const {right} = root === document.body ? {right: innerWidth} : root.getBoundingClientRect();
  const isWide = one => one.getBoundingClientRect().right > right + 0.5
    || (one.matches("button") && one.scrollWidth > one.clientWidth);
  const unseen = ".spoken, .skip, svg, #list";
  const shown = [...root.querySelectorAll("*")].filter(one => one.checkVisibility() && !one.closest(unseen));
  const name = one => one.id || one.textContent.trim();
  return [root.scrollWidth - root.clientWidth, shown.filter(isWide).map(name)];
}"""
"""Returns how much wider an element is than its place, and what of it ends outside, or is too narrow."""
BUTTONS_OF_LESSONS: Final = """() => {
  const buttons = document.querySelectorAll("#learning :is(#learn-end, .bar button)");
  return [...buttons].map(one => {
    const {x, y} = one.getBoundingClientRect();
    return [one.checkVisibility({visibilityProperty: true}), x, y + scrollY];
  });
}"""
"""Returns which buttons of Learn and Practice are shown, and their places."""

NUMBER: Final = """(levels, value) => {
  const input = document.createElement("input");
  levels.append(Object.assign(input, {type: "radio", name: "level", value, checked: true, hidden: true}));
}"""
"""Adds a chosen level to the dialog of a new game."""

NARROW: Final = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { letter-spacing: -0.07em }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""Makes DejaVu, which is often the only font of a test, as narrow as the fonts of phones."""

LEAVING: Final = """() => {
  const go = history.go;
  window.isLeaving = false;
  history.go = count => {
    window.isLeaving = true;
    go.call(history, count);
  };
  window.addEventListener("popstate", () => { window.isLeaving = false; });
}"""
"""Notes whether the browser is on its way to an earlier entry of its history, as after a dialog."""

MENU: Final = [
    f"#{name}"
    for name in (
        *("new-button", "open-button", "link-button", "setup-button", "help-button"),
        *("undo", "redo", "turn", "sound"),
    )
]
"""What the button *More* shows."""

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


class BoardPage:
    """The board in a page of Chromium, which also has all of Playwright's page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    def new_tab(self, address: str) -> "BoardPage":
        """Open an address in another tab."""
        tab = BoardPage(self.context.new_page())
        tab.goto(address)
        expect(tab.locator("#status")).not_to_be_empty()
        return tab

    def reload(self) -> None:
        """Reload the page, but not on its way to another entry of its history, which would end the reload."""
        self.wait_for_function("() => !window.isLeaving")
        self.page.reload()

    def press_key(self, name: str) -> None:
        """Press a key of the page as soon as no dialog is open, which would take it."""
        expect(self.locator("dialog[open]")).to_have_count(0)
        self.keyboard.press(name)

    def click(self, selector: str, **options: Any) -> None:
        """Click an element, which may stand in the menu."""
        if selector in MENU and not self.locator(selector).is_visible():
            self.page.click("#more")
        self.page.click(selector, **options)

    def begin(self, level: str = "0", side: str = "black", minutes: str = "0") -> None:
        """Begin a game with the engine by the dialog."""
        self.click("#new-button")
        self.check(f'input[name="side"][value="{side}"]')
        if side != "both":
            self.choose_level(level)
        self.set_clock(minutes)
        self.click("#start")
        # The game begins when the browser tells the page that the dialog is closed, soon after the click.
        expect(self.locator("#new-dialog")).to_be_hidden()
        expect(self.locator("body")).to_have_attribute("data-mode", "play")

    def choose_level(self, level: str) -> None:
        """Choose a level in the dialog: one that it offers, or a number as kept games have it."""
        if level.isdigit():
            self.locator("#levels").evaluate(NUMBER, level)
        else:
            self.check(f'[name="level"][value="{level}"]')

    def save(self, file_format: str = "ggf") -> str:
        """Return what the dialog *Share*, which is open, writes in a format."""
        self.select_option("#format", file_format)
        with self.expect_download() as download:
            self.page.click("#save")
        return str(download.value.path().read_text())

    def set_clock(self, minutes: str, increment: str = "0") -> None:
        """Choose another clock in the dialog."""
        self.check('[name="time"][value="other"]')
        self.fill("#minutes", minutes)
        self.fill("#increment", increment)

    def begin_with_f5(self, level: str = "0", minutes: str = "0") -> None:
        """Begin a game as Black with f5, and wait for the reply."""
        self.begin(level, minutes=minutes)
        self.square("f5").click()
        self.expect_moves(2)

    def begin_from_here(self, side: str = "black", level: str = "casual") -> None:
        """Begin a game with the engine from the shown position by the dialog."""
        self.press_key("n")
        self.check("#from-here")
        self.check(f'input[name="side"][value="{side}"]')
        if side != "both":
            self.check(f'[name="level"][value="{level}"]')
        self.click("#start")

    def begin_long_search(self, minutes: str = "0") -> None:
        """Begin a game in which the engine thinks for minutes about its first move."""
        self.click("#new-button")
        self.choose_level("60")
        self.set_clock(minutes)
        self.uncheck("#with-book")
        self.click("#start")
        self.square("f5").click()
        expect(self.locator("#thought")).to_be_visible()

    def resign(self) -> None:
        """Resign, and answer the question with yes."""
        self.click("#resign")
        self.click("#yes")

    def review(self) -> None:
        """Review the game, and wait until the review is complete."""
        self.click("#review-button")
        expect(self.locator("#sums tbody tr")).to_have_count(5)
        expect(self.locator("#moments progress")).to_have_count(0)

    def open_text(self, text: str) -> None:
        """Open a text by the dialog."""
        self.press_key("o")
        self.fill("#text", text)
        self.click("#open")

    def import_games(self, *games: dict[str, Any]) -> None:
        """Import games from a file into the list of games."""
        file = json.dumps({"othello-games": 1, "games": games}).encode()
        self.set_input_files("#import-games", {"name": "a.json", "mimeType": "", "buffer": file})

    def switch_analysis(self) -> None:
        """Press the switch of the analysis, or else the button of the mode that has it."""
        self.locator("#analysis-switch, #explore-button").filter(visible=True).last.click()

    def expect_reviewed(self) -> None:
        """Wait until the card at the end of a game tells what its review found."""
        verdict = re.compile("^(No mistakes to look at|Your move|You (played like|found)|Next time)")
        expect(self.locator("#result-progress")).to_have_text(verdict)

    def square(self, name: str) -> Any:
        """Return the button of a square."""
        return self.locator(f'[data-square="{name}"]')

    def moves(self) -> list[str]:
        """Return the list of moves."""
        return [text.rstrip("?!") for text in self.locator("#moves td:nth-child(2)").all_inner_texts()]

    def board(self) -> Board:
        """Return the board after the moves of the list."""
        board = Board()
        for move in self.moves():
            board.push(move)
        return board

    def discs(self) -> dict[str, str]:
        """Return the discs of the picture by square."""
        circles = self.locator("#board > svg circle.disc")
        kinds = circles.evaluate_all("all => all.map(one => one.getAttribute('class'))")
        return {name: color for _, color, name in map(str.split, kinds)}

    def expect_moves(self, count: int) -> None:
        """Wait until the list has this number of moves, without variations."""
        expect(self.locator("#moves tr[data-ply]")).to_have_count(count)

    def expect_games(self, *outcomes: str) -> None:
        """Expect games with these outcomes in My games, the latest first, and return to Play."""
        self.press_key("g")
        expect(self.locator("#games .outcome")).to_have_text(list(outcomes))
        self.click("#play-button")

    def expect_ply(self, ply: int | str) -> None:
        """Wait until the list marks this move as the shown one."""
        expect(self.locator("#moves tr.now")).to_have_attribute("data-ply", str(ply))

    def expect_turn(self) -> None:
        """Wait until the person is to move."""
        expect(self.locator("#status")).to_contain_text("your turn")

    def is_over(self) -> bool:
        """Wait until the person is to move or the game is over, and return whether it is over."""
        status = self.locator("#status")
        expect(status).to_have_text(re.compile(r"your turn\.$|^Draw|^You (won|lost)"))
        return "your turn" not in status.inner_text()

    def play_out(self, *, tap: bool = False) -> None:
        """Play the first legal moves, by clicks or taps, until the game is over."""
        for _ in range(64):
            if self.is_over():
                return
            move = self.locator("#grid button.legal").first
            move.tap() if tap else move.click()
        raise AssertionError("the game does not end")

    def deliver(self, change: str) -> None:
        """Show the next report that HELD holds, as a function in JavaScript changes it."""
        self.wait_for_function("() => window.held.length")
        self.evaluate(f"() => window.deliver({change})")


def first_move(board: Board) -> str:
    """Return the first legal move."""
    return str(next(iter(board.legal_moves)))


def discs_of(position: Position) -> dict[str, str]:
    """Return the discs of a position by square."""
    cells = ((name, position.color_at(name)) for name in SQUARE_NAMES)
    return {name: str(color) for name, color in cells if color}


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    """Start Chromium. The end of the block ends it."""
    # `tools.checked` loads its sanitizer into every process, and Chromium does not start with it.
    variables = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS.split(), env=variables)
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
    has_clock: bool = False,
    errors_expected: tuple[str, ...] = (),
    **options: Any,
) -> Iterator[BoardPage]:
    """Open the board in a new profile. The end of the block fails if the page had an error.

    *script* is a function in JavaScript that runs before the scripts of the page. With *has_clock* the test
    may let the time of the page run ahead.

    A game in the fragment is shown, or refused, when the block begins: the page first shows the start.
    Discs do not turn, which would take a third of the processor time of a move.
    """
    context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", **options})
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    if has_clock:
        page.clock.install()
    for text in filter(None, (LEAVING, script)):
        page.add_init_script(f"({text})()")
    page.goto(server.address + fragment)
    expect(page.locator("#status")).not_to_be_empty()
    if "moves=" in fragment:
        expect(page.locator("#moves tr, body.connected #banner").filter(visible=True).first).to_be_visible()
    try:
        yield BoardPage(page)
    finally:
        context.close()
    expected = (
        "WebSocket connection",
        "ERR_CONNECTION_REFUSED",
        *errors_expected,
    )  # the second is Chromium's request for the icon
    unexpected = [error for error in errors if not any(text in error for text in expected)]
    assert not unexpected, unexpected


def ask_workers(page: BoardPage, method: str) -> list[dict[str, Any]]:
    """Send a command of Chromium's DevTools protocol to each worker of a page, and return the results."""
    workers: list[str] = []
    results: list[dict[str, Any]] = []

    def note(event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if "result" in message:
            results.append(message["result"])

    tools = page.context.new_cdp_session(page.page)
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
