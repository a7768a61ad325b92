"""The pages in docs/: their examples run, and their tables equal the code."""

import doctest
import functools
import itertools
import re
import shlex
from pathlib import Path

import click
import pytest

from othello.cli import main
from othello.kernels import midgame
from othello.search import levels
from tests import source
from tests.cases import cases
from tools import docs

DOCS = source.ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
rendered = functools.cache(docs.rendered)
SESSIONS = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]


@cases("page", SESSIONS)
def test_sessions(page):
    """The examples of a page, run in order, print the output on the page."""
    text = page.read_text(encoding="utf-8")
    known = {}
    for number, block in enumerate(docs.examples(text), 1):
        line = text[: text.index(block)].count("\n")
        test = doctest.DocTestParser().get_doctest(block, known, f"block {number}", str(page), line)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        known = test.globs


EXAMPLES = [
    pytest.param(code, id=f"{page.stem} {number}")
    for page in [source.ROOT / "README.md", DOCS / "analysis.md", DOCS / "formats.md"]
    for number, code in enumerate(docs.examples(page.read_text(encoding="utf-8")), 1)
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_each_program_of_readme_and_of_these_pages_runs_and_prints_something(
    tmp_path, monkeypatch, capsys, code
):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()


BLOCKS = re.compile(r"^```(python|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""A program, whose first line is a comment with its name, or commands after `$` with what they print."""
TYPED = re.compile(r"^black> (.*)", re.MULTILINE)


@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_commands_of_the_tutorial_print_what_it_shows(tmp_path, is_whole):
    """Three dots stand for any text, and lines after a prompt are typed. Reviews take seconds."""
    blocks = BLOCKS.findall((DOCS / "tutorial.md").read_text(encoding="utf-8"))
    assert {kind for kind, _ in blocks} == {"python", "console"}
    checker, options = doctest.OutputChecker(), doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for kind, block in blocks:
        if kind == "python":
            (tmp_path / block.split()[1]).write_text(block, encoding="utf-8")
            continue
        for example in block.removeprefix("$ ").split("\n$ "):
            command, _, shown = example.partition("\n")
            if command.startswith("othello analyze") and not is_whole:
                continue
            out = source.shell(command, cwd=tmp_path, input="\n".join(TYPED.findall(shown))).stdout
            assert checker.check_output(shown, out, options), f"{command} printed:\n{out}"


def test_commands_are_on_lines_of_their_own():
    """A reader copies a block line by line. No line contains a second command of the environment."""
    lines = [line for page in PROSE for line in page.read_text(encoding="utf-8").splitlines()]
    assert not [line for line in lines if re.search(r"^    .*[^|&;('`=.] \.venv/bin/", line)]


def test_the_library_has_sessions():
    """The examples in docs/library.md are run."""
    assert DOCS / "library.md" in SESSIONS


def test_the_index_has_all_pages():
    """docs/README.md links every other page and the changelog."""
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([\w.]+\.md)\)", index))
    assert linked == {page.name for page in PAGES if page.name != "README.md"}
    assert "](../CHANGELOG.md)" in index


PROSE = [*PAGES, *(source.ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG"))]
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


@cases("page", PROSE)
def test_long_lines(page):
    """A line of prose or of a command has at most 120 characters. Tables and fenced blocks may be wider."""
    lines = FENCED.sub("", page.read_text(encoding="utf-8")).splitlines()
    assert not [line for line in lines if len(line) > 120 and not line.startswith("|")]


@cases("page", PROSE)
def test_a_bar_in_a_cell_of_a_table_makes_no_other_cell(page):
    lines = FENCED.sub("", page.read_text(encoding="utf-8")).splitlines()
    for is_row, table in itertools.groupby(lines, lambda line: line.startswith("|")):
        assert not is_row or len({len(re.findall(r"(?<!\\)\|", line)) for line in table}) == 1


LINE = re.compile(r"^    (?:\$ )?othello ((?:[^\n\\]|\\\n)+)", re.MULTILINE)
"""The arguments of a command for the shell, perhaps with other commands after it."""


@cases("page", PROSE)
def test_a_command_that_a_page_shows_has_no_option_that_does_not_exist(page):
    for line in LINE.findall(page.read_text(encoding="utf-8")):
        words = shlex.split(line.replace("\\\n", ""), comments=True)
        words = list(itertools.takewhile(lambda word: word not in ("|", ">", "&&"), words))
        command, context = main, click.Context(main)
        while isinstance(command, click.Group):
            command = command.get_command(context, words.pop(0))
            context = click.Context(command, parent=context)
        command.make_parser(context).parse_args(words)


STEPS = re.compile(r"^ ?(\d+)\. ", re.MULTILINE)
"""The numbers of a list of steps, in a page or in a docstring."""


def test_the_steps_of_a_node():
    """The page about the search, the docstring and the labels in the code number the steps alike."""
    section = (DOCS / "search.md").read_text(encoding="utf-8").partition("\n## The midgame\n")[2]
    numbers = STEPS.findall(midgame.__doc__)
    assert numbers == [str(number) for number in range(len(numbers))]
    assert STEPS.findall(section.partition("\n## ")[0]) == numbers
    labels = re.findall(r"# Step (\d+)\.", Path(midgame.__file__).read_text(encoding="utf-8"))
    assert set(labels) == set(numbers)


# Tables


@cases("page", docs.pages())
def test_every_generated_block_of_a_page_equals_the_text_from_its_module(page):
    names = list(docs.stale(page.read_text(encoding="utf-8"), rendered()))
    assert not names, f"{page.name}: {', '.join(names)} differ from the code; `{docs.COMMAND}` renews them"


def test_every_block_has_a_place():
    """Each generated text has exactly one block on a page, and each block has a text."""
    texts = [page.read_text(encoding="utf-8") for page in docs.pages()]
    marks = [name for text in texts for name in docs.marks(text)]
    blocks = [match[1] for text in texts for match in docs.BLOCK.findall(text)]
    assert sorted(blocks) == sorted(rendered())
    assert sorted(marks) == sorted(2 * blocks)


def test_blocks_are_renewed():
    """A block that differs is found and replaced, and the rest of the page is unchanged."""
    page = "before\n<!-- begin a -->\nold\n<!-- end a -->\n<!-- begin b -->\nnew\n<!-- end b -->\nafter\n"
    texts = {"a": "one\ntwo", "b": "new"}
    assert list(docs.stale(page, texts)) == ["a"]
    assert docs.renewed(page, texts) == page.replace("old", "one\ntwo")
    assert list(docs.stale(docs.renewed(page, texts), texts)) == []


def test_an_empty_block_gets_its_text():
    page = "<!-- begin a -->\n<!-- end a -->\n"
    assert docs.renewed(page, {"a": "text"}) == "<!-- begin a -->\ntext\n<!-- end a -->\n"


def test_the_default_level():
    """docs/levels.md names the default level."""
    text = (DOCS / "levels.md").read_text(encoding="utf-8")
    assert f"The default is level {levels.DEFAULT}." in " ".join(text.split())
