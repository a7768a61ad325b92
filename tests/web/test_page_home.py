"""The first screen for a person who returns: the last game, what is due, and a game that waits."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import PHONE, opened
from tests.web.kept_games import ended

pytestmark = [needs_chromium, pytest.mark.browser]

DUE = """() => {
  const card = {kind: "mistake", start: null, moves: ["f5"], color: "white", due: 1};
  localStorage["othello-choices"] ??= JSON.stringify({practice: {cards: [card]}});
}"""
"""Gives a new profile a mistake that is to be repeated."""


def test_the_first_screen_greets_a_person_who_returns_with_what_is_theirs(browser, server):
    """It showed a stranger's introduction for ever. All fits a phone whose browser has bars."""
    unfinished = {"id": "now", "time": 9, "own": "black", "record": {"moves": ["f5", "d6"]}}
    with opened(browser, server, viewport={"width": 390, "height": 664}, has_touch=True, script=DUE) as page:
        expect(page.locator("#card-practice")).to_be_visible()
        expect(page.locator("#today")).to_be_hidden()
        page.keyboard.press("g")
        page.import_games(unfinished)
        expect(page.locator("#games li")).to_have_count(1)
        page.go_back()
        expect(page.locator("#practice-daily")).to_be_visible()
        expect(page.locator("#due")).to_have_text("1 to repeat")
        expect(page.locator("#last-game, #welcome-title, #card-practice").filter(visible=True)).to_have_count(
            0
        )
        page.keyboard.press("g")
        page.import_games({**ended(1, "casual", -38), "time": 1})
        expect(page.locator("#games li")).to_have_count(2)
        page.go_back()
        last = page.locator("#last-game")
        text = re.compile("^ ?Review your last game You lost 13.51 · Casual$")
        expect(last).to_have_text(text)
        expect(last.locator("svg circle.disc")).to_have_count(6)
        bar = page.locator("#modes").bounding_box()["y"]
        box = page.locator("#card-friend").bounding_box()
        assert box["y"] + box["height"] < bar
        expect(page.locator("#strength")).to_be_hidden()
        expect(page.locator("#play")).to_have_text(re.compile(r"Rematch Casual\s*Rated 1200"))
        page.click("#last-game")
        expect(page.locator("body")).to_have_attribute("data-mode", "review")
        expect(page.locator("#black strong")).to_have_text("You")


def test_home_resumes_the_last_game_although_others_were_looked_at_since(browser, server):
    """It offered a rematch instead of the game that waited, and a look made an old game the last one."""
    with opened(browser, server, viewport=PHONE, has_touch=True) as page:
        page.begin_with_f5("casual")
        moves = page.moves()
        page.keyboard.press("g")
        page.import_games({**ended(1, "newcomer", -38), "time": 1})
        expect(page.locator("#games li")).to_have_count(2)
        page.click("#games li:last-child .level")
        expect(page.locator("body")).to_have_attribute("data-mode", "review")
        page.click("#play-button")
        expect(page.locator("#play")).to_have_text(re.compile(r"^\s*Resume\s+Casual$"))
        expect(page.locator("#play-new")).to_have_text("Play against Casual, rated 1200")
        page.click("#play")
        page.expect_turn()
        assert page.moves() == moves
        page.click("#play-button")
        page.click("#play-new")
        page.expect_moves(0)


@pytest.mark.parametrize(("days", "result"), [(30, None), (0, 2)], ids=["old", "ended"])
def test_home_resumes_no_game_that_is_old_or_has_ended(browser, server, days, result):
    players = {"engine": ["white"], "level": "casual", "isDone": result is not None}
    game = {**ended(1, "casual", result), "players": players}
    with opened(browser, server) as page:
        page.keyboard.press("g")
        page.import_games({**game, "time": page.evaluate("Date.now()") - days * 86400e3})
        expect(page.locator("#games li")).to_have_count(1)
        page.click("#home-button")
        expect(page.locator("#today")).to_be_visible()
        expect(page.locator("#play-new")).to_be_hidden()
        expect(page.locator("#play")).not_to_contain_text("Resume")
