"""A GTP session in this process, with a small engine that is made once for all tests."""

import pytest

from othello.errors import OthelloError
from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.gtp_session import GtpSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.protocol import GtpError
from othello.gtp.session_state import GtpState
from othello.search.engine import Engine
from tests.gtp.doubles import FedEngine, Time, carry_out, request


@pytest.fixture(scope="session")
def engine():
    return Engine(table_mib=1)


@pytest.fixture
def now():
    """A clock that is set by hand."""
    return Time()


@pytest.fixture
def make_state(engine, now):
    """Return a function that begins a session with a ready engine. The session's clock is *now*."""

    def make_state(**options):
        late = LazyEngine(lambda: engine)
        late.get()
        return GtpState(late, now=now, **options)

    return make_state


@pytest.fixture
def state(make_state):
    """The state of a new session."""
    return make_state()


@pytest.fixture
def run(state, now):
    """Return a function that carries out a command: `run("play b f5")` is the text of its reply."""
    return lambda line: carry_out(REGISTRY, state, request(line, received=now()))


@pytest.fixture
def fail(run):
    """Return a function that carries out a command that fails, and returns the message."""

    def fail(line):
        with pytest.raises((GtpError, OthelloError)) as caught:
            run(line)
        return str(caught.value)

    return fail


@pytest.fixture
def talk(state):
    """Return a function that gives a session all its input at once, and returns the output."""

    def talk(text, state=state):
        chunks, replies = [text, b""], []
        GtpSession(state, lambda: chunks.pop(0), replies.append).run()
        return b"".join(replies).decode(errors="surrogateescape")

    return talk


@pytest.fixture
def fed():
    """An engine whose searches report and end under the control of the test."""
    return FedEngine()


@pytest.fixture
def begin():
    """Return a function that begins a session, `begin(NBoardTalk, engine)`, and ends it after the test."""
    talks = []

    def begin(kind, *arguments, **options):
        talks.append(kind(*arguments, **options))
        return talks[-1]

    yield begin
    for talk in talks:
        talk.end()
