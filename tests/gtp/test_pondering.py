"""Pondering: it happens, it disturbs nobody, and it leaves nothing behind."""

import os
import signal
import threading
import time
from queue import SimpleQueue

import pytest

from gtp import process
from gtp.game import Game
from gtp.loader import Loader
from gtp.pondering import Pondering
from gtp.session import Session
from gtp.session_state import State
from othello.engine import Engine
from othello.limits import Limits
from othello.position import Position
from othello.score import Color
from othello.search.cancel import Cancel
from tests.gtp.driver import EngineProcess
from tests.gtp.ponderers import PATIENCE, ponderers, waits_for

PONDER = ("-m", "othello", "gtp", "--hash", "16", "--ponder")
DEEP = Limits(level=60)
"""More than any test waits for."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


class Talk:
    """A session in this process that gets its lines one by one."""

    def __init__(self, state):
        self.lines, self.replies = SimpleQueue(), SimpleQueue()
        self.session = Session(state, self.lines.get, self.replies.put)
        self.thread = threading.Thread(target=self.session.run, daemon=True)
        self.thread.start()

    def ask(self, line):
        self.lines.put(f"{line}\n".encode())
        return self.replies.get(timeout=PATIENCE).decode()

    def close(self):
        self.lines.put(b"")
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def talk(engine):
    """A session that ponders, with a clock, so that it goes on until it is stopped."""
    state = State(Loader(lambda: Game(engine)), ponders=True)
    talk = Talk(state)
    talk.ask("clear_board")
    talk.ask("time_settings 20 0 0")
    yield talk
    talk.close()
    assert ponderers() == []


def pondering_after(talk, line):
    """The reply to a command after which the engine must ponder."""
    reply = talk.ask(line)
    assert waits_for(ponderers)
    return reply


# What is searched


def test_positions(engine):
    """After a move of ours these are the position after the expected reply, and the one now."""
    game = Game(engine)
    assert game.pondered == ()
    game.genmove(Color.BLACK, Limits(depth=4))
    expected = game.last_search.pv[1]
    assert game.pondered == (game.position.play(expected), game.position)
    game.choose(Color.WHITE, Limits(depth=1))  # another search, as of reg_genmove
    assert game.pondered == (game.position.play(expected), game.position)
    game.play(Color.WHITE, expected)
    assert game.pondered == ()
    game.undo()
    assert len(game.pondered) == 2
    game.undo()
    assert game.pondered == ()


@pytest.mark.parametrize("text", [f"{'X' * 56}OOOOOO-- X", f"{'-' * 50}XO{'-' * 12} X"])
def test_end_of_the_game(engine, text):
    """After the last move of a game nothing is left to search."""
    game = Game(engine)
    game.set_up(text)
    game.genmove(Color.BLACK, Limits())
    assert game.position.is_over
    assert game.pondered == ()


def test_passes(engine):
    """After a pass of ours the position now is searched."""
    game = Game(engine)
    game.set_up("O" + "-" * 61 + "XO O")
    assert game.genmove(Color.BLACK, Limits()) == 64
    assert game.pondered == (game.position,)


# While it goes on


@pytest.mark.parametrize("command", ["name", "undo", "clear_board", "play w pass", "bad", "time_left b 9 0"])
def test_commands_end_it(talk, command):
    """Every command finds the engine free, gets its own reply, and leaves no thread of before."""
    talk.ask("genmove b")
    before = waits_for(ponderers) and ponderers()[0]
    reply = talk.ask(command)
    assert reply[0] == ("?" if command in ("bad", "play w pass") else "=")
    assert waits_for(lambda: not before.is_alive())
    assert talk.replies.empty()


def test_it_goes_on_after_questions(talk):
    """Commands that leave the game as it is only interrupt it; others end it."""
    talk.ask("genmove b")
    for question in ("name", "time_left b 20 0", "showboard"):
        pondering_after(talk, question)
    talk.ask("undo")
    assert ponderers() == []


def test_whole_game(talk):
    """A game whose moves all come while it ponders has legal moves only, and nothing is told twice."""
    position, color = Position.start(), "b"
    while not position.is_over:
        move = talk.ask(f"genmove {color}").split()[1].lower()
        assert talk.replies.empty()
        position = position.pass_turn() if move == "pass" else position.play_unchecked(move_of(move))
        color = "w" if color == "b" else "b"
        talk.ask(f"time_settings {0.4 + position.empties % 3 / 10} 0 0")
    assert talk.ask("showboard") == f"= X {position.discs(Color.BLACK)}, O {position.discs(Color.WHITE)}" + (
        f", game over\n{position.diagram()}\n\n"
    )


def move_of(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def test_many_interruptions(talk):
    """However soon after a move the next command comes, it is answered, and only once."""
    talk.ask("othello-level 2")
    for number in range(100):
        assert talk.ask(f"{number} genmove b").startswith(f"={number} ")
        time.sleep(number % 5 / 1000)
        assert talk.ask(f"{number} undo") == f"={number}\n\n"
    assert talk.replies.empty()


def test_the_reply_is_quicker(talk):
    """What was pondered is in the table: the same search after it needs fewer nodes."""
    talk.ask("othello-level 8")
    talk.ask("genmove b")
    # Without a clock it does as much as a move would, and is over soon.
    assert waits_for(lambda: not ponderers())
    state = talk.session._state
    expected, _ = state.game.pondered
    prepared = state.game.engine.go(expected, Limits(level=8)).nodes
    with Engine(table_mib=1) as fresh:
        assert prepared < fresh.go(expected, Limits(level=8)).nodes


def test_errors_are_told_aside(capfd):
    """A search that breaks leaves the conversation alone, and its traceback on standard error."""

    class Broken:
        def go(self, *arguments, **options):
            raise RuntimeError("broken")

    pondering = Pondering()
    pondering.begin(Broken(), [Position.start()], DEEP, Cancel())
    waits_for(lambda: not ponderers())
    pondering.end()
    assert "RuntimeError: broken" in capfd.readouterr().err


def test_news_that_came_before(engine):
    """What came in before it began keeps it from searching at all."""
    pondering, cancel = Pondering(), Cancel()
    cancel.set()
    pondering.begin(engine, [Position.start()] * 3, DEEP, cancel)
    assert waits_for(lambda: not ponderers())
    pondering.end()
    assert not pondering.halt()


# Through pipes


def cpu_while_waiting(engine):
    """Processor seconds that the engine takes while nobody asks it for anything."""
    before = float(engine.ask("cputime"))
    time.sleep(0.6)
    return float(engine.ask("cputime")) - before


def test_only_if_asked_for():
    """It thinks on the opponent's time with the option, and does not without."""
    used = []
    for arguments in (PONDER, PONDER[:-1]):
        with EngineProcess(arguments) as engine:
            engine.ask("clear_board")
            engine.ask("time_settings 10 0 0")
            assert cpu_while_waiting(engine) < 0.05
            engine.ask("genmove b")
            used.append(cpu_while_waiting(engine))
            assert engine.ask("quit") == ""
            assert engine.wait() == 0
            assert engine.errors() == ""
            assert engine.output.read() == b""
    assert used[0] > 0.05 > used[1]


def test_answers_come_soon():
    """A question in the middle of it is answered as soon as ever."""
    with EngineProcess((*PONDER, "--level", "60")) as engine:
        engine.ask("clear_board")
        engine.ask("time_settings 2 0 0")
        engine.ask("genmove b")
        times = []
        for _ in range(10):
            time.sleep(0.1)
            began = time.perf_counter()
            assert engine.ask("name") == "Othello"
            times.append(time.perf_counter() - began)
        # Some of them are held up by other programs.
        assert min(times) < 0.05


@pytest.mark.parametrize("end", ["quit", "end of input"])
def test_ends(end):
    """A session that ponders ends as any other, without a word."""
    with EngineProcess(PONDER) as engine:
        engine.ask("clear_board")
        engine.ask("time_settings 5 0 0")
        engine.ask("genmove b")
        time.sleep(0.1)
        if end == "quit":
            assert engine.ask("quit") == ""
        else:
            engine.input.close()
            engine.input = None
        assert engine.wait() == 0
        assert engine.output.read() == b""
        assert engine.errors() == ""


@posix
def test_an_interrupt_ends_the_session():
    """Nobody waits for it, so that an interrupt means the end, as it does when nothing is searched."""
    with EngineProcess(PONDER) as engine:
        engine.ask("clear_board")
        engine.ask("time_settings 5 0 0")
        engine.ask("genmove b")
        time.sleep(0.1)
        engine.process.send_signal(signal.SIGINT)
        assert engine.wait() == process.INTERRUPTED
        assert engine.output.read() == b""
        assert engine.errors() == ""
