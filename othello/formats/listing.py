"""Entries for a list of the games in a file, and a filter that selects games."""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from othello.errors import FormatError
from othello.formats.record import GameRecord
from othello.formats.textfile import OnError, report, unaccented
from othello.rules.opening_names import name_of
from othello.rules.position import Position
from othello.rules.score import sign

OUTCOMES: Final = {"black": 1, "white": -1, "draw": 0}
"""Maps outcomes to the sign of the result from black's point of view."""
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What a list shows about a game."""

    number: int
    """Number of the game in its file, from 1. Games that cannot be read are counted, too."""
    black: str
    """Name of the black player. This and the next three strings are empty if unknown."""
    white: str
    event: str
    date: str
    result: float | None
    """The final disc difference from black's point of view, as in `GameRecord`."""
    opening: str | None
    """Name of the last opening that the game went through, or None."""
    moves: str
    """The moves as a transcript without passes."""
    read: Callable[[], GameRecord]
    """Reads and returns the whole game."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Conditions for a list of games. A game fits if it meets all conditions. By default, every game fits.

    A name meets a condition if it contains all of the condition's words. Case and accents are ignored.
    """

    players: tuple[str, ...] = ()
    """Names of one or both players, in any order."""
    winner: str = ""
    loser: str = ""
    event: str = ""
    years: tuple[int, int] | None = None
    """The first and last year, both inclusive."""
    outcome: str | float | None = None
    """The winner ("black" or "white"), "draw", "unfinished", or black's margin as a number."""
    opening: str = ""
    """Name of an opening that the game went through."""
    position: Position | None = None
    """A position that the game reached, possibly mirrored or rotated."""

    def fits_players(self, black: str, white: str, result: float | None) -> bool:
        """Return whether players and a result meet the conditions `players`, `winner` and `loser`."""
        sides = (black, white)
        if self.winner or self.loser:
            winner, loser = sides if result and result > 0 else sides[::-1]
            if not (result and contains(winner, self.winner) and contains(loser, self.loser)):
                return False
        if len(self.players) == 1:
            return any(contains(name, self.players[0]) for name in sides)
        return not self.players or any(
            all(map(contains, order, self.players)) for order in (sides, sides[::-1])
        )

    def fits_facts(self, black: str, white: str, event: str, date: str, result: float | None) -> bool:
        """Return whether a game with this data meets all conditions except `opening` and `position`."""
        return (
            self._fits_outcome(result)
            and self._fits_date(date)
            and self.fits_players(black, white, result)
            and contains(event, self.event)
        )

    def fits_positions(self, positions: Sequence[Position]) -> bool:
        """Return whether a game with these positions meets the conditions `opening` and `position`."""
        if self.opening and not any(contains(name, self.opening) for name in _names(positions)):
            return False
        return self.position is None or any(
            position.empties == self.position.empties and position.canonical()[0] == self._canonical()
            for position in positions
        )

    def _canonical(self) -> Position:
        assert self.position is not None
        return _canonical(self.position)

    def _fits_outcome(self, result: float | None) -> bool:
        if self.outcome is None:
            return True
        if result is None or self.outcome == "unfinished":
            return result is None and self.outcome == "unfinished"
        if isinstance(self.outcome, str):
            return sign(result) == OUTCOMES[self.outcome]
        return result == self.outcome

    def _fits_date(self, date: str) -> bool:
        if self.years is None:
            return True
        year = _YEAR.search(date)
        return year is not None and self.years[0] <= int(year[0]) <= self.years[1]


def contains(name: str, words: str) -> bool:
    """Return whether a name contains all *words*, in any order. Case and accents are ignored.

    >>> contains("Hélène Dupont", "dupont helene"), contains("Tamenori Hideshi", "hide"), contains("", "a")
    (True, True, False)
    """
    return not words or all(word in _folded(name) for word in _folded(words).split())


def entries_of(
    games: Iterable[GameRecord | FormatError], wanted: GameFilter, on_error: OnError
) -> Iterator[GameEntry]:
    """Yield an entry for each game that fits *wanted*. Pass each error among the *games* to *on_error*."""
    for number, game in enumerate(games, 1):
        if isinstance(game, FormatError):
            report(game, on_error)
            continue
        facts = (game.black.name, game.white.name, game.event, game.date, game.result)
        if wanted.fits_facts(*facts) and (positions := fitting_positions(game, wanted)):
            yield entry_of(number, game, positions)


def fitting_positions(game: GameRecord, wanted: GameFilter) -> list[Position]:
    """Return the positions of a game if the game fits *wanted*, or else an empty list."""
    positions = game.positions()
    return positions if wanted.fits_positions(positions) else []


def entry_of(number: int, game: GameRecord, positions: Sequence[Position]) -> GameEntry:
    """Return the entry for a game with these positions. *number* is the game's number in the file."""
    *_, opening = (None, *_names(positions))
    return GameEntry(
        number,
        game.black.name,
        game.white.name,
        game.event,
        game.date,
        game.result,
        opening,
        game.board().transcript(),
        lambda: game,
    )


def _names(positions: Iterable[Position]) -> Iterator[str]:
    """Yield the names of the openings that a game with these positions went through, in order."""
    return filter(None, map(name_of, positions))


@functools.lru_cache(1)
def _canonical(position: Position) -> Position:
    return position.canonical()[0]


@functools.lru_cache(1 << 16)
def _folded(text: str) -> str:
    return unaccented(text).casefold()
