"""Bad input, faults of the computer, and interruptions: messages, their lines, and exit statuses."""

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
"""Packages that some commands need, each with the extra that installs it."""


class BadInput(click.ClickException):
    """Input that a command cannot use. The message is one sentence."""

    exit_code = 2


class Failure(click.ClickException):
    """A command that the computer cannot execute. The message is one sentence."""

    exit_code = 1


def exit_interrupted(text: str, number: int = signal.SIGINT) -> NoReturn:
    """Print on standard error what a run has saved, and end with the status for the run's signal."""
    click.echo(visible(text), err=True)
    sys.exit(SIGNALED + number)


def wrapped(text: str, stream: IO[str], *, used: int = 0) -> str:
    """Return a text with lines that fit the terminal of *stream*.

    Without a terminal, the text is unchanged. *used* columns of the first line are already used. Words longer
    than a line, such as transcripts, are not broken. Control characters become escapes.
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
    # A word stands for the used columns. Spaces would not work, because the wrapper drops them when the first
    # word moves to the next line.
    stand_in = "_" * (used - 1)
    filled = "\n".join(map(wrapper.fill, (f"{stand_in} {text}" if used else text).split("\n")))
    # After the stand-in comes a blank, or a line end if the first word has gone to the next line.
    return filled.removeprefix(stand_in).removeprefix(" ") if used else filled


def fit(error: click.ClickException) -> None:
    """Break the lines of a message that click will print on a terminal, after a prefix such as "Error: "."""
    # Before its message, click may print the name of an option, as in "Invalid value for '--depth': ".
    before = len("Error: ") + error.format_message().find(error.message)
    vars(error)["message"] = wrapped(error.message, sys.stderr, used=before)


@contextlib.contextmanager
def reported() -> Iterator[None]:
    """In this context, errors become messages with the exit statuses that `ErrorGroup` lists."""
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
        raise Failure("this computer does not have enough free memory for this") from None
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise  # the reader has ended: click ends the command without a message
        streams.discard_output()
        reason = (error.strerror or str(error)).lower()
        raise Failure(f"{error.filename or 'standard output'}: {reason}") from error
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        raise BadInput(f"this needs {error.name}: pip install 'othello[{EXTRAS[error.name]}]'") from None
    except KeyboardInterrupt:
        raise click.exceptions.Exit(INTERRUPTED) from None


class ErrorGroup(click.Group):
    """A group whose commands report errors in one sentence, with an exit status.

    The status is 2 for an OthelloError and without machine code, 1 if standard output cannot be
    written or the memory is too small, and 130 after Ctrl-C.
    """

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Parse the arguments. `--help` and `--version` print their output here."""
        with reported():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with reported():
            return super().invoke(ctx)
