"""Reads positions and games from arguments, which may also be file names."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import BadInput
from othello.cli.progress import say
from othello.errors import FormatError, InvalidNotationError, OthelloError, quoted, usable
from othello.formats.boards import FEWEST_CELLS
from othello.formats.detection import PACKED, format_of
from othello.formats.files import read_games
from othello.formats.obf import ObfProblem, parse_obf, problem_of, read_obf
from othello.formats.record import GameRecord
from othello.formats.registry import FORMATS
from othello.formats.text import format_of_game, parse_game
from othello.rules.board import Board
from othello.storage.content import Content
from othello.storage.streams import STANDARD

SUFFIXES: Final = {
    ".txt",
    *PACKED,
    *(suffix for file_format in FORMATS.values() for suffix in file_format.suffixes),
}
"""Suffixes of files with games or positions."""


class SourceCommand(click.Command):
    """A command whose argument may be a board. A board can begin with "-", as options do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Move boards behind "--", which ends the options. Then parse the arguments."""
        boards = [argument for argument in args if argument.startswith("-") and _is_board(argument)]
        if boards and "--" not in args:
            args = [argument for argument in args if argument not in boards] + ["--", *boards]
        return super().parse_args(ctx, args)


def _is_board(word: str) -> bool:
    return len(word) >= FEWEST_CELLS and format_of_game(word) != "transcript"


def read_board(source: str | None, number: int = 1) -> Board:
    """Return the final board of the game from `read_game`. If *source* is None, return the start position."""
    return Board() if source is None else read_game(source, number).board()


def read_game(source: str, number: int = 1) -> GameRecord:
    """Return the game that *source* describes. In a file, *number* chooses the game. The first game is 1."""
    path = opened(source)
    if not exists(Path(path)):
        if number > 1:
            raise BadInput(_not_a_file(source, number))
        return noted(parsed(source), "the game")
    items = list(islice(items_of(path), number - 1, number + 1))
    if not items:
        raise BadInput(f"{path}: the file contains no game {number}")
    if isinstance(items[0], FormatError):
        raise items[0]
    if len(items) > 1:
        say(f"{path} contains several games: this is game {number}")
    return noted(items[0], f"{path}, game {number}")


def items_of(path: str | Path) -> Iterator[GameRecord | FormatError]:
    """Yield the games in a file. If a game cannot be read, yield its error instead."""
    errors: list[FormatError] = []
    for game in read_games(path, errors.append):
        yield from errors
        errors.clear()
        yield game
    yield from errors


def noted(game: GameRecord, name: str) -> GameRecord:
    """Return *game*, after reporting how it was read, what was ignored and what contradicts its moves."""
    if game.reading:
        say(game.reading)
    for warning in game.warnings:
        say(f"{name}: {warning}")
    if game.claimed is not None:
        shown = f"the result {game.claimed:+g} contradicts the moves, which end with {game.result:+g}"
        say(f"{name}: {shown}: the moves decide")
    return game


def read_problems(source: str, number: int | None = None) -> list[ObfProblem]:
    """Return the positions in a file, or the position that *source* describes.

    Positions from OBF files include scores. Each game contributes its last position. *number* (from 1)
    chooses a single position or game in a file.
    """
    path = opened(source)
    if not exists(Path(path)):
        if number is not None:
            raise BadInput(_not_a_file(source, number))
        if format_of_game(source) == "obf":
            return [parse_obf(source, line=1)]
        return [replace(problem_of(noted(parsed(source), "the position")), line=1)]
    if number is not None and not has_format(path, "obf"):
        return [replace(problem_of(read_game(source, number)), line=number)]
    if has_format(path, "obf"):
        problems = list(read_obf(path))
    else:
        games = enumerate(read_games(path), start=1)
        problems = [
            replace(problem_of(noted(game, f"{path}, game {line}")), line=line) for line, game in games
        ]
    if number is None:
        return problems
    if number > len(problems):
        raise BadInput(f"{path}: there is no position {number}: the file contains only {len(problems)}")
    return [problems[number - 1]]


def _not_a_file(source: str, number: int) -> str:
    return f"--game {number} chooses a game in a file, but {quoted(source)} is not a file"


def opened(source: str) -> str | Path:
    """Return the path of a file. For a pipe, which can be read only once, return its content instead."""
    path = Path(source)
    if exists(path) and path.is_fifo():
        with usable(path), open(path, "rb") as file:
            return Content.of(file)
    return path


def has_format(path: str | Path, name: str) -> bool:
    """Return whether a file is in the format *name*."""
    try:
        return format_of(path).name == name
    except FormatError:
        return False


def parsed(text: str) -> GameRecord:
    """Parse a game or a position. Raises BadInput, whose message differs if *text* looks like a file name."""
    try:
        if not text.strip():
            raise InvalidNotationError("the text is blank")
        return parse_game(text)
    except OthelloError as error:
        if Path(text).suffix in SUFFIXES or (set("/\\") & set(text) and len(text.split()) == 1):
            raise BadInput(f"{text}: no such file") from None
        raise BadInput(f"{quoted(text)} is neither a file nor a game or position: {error}") from None


def exists(path: Path) -> bool:
    """Return whether a file or folder has this path. "-", which means standard input, always exists."""
    if path == STANDARD:
        return True
    try:
        return path != Path() and path.exists()
    except OSError:  # The text of a game may be too long for a file name.
        return False
