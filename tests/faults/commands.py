"""Commands that meet a fault: no traceback, no hang, no status 0 after lost work, no finished work lost.

`ended` asserts that there is neither a traceback nor a hang. Most commands are processes of their own. In the
fast tests each fault meets one command or a few. The slow tests have all pairs.
"""

import contextlib
import importlib
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.cli.commands import process

LIMIT = 120
"""Seconds after which a command counts as one that hangs."""
SOLVED = "X" * 62 + "O- X"
"""A position with one move."""
GAME = "f5d6c3d3c4"
MATCH = ["match", "-e", "level=0,name=one", "-e", "level=0,name=other", "-g", "2"]
PRINTING = {
    "openings": ["openings"],
    "hint": ["hint", GAME, "--depth", "1"],
    "hint as json": ["hint", GAME, "--depth", "1", "--json"],
    "solve": ["solve", SOLVED],
    "suite": ["suite", SOLVED],
    "analyze": ["analyze", GAME, "--depth", "1"],
    "perft": ["perft", "2"],
    "convert to standard output": ["convert", "-", "-", "--to", "ggf"],
    "version": ["--version"],
    "help": ["--help"],
}
"""Commands that print their results."""

on_posix = pytest.mark.skipif(os.name != "posix", reason="streams, signals and limits as POSIX has them")
has_full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk is always full")


def cases(every: Iterable[object], fast: Iterable[object]) -> list:
    """All cases of a test, with the cases outside *fast* marked as slow. A tuple contains several
    arguments."""
    every, fast = list(every), list(fast)
    assert all(case in every for case in fast)
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=() if case in fast else pytest.mark.slow
        )
        for case in every
    ]


def othello(*words: object, **options: object) -> subprocess.Popen:
    """Start a command, with pipes of bytes for the streams that *options* does not name."""
    return process(*words, **{"stdin": subprocess.PIPE, "text": False} | options)


def ended(process: subprocess.Popen, text: bytes | None = b"") -> tuple[int, str, str]:
    """The status, output and errors of a command. No fault makes it hang or print a traceback."""
    with process:
        try:
            out, err = process.communicate(text, timeout=LIMIT)
        finally:
            process.kill()
    out, err = ((output or b"").decode(errors="replace") for output in (out, err))
    assert "Traceback" not in out + err
    assert "Exception ignored" not in err
    return process.returncode, out, err


def run(*words: object, text: bytes = b"", **options: object) -> tuple[int, str, str]:
    """Run a command to its end."""
    return ended(othello(*words, **options), text)


def closing(*descriptors: int):
    """A function that closes descriptors before the command starts."""

    def close():
        for descriptor in descriptors:
            with contextlib.suppress(OSError):
                os.close(descriptor)

    return close


def limiting(name: str, most: int):
    """A function that limits a resource of the command before it starts."""
    resource = importlib.import_module("resource")
    return lambda: resource.setrlimit(getattr(resource, name), (most, most))


def without_space():
    """Options with which every write to a file fails, as on a full disk. Pipes are not affected.

    Coverage does not measure the command, because it could not write its file either.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    return {"preexec_fn": limiting("RLIMIT_FSIZE", 0), "env": environment}


def with_little_memory():
    """Leave memory for the program, but not for a large table."""
    return limiting("RLIMIT_AS", 3 << 30)


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
