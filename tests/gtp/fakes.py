"""Controllers of fake engines, and what has become of their processes."""

import os
import sys
import time
from pathlib import Path

from gtp.controllers.gtp import GtpController
from gtp.controllers.nboard import NBoardController
from gtp.controllers.timeouts import Timeouts
from tests import source

ROOT = source.ROOT
QUICK = Timeouts(start=10.0, reply=5.0, move=5.0, margin=0.2, quit=0.5)
"""Enough for a fake engine on a busy machine."""
HASTY = Timeouts(start=10.0, reply=5.0, move=0.5, margin=0.1, quit=0.5)
"""For engines that shall run out of time."""


def fake_command(mode, log=None, *, protocol="gtp"):
    """The command line of a fake engine; what it is told goes to a file."""
    return [sys.executable, "-m", f"tests.gtp.fake_{protocol}", mode, *([str(log)] if log else [])]


def fake_gtp(mode, log=None, *, timeouts=QUICK, **options):
    return GtpController(fake_command(mode, log), cwd=ROOT, timeouts=timeouts, **options)


def fake_nboard(mode, log=None, *, timeouts=QUICK, **options):
    return NBoardController(
        fake_command(mode, log, protocol="nboard"), cwd=ROOT, timeouts=timeouts, **options
    )


def told(log):
    """What a fake engine was told: the lines after its process number."""
    return [line for line in Path(log).read_text().splitlines() if not line.isdigit()]


def pids(log):
    """The processes of a fake engine and of its children."""
    lines = Path(log).read_text().splitlines()
    return [int(line.removeprefix("child ")) for line in lines if line.isdigit() or line.startswith("child ")]


def is_running(pid):
    """Whether there is a process with this number that has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def are_gone(log, seconds=5.0):
    """Whether all processes of a fake engine end within some seconds."""
    deadline = time.monotonic() + seconds
    while any(map(is_running, pids(log))):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return bool(pids(log))
