"""The source tree for tests: files, modules and imports."""

import ast
import configparser
import functools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
SIGNATURE = DATA / "bench" / "signature.txt"
"""The recorded node count of the benchmark. A commit that changes it writes the new count here."""
PACKAGES = ("othello", "gtp")
"""The folders of the code. `gtp` is installed, and imported, as `othello.gtp`."""


def setup() -> configparser.ConfigParser:
    """Return the settings in setup.cfg."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    return parser


def files() -> list[Path]:
    """Return all Python files of the packages."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def module_of(path: Path) -> str:
    """Return the dotted name of a file. A package has the name of its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return f"othello.{name}" if parts[0] == "gtp" else name


@functools.cache
def modules() -> list[str]:
    """Return the dotted names of all modules and packages."""
    return [module_of(path) for path in files()]


def path_of(module: str) -> Path:
    """Return the file of a module or package."""
    parts = module.split(".")
    path = ROOT.joinpath(*(parts[1:] if parts[:2] == ["othello", "gtp"] else parts))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@functools.cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the imports of a file, also by `importlib`. An imported name counts as if it were a module."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _is_import_module(node.func):
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


def _is_import_module(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr == "import_module"


@functools.cache
def imported(module: str) -> frozenset[str]:
    """Return the modules of this project that a module imports, anywhere in it."""
    return frozenset(imports(path_of(module))).intersection(modules())


def reachable(module: str, *, without: str = "-") -> set[str]:
    """Return a module and all modules that it imports, directly or not.

    Modules whose names begin with *without* are left out, and what only they import.
    """
    closure: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in closure and not name.startswith(without):
            closure.add(name)
            waiting.extend(imported(name))
    return closure


def python(*words: object, **options: Any) -> "subprocess.CompletedProcess[Any]":
    """Run Python in the folder of the project, with output as text. *options* are for `subprocess.run`."""
    defaults = {"cwd": ROOT, "capture_output": True, "text": True, "timeout": 600}
    return subprocess.run([sys.executable, *map(str, words)], **defaults | options)


def shell(command: str, **options: Any) -> "subprocess.CompletedProcess[Any]":
    """Run a shell line with the programs of this environment. *options* are for `subprocess.run`."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    defaults = {"env": {**os.environ, "PATH": path}, "capture_output": True, "text": True, "timeout": 300}
    return subprocess.run(command, shell=True, check=True, **defaults | options)


def loaded_after(code: str) -> set[str]:
    """Return the modules that a new process has loaded after some code."""
    done = python("-c", f"{code}\nimport sys; print(*sorted(sys.modules), file=sys.stderr)", check=True)
    return set(done.stderr.split())
