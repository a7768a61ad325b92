"""Generate the tables of README.md and docs/ from the code.

    python -m tools.docs

The program updates all blocks between `<!-- begin NAME -->` and `<!-- end NAME -->`. The docs_*
modules in tools/ generate the blocks: each defines a function `render` that returns texts by NAME.
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
    """Return all Python code blocks in a page."""
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def rendered() -> dict[str, str]:
    """Return all blocks' texts by name."""
    blocks: dict[str, str] = {}
    for path in sorted((source.ROOT / "tools").glob("docs_*.py")):
        blocks |= importlib.import_module(f"tools.{path.stem}").render()
    return blocks


def marks(text: str) -> list[str]:
    """Return the names in a page's marks. A block's name occurs at its beginning and end."""
    return MARK.findall(text)


def stale(text: str, texts: dict[str, str]) -> Iterator[str]:
    """Yield the names of a page's blocks that differ from *texts*."""
    for _, name, block, _ in BLOCK.findall(text):
        if block != f"{texts[name]}\n":
            yield name


def renewed(text: str, texts: dict[str, str]) -> str:
    """Return a page with the blocks replaced by *texts*."""
    return BLOCK.sub(lambda match: f"{match[1]}{texts[match[2]]}\n{match[4]}", text)


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table. Bars in cells are escaped, even inside backticks."""
    lines = [heading, ["---"] * len(heading), *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Update the blocks of all pages, and print the paths of pages that change."""
    texts = rendered()
    for page in pages():
        before = page.read_text(encoding="utf-8")
        after = renewed(before, texts)
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(page.relative_to(source.ROOT))


if __name__ == "__main__":
    main()
