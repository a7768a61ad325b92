"""The NBoard conversation of this process; apart from `process`, which must not load Numba."""

from gtp.loader import Loader, make_thinker
from gtp.nboard_session import NBoardSession
from gtp.process import hold, streams


def run_nboard(*, table_mib: float | None = None) -> int:
    """Speak NBoard's protocol on standard input and output until the end; returns the exit code.

    table_mib  -- size of the transposition table, see `Engine`; None is the engine's own
    """
    loader = Loader(lambda: make_thinker(table_mib))
    source, target = streams()
    session = NBoardSession(loader, source, target)
    return hold(session.run, session.stop_search, loader)
