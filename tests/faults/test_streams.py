"""Streams that are full, closed, broken or never read, and long input."""

import itertools
import os

import pytest

from tests.cli.commands import BAD_INPUT, FAILED, OK, run as run_here
from tests.faults.commands import (
    GAME,
    PRINTING,
    SOLVED,
    cases,
    closing,
    ended,
    has_full_disk,
    on_posix,
    othello,
    run,
)

pytestmark = on_posix

SOME = ["openings", "hint", "convert to standard output", "version"]


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
        fast=[("hint", True), ("help", False)],
    ),
)
def test_results_on_a_full_disk(name, is_buffered, full, monkeypatch):
    """A command that cannot print its results reports this in one line, and the status is 1."""
    monkeypatch.setenv("PYTHONUNBUFFERED", "" if is_buffered else "1")
    status, _, err = run(*PRINTING[name], text=f"{GAME}\n".encode(), stdout=full)
    assert (status, err.splitlines()[-1]) == (FAILED, "Error: standard output: no space left on device")


@pytest.mark.parametrize("name", cases(SOME, fast=["version"]))
def test_a_command_whose_standard_output_is_closed_does_not_succeed(name):
    status, _, err = run(*PRINTING[name], text=f"{GAME}\n".encode(), stdout=None, preexec_fn=closing(1))
    assert status in (FAILED, BAD_INPUT)
    assert err.splitlines()[-1].endswith(": bad file descriptor")


@pytest.mark.parametrize("name", cases(SOME, fast=["version"]))
def test_a_command_whose_reader_has_gone_ends_without_a_word_and_without_success(name, broken):
    assert run(*PRINTING[name], text=f"{GAME}\n".encode(), stdout=broken) == (FAILED, "", "")


@has_full_disk
@pytest.mark.parametrize("name", cases(["analyze", "hint", "convert"], fast=["convert"]))
def test_when_results_cannot_be_printed_a_file_that_was_asked_for_is_complete(name, tmp_path, full):
    target = tmp_path / "file.html"  # a page, not a folder of pages
    command, end = {
        "analyze": (["analyze", GAME, "--depth", "1", "--html", target], "</html>\n"),
        "hint": (["hint", GAME, "--depth", "1", "--svg", target], "</svg>"),
        "convert": (["convert", "-", target, "--to", "ggf"], ";)\n"),
    }[name]
    assert run(*command, text=f"{GAME}\n".encode(), stdout=full)[0] == FAILED
    assert target.read_text().endswith(end)


@has_full_disk
@pytest.mark.parametrize("command", cases(["gtp", "nboard"], fast=["gtp"]))
def test_an_engine_that_cannot_write_a_reply_ends_with_status_1_and_one_line(command, full):
    status, _, err = run(command, text=b"name\nping 1\n", stdout=full)
    assert (status, err.count("\n")) == (FAILED, 1)
    assert "a reply could not be written" in err


# Standard input and standard error


@pytest.mark.parametrize(
    ("command", "descriptors"),
    cases(
        itertools.product(["gtp", "nboard"], [(0,), (0, 1, 2)]),
        fast=[("nboard", (0, 1, 2))],
    ),
)
def test_engines_without_input(command, descriptors):
    """A closed standard input is treated as empty, so an engine has nothing to do."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"))
    process = othello(command, **pipes | {"preexec_fn": closing(*descriptors)})
    assert ended(process, None)[0] == OK


@pytest.mark.parametrize("command", cases(["convert", "analyze", "solve", "hint"], fast=["convert"]))
def test_a_closed_standard_input_is_empty_which_a_command_that_reads_it_reports(command, tmp_path):
    target = [tmp_path / "x.ggf"] if command == "convert" else []
    status, _, err = run(command, "-", *target, stdin=None, preexec_fn=closing(0))
    assert (status, err) == (BAD_INPUT, "Error: -: the file is empty\n")


@pytest.mark.slow
def test_standard_input_and_output():
    """ "-" means standard input and standard output. `tests/cli/test_sources.py` tests other commands."""
    text = f"{GAME}\n".encode()
    status, out, err = run("convert", "-", "-", "--to", "transcript", text=text)
    assert (status, out, err) == (OK, f"{GAME}\n", "1 game written to standard output\n")


@pytest.mark.slow
def test_a_command_that_searches_reads_as_standard_input():
    status, out, _ = run("hint", "-", "--depth", "1", text=f"{GAME}\n".encode())
    assert (status, out.splitlines()[0]) == (OK, "white to move, 55 empty squares; Tiger")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [(["games.ggf", "-"], "choose a format with --to"), (["-", "-", "--to", "wthor"], "needs several files")],
    ids=["no format", "several files"],
)
def test_standard_output_has_no_suffix_and_cannot_be_several_files(arguments, fault):
    status, out, err = run_here("convert", *arguments)
    assert (status, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert fault in err


@has_full_disk
@pytest.mark.parametrize(
    ("kind", "command"),
    cases(
        itertools.product(["closed", "full", "broken"], ["gtp", "nboard", "solve", "convert"]),
        fast=[("closed", "gtp"), ("full", "convert")],
    ),
)
def test_messages_that_cannot_be_written_are_lost_and_nothing_else_is(kind, command, request, tmp_path):
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


def test_an_engine_whose_standard_error_is_never_read_answers_all_commands():
    source, target = os.pipe()
    try:
        commands = b"loadsgf missing.sgf\n" * 2000 + b"name\n"
        status, out, _ = run("gtp", text=commands, stderr=target)
    finally:
        os.close(source)
        os.close(target)
    assert (status, out.count("? cannot load file"), "= Othello" in out) == (OK, 2000, True)


# Input


@pytest.mark.slow  # tests of sessions have lines of 300 kB
def test_a_line_of_20_mb_is_answered_as_an_unknown_command():
    status, out, _ = run("gtp", text=b"x" * 20_000_000 + b"\nname\n")
    assert (status, out) == (OK, "? unknown command\n\n= Othello\n\n")


def test_a_game_goes_on_after_a_line_that_is_not_text_and_with_a_width_that_is_not_known(monkeypatch):
    """A line with bytes that are invalid in its encoding is refused. COLUMNS=0 means an unknown width."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8:strict")
    monkeypatch.setenv("COLUMNS", "0")
    text = b"f5\n\xff\nhelp\nd6\n"
    status, out, err = run("play", "--side", "both", "--hash", 1, text=text)
    assert (status, err) == (OK, "")
    assert "'\\udcff' is neither a move nor a command" in out
    assert "undo, or undo N       take back your last move" in out
    assert "moves: f5d6\n" in out
