"""`python -m othello.native TARGET` builds a library. `native.compiler` starts this program."""

import os
import sys
import threading

from othello.errors import NoLibraryError, OutputError
from othello.native import build, compiler, targets
from othello.storage import streams


def main(target: str, first: str | None = None) -> None:
    """Print the progress, then the library for a target. On failure, print the reason in one sentence.

    If *first* is given, only fill the module cache, starting with module number *first*, and print nothing.
    """
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    if first is not None:
        build.fill_cache(targets.of_name(target).choices, int(first))
        return
    try:
        content = build.build(
            targets.of_name(target), lambda done, total: _print(f"{done} {total}\n".encode())
        )
    except (NoLibraryError, OSError) as error:
        _print(str(error).encode())
        sys.exit(compiler.REFUSED)
    _print(content)


def _print(content: bytes) -> None:
    try:
        with streams.standard_output() as output:
            output.write(content)
    except OutputError:
        # The process that was waiting for the output has ended, but the other thread has not noticed this
        # yet. Exit without raising an exception, because Python would print a traceback.
        os._exit(1)


def _leave_with_parent() -> None:
    """End this process immediately when the process waiting for the library closes the pipe."""
    # Don't read from `sys.stdin`, because this thread must not hold its buffer lock when the process ends.
    os.read(streams.INPUT, 1)
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
