"""Write manual pages for all commands to build/man (`make man`). Their texts come from the commands' help.

Wheels for Linux and macOS install these pages in share/man/man1 (see setup.py).
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from othello.cli import COMMANDS, main
from othello.version import __version__


def pages(
    command: click.Command = main, name: str = "othello", parent: click.Context | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the name of each page, such as "othello-book-show", and its text in roff."""
    context = click.Context(command, parent, name, **command.context_settings)
    first, *others = inspect.cleandoc(command.help or "").split("\n\n")
    lines = [
        f'.TH "{name.upper().replace(" ", "-")}" "1" "" "othello {__version__}" "Othello"',
        ".SH NAME",
        escaped(f"{name.replace(' ', '-')} - {' '.join(first.split()).rstrip('.')}"),
        ".SH SYNOPSIS",
        escaped(f"{name} {' '.join(command.collect_usage_pieces(context))}"),
        ".SH DESCRIPTION",
        *map(paragraph, [first, *others]),
        ".SH OPTIONS",
    ]
    records = [param.get_help_record(context) for param in command.params if isinstance(param, click.Option)]
    # Click keeps the help option of a command's first context, which may lack this program's names for it.
    records.append((", ".join(main.context_settings["help_option_names"]), "Show this message and exit."))
    lines += [item(*record) for record in records if record]
    if isinstance(command, click.Group):
        table = getattr(command, "table", COMMANDS)
        lines += [".SH COMMANDS", *(item(f"{name} {subcommand}", text) for subcommand, text in table.items())]
        for subcommand in command.list_commands(context):
            sub = command.get_command(context, subcommand)
            assert sub is not None
            yield from pages(sub, f"{name} {subcommand}", context)
    yield name.replace(" ", "-"), "\n".join(lines) + "\n"


def paragraph(text: str) -> str:
    """Return a paragraph of a help text in roff. After a \\b line, its line breaks are kept."""
    if text.startswith("\b\n"):
        return f".PP\n.nf\n{escaped(text[2:])}\n.fi"
    return f".PP\n{escaped(text)}"


def item(term: str, text: str) -> str:
    """Return the entry of an option or a command in roff."""
    return f".TP\n.B {escaped(term)}\n{escaped(' '.join(text.split()))}"


def escaped(text: str) -> str:
    """Escape what roff would interpret: backslashes, hyphens, and lines that look like requests."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^(?=[.'])", r"\\&", text)


def write(folder: Path) -> list[Path]:
    """Write all pages to a folder, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in pages():
        paths.append(folder / f"{name}.1")
        paths[-1].write_text(text, encoding="utf-8")
    return paths


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path) -> None:
    """Write the manual pages to FOLDER."""
    write(folder)


if __name__ == "__main__":
    command()
