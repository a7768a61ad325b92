"""Ctrl-C at any time, and engines that everybody left."""

import signal
import time

import pytest

from tests.cli.commands import INTERRUPTED
from tests.faults.commands import GAME, SOLVED, cases, ended, on_posix, othello, run
from tests.gtp.fakes import is_running
from tests.waiting import eventually

pytestmark = on_posix


@pytest.mark.timing
def test_ctrl_c_ends_commands_that_search_or_wait_with_status_130():
    commands = [
        ["perft", "14"],
        ["openings", "--choose", "--depth", "30"],
        ["hint", GAME, "--level", "60"],
        ["gtp"],
        ["nboard"],
    ]
    processes = [othello(*command) for command in commands]
    try:
        time.sleep(6.0)
        for process in processes:
            process.send_signal(signal.SIGINT)
        assert [ended(process, None)[0] for process in processes] == [INTERRUPTED] * len(commands)
    finally:
        for process in processes:
            process.kill()


INTERRUPT_AT_IMPORT = """
import runpy, sys

_, module, package, *words = sys.argv

class Finder:
    def find_spec(self, name, *_):
        if name == module:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
sys.argv = [package, *words]
runpy.run_module(package, run_name="__main__", alter_sys=True)
"""
"""A program in which Ctrl-C comes when some module is imported."""


@pytest.mark.parametrize(
    ("module", "command"),
    cases(
        [
            ("othello.cli", ["othello", "gtp"]),
            ("click", ["othello", "hint", GAME]),
            ("othello.cli.gtp", ["othello", "gtp"]),
            ("othello.native.library", ["othello", "hint", GAME]),
            ("othello.search.engine", ["othello", "solve", SOLVED]),
            ("othello.gtp.process", ["othello", "gtp"]),
            ("othello.gtp.gtp_session", ["othello", "gtp"]),
        ],
        fast=[("click", ["othello", "hint", GAME]), ("othello.gtp.process", ["othello", "gtp"])],
    ),
)
def test_interrupts_of_the_start(module, command):
    """Ctrl-C while modules are imported ends a command with status 130 and without any output."""
    assert run(module, *command, program=["-c", INTERRUPT_AT_IMPORT]) == (INTERRUPTED, "", "")


def test_after_quit_a_search_goes_on_only_while_somebody_can_read_its_move():
    process = othello("gtp", "--level", "60")
    process.stdin.write(b"genmove b\nquit\n")
    process.stdin.close()
    process.stdout.close()
    try:
        eventually(lambda: not is_running(process.pid), 60)
    finally:
        process.kill()
        process.stderr.close()
        process.wait()
