"""Whole inputs of a controller, messages of the page, and answers of engines: none ends in an internal error.

The engine searches one ply, and searches without an end are stopped at the end of the input at once.
"""

import contextlib
import time
from dataclasses import replace
from unittest import mock

from othello import Board, Engine, Limits, OthelloError
from othello.gtp import session
from othello.gtp.gtp_session import GtpSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.nboard.session_state import NBoardState
from othello.gtp.session_state import GtpState
from othello.match.controllers import controller
from othello.match.controllers.engine import new_controller
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.timing import GameClock, TimeRule
from othello.match.engine_spec import PROTOCOLS
from othello.search.settings import EngineSettings
from othello.web.context import Context
from othello.web.requests import QuickQuery, parse

INTERNAL = b"internal error"


class QuickEngine(Engine):
    """An engine whose searches are one ply deep, whatever their limits."""

    def steps(self, position, limits, cancel, **options):
        return super().steps(position, replace(Limits(depth=1), multipv=limits.multipv), cancel, **options)


ENGINE = QuickEngine(table_mib=1)
DESK = Context(EngineSettings(), None)


def converse(make, data: bytes) -> None:
    """Let a session read an input to its end, and check that it has met no error of the program."""
    chunks, written = iter([data]), []
    with mock.patch.object(session, "GRACE", 0.0):
        make(lambda: next(chunks, b""), written.append).run()
    assert INTERNAL not in b"".join(written) or INTERNAL in data


def speak_gtp(data: bytes) -> None:
    state = GtpState(LazyEngine(lambda: ENGINE))
    converse(lambda read, write: GtpSession(state, read, write), data)


def speak_nboard(data: bytes) -> None:
    """Speak NBoard's protocol."""
    state = NBoardState(LazyEngine(lambda: ENGINE))
    converse(lambda read, write: NBoardSession(state, read, write), data)


def send_messages(data: bytes) -> None:
    """Carry out the messages of the page, one in each line, that need no search."""
    for line in data.decode("utf-8", "replace").splitlines():
        with contextlib.suppress(OthelloError):
            _, _, request = parse(line)
            if isinstance(request, QuickQuery):
                request.reply(DESK)


class Answers:
    """The output of an engine, which ends after these lines. Whatever is sent to the engine is ignored."""

    errors = ""

    def __init__(self, data: bytes) -> None:
        self._lines = data.split(b"\n")

    def read(self, deadline: float, waiting_for: str) -> tuple[str, float]:
        """Return the next line."""
        if not self._lines:
            raise EngineFailure(Fault.CRASH, "no more lines")
        return self._lines.pop(0).decode(errors="replace"), time.monotonic()

    def send(self, line: object) -> None:
        """Take a line, or the seconds to wait for the end."""

    close = send


def play_engine(data: bytes) -> None:
    """Let an engine of each protocol answer to the requests of two games."""
    clock = GameClock(TimeRule(main=60.0))
    for protocol in PROTOCOLS:
        engine = new_controller(controller.Program(["fuzz"]), protocol=protocol, depth=3)
        with (
            mock.patch.object(controller, "Channel", return_value=Answers(data)),
            contextlib.suppress(EngineFailure),
        ):
            engine.start()
            for moves in ("", "f5d6c3"):
                board = Board.parse(moves)
                engine.new_game(board, clock.rule)
                while board.is_legal(move := engine.go(board.turn, clock, clock).move):
                    board.push(move)
                    engine.play(board.turn, board.legal_moves[0], 1.5)
                    board.push(board.legal_moves[0])


GTP_SEED = b"""1 boardsize 8
clear_board
play b f5
genmove w
gogui-setup b e4 w d4
gogui-setup_player w
gogui-play_sequence w f4 b e3
time_settings 60 5 1
time_left b 10.5 0
othello-level casual
genmove b
othello-values
undo
lz-analyze b 10
showboard
final_score
loadsgf none.sgf 3
othello-setup ---------------------------OX------XO--------------------------- X
gg-undo 2
quit
"""
NBOARD_SEED = b"""nboard 2
set depth 3
set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 \
---------------------------O*------*O--------------------------- *]B[F5/1.5/2]W[D6];)
ping 1
move C3/0.5/1
hint 2
go
set contempt 20
learn
analyze
quit
"""
MESSAGES_SEED = b"""{"id": 1, "type": "read", "text": "f5d6c3"}
{"id": 2, "type": "describe", "game": {"moves": ["f5", "d6"], "start": null}}
{"id": 3, "type": "write", "format": "sgf", "game": {"moves": ["f5"], "black": "a", "result": 2}}
{"id": 4, "type": "play", "game": {"moves": []}, "level": "casual", "clock": {"remaining": 5, "increment": 0}}
{"id": 5, "type": "read", "name": "a.ggf.gz", "data": "H4sIAAAAAAAAAwMAAAAAAAAAAAA="}
{"id": 6, "type": "stop"}
"""
ENGINE_SEED = b"""= 2

ugiok
uciok
option name Hash type spin default 16 min 1 max 1024
readyok
readyok
readyok
info depth 3 score cp -150 pv d3
bestmove d3 ponder c4
set myname fuzz
pong 1
pong 2
=== d3/1.50/0.25
=1 D3

? illegal
"""
SESSIONS = {
    "gtp": (speak_gtp, GTP_SEED),
    "nboard": (speak_nboard, NBOARD_SEED),
    "messages": (send_messages, MESSAGES_SEED),
    "engine": (play_engine, ENGINE_SEED),
}
