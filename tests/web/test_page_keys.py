"""Keys of the page: with Caps Lock, held down, and on fields."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import opened

pytestmark = [needs_chromium, pytest.mark.browser]

PRESS = """([key, shiftKey]) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key, shiftKey, ctrlKey: true, bubbles: true}));
}"""
"""Presses a letter with Ctrl."""


def test_caps_lock_does_not_make_undo_redo(browser, server):
    """With Caps Lock the browser reports a capital letter, and a small letter if Shift is pressed."""
    with opened(browser, server, "#moves=f5d6") as page:
        page.square("c3").click()
        for letter, has_shift, count in (("Z", False, 2), ("Y", False, 3), ("Z", False, 2), ("z", True, 3)):
            page.evaluate(PRESS, [letter, has_shift])
            assert len(page.moves()) == count, (letter, has_shift)


def test_a_held_key_acts_once_unless_it_steps(browser, server):
    """Repetitions of a held key toggle nothing, and write nothing into a field of a dialog."""

    def hold(key):
        for _ in range(2):
            page.keyboard.down(key)
        page.keyboard.up(key)

    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        hold("f")
        expect(page.locator("#grid")).to_have_class(re.compile("turned"))
        hold(",")
        page.expect_ply(3)
        hold("o")
        expect(page.locator("#text")).to_have_value("")
        hold("o")
        expect(page.locator("#text")).to_have_value("oo")


def test_an_arrow_key_opens_the_list_of_languages_instead_of_choosing_one(browser, server):
    """Without the list, Chromium would choose the next language and reload the page."""
    with opened(browser, server, "#moves=f5", locale="en-US") as page:
        page.click("#more")
        page.focus("#language")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#language:open")).to_have_value("en")
        for key in ("ArrowDown", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("html")).to_have_attribute("lang", "it")


def test_escape_closes_the_menu_and_not_the_card_under_it(browser, server):
    """The key of a hidden button kept the browser from closing the menu."""
    with opened(browser, server, "#moves=f5") as page:
        for start in ("#more", "#new-button"):
            page.click("#more")
            page.focus(start)
            page.keyboard.press("Escape")
            expect(page.locator("#menu")).to_be_hidden()
            expect(page.locator("#more")).to_be_focused()


def test_each_key_is_listed_once_and_stands_in_the_title_of_its_button(browser, server):
    with opened(browser, server, locale="fr") as page:
        page.keyboard.press("?")
        keys = page.locator("#keys kbd").all_inner_texts()
        assert len(set(keys)) == len(keys) > 20
        assert all(page.locator("#keys dd").all_inner_texts())
        assert page.locator("#next").get_attribute("title") == "Coup suivant (→ .)"
