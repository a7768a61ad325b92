"""A click group that imports a command when it runs, from a table of modules.

Importing the engine takes half a second, which neither the list of commands nor `othello gtp`
should wait for. So commands import what they need at the top of their modules, and a module is
imported when its command runs, shows its help, or completes its options.

Source: "Lazily Loading Subcommands" in the documentation of click.
"""

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from othello.cli.errors import ErrorGroup


class LazyCommand(NamedTuple):
    """The module of a command, and its help line."""

    module: str
    """Module that has the command, under the name of the module."""
    help: str
    """The first paragraph of its help."""

    def load(self) -> click.Command:
        """Import the module and return the command."""
        name = self.module.rpartition(".")[2]
        command: click.Command = getattr(importlib.import_module(self.module), name)
        return command


class LazyGroup(ErrorGroup):
    """A group of the commands in a table."""

    def __init__(self, *args: Any, table: Mapping[str, LazyCommand], **options: Any) -> None:
        """Make a group of the commands in *table*, listed in this order."""
        super().__init__(*args, **options)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None if the table has no such command."""
        return self.table[cmd_name].load() if cmd_name in self.table else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing their modules."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help) for name, command in self.table.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command without importing modules."""
        names = [
            CompletionItem(name, help=command.help)
            for name, command in self.table.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]
