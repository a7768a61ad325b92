"""Journals of matches: continued, killed, of other matches, and damaged."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from othello.errors import FormatError, OthelloError
from othello.formats.ggf import read_ggf
from othello.match.engine_spec import EngineSpec
from othello.match.journal import Journal, heading
from othello.storage.append import sealed
from tests.match.scripted import OPENINGS, Scripted, game

NAMES = [EngineSpec("one"), EngineSpec("other")]
HEADING = heading(NAMES, OPENINGS, 1)


def check(outcome):
    """Accept the games of one engine against the other."""
    if (outcome.black.name, outcome.white.name) != ("one", "other"):
        raise OthelloError("other engines")


def journal(tmp_path, seed=1, engines=NAMES):
    """Open the journal of one match."""
    return Journal(tmp_path / "some.match", heading(engines, OPENINGS, seed), check)


def numbered(number):
    """Return a game with this number."""
    return replace(game(Scripted(), Scripted()), number=number)


def written(tmp_path, *numbers):
    """Return the journal of one match after games with these numbers, closed."""
    match_journal = journal(tmp_path)
    for number in numbers:
        match_journal.append(numbered(number))
    match_journal.close()
    return match_journal


def test_games_of_a_journal_are_in_both_files_once_when_it_is_opened_again(tmp_path):
    assert written(tmp_path, 1, 0).outcomes == []
    again = journal(tmp_path)
    assert [(outcome.number, outcome.played) for outcome in again.outcomes] == [(1, ()), (0, ())]
    again.append(numbered(2))
    again.close()
    log, ggf = again.paths
    assert (log.name, ggf.name) == ("some.match.jsonl", "some.match.ggf")
    assert len(log.read_text().splitlines()) == 4
    records = list(read_ggf(ggf))
    assert len(records) == 3
    assert records[0].event == "some.match"


@pytest.mark.parametrize("cut", [1, 50, 1000])
def test_journals_of_killed_matches(tmp_path, cut):
    """An incomplete last line is dropped, and NAME.ggf gets its missing games."""
    log, ggf = written(tmp_path, 0, 1, 2).paths
    whole = ggf.read_bytes()
    log.write_bytes(log.read_bytes()[:-cut])
    ggf.write_bytes(whole[: -2 * cut])
    again = written(tmp_path)
    assert [outcome.number for outcome in again.outcomes] == [0, 1]
    assert set(whole.splitlines()[:2]) <= set(ggf.read_bytes().splitlines())


def test_journals_of_other_matches(tmp_path):
    """The files of another match, or files that do not belong to a match, are refused and not changed."""
    journal(tmp_path).close()
    log = tmp_path / "some.match.jsonl"
    before = log.read_bytes()
    with pytest.raises(FormatError, match="line 1: the file belongs to a run with seed '1' instead of '2'"):
        journal(tmp_path, seed=2)
    with pytest.raises(FormatError, match=r"with other engines: repeat that command"):
        journal(tmp_path, engines=[EngineSpec("one", level="3"), NAMES[1]])
    assert log.read_bytes() == before
    for text in ("hello\n", "[]\n", '{"format": "something else"}\n', "\xff\n"):
        log.write_bytes(text.encode("latin-1"))
        with pytest.raises(FormatError, match="choose another name"):
            journal(tmp_path)
        assert log.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    "change",
    [
        lambda fields: fields.pop("moves"),
        lambda fields: fields.update(moves="f5f5"),
        lambda fields: fields.update(result=-fields["result"]),
        lambda fields: fields.update(moves=fields["moves"][:-2]),
        lambda fields: fields.update(opening="c4"),
        lambda fields: fields.update(black="other", white="one"),
        lambda fields: fields.update(game=-1),
        lambda fields: fields.update(game=True),
        lambda fields: fields.update(values=[[]] * len(fields["values"])),
        lambda fields: fields.update(loser="black", ended="crash", result=None),
        lambda fields: fields.update(result=None),
        lambda fields: fields.update(ended="by magic"),
        lambda fields: fields.update(seconds=[1.0]),
        lambda fields: fields.update(time=3),
    ],
)
def test_damaged_lines(tmp_path, change):
    """A line that is not a game of the match, or breaks the rules, is reported with its number."""
    log = written(tmp_path, 0).paths[0]
    top, line = log.read_text().splitlines()
    fields = json.loads(line)
    del fields["check"]
    change(fields)
    log.write_text(f"{top}\n{sealed(fields)}\n")
    with pytest.raises(FormatError, match=r"line 2: (?!the checksum)"):
        journal(tmp_path)


def test_a_match_whose_name_is_only_a_folder_is_refused(tmp_path):
    with pytest.raises(FormatError, match="this is a directory"):
        Journal(Path(tmp_path.root), HEADING, check)


@pytest.mark.skipif(os.name != "posix", reason="files in use cannot be removed")
def test_a_journal_that_is_removed(tmp_path):
    """Writing a game to a file without a name is an error, because nobody will find it."""
    first = journal(tmp_path)
    first.append(numbered(0))
    for path in first.paths:
        path.unlink()
    with pytest.raises(FormatError, match="the file was removed while this run was writing to it"):
        first.append(numbered(1))
    first.close()


def test_games_that_are_there_twice(tmp_path):
    """A game with the number of another game is refused, instead of counted or dropped."""
    log = written(tmp_path, 0).paths[0]
    log.write_text(log.read_text() + log.read_text().splitlines()[1] + "\n")
    with pytest.raises(FormatError, match="line 3: game 0 occurs twice"):
        journal(tmp_path)


@pytest.mark.parametrize("text", ["(;GM[Othello]PC[]PB[]PW[];)\n", "precious\n", "precious"])
def test_a_file_of_games_that_is_not_of_the_match(tmp_path, text):
    """A file NAME.ggf that this match did not write is refused, and not changed."""
    path = tmp_path / "some.match.ggf"
    path.write_text(text)
    with pytest.raises(FormatError, match="choose another name"):
        journal(tmp_path)
    assert path.read_text() == text


@pytest.mark.skipif(os.name != "posix", reason="names with any bytes")
def test_a_match_whose_name_has_a_byte_that_is_no_text_is_written_and_continued(tmp_path):
    name = tmp_path / os.fsdecode(b"m\xff")
    first = Journal(name, HEADING, check)
    first.append(numbered(0))
    first.close()
    again = Journal(name, HEADING, check)
    again.close()
    assert len(again.outcomes) == 1
    assert next(read_ggf(again.paths[1])).event == "m\ufffd"
