"""The pages in docs/: what they show is what comes out, and their tables say what the code does."""

import doctest
import re

import pytest

from othello.human.levels import HUMAN_LEVELS
from othello.kernels.probcut import PERCENT
from othello.search import levels
from tests import source

DOCS = source.ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
BLOCKS = re.compile(r"```python\n(.*?)```", re.DOTALL)
SESSIONS = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.stem)
def test_sessions(page):
    """What a page types into the interpreter gives what the page shows, one block after the other."""
    text = page.read_text(encoding="utf-8")
    known = {}
    for number, block in enumerate(BLOCKS.findall(text), 1):
        line = text[: text.index(block)].count("\n")
        test = doctest.DocTestParser().get_doctest(block, known, f"block {number}", str(page), line)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        known = test.globs


def test_the_library_has_sessions():
    """The guide to the library is among the pages that are run."""
    assert DOCS / "library.md" in SESSIONS


def test_the_index_has_all_pages():
    """docs/README.md names every other page, and the changes."""
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([\w.]+\.md)\)", index))
    assert linked == {page.name for page in PAGES if page.name != "README.md"}
    assert "](../CHANGELOG.md)" in index


# Levels


def row_of_level(level):
    """What the table of levels says about one: the search in the midgame, and the stages of the end game."""
    depth, selectivity = levels.depth_and_selectivity(level, 60)
    stages = {PERCENT[each]: empties for empties, each in levels.stages(level)}
    cells = [str(stages.get(percent, "")) for percent in sorted(PERCENT, reverse=True)]
    if level == levels.STRONGEST:
        return f"| {level} | | {' | '.join(cells)} |"
    certainty = f", {PERCENT[selectivity]} %" if PERCENT[selectivity] < 100 else ""
    return f"| {level} | {depth}{certainty} | {' | '.join(cells)} |"


def test_levels_that_err():
    """The table of levels that err is the one of the code, the weakest first."""
    rows = [
        f"| {each} | {each.budget:g} | {each.most:g} | {each.temperature:g} | {each.greed:g} "
        f"| {each.corner:g} | {each.care:g} |"
        for each in HUMAN_LEVELS
    ]
    assert "\n".join(rows) in (DOCS / "levels.md").read_text(encoding="utf-8"), "\n".join(rows)
    assert {each.look for each in HUMAN_LEVELS} == {4}


def test_levels():
    """Each row of the table of levels is what the level does, and the first and last levels are there."""
    text = (DOCS / "levels.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \|.*\|$", text, re.MULTILINE)
    expected = [row_of_level(int(level)) for level in rows]
    assert re.findall(r"^\| \d+ \|.*\|$", text, re.MULTILINE) == expected, "\n".join(expected)
    assert {0, levels.DEFAULT, levels.STRONGEST} <= set(map(int, rows))
    assert f"The default is level {levels.DEFAULT}." in " ".join(text.split())
