"""The boards, observations and replays of OpenSpiel and of Kaggle's Game Arena.

OpenSpiel's game "othello" numbers its actions as `Move` does: 0 (a1) to 63 (h8), and 64 for a pass. Its
action strings are the names of moves, "d3" and "pass". So moves need no more than `board.push(action)`,
`int(move)` and `str(move)`. Player 0 is black, and `str(state)` is a diagram.

Kaggle's Game Arena plays OpenSpiel's game. Its agents get a JSON object, the *observation*:

    board           eight rows of eight cells, row 1 first: "x" for black, "o" for white, "" for empty
    current_player  "x" or "o", or "terminal" after the end
    move_history    action strings of all moves so far, passes included

with facts that follow from these. A *replay* is the JSON file of a whole game, with the observation after
each move.

Source: google-deepmind/open_spiel 2.0.2; `open_spiel_env/games/othello` of Kaggle/kaggle-environments.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from othello.errors import InvalidNotationError, OthelloError, quoted
from othello.formats.boards import parse_board
from othello.formats.record import GameRecord, Player
from othello.rules.board import Board
from othello.rules.score import Color

FILES: Final = "  a b c d e f g h  "
ENDED: Final = "terminal"
CELLS: Final = {"x": "X", "o": "O", "": "-"}
SIDES: Final = {Color.BLACK: "x", Color.WHITE: "o"}

Json = Mapping[str, Any]


def format_state(board: Board) -> str:
    """Return the text of OpenSpiel's state, as `str(state)` does.

    >>> print(format_state(Board("f5")).splitlines()[0])
    White (o) to play:
    """
    turn = board.turn
    heading = f"{str(turn).title()} ({SIDES[turn]}) to play:"
    rows = (" ".join(row) for row in _rows(board, empty="-"))
    lines = [f"{number} {row} {number}" for number, row in enumerate(rows, 1)]
    return "\n".join(["Terminal State:" if board.is_over else heading, FILES, *lines, FILES])


def parse_state(text: str) -> Board:
    """Return the board of OpenSpiel's text; raise InvalidNotationError.

    The text has no moves, and after the end of the game no side to move.
    """
    return parse_board(text).board()


def format_observation(board: Board) -> dict[str, Any]:
    """Return Kaggle's observation of a game, an object for JSON."""
    position, result = board.position, board.result
    winner = None if result is None else SIDES.get(result.winner or Color.BLACK)
    if result is not None and result.winner is None:
        winner = "draw"
    moves = [str(move) for move in board.move_stack]
    return {
        "board": _rows(board, empty=""),
        "rows": 8,
        "columns": 8,
        "current_player": ENDED if board.is_over else SIDES[board.turn],
        "is_terminal": board.is_over,
        "winner": winner,
        "disks": {"x": position.black.bit_count(), "o": position.white.bit_count()},
        "last_move": moves[-1] if moves else None,
        "move_history": moves,
        "move_number": len(moves),
        "must_pass": board.must_pass,
    }


def parse_observation(observation: Json | str) -> Board:
    """Return the game of one of Kaggle's observations, an object or its JSON text.

    If the observation has the moves from the start, the board has them, too. Raises InvalidNotationError for
    another text, and for moves that do not lead to the board.
    """
    found = _object(observation, "an observation")
    side, cells = found.get("current_player"), _cells(found.get("board"))
    if len(cells) != 64 or not all(isinstance(cell, str) and cell in CELLS for cell in cells):
        raise InvalidNotationError("the observation has no board: it must be eight rows of eight cells")
    text = "".join(CELLS[str(cell)] for cell in cells)
    if side not in (*SIDES.values(), ENDED):
        raise InvalidNotationError(f"{quoted(str(side))} is not a player: use x, o or {ENDED}")
    shown = parse_board(text if side == ENDED else f"{text} {side}").board()
    moves = found.get("move_history") or []
    if not isinstance(moves, list):
        raise InvalidNotationError(f"{quoted(repr(moves))} is not a history: use a list of moves")
    if not moves:
        return shown
    board = Board()
    for number, move in enumerate(moves, 1):
        try:
            board.push(str(move))
        except OthelloError as error:
            raise InvalidNotationError(f"move {number} of the history: {error}") from None
    if (board.position.black, board.position.white) != (shown.position.black, shown.position.white):
        raise InvalidNotationError("the moves of the history do not lead to the board of the observation")
    return board


def parse_replay(replay: Json | str) -> GameRecord:
    """Return the game of one of Kaggle's replays, an object or its JSON text, with the names of the agents.

    A game that an agent forfeited ends with the last legal move. Raises InvalidNotationError.
    """
    found = _object(replay, "a replay")
    last = None
    for text in _observations(found):
        last = text
    if last is None:
        raise InvalidNotationError("the replay has no observation of a game of Othello")
    info = found.get("info")
    names = info.get("TeamNames") if isinstance(info, Mapping) else None
    if not isinstance(names, list) or len(names) != 2:
        names = ["", ""]
    black, white = (Player(str(name)) for name in names)
    return GameRecord.from_board(parse_observation(last), black=black, white=white)


def _observations(replay: Json) -> Iterator[str]:
    """Yield the observations of a replay that have text, in order; pass over other shapes."""
    steps = replay.get("steps")
    for step in steps if isinstance(steps, list) else ():
        for agent in step if isinstance(step, list) else ():
            observation = agent.get("observation") if isinstance(agent, Mapping) else None
            text = observation.get("observationString") if isinstance(observation, Mapping) else None
            if text and isinstance(text, str):
                yield text


def _object(value: Json | str, what: str) -> Json:
    """Return a JSON object or the one of a text; *what* names it in the error."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise InvalidNotationError(f"{what} must be JSON: {error}") from None
    if not isinstance(value, Mapping):
        raise InvalidNotationError(f"{what} must be a JSON object, not {quoted(repr(value))}")
    return value


def _cells(rows: object) -> list[object]:
    """Return the cells of rows in a list; none if the rows are something else."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return []
    return [cell for row in rows for cell in row]


def _rows(board: Board, *, empty: str) -> list[list[str]]:
    """Return the cells of a board, row 1 first."""
    signs = {"X": "x", "O": "o", "-": empty}
    cells = [signs[cell] for cell in board.position.format().split()[0]]
    return [cells[at : at + 8] for at in range(0, 64, 8)]
