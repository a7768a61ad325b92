"""Public functions refuse what machine code must not see, and take arrays of any layout."""

import ctypes

import numpy as np
import pytest

from othello import Board, Engine, InvalidNotationError, OthelloError, Position, arrays, lab, perft
from othello.kernels import batch_boards
from othello.players import human_model
from othello.training import generate, settings
from othello.training.descent import Descent, Lessons
from othello.training.human import HumanPolicySgd
from tests.cases import cases
from tests.checked import fuzz

START = arrays.words([""])
GAMES = lab.random_games(3, seed=1).moves
LESSONS = Lessons(*np.zeros((2, 4), np.uint64), np.zeros(4, np.float32))
REFUSED = {
    "table below 0": (lambda: perft("", 6, table_mib=-1), ValueError, "table_mib must be at least 0, not -1"),
    "depth with a fraction": (lambda: perft("", 5.5), TypeError, "'float'"),
    "square beyond the board": (lambda: Position.start().play_unchecked(64), InvalidNotationError, "64"),
    "square with a fraction": (lambda: Position.start().play_unchecked(19.7), TypeError, "19.7"),
    "games that are too short": (lambda: arrays.replayed(GAMES[:, :10]), OthelloError, r"\(3, 10\)"),
    "games of another type": (lambda: arrays.replayed(GAMES.astype(float)), OthelloError, "float64"),
    "board of another shape": (lambda: arrays.boards(GAMES, START[0, :1]), OthelloError, r"\(1, 1\)"),
    "prediction with too many moves": (
        lambda: human_model.shipped().log_probabilities([], 99, human_model._Inputs(), human_model._Sums()),
        ValueError, "99 moves",
    ),
    "prediction with other arrays": (
        lambda: human_model.shipped().log_probabilities([], 1, (ctypes.c_float * 1)(), human_model._Sums()),
        ValueError, "are not a prediction",
    ),
    "model with a short section": (
        lambda: human_model.HumanPolicy(*(bytes(size) for size in (*human_model._SIZES[:2], 9)), 1.0),
        ValueError, "too small",
    ),
    "sample that is not there": (lambda: Descent.learn(None, LESSONS, [4], 1), IndexError, "0 to 3"),
    "position beyond the end": (lambda: HumanPolicySgd.learn(None, LESSONS, [-1], 1), IndexError, "0 to 3"),
    "opening that is illegal": (
        lambda: list(generate.generate(None, 1, settings.SelfPlaySettings(), openings=GAMES[:, 9:39])),
        OthelloError, "an opening",
    ),
    "depth of training": (lambda: settings.SearchSettings(depth=61), ValueError, "from 1 to 60, not 61"),
    "selectivity of training": (lambda: settings.SearchSettings(selectivity=-1), ValueError, "from 0 to 5"),
    "random moves": (lambda: settings.SelfPlaySettings(most_random=61), ValueError, "from 4 to 60"),
}  # fmt: skip


@cases("case", REFUSED)
def test_numbers_and_arrays_that_machine_code_must_not_see_are_refused(case):
    call, error, message = REFUSED[case]
    with pytest.raises(error, match=message):
        call()


def layouts(array):
    """Yield the array in other layouts: read-only, with strides, in the order of Fortran, and not aligned."""
    read_only = array.copy()
    read_only.flags.writeable = False
    fortran = np.asfortranarray(array)
    fortran.flags.writeable = False
    unaligned = (
        np.frombuffer(bytearray(array.nbytes + 1), np.uint8)[1:].view(array.dtype).reshape(array.shape)
    )
    unaligned[...] = array
    yield from (read_only, fortran, unaligned, np.repeat(array, 2, axis=-1)[..., ::2], np.ma.array(array))


def test_arrays_of_any_layout_give_the_same_results():
    boards = arrays.words([Position.start(), Board.parse("f5d6c3").position])
    players, opponents = boards.T.copy()
    with Engine(table_mib=1) as engine:
        values, legal = engine.evaluate_many(boards), lab.legal(players, opponents)
        for array in layouts(boards):
            assert engine.evaluate_many(array).tolist() == values.tolist()
        for own, other in zip(layouts(players), layouts(opponents), strict=True):
            assert lab.legal(own, other).tolist() == legal.tolist()
    for moves in layouts(GAMES):
        assert arrays.replayed(moves).players.tolist() == arrays.replayed(GAMES).players.tolist()


def test_a_kernel_refuses_an_array_that_is_not_aligned():
    _, _, unaligned, *_ = layouts(np.zeros(2, np.uint64))
    in_bytes = (ctypes.c_uint64 * 1).from_buffer(bytearray(16), 1)
    for array in (unaligned, in_bytes):
        with pytest.raises(ValueError, match="argument 0 is an array that is not aligned"):
            batch_boards.first_overlap(array, np.zeros(2, np.uint64))


def test_arrays_whose_address_an_environment_keeps_cannot_be_resized():
    env = lab.VectorEnv(2)
    for array in vars(env).values():
        if isinstance(array, np.ndarray):
            with pytest.raises(ValueError, match="does not own its data"):
                array.resize(1, refcheck=False)


def test_random_arguments_are_refused_before_machine_code():
    calls, errors = fuzz.run(count=60, seed=1)
    assert calls.total() == 60
    assert not errors
