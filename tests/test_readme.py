"""README: its examples run, and the things that it names exist."""

import re

from othello.cli import main
from othello.native.library import warmup
from tests import source
from tests.cases import cases
from tests.readme import PYTHON, SHELL, TEXT

COMMANDS = source.ROOT / "docs" / "commands.md"


@cases("command", SHELL)
def test_each_shell_command_runs_prints_something_and_reports_no_error(command):
    warmup()  # or the line would say on standard error that it does so
    out = source.shell(command, cwd=source.ROOT)
    assert out.stdout.strip()
    assert "?" not in out.stdout
    assert not out.stderr


def test_the_first_steps_are_there():
    """README shows a move with value and line in Python, in the shell and over GTP, in five lines each."""
    assert any("engine.play" in code and code.count("\n") <= 6 for code in PYTHON)
    assert [line.split("|")[-1].split()[:2] for line in SHELL] == [["othello", "gtp"]]
    assert {"play", "hint", "analyze", "web"} <= shown(TEXT)


def shown(text):
    """Return the commands of `othello` in the indented lines of a page."""
    return set(re.findall(r"^    othello (\w+)", text, re.MULTILINE))


def test_readme_and_the_page_of_commands_show_only_existing_commands():
    """The page shows all of them."""
    assert shown(TEXT) < set(main.table)
    assert shown(COMMANDS.read_text(encoding="utf-8")) == set(main.table)


def test_the_two_commands_for_a_checkout_are_there():
    assert re.findall(r"^    make (\w+)", TEXT, re.MULTILINE) == ["run", "test"]


def test_readme_is_short():
    assert TEXT.count("\n") <= 120


def test_contributors_find_their_page():
    """README links CONTRIBUTING.md."""
    assert "](CONTRIBUTING.md)" in TEXT
