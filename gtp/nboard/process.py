"""The NBoard conversation of this process; apart from `process`, which must not load Numba."""

from gtp.loader import Loader, make_engine
from gtp.nboard.session import NBoardSession
from gtp.process import hold, streams
from othello.human.levels import Level
from othello.settings import DEFAULT, EngineSettings


def run_nboard(
    *,
    level: Level | None = None,
    seed: int | None = None,
    ponders: bool = False,
    settings: EngineSettings = DEFAULT,
) -> int:
    """Speak NBoard's protocol on standard input and output until the end; returns the exit code.

    level     -- the level of moves that it plays; None is the depth that the GUI sets
    seed      -- decides the moves of a level that errs; None draws one for each game
    ponders   -- whether the engine thinks on the opponent's time
    settings  -- how to make the engine
    """
    loader = Loader(lambda: make_engine(settings))
    source, target = streams()
    session = NBoardSession(loader, source, target, level=level, seed=seed, ponders=ponders)
    return hold(session.run, session.stop_search, loader)
