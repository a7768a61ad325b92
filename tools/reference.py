"""Generate the library's reference: pdoc turns each public module's docstrings into a page.

    python -m tools.reference [FOLDER]

The program writes the pages to a folder, by default build/reference, and prints the path of the first page.
"""

import re
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import click
import jinja2
import pdoc

import othello
from tests import source

FOLDER: Final = source.ROOT / "build" / "reference"
PARAMETER: Final = re.compile(r"(?m)^ *(\w[\w, ]*?) +-- (.*(?:\n {4,}\S.*)*)")
"""Matches the description of a parameter as written in this project's docstrings."""


def build(folder: Path) -> Path:
    """Write the pages to *folder*, which is created if needed. Return the path of the first page."""
    public = [getattr(othello, name) for name in othello.__all__]  # pdoc sees only what is loaded
    names = [member.__name__ for member in public if isinstance(member, ModuleType)]
    modules = [name for name in names if name.rpartition(".")[0] != "othello"]  # pdoc finds the rest itself
    to_markdown = pdoc.render.env.filters["to_markdown"]

    @jinja2.pass_context
    def with_lists(context: Any, docstring: str) -> Any:
        return to_markdown(context, listed(docstring))

    try:
        pdoc.render.env.filters["to_markdown"] = with_lists
        pdoc.render.configure(docformat="markdown", show_source=False, footer_text=othello.__version__)
        pdoc.pdoc("othello", *modules, output_directory=folder)
    finally:
        pdoc.render.env.filters["to_markdown"] = to_markdown
    return folder / "othello.html"


def listed(docstring: str) -> str:
    """Return a docstring with the parameters as a Markdown list.

    >>> listed("a    -- one\\nb, c -- two\\n        and more")
    '- **a**: one\\n- **b, c**: two and more'
    """
    return PARAMETER.sub(lambda match: f"- **{match[1]}**: {' '.join(match[2].split())}", docstring)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=FOLDER)
def command(folder: Path) -> None:
    """Generate the library's reference in FOLDER, by default build/reference."""
    print(build(folder))


if __name__ == "__main__":
    command()
