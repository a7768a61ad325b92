"""A click group that imports a command when it runs, from a table of modules.

Importing the engine takes half a second, and neither the list of commands nor `othello gtp` should wait for
it. Therefore commands import what they need at the top of their modules. A module is imported only when its
command runs, shows its help, or completes its options.

Source: "Lazily Loading Subcommands" in the documentation of click.
"""

import importlib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from othello.cli.errors import ErrorGroup

MODULES: Final = {"import": "importing"}
"""Modules whose names differ from their commands, by command."""
ALIASES: Final = {"analyse": "analyze"}
"""Other spellings of commands, which lists do not show."""


class LazyGroup(ErrorGroup):
    """A group of commands. Each command is in a module of a package, under the name of the module."""

    def __init__(self, *args: Any, package: str, table: Mapping[str, str], **options: Any) -> None:
        """Create a group of the commands in *table*, which contains the first paragraph of each help."""
        super().__init__(*args, **options)
        self.package, self.table = package, table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or return None if the table has no such command."""
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in self.table:
            return None
        name = MODULES.get(cmd_name, cmd_name)
        command: click.Command = getattr(importlib.import_module(f"{self.package}.{name}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a line. Raises UsageError, which suggests similar names, if it is unknown."""
        close = [] if args[0] in self.table else get_close_matches(args[0], self.table)
        if close and not ctx.resilient_parsing and args[0] not in ALIASES:
            names = " or ".join(map(repr, close))
            raise click.UsageError(f"No such command {args[0]!r}. Did you mean {names}?", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing their modules."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.table.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command without importing modules."""
        commands = self.table.items()
        names = [CompletionItem(name, help=text) for name, text in commands if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]
