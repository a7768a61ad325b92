"""The description of a format: name, suffixes and functions. A format's module ends with its `Format`."""

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
"""Kinds of remarks, and a function that returns whether a game has such remarks."""
GAMES: Final = frozenset({"comments of games"})
ALL: Final = frozenset(REMARKS)


def _accept(game: GameRecord) -> None:
    """Accept any game."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of games."""

    name: str
    suffixes: tuple[str, ...]
    """Suffixes of its files in lower case. Files are written with the first. Empty if only the content of a
    file shows the format."""
    read: Reader[GameRecord]
    """Yields the games of a file."""
    write: Writer[GameRecord] | None
    """Writes a file of games. None if the format is only read."""
    parse: Parser[GameRecord] | None = None
    """Returns the game of a text. None if the format is binary."""
    format: Formatter[GameRecord] | None = None
    """Returns a game as a text. None if the format is binary or only read."""
    check: Callable[[GameRecord], None] = _accept
    """Raises InvalidNotationError for a game that the format cannot represent."""
    companions: tuple[str, ...] = ()
    """Suffixes of additional files that are written next to the file of games."""
    keeps: frozenset[str] = frozenset()
    """The kinds of `REMARKS` that the format can store."""
    begins: Callable[[str], object] | None = None
    """Returns whether the beginning of a text, with single spaces, shows the format.

    None if the format applies only when no other format does.
    """

    def lost(self, game: GameRecord) -> Iterator[str]:
        """Yield the kinds of `REMARKS` on a game that the format cannot store."""
        for name, has_some in REMARKS.items():
            if name not in self.keeps and has_some(game):
                yield name
