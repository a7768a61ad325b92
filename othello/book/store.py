"""The file of a book: an SQLite database with one table of positions.

    position  one row per position (see `records`), sorted by the number of empty squares
    source    the names of the sources of values
    meta      named strings: "stale" is 1 while some values are out of date (see `propagation`)
              "round" and "round done" show how far a book has grown (see `growth`)
              "learned ..." is the number of counted games in a file (see `learning`)
              "added ..." is 1 for a file whose records were added (see `merging`)
              "strong" is the lowest rating of a strong player

Each row ends with a checksum (see `validation`).

While a process writes to a book, the file is in SQLite's WAL mode. If the process is killed, nothing that was
committed is lost, and any number of processes can read at the same time. The writer locks a file beside the
book so that no second process can write. The system releases the lock when the writer's process ends.
"""

import contextlib
import itertools
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, TypeAlias

from othello.book import location
from othello.book.entry import NO_GAMES, GameCounts
from othello.book.keys import Key
from othello.book.records import Record, Row, from_row, key_row, to_row
from othello.book.validation import (
    BOOK_VERSION,
    COLUMNS,
    DAMAGED,
    SOUND,
    check_version,
    checksum,
    connected,
    is_unchanged,
    read_columns,
    readable,
    replace_rows,
    unsound,
)
from othello.book.value import Value
from othello.errors import FormatError
from othello.storage import outputs, streams

PATIENCE: Final = 2.0
"""How many seconds to wait for another writer. Some writers finish in a moment, for example after counting a
game."""
WRITING: Final = "another process is writing to this book: wait until that process ends"
_TABLES: Final = f"""
    CREATE TABLE position ({COLUMNS}, checksum, PRIMARY KEY (empties, player, opponent)) WITHOUT ROWID;
    CREATE TABLE source (number INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, checksum);
    CREATE TABLE meta (name TEXT PRIMARY KEY, value, checksum) WITHOUT ROWID;
    INSERT INTO source VALUES (0, '', {checksum(0, "")});
    PRAGMA application_id = {location.APPLICATION};
    PRAGMA user_version = {BOOK_VERSION};
"""
BESIDE: Final = {
    "-journal": (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7",),
    "-wal": (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"),
    "-shm": ((3007000).to_bytes(4, sys.byteorder),),
}
"""Suffixes of the files that SQLite keeps next to a book, and the first bytes of these files if they are not
zeros."""
_AT: Final = "WHERE empties = ? AND player = ? AND opponent = ?"
_MANY: Final = 100
"""How many positions a single query looks up."""
STRONG: Final = "strong"
"""The name under which the book stores the lowest rating of a strong player."""
Counts: TypeAlias = Mapping[Key, GameCounts]


class Store:
    """The open file of a book. All methods raise FormatError if the file cannot be read or written."""

    def __init__(self, path: Path | None, *, is_writable: bool) -> None:
        """Open a file. If *path* is None, create a book in memory.

        If *is_writable* is true, a file that does not exist is created. Raises FormatError if the file cannot
        be opened or is not a book, or if *is_writable* is true while another process is writing to the book.
        """
        self.path = path
        self.is_writable = is_writable
        self._lock_file: IO[bytes] | None = None
        self._guard = threading.RLock()
        self._depth = 0
        with self._reported(), contextlib.ExitStack() as opened:
            if path is not None and is_writable:
                self._lock()
                opened.callback(self._unlock)
            self._connection = self._connect()
            opened.callback(self._connection.close)
            self._prepare()
            opened.pop_all()

    def close(self) -> None:
        """Close the file unless it is already closed."""
        try:
            with self._guard, self._reported(), contextlib.closing(self._connection):
                if self.is_writable:
                    # Leave WAL mode, in which even a reader creates files. The mode cannot be changed while
                    # other processes have the book open.
                    self._pragma("busy_timeout = 0")
                    try:
                        self._pragma("journal_mode = DELETE")
                    except sqlite3.OperationalError as error:
                        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                            raise
        finally:
            self.is_writable = False
            self._unlock()

    # Positions

    def get(self, key: Key) -> Record | None:
        """Return the record of a position, or None if it is not in the book."""
        # This does not call `_rows`, whose lock and context managers would take longer than the lookup.
        try:
            row = self._connection.execute(self._select_one, key_row(key)).fetchone()
        except sqlite3.Error as error:
            raise FormatError(self._name, None, _reason(error)) from None
        return None if row is None else self._record(row)[1]

    def values(self, keys: Iterable[Key]) -> dict[Key, Value]:
        """Return the values of all *keys* that have a value in the book."""
        records_by_key = self.records(keys)
        return {key: record.value for key, record in records_by_key.items() if record.value is not None}

    def records(self, keys: Iterable[Key]) -> dict[Key, Record]:
        """Return the records of the positions that the book contains.

        This is faster than many calls of `get`.
        """
        records_by_key: dict[Key, Record] = {}
        wanted = list(dict.fromkeys(keys))
        for first in range(0, len(wanted), _MANY):
            part = [key_row(key) for key in wanted[first : first + _MANY]]
            marks = ", ".join(["(?, ?, ?)"] * len(part))
            # With a condition such as (...) IN (VALUES ...), SQLite would scan the whole book.
            text = (
                f"WITH wanted (e, p, o) AS (VALUES {marks}) SELECT {self._read} FROM wanted "
                "CROSS JOIN position ON empties = e AND player = p AND opponent = o"
            )
            records_by_key.update(
                map(self._record, self._rows(text, tuple(itertools.chain.from_iterable(part))))
            )
        return records_by_key

    def put(self, records: Iterable[tuple[Key, Record]]) -> None:
        """Write records, replacing existing records of the same positions."""
        self._write("position", (to_row(key, record) for key, record in records))

    def count_games(self, counts: Counts, strong: Counts, source: int) -> None:
        """Add game counts to positions. *source* becomes the source of new positions.

        *strong* contains the counts of the games between strong players, which are also part of *counts*.
        """
        with self.transaction():
            old = {key: Record(source=source) for key in counts} | self.records(counts)
            for key, games in counts.items():
                record, also = old[key], strong.get(key, NO_GAMES)
                old[key] = replace(record, games=record.games + games, strong=record.strong + also)
            self.put(old.items())

    def remove_rare(self, min_games: int) -> None:
        """Remove each position that has no value and was reached in fewer than *min_games* games."""
        with self.transaction():
            self._connection.execute("DELETE FROM position WHERE cd IS NULL AND visits < ?", (min_games,))

    def remove(self, key: Key) -> None:
        """Remove a position."""
        with self.transaction():
            self._connection.execute(f"DELETE FROM position {_AT}", key_row(key))

    def layer(self, empties: int) -> list[tuple[Key, Record]]:
        """Return all records with this number of empty squares."""
        rows = self._rows(f"SELECT {self._read} FROM position WHERE empties = ?", (empties,))
        return [self._record(row) for row in rows]

    def layers(self) -> list[int]:
        """Return the numbers of empty squares that occur in the book, in ascending order."""
        return [row[0] for row in self._rows("SELECT DISTINCT empties FROM position ORDER BY empties")]

    def count(self) -> int:
        """Return the number of positions."""
        return int(self._rows("SELECT count(*) FROM position")[0][0])

    def count_values(self) -> int:
        """Return the number of positions with a value."""
        return int(self._rows("SELECT count(cd) FROM position")[0][0])

    # Sources and states

    def source(self, name: str) -> int:
        """Return the number of the source with this name. A new source is added."""
        rows = self._rows("SELECT number FROM source WHERE name = ?", (name,))
        if not rows:
            with self.transaction():
                number = self._rows("SELECT max(number) + 1 FROM source")[0][0]
                replace_rows(self._connection, "source", [(number, name)])
            return self.source(name)
        return int(rows[0][0])

    def sources(self) -> dict[int, str]:
        """Return a dictionary from each source's number to its name."""
        return dict(self._rows("SELECT number, name FROM source"))

    def meta(self, name: str) -> str | None:
        """Return the string stored under a name, or None if there is none."""
        rows = self._rows(f"SELECT {read_columns('meta')} FROM meta WHERE name = ?", (name,))
        if not rows:
            return None
        if not is_unchanged(rows[0]):
            raise FormatError(self._name, None, DAMAGED)
        return str(rows[0][1])

    def count_of(self, name: str) -> int:
        """Return the number stored under a name, or 0 if there is none."""
        text = self.meta(name) or "0"
        if not (text.isascii() and text.isdigit()):
            raise FormatError(self._name, None, DAMAGED)
        return int(text)

    def set_strong_rating(self, rating: int) -> None:
        """Store the lowest rating of a strong player. Raises FormatError if the book uses another rating."""
        stored = self.count_of(STRONG)
        if not stored:
            self.set_meta(STRONG, str(rating))
        elif stored != rating:
            reason = f"the book counts players as strong from a rating of {stored}, not {rating}"
            raise FormatError(self._name, None, reason)

    def set_meta(self, name: str, value: str | None) -> None:
        """Store a string under a name. If *value* is None, remove the stored string."""
        if value is not None:
            self._write("meta", [(name, value)])
            return
        with self.transaction():
            self._connection.execute("DELETE FROM meta WHERE name = ?", (name,))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Return a context manager. Its block's changes are stored only if the whole block succeeds.

        You can nest such blocks. In this case, all changes belong to the outermost block.
        """
        with self._guard, self._reported():
            self._depth += 1
            try:
                # Ctrl-C may come right after BEGIN or COMMIT, so only the connection knows whether a
                # transaction is open.
                if self._depth == 1:
                    self._connection.execute("BEGIN IMMEDIATE")
                yield
                if self._depth == 1:
                    self._connection.execute("COMMIT")
            except BaseException:
                if self._depth == 1 and self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._depth -= 1

    def compact(self) -> None:
        """Rewrite the file without unused space and leave WAL mode, so that the file can be read anywhere."""
        with self._guard, self._reported():
            self._pragma("journal_mode = DELETE")
            self._connection.execute("VACUUM")

    def check(self) -> list[str]:
        """Return descriptions of all faults in the file and its rows. The list is empty if there are none."""
        try:
            faults = [f"the file: {row[0]}" for row in self._rows("PRAGMA integrity_check")]
            if faults == ["the file: ok"]:
                with self._guard, self._reported():
                    faults = unsound(self._connection)
        except FormatError as error:
            return [f"the file: {error.reason.partition(':')[0]}"]
        return faults

    def _write(self, table: str, rows: Iterable[Row]) -> None:
        """Write rows with their checksums, replacing existing rows with the same keys."""
        with self.transaction():
            replace_rows(self._connection, table, rows)

    def _record(self, row: Row) -> tuple[Key, Record]:
        """Return the key and record in a row of the columns `_read`. Raises FormatError if it is damaged."""
        if not (row[0] and is_unchanged(row[1:])):
            raise FormatError(self._name, None, DAMAGED)
        return from_row(row[1:-1])

    def _rows(self, text: str, values: tuple[object, ...] = ()) -> list[Any]:
        with self._guard, self._reported():
            return self._connection.execute(text, values).fetchall()

    def _connect(self) -> sqlite3.Connection:
        """Open the database. Create it if it is writable and its file does not exist or is empty."""
        if self.path is None:
            return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        if not self.is_writable:
            location.check(self.path)
            return readable(self.path)
        # Check this before the book is created. If another program created a file with the name of a journal,
        # SQLite would treat this file as the book's journal.
        _check_beside(self.path)
        # A device also has size 0, but it is not an empty file.
        is_empty_file = self.path.is_file() and not self.path.stat().st_size
        if is_empty_file or not self.path.exists():
            _make(self.path)
        location.check(self.path)
        return connected(self.path, "rw")

    def _prepare(self) -> None:
        """Check that the file is a book and set the connection's options."""
        if self.path is None:
            self._connection.executescript(_TABLES)
        # Mapping the file into memory would make lookups 4 % faster, but this program would crash if another
        # program truncated the file.
        self._pragma("mmap_size = 0")
        check_version(self._connection, self._name)
        if self.is_writable:
            self._pragma("journal_mode = WAL")
            self._pragma("synchronous = NORMAL")
        self._read = f"{SOUND}, {read_columns('position')}"
        self._select_one = f"SELECT {self._read} FROM position {_AT}"

    def _pragma(self, text: str) -> Any:
        """Set or return an SQLite setting. Raises sqlite3.Error.

        This reads all rows, because some statements do their work and report errors only after the first row.
        """
        rows = self._connection.execute(f"PRAGMA {text}").fetchall()
        return rows[0][0] if rows else None

    def _lock(self) -> None:
        assert self.path is not None
        begin = time.monotonic()
        while (file := outputs.working_file(_lock_path(self.path))) is None:
            if time.monotonic() - begin > PATIENCE:
                raise FormatError(self.path, None, WRITING)
            time.sleep(PATIENCE / 100)
        self._lock_file = file

    def _unlock(self) -> None:
        if self._lock_file is not None and self.path is not None:
            # The file is removed before the lock is released, because after the release it may belong to
            # another writer. On Windows, an open file cannot be removed, so the next writer uses the same
            # file.
            with contextlib.suppress(OSError):
                _lock_path(self.path).unlink()
            self._lock_file.close()
            self._lock_file = None

    @property
    def _name(self) -> str | Path:
        return self.path or "<book in memory>"

    @contextlib.contextmanager
    def _reported(self) -> Iterator[None]:
        """Replace exceptions from SQLite and the operating system with FormatError."""
        try:
            yield
        except sqlite3.Error as error:
            raise FormatError(self._name, None, _reason(error)) from None
        except OSError as error:
            raise FormatError(self._name, None, (error.strerror or str(error)).lower()) from None


def _make(path: Path) -> None:
    """Write the file of an empty book, either completely or not at all. Raises FormatError if this fails."""
    if path == streams.STANDARD:
        raise FormatError(path, None, "a book cannot be written to standard output: name a file")
    with TemporaryDirectory() as folder:
        made = Path(folder, "book")
        with contextlib.closing(sqlite3.connect(made)) as connection:
            connection.executescript(_TABLES)
        with outputs.replacing(path) as file:
            file.write(made.read_bytes())


def _check_beside(path: Path) -> None:
    """Raise FormatError if SQLite would remove or overwrite another program's file beside the book."""
    for suffix, begins in BESIDE.items():
        beside = Path(os.path.realpath(path) + suffix)
        if beside.is_file():
            with open(beside, "rb") as file:
                begin = file.read(8)
            if begin.strip(b"\0") and not begin.startswith(begins):
                raise FormatError(beside, None, outputs.FOREIGN)


def _lock_path(path: Path) -> Path:
    """Return the path of the file that a writer locks."""
    return path.with_name(f"{path.name}-writer")


def _reason(error: sqlite3.Error) -> str:
    text = str(error)
    if any(part in text for part in ("not a database", "malformed", "no such", "UTF-8", "user-defined")):
        return DAMAGED
    if "locked" in text:
        return WRITING
    if "readonly" in text:
        return "the book is open for reading only"
    return text
