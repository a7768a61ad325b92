"""The entry points for `othello`, `othello-gtp` and `python -m othello`."""

import sys

from othello.errors import INTERRUPTED
from othello.storage import streams


def main(*words: str) -> None:
    """Run the command line. Its arguments are *words*, followed by the arguments of the process."""
    try:
        streams.mend()
        # The import takes a tenth of a second. It is inside `try`, because Ctrl-C may come meanwhile.
        from othello.cli import main as command_line

        command_line([*words, *sys.argv[1:]], prog_name="othello")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except RuntimeError as error:
        # Python 3.11 wraps an interrupt in RuntimeError if it comes while a class is being created.
        if isinstance(error.__cause__, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        raise


def gtp_main() -> None:
    """Run `othello gtp` as `othello-gtp`, for GUIs that cannot pass a subcommand."""
    main("gtp")


if __name__ == "__main__":
    main()
