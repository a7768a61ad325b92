"""UGI sessions: requests, searches that later requests find running, and mistakes."""

import threading
from collections import Counter
from queue import Empty

import pytest

from othello import Board, Clock, Engine, Limits
from othello.gtp.ugi.game import parse_position
from tests.gtp import conversation_files
from tests.gtp.doubles import FedEngine
from tests.gtp.talk import BEST, INFO, UgiTalk
from tests.waiting import PATIENCE

MUST_PASS = f"fen -O{'X' * 62} O"


@pytest.fixture
def talk(begin, engine):
    return begin(UgiTalk, engine)


@pytest.fixture
def patient(begin, fed):
    """A session whose searches last until they are stopped."""
    return begin(UgiTalk, fed)


def fresh(settings):
    """Return an engine of its own, which a session may close."""
    return Engine(table_mib=1)


# What requests do


def test_a_session(talk):
    """A session as a runner leads it has a name, options, answers to questions, and a move."""
    talk.send("ugi", "isready", "uginewgame", "position startpos moves f5", "query p1turn", "go depth 4")
    lines = talk.until("bestmove")
    assert lines[0].startswith("id name Othello ")
    assert lines[1] == "id author The Othello engine's authors"
    assert lines[2 : 2 + len(talk.state.options)] == [
        each.declaration() for each in talk.state.options.values()
    ]
    assert lines[2 + len(talk.state.options) :][:3] == ["ugiok", "readyok", "response false"]
    reports = [INFO.fullmatch(line) for line in lines if line.startswith("info")]
    assert [int(report[1]) for report in reports][-1] == 4
    assert reports[-1][6].split()[0] == BEST.fullmatch(lines[-1])[1]


def test_passes(talk):
    """A forced pass is 0000, in the answer and in the reported line; after the end there is no move."""
    talk.send(f"position {MUST_PASS}", "go depth 5")
    *_, report, answer = talk.until("bestmove")
    assert INFO.fullmatch(report)[6] == "0000 a1"
    assert answer == "bestmove 0000"
    talk.send("query gameover", f"position {MUST_PASS} moves 0000 a1", "query result", "go depth 5")
    lines = talk.until("bestmove 0000")
    assert lines[:2] == ["response false", "response p1win"]
    assert lines[2] == "info string the game is over, so there is no move"


def test_several_lines(talk):
    """With MultiPV each report has its number, best first, and each of the best moves has one."""
    talk.send("setoption name MultiPV value 3", "position startpos moves f5", "go depth 6")
    lines = [INFO.fullmatch(line) for line in talk.until("bestmove")[:-1]]
    last = {line[2]: line for line in lines}
    assert sorted(last) == ["1", "2", "3"]
    values = [int(last[number][3]) for number in "123"]
    assert values == sorted(values, reverse=True)


def test_questions_without_a_position(talk):
    """After a position that cannot be read there are no answers about the old one, but there is an answer."""
    talk.ask("position startpos moves f5 f5")
    assert talk.ask("query p1turn") == "response none"
    talk.send("go depth 3")
    assert talk.until("bestmove") == [
        "info string no position is set: the last one could not be read",
        "bestmove 0000",
    ]
    talk.send("uginewgame", "go depth 1")
    assert talk.best() in ("d3", "c4", "f5", "e6")


def test_a_go_with_words_that_are_not_limits_is_carried_out_with_the_others(talk):
    talk.send("go mate 3 depth 2 nodes x")
    lines = talk.until("bestmove")
    assert lines[0] == "info string go has no limit 'mate 3 nodes x': the others hold"
    assert INFO.fullmatch(lines[-2])[1] == "2"


# Options


def test_the_table_and_the_threads(begin):
    """A new size of the table or number of threads makes another engine once, and keeps the game."""
    made = []

    class Engine(FedEngine):
        def close(self):
            made.append("closed")

        def new_game(self):
            made.append("cleared")

    def make(settings):
        made.append((settings.table_mib, settings.threads))
        return Engine()

    talk = begin(UgiTalk, make=make)
    talk.send("isready", "position startpos moves f5")
    talk.until("readyok")
    talk.send("setoption name hash value 64", "setoption name Threads value 2")
    talk.send("isready", "setoption name Clear Hash", "query p1turn", "isready")
    talk.until("readyok")
    assert talk.until("readyok") == ["response false", "readyok"]
    assert made == [(256, 1), "closed", (64, 2), "cleared"]


def test_levels(begin, engine):
    """A level that is set holds with other limits, auto does not, and human-like levels report nothing."""
    talk = begin(UgiTalk, engine)
    depths = []
    for level in ("3", "auto"):
        talk.send(f"setoption name Level value {level}", "setoption name Book value false", "go depth 5")
        depths.append(INFO.fullmatch(talk.until("bestmove")[-2])[1])
    assert depths == ["3", "5"]
    moves = set()
    for _ in range(2):
        talk.send("setoption name Level value Casual", "setoption name Seed value 7", "uginewgame")
        talk.send("position startpos moves f5 d6 c3", "go depth 5")
        (answer,) = talk.until("bestmove")
        moves.add(answer)
    assert len(moves) == 1


def test_the_book(begin, engine):
    """With the book a move comes at once and says so; without it the engine searches."""
    talk = begin(UgiTalk, engine)
    talk.send("setoption name OwnBook value true", "position startpos moves f5", "go depth 2")
    lines = talk.until("bestmove")
    assert "comes from the opening book" in lines[0]
    assert INFO.fullmatch(lines[1])
    talk.send("setoption name OwnBook value false", "go depth 2")
    assert not [line for line in talk.until("bestmove") if "book" in line]


# Searches that later requests find running


def test_limits_reach_the_engine(patient, fed):
    """The limits of go are those of the search, the clock less the time since the line came in."""
    patient.send("go depth 3 nodes 70", "stop")
    assert fed.next()[1] == Limits(depth=3, nodes=70)
    patient.send("setoption name MultiPV value 2", "go p1time 60000 p2time 1000 p1inc 500", "stop")
    limits = fed.next()[1]
    assert limits == Limits(clock=Clock(limits.clock.remaining, 0.5), multipv=2)
    assert 50 < limits.clock.remaining <= 60


@pytest.mark.parametrize("line", ["go depth 60", "go infinite", "go ponder"])
def test_requests_during_a_search(patient, fed, line):
    """During a search the engine is ready, answers questions, and ends when it is stopped."""
    patient.send("position startpos moves f5", line)
    fed.next()
    patient.send("isready", "query p1turn", "ugi")
    assert patient.until("ugiok")[:2] == ["readyok", "response false"]
    patient.send("stop")
    assert patient.best()


@pytest.mark.parametrize("line", ["position startpos moves f5", "uginewgame", "go nodes 9"])
def test_requests_wait_for_the_end_of_a_search(patient, fed, line):
    """A request that changes what is searched waits for the end of a search that has one."""
    fed.new_game = lambda: None
    patient.send("go depth 3", line)
    assert fed.next()[1] == Limits(depth=3)
    with pytest.raises(Empty):
        patient.output.get(timeout=0.2)
    fed.finish()
    assert patient.best()
    patient.send("stop")


@pytest.mark.parametrize("line", ["position startpos moves f5", "setoption name Level value 3", "go depth 1"])
def test_requests_end_a_search_without_an_end(patient, fed, line):
    """A search without an end is stopped by the next request that changes what is searched."""
    patient.send("go infinite")
    fed.next()
    patient.send(line)
    assert patient.best()
    patient.send("stop")


@pytest.mark.parametrize("stop", ["stop", "stop now"])
def test_a_stop_that_is_written_with_the_request(patient, stop):
    """The session accepts a stop that comes before the search has begun, with words after it or without."""
    patient.send("go infinite", stop, "isready")
    assert [line.split()[0] for line in patient.until("readyok")] == ["bestmove", "readyok"]


def test_an_infinite_search_that_is_done_has_no_answer_before_the_stop(patient, fed):
    patient.send("go infinite")
    fed.next()
    fed.finish()
    with pytest.raises(Empty):
        patient.output.get(timeout=0.2)
    patient.send("stop")
    assert patient.best()


def test_ponderhit(patient, fed):
    """After ponderhit the search has the limits of its go ponder, on a clock that runs from then on."""
    patient.send("position startpos moves f5", "go ponder depth 3 p2time 60000")
    assert fed.next()[1] == Limits(level=60)
    patient.send("ponderhit")
    position, limits = fed.next()
    assert position == Board.parse("f5").position
    assert (limits.depth, limits.level) == (3, None)
    assert 50 < limits.clock.remaining <= 60
    fed.finish()
    assert patient.best()


def test_a_mistake_of_the_program(patient, fed, capsys, monkeypatch):
    """An exception in a search is reported, with a traceback on standard error, and the go has an answer."""
    monkeypatch.setattr(fed, "steps", lambda *args: 1 / 0)
    patient.send("go depth 3")
    assert patient.until("bestmove") == [
        "info string internal error: ZeroDivisionError: division by zero",
        "bestmove 0000",
    ]
    assert capsys.readouterr().err.count("Traceback") == 1


# Recorded conversations


@pytest.mark.parametrize("name", ["engine", "nothello"])
def test_a_match_in_cutegames(begin, name):
    """The lines that cutegames wrote in a match get answers with which its games continue."""
    talk, board, counts = begin(UgiTalk, make=fresh), Board(), Counter()
    for mark, text in conversation_files.recorded(f"cutegames_{name}.log"):
        word, *rest = text.split() or [""]
        counts[word] += 1
        if mark == ">":
            talk.send(text)
            if word == "position":
                board = parse_position(rest)
        elif word in ("ugiok", "readyok", "response"):
            assert talk.until(word)[-1] == text
        elif word == "bestmove":
            move = BEST.fullmatch(talk.until(word)[-1])[1]
            assert board.is_legal("pass" if move == "0000" else move)
    assert counts["bestmove"] == counts["go"] > 10
    assert counts["response"] == counts["query"] > 40


def test_before_the_engine_is_there(engine):
    """The name and the options are printed before the engine is made; the rest waits."""
    go_on = threading.Event()

    def make(settings):
        assert go_on.wait(PATIENCE)
        return engine

    talk = UgiTalk(make=make)
    talk.send("ugi", "isready", "query p1turn")
    assert talk.until("ugiok")[-1] == "ugiok"
    with pytest.raises(Empty):
        talk.output.get(timeout=0.1)
    go_on.set()
    assert talk.end() == ["readyok", "response true"]
