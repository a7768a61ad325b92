"""`othello solve` on a terminal: what is seen of long solutions, and what Ctrl-C leaves."""

import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from othello.cli.solve_display import as_time
from othello.formats.obf import read_obf
from tests import solved, source
from tests.terminal import read_all, read_until

INTERRUPTED = 130
HARD = list(read_obf(source.ROOT / "tests" / "data" / "ffo" / "fforum-40-59.obf"))[13].position
"""A position that takes minutes to solve."""
EASY = solved.problems()[-1].position


class Terminal:
    """The command with standard error, and for *sees_all* standard output too, on a pseudo-terminal."""

    def __init__(self, *args, sees_all):
        self.parent, child = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "othello", "solve", "--hash", "16", *map(str, args)],
            cwd=source.ROOT,
            stdin=child,
            stdout=child if sees_all else subprocess.PIPE,
            stderr=child,
            text=True,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "150", "PYTHONIOENCODING": "utf-8"},
            start_new_session=True,
        )
        os.close(child)

    def until(self, text):
        return read_until(self.parent, text)

    def interrupt(self):
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self):
        """What is shown to the end, standard output if that is elsewhere, and the exit status."""
        found = read_all(self.parent)
        os.close(self.parent)
        out = self.process.stdout.read() if self.process.stdout else ""
        if self.process.stdout:
            self.process.stdout.close()
        return found, out, self.process.wait(timeout=60)


@pytest.fixture
def two(tmp_path):
    """A file with a position that is solved at once, and one that takes minutes."""
    path = tmp_path / "two.obf"
    path.write_text(f"{EASY.format()};\n{HARD.format()};\n")
    return path


def test_progress(two):
    """A long solution shows how far it is; Ctrl-C takes that away and prints what is proved."""
    terminal = Terminal(two, sees_all=True)
    seen = terminal.until(" left ")
    assert re.search(r"position 2 of 2: step \d+ of \d+ \(depth \d+, (exact|\d+%)\), \d+ of \d+ moves", seen)
    assert re.search(r"proved -\d+ to \+\d+, [\d,]+ nodes, [\d.]+ M nodes/s, 0:\d\d, left", seen)
    terminal.interrupt()
    rest, _, status = terminal.end()
    assert status == INTERRUPTED
    assert "\x1b[2K" in rest  # a line was erased
    assert re.search(r"not solved: (nothing is proved|proved is [+-]\d+ to [+-]\d+)", rest)
    assert "interrupted after 1 of 2 positions" in rest
    assert "Traceback" not in rest


def test_results_go_where_they_belong(two):
    """With standard output elsewhere the terminal has the progress, and the file the objects."""
    terminal = Terminal("--json", two, sees_all=False)
    terminal.until(" left ")
    terminal.interrupt()
    rest, out, status = terminal.end()
    first, last = map(json.loads, out.splitlines())
    assert status == INTERRUPTED
    assert (first["exact"], last["exact"]) == (True, False)
    assert "lower" not in first
    assert -64 <= last["lower"] <= last["upper"] <= 64
    assert last["position"] == HARD.format()
    assert "{" not in rest


def test_short_solutions_show_nothing():
    """What is over at once needs no progress."""
    terminal = Terminal("--json", EASY.format(), sees_all=False)
    seen, out, status = terminal.end()
    assert (status, len(out.splitlines())) == (0, 1)
    assert "proved" not in seen


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (3723, "1:02:03"), (360000, "100:00:00")],
)
def test_times(seconds, text):
    """Times are in hours, minutes and seconds."""
    assert as_time(seconds) == text
