"""All commands of the command line, imported, and a way to run one in this process."""

from collections.abc import Iterator

import click
from click.testing import CliRunner

from othello.cli import main


def commands(group: click.Group = main, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command that is not a group, with its full name, such as "train network"."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


def groups(group: click.Group = main) -> Iterator[click.Group]:
    """Yield a group and all groups in it."""
    yield group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from groups(command)


def run(*words: object, text: str = "") -> tuple[int, str, str]:
    """Run a command; return its exit status, standard output and standard error."""
    result = CliRunner().invoke(main, [str(word) for word in words], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr
