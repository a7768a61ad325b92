"""A session in this process, whose engine is small and made only once."""

import pytest

from gtp.commands.all_commands import REGISTRY
from gtp.game import Game
from gtp.loader import Loader
from gtp.protocol import GtpError
from gtp.session import Session
from gtp.session_state import State
from othello.engine import Engine


@pytest.fixture(scope="session")
def engine():
    return Engine(table_mib=1)


@pytest.fixture
def state(engine):
    """What a new session works on."""
    state = State(Loader(lambda: Game(engine)))
    assert state.game is not None
    return state


@pytest.fixture
def run(state):
    """Carry a command out: `run("play b f5")` is the text of its reply."""

    def run(line):
        name, *arguments = line.split()
        return REGISTRY.run(state, name, tuple(arguments))

    return run


@pytest.fixture
def fail(run):
    """The message of the failure of a command."""

    def fail(line):
        with pytest.raises(GtpError) as caught:
            run(line)
        return str(caught.value)

    return fail


@pytest.fixture
def talk(state):
    """Hold a conversation: the input goes to a session all at once, the output comes back."""

    def talk(text, state=state):
        chunks, replies = [text, b""], []
        Session(state, lambda: chunks.pop(0), replies.append).run()
        return b"".join(replies).decode(errors="surrogateescape")

    return talk
