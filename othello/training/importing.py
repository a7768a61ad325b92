"""Samples from what others have played and scored: games in WTHOR files, positions in OBF files.

The ends of games are solved, so that the mistakes of the players do not matter there:
the value of a position is what best play gives, whatever followed. The positions before the
first solved one may be taken too, with its value as their result; they are poor labels,
since people make mistakes.

A game's number is a hash of its moves. So it is the same in whatever files the game stands,
games that were entered twice are one, and the order by number is as good as random. Games
with an odd number are for tests and are never fitted.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import usable
from othello.formats import wthor
from othello.formats.obf import ObfProblem, read_obf
from othello.kernels.features import set_features
from othello.kernels.selfplay import RESULT, SOLVED, exact_value
from othello.kernels.zobrist import BLACK, position_key
from othello.score import Discs
from othello.search.workspace import Workspace
from othello.training import pool, samples

PARTS: Final = ("fit", "test", "all")
LEAST_EMPTIES: Final = 4
"""Positions with fewer empty squares come from elsewhere in masses, and nobody evaluates them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What to take from games."""

    exact: int = 16
    """Empty squares from which positions are solved, down to LEAST_EMPTIES."""
    midgame: int = 0
    """Empty squares from which the positions before them get the first solved value; 0 for none of them."""
    part: str = "fit"
    """Which games: those to fit, those to test with, or all."""


@dataclass(frozen=True, slots=True)
class WthorGames:
    """A source of games, see `pool`."""

    games: wthor.Games
    places: dict[int, int]
    """Where in `games` the game of each number is."""
    settings: Settings

    def samples(self, workspace: Workspace, number: int) -> Any:
        """The samples of a game, from its first position to its last."""
        place = self.places[number]
        game = wthor.taken(self.games, np.array([place]))
        return solved(workspace, wthor.positions(game), number, self.settings)


def load(paths: Iterable[Path]) -> tuple[wthor.Games, int]:
    """All games of some .wtb files, and how many have an illegal move; raises FormatError."""
    parts = [wthor.load_games(path) for path in paths]
    illegal = sum(int((wthor.positions(part).illegal >= 0).sum()) for part in parts)
    return wthor.joined(parts), illegal


def import_wthor(
    folder: Path, games: wthor.Games, settings: Settings, workers: int, most: int | None = None
) -> Iterator[int]:
    """Solve the ends of *games* into files in *folder*; yields how many games are done, see `pool`.

    *most* is the number of games that shall be there in the end: a random choice, the same in
    each run. Games with an illegal move end before it.
    """
    source = WthorGames(games, chosen(games, settings.part), settings)
    run = f"wthor-e{settings.exact}-m{settings.midgame}-{settings.part}"
    return pool.make(folder, run, list(source.places)[:most], source, workers)


def chosen(games: wthor.Games, part: str) -> dict[int, int]:
    """The different games of a part: numbers, in their order, with places."""
    numbers = [zlib.crc32(moves.tobytes()) for moves in games.moves]
    order = np.argsort(np.array(numbers, np.int64), kind="stable")
    places: dict[int, int] = {}
    for place in order.tolist():
        number = numbers[place]
        if is_of_part(number, part):
            places.setdefault(number, place)
    return places


def is_of_part(number: int, part: str) -> bool:
    """Whether the game of this number is one to fit, or to test with."""
    return part == "all" or (part == "test") == (number % 2 == 1)


def solved(workspace: Workspace, positions: wthor.Positions, number: int, settings: Settings) -> Any:
    """The samples of one game."""
    empties = 60 - positions.plies.astype(np.int64)
    taken = (empties <= max(settings.exact, settings.midgame)) & (empties >= LEAST_EMPTIES)
    found = np.zeros(int(taken.sum()), samples.SAMPLE)
    found["player"], found["opponent"] = positions.players[taken], positions.opponents[taken]
    found["game"], found["kind"] = number, RESULT
    found["is_test"] = settings.part == "test"
    turns, empties = positions.turns[taken], empties[taken]
    ends = np.flatnonzero(empties <= settings.exact)
    if len(ends) == 0:
        return found[:0]
    workspace.clear()
    value = 0
    # From the end backwards: the value of the next position is the best guess.
    for index in ends[::-1].tolist():
        is_same_side = index + 1 < len(found) and turns[index] == turns[index + 1]
        value = solved_value(workspace, found[index], value if is_same_side else -value)
        found[index]["value"], found[index]["kind"] = value, SOLVED
    first = ends[0]
    found["value"][:first] = np.where(turns[:first] == turns[first], value, -value)
    return found


def solved_value(workspace: Workspace, sample: Any, guess: int) -> int:
    """The exact value of the position of a sample, in discs."""
    player, opponent = int(sample["player"]), int(sample["opponent"])
    set_features(workspace.record, player, opponent)
    key = position_key(player, opponent, BLACK)
    return exact_value(workspace.record, player, opponent, key, BLACK, guess)


def import_obf(folder: Path, paths: Iterable[Path], *, is_exact: bool, part: str) -> int:
    """Add the scored positions of OBF files to a file in *folder*; returns how many were new.

    *is_exact* tells whether the values are solved ones, which nothing else may correct. Positions
    without a value, and those where the game is over, are left out. Raises FormatError.
    """
    rows = [row for path in paths for row in _scored(read_obf(path), part)]
    path = folder / f"obf-{'exact' if is_exact else 'estimates'}-{part}{samples.SUFFIX}"
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    seen: set[tuple[int, int]] = set()
    if path.exists():
        before = samples.read([path])
        seen.update(zip(before["player"].tolist(), before["opponent"].tolist(), strict=True))
    new = {row[:2]: row for row in rows if row[:2] not in seen}
    found = np.zeros(len(new), samples.SAMPLE)
    for sample, row in zip(found, new.values(), strict=True):
        sample["player"], sample["opponent"], sample["game"], sample["value"] = row
    found["kind"] = SOLVED if is_exact else RESULT
    found["is_test"] = part == "test"
    samples.append(path, found)
    return len(found)


def _scored(problems: Iterable[ObfProblem], part: str) -> Iterator[tuple[int, int, int, int]]:
    """Both words, number and value of the scored positions of a part; each is a game of its own."""
    for problem in problems:
        position, value = problem.position, problem.value
        if value is None or position.is_over:
            continue
        if position.must_pass:
            position, value = position.pass_turn(), Discs(-value)
        number = zlib.crc32(np.array([position.player, position.opponent], np.uint64).tobytes())
        if is_of_part(number, part):
            yield position.player, position.opponent, number, value
