"""Messages from outside: each is a request or is refused in a sentence."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.search.engine import UNTIL_SOLVED
from othello.search.limits import Clock, Limits
from othello.web.requests import OVERHEAD, REQUESTS, Analyze, BadMessageError, Play, Request, Stop, parse
from tests.web import malformed

NAMES = ("game", "level", "text", "lines", "format")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


def check(text):
    """Parse a message that may be bad."""
    try:
        number, _, request = parse(text)
    except BadMessageError as error:
        refused = error
    else:
        assert isinstance(number, int)
        assert isinstance(request, Request)
        return
    assert 0 < len(str(refused)) < 1000
    assert refused.number is None or isinstance(refused.number, int)


@given(st.text() | JSON.map(json.dumps))
def test_any_message(text):
    """Any text and any JSON is a request, or is refused."""
    check(text)


@given(
    st.sampled_from(list(REQUESTS)),
    st.dictionaries(st.sampled_from(["game", "level", "text", "lines"]), JSON),
)
def test_any_value_of_a_field_is_accepted_or_refused(kind, fields):
    check(json.dumps({"id": 1, "type": kind, **fields}))


def test_malformed_messages():
    """Requests with wrong, missing and odd fields are refused, or still are requests."""
    rng = random.Random(1)
    for _ in range(3000):
        check(malformed.message(rng))


@pytest.mark.parametrize("fields", malformed.VALID, ids=lambda fields: fields["type"])
def test_the_requests_that_the_malformed_ones_come_from_are_valid(fields):
    number, _, request = parse(json.dumps(fields))
    assert number == fields["id"]
    assert type(request) is getattr(REQUESTS[fields["type"]], "__self__", Stop)


def test_requests_without_an_example():
    """Each type of request has an example in VALID, from which malformed ones are made."""
    assert {fields["type"] for fields in malformed.VALID} == set(REQUESTS)


def test_limits():
    """Level, time and clock of a request become limits of the search."""
    game = {"moves": ["f5"]}
    _, _, found = parse(
        json.dumps({"id": 1, "type": "analyze", "game": game, "level": 9, "seconds": 2, "lines": 3})
    )
    assert isinstance(found, Analyze)
    assert found.limits == Limits(level=9, seconds=2.0, multipv=3)
    _, _, found = parse(json.dumps({"id": 1, "type": "analyze", "game": game}))
    assert found.limits == UNTIL_SOLVED
    clock = {"remaining": 60, "increment": 2}
    _, _, found = parse(
        json.dumps({"id": 1, "type": "play", "game": game, "level": "Casual", "clock": clock})
    )
    assert isinstance(found, Play)
    assert (found.level, found.limits) == ("casual", Limits(clock=Clock(60.0, 2.0, overhead=OVERHEAD)))
