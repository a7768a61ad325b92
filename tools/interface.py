"""List the public interface: all names that stay stable until the next major version.

    python -m tools.interface

The program writes one line per name to tests/data/interface.txt. A test compares that file with the code, so
every change of the interface shows up in the file's diff.
"""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Final

import click

import othello
from othello.cli import main as command_line
from othello.formats.registry import FORMATS
from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.nboard.requests import REGISTRY as NBOARD
from othello.match.engine_spec import KEYS
from othello.search import evaluation_files
from tests import source

FILE: Final = source.ROOT / "tests" / "data" / "interface.txt"
JSON: Final = source.ROOT / "docs" / "json.md"


def interface() -> str:
    """Return the list of the public interface."""
    parts = {
        "Python": python(othello, "othello"),
        "Commands": commands(
            click.Context(command_line, info_name="othello", **command_line.context_settings)
        ),
        "JSON": json_fields(JSON.read_text(encoding="utf-8")),
        "File formats": (f"{name} {' '.join(form.suffixes)}".rstrip() for name, form in FORMATS.items()),
        "Weights": [evaluation_files.COMPACT.magic.decode()],
        "GTP": (entry.usage for entry in REGISTRY.entries.values()),
        "NBoard": (entry.usage for entry in NBOARD.entries.values()),
        "Engines of a match": KEYS,
    }
    return "\n".join(
        f"# {title}\n" + "".join(f"{line}\n" for line in lines) for title, lines in parts.items()
    )


def python(module: ModuleType, path: str) -> Iterator[str]:
    """Yield a module's public names. Functions and classes are followed by their parameters."""
    for name in public_names(module):
        member = getattr(module, name)
        yield from (python if inspect.ismodule(member) else member_lines)(member, f"{path}.{name}")


def public_names(module: ModuleType) -> list[str]:
    """Return the names in `__all__` or, without it, what a package imports or a module defines."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    is_package = hasattr(module, "__path__")
    return [
        name
        for name, member in vars(module).items()
        if not name.startswith("_") and not inspect.ismodule(member)
        if is_package or getattr(member, "__module__", "") == module.__name__
    ]


def member_lines(member: object, path: str) -> Iterator[str]:
    """Yield the line of a public name and, for a class, the lines of its members."""
    if not inspect.isclass(member) or not member.__module__.startswith("othello."):
        yield f"{path}{parameters(member)}"
        return
    is_called = not issubclass(member, Enum | BaseException)
    bases = ", ".join(base.__name__ for base in member.__bases__ if base is not object)
    yield f"{path}{parameters(member.__init__) if is_called else ''}" + (f": {bases}" if bases else "")
    yield from (
        f"{path}.{name}{parameters(getattr(value, '__func__', value))}"
        for name, value in sorted(vars(member).items())
        if not name.startswith("_")
    )


def parameters(function: object) -> str:
    """Return a function's parameters without their types, such as "(self, board, *, n=)"."""
    if not isinstance(function, FunctionType):
        return ""
    signature = inspect.signature(function)
    plain = [
        parameter.replace(
            annotation=parameter.empty,
            default=parameter.empty if parameter.default is parameter.empty else ...,
        )
        for parameter in signature.parameters.values()
    ]
    text = str(signature.replace(parameters=plain, return_annotation=signature.empty))
    return text.replace("=Ellipsis", "=")


def commands(context: click.Context) -> Iterator[str]:
    """Yield a line for every command, with its arguments and options."""
    command = context.command
    pieces = [
        "/".join(sorted(param.opts + param.secondary_opts))
        if isinstance(param, click.Option)
        else str(param.name).upper()
        for param in command.params
        if not getattr(param, "hidden", False)
    ]
    yield " ".join([context.command_path, *pieces])
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from commands(click.Context(child, context, info_name=name))


def json_fields(page: str) -> Iterator[str]:
    """Yield the fields of JSON objects, as the tables in docs/json.md list them."""
    title = ""
    for line in page.splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        elif title and (row := re.match(r"\| (`\w+`(?:, `\w+`)*) \| ([^|]+) \|", line)):
            yield from (f"{title}.{name}: {row[2]}" for name in re.findall(r"`(\w+)`", row[1]))


def write(path: Path = FILE) -> None:
    """Write the list to a file."""
    path.write_text(interface(), encoding="utf-8")


if __name__ == "__main__":
    write()
