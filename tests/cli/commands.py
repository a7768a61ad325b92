"""All commands of the command line, imported, and ways to run one: in this process, or in its own."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
from click.testing import CliRunner

from othello.cli import main
from tests import source

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses. FAILED also means that a command left something out, or found something wrong."""
SMALL_TABLES = {name: {"table_mib": 4} for name in main.table}
"""Defaults of commands in this process, since each engine begins by touching all of its table."""


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
    yield group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from groups(command)


def run(*words: object, text: str = "") -> tuple[int, str, str]:
    """Run a command with a small table, and return its exit status, standard output and standard error."""
    options = {"input": text, "default_map": SMALL_TABLES}
    result = CliRunner().invoke(main, [str(word) for word in words], **options)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def process(*words: object, program: Sequence[str] = ("-m", "othello"), **options: Any) -> subprocess.Popen:
    """Start a command in its own process, with pipes of text."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, *program, *map(str, words)], cwd=source.ROOT, **pipes | options)


def objects(text: str) -> list[Any]:
    """Return the JSON objects in the lines of an output."""
    return [json.loads(line) for line in text.splitlines()]
