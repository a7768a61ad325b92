"""Other engines as players: moves for boards, and the conversation that leads to them."""

import shlex

import pytest

import othello
from othello import PASS, Board, Color, Position, open_engine
from othello.match.controllers.failure import EngineFailure, Fault
from tests import positions
from tests.gtp.fake_engines import FAULTY_MOVE
from tests.gtp.fakes import PATIENT, ROOT, are_gone, fake_command, received


def opened(mode, log, **options):
    return open_engine(fake_command(mode, log), cwd=ROOT, timeouts=PATIENT, **options)


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


def test_a_move_for_a_board(log):
    """The engine answers with a move for a board, a position or a text, and the board stays unchanged."""
    board = Board("f5d6")
    with opened("good", log) as engine:
        for shown in (board, "f5d6"):
            answer = engine.play(shown)
            assert board.is_legal(answer.move)
            assert answer.seconds >= 0
    assert board == Board("f5d6")
    assert are_gone(log)


def test_a_command_may_be_one_text_with_quotes_as_in_a_shell(log):
    with open_engine(shlex.join(fake_command("good", log)), cwd=str(ROOT), timeouts=PATIENT) as engine:
        assert Board().is_legal(engine.play("").move)


def test_a_game_goes_on(log):
    """A board that continues the last board is sent as its new moves. Any other board is sent as a new
    game."""
    board = Board()
    with opened("good", log) as engine:
        for _ in range(2):
            board.push(engine.play(board).move)
            board.push(board.legal_moves[-1])
        engine.play(Board("f5"))
    lines = received(log)
    assert lines.count("clear_board") == 2
    assert [line.split()[0] for line in lines if line.split()[0] in ("play", "genmove", "clear_board")] == [
        "clear_board",
        "genmove",
        "play",
        "genmove",
        "clear_board",
        "play",
        "genmove",
    ]


def test_one_engine_plays_both_sides_to_the_end_of_the_game_passes_included(log):
    board = Board()
    with opened("good", log) as engine:
        while not board.is_over:
            board.push(engine.play(board).move)
        with pytest.raises(ValueError, match="the game is over"):
            engine.play(board)
    assert board.empties < 10


def test_a_side_that_must_pass_passes_without_the_engine(log):
    board = positions.passing_board().copy()
    while not board.must_pass:
        board.pop()
    with opened("good", log) as engine:
        assert engine.play(board).move == PASS
    assert not any(line.startswith("genmove") for line in received(log))


def test_moves_out_of_turn(log):
    """A game whose moves are not in turn is sent as its position, which this engine cannot set up."""
    board = Board("f5d6")
    board.push(board.with_turn(Color.WHITE).legal_moves[0], Color.WHITE)
    with opened("good", log) as engine, pytest.raises(EngineFailure, match="set up a position"):
        engine.play(board)


def test_seconds_for_a_move(log):
    """The time for a move is sent as time settings, and a different time begins a new game."""
    with opened("timed", log) as engine:
        for seconds in (2.0, None):
            engine.play("f5", seconds=seconds)
    settings = [line for line in received(log) if line.startswith("time_settings")]
    assert settings == ["time_settings 0 2 1", "time_settings 0 1 0"]


def test_commands_of_the_caller_are_sent_at_the_start(log):
    with opened("levels", log, setup=["othello-level 3"]):
        pass
    assert "othello-level 3" in received(log)


@pytest.mark.parametrize("protocol", ["nboard", "ugi"])
def test_other_protocols(log, protocol):
    """An engine is opened by the name of its protocol, and answers for boards with its values."""
    command = fake_command("value", log, protocol=protocol)
    with open_engine(command, protocol=protocol, depth=3, cwd=ROOT, timeouts=PATIENT) as engine:
        for board in ("f5", "f5d6"):
            answer = engine.play(board)
            assert Board(board).is_legal(answer.move)
            assert answer.evaluation == 2.5
    assert ("set depth 3" if protocol == "nboard" else "go depth 3") in received(log)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"protocol": "xboard"}, "'xboard' is not a protocol: use gtp, nboard, ugi or uci"),
        ({"depth": 3}, "setup works only with GTP engines, and depth works only with other engines"),
        ({"depth": 3, "setup": ["level 3"]}, "depth works only with other engines"),
        ({"protocol": "nboard", "setup": ["level 3"]}, "setup works only with GTP engines"),
        (
            {"protocol": "nboard", "options": {"Hash": "3"}},
            "options work only with the protocols ugi and uci",
        ),
    ],
)
def test_arguments_that_do_not_fit(options, message):
    """Arguments that the protocol does not support are refused before a process is started."""
    with pytest.raises(ValueError, match=message):
        open_engine("no such program", **options)


@pytest.mark.parametrize(("command", "setup"), [("", []), ([], []), ("sh", [""]), ("sh", ["level 3", " "])])
def test_blank_commands_are_refused(command, setup):
    with pytest.raises(ValueError, match="is blank: name a program"):
        open_engine(command, setup=setup)


def test_a_program_that_does_not_exist():
    """A program that cannot be started raises EngineFailure, an OthelloError, with its name."""
    with pytest.raises(othello.OthelloError, match="no-such-program") as caught:
        othello.open_engine("no-such-program -gtp")
    assert caught.value.fault is Fault.START


def test_an_engine_that_fails(log):
    """After an illegal move the engine is killed, and the failure tells what the engine did."""
    board = Board()
    with opened("illegal", log) as engine:
        for _ in range(FAULTY_MOVE):
            board.push(engine.play(board).move)
        with pytest.raises(EngineFailure) as caught:
            engine.play(board)
        assert caught.value.fault is Fault.ILLEGAL
        assert are_gone(log)
        with pytest.raises(EngineFailure):
            engine.play(Position.start())
