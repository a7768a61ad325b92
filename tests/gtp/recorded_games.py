"""Games in which a real engine, or its recorded conversation, plays black against a simple opponent.

    python -m tests.gtp.recorded_games NAME COMMAND...

records the game of a real engine as NAME.log in tests/data/gtp, through `tests.gui.relay`. As the engine of a
file, `tests.gtp.conversation_files` drives the controllers with the quirks of real programs.
"""

import re
import sys
from dataclasses import dataclass, field

from othello import PASS, Board, Color
from othello.match.controllers.controller import Program
from othello.match.controllers.dialects import UCI, UGI
from othello.match.controllers.gtp import GtpController
from othello.match.controllers.nboard import NBoardController
from othello.match.controllers.timing import GameClock, TimeRule
from othello.match.controllers.ugi import UgiController
from tests import source
from tests.gtp import conversation_files
from tests.gtp.fakes import PATIENT

UNTIMED = TimeRule()
REPORTS = 3
"""Reports of each search that a recording keeps."""


@dataclass
class Recorded:
    """How the engine of a file is driven."""

    make: type
    rule: TimeRule = UNTIMED
    options: dict = field(default_factory=dict)


FILES = {
    "edax_gtp": Recorded(GtpController, TimeRule(per_move=0.05)),
    "edax_nboard": Recorded(NBoardController, options={"depth": 1}),
    "ntest_nboard": Recorded(NBoardController, options={"depth": 1}),
    "gtp_rhino": Recorded(GtpController, TimeRule(main=60.0)),
    "fairy_stockfish_uci": Recorded(UgiController, options={"dialect": UCI, "depth": 1}),
    "nothello_ugi": Recorded(UgiController, TimeRule(per_move=0.01), {"dialect": UGI}),
}


def play(name, command):
    """Return the game of an engine at *command*, driven as the file needs it."""
    how = FILES[name]
    controller = how.make(Program(command, source.ROOT, timeouts=PATIENT), **how.options)
    # The last square of several makes games with passes.
    return game(controller, lambda board: board.legal_moves[-1], how.rule)


def game(controller, reply, rule=UNTIMED):
    """Return the game of an engine as black, against the moves that *reply* returns for a board."""
    board, clock = Board(), GameClock(rule)
    try:
        controller.start()
        controller.new_game(board, rule)
        while not board.is_over:
            turn = board.turn
            if turn is Color.BLACK and not board.must_pass:
                board.push(controller.go(turn, clock, GameClock(rule)).move)
            else:
                board.push(PASS if board.must_pass else reply(board))
                if not board.is_over:
                    controller.play(turn, board.peek(), 0.0)
    finally:
        controller.quit()
    return board


def shortened(text):
    """Return a recording with only the last REPORTS reports of each search."""
    report = r"(?m)(?:^ *[0-9.]+ < '(?:search|info depth|nodestats) .*\n)+"
    return re.sub(report, lambda match: "".join(match[0].splitlines(keepends=True)[-REPORTS:]), text)


def main(name, *command):
    """Record a game."""
    log = conversation_files.FOLDER / f"{name}.log"
    log.unlink(missing_ok=True)
    relay = [sys.executable, str(source.ROOT / "tests" / "gui" / "relay.py"), str(log)]
    print(play(name, [*relay, *command]).transcript(with_passes=True))
    log.write_text(shortened(log.read_text(encoding="utf-8")), encoding="utf-8")
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
