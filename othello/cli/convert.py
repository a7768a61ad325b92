"""`othello convert`: converts files with games or positions."""

import contextlib
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import PATH, Parsed, option
from othello.cli.progress import counted, progress, say
from othello.cli.sources import opened
from othello.cli.targets import Output, check_outputs, force_option
from othello.errors import FormatError
from othello.formats import detection, files, registry
from othello.formats.format import Format
from othello.formats.record import GameRecord
from othello.storage.streams import STANDARD

LEFT_OUT: Final = 1
"""Exit status if any game could not be converted."""
MAX_READINGS: Final = 10
"""The command explains how it read a plain text only if the text contains at most this many games."""
MAX_WARNINGS: Final = 20
"""Maximum number of warnings that are printed one by one. Further warnings are only counted."""


@click.command()
@click.argument("source", metavar="IN", type=PATH)
@click.argument("target", metavar="OUT", type=Output())
@option(
    "--from source_format FORMAT",
    Parsed(str, registry.FORMATS),
    "Format of IN.  [default: by suffix or content]",
)
@option("--to target_format FORMAT", Parsed(str, registry.WRITTEN), "Format of OUT.  [default: by suffix]")
@force_option
def convert(source: Path, target: Path, source_format: str | None, target_format: str | None) -> None:
    """Convert a file with games or positions to another format.

    The formats and their suffixes are ggf (.ggf), sgf (.sgf), wthor (.wtb), transcript (.txt) and obf (.obf).
    IN can also be pgn (.pgn), obf without scores (.scr) or board (.txt), and it may be compressed (.bz2,
    .gz). If the suffix of IN is unknown, its content determines the format. The format obf stores the last
    position of each game. "-" is standard input or output. An existing file is replaced only with --force.
    docs/formats.md describes what each format stores.

    Games that cannot be read or written in OUT's format are reported and omitted, and the exit status is 1.
    Unreadable fields, such as an unknown result, are reported and left empty. If OUT's format does not store
    comments or variations, the command prints on standard error how many games lose them.

    \b
    Examples:
      othello convert games.ggf games.sgf
      othello convert WTH_2004.wtb 2004.sgf
      othello convert archive.ggf.bz2 moves.txt
    """
    wanted = checked_format(target, target_format)
    tally = ConvertedGames()
    with interrupts_noted(tally):
        games = files.read_games(opened(str(source)), tally.take_unreadable, format=source_format)
        write_converted(games, target, wanted, tally, str(source), "the file contains no readable game")


def checked_format(target: Path, name: str | None) -> Format:
    """Return the format in which to write *target*. This is *name* or, by default, the format for the suffix.

    Raises BadInput if this format cannot be written there. If the format writes companion files next to
    *target*, `check_outputs` checks them along with the command's other outputs.
    """
    if target == STANDARD and not name:
        raise BadInput("standard output has no suffix: choose a format with --to")
    wanted = registry.format_named(name, is_written=True) if name else detection.format_to_write(target)
    if target == STANDARD and wanted.companions:
        raise BadInput(f"{wanted.name} needs several files, so it cannot be written to standard output")
    check_outputs(*(target.with_suffix(suffix) for suffix in wanted.companions))
    return wanted


def write_converted(
    games: Iterator[GameRecord], target: Path, wanted: Format, tally: "ConvertedGames", source: str, none: str
) -> None:
    """Write games. Print how many games were written and what was lost because the format does not store it.

    *source* names the input files in messages. *none* is the error message for input without games. Call this
    inside `interrupts_noted`. If a game could not be read or written, the command ends with status LEFT_OUT.
    """
    # Create no file if there is no game to write.
    first = next(games, None)
    if first is None:
        raise BadInput(f"{source}: {none}")
    taken = progress(tally.taken(chain([first], games), wanted), None, "converting")
    files.write_games(target, taken, tally.take_unfit, format=wanted.name)
    is_standard = target == STANDARD
    place = "standard output" if is_standard else target
    click.echo(f"{counted(tally.read - tally.unfit, 'game')} written to {place}", err=is_standard)
    for name, number in tally.lost.items():
        say(f"{wanted.name} does not store {name}: {counted(number, 'game')}")
    if tally.warnings > MAX_WARNINGS:
        say(f"{counted(tally.warnings - MAX_WARNINGS, 'more warning')} of this kind")
    if tally.claimed:
        say(f"{counted(tally.claimed, 'game')} had a result that contradicts the moves: the moves decide")
    if wanted.name == "wthor" and len(tally.years) > 1:
        say("wthor stores one year per file: these games are from several years, so they lose their dates")
    if tally.is_interrupted:
        exit_interrupted(f"interrupted after {counted(tally.read, 'game')} of {source}")
    if tally.unfit or tally.unreadable:
        sys.exit(LEFT_OUT)


@dataclass
class ConvertedGames:
    """Counts the games that a conversion reads, and reports every game that it omits."""

    read: int = 0
    unreadable: int = 0
    unfit: int = 0
    """Number of games that were read but cannot be written in OUT's format."""
    claimed: int = 0
    """Number of games whose stated result contradicts their moves."""
    warnings: int = 0
    shown: int = 0
    """Number of games read from plain text. The command can report how it interpreted them."""
    is_interrupted: bool = False
    lost: Counter[str] = field(default_factory=Counter)
    """Maps each kind of remark to the number of games that lose it."""
    years: set[str] = field(default_factory=set)

    def take_unreadable(self, error: FormatError) -> None:
        """Report a game that cannot be read."""
        self.unreadable += 1
        say(f"omitted: {error}")

    def take_unfit(self, error: FormatError) -> None:
        """Report a game that cannot be written."""
        self.unfit += 1
        say(f"omitted: {error}")

    def taken(self, games: Iterable[GameRecord], target: Format) -> Iterator[GameRecord]:
        """Yield games until an interrupt. Count the games and what the *target* format cannot store."""
        for game in games:
            self.read += 1
            self.shown += bool(game.reading)
            if game.reading and self.shown <= MAX_READINGS:
                say(game.reading)
            self.claimed += game.claimed is not None
            for warning in game.warnings:
                self.warnings += 1
                if self.warnings <= MAX_WARNINGS:
                    say(f"game {self.read + self.unreadable}: {warning}")
            self.lost.update(target.lost(game))
            self.years.add(game.date[:4])
            yield game
            if self.is_interrupted:
                return


@contextlib.contextmanager
def interrupts_noted(tally: ConvertedGames) -> Iterator[None]:
    """Within the block, Ctrl-C ends the command after the current game.

    If no game has been read yet, for example because the command is waiting for input, Ctrl-C ends the
    command immediately. A second Ctrl-C always ends the command immediately.
    """

    def note(*_: object) -> None:
        if not tally.read:
            raise KeyboardInterrupt
        tally.is_interrupted = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
