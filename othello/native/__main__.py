"""`python -m othello.native TARGET` makes a library, see `native.compiler`."""

import os
import sys
import threading

from othello.errors import NoLibraryError
from othello.native import build, compiler, targets
from othello.storage import streams


def main(target: str) -> None:
    """Print the progress and the library of a target; or a sentence with the reason if that fails."""
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with streams.standard_output() as output:

        def report(done: int, total: int) -> None:
            output.write(f"{done} {total}\n".encode())
            output.flush()

        try:
            output.write(build.build(targets.of_name(target), report))
        except NoLibraryError as error:
            output.write(str(error).encode())
            output.flush()
            sys.exit(compiler.REFUSED)


def _leave_with_parent() -> None:
    """End this process, whatever it does, when the process that waits for the library closes the pipe."""
    # Not by `sys.stdin`, whose buffer a waiting thread must not hold when the process ends.
    os.read(streams.INPUT, 1)
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
