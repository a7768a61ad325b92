"""Habits that make prose hard to read, as budgets that may only fall.

A rate is the number in 1,000 words. Examples, tables, headings, links and names in backticks do not count.
"""

import ast
import collections
import inspect
import re

from tests import source

PAGES = [
    *(source.ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING")),
    *sorted((source.ROOT / "docs").glob("*.md")),
]
NOT_PROSE = re.compile(
    "|".join(
        [
            r"^```.*?^```",
            r"<!-- begin .*?<!-- end",
            r"^ *>>> .*?(?:\n\s*\n|\Z)",  # an example, up to an empty line
            r"^(?:[|#<!]|    ).*?$",  # tables, headings, pictures and indented examples
            r"`+[^`]*`+",
            r"\]\([^)]*\)",
        ]
    ),
    re.DOTALL | re.MULTILINE,
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
DOCSTRING = re.compile(r'^ *"""(.*?)"""', re.DOTALL | re.MULTILINE)
HABITS = {
    "semicolon": ";",
    "that of": r"\b(?:that|those) (?:of|in|for|with|from|by)\b|\bthose (?:that|who)\b|\bthe ones? that\b",
    "of": r"\bof\b",
    "you": r"\byour?s?\b",
}
MAX_PAGES = {"semicolon": 0.05, "that of": 0.1, "of": 17.0}
MIN_YOU = 15.0
"""The limits of README, CONTRIBUTING and docs/ together."""
MAX_DOCSTRINGS = {
    "gtp": (1, 1),
    "gtp/commands": (1, 2),
    "gtp/nboard": (1, 1),
    "othello": (1, 1),
    "othello/book": (1, 1),
    "othello/cli": (1, 1),
    "othello/cli/book": (1, 1),
    "othello/cli/lab": (1, 1),
    "othello/cli/train": (1, 1),
    "othello/formats": (1, 1),
    "othello/jobs": (1, 1),
    "othello/kernels": (1, 1),
    "othello/lab": (1, 1),
    "othello/match": (1, 1),
    "othello/match/controllers": (1, 1),
    "othello/native": (1, 1),
    "othello/players": (1, 1),
    "othello/review": (1, 1),
    "othello/rules": (1, 1),
    "othello/search": (1, 1),
    "othello/solving": (1, 1),
    "othello/storage": (1, 1),
    "othello/training": (1, 1),
    "othello/web": (1, 1),
}
"""The limits of "semicolon" and of "that of" in the docstrings of a folder."""


MAX_TESTS = {"semicolon": 0.5, "that of": 0.5}
"""The limits of the docstrings of tests/ together."""


def rates(text):
    """Return the rate of each habit in a text."""
    text = NOT_PROSE.sub(" ", text)
    words = max(1, len(re.findall(r"[A-Za-z][\w'-]*", text)))
    return {
        name: 1000 * len(re.findall(pattern, text, re.IGNORECASE)) / words for name, pattern in HABITS.items()
    }


def docstrings():
    """Return the docstrings by folder, including variables' docstrings, without their indentation."""
    texts = collections.defaultdict(str)
    for path in source.files():
        for docstring in re.findall(
            r'^ *"""(.*?)"""', path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        ):
            texts[path.parent.relative_to(source.ROOT).as_posix()] += f"{inspect.cleandoc(docstring)}\n\n"
    return texts


def test_rates_count_prose_only():
    """Code, tables, links and names in backticks do not count as prose."""
    page = "# One; of\n\nYou run `a; of` of [it](of.md); now.\n\n    $ of; of\n\n| of; | of |\n"
    assert rates(page) == {"semicolon": 1000 / 5, "that of": 0, "of": 1000 / 5, "you": 1000 / 5}


def test_pages_speak_to_the_reader_in_short_phrases():
    result = rates("\n\n".join(page.read_text(encoding="utf-8") for page in PAGES))
    assert {name: rate for name, rate in result.items() if rate > MAX_PAGES.get(name, rate)} == {}
    assert result["you"] >= MIN_YOU


def test_docstrings_of_no_folder_get_worse():
    texts = docstrings()
    assert set(MAX_DOCSTRINGS) == set(texts)
    for folder, limits in MAX_DOCSTRINGS.items():
        result = rates(texts[folder])
        assert (result["semicolon"] <= limits[0], result["that of"] <= limits[1]) == (True, True), folder


def test_docstrings_of_tests_are_plain_sentences():
    texts = []
    for path in sorted((source.ROOT / "tests").rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        texts += [ast.get_docstring(node) or "" for node in nodes if isinstance(node, DOCUMENTED)]
    result = rates("\n\n".join(texts))
    assert {name: rate for name, rate in result.items() if rate > MAX_TESTS.get(name, rate)} == {}


def test_a_page_of_more_than_150_lines_lists_its_sections_at_its_beginning():
    for page in PAGES:
        lines = page.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 150 or "](#" in "".join(lines[:40]), page.name
