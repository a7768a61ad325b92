"""Runs that are killed while they write, and continued: the files are those of an undisturbed run.

A kill is an exception in the middle of a write. `test_injected` kills processes at each call of the system,
and `tests/cli/test_book.py` those that build books.
"""

import pytest

from othello import GameRecord, write_games
from othello.formats.obf import write_obf
from othello.storage.append import Appended
from tests import solved
from tests.cli.commands import run
from tests.faults.injecting import content
from tests.positions import random_board

ENGINES = ["-e", "level=0,name=one", "-e", "level=0,name=other"]
COMMANDS = {
    "solve": ["solve", "ends.obf", "-o", "rows.jsonl"],
    "analyze": ["analyze", "short.ggf", "-o", "reviews.jsonl", "--depth", "1"],
    "match": ["match", *ENGINES, "--openings", "late.txt", "-o", "games"],
    "train generate": ["train", "generate", "-o", "data", "-g", "3", "--depth", "3", "--exact-from", "6"],
}


class Killed(BaseException):
    """The end of the process."""


@pytest.fixture
def folder(tmp_path):
    """A folder with the inputs of the commands."""
    problems = sorted(solved.problems(), key=lambda problem: problem.position.empties)
    write_obf(tmp_path / "ends.obf", problems[:3])
    write_games(tmp_path / "short.ggf", [GameRecord.from_moves(text) for text in (["f5"], ["d3"])])
    (tmp_path / "late.txt").write_text(f"{random_board(5, 54).transcript()}\n")
    return tmp_path


def killing(monkeypatch, last: int) -> list[bytes]:
    """Let the process die in the middle of a write, after *last* complete writes. Return the written
    bytes."""
    written: list[bytes] = []
    append = Appended.append_bytes

    def torn(file: Appended, rest: bytes) -> None:
        if len(written) > last:
            raise Killed
        is_last = len(written) == last
        written.append(rest)
        append(file, rest[: len(rest) // 2] if is_last else rest)
        if is_last:
            raise Killed

    monkeypatch.setattr(Appended, "append_bytes", torn)
    return written


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "match" else ()) for name in COMMANDS]
)
def test_a_killed_run_continues_as_if_undisturbed(name, folder, monkeypatch):
    """After a kill during any write, the same command writes the files of an undisturbed run, except for
    times."""
    monkeypatch.chdir(folder)
    inputs = {path.name for path in folder.iterdir()}

    def outputs():
        return {path.name: content(path) for path in folder.iterdir() if path.name not in inputs}

    with monkeypatch.context() as patched:
        written = killing(patched, 1 << 30)
        assert run(*COMMANDS[name])[0] == 0
    expected = outputs()
    for last in range(len(written)):
        for path in expected:
            for file in [folder / path, *(folder / path).glob("*")]:
                if file.is_file():
                    file.unlink()
        with monkeypatch.context() as patched:
            killing(patched, last)
            with pytest.raises(Killed):
                run(*COMMANDS[name])
        assert outputs() != expected
        assert run(*COMMANDS[name])[0] == 0
        assert outputs() == expected, last
