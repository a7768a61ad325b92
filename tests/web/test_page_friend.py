"""A game with a friend: each move makes a link, which the other person opens."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import COVERED, OVERFLOWING, PHONE, SMALL_PHONE, discs_of, opened
from tests.web.serving import GAME
from tests.web.translations import LANGUAGES

pytestmark = [needs_chromium, pytest.mark.browser]

CLIPBOARD = ["clipboard-read", "clipboard-write"]
SHARED = """() => {
  window.given = [];
  navigator.share = async data => window.given.push(data.url);
}"""
"""Collects the links that the page hands to the apps of a phone."""


def begin(page):
    """Begin a game with a friend on the first screen, and play its first move."""
    page.click("#card-friend")
    expect(page.locator("#friend")).to_be_hidden()
    page.square("f5").click()


def follow(page, link):
    """Open a link in a tab that is there already."""
    page.goto(link)
    page.expect_moves(len(re.search(r"moves=(\w*)", link)[1]) // 2)


def link_of(page):
    """Return the link that the page asks its person to send."""
    expect(page.locator("#friend-text")).to_contain_text("Send this link to your friend.")
    return page.input_value("#friend-link")


def test_two_people_play_by_links(browser, server):
    """Both see the board from their own side, move only their own discs, and get a link after each move."""
    with opened(browser, server) as alice, opened(browser, server) as bob:
        begin(alice)
        expect(alice.locator("#table")).not_to_have_class("turned")
        assert link_of(alice).startswith(f"{server.address}#moves=f5&friend=white&date=")
        follow(bob, link_of(alice))
        expect(bob.locator("#table")).to_have_class("turned")
        expect(bob.locator("#status")).to_have_text("White to move: your turn.")
        expect(bob.locator("#friend")).to_be_hidden()
        expect(bob.locator(".player strong")).to_have_text(["You", "Your friend"])
        bob.square("d6").click()
        follow(alice, link_of(bob))
        expect(alice.locator("#status")).to_have_text("Black to move: your turn.")
        alice.square("c3").click()
        expect(alice.locator("#status")).to_have_text("White to move: your friend's turn.")
        alice.square("d3").click(force=True)  # a move of the friend
        expect(alice.locator("#notice")).to_have_text("Send this link to your friend.")
        follow(bob, link_of(alice))
        assert bob.moves() == ["f5", "d6", "c3"]
        assert bob.discs() == discs_of(bob.board().position)


def test_a_link_is_sent_and_awaited(browser, server):
    """The page asks for the link until it is copied, also after a reload, and then waits for the reply."""
    with opened(browser, server, permissions=CLIPBOARD) as page:
        begin(page)
        page.reload()
        link = link_of(page)
        page.click("#friend-copy")
        expect(page.locator("#friend-text")).to_contain_text("Your friend's reply comes as another link.")
        assert page.evaluate("navigator.clipboard.readText()") == link
        expect(page.locator("#take-back")).to_be_disabled()
        page.reload()
        expect(page.locator("#friend-text")).to_contain_text("Your friend's reply")


def test_a_low_phone_shows_what_a_friend_needs_and_no_half_row_of_moves(browser, server):
    """A remark for owners of servers covered the only instruction."""
    with opened(browser, server, viewport={"width": 390, "height": 664}, has_touch=True) as page:
        page.click("#card-friend")
        expect(page.locator("#rival")).to_contain_text("Send the link that appears after your move.")
        assert page.evaluate(COVERED, "#rival, #actions button") == []
        place = page.locator("#resign").bounding_box()
        page.square("f5").click()
        expect(page.locator("#friend-link")).to_be_visible()
        assert page.locator("#resign").bounding_box() == place  # the link took the place of the buttons
        expect(page.locator("#opening")).to_be_hidden()  # an empty line stood above the first move
        expect(page.locator("#rival small")).to_have_count(0)  # the link has appeared
        assert page.evaluate(COVERED, "#friend-text, #friend-copy, #actions button") == []
        expect(page.locator("#game")).to_be_hidden()


def test_a_phone_shares_the_link_with_its_apps(browser, server):
    with opened(browser, server, script=SHARED, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        begin(page)
        link = link_of(page)
        page.click("#friend-share")
        expect(page.locator("#friend-text")).to_contain_text("Your friend's reply")
        assert page.evaluate("window.given") == [link]


def test_a_move_that_is_not_sent_can_be_taken_back_and_earlier_ones_stay(browser, server):
    """Nobody can replace moves that the friend has seen."""
    with opened(browser, server, "#moves=f5d6&friend=black") as page:
        expect(page.locator("#take-back")).to_be_disabled()
        page.click("#back")
        page.click("#back")
        page.square("d3").click(force=True)  # goes to the last position
        page.expect_ply(2)
        page.square("c3").click()
        page.click("#take-back")
        page.expect_moves(2)
        expect(page.locator("#friend")).to_be_hidden()


def test_neither_engine_nor_values_take_part(browser, server):
    with opened(browser, server, "#moves=f5&friend=white") as page:
        for name in ("hint", "thought"):
            expect(page.locator(f"#{name}")).to_be_hidden()
        page.square("d6").click()
        link_of(page)
        page.click("#games-button")
        expect(page.locator("#next-opponent")).to_be_visible()


def test_the_end_of_a_game_is_sent_before_its_result_is_shown(browser, server):
    """The friend sees the same result."""
    with opened(browser, server, "#moves=f5&friend=white", permissions=CLIPBOARD) as bob:
        bob.resign()
        link = link_of(bob)
        assert "result=64&ending=resigned" in link
        expect(bob.locator("#result")).to_be_hidden()
        bob.click("#friend-copy")
        expect(bob.locator("#friend")).to_be_hidden()
        expect(bob.locator("#result-title")).to_have_text("You lost by resignation")
    with opened(browser, server, link.removeprefix(server.address)) as alice:
        expect(alice.locator("#result-title")).to_have_text("You won by resignation")
        expect(alice.locator("#friend")).to_be_hidden()
        alice.click("#again")
        alice.square("f5").click()
        assert "#moves=f5&friend=white" in link_of(alice)


def test_a_link_to_a_game_that_is_over_or_damaged_tells_so(browser, server):
    with opened(browser, server, f"#moves={GAME}&friend=black") as page:
        expect(page.locator("#result-title")).to_have_text("You won 33\u201331")
    with opened(browser, server, "#moves=f5a1&friend=white") as page:
        expect(page.locator("#banner-text")).to_have_text(re.compile("^The link cannot be opened: move 2"))
    with opened(browser, server, "#moves=f5&friend=red") as page:
        expect(page.locator("#status")).to_have_text("White to move.")


def test_the_words_of_a_friend_fit_the_smallest_phone(browser, server):
    for language in ("en", *LANGUAGES):
        with opened(browser, server, viewport=SMALL_PHONE, locale=language, is_mobile=True) as page:
            begin(page)
            expect(page.locator("#friend-copy")).to_be_visible()
            assert page.evaluate(f"({OVERFLOWING})(document.querySelector('#friend'))") == [0, []], language
