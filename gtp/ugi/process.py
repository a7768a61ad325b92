"""The UGI conversation of this process."""

from othello.book.opening import OpeningBook
from othello.gtp.process import run_conversation
from othello.gtp.streams import standard_streams
from othello.gtp.ugi.session import UgiSession
from othello.gtp.ugi.session_state import State
from othello.settings import DEFAULT, EngineSettings


def run_ugi(
    *,
    level: str | None = None,
    seed: int | None = None,
    opening: OpeningBook | None = None,
    ponders: bool = False,
    settings: EngineSettings = DEFAULT,
) -> int:
    """Speak UGI on standard input and output until the session ends; return the exit code.

    The arguments are the first values of the options, see `State`.
    """
    state = State(settings=settings, level=level, seed=seed, opening=opening, ponders=ponders)
    session = UgiSession(state, *standard_streams())
    return run_conversation(session.run, state.stop_search, lambda: state.is_loading)
