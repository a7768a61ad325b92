"""Presses on the page, its focus and its scrolling while the page changes under them."""

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import DESKTOP, HELD, PHONE, opened
from tests.web.serving import GAME

pytestmark = [needs_chromium, pytest.mark.browser]

LINE = "f5d6c3d3c4"
MISTAKE = "reply => ({...reply, move: reply.move && {...reply.move, mark: '?', lost: '5.0'}})"
"""Makes the move of a report a mistake."""
HEIGHTS = """() => Object.fromEntries(
  [...document.querySelectorAll("button, select, textarea, #moves tr")]
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .map(one => [one.id || one.dataset.ply || one.textContent, Math.round(one.getBoundingClientRect().y)])
)"""
"""The heights of all that can be pressed, by name."""


def press(page, place):
    """Press the mouse on the middle of an element."""
    page.locator(place).scroll_into_view_if_needed()
    box = page.locator(place).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_press_on_a_line_plays_its_move_although_a_report_reorders_the_lines(browser, server):
    """The board shows the line that is under the pointer. No value of the book keeps the order."""
    with opened(browser, server, f"#moves={GAME[:40]}", script=HELD) as page:
        page.switch_analysis()
        page.deliver("reply => (window.first = reply)")
        expect(page.locator("#best li")).to_have_count(5)
        moves = page.locator("#best .move").all_inner_texts()
        press(page, "#best li:nth-child(2)")
        expect(page.locator(f"#board text.number.{moves[1]}")).to_have_text("1")
        page.deliver("() => ({...window.first, lines: window.first.lines.reverse()})")
        expect(page.locator("#best .move")).to_have_text(moves[::-1])
        expect(page.locator(f"#board text.number.{moves[3]}")).to_have_text("1")
        page.mouse.up()
        expect(page.locator("#moves tr.now td:nth-child(2)")).to_have_text(moves[1])


@pytest.mark.parametrize(
    ("place", "ply"),
    [('#moves tr[data-ply="4"] td:nth-child(3)', "4"), ("#graph svg", "2")],
    ids=["row", "graph"],
)
def test_a_press_shows_a_position_although_a_report_of_a_review_comes_before_its_end(
    browser, server, place, ply
):
    with opened(browser, server, f"#moves={LINE}", script=HELD) as page:
        page.click("#review-button")
        page.deliver(MISTAKE)
        press(page, place)
        page.deliver(MISTAKE)
        expect(page.locator('#moves tr[data-ply="4"] .mark')).to_have_text("?")
        page.mouse.up()
        page.expect_ply(ply)


def test_a_button_keeps_the_focus_when_a_report_of_a_review_arrives(browser, server):
    with opened(browser, server, f"#moves={LINE}", script=HELD) as page:
        page.locator('#moves tr[data-ply="3"]').click()
        page.square("f4").click()
        page.click("#review-button")
        place = "#moves .variation button"
        page.locator(place).first.focus()
        page.deliver(MISTAKE)
        expect(page.locator("#moves .variation .mark")).to_have_text("?")
        expect(page.locator(place).first).to_be_focused()


def test_the_list_of_moves_stays_where_the_person_has_scrolled_it_during_a_review(browser, server):
    """The next position that is shown is scrolled into view again."""
    with opened(browser, server, f"#moves={GAME}", script=HELD) as page:
        page.click("#review-button")
        scrolled = "document.querySelector('#list').scrollTop"
        assert page.evaluate(scrolled) > 100
        page.evaluate(f"{scrolled} = 0")
        page.deliver(MISTAKE)
        expect(page.locator("#moves tr.now .mark")).to_have_text("?")
        assert page.evaluate(scrolled) == 0
        page.keyboard.press(",")
        assert page.evaluate(scrolled) > 100


@pytest.mark.parametrize("viewport", [DESKTOP, {"width": 1600, "height": 900}, PHONE], ids=str)
def test_a_review_moves_nothing_that_can_be_pressed(browser, server, viewport):
    """The graph, the sums and the buttons for mistakes get their places before the first report."""
    with opened(browser, server, f"#moves={LINE}", script=HELD, viewport=viewport) as page:
        page.click("#review-button")
        expect(page.locator("#moments progress")).to_have_attribute("max", "5")
        page.wait_for_function("() => window.held.length === 6")
        before = page.evaluate(HEIGHTS)
        page.deliver("reply => reply")
        for _ in range(5):
            page.deliver(MISTAKE)
        expect(page.locator("#moments progress")).to_have_count(0)
        expect(page.locator("#mistake")).to_be_enabled()
        expect(page.locator("#graph svg")).to_be_visible()
        after = page.evaluate(HEIGHTS)
        assert {name: after[name] for name in before} == before


def test_a_double_click_on_play_presses_nothing_below_it(browser, server):
    with opened(browser, server) as page:
        page.dblclick("#play")
        expect(page.locator("#white strong")).to_have_text("Casual")
        expect(page.locator("body[data-mode=play]")).to_be_attached()
        assert page.moves() == []
        page.wait_for_function(
            "start => performance.now() > start + 400", arg=page.evaluate("performance.now()")
        )
        page.square("d3").click()
        page.expect_moves(2)
