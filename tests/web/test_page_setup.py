"""The page sets a position up."""

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import opened

pytestmark = [needs_chromium, pytest.mark.browser]


def set_up_two_discs(page):
    """Set up a black disc on a1 and a white one on b1. White stays the color of the next disc."""
    page.click("#setup-button")
    page.click("#setup >> text=Clear")
    page.square("a1").click()
    page.click("#setup [data-cell=O]")
    page.square("b1").click()


def test_setting_up_a_position(browser, server):
    """Clicks put and remove discs. Analyze begins a game from the position."""
    with opened(browser, server) as page:
        page.click("#setup-button")
        page.click("#setup >> text=Clear")
        page.click("#setup >> text=Analyze")
        expect(page.locator("#setup .error")).to_have_text("The board is empty: place some discs.")
        expect(page.locator("#book-note")).not_to_be_empty()  # which redraws the page
        expect(page.locator("#setup .error")).to_be_visible()
        page.square("a1").click()
        page.click("#setup [data-cell=O]")
        page.square("b1").click()
        page.square("h8").click()
        page.square("h8").click()
        page.click("#setup >> text=Analyze")
        assert page.discs() == {"a1": "black", "b1": "white"}
        page.square("c1").click()
        over = "Black won 64\u20130"
        expect(page.locator("#status")).to_have_text(over)


def test_the_clock_of_the_engine_stands_while_a_position_is_set_up(browser, server):
    """The engine does not think meanwhile."""
    with opened(browser, server, has_clock=True) as page:
        page.begin_long_search(minutes="20")
        page.click("#setup-button")
        clock = page.locator("#white .clock")
        before = clock.inner_text()
        page.clock.run_for(2500)
        assert clock.inner_text() == before
        page.click("#setup-button")
        page.clock.run_for(2500)
        expect(clock).not_to_have_text(before)


def test_a_position_in_which_the_side_must_pass(browser, server):
    """If the side to move has no legal move after setup, the pass is made and announced."""
    with opened(browser, server) as page:
        set_up_two_discs(page)
        page.click("#setup [data-turn=white]")
        page.click("#setup >> text=Analyze")
        assert page.moves() == ["pass"]
        expect(page.locator("#status")).to_have_text("White passes. Black to move.")


def test_a_set_up_without_a_change_keeps_the_game(browser, server):
    with opened(browser, server, "#moves=f5d6c3") as page:
        page.click("#setup-button")
        page.click("#setup >> text=Analyze")
        assert page.moves() == ["f5", "d6", "c3"]


def test_a_set_up_position_is_played_from(browser, server):
    """Done led to Explore, and nothing said how to play from the position."""
    with opened(browser, server) as page:
        set_up_two_discs(page)
        page.square("h8").click()
        page.click("#setup >> text=Play from here")
        expect(page.locator("#from-here")).to_be_checked()
        page.click("#start")
        page.expect_turn()
        assert page.discs() == {"a1": "black", "b1": "white", "h8": "white"}
