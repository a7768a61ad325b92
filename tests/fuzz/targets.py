"""What is fuzzed: functions of bytes, which must not raise, and inputs to begin with.

A reader may refuse any input with an OthelloError. A game that it returns must survive every format.
"""

import contextlib
import gzip
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from othello import GameRecord, OthelloError, Position, format_game, parse_game, read_games
from othello.formats.registry import FORMATS
from tests import positions, source
from tests.fuzz.files import FILES
from tests.fuzz.sessions import SESSIONS


@dataclass(frozen=True)
class Target:
    """A function that must return for any bytes."""

    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


def file_of(data: bytes, name: str = "fuzz") -> io.BytesIO:
    """Return a file object whose suffix, if it has one, decides its format."""
    file = io.BytesIO(data)
    file.name = name
    return file


def read_file(data: bytes, *, name: str = "fuzz", format: str | None = None) -> None:
    """Read a file of games, and convert each game to every format of text."""
    games: list[GameRecord] = []
    with contextlib.suppress(OthelloError):
        games.extend(read_games(file_of(data, name), lambda error: None, format=format))
    for game in games:
        check_conversions(game)


def read_text(data: bytes) -> None:
    """Read the game of a text, and convert it."""
    try:
        game = parse_game(data.decode("utf-8", "surrogateescape"))
    except OthelloError:
        return
    check_conversions(game)


def check_conversions(game: GameRecord) -> None:
    """Check that the last position of a game survives every format that can represent the game."""
    for file_format in FORMATS.values():
        if file_format.format is None:
            continue
        try:
            file_format.check(game)
        except OthelloError:
            continue
        again = parse_game(format_game(game, file_format.name), format=file_format.name)
        assert _discs(again) == _discs(game), file_format.name


PGN = b'[Black "a"]\n[FEN "8/8/8/3Pp3/3pP3/8/8/8 w"]\n\n1. f5 {[%eval 1.5] good} d6 (c3) ; x\n2. -- 40-24\n'


def _discs(game: GameRecord) -> tuple[int, int]:
    return game.last_position.black, game.last_position.white


def _seeds(name: str) -> tuple[bytes, ...]:
    game = GameRecord.from_board(positions.passing_board())
    known = [format_game(game, name).encode()] if FORMATS[name].format else [PGN]
    known += [path.read_bytes()[:2000] for path in sorted(source.DATA.rglob(f"*.{name}"))]
    return tuple(known)


def _targets() -> dict[str, Target]:
    texts = {
        file_format.name: _seeds(file_format.name) for file_format in FORMATS.values() if file_format.parse
    }
    targets = {name: Target(partial(read_file, format=name), seeds) for name, seeds in texts.items()}
    every = tuple(seed for seeds in texts.values() for seed in seeds)
    boards = (Position.start().diagram().encode(), b"8/8/8/3wb3/3bw3/8/8/8 b f5")
    targets["file"] = Target(read_file, every)
    targets["packed"] = Target(partial(read_file, name="fuzz.gz"), (gzip.compress(every[0], mtime=0),))
    targets["text"] = Target(read_text, every + boards)
    targets |= {name: Target(run, (seed,)) for name, (run, seed) in (SESSIONS | FILES).items()}
    return targets


TARGETS = _targets()
"""All targets by name."""

FOLDER = Path(source.ROOT, "build", "fuzz")
"""Where inputs are kept from run to run: inputs that reached new code, and inputs that failed."""
