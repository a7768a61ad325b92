"""Damaged machine code, and computers with too little memory."""

import os
import shutil

import pytest

from othello.native import library
from othello.search import evaluation_files
from tests.cli.commands import BAD_INPUT, FAILED, OK, run as run_here
from tests.faults.commands import (
    GAME,
    MATCH,
    PRINTING,
    SOLVED,
    cases,
    limiting,
    on_posix,
    run,
    with_little_memory,
    without_space,
)

pytestmark = on_posix


# Machine code


@pytest.fixture
def cache(tmp_path):
    """A copy of the cache folder, and the environment of a command that uses it."""
    library.warmup()
    evaluation_files.shipped()
    shutil.copytree(library.cache_root(), tmp_path / "cache", ignore=shutil.ignore_patterns("othello-*"))
    return tmp_path / "cache", os.environ | {"OTHELLO_CACHE": str(tmp_path / "cache")}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["gtp", "solve", "match"])
def test_damaged_machine_code(command, cache):
    """A damaged library is reported in one line and compiled again. The next command finds it intact.

    `tests/native/test_build.py` contains the fast tests, with few kernels.
    """
    folder, environment = cache
    (path,) = folder.glob(f"kernels-{library.sources()}-{library.native()}-*")
    path.write_bytes(path.read_bytes()[:-1])
    words, text = {
        "gtp": (["gtp"], b"genmove b\n"),
        "solve": (["solve", SOLVED], b""),
        "match": (MATCH, b""),
    }[command]
    status, out, err = run(*words, text=text, env=environment)
    assert (status, "did not start" in out) == (OK, False)
    assert err.count(f"othello: {path} is damaged, so it is not used\n") == 1
    status, _, err = run("solve", SOLVED, env=environment)
    assert (status, "othello: " in err) == (OK, False)


@pytest.mark.parametrize("command", cases(["hint", "gtp"], fast=["gtp"]))
def test_with_a_library_of_machine_code_a_command_needs_no_space_on_the_disk(command):
    library.warmup()
    words, text = (["gtp"], b"genmove b\n") if command == "gtp" else (PRINTING["hint"], b"")
    status, _, err = run(*words, text=text, **without_space())
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
    """A table that does not fit into the computer's memory is refused before anything is done."""
    status, out, err = run_here(*command)
    assert (status, out) == (BAD_INPUT, "")
    assert "900000" in err.splitlines()[-1]


def test_a_command_that_gets_no_memory_from_the_system_says_so_in_one_line():
    command = ["hint", GAME, "--depth", "1", "--hash", "4000"]
    status, _, err = run(*command, preexec_fn=with_little_memory())
    assert (status, err) == (
        FAILED,
        "Error: this computer does not have enough free memory for this command\n",
    )


def test_memory_that_is_refused_over_gtp():
    """If the engine cannot allocate its table, it still replies, and prints one line on standard error."""
    commands = b"name\ngenmove b\n"
    status, out, err = run("gtp", "--hash", "4000", text=commands, preexec_fn=with_little_memory())
    assert status == OK
    assert out.startswith("= Othello\n\n? the engine did not start: ")
    assert err.count("\n") == 1


def test_the_limits_that_stand_for_a_full_disk_and_for_little_memory_have_effect():
    assert run("--version", preexec_fn=limiting("RLIMIT_AS", 1 << 20))[0] != OK
