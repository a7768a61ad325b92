"""`othello book` merge, fix, verify, import and export."""

import os
import re
import sys
from dataclasses import replace

import pytest

from othello import Board, Book
from othello.book.choice import due
from othello.book.keys import children, key_of
from othello.book.propagation import propagate
from othello.book.records import Record
from othello.book.value import heuristic
from tests.book.books import contents, filled, plain_entries, values
from tests.cli.commands import BAD_INPUT, FAILED, OK, run

SUFFIXES = [".dat", ".jsonl", ".jsonl.gz"]


@pytest.fixture
def path(tmp_path):
    """A book of forty positions."""
    with Book(tmp_path / "my.book", writable=True) as book:
        filled(book, plain_entries(1, 40))
    return tmp_path / "my.book"


def values_of(path):
    with Book(path) as book:
        return values(book)


@pytest.mark.parametrize("suffix", SUFFIXES[:2])
def test_a_book_comes_back_from_each_format_with_its_positions_values_and_moves(suffix, path, tmp_path):
    file, back = tmp_path / f"other{suffix}", tmp_path / "back.book"
    status, out, err = run("book", "export", path, file)
    assert (status, out, err) == (OK, "", "40 positions written\n")
    status, out, err = run("book", "import", back, file)
    assert (status, out, err) == (OK, "", "40 positions in the book\n")
    assert values_of(back) == values_of(path)
    assert run("book", "verify", back)[:2] == (OK, "40 positions, no faults\n")


@pytest.mark.parametrize("name", [b"\xff", b"a" * 200], ids=["not UTF-8", "long"])
@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names of files must be Unicode there")
def test_books_of_other_programs_may_have_any_name(name, path, tmp_path):
    """The source of a value, which contains the name of a file, survives JSON lines."""
    file, lines = tmp_path / os.fsdecode(name + b".dat"), tmp_path / "lines.jsonl"
    for command in (
        ("export", path, file),
        ("import", tmp_path / "second.book", file),
        ("export", tmp_path / "second.book", lines),
        ("import", tmp_path / "third.book", lines),
    ):
        assert run("book", *command)[0] == OK


def test_json_lines_go_to_standard_output_which_needs_the_name_of_the_format(path):
    status, out, _ = run("book", "export", path, "-", "--format", "jsonl")
    assert (status, len(out.splitlines())) == (OK, 40)
    status, _, err = run("book", "export", path, "-")
    assert (status, "--format" in err) == (BAD_INPUT, True)


def test_as_level_changes_the_level_of_every_position_of_the_file(path, tmp_path):
    assert run("book", "export", path, tmp_path / "a.dat", "--as-level", 21)[0] == OK
    assert run("book", "import", tmp_path / "b.book", tmp_path / "a.dat")[0] == OK
    with Book(tmp_path / "b.book") as book:
        assert {entry.level for _, entry in book} <= {21, None}


def test_a_file_that_ends_early_is_refused_and_the_book_stays_as_it_was(path, tmp_path):
    file = tmp_path / "a.dat"
    run("book", "export", path, file)
    file.write_bytes(file.read_bytes()[:-5])
    before = values_of(path)
    status, _, err = run("book", "import", path, file)
    assert (status, "ends in the middle of position 40" in err) == (BAD_INPUT, True)
    assert values_of(path) == before


def test_a_merged_book_has_the_positions_of_both_and_is_sound(path, tmp_path):
    other = tmp_path / "other.book"
    with Book(other, writable=True) as book:
        filled(book, plain_entries(2, 40))
    both = values_of(path).keys() | values_of(other).keys()
    assert run("book", "merge", path, other) == (OK, "", f"{len(both)} positions in the book\n")
    assert values_of(path).keys() == both
    assert run("book", "verify", path)[0] == OK


def test_games_of_a_file_that_is_added_twice_count_once(path, tmp_path):
    """Repeating a merge or an import, as after a kill at its end, changes nothing, even under another
    name."""
    file = tmp_path / "file.jsonl"
    with Book(path, writable=True) as book:
        book.learn(Board.parse("f5d6c3"))
    assert run("book", "export", path, file)[0] == OK
    for words in (["merge", path], ["import", file]):
        target = tmp_path / f"{words[0]}.book"
        assert run("book", words[0], target, words[1])[0] == OK
        with Book(target) as book:
            before = contents(book)
            assert any(record.games.visits for record in before.values())
        other = words[1].with_name(f"other{words[1].suffix}")
        other.write_bytes(words[1].read_bytes())
        status, _, err = run("book", words[0], target, other)
        assert (status, f"{other} was added before, so nothing changes" in err) == (OK, True)
        with Book(target) as book:
            assert contents(book) == before


def test_fix(path):
    """Missing outside moves are searched. After that, Edax would accept the book."""
    with Book(path, writable=True) as book:
        key = next(
            key for key, entry in contents(book).items() if entry.move is not None and len(children(key)) > 2
        )
        after = dict(children(key))[contents(book)[key].move]
        move = children(after)[0][0]
        record = contents(book)[key].__class__(move=move, move_value=contents(book)[key].move_value)
        filled(book, contents(book) | {after: record})
        assert due(book)
    assert "best moves outside the book are unknown" in run("book", "verify", path)[1]
    assert "othello book fix" in run("book", "export", path, path.with_suffix(".dat"))[2]
    status, _, err = run("book", "fix", path, "--level", 1)
    assert (status, err.startswith("nothing is left to add: 0 positions added")) == (OK, True)
    assert run("book", "export", path, path.with_suffix(".dat"))[0] == OK


def test_fix_proved_positions(tmp_path):
    """Edax needs the best outside move of a proved position, too."""
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        key, _ = key_of(Board.parse("f5").position)
        book.store.put([(key, Record(lower=2, upper=2))])
        propagate(book.store, [key])
    assert "1 best moves outside the book are unknown" in run("book", "verify", path)[1]
    assert run("book", "fix", path, "--level", 1)[0] == OK
    assert run("book", "export", path, path.with_suffix(".dat"))[0] == OK


def test_verify_finds_faults(path):
    """A value that does not follow from the moves is printed with its position, and the status is 1."""
    with Book(path, writable=True) as book:
        key, record = next(iter(contents(book).items()))
        book.store.put([(key, replace(record, value=heuristic(6399, 3), lower=-64, upper=64))])
    status, out, err = run("book", "verify", path)
    assert (status, err) == (FAILED, "")
    assert re.search(r"^[XO-]{64} [XO]: the value is .*, but .* follows from the moves$", out, re.MULTILINE)
    assert out.splitlines()[-1].startswith("40 positions, ")


def test_the_differences_of_a_sample_are_printed_and_are_not_a_fault(path):
    status, out, _ = run("book", "verify", path, "--sample", 3, "--level", 1)
    assert (status, "3 values searched again: " in out) == (OK, True)
