"""NBoard sessions: requests, stops, silence after a ping, and loading."""

import itertools
import threading

import pytest

from othello import PASS, Board, GameRecord, Limits, Position, parse_move
from othello.formats.ggf import format_ggf
from othello.gtp.lazy_engine import LazyEngine
from othello.players.level_player import LevelPlayer
from tests.cli.commands import run
from tests.gtp.talk import ANSWER, NODESTATS, SEARCH, NBoardTalk, answered_move, ggf
from tests.searches import FFO, LARGE
from tests.waiting import PATIENCE

HARD = LARGE[15].position
"""A position whose solution would take hours."""
SOLVED = FFO[0]
ONLY_PASS = f"-O{'X' * 62} O"


@pytest.fixture
def talk(begin, engine):
    return begin(NBoardTalk, engine)


# What requests do


def test_a_session(talk):
    """A session as in NBoard gets a name, a pong, hints for two moves, and a move that is among the hints."""
    talk.send(
        "nboard 2", "set depth 4", f"set game {ggf(moves='B[F5//2]W[d6/1.00]')}", "set contempt 0", "ping 1"
    )
    assert talk.until("pong") == ["set myname Othello4", "pong 1"]
    talk.send("hint 2")
    hints = talk.until("status$")
    assert hints[0] == "status Thinking"
    reports = [SEARCH.fullmatch(line) for line in hints if not NODESTATS.fullmatch(line)][1:-1]
    assert all(reports)
    last = {report[1].partition("-")[0]: report[3] for report in reports[-2:]}
    assert set(last.values()) == {"4"}
    talk.send("go")
    assert ANSWER.fullmatch(talk.until("===")[-1])[1] in last


def test_moves(talk):
    """Moves in either form continue the game, with or without value and time, including passes."""
    position = Position.parse(ONLY_PASS)
    talk.send(f"set game {ggf(position)}", "set depth 3", "hint 5")
    assert "search PA-A1 -64.00 0 100%" in talk.until("status$")
    talk.send("go")
    assert talk.until("===")[-1].startswith("=== PA/-64.00/")
    talk.send("move PA/-1.0/2", "go")
    assert talk.until("===")[-1].startswith("=== A1/+64.00/")
    talk.send("A1", "go")
    assert talk.until("===")[-1].startswith("=== PA/-64.00/")


def test_exact_hints(talk):
    """Near the end of the game hints are exact. If enough hints are requested, every move has one."""
    talk.send(f"set game {ggf(SOLVED.position)}", "set depth 20", "hint 60")
    hints = filter(None, map(SEARCH.fullmatch, talk.until("status$")))
    exact = {parse_move(hint[1][:2].lower()): float(hint[2]) for hint in hints if hint[3] == "100%"}
    assert exact == SOLVED.scores


def test_analysis(talk):
    """Every position of a game has a value, last position first. No value is below the next position's."""
    moves = "B[F5]W[D6]B[C5]W[F4]B[E7]W[F6]B[G5]W[E6]B[E3]"  # white has no disc left
    talk.send("set depth 4", f"set game {ggf(moves=moves)}", "analyze")
    lines = [line.split() for line in talk.until("status$") if line.startswith("analysis")]
    assert [int(line[1]) for line in lines] == list(range(9, -1, -1))
    values = [float(line[2]) for line in lines]
    assert values[:2] == [-64, 64]
    for after, before in itertools.pairwise(values):
        assert before >= -after


def test_learn(talk):
    """Without a book, a status gives the reason why no game was learned, and no line reports a learned
    game."""
    talk.send("learn", "ping 1")
    assert talk.until("pong 1") == [
        "status There is no book to add the game to: start the engine with --book FILE",
        "status",
        "pong 1",
    ]


def test_an_unreadable_game(talk):
    """After a game or a move that could not be read, no request gets an answer about the old game."""
    for line in ("set game nonsense", "move a1"):
        talk.send(f"set game {ggf()}")
        talk.send(line)
        talk.until("status .")
        for request in ("move f5", "go", "hint 3", "analyze"):
            talk.send(request)
            assert talk.until("status .") == ["status There is no position: the game could not be read"]
    talk.send(f"set game {ggf()}", "set depth 2", "go")
    assert ANSWER.fullmatch(talk.until("===")[-1])


def test_there_is_no_hint_after_the_end_of_the_game(talk):
    position = Position.parse("X" * 64 + " O")
    talk.send("set depth 5", f"set game {ggf(position)}", "hint 3", "set depth 6")
    assert talk.until("set myname Othello6") == ["set myname Othello5", "set myname Othello6"]


def test_contempt(talk):
    """A proved draw has the value of the contempt for Black, at most 1.99 discs."""
    draw = Position.parse(32 * "X" + 32 * "O" + " O")
    talk.send("set contempt 100", f"set game {ggf(draw)}", "go")
    assert talk.until("===")[-1].startswith("=== PA/-1.00/")
    talk.send("set contempt -5000", "go")
    assert talk.until("===")[-1].startswith("=== PA/+1.99/")


# Levels


def test_moves_have_the_level_of_the_command_line_and_not_the_depth_of_the_gui(begin, engine):
    talk = begin(NBoardTalk, engine, player=LevelPlayer("2"))
    talk.send("set depth 9", f"set game {ggf()}", "go")
    lines = talk.until("===")
    assert lines[0] == "set myname Othello2"
    assert {line.split()[4] for line in lines if line.startswith("search")} <= {"1", "2"}


def test_the_seed_of_the_command_line_counts_without_a_level(monkeypatch):
    """The seed also decides between equal book moves, which are played at the depth of the GUI."""
    states = []
    monkeypatch.setattr(
        "othello.cli.nboard.run_protocol", lambda _, state, welcome: states.append(state) or 0
    )
    assert run("nboard", "--seed", 7)[0] == 0
    states[0].set_depth(9)
    assert (states[0].player.seed, states[0].player.number) == (7, 9)


def played(talk):
    """Return the board after a game in which the whole game is sent before each move."""
    board = Board()
    while not board.is_over:
        if not board.must_pass:
            talk.send(f"set game {format_ggf(GameRecord.from_board(board))}", "go")
        board.push(PASS if board.must_pass else answered_move(talk.until("===")[-1]))
    return board


def test_the_same_seed_plays_a_game_again_that_is_sent_anew_before_each_move(begin, engine):
    board = played(begin(NBoardTalk, engine, player=LevelPlayer("newcomer", seed=7)))
    assert played(begin(NBoardTalk, engine, player=LevelPlayer("newcomer", seed=7))) == board


def test_hints_of_human_like_levels_are_honest(begin, engine):
    """At a human-like level, hints use the depth, and `go` reports no search."""
    names, hints = [], []
    for player in (LevelPlayer("casual", seed=1), LevelPlayer()):
        engine.new_game()
        talk = begin(NBoardTalk, engine, player=player)
        talk.send("set depth 6", f"set game {ggf()}", "hint 2")
        name, *lines = talk.until("status$")
        names.append(name)
        hints.append([line for line in lines if line.startswith("search")])
        talk.send("go")
        assert any(line.startswith("search") for line in talk.until("===")) is (player.number is not None)
    assert names == ["set myname Othello-casual", "set myname Othello6"]
    assert hints[0] == hints[1] != []


# Stops, with an engine whose searches end when they are stopped


@pytest.fixture
def patient(begin, fed):
    """A session whose searches last until they are stopped."""
    return begin(NBoardTalk, fed)


@pytest.mark.parametrize("request_line", ["hint 60", "go", "analyze"])
def test_a_ping_stops_a_search_and_no_line_of_the_search_follows(patient, fed, request_line):
    patient.send(request_line)
    assert patient.until("status .")[0].startswith("status ")
    fed.next()
    patient.send("ping 1")
    assert patient.until("pong") == ["status", "pong 1"]
    assert patient.end() == []


def test_a_ping_that_is_written_with_the_request(patient):
    """Searches before a ping write nothing, even if they have not begun. Requests after it are executed."""
    patient.send("hint 60", "go", "ping 1", "set depth 3")
    lines = patient.until("set myname Othello3")
    assert lines[-2:] == ["pong 1", "set myname Othello3"]
    assert not [line for line in lines if line.startswith(("===", "search"))]


@pytest.mark.parametrize("line", ["set contempt 0", "set depth 3", "go"])
def test_a_search_that_another_request_stops_has_its_answer(patient, fed, line):
    patient.send("go")
    fed.next()
    patient.send(line)
    assert ANSWER.fullmatch(patient.until("===")[-1])


def test_a_line_that_is_not_of_the_protocol_does_not_stop_a_search(patient, fed):
    patient.send("go")
    fed.next()
    patient.send("nonsense", "")
    assert patient.state.stop()
    assert ANSWER.fullmatch(patient.until("===")[-1])


def test_limits(patient, fed):
    """Moves use the depth and the clock. Hints use the depth and the number of moves."""
    patient.send("set depth 9", f"set game {ggf(tags='TI[5:00]')}", "hint 3", "ping 1")
    patient.until("pong")
    patient.send("go")
    searches = [fed.next()[1] for _ in range(2)]
    assert searches[0] == Limits(level=9, multipv=3)
    assert (searches[1].level, searches[1].clock.remaining) == (9, 300)


# Loading


def test_before_the_engine_is_there(engine):
    """While the engine is loading, pings are answered. A game waits, and a status gives the reason."""
    go_on = threading.Event()

    def make():
        assert go_on.wait(PATIENCE)
        return engine

    talk = NBoardTalk(late=LazyEngine(make))
    talk.send("nboard 2", "set depth 2", "ping 1", f"set game {ggf()}", "move f5", "ping 2", "go")
    assert talk.until("status") == ["set myname Othello2", "pong 1", "status Loading the engine"]
    go_on.set()
    assert talk.until("pong 2") == ["status", "pong 2"]
    assert ANSWER.fullmatch(talk.until("===")[-1])[1] in ("F4", "D6", "F6")
    assert talk.end() == []
