"""The rooms of the code and their reading order, as CONTRIBUTING and each folder's `__init__` state it.

CONTRIBUTING has a table of rooms. A row of a folder means the modules that the folder's `__init__` lists,
unless the row names modules.
"""

import ast
import re
from typing import NamedTuple

from tests import source

CONTRIBUTING = source.ROOT / "CONTRIBUTING.md"
ROW = re.compile(r"\| `((?:othello|gtp)/(?:\w+/)?)` \| (.*) \|")
ENTRY = re.compile(r"    (\w+/?)(?:   *\S.*)?")


class Room(NamedTuple):
    """A row of the table."""

    package: str
    """The dotted name of its folder."""
    named: tuple[str, ...]
    """The modules that the row names, or nothing if the folder lists them."""


def rooms() -> list[Room]:
    """Return the rows of CONTRIBUTING's table."""
    rows = ROW.findall(CONTRIBUTING.read_text(encoding="utf-8"))
    return [
        Room(source.module_of(source.ROOT / folder / "__init__.py"), tuple(re.findall(r"`(\w+)`", text)))
        for folder, text in rows
    ]


def listed(package: str) -> list[str]:
    """Return the modules that a folder's `__init__` lists, in order. An inner folder is expanded."""
    docstring = ast.get_docstring(source.tree(source.path_of(package)), clean=False) or ""
    _, _, text = docstring.partition("In reading order:\n\n")
    names = []
    for line in text.splitlines():
        match = ENTRY.fullmatch(line)
        if match is None:
            break
        name = f"{package}.{match[1].rstrip('/')}"
        names += [name, *listed(name)] if match[1].endswith("/") else [name]
    return names


def order() -> list[str]:
    """Return all modules and packages in reading order: each imports only earlier ones."""
    names = ["othello.version"]  # which `othello` itself imports
    for package, named in rooms():
        # The command line composes everything, and these folders have names of their modules: they come last.
        is_last = package in ("othello.cli", "othello.players", "othello.lab")
        modules = [f"{package}.{name}" for name in named] or listed(package)
        tops = [package.partition(".")[0], *([] if is_last else [package])]
        names += [name for name in dict.fromkeys(tops) if name not in names]
        names += [name for name in modules if name not in names] + [package] * is_last
    return [*names, "othello.__main__"]
