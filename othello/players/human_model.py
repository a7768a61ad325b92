"""The model of human moves, which was trained on tournament games and is stored in a file.

The file is a `storage.container`. Its header contains `layout`, the scale of the rows, and a note on the
model's origin. Its body contains an int32 table of known positions, then float32 numbers, then rows of bytes.
`kernels.human_policy` explains these three sections.
"""

import ctypes
import functools
import itertools
import math
import operator
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from othello.kernels import human_policy, table
from othello.rules.board import BoardLike, board_of
from othello.rules.score import DISC
from othello.rules.square import MOVES, PASS, Move, MoveLike
from othello.search.thread_data import ThreadData
from othello.storage.container import Container

SHIPPED: Final = Path(__file__).parent.parent / "data" / "human.bin"
MIN_RATING, MAX_RATING = 1000, 2300
"""The range of nearly all players' ratings in the training games. Ratings outside this range are clamped."""
_SIZES: Final = (
    4 * human_policy.KNOWN,
    4 * human_policy.NUMBERS,
    human_policy.ROW_COUNT * human_policy.UNITS,
)


def layout() -> dict[str, int]:
    """Return the sizes that must be the same in the file and in the kernels."""
    names = ("NUMBERS", "INPUTS", "CONTEXT", "UNITS", "ROW_BITS", "LOOKUPS", "KNOWN_BITS")
    return {name.lower(): getattr(human_policy, name) for name in names}


FILE: Final = Container(
    b"othello-people-1", "human model", {"layout": layout()}, "train a new one (docs/human.md)"
)
_Inputs: Final = ctypes.c_float * (human_policy.MAX_LEGAL * human_policy.WIDTH)
_Sums: Final = ctypes.c_float * (human_policy.MAX_LEGAL * human_policy.UNITS)


class MovePrediction:
    """What the model predicts for one position: the legal moves and their probabilities at any rating."""

    def __init__(
        self, model: "HumanPolicy", moves: list[int], deeps: list[int], inputs: Any, sums: Any
    ) -> None:
        """Create a prediction from the arrays that `kernels.human_policy.look` has filled."""
        self._model, self._inputs, self._sums = model, inputs, sums
        self.moves = [MOVES[square] for square in moves]
        best = max(deeps)
        self.losses = [(best - deep) / DISC for deep in deeps]
        """Discs that each of `moves` loses, according to the static values after the opponent's best
        reply."""

    def probabilities(self, rating: float) -> list[float]:
        """Return the probability that a player with this rating chooses each of `moves`."""
        return [math.exp(logarithm) for (logarithm,) in self.log_probabilities([rating])]

    def log_probabilities(self, ratings: Sequence[float]) -> list[list[float]]:
        """For each of `moves`, return a list with the natural logarithm of its probability at each rating."""
        return self._model.log_probabilities(ratings, len(self.moves), self._inputs, self._sums)


class HumanPolicy:
    """A model of human moves. Any number of threads can use it simultaneously."""

    def __init__(self, known: bytes, numbers: bytes, rows: bytes, scale: float, made: str = "") -> None:
        """Create a model from the three sections of its file. `kernels.human_policy` defines their sizes."""
        self.made = made
        """A note on the model's origin."""
        self._numbers = (ctypes.c_float * human_policy.NUMBERS).from_buffer_copy(numbers)
        self._asked = (ctypes.c_uint64 * 3)()
        self._legal = (ctypes.c_uint8 * human_policy.MAX_LEGAL)()
        self._deeps = (ctypes.c_int16 * human_policy.MAX_LEGAL)()
        self._inputs, self._sums, self._hidden = _Inputs(), _Sums(), _Sums()
        self._scores = (ctypes.c_float * human_policy.MAX_LEGAL)()
        self._workspace, self._guard = ThreadData(table.new_table(1)), threading.Lock()
        self._look = human_policy.look.prepared(
            self._workspace.record,
            (ctypes.c_int32 * human_policy.KNOWN).from_buffer_copy(known),
            (ctypes.c_uint8 * _SIZES[-1]).from_buffer_copy(rows),
            (ctypes.c_float * 256)(*((byte - 128) * scale for byte in range(256))),
            self._numbers,
            self._asked,
            self._legal,
            (ctypes.c_int16 * human_policy.MAX_LEGAL)(),
            self._deeps,
            (ctypes.c_int32 * human_policy.MAX_LEGAL)(),
            (ctypes.c_int32 * (human_policy.MAX_LEGAL * human_policy.LOOKUPS))(),
            self._inputs,
            self._sums,
        )

    def predict(self, board: BoardLike, last: MoveLike | None = None) -> MovePrediction:
        """Predict the moves in a position of a game. `move_probabilities` explains *last*."""
        board = board_of(board)
        stack, position = board.move_stack, board.position
        if last is None:
            # The number of a pass is human_policy.NO_SQUARE.
            last = stack[-1] if stack else PASS
        # Only a move is safe, because machine code would read beyond its tables with other numbers.
        last = Move(last)
        # Threads take turns, because they share the arrays: `_look` reads `_asked` and writes to the other
        # arrays.
        with self._guard:
            self._workspace.check()
            self._asked[:] = [position.player, position.opponent, last]
            number = self._look()
            inputs, sums = _Inputs.from_buffer_copy(self._inputs), _Sums.from_buffer_copy(self._sums)
            return MovePrediction(self, self._legal[:number], self._deeps[:number], inputs, sums)

    def log_probabilities(
        self, ratings: Sequence[float], number: int, inputs: Any, sums: Any
    ) -> list[list[float]]:
        """For each move of a prediction, return a list with the logarithm of its probability at each rating.

        *number* is the number of moves. `kernels.human_policy.look` has filled *inputs* and *sums*. Raises
        ValueError if these arrays have the wrong type or are too short for the moves.
        """
        number, count = operator.index(number), len(ratings)
        room = len(self._scores)
        if not (isinstance(inputs, _Inputs) and isinstance(sums, _Sums) and 0 <= number <= room):
            raise ValueError(f"{number} moves with {type(inputs)} and {type(sums)} are not a prediction")
        clamped = (min(max(rating, MIN_RATING), MAX_RATING) for rating in ratings)
        units = ((rating - human_policy.MEAN_RATING) / human_policy.RATING_UNIT for rating in clamped)
        result = (ctypes.c_double * (count * number))()
        with self._guard:
            human_policy.log_probabilities(
                (ctypes.c_double * count)(*units), count, number,
                self._numbers, inputs, sums, self._hidden, self._scores, result,
            )  # fmt: skip
        return [result[count * index : count * (index + 1)] for index in range(number)]


@functools.cache
def shipped() -> HumanPolicy:
    """Return the model that comes with the program. Raises FormatError if it is damaged."""
    return read(SHIPPED)


def move_probabilities(board: BoardLike, rating: float, *, last: MoveLike | None = None) -> dict[Move, float]:
    """Return the probability that a player chooses each legal move, most likely first.

    The average tournament player has a *rating* of 1500 (see docs/human.md). The probabilities also depend on
    the opponent's *last* move, by default the last move on *board*. The probability of a forced pass is 1. If
    the game is over, the dictionary is empty. Raises InvalidNotationError if *last* is not a move.

    >>> from othello import Board
    >>> probabilities = move_probabilities(Board.parse("f5d6c3d3c4"), 1500)
    >>> round(sum(probabilities.values()), 3)
    1.0
    """
    board = board_of(board)
    if board.must_pass:
        return {PASS: 1.0}
    if board.is_over:
        return {}
    prediction = shipped().predict(board, last)
    pairs = zip(prediction.moves, prediction.probabilities(rating), strict=True)
    return dict(sorted(pairs, key=lambda pair: -pair[1]))


def read(path: Path) -> HumanPolicy:
    """Read a model from a file. Raises FormatError if it is damaged or does not fit the kernels."""
    header, pieces = FILE.read(path)
    body = b"".join(pieces)
    scale, made = header.get("scale"), header.get("made")
    if len(body) != sum(_SIZES) or type(scale) is not float or type(made) is not str:
        raise FILE.damaged(path, "these numbers were not saved by training")
    ends = [sum(_SIZES[:count]) for count in range(len(_SIZES) + 1)]
    known, numbers, rows = (body[first:end] for first, end in itertools.pairwise(ends))
    return HumanPolicy(known, numbers, rows, scale, made)


def write(path: Path, known: bytes, numbers: bytes, rows: bytes, scale: float, made: str) -> None:
    """Write the sections of a model to a file (see `HumanPolicy`). Raises FormatError if that fails."""
    FILE.write(path, {"scale": scale, "made": made}, known, numbers, rows)
