"""A click group that imports the module of a command only when the command is used.

Importing the engine takes half a second, and neither `othello --help` nor `othello gtp` should wait that
long. Command modules still keep their imports at the top, because a module is imported only when its command
runs, shows its help, or completes its options.

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
"""Maps commands to their modules if the names differ."""
ALIASES: Final = {"analyse": "analyze"}
"""Alternative spellings of commands, which are not listed in the help."""


class LazyGroup(ErrorGroup):
    """A group of commands. Each module of a package defines the command of the same name."""

    def __init__(self, *args: Any, package: str, table: Mapping[str, str], **options: Any) -> None:
        """Create a group of commands. *table* maps their names to the first paragraph of their help."""
        super().__init__(*args, **options)
        self.package, self.table = package, table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or return None if there is no such command."""
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in self.table:
            return None
        name = MODULES.get(cmd_name, cmd_name)
        command: click.Command = getattr(importlib.import_module(f"{self.package}.{name}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* name. If there is none, raise UsageError with similar names."""
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
