"""Another engine as a player that takes a board and returns a move.

    with othello.open_engine("edax -gtp") as edax:
        answer = edax.play("f5d6c3", seconds=1.0)
        print(answer.move, answer.evaluation)

The engine remembers its board and its searches from move to move. If a board begins with the moves of the
last board, only the new moves are sent. Any other board begins a new game.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from othello.errors import IllegalMoveError
from othello.match.controllers.channel import split_command
from othello.match.controllers.controller import Controller, EngineMove, Program
from othello.match.controllers.dialects import DIALECTS
from othello.match.controllers.failure import DEFAULT_TIMEOUTS, EngineFailure, Fault, Timeouts
from othello.match.controllers.gtp import GtpController
from othello.match.controllers.nboard import NBoardController
from othello.match.controllers.timing import NO_LIMIT, GameClock, TimeRule
from othello.match.controllers.ugi import UgiController
from othello.rules.board import Board, BoardLike, board_of
from othello.rules.square import PASS

PROTOCOLS: Final = ("gtp", "nboard", *DIALECTS)


def open_engine(
    command: str | Sequence[str],
    *,
    protocol: str = "gtp",
    depth: int | None = None,
    setup: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    timeouts: Timeouts = DEFAULT_TIMEOUTS,
) -> "OpenEngine":
    """Start an engine in its own process.

    command  -- program and arguments: a list, or a string with quotes as in a shell
    protocol -- "gtp", "nboard", "ugi", or "uci" for Fairy-Stockfish
    depth    -- depth of each search in plies. For a GTP engine, use *setup* instead.
    setup    -- GTP commands to send at the start, such as "level 10". They must all succeed.
    options  -- options of a UGI or UCI engine, such as {"Threads": "2"}
    cwd, env -- working directory and environment, by default the same as for this process
    timeouts -- how many seconds to wait for replies, see `Timeouts`

    Raises EngineFailure if the engine does not start. Raises ValueError if an argument does not fit the
    protocol.
    """
    if protocol not in PROTOCOLS:
        raise ValueError(
            f"{protocol!r} is not a protocol: use {', '.join(PROTOCOLS[:-1])} or {PROTOCOLS[-1]}"
        )
    if (setup and protocol != "gtp") or (depth is not None and protocol == "gtp"):
        raise ValueError("setup works only with GTP engines, and depth works only with other engines")
    if options and protocol not in DIALECTS:
        raise ValueError(f"options work only with the protocols {' and '.join(DIALECTS)}")
    words = split_command(command) if isinstance(command, str) else command
    if not words or not all(map(str.strip, setup)):
        raise ValueError("the command or a command in setup is blank: name a program, or an engine command")
    program = Program(words, None if cwd is None else Path(cwd), env, timeouts)
    controller = new_controller(program, protocol=protocol, depth=depth, setup=setup, options=options)
    try:
        controller.start()
    except BaseException:
        controller.kill()
        raise
    return OpenEngine(controller)


def new_controller(
    program: Program,
    *,
    protocol: str,
    depth: int | None = None,
    setup: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
) -> Controller:
    """Return a controller for an engine that is not started yet. `open_engine` explains the arguments."""
    if protocol == "gtp":
        return GtpController(program, setup=setup)
    if protocol == "nboard":
        return NBoardController(program, depth=depth)
    return UgiController(program, dialect=DIALECTS[protocol], depth=depth, options=options)


class OpenEngine:
    """An engine in its own process, started by `open_engine`.

    It plays one game at a time. If an EngineFailure is raised, the process is killed, and you can only close
    the engine.
    """

    def __init__(self, controller: Controller) -> None:
        """Take over *controller*, whose engine is already started."""
        self._controller = controller
        self._known: Board | None = None
        """The board as the engine knows it, or None before the first game."""
        self._rule = NO_LIMIT

    def __enter__(self) -> "OpenEngine":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ask the engine to end. If it does not end, kill it."""
        self._controller.quit()

    def stop(self) -> None:
        """Stop a `play` running in another thread. If the engine has no command for this, kill it."""
        self._controller.stop()

    @property
    def errors(self) -> str:
        """The end of the engine's standard error as a string."""
        return self._controller.errors

    def play(self, board: BoardLike, *, seconds: float | None = None) -> EngineMove:
        """Return the engine's move with its value. *board* stays unchanged.

        board   -- a board, a position, or a string that `Board.parse` accepts
        seconds -- time for the move, or None for no limit. NBoard's protocol cannot express a time per move.

        If the side to move must pass, returns PASS without asking the engine. Raises ValueError if the game
        is over. Raises EngineFailure if the engine fails, plays an illegal move, or takes too long.
        """
        board = board_of(board)
        if board.is_over:
            raise ValueError("the game is over, so no move can be played")
        if board.must_pass:
            return EngineMove(PASS, 0.0)
        try:
            return self._play(board, TimeRule(per_move=seconds))
        except BaseException:
            self._controller.kill()
            raise

    def _play(self, board: Board, rule: TimeRule) -> EngineMove:
        known = self._follow(board, rule)
        answer = self._controller.go(board.turn, GameClock(rule), GameClock(rule))
        try:
            known.push(answer.move)
        except IllegalMoveError as error:
            raise EngineFailure(Fault.ILLEGAL, str(error)) from None
        return answer

    def _follow(self, board: Board, rule: TimeRule) -> Board:
        """Set the engine to the position of *board*. Return the board as the engine knows it."""
        if not board.is_in_turn:  # no protocol can express this
            board = Board(board.position)
        known, moves = self._known, board.move_stack
        is_later = (
            known is not None
            and rule == self._rule
            and known.first_position == board.first_position
            and known.move_stack == moves[: known.ply]
        )
        if known is None or not is_later:
            self._controller.new_game(board, rule)
            self._known, self._rule = board.copy(), rule
            return self._known
        for move in moves[known.ply :]:
            self._controller.play(known.turn, move, 0.0)
            known.push(move)
        return known
