"""The wheel for browsers in Pyodide: everything has the same results as on this computer."""

import random
import subprocess
import sys
from typing import Final

import pytest

from othello.gtp.commands.all_commands import REGISTRY
from tests import model, readme, source
from tools import pyodide

pytestmark = pytest.mark.slow
COMMANDS: Final = 2000
"""Commands of the random GTP session."""
SKIPPED: Final = (
    "quit", "othello-analyze", "gogui-rules_game_id", "cputime", "othello-last", "time_left", "time_settings",
)  # fmt: skip
"""Commands that end the session, that need threads, that choose a number at random, or that measure time."""
TALK: Final = """
import pathlib, sys
from othello import Engine
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.gtp_session import GtpSession
from othello.gtp.session_state import GtpState

lines = [pathlib.Path({path!r}).read_bytes()]
state = GtpState(LazyEngine(lambda: Engine(table_mib=2, level=3)))
GtpSession(state, lambda: lines.pop() if lines else b"", lambda data: print(data.decode(), end="")).run()
"""
LIBRARY: Final = """
import tempfile
from dataclasses import replace
from othello import Board, Book, Engine, GameRecord, Limits, format_game, parse_game, review_game
from othello.formats.registry import WRITTEN

board = Board.parse("f5d6c3d3c4f4f6g5e3f3g6")
game = GameRecord.from_board(board)
ending = "--X---OO---XXXOOXXXXXOOO-XXXOXOO-XXOXOXO-XOXXXOO-OOOOO-O---OOO-- X"
print(board, board._repr_svg_(), board.legal_moves)
with Engine(table_mib=4, level=6) as engine:
    print(engine.play(board), *engine.analyze(board, depth=5, multipv=3), engine.evaluate(board))
    print(engine.solve(ending), engine.solve(ending, wld=True).score)
    for each in engine.analysis(board, depth=6):
        print(each.depth, each.score, each.nodes, each.pv)
    for each in review_game(game, engine, Limits(level=5)):
        # The chances of people's moves differ in their last digits, as exponentials of C libraries do.
        played, best = round(each.peers.played, 12), round(each.peers.best, 12)
        print(replace(each, peers=None), each.peers.rating, played, best)
for name in WRITTEN:
    if name != "wthor":  # it needs NumPy
        text = format_game(game, name)
        print(text, parse_game(text).moves == game.moves)
with tempfile.TemporaryDirectory() as folder, Book(folder + "/own.book", writable=True) as book:
    book.learn(board, result=4)
    print(len(book), book.moves("f5d6"), "f5d6c3" in book)
"""
SENTENCES: Final = """
import contextlib
from othello import Engine, OthelloError, open_engine

for act in (lambda: Engine(threads=2), lambda: open_engine("edax")):
    try:
        act()
    except OthelloError as error:
        print(error)
"""
IN_TIME: Final = """
import asyncio, time
from othello import AsyncEngine, Engine

async def stopped(engine):
    async with AsyncEngine(engine) as shared:
        search = asyncio.create_task(shared.play("", depth=40))
        await asyncio.sleep(1)
        began = time.monotonic()
        engine.stop()
        found = await search
        print(found.was_stopped, time.monotonic() - began < LATE)

LATE = 0.5
engine = Engine()
engine.play("f5d6c3d3c4", seconds=5)  # meanwhile the browser optimizes the machine code
for seconds in (0.2, 1.0):
    began = time.monotonic()
    found = engine.play("", seconds=seconds)
    print(found.was_stopped, time.monotonic() - began < seconds + LATE)
await stopped(engine)
"""


@pytest.fixture(scope="module", autouse=True)
def _installed():
    pyodide.needed()


@pytest.fixture
def both(tmp_path):
    """Return a function that returns what a program prints in Pyodide and on this computer."""

    def run(program):
        command = [sys.executable, "-c", program]
        here = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return pyodide.run(program, tmp_path), here

    return run


@pytest.mark.parametrize("example", [*readme.PYTHON, LIBRARY])
def test_examples_of_readme_and_all_parts_of_the_library_print_the_same(both, example):
    there, here = both(example)
    assert there == here


def test_counts():
    """The benchmark's node count is its signature, and perft 10 gives the published number."""
    program = """
from othello import Board
from othello.rules import perft
from othello.search import bench
print(sum(found.nodes for found in bench.run()), perft.Counter().count(Board().position, 10))
"""
    signature = source.SIGNATURE.read_text(encoding="utf-8").strip()
    assert pyodide.run(program, source.DATA).split() == [signature, "24571284"]


@pytest.mark.parametrize("age", [2**31 / 1e6, 2**32 / 1e6, 2**31 / 1e3, 2**32 / 1e3])
def test_a_page_that_is_open_for_long(tmp_path, age):
    """Clocks of 32 bits end after 36 or 72 minutes if they count microseconds, and after 25 or 50 days
    otherwise."""
    program = """
import time
from othello import Engine

engine = Engine(table_mib=1)
print(engine.play("", level=4).move, engine.play("", seconds=0.5, depth=4).move, time.monotonic() > {age})
"""
    first, second, is_old = pyodide.run(program.format(age=age), tmp_path, age).split()
    assert (first, is_old) == (second, "True")


@pytest.mark.timing
def test_a_search_ends_at_its_time_and_soon_after_a_stop(tmp_path):
    assert pyodide.run(IN_TIME, tmp_path).split() == ["True"] * 6


def test_what_cannot_work_in_a_browser_is_refused_in_one_sentence(tmp_path):
    assert pyodide.run(SENTENCES, tmp_path).splitlines() == [
        "threads must be 1 for Python in a browser, not 2",
        "cannot start 'edax': emscripten does not support processes.",
    ]


def random_commands(seed):
    """Return random lines for a GTP session, many of them wrong."""
    chance = random.Random(seed)
    names = [name for name in sorted(REGISTRY.entries) if name not in SKIPPED]
    words = ("b", "w", "black", "white", "pass", "resign", "1", "3", "-1", "x9", "zz", "on", "off")
    lines = ["othello-seed 7"]  # without it, the seed of human-like levels is random
    for number in range(COMMANDS):
        kind = chance.random()
        if kind < 0.35:
            line = f"genmove {chance.choice('bw')}"
        elif kind < 0.7:
            line = f"play {chance.choice('bw')} {chance.choice(model.NAMES)}"
        elif kind < 0.72:
            line = "clear_board"
        else:
            count = chance.randrange(3)
            line = " ".join(
                (chance.choice(names), *(chance.choice((*words, *model.NAMES)) for _ in range(count)))
            )
        lines.append(f"{number} {line}")
    return lines


def test_random_commands_of_gtp_get_the_same_replies(both, tmp_path):
    path = tmp_path / "commands"
    path.write_text("\n".join(random_commands(35)), encoding="utf-8")
    there, here = both(TALK.format(path=str(path)))
    assert there == here
    assert there.count("=") > COMMANDS / 4
