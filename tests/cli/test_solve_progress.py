"""`othello solve` on a terminal: progress, and output after Ctrl-C."""

import json
import re

import pytest

from othello.cli.solve_display import as_time
from tests import solved
from tests.cli.commands import FAILED, INTERRUPTED
from tests.searches import LARGE
from tests.terminal import on_terminal

HARD = LARGE[13]
EASY = solved.problems()[-1].position
SOLVE = ("solve", "--hash", "16")


@pytest.fixture
def two(tmp_path):
    """Return a file with a position that is solved at once, and one that takes minutes."""
    path = tmp_path / "two.obf"
    path.write_text(f"{EASY.format()};\n{HARD.position.format()};\n")
    return path


def test_progress(two):
    """A long solution shows its progress. Ctrl-C erases it and prints the proved bounds."""
    shown, _, status = on_terminal(*SOLVE, two, interrupt_at=" left ")
    assert status == INTERRUPTED
    step = r"position 2 of 2: step \d+ of \d+ \(depth \d+, (exact|\d+%)\), \d+ of \d+ moves"
    speed = r"proved -\d+ to \+\d+, [\d,]+ nodes, [\d.]+ M nodes/s, 0:\d\d"
    seen, left, rest = shown.partition(", left ")
    assert left
    assert re.search(step, seen)
    assert re.search(speed, seen)
    assert "\x1b[2K" in rest  # a line was erased
    assert re.search(r"not solved, proved: (nothing|[+-]\d+ to [+-]\d+)", rest)
    assert "interrupted after 1 of 2 positions" in rest
    assert "Traceback" not in rest


@pytest.mark.slow
def test_redirected_results(two):
    """If standard output is redirected, the terminal shows the progress, and the file gets the objects."""
    shown, out, status = on_terminal(*SOLVE, "--json", two, shows_output=False, interrupt_at=" left ")
    first, last = map(json.loads, out.splitlines())
    assert status == INTERRUPTED
    assert (first["solved"], last["solved"]) == (True, False)
    assert first["lower"] == first["upper"] == first["score"]["discs"]
    assert -64 <= last["lower"] <= HARD.value <= last["upper"] <= 64
    assert last["position"] == HARD.position.format()
    assert "{" not in shown


def test_a_solution_that_takes_less_than_a_second_shows_no_progress():
    seen, out, status = on_terminal(*SOLVE, "--json", EASY.format(), shows_output=False)
    assert (status, len(out.splitlines())) == (0, 1)
    assert "proved" not in seen


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (3723, "1:02:03"), (360000, "100:00:00")],
)
def test_times_are_printed_in_hours_minutes_and_seconds(seconds, text):
    assert as_time(seconds) == text


def test_the_bar_of_a_run(tmp_path):
    """A run shows how many of its jobs are done, and how many it does per second."""
    late = ["--random", 44, 50, "--depth", 3, "--exact-from", 6]
    seen, _, status = on_terminal("train", "generate", "-o", tmp_path / "data", "--games", 30, *late)
    assert status == 0
    assert re.search(r"playing .* 30/30, [\d,.]+/s", seen)


def test_a_message_in_the_middle_of_progress_has_a_line_of_its_own(tmp_path):
    """The progress bar is erased before the message, which takes a line of its own."""
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f5\nf5d6\n")
    seen, _, status = on_terminal("convert", path, tmp_path / "games.ggf")
    assert status == FAILED
    assert re.search(r"converting [^\n]*\r\x1b\[2Komitted: [^\n]*\n", seen)
