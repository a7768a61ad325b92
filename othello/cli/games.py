"""`othello games`: lists games in files or extracts some of them."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click
from rich.cells import cell_len, set_cell_size

from othello.cli.convert import LEFT_OUT, ConvertedGames, checked_format, interrupts_noted, write_converted
from othello.cli.errors import BadInput
from othello.cli.options import PATH, SOURCE, SOURCE_METAVAR, Parsed, flag, option
from othello.cli.progress import progress
from othello.cli.sources import has_format, items_of, opened, read_board
from othello.cli.tables import output as standard_output
from othello.cli.targets import Output, force_option
from othello.errors import InvalidNotationError, visible
from othello.formats import registry
from othello.formats.listing import OUTCOMES, GameEntry, GameFilter, entries_of
from othello.formats.textfile import OnError
from othello.formats.wthor_files import list_wthor
from othello.rules.score import MAX_DISCS
from othello.search.json_objects import JsonObject
from othello.storage.streams import STANDARD

UNFINISHED: Final = "unfinished"
COLUMNS: Final = ("#", "date", "black", "white", "result", "opening", "event")
RIGHT: Final = {"#", "result"}


def read_years(text: str) -> tuple[int, int]:
    """Parse a year or a range of years. Return the first and last year. Raises InvalidNotationError."""
    match = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", text, re.ASCII)
    if not match or (match[2] or match[1]) < match[1]:
        raise InvalidNotationError(f"'{text}' is neither a year nor a range such as 1990-1999.")
    return int(match[1]), int(match[2] or match[1])


def read_outcome(text: str) -> str | float:
    """Parse a result: a word such as "draw", or black's number of discs. Raises InvalidNotationError."""
    if text.lower() in (*OUTCOMES, UNFINISHED):
        return text.lower()
    if re.fullmatch(r"[+-]?\d\d?", text, re.ASCII) and abs(int(text)) <= MAX_DISCS:
        return float(text)
    words = ", ".join(OUTCOMES)
    raise InvalidNotationError(f"'{text}' is neither {words}, {UNFINISHED}, nor discs for black such as +12.")


@click.command()
@click.argument("sources", metavar="FILE...", nargs=-1, required=True, type=PATH)
@option("--player players NAME", str, "Games by this player. You can name two players.", multiple=True)
@option("--winner NAME", str, "Games that this player won.", "", show_default=False)
@option("--loser NAME", str, "Games that this player lost.", "", show_default=False)
@option("--event NAME", str, "Games in this tournament or on this server.", "", show_default=False)
@option("--year years YEAR[-YEAR]", Parsed(read_years), "Games in this year or range of years.")
@option(
    "--result outcome black|white|draw|unfinished|DISCS",
    Parsed(read_outcome),
    "Games with this result. DISCS is the disc difference for black.",
)
@option("--opening NAME", str, "Games with this opening.", "", show_default=False)
@option(
    f"-p --position source {SOURCE_METAVAR}",
    SOURCE,
    "Games that reached this position or a symmetric position.",
)
@flag("--json as_json", "Print one JSON object per game.")
@option("-o --output", Output(), "Write the games to FILE, in the format that its suffix indicates.")
@option(
    "--to target_format FORMAT",
    Parsed(str, registry.WRITTEN),
    "Output format. The games are written to standard output unless -o is given.",
)
@force_option
def games(
    sources: tuple[Path, ...],
    players: tuple[str, ...],
    years: tuple[int, int] | None,
    outcome: str | float | None,
    source: str | None,
    as_json: bool,
    output: Path | None,
    target_format: str | None,
    **names: str,
) -> None:
    """List games in files or extract the games that you choose.

    The files can be in any format that `othello convert` reads. The first column is the game's number in its
    file, which other commands accept as `--game`. Options narrow the list, and a game must match all of them.
    A name matches if it contains all the words that you give, in any order. You can abbreviate words, and
    accents and capitals do not matter.

    Unreadable games are reported and omitted, and the exit status is 1. Other commands can read the output of
    -o and --to.

    \b
    Examples:
      othello games WTH_2023.wtb
      othello games WTH_*.wtb --player tamenori --opening tiger --year 1990-1999
      othello games WTH_*.wtb --loser leader --position f5d6c3d3c4f4f6f3 --json
      othello games WTH_2023.wtb --player "imre leader" -o leader.ggf
    """
    if len(players) > 2:
        raise BadInput("a game has two players: use --player once or twice")
    position = None if source is None else read_board(source).position
    wanted = GameFilter(players, years=years, outcome=outcome, position=position, **names)
    target = output or (STANDARD if target_format else None)
    tally = ConvertedGames()
    entries = entries_of_files(sources, wanted, tally.take_unreadable)
    if target is not None:
        if as_json:
            raise BadInput("--json cannot be used with -o or --to: omit one of them")
        format = checked_format(target, target_format)
        with interrupts_noted(tally):
            records = (entry.read() for _, entry in entries)
            name = str(sources[0]) if len(sources) == 1 else f"{len(sources)} files"
            write_converted(records, target, format, tally, name, "no game matches, so nothing was written")
        return
    shown = progress(entries, None, "reading")
    if as_json:
        for path, entry in shown:
            click.echo(json.dumps(entry_object(path, entry)))
    else:
        print_list(list(shown), has_files=len(sources) > 1)
    if tally.unreadable:
        sys.exit(LEFT_OUT)


def entries_of_files(
    sources: Iterable[Path], wanted: GameFilter, on_error: OnError
) -> Iterator[tuple[Path, GameEntry]]:
    """Yield the games that match *wanted*, each with its file name."""
    for source in sources:
        path = opened(str(source))
        if has_format(path, "wthor"):
            entries = list_wthor(path, wanted, on_error)
        else:
            entries = entries_of(items_of(path), wanted, on_error)
        for entry in entries:
            yield source, entry


def entry_object(path: Path, entry: GameEntry) -> JsonObject:
    """Return a game as `--json` prints it."""
    names = ("number", "black", "white", "event", "date", "result", "opening", "moves")
    return {"file": str(path)} | {name: getattr(entry, name) for name in names}


def print_list(entries: Sequence[tuple[Path, GameEntry]], *, has_files: bool) -> None:
    """Print a table of games and the number of games. On a terminal, long lines are truncated.

    The table does not use Rich, which would need a minute for a hundred thousand games.
    """
    rows = [("file", *COLUMNS), *((str(path), *cells_of(entry)) for path, entry in entries)]
    rows = [tuple(map(visible, row if has_files else row[1:])) for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    room = standard_output().width if sys.stdout.isatty() else None
    for row in rows:
        cells = (
            cell.rjust(width) if name in RIGHT else set_cell_size(cell, width)
            for name, cell, width in zip(rows[0], row, widths, strict=True)
        )
        line = "  ".join(cells).rstrip()
        click.echo(line if room is None or cell_len(line) <= room else set_cell_size(line, room))
    click.echo(f"{len(entries):,} game{'' if len(entries) == 1 else 's'}")


def cells_of(entry: GameEntry) -> tuple[str, ...]:
    """Return the cells of a game's row."""
    result = ""
    if entry.result is not None:
        result = f"{entry.result:+g}" if entry.result else "0"  # the result of a draw has no sign
    players = entry.black, entry.white
    return (str(entry.number), entry.date, *players, result, entry.opening or "", entry.event)
