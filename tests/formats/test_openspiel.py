"""Boards, observations and replays of OpenSpiel and Kaggle, compared with OpenSpiel where it is installed."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from othello.errors import InvalidNotationError
from othello.formats.openspiel import (
    format_observation,
    format_state,
    parse_observation,
    parse_replay,
    parse_state,
)
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS, Move
from othello.search.engine import Engine
from tests import source

PAGE = (source.ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
WIPE_OUT = "f5d6c5f4e7f6g5e6e3"
MISSING = "OpenSpiel is not installed: pip install 'othello[openspiel]'"


@pytest.fixture
def spiel():
    """OpenSpiel's module; without it the test is skipped."""
    return pytest.importorskip("pyspiel", reason=MISSING)


def random_games(count=20):
    """Yield random games, of all lengths."""
    for seed in range(count):
        chance, board = random.Random(seed), Board()
        while not board.is_over and chance.random() < 0.99:
            board.push(chance.choice(board.legal_moves))
        yield board


def replay(board, names=("alice", "bob"), **changes):
    """Return a replay of a game, with the parts that are read."""
    steps = [[{"action": {"submission": -1}, "observation": {"step": 0}}] * 2]
    now = Board()
    for move in [None, *board.move_stack]:
        if move is not None:
            now.push(move)
        text = json.dumps(format_observation(now))
        steps.append([{"observation": {"observationString": text}}, {"observation": {}}])
    return {"info": {"TeamNames": list(names)}, "steps": steps} | changes


def test_states_and_moves(spiel):
    """In random games OpenSpiel has the same texts, legal actions, action strings and results."""
    game = spiel.load_game("othello")
    passes = 0
    for seed in range(20):
        chance, state, board = random.Random(seed), game.new_initial_state(), Board()
        while not state.is_terminal():
            assert format_state(board) == str(state)
            assert parse_state(str(state)).position == board.position
            assert [int(move) for move in board.legal_moves] == state.legal_actions()
            action = chance.choice(state.legal_actions())
            assert str(Move(action)) == state.action_to_string(action)
            assert state.string_to_action(str(Move(action))) == action
            passes += action == PASS
            state.apply_action(action)
            board.push(action)
        assert format_state(board) == str(state)
        assert parse_state(str(state)).discs(Color.BLACK) == board.discs(Color.BLACK)
        margin = board.result.margin
        assert state.returns() == [(margin > 0) - (margin < 0), (margin < 0) - (margin > 0)]
    assert passes > 5


def test_states_are_read_back():
    """A board in OpenSpiel's text has the same position; after the end it has no side to move."""
    for board in random_games():
        found = parse_state(format_state(board))
        assert found.discs(Color.BLACK) == board.discs(Color.BLACK)
        assert found.discs(Color.WHITE) == board.discs(Color.WHITE)
        assert board.is_over or found.position == board.position


def test_observations_are_read_back():
    """A game in Kaggle's observation has the same moves."""
    for board in random_games():
        assert parse_observation(format_observation(board)) == board
        assert parse_observation(json.dumps(format_observation(board))) == board


def test_an_observation():
    """An observation has the board, the side to move, the moves, and what follows from them."""
    found = format_observation(Board("f5d6"))
    assert found["board"][3] == ["", "", "", "o", "x", "", "", ""]
    assert found["board"][5] == ["", "", "", "o", "", "", "", ""]
    del found["board"]
    assert found == {
        **{"rows": 8, "columns": 8, "current_player": "x", "is_terminal": False, "winner": None},
        **{"disks": {"x": 3, "o": 3}, "last_move": "d6", "move_history": ["f5", "d6"]},
        **{"move_number": 2, "must_pass": False},
    }


@pytest.mark.parametrize(
    ("text", "winner"), [(WIPE_OUT, "x"), (f"{'X' * 32}{'O' * 32} X", "draw"), (f"{'O' * 64} X", "o")]
)
def test_finished_games(text, winner):
    """After the end nobody is to move, and the winner has more discs."""
    found = format_observation(Board(text))
    assert (found["current_player"], found["is_terminal"], found["winner"]) == ("terminal", True, winner)


def test_observations_without_moves():
    """Without moves an observation is a position."""
    for board in random_games(5):
        found = format_observation(board)
        del found["move_history"]
        shown = parse_observation(found)
        assert shown.ply == 0
        assert board.is_over or shown.position == board.position


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": []}, "has no board: it must be eight rows of eight cells"),
        ({"board": [["z"] * 8] * 8}, "has no board"),
        ({"board": [[{}] * 8] * 8}, "has no board"),
        ({"board": None}, "has no board"),
        ({"current_player": "black"}, "'black' is not a player: use x, o or terminal"),
        ({"move_history": ["f5", "f5"]}, "move 2 of the history: white cannot play f5"),
        ({"move_history": ["f5", "zz"]}, "move 2 of the history: 'zz' is not a move"),
        ({"move_history": ["f5"]}, "do not lead to the board"),
    ],
)
def test_bad_observations(changes, message):
    """A bad observation is refused with one sentence."""
    with pytest.raises(InvalidNotationError, match=message):
        parse_observation(format_observation(Board("f5d6")) | changes)


@pytest.mark.parametrize("text", ["", "[]", "3", "{", '"x"'])
def test_texts_that_are_not_objects(text):
    """A text that is not a JSON object is refused."""
    for parse in (parse_observation, parse_replay):
        with pytest.raises(InvalidNotationError, match="must be"):
            parse(text)


def test_replays():
    """A replay has the game with the names of the agents."""
    for board in random_games(5):
        game = parse_replay(json.dumps(replay(board)))
        assert (game.board(), game.black.name, game.white.name) == (board, "alice", "bob")
    game = parse_replay(replay(Board("f5"), info={}))
    assert (game.board(), game.black.name) == (Board("f5"), "")


def test_replays_of_other_games():
    """A replay without a game of Othello is refused."""
    for steps in (None, [], [[{"observation": None}]]):
        with pytest.raises(InvalidNotationError, match="no observation of a game"):
            parse_replay({"steps": steps})


# OpenSpiel's bot, and the page


def play_with_bot(spiel, arguments, opponent):
    """Return the actions of a game of this engine, as player 0, in OpenSpiel's bot for GTP."""
    bots = pytest.importorskip("open_spiel.python.bots.gtp", reason=MISSING)
    game = spiel.load_game("othello")
    bot = bots.GTPBot(game, [sys.executable, "-m", "othello.gtp", *arguments])
    try:
        assert bot.name == "othello"  # the bot reads everything in lower case
        state = game.new_initial_state()
        bot.restart()
        while not state.is_terminal():
            if state.current_player() == 0:
                action = bot.step(state)
            else:
                action = opponent(state)
                bot.inform_action(state, 1, action)
            state.apply_action(action)
        assert bot.gtp_cmd("final_score")[0] == {1.0: "b", -1.0: "w", 0.0: "0"}[state.returns()[0]]
    finally:
        bot.close()
    return state.history()


def test_whole_games_in_the_bot_of_openspiel(spiel):
    """OpenSpiel's bot plays whole games with the engine, passes of both sides included."""
    chance, passes = random.Random(1), set()
    with Engine(table_mib=1) as engine:

        def strong(state):
            board = Board()
            for action in state.history():
                board.push(action)
            return int(engine.play(board, level=4).move)

        def weak(state):
            return chance.choice(state.legal_actions())

        for level, opponent in (("3", weak), ("newcomer", strong)) * 2:
            arguments = ["--level", level, "--seed", "3", "--no-book"]
            actions = play_with_bot(spiel, arguments, opponent)
            passes |= {ply % 2 for ply, action in enumerate(actions) if action == PASS}
            if passes == {0, 1}:
                return
    raise AssertionError(f"only the players {passes} have passed")


@pytest.mark.parametrize("code", CODE, ids=[f"block {number}" for number in range(1, len(CODE) + 1)])
def test_the_page(spiel, tmp_path, code):
    """Each example of the page runs, with a replay beside it, and prints something."""
    board = Board("f5d6c3d3c4")
    (tmp_path / "replay1.json").write_text(json.dumps(replay(board)))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = [sys.executable, "-c", code]
    environment = os.environ | {"PATH": path}
    out = subprocess.run(
        run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    assert out.stdout.strip()
    assert out.stderr == ""


@pytest.mark.parametrize(
    "replay",
    [
        {"steps": 5},
        {"steps": [5, [5], [{"observation": 5}], [{"observation": {"observationString": 5}}]]},
        "[" * 100_000,
        '{"a":' * 100_000,
        "1" * 10_000,
    ],
)
def test_replays_of_another_shape_are_refused(replay):
    """JSON of any shape and depth is refused with an InvalidNotationError."""
    with pytest.raises(InvalidNotationError):
        parse_replay(replay)


def test_names_of_another_shape_are_left_out():
    """A replay whose names are not two is read without them."""
    board = Board("f5d6")
    text = json.dumps(format_observation(board))
    for info in (5, {"TeamNames": 5}, {"TeamNames": ["a"]}, None):
        game = parse_replay({"info": info, "steps": [[{"observation": {"observationString": text}}]]})
        assert (game.board(), game.black.name) == (board, "")
