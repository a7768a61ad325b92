"""WTHOR, the database of tournament games of the French Othello federation.

The files are binary and little-endian: games (.wtb), names of players (.jou) and names of tournaments (.trn).
Each file has a header of 16 bytes, followed by records of equal size:

    header   u8 century, u8 year of the century, u8 month and u8 day of creation, u32 number of games,
             u16 number of names, u16 year of the games, u8 board size (0 is 8), u8 kind (0 is games),
             u8 number of empty squares for the theoretical score (0 is 22), u8 unused
    .wtb     u16 tournament, u16 black player, u16 white player,
             u8 black's final discs, where the winner gets the empty squares,
             u8 the theoretical score: black's final discs after perfect play by both sides from the number
             of empty squares given in the header,
             60 bytes of moves as 10 * row + column, both counted from 1, then zeros
    .jou     20 bytes: a name in ISO 8859-1, then zeros
    .trn     26 bytes: a name in ISO 8859-1, then zeros

Passes are omitted. `load_games` and `save_games` read and write whole files as arrays, and `arrays.replayed`
replays the games. `othello.formats.wthor_records` reads and writes game records.

Source: the federation's description of the format, "Format de la base WTHOR".
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from othello.errors import FormatError
from othello.formats.textfile import read_content
from othello.rules.square import NO_MOVE
from othello.storage import outputs

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

MAX_NAMES: Final = 0xFFFF
BAD_MOVE: Final = 66
"""In `GameTable.moves`, this number stands for a byte that is not a square."""

_HEADER = np.dtype(
    [("date", "u1", 4), ("games", "<u4"), ("names", "<u2"), ("year", "<u2")]
    + [(name, "u1") for name in ("size", "kind", "empties", "unused")]
)
GAME = np.dtype(
    [(name, "<u2") for name in ("tournament", "black", "white")]
    + [("score", "u1"), ("best", "u1"), ("moves", "u1", 60)]
)
NAME_BYTES = {".jou": 20, ".trn": 26}
"""Number of bytes per name in a list of players or tournaments, by file suffix."""
_DEFAULT_EMPTIES = 22
MIN_EMPTIES: Final = 1
"""The lowest number of empty squares for the theoretical score. In a header, 0 means 22."""

_CODES = np.zeros(256, np.uint8)
_CODES[:64] = [10 * (square // 8 + 1) + square % 8 + 1 for square in range(64)]
_SQUARES = np.full(256, BAD_MOVE, np.uint8)
_SQUARES[_CODES[:64]] = np.arange(64, dtype=np.uint8)
_SQUARES[0] = NO_MOVE


@dataclass(frozen=True, slots=True, eq=False)
class GameTable:
    """The games of one or more files, as arrays with one row or element per game."""

    moves: Bytes
    """Shape (games, 60): squares 0..63, BAD_MOVE for a byte that is not a square, and NO_MOVE at the end."""
    scores: Bytes
    """Black's final discs, 0..64. The winner gets the empty squares."""
    best_scores: Bytes
    """The theoretical score: black's final discs, 0..64, after perfect play from `solved_empties` on."""
    solved_empties: Bytes
    """The number of empty squares from which `best_scores` assumes perfect play."""
    blacks: Shorts
    """Black players, as indexes into the list of players."""
    whites: Shorts
    """White players, as indexes into the list of players."""
    tournaments: Shorts
    """Tournaments, as indexes into the list of tournaments."""
    years: Shorts
    """Years of the games, or 0 if unknown."""

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def results(self) -> NDArray[np.int8]:
        """The final disc differences from black's point of view, -64..64."""
        return (2 * self.scores.astype(np.int16) - 64).astype(np.int8)


def load_games(path: str | Path) -> GameTable:
    """Return the games in a .wtb file. Raises FormatError if it cannot be read.

    Moves are not checked, so they may be illegal. `arrays.replayed` checks them.
    """
    header, body = _load(path)
    count = int(header["games"])
    if header["size"] not in (0, 8):
        raise FormatError(path, None, f"the board has {header['size']} rows: only 8 by 8 boards can be read")
    if header["kind"] != 0:
        raise FormatError(path, None, f"the file is of kind {header['kind']}, but games are of kind 0")
    if len(body) != count * GAME.itemsize:
        raise FormatError(
            path, None, f"the header announces {count} games, but {len(body) / GAME.itemsize:.4g} follow it"
        )
    rows = np.frombuffer(body, GAME)
    if len(bad := np.flatnonzero((rows["score"] > 64) | (rows["best"] > 64))):
        raise FormatError(path, None, "black has more than 64 discs at the end", game=int(bad[0]) + 1)
    return GameTable(
        moves=_SQUARES[rows["moves"]],
        scores=rows["score"].copy(),
        best_scores=rows["best"].copy(),
        solved_empties=np.full(count, header["empties"] or _DEFAULT_EMPTIES, np.uint8),
        blacks=rows["black"].astype(np.uint16),
        whites=rows["white"].astype(np.uint16),
        tournaments=rows["tournament"].astype(np.uint16),
        years=np.full(count, header["year"], np.uint16),
    )


def save_games(path: str | Path, games: GameTable, created: datetime.date | None = None) -> None:
    """Write a .wtb file (see `pack_games`). Raises FormatError if the file cannot hold the games."""
    _save(path, pack_games(path, games, created))


def pack_games(path: str | Path, games: GameTable, created: datetime.date | None = None) -> bytes:
    """Return the content of a .wtb file. *created* is the date in its header, by default today.

    The header contains a single year, which is 0 if the games are from several years, and a single number of
    empty squares for the theoretical scores. Raises FormatError, with *path* as the file name, if the games
    have several such numbers or a byte that is not a square.
    """
    empties = np.unique(games.solved_empties)
    if len(empties) > 1:
        raise FormatError(
            path, None, "the games differ in the number of solved empties: use one number for all"
        )
    if (games.moves == BAD_MOVE).any():
        raise FormatError(path, None, "a game contains a byte that is not a square")
    years = np.unique(games.years)
    rows = np.zeros(len(games), GAME)
    rows["tournament"], rows["black"], rows["white"] = games.tournaments, games.blacks, games.whites
    rows["score"], rows["best"], rows["moves"] = games.scores, games.best_scores, _CODES[games.moves]
    header = _header(created)
    header["games"] = len(games)
    header["year"] = years[0] if len(years) == 1 else 0
    header["size"], header["empties"] = 8, empties[0] if len(empties) else _DEFAULT_EMPTIES
    return bytes(header.tobytes() + rows.tobytes())


def joined(parts: Sequence[GameTable]) -> GameTable:
    """Return the games of all *parts* as one table. There must be at least one part.

    All parts must share the same lists of names.
    """
    return GameTable(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in GameTable.__slots__)
    )


def taken(games: GameTable, indexes: Numbers) -> GameTable:
    """Return a table of the games at these indexes."""
    return GameTable(*(getattr(games, name)[indexes] for name in GameTable.__slots__))


def load_names(path: str | Path, *, is_whole: bool = True) -> list[str]:
    """Return the names in a .jou or .trn file. Raises FormatError if it cannot be read.

    If *is_whole* is true, the number of names must also match the file's header. Otherwise, the names that
    remain in a damaged file are returned.
    """
    size = _name_size(path)
    header, body = _load(path)
    count = int(header["names"])
    if is_whole and len(body) != count * size:
        raise FormatError(
            path, None, f"the header announces {count} names, but {len(body) / size:.4g} follow it"
        )
    rows = (body[first : first + size] for first in range(0, len(body) - size + 1, size))
    return [row.partition(b"\0")[0].decode("iso-8859-1").strip() for row in rows]


def save_names(path: str | Path, names: Sequence[str], created: datetime.date | None = None) -> None:
    """Write a .jou or .trn file (see `pack_names`). Raises FormatError if the file cannot hold the names."""
    _save(path, pack_names(path, names, created))


def pack_names(path: str | Path, names: Sequence[str], created: datetime.date | None = None) -> bytes:
    """Return the content of a .jou or .trn file. *created* is the date in its header, by default today.

    Players' names are truncated to 19 bytes, and tournaments' names are truncated to 25 bytes. Characters
    outside ISO 8859-1 become "?". Raises FormatError, with *path* as the file name, if there are more than
    MAX_NAMES names.
    """
    size = _name_size(path)
    if len(names) > MAX_NAMES:
        raise FormatError(path, None, f"{len(names)} names are too many: a list can hold {MAX_NAMES}")
    rows = (name.encode("iso-8859-1", "replace")[: size - 1].ljust(size, b"\0") for name in names)
    header = _header(created)
    header["names"] = len(names)
    return bytes(header.tobytes() + b"".join(rows))


def _name_size(path: str | Path) -> int:
    size = NAME_BYTES.get(Path(path).suffix.lower())
    if size is None:
        raise FormatError(path, None, "this name must end in .jou for players or .trn for tournaments")
    return size


def _load(path: str | Path) -> tuple[Any, bytes]:
    """Return the header of a file and the bytes after it."""
    content = read_content(path)
    if len(content) < _HEADER.itemsize:
        raise FormatError(path, None, f"the file is {len(content)} bytes long, but a WTHOR header takes 16")
    return np.frombuffer(content, _HEADER, count=1)[0], content[_HEADER.itemsize :]


def _header(created: datetime.date | None) -> Any:
    date = created or datetime.date.today()
    header = np.zeros(1, _HEADER)[0]
    header["date"] = divmod(date.year, 100) + (date.month, date.day)
    return header


def _save(path: str | Path, content: bytes) -> None:
    with outputs.replacing(path) as file:
        file.write(content)
