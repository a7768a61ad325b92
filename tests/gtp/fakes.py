"""Controllers of fake engines, and the state of their processes."""

import os
import sys
from dataclasses import fields, replace
from pathlib import Path

from othello.match.controllers.controller import Program
from othello.match.controllers.engine import new_controller
from othello.match.controllers.failure import Timeouts
from tests import source
from tests.waiting import PATIENCE, eventually

ROOT = source.ROOT
PATIENT = Timeouts(*[PATIENCE] * len(fields(Timeouts)))
"""Long enough for a fake engine on a busy computer."""
HASTY = replace(PATIENT, move=0.5, margin=0.1)
"""Short, for engines that are to run out of time."""


def fake_command(mode, log=None, *, protocol="gtp"):
    """Return the command line of a fake engine, which writes the lines that it reads to *log*."""
    return [sys.executable, "-m", "tests.gtp.fake_engines", protocol, mode, *([str(log)] if log else [])]


def fake(mode, log=None, protocol="gtp", *, timeouts=PATIENT, **options):
    """Return a controller of a fake engine. A UGI engine has a depth unless *options* has another limit."""
    program = Program(fake_command(mode, log, protocol=protocol), ROOT, timeouts=timeouts)
    return new_controller(program, protocol=protocol, **({"depth": 3} if protocol == "ugi" else {}) | options)


def received(log):
    """Return the lines that a fake engine has read."""
    return [line for line in Path(log).read_text().splitlines() if not line.isdigit()]


def pids(log):
    """Return the ids of the processes of a fake engine and its children."""
    lines = Path(log).read_text().splitlines()
    return [int(line.removeprefix("child ")) for line in lines if line.isdigit() or line.startswith("child ")]


def is_running(pid):
    """Whether there is a process with this id that has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def are_gone(log):
    """Whether all processes of a fake engine end. The engine must have been started."""
    return bool(pids(log)) and eventually(lambda: not any(map(is_running, pids(log))))
