"""Bad input and interruptions: the messages and exit statuses of every command."""

from typing import Any, Final

import click

from othello.errors import OthelloError

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells report it: 128 and the number of the signal."""


class BadInput(click.ClickException):
    """Input that a command cannot use; the message is one sentence."""

    exit_code = 2


class ErrorGroup(click.Group):
    """A group that reports any OthelloError of its commands as one sentence, with exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except OthelloError as error:
            raise BadInput(str(error)) from error
