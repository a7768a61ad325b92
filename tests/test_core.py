"""The engine runs without NumPy, Numba and llvmlite, of which wheels need none."""

from othello.native.library import warmup
from tests import source

HEAVY = ("numpy", "numba", "llvmlite")
USES = """
import othello
from othello import Board, Engine, GameRecord, Limits, review_game
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.process import run_protocol
from othello.gtp.gtp_session import GtpSession
from othello.gtp.session_state import GtpState
board = Board()
board.push("f5")
with Engine(table_mib=1) as engine:
    engine.play(board, level=3)
    engine.evaluate(board)
    engine.analyze(board, depth=2, multipv=2)
    engine.solve("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X")
game = GameRecord.from_moves("f5 d6 c3 d3 c4".split())
list(review_game(game, Engine(table_mib=1), Limits(depth=2), exact_from=0))
state = GtpState(LazyEngine(Engine.from_settings))
assert run_protocol(GtpSession, state) == 0
print(*sorted(sys.modules), file=sys.stderr)
"""
MISSING = f"""
import builtins
found = builtins.__import__

def imported(name, *args, **options):
    if name.partition(".")[0] in {HEAVY}:
        raise ModuleNotFoundError(name)
    return found(name, *args, **options)

builtins.__import__ = imported
"""
"""Code after which the heavy libraries cannot be imported."""
GTP = "genmove b\nothello-seed 7\nothello-level casual\nreg_genmove w\nanalyze\nquit\n"


def use(before):
    """Run USES in its own process, and return its answers to GTP and the modules that it has loaded."""
    warmup()
    code = f"import sys\n{before}\n{USES}"
    done = source.python("-c", code, input=GTP)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.split()


def test_the_engine_needs_nothing_heavy():
    """Playing, solving, reviewing and GTP load no heavy library, and give the same answers without any."""
    answers, modules = use("")
    assert answers.startswith("= ")
    assert "othello.kernels.midgame" in modules
    assert not {name.partition(".")[0] for name in modules} & set(HEAVY)
    compiler = ("build", "frontend", "linking", "targets")
    assert not {f"othello.native.{name}" for name in compiler}.intersection(modules)
    assert use(MISSING)[0] == answers
