"""The NBoard conversation of this process."""

from othello.book.opening import OpeningBook
from othello.engine import Engine
from othello.gtp.late import Late
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.nboard.session_state import State
from othello.gtp.process import run_conversation
from othello.gtp.streams import standard_streams
from othello.human.level_player import LevelPlayer
from othello.settings import DEFAULT, EngineSettings


def run_nboard(
    *,
    player: LevelPlayer | None = None,
    opening: OpeningBook | None = None,
    ponders: bool = False,
    settings: EngineSettings = DEFAULT,
) -> int:
    """Speak NBoard's protocol on standard input and output until the end; return the exit code.

    player    -- chooses the moves; None means a player at the depth that the GUI sets
    opening   -- the book for the opening; None plays without one
    ponders   -- whether the engine searches on the opponent's time
    settings  -- settings of the engine
    """
    engine = Late(lambda: Engine.from_settings(settings))
    state = State(engine, player=player, opening=opening, ponders=ponders)
    session = NBoardSession(state, *standard_streams())
    return run_conversation(session.run, state.stop_search, lambda: engine.is_busy)
