"""What the page keeps over a reload and for a new tab, also where a browser keeps little or damaged data."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import opened

pytestmark = [needs_chromium, pytest.mark.browser]


def test_a_link_opens_after_a_reload_before_the_engine_was_there(browser, server):
    held = ["a connection that says nothing"]
    with opened(browser, server) as page:
        page.route_web_socket("**", lambda socket: None if held else socket.connect_to_server())
        page.goto("about:blank")
        page.goto(f"{server.address}#moves=f5d6c3")
        expect(page.locator("#status")).not_to_be_empty()
        held.clear()
        page.reload()
        page.expect_moves(3)
        expect(page.page).to_have_url(server.address)


def test_a_position_that_is_set_up_stays_over_a_reload(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        page.click("#setup-button")
        page.click("#setup >> text=Clear")
        page.square("a1").click()
        page.click("#setup [data-cell=O]")
        page.reload()
        page.square("b1").click()
        page.click("#setup >> text=Analyze")
        assert page.discs() == {"a1": "black", "b1": "white"}


DAMAGED = [
    "a text",
    {"game": {"record": {"moves": ["a1"]}, "ply": 0}},
    {"game": {"record": {"moves": ["f5"]}, "ply": None}},
    {"game": {"record": {"moves": ["f5"]}, "ply": 99}},
    {"players": {"engine": None}},
    {"helped": {}},
    {"review": {"moves": "f5"}},
    {"setup": {"isActive": True, "position": None}},
]
DAMAGE = """() => {
  if (window.name) sessionStorage.othello = window.name;
  window.name = "";
}"""
"""Replaces the kept state by a text, which a test gives the window as its name, at a reload."""


def test_a_damaged_state_is_replaced_by_a_fresh_one(browser, server):
    with opened(browser, server, script=DAMAGE) as page:
        for damaged in map(json.dumps, DAMAGED):
            page.evaluate("state => { window.name = state; }", damaged)
            page.reload()
            page.square("f5").click()  # begins a game, also where a kept one can be resumed
            expect(page.locator("#moves tr"), damaged).to_have_count(2)
            page.reload()
            expect(page.locator("#moves tr"), damaged).to_have_count(2)


FULL = """() => {
  const full = () => { throw new DOMException("No room is left.", "QuotaExceededError"); };
  IDBFactory.prototype.open = Storage.prototype.setItem = full;
}"""
SAID = """() => {
  window.said = [];
  const banner = document.querySelector("#banner");
  const note = () => banner.hidden || said.push(banner.innerText);
  new MutationObserver(note).observe(banner, {childList: true, subtree: true, attributes: true});
}"""
"""Keeps the text of the banner whenever it is shown or changes."""


def test_a_browser_that_keeps_nothing_is_said_once(browser, server):
    """Each of two sentences is shown once, and not again with each move after it was closed."""
    with opened(browser, server, script=FULL) as page:
        page.evaluate(SAID)
        page.click("#new-button")
        page.click("#start")
        expect(page.locator("#banner")).to_contain_text("Your settings and practice results are not saved")
        page.click("#banner-close")
        page.square("f5").click()
        expect(page.locator("#banner")).to_contain_text(
            'The game was not saved in "My games": No room is left. Export'
        )
        page.click("#banner-close")
        for count in (4, 6):
            page.expect_turn()
            page.locator("#grid button.legal").first.click()
            page.expect_moves(count)
        assert len(page.evaluate("window.said")) == 2


BACK = """() => {
  localStorage.setItem("othello-choices", JSON.stringify({isTurned: true}));
  dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}));
}"""
"""Changes a choice without an event, and comes back to the page."""


def test_a_page_that_comes_back_has_the_choices_made_since(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        page.evaluate(BACK)
        page.click("#sound")
        page.reload()
        expect(page.locator("#grid")).to_have_class(re.compile("turned"))
        expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")


def test_a_new_tab_shows_the_game_that_was_changed_last(browser, server):
    """Reloading a tab shows its own game again, and does not change the game."""
    with opened(browser, server, "#moves=f5") as page:

        def expect_in_a_new_tab(count, fragment=""):
            tab = page.new_tab(server.address + fragment)
            tab.expect_moves(count)
            tab.close()

        page.expect_moves(1)
        expect_in_a_new_tab(3, "#moves=f5d6c3")
        page.wait_for_function("() => JSON.parse(localStorage.othello).game.record.moves.length === 3")
        page.reload()
        page.expect_moves(1)
        expect_in_a_new_tab(3)
        page.square("d6").click()
        page.expect_moves(2)
        expect_in_a_new_tab(2)
