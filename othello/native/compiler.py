"""Starts the compiler as a separate program when `native.library` needs a library that is missing.

    python -m othello.native TARGET

The program prints its progress in lines with two numbers: the number of finished modules and the total
number. Then it prints the library or, if it fails, the reason in one sentence. If a number follows TARGET,
the program helps another compiler. It prints nothing and only fills the cache of modules, starting with the
module that has this number.

The program's standard input is a pipe from the process that is waiting for the library. The program ends when
this pipe is closed, so it never outlives that process.
"""

import contextlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from othello.errors import NoLibraryError
from othello.storage import trust
from othello.storage.lock import try_lock

SOURCES: Final = Path(__file__).parents[1]
"""The folder of the package `othello`."""
COMMAND: Final = ("-m", "othello.native")
"""Python's arguments for starting the compiler."""
PROGRESS: Final = re.compile(rb"(\d+) (\d+)\n")
"""A progress line: the number of finished modules and the total number."""
REFUSED: Final = 2
"""The compiler's exit status after it has printed why it failed."""
PATIENCE: Final = 300.0
"""Maximum number of seconds to wait for another process that is building a library. That process may be
suspended."""
POLL: Final = 0.1
"""Seconds between attempts to lock the cache folder."""


def run(target: str, cache: Path, on_progress: Callable[[int, int], object]) -> bytes:
    """Run the compiler and return the library that it builds for a target. Raises NoLibraryError.

    cache       -- the folder that stores the front end's output for each module
    on_progress -- called with the number of finished modules and the total number of modules
    """
    process = start(target, stdout=subprocess.PIPE, cache=cache)
    # The pipe is closed when the block ends, so an exception in the block, such as Ctrl-C, ends the compiler.
    # If there is no exception, the compiler has already closed its standard output and ends by itself.
    with process:
        assert process.stdout is not None, "it is a pipe"
        while match := PROGRESS.fullmatch(line := process.stdout.readline()):
            on_progress(int(match[1]), int(match[2]))
        content = line + process.stdout.read()
    if process.returncode == REFUSED:
        raise NoLibraryError(f"machine code cannot be compiled: {content.decode()}")
    if process.returncode:
        raise NoLibraryError(f"the machine-code compiler ended with status {process.returncode}")
    return content


def start(*arguments: str, stdout: int = subprocess.DEVNULL, cache: Path) -> subprocess.Popen[bytes]:
    """Start the compiler with these arguments. Raises NoLibraryError if Python cannot be started."""
    # Let the child import the same packages, but no packages from the current folder, where `-m` would look
    # first.
    paths = {"PYTHONPATH": os.pathsep.join(map(str, sys.path)), "PYTHONSAFEPATH": "1"}
    try:
        return subprocess.Popen(
            [sys.executable, *COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=stdout,
            env=os.environ | paths | {"OTHELLO_CACHE": str(cache)},
            # A terminal sends Ctrl-C to all processes in a session. Ctrl-C must not reach the compiler, which
            # would print a traceback and end even if the waiting process ignores it.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except OSError as error:
        raise NoLibraryError(f"{sys.executable} cannot be started ({error})") from None


def check(target: str) -> None:
    """Raise NoLibraryError if this Python cannot run the compiler to build a library for *target*."""
    missing = f"this installation contains no machine code for {target}"
    if importlib.util.find_spec("numba") is None:
        if installed := _hidden_package():
            raise NoLibraryError(
                f"{missing}: the sources in {SOURCES.parent} hide the package in {installed}. "
                "Start Python in another folder"
            )
        raise NoLibraryError(f"{missing}: to compile it, run pip install 'othello[compile]'")
    # If Python is frozen into another program or embedded in it, `sys.executable` would start another copy of
    # it.
    program = sys.executable or "this program"
    if getattr(sys, "frozen", False) or not Path(program).name.lower().startswith("python"):
        raise NoLibraryError(
            f"{missing}, and {program} cannot compile it: "
            "run `othello warmup` once, with the same versions of Python and Numba"
        )


def _hidden_package() -> Path | None:
    """Return the folder of the installed package that this source folder hides, or None."""
    for distribution in importlib.metadata.distributions(name="othello"):
        package = Path(str(distribution.locate_file("othello")))
        if package.is_dir() and not package.samefile(SOURCES):
            return package.parent
    return None


@contextlib.contextmanager
def turn(folder: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the build lock during the block, so that other processes wait.

    First wait up to PATIENCE seconds for another process to release the lock. While waiting, call *on_wait*
    every POLL seconds. If files cannot be locked, don't wait. Every process then builds its own library.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            trust.make_folder(folder)
            file = stack.enter_context(open(folder / "lock", "ab", opener=trust.own))
            end = time.monotonic() + PATIENCE
            while not try_lock(file) and time.monotonic() < end:
                on_wait()
                time.sleep(POLL)
        yield
