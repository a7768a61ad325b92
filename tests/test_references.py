"""Names and paths in docstrings, comments and pages exist.

A name in backticks with dots, such as `othello.rules.board` or `Board.push`, is checked if it begins with a
module or class of the project. Paths such as docs/README.md, and links on pages, are also checked.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import source
from tests.cases import cases

PAGES = sorted([*source.ROOT.glob("*.md"), *(source.ROOT / "docs").glob("*.md")])
TESTS = sorted(path for folder in ("tests", "tools") for path in (source.ROOT / folder).rglob("*.py"))
TEXTS = [*source.files(), *TESTS, *PAGES, source.ROOT / "Makefile", source.ROOT / ".ci" / "run"]
NAME = re.compile(r"`((?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*)(?:\([^`]*\))?`")
PATH = re.compile(r"(?<![\w/.*-])((?:docs|tests|tools|othello|gtp)/[\w./-]*\w)")
LINK = re.compile(r"\]\(([^):]+)\)")
SUFFIXES = {
    *[
        "br",
        "c",
        "cff",
        "cfg",
        "css",
        "dat",
        "gz",
        "html",
        "js",
        "json",
        "jsonl",
        "md",
        "part",
        "py",
        "pyd",
        "pyi",
        "sh",
        "toml",
        "txt",
    ]
}
"""Endings of names that are files."""


def relative(path: Path) -> str:
    """Return the path of a file below the root."""
    return path.relative_to(source.ROOT).as_posix()


def has_attribute(value: Any, names: list[str]) -> bool:
    """Return whether an object has an attribute that has an attribute, and so on. Class fields count."""
    for name in names:
        if name in getattr(value, "__annotations__", {}):
            return True
        if inspect.isclass(value) and re.search(rf"self\.{name}\b.* = ", inspect.getsource(value)):
            return True
        if not hasattr(value, name):
            return False
        value = getattr(value, name)
    return True


def resolves(name: str, package: str) -> bool:
    """Return whether a dotted name is a module or an attribute of one, as seen from a package."""
    places = [package.rsplit(".", count)[0] for count in range(package.count(".") + 1)]
    for full in (name, *(f"{place}.{name}" for place in (*places, *source.PACKAGES))):
        parts = full.split(".")
        for count in range(len(parts), 0, -1):
            try:
                module = importlib.import_module(".".join(parts[:count]))
            except ImportError:
                continue
            if has_attribute(module, parts[count:]):
                return True
            break
    return False


def variables(path: Path) -> set[str]:
    """Return the names of parameters and variables in a file, or in the examples of a page."""
    if path.suffix == ".md":
        return set(re.findall(r"\b\w+(?= = )|(?<=\bas )\w+(?=:)", path.read_text(encoding="utf-8")))
    nodes = list(ast.walk(source.tree(path)))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def unknown_names(path: Path) -> Iterator[str]:
    """Yield the dotted names in a file that do not resolve."""
    text = path.read_text(encoding="utf-8")
    package = source.module_of(path) if path.suffix == ".py" else "othello"
    for name in sorted(set(NAME.findall(text))):
        first, last = name.split(".")[0], name.split(".")[-1]
        if last not in SUFFIXES and first not in variables(path) and not resolves(name, package):
            yield name


def test_dotted_names_exist():
    """Every dotted name in backticks is a module of the project, or an attribute of a module."""
    for path in (*source.files(), *PAGES):
        assert not list(unknown_names(path)), relative(path)


def test_unknown_names_are_found(tmp_path):
    """The check finds a missing module and a missing method, and accepts existing names."""
    page = tmp_path / "page.md"
    names = ("othello.bord", "Board.pusch", "Board.push()", "search.levels", "native.kernel.kernel", "a.md")
    page.write_text(" ".join(f"`{name}`" for name in names))
    assert list(unknown_names(page)) == ["Board.pusch", "othello.bord"]


def test_every_path_of_this_project_that_a_file_names_exists():
    for path in TEXTS:
        if path.name in ("test_affected.py", "test_floors.py", "test_mutation.py"):
            continue  # they make files up
        named = set(PATH.findall(path.read_text(encoding="utf-8")))
        assert not {name for name in named if not (source.ROOT / name).exists()}, relative(path)


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, in the form of GitHub."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in titles}


@cases("page", PAGES)
def test_links_lead_somewhere(page):
    """Every relative link on a page leads to a file, and its anchor leads to a heading there."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in headings(target), link
