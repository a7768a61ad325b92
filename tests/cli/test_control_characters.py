"""Control characters of names and files: a terminal shows them, and does nothing else."""

import contextlib

import pytest

from othello.cli.progress import RunState, progress, progress_of_work, status
from othello.errors import FormatError, visible
from tests.cli.commands import run
from tests.terminal import Screen

NAME = "\x1b]0;owned\x07\x1b[2J\x9b1m\u202e\r"
SHOWN = r"\x1b]0;owned\x07\x1b[2J\x9b1m\u202e\r"
GAME = f"(;GM[2]PB[{NAME}]PW[b]RE[B+2];B[fe];W[ff];B[ef])"


def test_visible():
    """Control characters become escapes. Letters, spaces and line ends of all languages stay."""
    assert visible(NAME) == SHOWN
    assert visible("Zo\u00eb \u3000\u30aa\t1\n") == "Zo\u00eb \u3000\u30aa\t1\n"
    assert str(FormatError(NAME, 3, "bad")) == f"{SHOWN}, line 3: bad"


@pytest.mark.parametrize(
    "command",
    [
        ("analyze", "FILE", "--depth", 1),
        ("analyze", "FILE", "--game", 2),
        ("convert", "FILE", "out.sgf"),
        ("convert", "FILE", "-", "--to", "jsonl"),
        ("hint", "FILE", "--depth", 1, "--game", 3),
        ("solve", "FILE"),
        ("book", "show", "FILE"),
        ("book", "import", "a.book", "FILE"),
        ("gtp", "--book", "FILE"),
        ("train", "merge", "FILE", "-o", "x"),
        ("match", "-e", f"name={NAME},depth=1", "-e", "name=b,cmd=false", "-g", 2),
        ("hint", NAME),
        ("analyze", "f5", "--level", NAME),
    ],
    ids=lambda words: " ".join(map(str, words[:2])).encode("ascii", "ignore").decode(),
)
def test_names_from_outside_are_shown_with_escapes(command, tmp_path, monkeypatch):
    """No command prints a control character from the name of a player, a file or an engine."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"{NAME.replace('/', '')}.sgf"
    path.write_text(GAME + "\n(;GM[2];B[aa])", newline="")
    _, out, err = run(*(path.name if word == "FILE" else word for word in command))
    assert visible(out + err) == out + err


@pytest.mark.parametrize(
    "shown",
    [
        lambda name: status(f"importing {name}"),
        lambda name: contextlib.closing(progress_of_work(iter([RunState(1, 2, 1)] * 2), name)),
        lambda name: contextlib.closing(progress("ab", 2, name)),
    ],
    ids=["status", "progress_of_work", "progress"],
)
def test_brackets_of_names_are_not_read_as_markup(shown, monkeypatch):
    """A name such as b[old].dat is shown unchanged while a command runs."""
    terminal = Screen()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with shown("b[old].dat") as state:
        if not callable(state):
            list(state)
    assert "b[old].dat" in terminal.getvalue()
