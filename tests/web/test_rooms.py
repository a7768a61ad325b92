"""Rooms of a server, through which two pages play one game."""

import contextlib
import http.client
import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.waiting import eventually
from tests.web.serving import SECONDS, serving

SMALL = """
from othello.cli import main, web
from othello.web import rooms
web._own_address = lambda: "192.168.1.5"
rooms.MAX_ROOMS, rooms.MAX_PAGES = {rooms}, {pages}
main(["web", "--no-open", "--port", "0", "--hash", "2", "--host", "0.0.0.0"])
"""
"""A program with a server that has small limits."""


@pytest.fixture(scope="module")
def small():
    with serving(code=SMALL.format(rooms=100, pages=3)) as server:
        yield server


class Member:
    """A page in a room."""

    def __init__(self, connection):
        self.connection = connection

    def told(self):
        """Return the next state and number of pages."""
        message = json.loads(self.connection.recv(timeout=SECONDS))
        return message["state"], message["pages"]

    def tell(self, state):
        self.connection.send(state)

    def is_refused(self):
        with pytest.raises(ConnectionClosed):
            self.connection.recv(timeout=SECONDS)
        return True


@contextlib.contextmanager
def joined(server, name):
    """Join a room. The end of the block leaves it."""
    with connect(f"ws://localhost:{server.port}/rooms/{name}", open_timeout=SECONDS) as connection:
        yield Member(connection)


def is_open(server, name):
    """Return whether a page can join a room."""
    with joined(server, name) as page:
        try:
            return page.told() == ("", 1)
        except ConnectionClosed:
            return False


def test_a_state_goes_to_the_others_and_waits_for_those_who_come_later(small):
    with joined(small, "relaying") as alice:
        assert alice.told() == ("", 1)
        with joined(small, "relaying") as bob:
            assert alice.told() == bob.told() == ("", 2)
            alice.tell("f5")
            assert bob.told() == ("f5", 2)
            bob.tell("f5d6")
            assert alice.told() == ("f5d6", 2)
        assert alice.told() == ("f5d6", 1)
    with joined(small, "relaying") as later:
        assert later.told()[0] == "f5d6"


@pytest.mark.parametrize("name", ["short", "toolongname", "UPPERCAS", "with1234"])
def test_a_name_that_no_link_has_is_refused(small, name):
    with joined(small, name) as page:
        assert page.is_refused()


@pytest.mark.parametrize("state", [b"\x00", "", "x" * 2049])
def test_what_is_not_a_state_ends_the_connection(small, state):
    with joined(small, "wrongone") as page:
        page.told()
        page.tell(state)
        assert page.is_refused()


def test_a_room_has_a_largest_number_of_pages(small):
    with contextlib.ExitStack() as stack:
        for count in range(1, 4):
            assert stack.enter_context(joined(small, "fullroom")).told() == ("", count)
        assert stack.enter_context(joined(small, "fullroom")).is_refused()


def test_a_new_room_replaces_the_oldest_empty_one():
    """If all rooms are in use, a new one is refused, and the others stay."""
    with serving(code=SMALL.format(rooms=2, pages=3)) as server, joined(server, "firstone") as first:
        first.told()
        first.tell("kept")
        with joined(server, "secondon") as second:
            second.told()
            assert not is_open(server, "thirdone")
        assert eventually(
            lambda: is_open(server, "thirdone")
        )  # the server has heard that the second page left
        with joined(server, "firstone") as again:
            assert again.told() == ("kept", 2)


@pytest.mark.parametrize(("name", "status"), [("abcdefgh", 200), ("abc", 404)])
def test_the_code_of_a_link_is_a_picture(small, name, status):
    connection = http.client.HTTPConnection("localhost", small.port, timeout=SECONDS)
    connection.request("GET", f"/rooms/{name}.svg")
    response = connection.getresponse()
    assert response.status == status
    assert (b"<svg" in response.read()) == (status == 200)
    connection.close()
