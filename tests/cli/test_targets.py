"""Outputs of commands: never a file that the command reads, by whatever name."""

import os
import re

import pytest

from othello.cli.targets import Output
from othello.formats.files import read_games, write_games
from othello.search.engine import Engine
from tests.cli.commands import BAD_INPUT, commands, run

LINE = "-XXXXXXX-XXXXXXO-XXXXXXX-XXXXXXX-XXXXXXX-XXXXXXX-XXXXXXX-XXXXXXX X; b1:+2\n"

CASES = {
    "convert": ("in.ggf", ["convert", "in.ggf", "OUT", "--to", "ggf", "--force"]),
    "names of games": ("in.jou", ["convert", "in.wtb", "OUT", "--to", "ggf", "--force"]),
    "solve": ("in.obf", ["solve", "in.obf", "-o", "OUT"]),
    "solve --known": ("in.jsonl", ["solve", "in.obf", "--known", "in.jsonl", "-o", "OUT"]),
    "prove": ("in.obf", ["prove", "in.obf", "-o", "OUT"]),
    "analyze": ("in.ggf", ["analyze", "in.ggf", "-o", "OUT"]),
    "analyze --html": ("in.ggf", ["analyze", "in.ggf", "--html", "OUT"]),
    "hint": ("in.ggf", ["hint", "in.ggf", "--svg", "OUT"]),
    "match": ("in.ggf", ["match", "-e", "level=0", "-e", "level=1", "--openings", "in.ggf", "-o", "STEM"]),
    "network": ("in.samples", ["train", "network", "in.samples", "-o", "OUT"]),
    "folder of samples": ("in.samples", ["train", "network", ".", "-o", "OUT"]),
    "network --start": ("in.bin", ["train", "network", "in.samples", "--start", "in.bin", "-o", "OUT"]),
    "export": ("in.book", ["book", "export", "in.book", "OUT", "--format", "jsonl"]),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file of each kind, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text("f5d6c3d3c4\n")
    (tmp_path / "in.obf").write_text(LINE)
    for name in ("in.jsonl", "in.samples", "in.bin", "in.book"):
        (tmp_path / name).write_text("")
    games = list(read_games(tmp_path / "in.txt"))
    write_games(tmp_path / "in.ggf", games)
    assert run("convert", "in.ggf", "in.wtb")[0] != BAD_INPUT
    return tmp_path


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "symbolic link") for name in CASES),
        *(("convert", kind) for kind in ("same", "dot", "hard link")),
    ],
)
def test_an_output_is_never_an_input(name, kind, folder):
    """A command refuses to write a file that it reads, under any name of the file, and changes nothing."""
    source, words = CASES[name]
    suffix = os.path.splitext(source)[1]
    target = {"same": source, "dot": f"./{source}"}.get(kind, f"other{suffix}")
    if kind == "hard link":
        os.link(source, target)
    elif kind == "symbolic link":
        os.symlink(source, target)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    words = [{"OUT": target, "STEM": target.removesuffix(suffix)}.get(word, word) for word in words]
    status, out, err = run(*words)
    assert (status, out) == (BAD_INPUT, "")
    assert f"Error: {os.path.normpath(target)}: the command reads this file: choose another name" in err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


REPLACED = {
    "convert": ["convert", "in.ggf", "OUT", "--to", "sgf"],
    "several files": ["convert", "in.ggf", "new.wtb"],
    "games": ["games", "in.ggf", "-o", "OUT", "--to", "sgf"],
    "prove": ["prove", "in.obf", "-o", "OUT"],
    "analyze --html": ["analyze", "in.ggf", "--depth", "1", "--exact-from", "0", "--html", "OUT"],
    "hint --svg": ["hint", "in.ggf", "--depth", "1", "--svg", "OUT"],
    "network": ["train", "network", "in.samples", "-o", "OUT"],
    "ratings": ["train", "ratings", "in.wtb", "-o", "OUT"],
    "human": ["train", "human", "in.wtb", "-o", "OUT"],
    "lab": ["lab", "games", "-g", "2", "-o", "OUT.npy"],
    "export": ["book", "export", "in.book", "OUT", "--format", "jsonl"],
}


@pytest.mark.parametrize("name", REPLACED)
def test_an_existing_file_is_replaced_only_with_force(name, folder):
    """All commands follow one rule: without --force, an existing file stays as it is, and no work is done."""
    for old in ("OUT", "OUT.svg", "OUT.npy", "new.jou"):
        (folder / old).write_text("precious")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    status, out, err = run(*REPLACED[name])
    assert (status, out) == (BAD_INPUT, "")
    assert re.search(
        r"Error: (OUT|new)\S*: the file exists: choose another name, or use --force to replace", err
    )
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert "the file exists" not in run(*REPLACED[name], "--force")[2]


def test_every_output_that_is_not_continued_has_the_rule():
    """Each command with such an output has --force, except a command that extends the file that it reads."""
    names = {
        name: {param.name for param in command.params}
        for name, command in commands()
        if any(isinstance(param.type, Output) and param.type.is_replaced for param in command.params)
    }
    assert [name for name, params in names.items() if "force" not in params] == ["train probcut"]


def test_two_outputs_with_one_name_are_refused(folder):
    status, _, err = run("analyze", "in.ggf", "--html", "x.html", "--sgf", "./x.html")
    assert (status, "two outputs have this name" in err) == (BAD_INPUT, True)


def test_an_output_in_a_folder_of_inputs_that_is_not_read_may_be_replaced(folder):
    assert "not a file of samples" in run("train", "network", ".", "-o", "in.bin", "--force")[2]


@pytest.mark.parametrize(
    "words", ["solve in.obf -o -", "prove in.obf -o -", "match -o -", "analyze f5 --html -"]
)
def test_an_option_for_an_output_takes_no_dash(words, folder):
    """Only for arguments does "-" mean standard output. An option would write a file with that name."""
    before = list(folder.iterdir())
    status, out, err = run(*words.split())
    assert (status, out) == (BAD_INPUT, "")
    assert "'-' (standard output) cannot be used here: name a file." in err
    assert list(folder.iterdir()) == before


@pytest.mark.parametrize("name", ["convert", "analyze --html", "hint", "prove"])
def test_a_file_of_others_beside_an_output(name, folder, monkeypatch):
    """A file with the name of a working file is refused before any work, and is kept."""
    monkeypatch.setattr(Engine, "play", None)
    out_file = "out.html" if "html" in name else "out.ggf"
    (folder / f"{out_file}.othello-tmp").write_text("precious")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    status, out, err = run(*(word.replace("OUT", out_file) for word in CASES[name][1]))
    assert (status, out) == (BAD_INPUT, "")
    assert "Error: " in err
    assert f"{out_file}.othello-tmp: a working file needs this name" in err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
