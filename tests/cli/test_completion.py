"""Completion with the tab key in bash, zsh and fish, and names that are close to a wrong name."""

import pytest
from click.shell_completion import get_completion_class

from othello.cli import main
from othello.formats.registry import FORMATS, WRITTEN
from tests.cli.commands import BAD_INPUT, commands, run


def completed(shell, line, monkeypatch):
    """Return what a shell is told for a line, whose last word is incomplete: pairs of a type and a value."""
    words = line.split(" ")
    fish = shell == "fish"
    monkeypatch.setenv("COMP_WORDS", " ".join(words[:-1] if fish else words))
    monkeypatch.setenv("COMP_CWORD", words[-1] if fish else str(len(words) - 1))
    lines = get_completion_class(shell)(main, {}, "othello", "_OTHELLO_COMPLETE").complete().splitlines()
    if shell == "zsh":
        return list(zip(lines[::3], lines[1::3], strict=True))
    return [tuple(line.partition("\t")[0].split(",", 1)) for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_files_and_formats_are_completed(shell, monkeypatch):
    """The shell completes positions and games as files, and formats as names of formats."""
    lines = ["analyze g", "analyse g", "solve g", "hint g", "prove g", "suite g", "perft 4 g", "play -p g"]
    for line in [*lines, "book show shipped g", "games a.wtb -p g", "hint f5 --svg g"]:
        assert completed(shell, f"othello {line}", monkeypatch) == [("file", "g")], line
    for option, names in (("--from", FORMATS), ("--to", WRITTEN)):
        completions = completed(shell, f"othello convert a b {option} ", monkeypatch)
        assert completions == [("plain", name) for name in names]
    assert completed(shell, "othello games a --to S", monkeypatch) == [("plain", "sgf")]
    assert completed(shell, "othello ana", monkeypatch) == [("plain", "analyze")]


def test_every_argument_that_may_be_a_file_completes_files():
    """Each parameter whose help names a FILE, a folder or a BOOK has a type that completes files."""
    kinds = {
        f"{name} {param.name}": {item.type for item in param.shell_complete(None, "g")}
        for name, command in commands()
        for param in command.params
        if {"FILE", "FOLDER", "DIR", "BOOK", "GAMES"} & set((param.metavar or "").strip("[].").split("|"))
    }
    assert len(kinds) > 30
    assert {name: kind for name, kind in kinds.items() if not kind <= {"file", "dir"} or not kind} == {}


@pytest.mark.parametrize(
    ("words", "wrong", "right"),
    [
        (["hints", "f5"], "hints", "hint"),
        (["analize", "f5"], "analize", "analyze"),
        (["book", "shw"], "shw", "show"),
        (["train", "reprot"], "reprot", "report"),
    ],
)
def test_a_word_close_to_a_command_gets_a_proposal(words, wrong, right):
    status, out, err = run(*words)
    assert (status, out) == (BAD_INPUT, "")
    assert f"Error: No such command '{wrong}'. Did you mean '{right}'" in err


def test_a_word_that_is_not_close_to_a_command_gets_none():
    assert run("frobnicate")[2].endswith("Error: No such command 'frobnicate'.\n")
    assert "Did you mean" in run("hint", "f5", "--dept", 3)[2]
