"""docs/openspiel.md: its examples run, and OpenSpiel plays by the same rules where it is installed."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from othello import PASS, Board, Color, Move, parse_game
from tests import source
from tools import docs

PAGE = (source.ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
CODE = docs.examples(PAGE)
MISSING = "OpenSpiel is not installed: pip install 'othello[openspiel]'"


def test_states_and_moves():
    """In random games OpenSpiel has the same positions, legal actions, action strings and results."""
    game = pytest.importorskip("pyspiel", reason=MISSING).load_game("othello")
    passes = 0
    for seed in range(20):
        chance, state, board = random.Random(seed), game.new_initial_state(), Board()
        while not state.is_terminal():
            assert parse_game(str(state)).start == board.position
            assert [int(move) for move in board.legal_moves] == state.legal_actions()
            action = chance.choice(state.legal_actions())
            assert str(Move(action)) == state.action_to_string(action)
            assert state.string_to_action(str(Move(action))) == action
            passes += action == PASS
            state.apply_action(action)
            board.push(action)
        assert parse_game(str(state)).start.discs(Color.BLACK) == board.discs(Color.BLACK)
        margin = board.result.margin
        assert state.returns() == [(margin > 0) - (margin < 0), (margin < 0) - (margin > 0)]
    assert passes > 5


def replay(board: Board) -> str:
    """Return a replay of Kaggle's Game Arena, with the parts that the page reads."""
    steps, moves = [[{"observation": {"step": 0}}] * 2], [str(move) for move in board.move_stack]
    for count in range(len(moves) + 1):
        text = json.dumps({"move_history": moves[:count]})
        steps.append([{"observation": {"observationString": text}}, {"observation": {}}])
    return json.dumps({"info": {"TeamNames": ["alice", "bob"]}, "steps": steps})


@pytest.mark.parametrize("code", CODE, ids=[f"block {number}" for number in range(1, len(CODE) + 1)])
def test_each_example_of_the_page_runs_with_a_replay_beside_it(tmp_path, code):
    if "pyspiel" in code:
        pytest.importorskip("pyspiel", reason=MISSING)
    (tmp_path / "replay1.json").write_text(replay(Board("f5d6c3d3c4")))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    pipes = {"capture_output": True, "text": True, "check": True}
    run = [sys.executable, "-c", code]
    out = subprocess.run(run, cwd=tmp_path, env=os.environ | {"PATH": path}, timeout=300, **pipes)
    assert out.stderr == ""
    if "game_of" in code:
        assert out.stdout == "alice - bob None\n"
        assert "B[F5]W[D6]B[C3]W[D3]B[C4]" in (tmp_path / "replay1.ggf").read_text()
