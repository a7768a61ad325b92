"""Defines `Format`, which describes a file format. Every format's module contains a `Format`."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from othello.formats.record import GameRecord
from othello.formats.textfile import OnError

T = TypeVar("T")
Reader = Callable[[str | Path, OnError | None], Iterator[T]]
Writer = Callable[[str | Path, Iterable[T]], None]
Parser = Callable[[str], T]
Formatter = Callable[[T], str]


REMARKS: Final[dict[str, Callable[[GameRecord], bool]]] = {
    "comments of games": lambda game: bool(game.comment),
    "comments of moves": lambda game: any(move.comment for move in game.played),
    "variations": lambda game: bool(game.variations),
}
"""Maps the kinds of remarks that not every format can store to functions that return whether a game contains
such remarks."""
GAMES: Final = frozenset({"comments of games"})
ALL: Final = frozenset(REMARKS)


def _accept(game: GameRecord) -> None:
    """Accept any game."""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of games."""

    name: str
    suffixes: tuple[str, ...]
    """File suffixes of this format, in lower case. The first suffix is used for writing. The tuple is empty
    if only a file's content reveals the format."""
    read: Reader[GameRecord]
    """Yields the games in a file."""
    write: Writer[GameRecord] | None
    """Writes a file of games. None if the format cannot be written."""
    parse: Parser[GameRecord] | None = None
    """Returns the game in a string. None if the format is binary."""
    format: Formatter[GameRecord] | None = None
    """Returns a game as a string. None if the format is binary or cannot be written."""
    check: Callable[[GameRecord], None] = _accept
    """Raises InvalidNotationError if the format cannot represent a game."""
    companions: tuple[str, ...] = ()
    """Suffixes of additional files that are written along with the file of games."""
    keeps: frozenset[str] = frozenset()
    """The kinds of `REMARKS` that the format can store."""
    begins: Callable[[str], object] | None = None
    """Takes the beginning of a string, with single spaces between words. Returns a truthy object if the
    string is in this format. If this is None, a string is only read in this format if no other format
    matches."""

    def lost(self, game: GameRecord) -> Iterator[str]:
        """Yield the kinds of `REMARKS` that a game contains but the format cannot store."""
        for name, has_some in REMARKS.items():
            if name not in self.keeps and has_some(game):
                yield name
