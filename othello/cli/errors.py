"""How errors and interruptions end a command: the message, its line breaks, and the exit status."""

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
"""Maps packages that only some commands need to the extra that installs them."""


class BadInput(click.ClickException):
    """Raised for input that a command cannot use. The message is one sentence."""

    exit_code = 2


class Failure(click.ClickException):
    """Raised if the computer cannot do what a command needs. The message is one sentence."""

    exit_code = 1


def exit_interrupted(text: str, number: int = signal.SIGINT) -> NoReturn:
    """Print *text*, which tells what is saved, on standard error. End with the status of the signal."""
    click.echo(visible(text), err=True)
    sys.exit(SIGNALED + number)


def wrapped(text: str, stream: IO[str], *, used: int = 0) -> str:
    """Break the lines of a text so that they fit the terminal of *stream*. Escape control characters.

    If *stream* is not a terminal, lines are not broken. *used* is the number of columns of the first line
    that are already in use. Words longer than a line, such as transcripts, are kept whole.
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
    # Put a word in the place of the used columns. Spaces would not work, because the wrapper drops them when
    # the first word moves to the next line.
    stand_in = "_" * (used - 1)
    filled = "\n".join(map(wrapper.fill, (f"{stand_in} {text}" if used else text).split("\n")))
    # The word is followed by a space, or by a line end if the first word of the text has moved to the next
    # line.
    return filled.removeprefix(stand_in).removeprefix(" ") if used else filled


def fit(error: click.ClickException) -> None:
    """Break the lines of an error message so that it fits the terminal after click's "Error: "."""
    # Click may also print the name of an option before the message, as in "Invalid value for '--depth': ".
    before = len("Error: ") + error.format_message().find(error.message)
    vars(error)["message"] = wrapped(error.message, sys.stderr, used=before)


@contextlib.contextmanager
def reported() -> Iterator[None]:
    """Within the block, turn errors into messages, with the exit statuses that `ErrorGroup` lists."""
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
            raise  # the reader has ended, so click ends the command without a message
        streams.discard_output()
        reason = (error.strerror or str(error)).lower()
        raise Failure(f"{error.filename or 'standard output'}: {reason}") from error
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        raise BadInput(f"{error.name} is missing: pip install 'othello[{EXTRAS[error.name]}]'") from None
    except KeyboardInterrupt:
        raise click.exceptions.Exit(INTERRUPTED) from None


class ErrorGroup(click.Group):
    """A group whose commands report an error in one sentence and end with an exit status.

    The status is 2 for an OthelloError or missing machine code, 1 if standard output cannot be written or
    memory is short, and 130 after Ctrl-C.
    """

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Parse the arguments. `--help` and `--version` print their output here."""
        with reported():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with reported():
            return super().invoke(ctx)
