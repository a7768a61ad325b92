"""A room of a server for other devices: two pages play one game, without a link for each move."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import PHONE, discs_of, opened
from tests.web.serving import GAME, INVITING, serving

pytestmark = [needs_chromium, pytest.mark.browser]


@pytest.fixture(scope="module")
def inviting():
    """A server that lets other devices in."""
    with serving(code=INVITING.format(is_terminal=False)) as server:
        yield server


def room_of(page):
    """Begin a game with a friend, and return the hash of its room's link."""
    page.click("#card-friend")
    expect(page.locator("#friend-text")).to_have_text(re.compile("^Ask your friend to scan this code"))
    expect(page.locator("#friend")).to_have_attribute("aria-busy", "false")
    link = page.input_value("#friend-link")
    assert re.fullmatch(r"http://192\.168\.1\.5:\d+/#room=[a-z]{8}", link)
    return link[link.index("#") :]


def join(page, address, room):
    """Follow the link of a room, and wait for its game."""
    page.goto(f"{address}{room}")
    expect(page.locator(".player strong")).to_have_text(["You", "Your friend"])


@contextlib.contextmanager
def two_devices(browser, server):
    """Open two pages in one room: the first began the game as Black, and the second joined."""
    with opened(browser, server) as alice, opened(browser, server) as bob:
        join(bob, server.address, room_of(alice))
        yield alice, bob


def test_two_devices_play_in_a_room(browser, inviting):
    """Moves travel by themselves. The code is shown while the friend is not there."""
    with opened(browser, inviting) as alice, opened(browser, inviting) as bob:
        room = room_of(alice)
        expect(alice.locator("#friend-code")).to_be_visible()
        link, copy = (alice.locator(name).bounding_box() for name in ("#friend-link", "#friend-copy"))
        assert link["y"] + link["height"] <= copy["y"]  # the button left half of the link in sight
        assert (
            alice.locator("#friend-code").evaluate("code => code.decode().then(() => code.naturalWidth)")
            > 100
        )
        join(bob, inviting.address, room)
        expect(alice.locator("#friend")).to_be_hidden()
        expect(bob.locator("#friend")).to_be_hidden()
        expect(bob.locator("#rival")).to_contain_text("You are connected.")
        for page, move, count in [(alice, "f5", 1), (bob, "d6", 2), (alice, "c3", 3)]:
            page.square(move).click()
            for one in (alice, bob):
                one.expect_moves(count)
        alice.square("d3").click(force=True)  # a move of the friend
        expect(alice.locator("#notice")).to_have_text("White to move: your friend's turn.")
        expect(alice.locator("#take-back")).to_be_disabled()
        assert bob.discs() == alice.discs() == discs_of(bob.board().position)
        bob.goto("about:blank")
        expect(alice.locator("#friend-code")).to_be_visible()


LATE = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (this.url.includes("/rooms/")) window.late = () => send.call(this, text);
    else send.call(this, text);
  };
}"""
"""A script that keeps the game from its room until `late` is called."""


def test_a_friend_who_comes_before_the_game_waits_for_it(browser, inviting):
    """The server had not received the game yet, and the friend read that nobody was waiting."""
    with opened(browser, inviting, script=LATE) as alice, opened(browser, inviting) as bob:
        room = room_of(alice)
        bob.goto(f"{inviting.address}{room}")
        expect(alice.locator("#friend")).to_be_hidden()
        alice.evaluate("late()")
        expect(bob.locator(".player strong")).to_have_text(["You", "Your friend"])


def test_a_page_that_comes_back_goes_on_where_the_game_is(browser, inviting):
    """A reload, a move without a connection, and a second device of the friend keep sides and moves."""
    with opened(browser, inviting) as alice, opened(browser, inviting) as bob:
        room = room_of(alice)
        join(bob, inviting.address, room)
        alice.square("f5").click()
        bob.expect_moves(1)
        alice.reload()
        bob.square("d6").click()
        alice.expect_moves(2)
        expect(alice.locator("#status")).to_have_text("Black to move: your turn.")
        with opened(browser, inviting) as phone:
            join(phone, inviting.address, room)
            phone.expect_moves(2)
            expect(phone.locator("#status")).to_have_text("Black to move: your friend's turn.")


def test_a_rematch_stays_in_the_room(browser, inviting):
    """Whoever presses Rematch is Black in the next game, and nobody scans a code again."""
    with two_devices(browser, inviting) as (alice, bob):
        alice.square("f5").click()
        bob.expect_moves(1)
        bob.resign()
        expect(alice.locator("#result")).to_be_visible()
        bob.click("#again")
        for page in (alice, bob):
            page.expect_moves(0)
        expect(bob.locator("#status")).to_have_text("Black to move: your turn.")
        expect(alice.locator("#status")).to_have_text("Black to move: your friend's turn.")
        bob.square("e6").click()
        alice.expect_moves(1)


def test_a_whole_game_ends_on_both_devices(browser, inviting):
    with two_devices(browser, inviting) as (alice, bob):
        moves = re.findall("[a-h][1-8]", GAME)
        pages = {"BLACK": alice, "WHITE": bob}
        for move in moves:
            board = alice.board()
            pages[board.turn.name].square(move).click()
            for page in (alice, bob):
                expect(page.locator(f'[data-square="{move}"]')).to_have_attribute(
                    "aria-label", re.compile("last move")
                )
        for page in (alice, bob):
            assert page.is_over()


def test_a_link_to_a_room_in_which_nobody_waits(browser, inviting):
    with opened(browser, inviting, "#room=abcdefgh") as page:
        expect(page.locator("body")).to_contain_text("Nobody is waiting in this room.")


def test_without_other_devices_there_is_no_room(browser, server):
    """A server for this computer only makes links, one for each move.

    The page tells this beside the link. The command that lets other devices in is for whoever asks.
    """
    with opened(browser, server) as page:
        page.click("#card-friend")
        expect(page.locator("#banner")).to_be_hidden()
        expect(page.locator("#friend")).to_be_hidden()
        page.square("f5").click()
        expect(page.locator("#friend-code")).to_be_hidden()
        assert "#moves=f5" in page.input_value("#friend-link")
        expect(page.locator("#friend").get_by_text("This link opens on this computer only.")).to_be_visible()
        page.click("#friend summary")
        expect(page.locator("#friend details")).to_have_attribute("open", "")
        expect(page.locator("#friend details")).to_contain_text("othello web --host 0.0.0.0")


def test_a_game_of_two_people_can_be_resigned(browser, inviting):
    """It had no end but its last move. Who waits for a friend can cancel, and the board waits, too.

    Arrows and Take back stood there without an effect, and rings that could be pressed.
    """
    with opened(browser, inviting, viewport=PHONE) as page:
        page.click("#card-two")
        page.square("f5").click()
        page.resign()
        expect(page.locator("#result-title")).to_have_text("Black won by resignation")
        expect(page.locator("#resign")).to_be_hidden()
        page.click("#play-button")
        page.click("#card-friend")
        expect(page.locator("#friend-code")).to_be_visible()
        expect(page.locator("#status")).to_have_text("Waiting for your friend …")
        expect(page.locator("#steps, #actions, #game").filter(visible=True)).to_have_count(0)
        expect(page.locator("#board > svg .legal")).to_have_count(0)
        page.square("f5").click(force=True)
        expect(page.locator("#notice")).to_have_text("Waiting for your friend …")
        page.click("#friend-cancel")
        expect(page.locator("body")).to_have_attribute("data-mode", "home")
