"""Checks whether a single row or all rows in a book's file are usable.

Each rule is an SQL condition. This way, SQLite checks rows while it reads them. This is faster than checks in
Python.
"""

import sqlite3
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from othello.book.records import Row
from othello.errors import FormatError
from othello.rules.score import DISC
from othello.rules.square import PASS_NUMBER
from othello.search.levels import STRONGEST
from othello.search.results import MAX_SCORE, MIN_SCORE

WAIT: Final = 60.0
"""How many seconds to wait for a transaction of another process."""
LOOKED_THROUGH: Final = 8 << 20
"""Players check a file before a game if it has at most this many bytes. The check takes up to 0.4 s."""

COLUMNS: Final = (
    "empties, player, opponent, cd, trust, lower, upper, level, "
    "move, move_cd, move_trust, visits, wins, draws, losses, "
    "strong_visits, strong_wins, strong_draws, strong_losses, source"
)
"""The columns of a row in the order of `records.Row`. In the table, the row's checksum follows them."""
BOOK_VERSION: Final = 3
"""Version of the file format."""


def checksum(*values: object) -> int:
    """Return the checksum of a row with these values. It is their CRC-32 as a signed number."""
    return zlib.crc32(",".join(map(str, values)).encode()) - (1 << 31)


def _whole(columns: str) -> str:
    """Return the condition that all *columns* are integers or NULL. Other conditions must exclude strings."""
    return f"typeof({' + '.join(f'ifnull({column}, 0)' for column in columns.split(', '))}) = 'integer'"


def _value(cd: str, trust: str) -> str:
    """Return the condition that two columns can form a value (see `book.value`)."""
    first, second = f"({trust} >> 7 & 127)", f"({trust} & 127)"
    return (
        f"{cd} BETWEEN {DISC * MIN_SCORE} AND {DISC * MAX_SCORE} AND {trust} < 3 << 14 AND CASE {trust} >> 14"
        f" WHEN 0 THEN {second} BETWEEN 1 AND 100"
        f" WHEN 1 THEN {first} BETWEEN 1 AND 100 AND {cd} % {DISC} = 0"
        f" WHEN 2 THEN {first} = 0 AND {cd} % {DISC} = 0 END"
    )


RULES: Final = {
    "empties, player, opponent": (
        "typeof(empties) = 'integer' AND typeof(player) = 'integer' AND typeof(opponent) = 'integer'"
        " AND empties BETWEEN 0 AND 64 AND player & opponent = 0"
    ),
    "lower, upper": (
        f"lower BETWEEN {MIN_SCORE} AND upper AND upper <= {MAX_SCORE} AND {_whole('lower, upper')}"
    ),
    "cd, trust, lower, upper": (
        f"cd IS NULL AND trust IS NULL OR {_value('cd', 'trust')} AND {_whole('cd, trust')}"
        f" AND (trust >> 14 = 2) = (lower = upper) AND (lower < upper OR cd = {DISC} * lower)"
    ),
    "level": f"level IS NULL OR level BETWEEN 0 AND {STRONGEST} AND {_whole('level')}",
    "move, move_cd, move_trust": (
        "move IS NULL AND move_cd IS NULL AND move_trust IS NULL OR move BETWEEN -1 AND"
        f" {PASS_NUMBER} AND {_value('move_cd', 'move_trust')} AND {_whole('move, move_cd, move_trust')}"
    ),
    "visits, wins, draws, losses": (
        "wins BETWEEN 0 AND visits AND draws BETWEEN 0 AND visits AND losses BETWEEN 0 AND visits"
        " AND wins + draws + losses <= visits AND visits < 1 << 53"
        f" AND {_whole('visits, wins, draws, losses')}"
    ),
    "strong_visits, strong_wins, strong_draws, strong_losses": (
        "strong_visits <= visits AND strong_wins BETWEEN 0 AND wins AND strong_draws BETWEEN 0 AND draws"
        " AND strong_losses BETWEEN 0 AND losses"
        " AND strong_wins + strong_draws + strong_losses <= strong_visits"
        f" AND {_whole('strong_visits, strong_wins, strong_draws, strong_losses')}"
    ),
    "source": "typeof(source) = 'integer' AND EXISTS (SELECT 1 FROM source WHERE number = position.source)",
}
"""Conditions for a usable row, by the columns that they check."""
SOUND: Final = " AND ".join(f"({rule}) IS TRUE" for rule in RULES.values())
"""The condition that a row is usable. It is 1 or 0, even if columns are NULL or of other types."""
TABLES: Final = {"position": COLUMNS, "source": "number, name", "meta": "name, value"}
"""The columns of each table, except the checksum."""
SOUND_META: Final = (
    "typeof(name) = 'text' AND typeof(value) = 'text' AND (value NOT GLOB '*[^0-9]*' OR name = 'round')"
)
"""The condition that a row of `meta` is usable, which means that its value is a number or a growing book's
round."""
DAMAGED: Final = "the book is damaged: othello book verify lists its faults"


def read_columns(table: str) -> str:
    """Return the columns of a table, followed by the checksum, as SQL."""
    return f"{TABLES[table]}, checksum"


def is_unchanged(row: Row) -> bool:
    """Return whether a row with the columns `read_columns` has not changed since it was written."""
    # SQLite does not call this, because it would replace Ctrl-C during the call with its own error.
    return bool(row[-1] == checksum(*row[:-1]))


def check_version(connection: sqlite3.Connection, name: Path | str) -> None:
    """Raise FormatError if a book has another version, or sqlite3.Error if a table cannot be read."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version != BOOK_VERSION:
        raise FormatError(
            name, None, f"the book has version {version}, but this program reads version {BOOK_VERSION}"
        )
    for table in TABLES:
        connection.execute(f"SELECT {read_columns(table)} FROM {table} LIMIT 0")


def unsound(connection: sqlite3.Connection) -> list[str]:
    """Return descriptions of all rows that are unusable or have been changed."""
    faults = []
    checks = ", ".join(f"({rule}) IS TRUE" for rule in RULES.values())
    for row in connection.execute(f"SELECT {COLUMNS}, {checks} FROM position WHERE NOT ({SOUND})"):
        named = dict(zip(COLUMNS.split(", "), row, strict=False))
        key = ", ".join(str(value) for value in row[:3])
        for columns, is_sound in zip(RULES, row[-len(RULES) :], strict=True):
            if not is_sound:
                values = ", ".join(f"{name} {named[name]!r}" for name in columns.split(", "))
                faults.append(f"row {key}: {values} cannot be right")
    for name, value in connection.execute(f"SELECT name, value FROM meta WHERE NOT ({SOUND_META})"):
        faults.append(f"{name!r}: {value!r} cannot be right")
    for table in TABLES if not faults else ():
        for row in connection.execute(f"SELECT {read_columns(table)} FROM {table}"):
            if not is_unchanged(row):
                values = ", ".join(str(value) for value in row[:3])
                faults.append(f"row {values} of the table {table!r}: the checksum is wrong")
    return faults


def replace_rows(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """Write rows with their checksums, replacing rows with the same keys. Raises sqlite3.Error."""
    columns = TABLES[table].count(",") + 1
    text = f"REPLACE INTO {table} VALUES ({'?, ' * columns}?)"
    connection.executemany(text, ((*row, checksum(*row)) for row in rows))


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file and read the definitions of its tables. Raises sqlite3.Error if this fails.

    *mode* is an SQLite mode, such as "ro" for read-only.
    """
    # In Python 3.14, Path.as_uri imports email and HTTP modules, which are too large for a browser.
    address = f"file:///{quote(path.absolute().as_posix().lstrip('/'), safe='/:')}?mode={mode}"
    connection = sqlite3.connect(
        address, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except (UnicodeDecodeError, MemoryError):
        # The definition of a table is damaged. Either SQLite quotes it in a message that is not valid UTF-8,
        # or a damaged length makes SQLite allocate too much memory.
        connection.close()
        raise sqlite3.DatabaseError("malformed definition of a table") from None
    except BaseException:
        connection.close()
        raise
    return connection


def readable(path: Path) -> sqlite3.Connection:
    """Open a file for reading. Raises sqlite3.Error if this fails."""
    try:
        return connected(path, "ro")
    except sqlite3.OperationalError:
        # SQLite cannot create the files for WAL mode in a folder without write permission.
        return connected(path, "ro&immutable=1")


def look_through(path: Path) -> None:
    """Raise FormatError if SQLite detects damage in a book's file or if a row is unusable."""
    try:
        connection = readable(path)
        try:
            check_version(connection, path)
            is_sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            bad_row = connection.execute(f"SELECT 1 FROM position WHERE NOT ({SOUND}) LIMIT 1").fetchone()
        finally:
            connection.close()
    except (sqlite3.Error, MemoryError):  # a damaged length can make SQLite allocate too much memory
        raise FormatError(path, None, DAMAGED) from None
    if bad_row or not is_sound:
        raise FormatError(path, None, DAMAGED)
