"""Pondering: its positions, its beginning and end, and its silence."""

import os
import re
import signal
import threading
import time
from functools import partial

import pytest

from othello import PASS, Board, Clock, Color, Engine, Limits, Position, StopSignal, parse_move
from othello.gtp import process
from othello.gtp.engine_session import EngineSession, likely, without_clock
from othello.gtp.lazy_engine import LazyEngine
from tests.gtp.doubles import FedEngine
from tests.gtp.driver import EngineProcess
from tests.gtp.talk import TALKS, GtpTalk, ggf, loaded
from tests.waiting import PATIENCE, eventually

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
START = Position.start()


def is_pondering():
    """Whether a thread of this process ponders."""
    return any(thread.name == "search" for thread in threading.enumerate())


# What is searched


def test_likely_positions(engine):
    """The likely positions are the position after the expected reply, and the position after the own move."""
    result = engine.play(START, Limits(depth=4))
    after = START.play(result.move)
    assert likely(after, result) == [after.play(result.pv[1]), after]


def test_without_an_expected_reply_only_the_position_itself_is_likely():
    assert likely(START, None) == [START]


@pytest.mark.parametrize("text", [f"{'X' * 62}O- X", f"{'-' * 50}XO{'-' * 12} X"])
def test_after_the_last_move_of_a_game_there_is_no_position_to_ponder(engine, text):
    result = engine.play(Position.parse(text))
    assert likely(Position.parse(text).play(result.move), result) == []


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(), Limits()),
        (Limits(clock=Clock(9)), Limits(level=60)),
        (Limits(level=5, clock=Clock(9)), Limits(level=5)),
        (Limits(depth=5, clock=Clock(9)), Limits(depth=5)),
        (Limits(level=5, depth=3), Limits(level=5, depth=3)),
    ],
)
def test_limits(limits, expected):
    """Level and depth limit pondering as they limit a move. A clock alone does not limit it."""
    assert without_clock(limits) == expected


# Sessions whose engine ends its searches when the test says so

CLOCK = "TI[0:02]"
GO = {
    "gtp": ["clear_board", "genmove b"],
    "nboard": [f"set game {ggf(tags=CLOCK)}", "go"],
}
"""Lines that let the engine move at the start of a game."""
LIMITS = [
    ("gtp", ["othello-level 7", "genmove b"], Limits(level=7)),
    ("gtp", ["othello-depth 7", "genmove b"], Limits(depth=7)),
    ("gtp", ["time_settings 20 0 0", "genmove b"], Limits(level=60)),
    ("gtp", ["time_settings 20 0 0", "othello-level 7", "genmove b"], Limits(level=7)),
    ("nboard", GO["nboard"], Limits(level=60)),
    ("nboard", ["set depth 9", *GO["nboard"]], Limits(level=9)),
]
KEPT = [
    *(("gtp", [line]) for line in ("name", "time_left b 20 0", "showboard", "bad")),
    ("gtp", ["play w {REPLY}", "undo"]),
    ("nboard", ["set contempt 0"]),
    ("nboard", ["move {OWN}/1.00/2"]),
    ("nboard", [f"set game {ggf(moves='B[{OWN}]', tags=CLOCK)}"]),
    ("nboard", [f"set game {ggf(tags=CLOCK)}"]),
]
"""Lines after which the game is where it was, with the engine's own move and the reply of the other side."""
CHANGED = [
    *(("gtp", [line]) for line in ("undo", "clear_board", "play w {REPLY}", "play b {AGAIN}")),
    ("gtp", ["othello-level casual"]),
    ("nboard", ["move {OWN}", "move {REPLY}"]),
    ("nboard", [f"set game {ggf(moves='B[{OWN}]W[{REPLY}]')}"]),
    ("nboard", [f"set game {ggf(START.play('c4').play('c3'))}"]),
    ("nboard", ["set game nonsense"]),
]
"""Lines after which the game is elsewhere, or the level does not ponder."""
LAST_SQUARE = Position.parse("X" * 62 + "O- X")
LAST_MOVES = [
    ("gtp", [f"othello-setup {LAST_SQUARE.format()}", "genmove b"]),
    ("nboard", [f"set game {ggf(LAST_SQUARE, tags=CLOCK)}", "go"]),
]


@pytest.fixture
def talk(fed, protocol):
    """A session that ponders, in the protocol of the test."""
    talk = TALKS[protocol](fed, ponders=True)
    yield talk
    talk.end()
    assert not is_pondering()


def go(talk, fed, *lines):
    """Let the engine move, after lines, and return the position afterward."""
    if isinstance(talk, GtpTalk):
        talk.sync(*lines[:-1])
        lines = lines[-1:]
    talk.send(*lines)
    before, _ = fed.next()
    fed.finish()
    return before.play(talk.answer())


def filled(lines, after):
    """Return lines with the engine's own move from the start, a reply to it, and another move of black."""
    own = next(move for move in START.legal_moves if START.play(move) == after)
    reply, again = after.legal_moves[0], Board(after).with_turn(Color.BLACK).legal_moves[0]
    names = {"own": own, "reply": reply, "again": again}
    names |= {name.upper(): str(move).upper() for name, move in names.items()}
    return [line.format(**names) if "{" in line else line for line in lines]


all_protocols = pytest.mark.parametrize("protocol", TALKS)


@all_protocols
def test_both_positions_are_searched(talk, fed, protocol):
    """After a move, the position after the expected reply is searched first, then the current position."""
    after = go(talk, fed, *GO[protocol])
    assert fed.next()[0] == after.play(after.legal_moves[0])
    fed.finish()
    assert fed.next()[0] == after


@pytest.mark.parametrize(("protocol", "lines", "limits"), LIMITS)
def test_limits_of_a_session(talk, fed, lines, limits):
    """Pondering uses the level and depth of the move. On a clock without them, it has no limit."""
    go(talk, fed, *lines)
    assert fed.next()[1] == limits


@pytest.mark.parametrize(("protocol", "lines"), KEPT)
def test_what_keeps_pondering(talk, fed, protocol, lines):
    """While the game stays before or after the engine's own move, pondering begins again."""
    after = go(talk, fed, *GO[protocol])
    first, _ = fed.next()
    talk.send(*filled(lines, after))
    assert fed.next()[0] == first


@pytest.mark.parametrize(("protocol", "lines"), CHANGED)
def test_what_ends_pondering(talk, fed, protocol, lines):
    """After another move or another game, and at a human-like level, the engine does not ponder."""
    after = go(talk, fed, *GO[protocol])
    fed.next()
    talk.sync(*filled(lines, after))
    while not fed.begun.empty():
        fed.next()  # between the two lines of a move
    # The second answer shows that nothing was begun after the first one.
    talk.sync()
    assert fed.begun.empty()


@pytest.mark.parametrize("protocol", ["nboard"])
@pytest.mark.parametrize("line", ["hint 2", "analyze"])
def test_nothing_is_pondered_after_hints_and_analyses(talk, fed, line):
    talk.send(line)
    fed.next()
    fed.finish()
    talk.until("status$")
    talk.sync()
    talk.sync()
    assert fed.begun.empty()


@pytest.mark.parametrize("protocol", ["nboard"])
def test_nothing_is_pondered_after_a_go_that_a_ping_silenced(talk, fed):
    talk.send("go")
    fed.next()
    talk.sync()
    talk.sync()
    assert fed.begun.empty()


@pytest.mark.parametrize(("protocol", "lines"), LAST_MOVES)
def test_after_the_last_move_of_a_game_nothing_is_pondered(talk, fed, lines):
    assert go(talk, fed, *lines).is_over
    talk.sync()
    assert fed.begun.empty()


@all_protocols
def test_without_the_option_nothing_is_pondered(fed, protocol):
    talk = TALKS[protocol](fed)
    go(talk, fed, *GO[protocol])
    talk.sync()
    assert fed.begun.empty()
    talk.end()


@all_protocols
def test_nothing_is_written_about_pondering_neither_during_it_nor_at_its_end(talk, fed, protocol):
    go(talk, fed, *GO[protocol])
    for _ in range(2):
        fed.next()
        talk.sync()
    assert talk.output.empty()


@pytest.mark.parametrize("protocol", ["gtp"])
@pytest.mark.parametrize("command", ["name", "undo", "clear_board", "play w pass", "bad", "time_left b 9 0"])
def test_every_command_of_gtp_ends_pondering_and_gets_its_own_reply_only(talk, fed, command):
    go(talk, fed, *GO["gtp"])
    fed.next()
    reply = talk.ask(command)
    assert reply[0] == ("?" if command in ("bad", "play w pass") else "=")
    talk.sync()
    assert talk.output.empty()


@pytest.mark.parametrize("protocol", ["gtp"])
def test_after_a_pass_of_the_engine_the_position_after_the_pass_is_searched(talk, fed):
    talk.ask("othello-setup O" + "-" * 61 + "XO O")
    assert talk.ask("genmove b") == "= pass\n\n"
    position, _ = fed.next()
    assert position == Position.parse("O" + "-" * 61 + "XO O")


@pytest.mark.parametrize("protocol", ["gtp"])
def test_a_move_that_is_chosen_and_not_made_leaves_what_is_pondered_as_it_was(talk, fed):
    go(talk, fed, *GO["gtp"])
    first, _ = fed.next()
    talk.send("reg_genmove w")
    fed.next()
    fed.finish()
    talk.next()
    assert fed.next()[0] == first


# The engine session


def session_of(engine, kind=EngineSession):
    """Return an engine session that ponders, and expects something at the start of a game."""
    session = kind(loaded(engine), ponders=True)
    session.expect((START,), START, None)
    return session


def test_nothing_is_searched_if_the_next_command_came_in_before_pondering_began(fed):
    session, cancel = session_of(fed), StopSignal()
    cancel.set()
    session.ponder(START, Limits, cancel)
    session.rest()
    assert fed.begun.empty()


def test_a_stop_ends_pondering_but_does_not_count_it_as_a_search(fed):
    session = session_of(fed)
    session.ponder(START, Limits, StopSignal())
    fed.next()
    assert not session.stop()
    eventually(lambda: not is_pondering())


def test_a_stop_while_pondering_ends_in_another_thread(fed):
    """The thread of requests may end pondering at any point of a stop."""

    class Changing(EngineSession):
        _pondering = property(
            lambda self: vars(self).pop("once", None), lambda self, value: vars(self).update(once=value)
        )

    session = session_of(fed, Changing)
    session.ponder(START, Limits, StopSignal())
    fed.next()
    assert not session.stop()
    eventually(lambda: not is_pondering())


def test_stop(fed):
    """Another thread can stop a running search. `stop` returns whether a search was running."""
    session, results = EngineSession(loaded(fed)), []
    assert not session.stop()
    search = partial(session.search, START, Limits(), StopSignal())
    thread = threading.Thread(target=lambda: results.append(search()))
    thread.start()
    fed.next()
    assert session.stop()
    thread.join(PATIENCE)
    assert results[0].move in START.legal_moves
    assert not session.stop()


def test_stop_before_the_engine_is_there():
    """Before the engine is created, there is no search to stop, and stopping does not create it."""
    assert not EngineSession(LazyEngine(lambda: pytest.fail("an engine is made"))).stop()


def test_errors_are_printed(capfd):
    """An error in the search is printed on standard error, and pondering can begin again."""

    class Broken(FedEngine):
        def steps(self, *arguments):
            raise RuntimeError("broken")

    session = session_of(Broken())
    for _ in range(2):
        session.ponder(START, Limits, StopSignal())
        session.rest()
    assert capfd.readouterr().err.count("RuntimeError: broken") == 2


# With the real engine


@pytest.fixture
def real(make_state):
    """A session that ponders with a real engine."""
    talk = GtpTalk(state=make_state(ponders=True))
    yield talk
    talk.end()
    assert not is_pondering()


def test_whole_game(real):
    """If all commands of a game arrive while the engine ponders, it makes legal moves and replies once to
    each."""
    position, color = START, "b"
    real.ask("othello-level 4")
    while not position.is_over:
        move = parse_move(real.ask(f"genmove {color}").removeprefix("= ").strip())
        position = position.pass_turn() if move == PASS else position.play(move)
        color = "w" if color == "b" else "b"
    assert real.output.empty()
    black, white = (len(position.discs(side)) for side in Color)
    assert real.ask("showboard") == f"= X {black}, O {white}, game over\n{position.diagram()}\n\n"


def test_however_soon_after_a_move_the_next_command_comes_in_it_gets_one_reply(real):
    real.ask("othello-level 2")
    for number in range(100):
        assert real.ask(f"{number} genmove b").startswith(f"={number} ")
        assert real.ask(f"{number} undo") == f"={number}\n\n"
    assert real.output.empty()


def test_the_table_is_prepared(real):
    """After pondering, searching the expected position takes fewer nodes than in a new engine."""
    real.ask("othello-level 8")
    real.ask("genmove b")
    # Without a clock it does as much as a move would, and ends by itself.
    eventually(lambda: real.state._pondering)
    eventually(lambda: not is_pondering())
    state = real.state
    expected = state.board.position.play(state.last_search.pv[1])
    prepared = state.engine.play(expected, Limits(level=8)).nodes
    with Engine(table_mib=1) as fresh:
        assert prepared < fresh.play(expected, Limits(level=8)).nodes


# Through pipes

PROTOCOLS = {
    "gtp": "time_settings 2 0 0\ngenmove b",
    "nboard": f"set game {ggf(tags='TI[0:02]')}\ngo",
}
"""Lines that begin to ponder on a clock, without a limit, after an answer."""
ANSWER = re.compile(rb"= [A-H][1-8]|===")


@pytest.fixture
def pondering(request):
    """A process that ponders, in the protocol of the test."""
    with EngineProcess(("-m", "othello", request.param, "--hash", "16", "--ponder")) as engine:
        engine.send(PROTOCOLS[request.param])
        while not ANSWER.match(line := engine.output.readline()):
            assert line
        yield engine


@pytest.mark.timing
@pytest.mark.parametrize("pondering", ["gtp"], indirect=True)
def test_with_the_option_the_engine_uses_the_processor_while_nothing_is_asked(pondering):
    assert pondering.output.readline() == b"\n"
    before = float(pondering.ask("cputime"))
    time.sleep(1.0)
    assert float(pondering.ask("cputime")) - before > 0.02


@posix
@pytest.mark.parametrize("pondering", ["gtp", pytest.param("nboard", marks=pytest.mark.slow)], indirect=True)
def test_an_interrupt_ends_the_session(pondering):
    """An interrupt while the engine ponders ends the session, without further output."""
    pondering.process.send_signal(signal.SIGINT)
    assert pondering.wait() == process.INTERRUPTED
    assert pondering.output.read().strip() == b""
    assert pondering.errors() == ""
