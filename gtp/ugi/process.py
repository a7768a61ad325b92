"""The UGI conversation of this process."""

from typing import TYPE_CHECKING

from othello.book.opening import OpeningBook
from othello.gtp.loader import make_engine
from othello.gtp.process import run_conversation
from othello.gtp.streams import standard_streams
from othello.gtp.ugi.session import UgiSession
from othello.gtp.ugi.session_state import State
from othello.settings import DEFAULT, EngineSettings

if TYPE_CHECKING:
    from othello.engine import Engine
    from othello.gtp.ugi.game import Game


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
    state = State(
        make_engine_and_game,
        settings=settings,
        level=level,
        seed=seed,
        opening=opening,
        ponders=ponders,
    )
    session = UgiSession(state, *standard_streams())
    return run_conversation(session.run, state.stop_search, lambda: state.is_loading)


def make_engine_and_game(settings: EngineSettings) -> "tuple[Engine, Game]":
    """Return a compiled engine, and a game at its start."""
    # Imported late, because it imports Numba, which takes half a second.
    from othello.gtp.ugi.game import Game

    return make_engine(settings), Game()
