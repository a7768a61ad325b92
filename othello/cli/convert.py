"""`othello convert`: files of games from one format to another."""

import contextlib
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from othello.cli.base import INTERRUPTED, BadInput, progress

if TYPE_CHECKING:
    from othello.errors import FormatError
    from othello.formats.record import GameRecord

LEFT_OUT = 1
"""Exit status when some games could not be converted."""


@click.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--from", "source_format", metavar="FORMAT", help="Format of IN, if its name misleads.")
@click.option("--to", "target_format", metavar="FORMAT", help="Format of OUT, if its name does not tell.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def convert(
    source: Path, target: Path, source_format: str | None, target_format: str | None, force: bool
) -> None:
    """Convert a file of games or positions to another format.

    Formats, by the ends of their names: ggf (.ggf), sgf (.sgf), pgn (.pgn), wthor (.wtb),
    transcript (.txt), obf (.obf), scr (.scr). IN may be packed, as .bz2 or .gz, and is known by
    its content where its name does not tell. Of a game, obf and scr get the last position. What
    each format cannot hold is lost: see docs/formats.md.

    A game that cannot be read, or has no place in the format of OUT, is reported and left out;
    the exit status is then 1.

    \b
    Examples:
      othello convert games.ggf games.sgf
      othello convert WTH_2004.wtb 2004.pgn
      othello convert archive.ggf.bz2 moves.txt
    """
    from othello.formats import files

    wanted = files.named(target_format) if target_format else files.format_to_write(target)
    check_target(source, [target, *(target.with_suffix(each) for each in wanted.companions)], force)
    tally = Tally()
    with interrupts_noted(tally):
        games = files.read_games(source, tally.take_unreadable, format=source_format)
        # Nothing is written before there is something to write.
        first = next(games, None)
        if first is None:
            raise BadInput(f"{source}: no game of it can be read")
        counted = progress(tally.counted(chain([first], games)), None, "converting")
        files.write_games(target, counted, tally.take_unfit, format=wanted.name)
    count = tally.read - tally.unfit
    click.echo(f"{count} {'game' if count == 1 else 'games'} written to {target}")
    if tally.is_interrupted:
        click.echo(f"interrupted after {tally.read} games of {source}", err=True)
        sys.exit(INTERRUPTED)
    if tally.unfit or tally.unreadable:
        sys.exit(LEFT_OUT)


def check_target(source: Path, targets: list[Path], force: bool) -> None:
    """Refuse to overwrite what should be kept."""
    for target in filter(Path.exists, targets):
        if source.exists() and source.samefile(target):
            raise BadInput(f"{target}: this is the file to read; give another one to write")
        if not force:
            raise BadInput(f"{target}: the file exists; give another name, or --force to replace it")


@dataclass
class Tally:
    """What becomes of the games."""

    read: int = 0
    unreadable: int = 0
    unfit: int = 0
    """Games that were read, but have no place in the other format."""
    is_interrupted: bool = False

    def take_unreadable(self, error: "FormatError") -> None:
        """Report a game that cannot be read."""
        self.unreadable += 1
        click.echo(f"left out: {error}", err=True)

    def take_unfit(self, error: "FormatError") -> None:
        """Report a game that cannot be written."""
        self.unfit += 1
        click.echo(f"left out: {error}", err=True)

    def counted(self, games: Iterable["GameRecord"]) -> Iterator["GameRecord"]:
        """The same games, up to an interrupt."""
        for game in games:
            self.read += 1
            yield game
            if self.is_interrupted:
                return


@contextlib.contextmanager
def interrupts_noted(tally: Tally) -> Iterator[None]:
    """Let Ctrl-C end the reading, so that what was read is written to its end; a second one stops at once."""

    def note(*_: object) -> None:
        tally.is_interrupted = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
