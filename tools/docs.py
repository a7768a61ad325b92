"""The tables of pages that are generated from the code.

    python -m tools.docs

renews every block of README.md and docs/ between `<!-- begin NAME -->` and `<!-- end NAME -->`. The
text of a block comes from a module of tools named docs_*, whose function `render` returns it by NAME.
"""

import importlib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tests import source

BLOCK: Final = re.compile(r"(<!-- begin ([\w-]+) -->\n)(.*?)(<!-- end \2 -->)", re.DOTALL)
MARK: Final = re.compile(r"<!-- (?:begin|end) ([\w-]+) -->")
COMMAND: Final = "make docs"


def pages() -> list[Path]:
    """Return the pages that may have blocks."""
    return [source.ROOT / "README.md", *sorted((source.ROOT / "docs").glob("*.md"))]


def examples(text: str) -> list[str]:
    """Return the blocks of Python in a page."""
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def rendered() -> dict[str, str]:
    """Return the text of every block by its name."""
    blocks: dict[str, str] = {}
    for path in sorted((source.ROOT / "tools").glob("docs_*.py")):
        blocks |= importlib.import_module(f"tools.{path.stem}").render()
    return blocks


def marks(text: str) -> list[str]:
    """Return the names in the marks of a page, each at its beginning and at its end."""
    return MARK.findall(text)


def stale(text: str, texts: dict[str, str]) -> Iterator[str]:
    """Yield the names of blocks in a page that differ from *texts*."""
    for _, name, block, _ in BLOCK.findall(text):
        if block != f"{texts[name]}\n":
            yield name


def renewed(text: str, texts: dict[str, str]) -> str:
    """Return a page with its blocks replaced by *texts*."""
    return BLOCK.sub(lambda match: f"{match[1]}{texts[match[2]]}\n{match[4]}", text)


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; a bar in a cell is escaped, also between backticks."""
    lines = [heading, ["---"] * len(heading), *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Renew the blocks of all pages, and print the pages that change."""
    texts = rendered()
    for page in pages():
        before = page.read_text(encoding="utf-8")
        after = renewed(before, texts)
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(page.relative_to(source.ROOT))


if __name__ == "__main__":
    main()
