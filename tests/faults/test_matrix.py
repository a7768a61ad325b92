"""Faults and commands: no traceback, no hang, no status 0 after lost work, no finished work lost.

`ended` asserts that there is neither a traceback nor a hang. Most commands are processes of their own. In the
fast tests each fault meets a few commands, and each command a few faults; the slow tests have all pairs.
"""

import itertools
import os
import shutil
import signal
import time

import pytest

from othello.board import Board
from othello.formats.ggf import format_ggf
from othello.formats.record import GameRecord, Player
from othello.kernels import jit
from othello.kernels.cache import cache_root
from tests.faults.commands import (
    GAME,
    SOLVED,
    cases,
    closing,
    ended,
    files_in,
    limiting,
    othello,
    run,
    run_here,
    with_little_memory,
    without_space,
)
from tests.gtp.fakes import is_running
from tests.gtp.waiting import waits_for

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams, signals and limits as POSIX has them")
has_full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk is always full")

PRINTING = {
    "openings": ["openings"],
    "hint": ["hint", GAME, "--depth", "1"],
    "hint as json": ["hint", GAME, "--depth", "1", "--json"],
    "solve": ["solve", SOLVED],
    "suite": ["suite", SOLVED],
    "analyze": ["analyze", GAME, "--depth", "1"],
    "perft": ["perft", "2"],
    "convert to standard output": ["convert", "-", "-", "--to", "ggf"],
    "version": ["--version"],
    "help": ["--help"],
}
"""Commands that print their results."""
SOME = ["openings", "hint", "convert to standard output"]


@pytest.fixture
def full():
    """A file on a full disk."""
    with open("/dev/full", "wb", buffering=0) as file:
        yield file


@pytest.fixture
def broken():
    """The writing end of a pipe that nobody reads any more."""
    source, target = os.pipe()
    os.close(source)
    with os.fdopen(target, "wb", buffering=0) as file:
        yield file


# Standard output


@has_full_disk
@pytest.mark.parametrize(
    ("name", "is_buffered"),
    cases(
        itertools.product(PRINTING, [True, False]),
        fast=[
            ("hint", True),
            ("solve", True),
            ("convert to standard output", True),
            ("version", True),
            ("openings", False),
            ("perft", False),
            ("help", False),
        ],
    ),
)
def test_results_on_a_full_disk(name, is_buffered, full, monkeypatch):
    """A command that cannot print its results says so in one line, with status 1."""
    monkeypatch.setenv("PYTHONUNBUFFERED", "" if is_buffered else "1")
    status, _, err = run(*PRINTING[name], text=f"{GAME}\n".encode(), stdout=full)
    assert (status, err.splitlines()[-1]) == (FAILED, "Error: standard output: no space left on device")


@pytest.mark.parametrize("name", cases(SOME, fast=["convert to standard output"]))
def test_results_for_a_closed_stream(name):
    """A command whose standard output is closed does not succeed."""
    status, _, err = run(*PRINTING[name], text=f"{GAME}\n".encode(), stdout=None, preexec_fn=closing(1))
    assert status in (FAILED, BAD_INPUT)
    assert err.splitlines()[-1].endswith(": bad file descriptor")


@pytest.mark.parametrize("name", cases(SOME, fast=["openings"]))
def test_results_that_nobody_reads(name, broken):
    """A command whose reader has gone ends without a word and without success."""
    assert run(*PRINTING[name], text=f"{GAME}\n".encode(), stdout=broken) == (FAILED, "", "")


@has_full_disk
@pytest.mark.parametrize("name", cases(["analyze", "hint", "convert"], fast=["convert"]))
def test_files_are_written_before_results_are_printed(name, tmp_path, full):
    """When results cannot be printed, a file that was asked for is complete."""
    target = tmp_path / "file"
    command, end = {
        "analyze": (["analyze", GAME, "--depth", "1", "--html", target], "</html>\n"),
        "hint": (["hint", GAME, "--depth", "1", "--svg", target], "</svg>"),
        "convert": (["convert", "-", target, "--to", "ggf"], ";)\n"),
    }[name]
    assert run(*command, text=f"{GAME}\n".encode(), stdout=full)[0] == FAILED
    assert target.read_text().endswith(end)


@has_full_disk
@pytest.mark.parametrize("command", ["gtp", "nboard"])
def test_replies_on_a_full_disk(command, full):
    """An engine that cannot write a reply ends with status 1 and one line."""
    status, _, err = run(command, text=b"name\nping 1\n", stdout=full)
    assert (status, err.count("\n")) == (FAILED, 1)
    assert "a reply could not be written" in err


# Standard input and standard error


@pytest.mark.parametrize(
    ("command", "descriptors"),
    cases(
        itertools.product(["gtp", "nboard"], [(0,), (0, 1, 2)]),
        fast=[("gtp", (0,)), ("nboard", (0, 1, 2))],
    ),
)
def test_engines_without_input(command, descriptors):
    """A closed standard input is empty: an engine has nothing to do."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"))
    process = othello(command, **pipes | {"preexec_fn": closing(*descriptors)})
    assert ended(process, None)[0] == OK


@pytest.mark.parametrize("command", cases(["convert", "analyze", "solve", "hint"], fast=["convert", "solve"]))
def test_commands_without_input(command, tmp_path):
    """A closed standard input is empty, which a command that reads it reports."""
    target = [tmp_path / "x.ggf"] if command == "convert" else []
    status, _, err = run(command, "-", *target, stdin=None, preexec_fn=closing(0))
    assert (status, err) == (BAD_INPUT, "Error: -: the file is empty\n")


def test_standard_input_and_output():
    """ "-" is standard input and standard output; `tests/cli/test_sources.py` has other commands."""
    text = f"{GAME}\n".encode()
    status, out, err = run("convert", "-", "-", "--to", "transcript", text=text)
    assert (status, out, err) == (OK, f"{GAME}\n", "1 game written to standard output\n")


@pytest.mark.slow
def test_standard_input_of_a_search():
    """A command that searches reads "-" as standard input."""
    status, out, _ = run("hint", "-", "--depth", "1", text=f"{GAME}\n".encode())
    assert (status, out.splitlines()[0]) == (OK, "white to move, 55 empty squares; Tiger")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [(["games.ggf", "-"], "give its format with --to"), (["-", "-", "--to", "wthor"], "has several files")],
    ids=["no format", "several files"],
)
def test_standard_output_for_files(arguments, fault):
    """Standard output has no suffix, and cannot be several files."""
    status, out, err = run_here("convert", *arguments)
    assert (status, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert fault in err


@has_full_disk
@pytest.mark.parametrize(
    ("kind", "command"),
    cases(
        itertools.product(["closed", "full", "broken"], ["gtp", "nboard", "solve", "convert"]),
        fast=[("closed", "solve"), ("full", "gtp"), ("broken", "nboard"), ("broken", "convert")],
    ),
)
def test_messages_that_cannot_be_written(kind, command, request, tmp_path):
    """Messages that cannot be written are lost, and nothing else is."""
    fault = {"stderr": None, "preexec_fn": closing(2)}
    if kind != "closed":
        fault = {"stderr": request.getfixturevalue(kind)}
    if command == "gtp":
        status, out, _ = run("gtp", text=b"loadsgf missing.sgf\n" * 5 + b"name\n", **fault)
        assert (status, out) == (OK, "? cannot load file\n\n" * 5 + "= Othello\n\n")
    elif command == "nboard":
        status, out, _ = run("nboard", text=b"move xx\nping 7\n", **fault)
        assert (status, out.splitlines()[-1]) == (OK, "pong 7")
    elif command == "solve":
        status, out, _ = run("solve", "--json", SOLVED, **fault)
        assert (status, out[:1]) == (OK, "{")
    else:
        status, _, _ = run("convert", "-", tmp_path / "x.ggf", text=f"{GAME}\na1\n".encode(), **fault)
        assert (status, len((tmp_path / "x.ggf").read_text().splitlines())) == (FAILED, 1)


def test_messages_that_nobody_reads():
    """An engine whose standard error is never read answers all commands."""
    source, target = os.pipe()
    try:
        commands = b"loadsgf missing.sgf\n" * 3000 + b"name\n"
        status, out, _ = run("gtp", text=commands, stderr=target)
    finally:
        os.close(source)
        os.close(target)
    assert (status, out.count("? cannot load file"), "= Othello" in out) == (OK, 3000, True)


def test_streams_that_do_not_block():
    """An engine with non-blocking streams waits for commands, and loses no part of a reply."""
    inner, source = os.pipe()
    reader, target = os.pipe()
    for each in (inner, target):
        os.set_blocking(each, False)
    with othello("gtp", stdin=inner, stdout=target) as process:
        for each in (inner, target):
            os.close(each)
        time.sleep(0.5)
        os.write(source, b"othello-help\n" * 100 + b"quit\n")
        time.sleep(0.5)
        with os.fdopen(reader, "rb") as replies:
            found = replies.read()
        os.close(source)
        assert ended(process, None)[0] == OK
    assert found.count(b"protocol_version - ") == 100


# Files and disks


@pytest.fixture
def endless(tmp_path):
    """Files that have no end: a device, and a pipe that nobody writes."""
    os.mkfifo(tmp_path / "fifo")
    return ["/dev/zero", str(tmp_path / "fifo")]


def test_files_without_end_over_gtp(endless):
    """`loadsgf` refuses devices and pipes at once."""
    commands = "".join(f"loadsgf {each}\n" for each in endless).encode()
    assert run("gtp", text=commands)[1] == "? cannot load file\n\n" * 2


def test_weights_without_end(endless):
    """Weights must be a regular file."""
    for each in endless:
        assert run("gtp", "--weights", each) == (
            BAD_INPUT,
            "",
            f"Error: {each}: this is not a regular file\n",
        )


@pytest.mark.parametrize("kind", ["sgf", "transcript", "wthor"])
def test_games_without_end(kind, tmp_path):
    """A file without an end is refused after some bytes of it."""
    command = ["convert", "/dev/zero", tmp_path / "x.ggf", "--from", kind]
    status, _, err = run(*command, preexec_fn=with_little_memory())
    assert (status, err.count("\n")) == (BAD_INPUT, 1)


def test_a_game_of_many_megabytes(tmp_path):
    """A game in SGF that is larger than any is refused before it is parsed."""
    path = tmp_path / "large.sgf"
    path.write_text(f"(;GM[2]{';B[ff]' * 500_000})")
    status, out, err = run("gtp", text=f"loadsgf {path}\n".encode())
    assert (status, out) == (OK, "? cannot load file\n\n")
    assert err == f"othello: {path}, line 1: the game has more than 1 MiB\n"


@pytest.mark.parametrize("name", cases(["convert", "analyze", "hint"], fast=["convert", "analyze"]))
def test_files_on_a_full_disk(name, tmp_path):
    """A file that cannot be written is reported; the file that it would replace stays as it was."""
    (tmp_path / "out.ggf").write_text("before")
    games, target = tmp_path / "games.txt", tmp_path / "out.ggf"
    games.write_text(f"{GAME}\n")
    command = {
        "convert": ["convert", games, target, "--force"],
        "analyze": ["analyze", GAME, "--depth", "1", "--html", target],
        "hint": ["hint", GAME, "--depth", "1", "--svg", target],
    }[name]
    status, _, err = run(*command, preexec_fn=without_space())
    assert (status, err.splitlines()[-1]) == (BAD_INPUT, f"Error: {target}: file too large")
    assert files_in(tmp_path) == {"games.txt": f"{GAME}\n".encode(), "out.ggf": b"before"}


MATCH = ["match", "-e", "level=0,name=one", "-e", "level=0,name=other", "-g", "2"]


def test_a_match_on_a_full_disk(tmp_path):
    """A match whose files cannot be written ends with one line, before a game is played."""
    status, _, err = run(*MATCH, "-o", tmp_path / "games", preexec_fn=without_space())
    assert (status, err.splitlines()[-1]) == (BAD_INPUT, f"Error: {tmp_path / 'games.jsonl'}: file too large")


@pytest.mark.slow
def test_the_folder_of_a_match_vanishes(tmp_path):
    """A match whose folder is removed says so with status 2, and prints the games that it played."""
    folder = tmp_path / "folder"
    folder.mkdir()
    process = othello(*MATCH[:-1], "20", "-o", folder / "games")
    assert waits_for(lambda: (folder / "games.ggf").exists())
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    status, out, err = ended(process)
    assert (status, "one" in out) == (BAD_INPUT, True)
    assert err.endswith("the file was removed while the match wrote to it\n")


@pytest.mark.parametrize("kind", ["folder", "missing", "empty", "binary"])
@pytest.mark.parametrize("command", ["analyze", "solve", "hint", "suite", "convert"])
def test_files_that_hold_nothing(command, kind, tmp_path):
    """What cannot be read is named in one sentence, with status 2."""
    path = tmp_path / "x.ggf"
    if kind == "folder":
        path.mkdir()
    elif kind != "missing":
        path.write_bytes(b"" if kind == "empty" else bytes(range(256)))
    target = [tmp_path / "y.ggf"] if command == "convert" else []
    status, _, err = run_here(command, path, *target)
    assert (status, err.count("\n")) == (BAD_INPUT, 1)
    assert str(path) in err


ASCII = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "command", cases(["convert", "analyze", "hint", "gtp", "play"], fast=["convert", "gtp", "play"])
)
def test_names_in_an_ascii_locale(command, tmp_path):
    """A name that the locale cannot show is read, and shown by escapes."""
    path = tmp_path / "caf\u00e9.ggf"
    name = os.fsencode(path)
    path.write_text(format_ggf(GameRecord.from_board(Board.parse(GAME), black=Player("Zo\u00eb"))))
    if command == "gtp":
        status, out, _ = run("gtp", text=b"loadsgf " + name + b"\nname\n", env=ASCII)
        assert (status, out.splitlines()[-2]) == (OK, "= Othello")
        return
    words = {
        "convert": ["convert", name, tmp_path / "y\u00e9.txt"],
        "analyze": ["analyze", name, "--depth", "1"],
        "hint": ["hint", name, "--depth", "1"],
        "play": ["play", "-p", name, "--level", "0"],
    }[command]
    process = othello(*map(os.fsdecode, words), env=ASCII)
    assert ended(process, b"quit\n")[0] == OK


# Compiled kernels


@pytest.fixture
def cache(tmp_path):
    """A copy of the compiled kernels, and the environment of a command that uses it."""
    jit.compile_all()
    shutil.copytree(cache_root(), tmp_path / "cache")
    return tmp_path / "cache", os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["gtp", "solve", "match"])
def test_damaged_kernels(command, cache):
    """Damaged kernels are reported in one line and compiled again; the next command finds them whole."""
    folder, environment = cache
    files = [path for path in folder.rglob("table.*") if path.is_file()]
    for path in files:
        path.write_bytes(path.read_bytes()[:-1])
    words, text = {
        "gtp": (["gtp"], b"genmove b\n"),
        "solve": (["solve", SOLVED], b""),
        "match": (MATCH, b""),
    }[command]
    status, out, err = run(*words, text=text, env=environment)
    assert (status, "did not start" in out) == (OK, False)
    assert err.count("othello: some compiled kernels are damaged and are compiled again\n") == 1
    status, _, err = run("solve", SOLVED, env=environment)
    assert (status, "othello: " in err) == (OK, False)


@pytest.mark.parametrize("command", cases(["hint", "gtp"], fast=["gtp"]))
def test_kernels_on_a_full_disk(command, cache):
    """With compiled kernels a command needs no space on the disk."""
    _, environment = cache
    words, text = (["gtp"], b"genmove b\n") if command == "gtp" else (PRINTING["hint"], b"")
    status, _, err = run(*words, text=text, env=environment, preexec_fn=without_space())
    assert (status, err) == (OK, "")


# Memory


TOO_LARGE = {
    "hint": ["hint", GAME, "--hash", "900000"],
    "perft": ["perft", "2", "--hash", "900000"],
    "gtp": ["gtp", "--hash", "900000"],
    "nboard": ["nboard", "--hash", "900000"],
    "match": ["match", "-e", "hash=900000", "-e", "level=1"],
}


@pytest.mark.parametrize("command", TOO_LARGE.values(), ids=TOO_LARGE)
def test_tables_larger_than_the_memory(command):
    """A table that does not fit into the memory of the computer is refused before anything is done."""
    status, out, err = run_here(*command)
    assert (status, out) == (BAD_INPUT, "")
    assert "900000" in err.splitlines()[-1]


def test_memory_that_is_refused():
    """A command that gets no memory from the system says so in one line."""
    command = ["hint", GAME, "--depth", "1", "--hash", "4000"]
    status, _, err = run(*command, preexec_fn=with_little_memory())
    assert (status, err) == (FAILED, "Error: this computer has not enough free memory for that\n")


def test_memory_that_is_refused_over_gtp():
    """An engine that gets no memory answers, with one line for the user."""
    commands = b"name\nclear_board\n"
    status, out, err = run("gtp", "--hash", "4000", text=commands, preexec_fn=with_little_memory())
    assert status == OK
    assert out.startswith("= Othello\n\n? the engine did not start: ")
    assert err.count("\n") == 1


# Input


def test_long_lines():
    """A line of 20 MB is answered, as an unknown command."""
    status, out, _ = run("gtp", text=b"x" * 20_000_000 + b"\nname\n")
    assert (status, out) == (OK, "? unknown command\n\n= Othello\n\n")


# Ends


@pytest.mark.timing
def test_interrupts():
    """Ctrl-C ends commands that search or wait with status 130."""
    commands = [
        ["perft", "14"],
        ["openings", "--choose", "--depth", "30"],
        ["hint", GAME, "--level", "60"],
        ["gtp"],
        ["nboard"],
    ]
    processes = [othello(*command) for command in commands]
    try:
        time.sleep(6.0)
        for process in processes:
            process.send_signal(signal.SIGINT)
        assert [ended(process, None)[0] for process in processes] == [INTERRUPTED] * len(commands)
    finally:
        for process in processes:
            process.kill()


INTERRUPT_AT_IMPORT = """
import runpy, sys

_, module, package, *words = sys.argv

class Finder:
    def find_spec(self, name, *_):
        if name == module:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
sys.argv = [package, *words]
runpy.run_module(package, run_name="__main__", alter_sys=True)
"""
"""A program in which Ctrl-C comes when some module is imported."""


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("othello.cli", ["othello", "gtp"]),
        ("click", ["othello", "hint", GAME]),
        ("othello.cli.gtp", ["othello", "gtp"]),
        ("numpy", ["othello", "hint", GAME]),
        ("othello.engine", ["othello", "solve", SOLVED]),
        ("othello.gtp.process", ["othello.gtp"]),
        ("othello.gtp.session", ["othello.gtp"]),
    ],
)
def test_interrupts_of_the_start(module, command):
    """Ctrl-C while modules are imported ends a command with status 130 and without a word."""
    assert run(module, *command, program=["-c", INTERRUPT_AT_IMPORT]) == (INTERRUPTED, "", "")


def test_an_engine_that_everybody_left():
    """After `quit` a search goes on only while somebody can read its move."""
    process = othello("gtp", "--level", "60")
    process.stdin.write(b"genmove b\nquit\n")
    process.stdin.close()
    process.stdout.close()
    try:
        assert waits_for(lambda: not is_running(process.pid), 60)
    finally:
        process.kill()
        process.stderr.close()
        process.wait()


def test_limits_of_this_test():
    """The limits that stand for a full disk and for little memory have effect."""
    assert run("--version", preexec_fn=limiting("RLIMIT_AS", 1 << 20))[0] != OK
