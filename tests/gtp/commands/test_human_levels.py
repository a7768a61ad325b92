"""Levels that err, over both protocols: the budget, the way back, honest analyses, the same game again."""

import queue
import random
import re
import threading

import pytest

from gtp.game import Game
from gtp.loader import Loader
from gtp.nboard.session import NBoardSession
from gtp.session_state import State
from othello.board import Board
from othello.formats.ggf import format_ggf
from othello.formats.record import GameRecord
from othello.formats.sgf import write_sgf
from othello.human import levels as human_levels
from othello.human.levels import HUMAN_LEVELS, named
from othello.limits import Clock, Limits
from othello.score import Color
from othello.square import PASS, format_move, parse_move
from tests.gtp.driver import EngineProcess

NEWCOMER = HUMAN_LEVELS[0]
PASS_NAME = "pass"


def lost(run, color):
    """What a color has lost, by what the session says."""
    return float(run(f"othello-lost {color}"))


def self_play(run):
    """A game of the engine against itself; its moves."""
    moves, passes = [], 0
    while passes < 2:
        color = "bw"[len(moves) % 2]
        moves.append(run(f"genmove {color}").lower())
        passes = passes + 1 if moves[-1] == PASS_NAME else 0
    return moves


# GTP


def test_the_level_is_told_and_chosen(run, fail, state):
    """Names and numbers take turns; a wrong one changes nothing, and the error says what there is."""
    run("othello-level Casual")
    assert run("othello-level") == "casual"
    assert state.limits(Clock(9.0)) == Limits(clock=Clock(9.0))
    names = ", ".join(level.name for level in HUMAN_LEVELS)
    assert fail("othello-level good") == f"'good' is not a level: use a number from 0 to 60, or {names}"
    assert run("othello-level") == "casual"
    run("othello-level 3")
    assert run("othello-level") == "3"
    assert state.limits(None) == Limits(level=3)


@pytest.mark.parametrize("level", HUMAN_LEVELS, ids=str)
def test_the_budget_holds_over_gtp(run, level):
    """Over a whole game neither side loses more than its budget, and what it lost is told."""
    run(f"othello-level {level}")
    run("othello-seed 7")
    self_play(run)
    assert all(0 < lost(run, color) <= level.budget for color in "bw")
    run("clear_board")
    assert lost(run, "b") == lost(run, "w") == 0


def test_undo_takes_losses_back(run):
    """What was lost after a point of the game is gone when the game is back there, whatever came between."""
    run("othello-level newcomer")
    chance, known = random.Random(3), [0.0]
    for _ in range(120):
        if len(known) > 50 or (len(known) > 3 and chance.random() < 0.3):
            back = chance.randint(1, 3)
            run(f"gg-undo {back}")
            del known[-back:]
        else:
            run(f"othello-seed {chance.randrange(1000)}")
            run("genmove b" if len(known) % 2 else "genmove w")
            known.append(lost(run, "b"))
        assert lost(run, "b") == known[-1] <= NEWCOMER.budget
        assert lost(run, "w") <= NEWCOMER.budget


def test_moves_of_the_gui_lose_nothing(run):
    """A bad move that the GUI makes for the engine's side costs nothing of the budget."""
    run("othello-level newcomer")
    for move in ("b f5", "w f6", "b e6", "w d6", "b c6"):
        run(f"play {move}")
    assert lost(run, "b") == lost(run, "w") == 0


def test_a_replayed_game_has_lost_the_same(run, tmp_path):
    """A controller that clears the board or loads the game and replays it gets no second budget."""
    run("othello-level newcomer")
    run("othello-seed 5")
    board = Board()
    while board.empties > 12:
        move = run(f"genmove {board.turn}").lower()
        board.push(parse_move(move))
    before = [lost(run, color) for color in "bw"]
    assert min(before) > 0
    run("clear_board")
    assert lost(run, "b") == 0
    position = board.first_position
    for move in board.move_stack:
        run(f"play {position.turn} {format_move(move)}")
        position = position.apply(move)
    assert [lost(run, color) for color in "bw"] == before
    path = tmp_path / "game.sgf"
    write_sgf(path, [GameRecord.from_board(board)])
    run(f"loadsgf {path}")
    assert [lost(run, color) for color in "bw"] == before


def test_reg_genmove_makes_no_move(run):
    """A move that is only told loses nothing until it is made."""
    run("othello-level newcomer")
    for seed in range(20):
        run(f"othello-seed {seed}")
        for move in ("b f5", "w f6"):
            run(f"play {move}")
        told = run("reg_genmove b")
        assert told == run("reg_genmove b")
        assert lost(run, "b") == 0
        assert run("genmove b") == told
        run("clear_board")


def test_the_same_seed_over_gtp(run):
    """A seed holds for all games that follow; analyses and other searches in between change nothing."""
    run("othello-level newcomer")
    run("othello-seed 11")
    first = self_play(run)
    run("clear_board")
    run("othello-values b")
    assert self_play(run) == first
    run("othello-seed 12")
    run("clear_board")
    assert self_play(run) != first
    assert run("othello-seed") == "12"


def test_seeds_are_drawn(run):
    """Without a seed each game has one of its own, which is told."""
    found = set()
    for _ in range(4):
        run("clear_board")
        found.add(run("othello-seed"))
    assert len(found) == 4


def test_seed_from_outside(engine):
    """The seed of the command line holds for every game."""
    game = Game(engine, seed=7)
    game.clear()
    assert game.seed == 7


def test_analyses_are_honest(run):
    """Values and lines are those of the default level, whatever level moves."""
    run("play b f5")
    values, line = run("othello-values w"), run("othello-pv w")
    run("othello-level newcomer")
    assert (run("othello-values w"), run("othello-pv w")) == (values, line)


def test_the_clock_holds(run):
    """A level that errs moves within a clock that has nothing left, and without one that has much."""
    run("othello-level newcomer")
    run("time_settings 1 0 0")
    run("time_left b 0 0")
    assert run("genmove b") != "pass"
    run("othello-depth 1")
    run("genmove w")
    assert " depth 1 " in run("othello-last")


def test_no_pondering(engine):
    """There is nothing to ponder for a level that looks at every position afresh."""
    state = State(Loader(lambda: Game(engine)), level=NEWCOMER, ponders=True)
    state.game.genmove(Color.BLACK, state.limits(None), human=human_levels.human(state.level))
    assert state.game.pondered
    state.ponder(lambda: False)
    assert not [thread for thread in threading.enumerate() if thread.name == "pondering"]


def test_as_a_process():
    """The options of the command line: two processes with one seed play the same moves."""
    games = []
    for threads in ("1", "2"):
        options = ("--level", "beginner", "--seed", "7", "--hash", "4", "--threads", threads)
        with EngineProcess(("-m", "othello", "gtp", *options)) as engine:
            assert engine.ask("othello-level") == "beginner"
            assert engine.ask("othello-seed") == "7"
            games.append([engine.ask(f"genmove {'bw'[ply % 2]}") for ply in range(20)])
            engine.ask("quit")
    assert games[0] == games[1]


# NBoard


class Talk:
    """A conversation with a session in this process."""

    def __init__(self, engine, **options):
        self.input, self.said = queue.SimpleQueue(), queue.SimpleQueue()
        loader = Loader(lambda: engine)
        write = lambda data: self.said.put(data.decode().rstrip("\n"))  # noqa: E731
        self.session = NBoardSession(loader, self.input.get, write, **options)
        threading.Thread(target=self.session.run, daemon=True).start()

    def ask(self, *lines, until):
        self.input.put("".join(f"{line}\n" for line in lines).encode())
        found = []
        while not found or not re.match(until, found[-1]):
            found.append(self.said.get(timeout=20))
        return found

    def move(self, record):
        """What it plays after a game."""
        answer = self.ask(f"set game {format_ggf(record)}", "go", until="===")[-1]
        name = answer.removeprefix("=== ").partition("/")[0].lower()
        return PASS if name == "pa" else parse_move(name)

    def end(self):
        self.input.put(b"")


@pytest.fixture
def nboard(engine):
    talks = []

    def begin(**options):
        talks.append(Talk(engine, **options))
        return talks[-1]

    yield begin
    for talk in talks:
        talk.end()


def played_over_nboard(talk):
    """A game that is sent anew before each move."""
    board = Board()
    while not board.is_over:
        board.push(PASS if board.must_pass else talk.move(GameRecord.from_board(board)))
    return board


def test_the_budget_holds_over_nboard(nboard):
    """Though each move comes with the whole game, what it lost is known; the same seed plays it again."""
    talk = nboard(level=NEWCOMER, seed=7)
    board = played_over_nboard(talk)
    player = talk.session._player
    assert all(0 < player.lost(board, color) <= NEWCOMER.budget for color in Color)
    assert played_over_nboard(nboard(level=NEWCOMER, seed=7)) == board


def test_hints_over_nboard_are_honest(nboard, engine):
    """The depth is that of hints, and the name tells how moves are chosen; `go` tells no lines."""
    names, hints = [], []
    for options in ({"level": named("casual"), "seed": 1}, {}):
        engine.new_game()
        talk = nboard(**options)
        names += talk.ask("set depth 6", until="set myname")
        lines = talk.ask(f"set game {format_ggf(GameRecord())}", "hint 2", until="status$")
        hints.append([line for line in lines if line.startswith("search")])
        choice = talk.ask("go", until="===")
        assert any(line.startswith("search") for line in choice) is not bool(options)
        talk.end()
    assert names == ["set myname Othello-casual", "set myname Othello6"]
    assert hints[0] == hints[1] != []


def test_a_numbered_level_over_nboard(nboard):
    """A level of the command line is that of moves, whatever depth the GUI sets for hints."""
    talk = nboard(level=2)
    assert talk.ask("set depth 9", until="set myname") == ["set myname Othello2"]
    lines = talk.ask(f"set game {format_ggf(GameRecord())}", "go", until="===")
    assert {line.split()[4] for line in lines if line.startswith("search")} <= {"1", "2"}
