"""Pondering in NBoard's protocol: when it goes on, when it ends, and that nothing is heard of it."""

import os
import random
import signal
import time

import pytest

from gtp import process
from gtp.loader import Loader
from othello.engine import Engine
from othello.limits import Limits
from othello.position import Position
from othello.square import PASS, format_move, parse_move
from tests.gtp.driver import EngineProcess
from tests.gtp.nboard_talk import CHOICE, Talk, ggf, loaded
from tests.gtp.ponderers import ponderers, waits_for

COMMAND = ("-m", "othello", "nboard", "--hash", "16")
PONDER = (*COMMAND, "--ponder")
CLOCK = "TI[0:20]"
"""With a clock and no depth it goes on until it is stopped."""
PROMPT = 0.05
"""Seconds within which a ping is to be answered on a computer that has nothing else to do."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


class Witness:
    """An engine that remembers what it was asked to search, and what it found."""

    def __init__(self, engine):
        self.stop, self._engine = engine.stop, engine
        self.positions, self.found = [], []

    def go(self, position, *arguments, **options):
        self.positions.append(position)
        self.found.append(self._engine.go(position, *arguments, **options))
        return self.found[-1]


@pytest.fixture
def witness(engine):
    return Witness(engine)


@pytest.fixture
def talk(witness):
    """A session that ponders, at the start of a game with a clock."""
    loader = Loader(lambda: witness)
    assert loader.get()
    talk = Talk(loader, ponders=True)
    talk.send(f"set game {ggf(tags=CLOCK)}")
    yield talk
    talk.end()
    assert ponderers() == []


def choice(talk):
    """The answer to a `go`, as a move."""
    talk.send("go")
    move = CHOICE.fullmatch(talk.until("===")[-1])[1]
    return PASS if move == "PA" else parse_move(move.lower())


def after(talk, *lines):
    """Send lines, and a ping to know that they were carried out."""
    talk.send(*lines, "ping 7")
    assert talk.until("pong 7")[-1] == "pong 7"


def is_idle():
    """Whether nothing is pondered, and nothing was about to be."""
    time.sleep(0.05)
    return ponderers() == []


# When it goes on


def test_positions(talk, witness):
    """It searches the position after the expected reply, and then the one that the answer leads to."""
    talk.send("set depth 4")
    chosen = Position.start().play(choice(talk))
    expected = chosen.play(witness.found[0].pv[1])
    assert waits_for(lambda: len(witness.found) == 3)
    assert witness.positions == [Position.start(), expected, chosen]


@pytest.mark.parametrize("form", ["nothing", "a move", "a game", "the old game"])
def test_our_own_move_is_not_the_reply(talk, form):
    """However the GUI sends our move back, or before it does, it is the other side's turn."""
    move = format_move(choice(talk)).upper()
    line = {
        "nothing": "set contempt 0",
        "a move": f"move {move}/1.00/2",
        "a game": f"set game {ggf(moves=f'B[{move}]', tags=CLOCK)}",
        "the old game": f"set game {ggf(tags=CLOCK)}",
    }
    after(talk, line[form])
    assert waits_for(ponderers)


@pytest.mark.parametrize("form", ["a move", "a game", "another game", "no game"])
def test_the_reply_ends_it(talk, form):
    """When the game has gone on, or is another one, what was expected is of no use any more."""
    chosen = choice(talk)
    assert waits_for(ponderers)
    move, position = format_move(chosen).upper(), Position.start().play(chosen)
    reply = format_move(next(iter(position.legal_moves()))).upper()
    lines = {
        "a move": [f"move {move}", f"move {reply}"],
        "a game": [f"set game {ggf(moves=f'B[{move}]W[{reply}]')}"],
        "another game": [f"set game {ggf(position.play(parse_move(reply.lower())))}"],
        "no game": ["set game nonsense"],
    }
    after(talk, *lines[form])
    assert is_idle()


def test_only_after_an_answer(talk):
    """Hints and analyses are for somebody who looks on, and a `go` that was silenced has no answer."""
    talk.send("set depth 2", "hint 2")
    talk.until("status$")
    talk.send("analyze")
    talk.until("status$")
    talk.send("set depth 60", "go", "ping 1")
    assert not [line for line in talk.until("pong") if line.startswith("===")]
    after(talk, "set depth 3")
    assert is_idle()


def test_the_end_of_the_game(talk):
    """After the last move of a game nothing is left to search."""
    talk.send(f"set game {ggf(Position.parse('X' * 62 + 'O- X'), tags=CLOCK)}")
    assert choice(talk) == parse_move("h8")
    after(talk, "move H8")
    talk.send("go")
    assert talk.until("===")[-1].startswith("=== PA/")
    assert waits_for(lambda: not ponderers())


def test_only_if_asked_for(engine):
    """Without the option it does not think on the opponent's time."""
    talk = Talk(loaded(engine))
    talk.send(f"set game {ggf(tags=CLOCK)}", "set depth 3")
    choice(talk)
    after(talk, "set contempt 0")
    assert is_idle()
    talk.end()


# What it leaves, and what is heard of it


def test_the_reply_is_quicker(talk, witness):
    """What was pondered is in the table: the same search after it needs fewer nodes."""
    talk.send("set depth 8")
    choice(talk)
    assert waits_for(lambda: len(witness.found) == 3)
    assert waits_for(lambda: not ponderers())
    expected = witness.positions[1]
    prepared = witness.go(expected, Limits(level=8)).nodes
    with Engine(table_mib=1) as fresh:
        assert prepared < fresh.go(expected, Limits(level=8)).nodes


def test_silence(talk):
    """Nothing is said of it, neither while it goes on nor when it ends."""
    choice(talk)
    assert waits_for(ponderers)
    time.sleep(0.2)
    assert talk.said.empty()
    talk.send("ping 1")
    assert talk.until("") == ["pong 1"]
    assert waits_for(ponderers)
    time.sleep(0.1)
    talk.send("set depth 2", "ping 2")
    assert talk.until("pong") == ["set myname Othello2", "pong 2"]
    assert talk.said.empty()


def test_whole_games(talk):
    """In games in which every line comes while it ponders, all answers are legal moves."""
    chance = random.Random(1)
    for _ in range(3):
        position, moves = Position.start(), ""
        talk.send("set depth 2")
        talk.until("set myname")
        while not position.is_over:
            talk.send(f"set game {ggf(moves=moves, tags=CLOCK)}", "ping 1")
            talk.until("pong 1")
            for is_ours in (True, False):
                if position.is_over:
                    break
                replies = list(position.legal_moves()) or [PASS]
                move = choice(talk) if is_ours else chance.choice(replies)
                assert move in replies
                name = "PA" if move == PASS else format_move(move)
                moves += f"{'B' if position.turn.value == 0 else 'W'}[{name}]"
                position = position.apply(move)
                talk.send(f"move {name}")
                time.sleep(chance.choice((0, 0.001, 0.003)))
        assert talk.said.empty()


# Through pipes


def begun(engine):
    """Let the engine answer a `go`, after which it ponders."""
    engine.send(f"nboard 2\nset game {ggf(tags='TI[0:05]')}\ngo")
    while not (line := engine.output.readline().decode()).startswith("==="):
        assert line
    return line.split()[1].split("/")[0]


def test_pings_are_answered_at_once():
    """A ping in the middle of it has its answer as soon as ever, and so has a move."""
    with EngineProcess(PONDER) as engine:
        move = begun(engine)
        times = []
        for number in range(10):
            time.sleep(0.1)
            began = time.perf_counter()
            engine.send(f"move {move}\nping {number}" if number == 0 else f"ping {number}")
            assert engine.output.readline() == b"pong %d\n" % number
            times.append(time.perf_counter() - began)
        engine.send("quit")
        assert engine.output.read() == b""
        assert engine.wait() == 0
        assert engine.errors() == ""
        # The best of them: another program may be in the way of some.
        assert min(times) < PROMPT


@pytest.mark.parametrize("end", ["quit", "end of input"])
def test_ends(end):
    """A session that ponders ends as any other, without a word."""
    with EngineProcess(PONDER) as engine:
        begun(engine)
        time.sleep(0.1)
        if end == "quit":
            engine.send("quit")
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
        begun(engine)
        time.sleep(0.1)
        engine.process.send_signal(signal.SIGINT)
        assert engine.wait() == process.INTERRUPTED
        assert engine.output.read() == b""
        assert engine.errors() == ""
