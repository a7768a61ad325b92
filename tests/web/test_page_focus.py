"""The focus of keys and the back button: neither loses the page."""

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import PHONE, opened
from tests.web.serving import GAME

pytestmark = [needs_chromium, pytest.mark.browser]

FOCUSED = "() => document.activeElement.dataset.square ?? document.activeElement.id"


def press(page, selector):
    """Press a button by keys."""
    page.locator(selector).focus()
    page.keyboard.press("Enter")


def resign_by_keys(page):
    press(page, "#resign")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#result-review")).to_be_focused()  # when the animation of the card has ended


def test_a_game_that_keys_begin_and_end_has_the_focus(browser, server):
    """The board gets the focus at the start, and *Review* after a loss. The key that starts the game plays no
    move."""
    with opened(browser, server) as page:
        press(page, "[data-level=club]")
        expect(page.locator("#play")).to_be_focused()
        page.keyboard.down("Enter")
        page.keyboard.down("Enter")  # its repetition
        page.keyboard.up("Enter")
        expect(page.locator("#white strong")).to_have_text("Club")
        expect(page.square("f5")).to_be_focused()
        assert page.moves() == []
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(page.square("f5")).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(page.square("f4")).to_be_focused()
        resign_by_keys(page)
        press(page, "#again")
        expect(page.locator("#result")).to_be_hidden()
        expect(page.square("f4")).to_be_focused()
        resign_by_keys(page)
        press(page, "#result-close")
        expect(page.square("f4")).to_be_focused()


def test_a_button_that_takes_itself_away_leaves_the_focus_to_a_neighbor_or_to_the_board(browser, server):
    """Buttons that were disabled, hidden or removed when they were pressed used to lose it."""
    with opened(browser, server, f"#moves={GAME[:24]}") as page:
        page.review()
        page.keyboard.press("Home")
        page.keyboard.press("End")
        for selector, focused in (
            ("#learn", "f5"),
            ("#learn-solve", "learn-next"),
            ("#learn-end", "f5"),
        ):
            press(page, selector)
            expect(page.locator(f"#{focused}, [data-square={focused}]")).to_be_focused()
        page.keyboard.press("e")
        press(page, "#setup >> text=Cancel")
        assert page.evaluate(FOCUSED) == "f5"
        page.evaluate("document.querySelector('#begin').click()")  # the key Home belongs to the board now
        page.square("d3").click()
        press(page, "#moves .variation button")
        assert page.evaluate(FOCUSED) == "d3"
    with opened(browser, server, "#moves=f5a1") as page:
        expect(page.locator("#banner")).to_be_visible()
        press(page, "#banner-close")
        assert page.evaluate(FOCUSED) == "f5"


def test_a_dialog_of_the_menu_gives_the_focus_back_to_the_button_of_the_menu(browser, server):
    with opened(browser, server, "#moves=f5", viewport=PHONE) as page:
        press(page, "#more")
        press(page, "#help-button")
        expect(page.locator("#help-dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#more")).to_be_focused()


def test_the_tab_key_reaches_a_card_before_the_board_that_it_covers(browser, server):
    with opened(browser, server) as page:
        page.begin()
        resign_by_keys(page)
        page.locator("#more").focus()
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == "result-close"


def test_the_back_button_closes_what_is_open_before_it_leaves_the_page(browser, server):
    """It used to leave the page from any dialog. A dialog that is closed otherwise leaves no step.

    After dialogs, the menu and lessons, it leaves the mode for the first screen.
    """
    with opened(browser, server, f"#moves={GAME[:24]}", viewport=PHONE) as page:
        page.wait_for_url(server.address)
        page.review()

        def show(name):
            page.locator(f"#{name}").dispatch_event("click")

        def expect_closed(selector):
            expect(page.locator(selector)).to_be_hidden()
            page.wait_for_function("() => history.state?.open === 1")  # the mode
            assert page.url == server.address

        for name in ("new", "open", "link", "help"):
            show(f"{name}-button")
            expect(page.locator(f"#{name}-dialog")).to_be_visible()
            page.go_back()
            expect_closed(f"#{name}-dialog")
        for name, part in (("more", "#new-button"), ("setup-button", "#setup"), ("learn", "#learning")):
            show(name)
            expect(page.locator(part)).to_be_visible()
            page.go_back()
            expect_closed(part)
        show("learn")
        show("more")
        show("help-button")
        page.wait_for_function("() => history.state?.open === 3")  # the menu has closed itself
        page.go_back()
        expect(page.locator("#help-dialog")).to_be_hidden()
        expect(page.locator("#learning")).to_be_visible()
        page.go_back()
        expect_closed("#learning")
        show("help-button")
        page.keyboard.press("Escape")
        expect_closed("#help-dialog")
        page.go_forward()
        expect_closed("#help-dialog")
        page.go_back()
        expect(page.locator("#welcome")).to_be_visible()
        page.go_back()
        assert page.url == "about:blank"


def test_the_back_button_answers_a_question_with_no(browser, server):
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.click("#resign")
        page.go_back()
        expect(page.locator("#ask-dialog")).to_be_hidden()
        page.expect_turn()


def test_a_reload_with_an_open_dialog_leaves_nothing_for_the_back_button_to_do(browser, server):
    with opened(browser, server, "#moves=f5", viewport=PHONE) as page:
        page.wait_for_url(server.address)
        page.locator("#help-button").dispatch_event("click")
        page.wait_for_function("() => history.state?.open === 2")
        page.reload()
        page.wait_for_function("() => history.state?.open === 1")
        page.go_back()
        expect(page.locator("#welcome")).to_be_visible()
        page.go_back()
        assert page.url == "about:blank"
