"""The file of a book: one writer, many readers, kills, damage."""

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from othello import Board, Book, FormatError, OpeningBook, Position
from othello.book import location, store
from othello.book.keys import key_of
from othello.book.records import Record, _move_value, from_row, to_row
from othello.book.store import Store
from othello.book.validation import BOOK_VERSION
from othello.book.value import exact, heuristic
from tests import source
from tests.book.books import contents, filled, random_entries

WRITER = """
import sys
import threading
from othello.rules.board import Board
from othello.book.book import Book
from tests.book.books import random_entries
book = Book(sys.argv[1], writable=True)
print("open", flush=True)
for key, record in random_entries(int(sys.argv[2]), 2000).items():
    book.store.put([(key, record)])
    print(*key, flush=True)
threading.Event().wait()
"""

LEARNER = """
import sys
from pathlib import Path
from othello.book import store
from othello.rules.board import Board
from othello.players.book_player import OpeningBook
store.PATIENCE *= 25  # the other learner may take the lock again and again
book = OpeningBook(Path(sys.argv[1]))
for _ in range(20):
    book.learn(Board("f5"))
"""


def new(path, size=30, seed=1):
    with Book(path, writable=True) as book:
        filled(book, random_entries(seed, size))
    return path


def games_of(path, board):
    with Book(path) as book:
        entry = book.get(board)
        return 0 if entry is None else entry.games.visits


def writer(path, seed=1):
    command = [sys.executable, "-c", WRITER, str(path), str(seed)]
    return subprocess.Popen(command, cwd=source.ROOT, stdout=subprocess.PIPE, text=True)


def test_a_record_is_the_same_after_it_was_a_row_with_words_of_64_bits():
    key = (0, 2**64 - 1, 0)
    record = Record(exact(64), 64, 64, source=3)
    assert from_row(to_row(key, record)) == (key, record)
    for key, record in random_entries(2, 100).items():
        assert from_row(to_row(key, record)) == (key, record)


def test_the_value_of_a_move_is_exact_if_its_trust_is():
    for value in (exact(12), exact(-64, 60), heuristic(1234, 60)):
        assert _move_value(value.cd, value.trust) == value


def test_a_file_is_read_back(tmp_path):
    """Another opening reads the same records, and a closed book is a single file."""
    path = new(tmp_path / "one.book")
    with Book(path) as book:
        records = contents(book)
    with Book() as book:
        assert contents(filled(book, random_entries(1, 30))).keys() == records.keys()
    assert os.listdir(tmp_path) == ["one.book"]


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX has them")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_a_killed_writer_loses_nothing(seed, tmp_path):
    """After a kill, every position that was written is in the book. The book is sound and can be written."""
    path = tmp_path / "one.book"
    with writer(path, seed) as process:
        for _ in range(random.Random(seed).randrange(1, 1000)):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        written = process.stdout.read().splitlines()
    complete = [tuple(map(int, line.split())) for line in written if len(line.split()) == 3]
    with Book(path, writable=True) as book:
        assert book.store.check() == []
        assert set(complete[:-1]) <= set(contents(book))
        book.refresh()


def test_while_a_process_writes_another_one_can_read_but_not_write(tmp_path):
    path = new(tmp_path / "one.book")
    with writer(path, 7) as process:
        assert process.stdout.readline() == "open\n"
        with Book(path) as book:
            assert len(book) >= 30
        with pytest.raises(FormatError, match="another process is writing to this book"):
            Book(path, writable=True)
        process.kill()
    Book(path, writable=True).close()


def test_a_book_that_was_compacted_can_be_read_where_no_file_can_be_made(tmp_path):
    path = new(tmp_path / "one.book")
    with Book(path, writable=True) as book:
        book.compact()
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(path, folder)
    folder.chmod(0o555)
    try:
        with Book(folder / "one.book") as book:
            assert len(book) == 30
        assert os.listdir(folder) == ["one.book"]
    finally:
        folder.chmod(0o755)


@pytest.mark.parametrize("content", [b"no book at all, but long enough" * 40, b"short"])
def test_a_file_that_is_not_a_book_is_refused_and_is_not_changed(content, tmp_path):
    path = tmp_path / "one.book"
    path.write_bytes(content)
    for writable in (False, True):
        with pytest.raises(FormatError, match="not an opening book"):
            Book(path, writable=writable)
    assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["one.book"]


def test_a_database_of_another_program_is_refused_also_for_writing(tmp_path):
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    for writable in (False, True):
        with pytest.raises(FormatError, match="not an opening book"):
            Book(path, writable=writable)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [1, 99])
def test_a_book_of_another_version_is_refused(version, tmp_path):
    path = new(tmp_path / "one.book")
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    for opened in (Book, OpeningBook):
        with pytest.raises(
            FormatError,
            match=f"the book has version {version}, but this program reads version {BOOK_VERSION}",
        ):
            opened(path)


def test_a_book_in_a_folder_that_does_not_exist_is_an_error_in_one_sentence(tmp_path):
    with pytest.raises(FormatError, match="no such file or directory"):
        Book(tmp_path / "none" / "one.book", writable=True)


def test_if_an_error_leaves_a_transaction_its_writes_are_undone(tmp_path):
    with Book() as book:
        with pytest.raises(TypeError), book.store.transaction():  # noqa: PT012
            book.store.put([(key_of(Position.start())[0], Record())])
            len(None)
        assert len(book) == 0
        book.learn(Board("f5"))
        assert len(book) == 2


class Interrupted:
    """A connection that Ctrl-C interrupts after a statement is done."""

    def __init__(self, connection, statement):
        self.connection, self.statement = connection, statement

    def __getattr__(self, name):
        return getattr(self.connection, name)

    def execute(self, text, *values):
        cursor = self.connection.execute(text, *values)
        if text == self.statement:
            raise KeyboardInterrupt
        return cursor


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "COMMIT"])
def test_an_interrupted_transaction_is_over(statement, tmp_path):
    """Ctrl-C just after the first or the last statement leaves no transaction, and no files next to the
    book."""
    position, path = Position.start(), tmp_path / "new.book"
    with Book(path, writable=True) as book:
        book.store.put([(key_of(position)[0], Record())])
        connection = book.store._connection
        book.store._connection = Interrupted(connection, statement)
        with pytest.raises(KeyboardInterrupt):
            book.store.put([(key_of(position.play(position.legal_moves[0]))[0], Record())])
        book.store._connection = connection
        assert not connection.in_transaction
    assert os.listdir(tmp_path) == ["new.book"]


def test_a_book_with_overwritten_pages_is_reported_as_damaged(tmp_path):
    path = new(tmp_path / "one.book", size=500)
    with Book(path, writable=True) as book:
        book.compact()
    content = bytearray(path.read_bytes())
    content[4096:12288] = bytes(8192)
    path.write_bytes(content)
    with Book(path) as book:
        assert book.store.check()
    with pytest.raises(FormatError, match="othello book verify lists its faults"):
        OpeningBook(path)


def test_a_book_that_has_lost_its_end(tmp_path):
    """The length of a file is compared with the length in its header before anything is read."""
    path = new(tmp_path / "one.book", size=500)
    content = path.read_bytes()
    for length in (2, 50, 99, 100, 4096, 5000, 8192, -4096):
        path.write_bytes(content[:length])
        for opened in (Book, OpeningBook):
            with pytest.raises(FormatError, match=r"its end is missing|not an opening book"):
                opened(path)


def test_a_book_that_shrinks_while_it_is_open(tmp_path):
    """A look-up in a file that lacks a part is reported. A memory map would end the process with a signal."""
    path = new(tmp_path / "one.book", size=500)
    content = path.read_bytes()
    for size in (0, 4096):
        path.write_bytes(content)
        keys = list(random_entries(1, 500))
        with Book(path) as book:
            assert book.store.get(keys[0])
            os.truncate(path, size)
            with pytest.raises(FormatError, match="the book is damaged"):
                book.store.records(keys)


@pytest.mark.parametrize("table", ["position", "source", "meta"])
def test_missing_tables(table, tmp_path):
    """A book that lacks one of its tables is refused when it is opened, even for writing."""
    path = new(tmp_path / "one.book")
    connection = sqlite3.connect(path)
    connection.execute(f"DROP TABLE {table}")
    connection.close()
    for writable in (False, True):
        with pytest.raises(FormatError, match="the book is damaged"):
            Book(path, writable=writable)


@pytest.mark.skipif(os.name != "posix", reason="named pipes as POSIX has them")
def test_a_pipe_is_not_a_book(tmp_path):
    """A named pipe is refused without opening it, because that would wait for a writer."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    for opened in (Book, OpeningBook):
        with pytest.raises(FormatError, match="this is not a regular file"):
            opened(path)


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_link_in_the_place_of_the_lock(tmp_path):
    """A link in the place of the lock is refused, and its target is kept."""
    path = new(tmp_path / "one.book")
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "one.book-writer").symlink_to(tmp_path / "precious")
    with pytest.raises(FormatError, match="symbolic link"):
        Book(path, writable=True)
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_file_of_others_in_the_place_of_the_lock(tmp_path):
    """A file with the name of the lock, or of an SQLite file, is refused and kept."""
    path = new(tmp_path / "one.book")
    for suffix in ("-writer", "-journal", "-wal", "-shm"):
        precious = tmp_path / f"one.book{suffix}"
        precious.write_text("precious")
        with pytest.raises(FormatError, match=rf"one\.book{suffix}: a working file needs this name"):
            Book(path, writable=True)
        assert precious.read_text() == "precious"
        precious.unlink()


@pytest.mark.skipif(os.name != "posix", reason="SQLite locks its files elsewhere")
def test_the_files_that_sqlite_keeps_beside_a_book_are_known(tmp_path):
    """A writer that was killed leaves files that the next writer takes over."""
    path = new(tmp_path / "one.book", size=1000)
    copy = tmp_path / "copy" / "one.book"
    copy.parent.mkdir()
    with Book(path, writable=True) as book:
        filled(book, random_entries(2, 5))
        expected = contents(book)
        for name in ("one.book", "one.book-wal", "one.book-shm"):
            shutil.copy(tmp_path / name, copy.with_name(name))
    with Book(copy, writable=True) as book:
        assert contents(book) == expected
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN")
    connection.execute("DELETE FROM position")
    journal = tmp_path / "one.book-journal"
    assert journal.read_bytes()[:8] == store.BESIDE["-journal"][0]
    shutil.copy(journal, copy.with_name("one.book-journal"))
    shutil.copy(path, copy)
    connection.close()
    with Book(copy, writable=True) as book:
        assert contents(book) == expected


def test_a_second_writer_waits_for_the_first(tmp_path):
    """A writer waits for a moment, so that two programs can learn games into one book at the same time."""
    path = new(tmp_path / "one.book")
    board = Board("f5")
    before = games_of(path, board)
    learners = [
        subprocess.Popen([sys.executable, "-c", LEARNER, str(path)], cwd=source.ROOT) for _ in range(2)
    ]
    assert [learner.wait(60) for learner in learners] == [0, 0]
    assert games_of(path, board) == before + 40


@pytest.mark.parametrize("failing", ["synchronize", "rename"])
def test_a_new_book_is_written_whole_or_not_at_all(failing, tmp_path, monkeypatch):
    """A book that cannot be created is reported and leaves nothing behind. The next run creates it."""

    def fail(*arguments):
        raise OSError(5, "Input/output error")

    path = tmp_path / "new.book"
    with monkeypatch.context() as patched:
        patched.setattr(*{"synchronize": (os, "fsync", fail), "rename": (Path, "replace", fail)}[failing])
        with pytest.raises(FormatError, match="input/output error"):
            Book(path, writable=True)
    assert os.listdir(tmp_path) == []
    with Book(new(path)) as book:
        assert len(contents(book)) == 30


class Closing:
    """A connection whose last statement fails after its first row, as SQLite does when it cannot write."""

    def __init__(self, connection, code):
        self._connection, self._code = connection, code

    def execute(self, text, *values):
        if text == "PRAGMA journal_mode = DELETE":
            return self
        return self._connection.execute(text, *values)

    def fetchall(self):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = self._code
        raise error

    def close(self):
        self._connection.close()


def test_a_book_that_is_closed_twice(tmp_path):
    book = Book(tmp_path / "new.book", writable=True)
    book.learn(Board("f5"))
    for _ in range(2):
        book.close()


def test_a_file_that_is_refused_is_closed(tmp_path, monkeypatch):
    """The connection to a book with another version does not stay open."""
    connections = []
    real = Store._connect
    monkeypatch.setattr(Store, "_connect", lambda self: connections.append(real(self)) or connections[0])
    path = new(tmp_path / "one.book")
    connections.clear()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(FormatError, match="version 99"):
        Book(path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connections[0].execute("SELECT 1")


def test_a_book_that_cannot_be_closed_is_reported(tmp_path):
    """A disk error at the end is raised. A reader that keeps WAL mode on is not an error."""
    for code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY):
        book = Book(tmp_path / "new.book", writable=True)
        book.store._connection = Closing(book.store._connection, code)
        if code == sqlite3.SQLITE_BUSY:
            book.close()
        else:
            with pytest.raises(FormatError, match="disk I/O error"):
                book.close()
        assert not list(tmp_path.glob("*-writer"))


def test_a_writer_that_was_killed_while_the_file_grew(tmp_path):
    """The pages in a journal next to a book complete it, so the end of the book itself may be missing."""
    path = new(tmp_path / "small.book", size=300)
    whole = path.read_bytes()
    location.check(path)
    for size in (len(whole) - 1, 8192):
        path.write_bytes(whole[:size])
        with pytest.raises(FormatError, match="its end is missing"):
            location.check(path)
    path.with_name("small.book-journal").write_bytes(bytes(512))
    location.check(path)
