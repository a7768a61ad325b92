"""Ends commands after errors and interruptions with a wrapped message and an exit status."""

import contextlib
import errno
import shutil
import signal
import sys
import textwrap
from collections.abc import Iterator
from typing import IO, Any, Final, NoReturn

import click

from othello.errors import INTERRUPTED, SIGNALED, NoLibraryError, OthelloError, visible
from othello.storage import streams

EXTRAS: Final = {"numpy": "arrays", "numba": "compile"} | dict.fromkeys(
    ("h11", "segno", "starlette", "uvicorn", "websockets"), "web"
)
"""Maps each optional package to the extra that installs it."""


class BadInput(click.ClickException):
    """Raised for input that a command cannot use. The message is one sentence."""

    exit_code = 2


class Failure(click.ClickException):
    """Raised if this computer cannot run a command. The message is one sentence."""

    exit_code = 1


def exit_interrupted(text: str, number: int = signal.SIGINT) -> NoReturn:
    """Print *text* on standard error and exit with the signal's status. The text states what is saved."""
    click.echo(visible(text), err=True)
    sys.exit(SIGNALED + number)


def wrapped(text: str, stream: IO[str], *, used: int = 0) -> str:
    """Wrap a string to the width of *stream*'s terminal and escape control characters.

    If *stream* is not a terminal, the text is not wrapped. The first *used* columns of the first line are
    already taken. Words longer than a line, such as transcripts, are not broken.
    """
    text = visible(text)
    if not stream.isatty():
        return text
    wrapper = textwrap.TextWrapper(
        shutil.get_terminal_size().columns,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    # A placeholder word stands for the used columns. Spaces would not work, because the wrapper drops them if
    # the first word moves to the next line.
    stand_in = "_" * (used - 1)
    filled = "\n".join(map(wrapper.fill, (f"{stand_in} {text}" if used else text).split("\n")))
    # Drop the placeholder and the space after it. If the first word moved down, there is a line end instead
    # of the space.
    return filled.removeprefix(stand_in).removeprefix(" ") if used else filled


def fit(error: click.ClickException) -> None:
    """Wrap an error message to fit the terminal after click's "Error: "."""
    # Click may print an option's name before the message, as in "Invalid value for '--depth': ".
    before = len("Error: ") + error.format_message().find(error.message)
    vars(error)["message"] = wrapped(error.message, sys.stderr, used=before)


@contextlib.contextmanager
def reported() -> Iterator[None]:
    """Within the block, turn errors into messages and the exit statuses that `ErrorGroup` lists."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except (OthelloError, NoLibraryError) as error:
        bad = BadInput(str(error))
        fit(bad)
        raise bad from error
    except click.ClickException as error:
        fit(error)
        raise
    except MemoryError:
        raise Failure("this computer does not have enough free memory for this command") from None
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise  # the reader has exited, so click ends the command without a message
        streams.discard_output()
        reason = (error.strerror or str(error)).lower()
        raise Failure(f"{error.filename or 'standard output'}: {reason}") from error
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        raise BadInput(f"{error.name} is missing: run pip install 'othello[{EXTRAS[error.name]}]'") from None
    except KeyboardInterrupt:
        raise click.exceptions.Exit(INTERRUPTED) from None


class ErrorGroup(click.Group):
    """A group whose commands report an error in one sentence and end with an exit status.

    The status is 2 for an OthelloError or missing machine code, 1 if standard output cannot be written or
    memory runs out, and 130 after Ctrl-C.
    """

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Parse the arguments. This is also where `--help` and `--version` print."""
        with reported():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with reported():
            return super().invoke(ctx)
