"""Generate the tables of README.md and docs/ from the code.

    python -m tools.docs

The program renews all blocks between `<!-- begin NAME -->` and `<!-- end NAME -->`. The texts of the blocks
come from the modules of tools that are named docs_*. Their functions `render` return the texts by NAME.
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
    """Return the pages that may contain blocks."""
    return [source.ROOT / "README.md", *sorted((source.ROOT / "docs").glob("*.md"))]


def examples(text: str) -> list[str]:
    """Return all blocks of Python code in a page."""
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def rendered() -> dict[str, str]:
    """Return the texts of all blocks by name."""
    blocks: dict[str, str] = {}
    for path in sorted((source.ROOT / "tools").glob("docs_*.py")):
        blocks |= importlib.import_module(f"tools.{path.stem}").render()
    return blocks


def marks(text: str) -> list[str]:
    """Return the names in the marks of a page. The name of a block occurs at its beginning and at its end."""
    return MARK.findall(text)


def stale(text: str, texts: dict[str, str]) -> Iterator[str]:
    """Yield the names of the blocks in a page whose text differs from *texts*."""
    for _, name, block, _ in BLOCK.findall(text):
        if block != f"{texts[name]}\n":
            yield name


def renewed(text: str, texts: dict[str, str]) -> str:
    """Return a page in which *texts* replace the texts of all blocks."""
    return BLOCK.sub(lambda match: f"{match[1]}{texts[match[2]]}\n{match[4]}", text)


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown. Bars in cells are escaped, even inside backticks."""
    lines = [heading, ["---"] * len(heading), *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Renew the blocks of all pages, and print the paths of the pages that change."""
    texts = rendered()
    for page in pages():
        before = page.read_text(encoding="utf-8")
        after = renewed(before, texts)
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(page.relative_to(source.ROOT))


if __name__ == "__main__":
    main()
