"""`python -m othello.native TARGET` builds a library, see `native.compiler`."""

import os
import sys
import threading

from othello.errors import NoLibraryError, OutputError
from othello.native import build, compiler, targets
from othello.storage import streams


def main(target: str, first: str | None = None) -> None:
    """Print the progress and then the library of a target. If this fails, print the reason in one sentence.

    With *first*, only fill the module cache, starting with module number *first*.
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
        # The process that waited has ended, but the thread has not noticed yet. An exception would print a
        # traceback.
        os._exit(1)


def _leave_with_parent() -> None:
    """End this process, whatever it does, when the process that waits for the library closes the pipe."""
    # This does not use `sys.stdin`, because a waiting thread must not hold its buffer when the process ends.
    os.read(streams.INPUT, 1)
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
