"""Messages from outside: each is a request or is refused in a sentence."""

import json
import random
from unittest import mock

import pytest
from hypothesis import given, strategies as st

from othello.search.engine import UNTIL_SOLVED
from othello.search.limits import Clock, Limits
from othello.web.requests import OVERHEAD, REQUESTS, BadMessageError, Request, parse
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
def test_any_text_and_any_json_is_a_request_or_is_refused(text):
    check(text)


@given(
    st.sampled_from(list(REQUESTS)),
    st.dictionaries(st.sampled_from(["game", "level", "text", "lines"]), JSON),
)
def test_any_value_of_a_field_is_accepted_or_refused(kind, fields):
    check(json.dumps({"id": 1, "type": kind, **fields}))


def test_malformed_messages():
    """Requests with wrong, missing and odd fields are refused, or are still valid requests."""
    rng = random.Random(1)
    for _ in range(3000):
        check(malformed.message(rng))


def test_each_type_of_request_has_a_valid_example_from_which_malformed_ones_are_made():
    for fields in malformed.VALID:
        number, kind, request = parse(json.dumps(fields))
        assert (number, kind) == (fields["id"], fields["type"])
        assert isinstance(request, Request)
    assert {fields["type"] for fields in malformed.VALID} == set(REQUESTS)


class Begun(Exception):
    """Raised in place of a search."""


def context_of_search(**fields):
    """Return a context, a mock, that has the arguments of the search that a message asks for."""
    context = mock.Mock()
    context.engine.steps.side_effect = context.player.steps.side_effect = Begun
    _, _, request = parse(json.dumps({"id": 1, "game": {"moves": ["f5"]}, **fields}))
    with pytest.raises(Begun):
        next(request.steps(context, None, None))
    return context


def test_level_time_and_clock_of_a_request_become_limits_of_the_search():
    context = context_of_search(type="analyze", level=9, seconds=2, lines=3)
    assert context.engine.steps.call_args.args[1] == Limits(level=9, seconds=2.0, multipv=3)
    assert context_of_search(type="analyze").engine.steps.call_args.args[1] == UNTIL_SOLVED
    context = context_of_search(type="play", level="Casual", clock={"remaining": 60, "increment": 2})
    context.player.set_level.assert_called_once_with("casual")
    assert context.player.steps.call_args.args[1] == Limits(clock=Clock(60.0, 2.0, overhead=OVERHEAD))
