"""`othello train import`: makes samples from games and positions."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from othello.cli.errors import BadInput
from othello.cli.options import Integer, flag, option, places_options, weights_option
from othello.cli.progress import count_made, say
from othello.cli.sources import SUFFIXES
from othello.cli.train.options import folder_option, sources_argument
from othello.jobs.task import Resources
from othello.native.library import warmup
from othello.search import evaluation_files
from othello.training import importing as importers
from othello.training.generation import TrainingResources
from othello.training.settings import PARTS, ImportSettings

DEFAULT = ImportSettings()


@click.command("import")
@sources_argument
@folder_option
@option(
    "--exact-from exact",
    Integer(importers.MIN_IMPORTED, 30),
    "Solve positions with at most N empty squares.",
    DEFAULT.exact,
)
@option(
    "--midgame",
    Integer(0, 60),
    "Also label earlier positions with at most N empty squares, using the first exact value. "
    "At 0, no earlier positions are labeled.",
    DEFAULT.midgame,
)
@option(
    "--part",
    click.Choice(PARTS),
    "Games to import: the training half (fit), the test half (test), or all.",
    DEFAULT.part,
)
@option(
    "-g --games",
    Integer(1),
    "Number of games to choose at random from all WTHOR files.  [default: all]",
)
@flag("--estimates", "Treat the values in OBF files as estimates instead of exact values.")
@weights_option
@places_options
def importing(
    sources: tuple[Path, ...],
    folder: Path,
    exact: int,
    midgame: int,
    part: str,
    games: int | None,
    estimates: bool,
    weights: Path | None,
    places: Resources,
) -> None:
    """Make samples from games and from positions with values.

    Games come from WTHOR files (.wtb), and positions with values come from OBF files. If you name a folder,
    all such files in it are read. To import other formats, convert them with `othello convert` first.

    The command solves the end of each game and ignores the recorded result. A game's number is a hash of its
    moves, so the game has the same number in every file. Games with odd numbers are reserved for tests, and
    `network` refuses them. After an interruption, run the same command to continue. You can also add files.

    \b
    Examples:
      othello train import -o human wthor/*.wtb
      othello train import -o held-out --part test --games 5000 wthor
      othello train import -o scored positions.obf
    """
    files = by_kind(sources)
    if games is not None and not files.games:
        raise BadInput(f"--games {games} selects games from WTHOR files, but no WTHOR files are given")
    evaluation = evaluation_files.load(weights)
    means = TrainingResources(places, evaluation, say)
    warmup()
    if files.positions:
        count = importers.import_obf(folder, files.positions, is_exact=not estimates, part=part)
        click.echo(f"{count} positions added to {folder}")
    if files.games:
        table, illegal = importers.load(files.games)
        if illegal:
            click.echo(f"{illegal} of {len(table)} games contain an illegal move, and end there", err=True)
        settings = ImportSettings(exact, midgame, part)
        total = min(len(importers.games_of_part(table, part)), games or len(table))
        counts = importers.import_wthor(folder, table, settings, means, games)
        count_made(counts, total, "solving", "games", folder)


class Files(NamedTuple):
    """The files to import."""

    games: list[Path]
    positions: list[Path]


def by_kind(sources: Sequence[Path]) -> Files:
    """Sort the files to import by their contents. A folder stands for the files in it."""
    files = Files([], [])
    for source in sources:
        paths = sorted(source.iterdir()) if source.is_dir() else [source]
        games = [path for path in paths if path.suffix.lower() == ".wtb"]
        positions = [path for path in paths if path.suffix.lower() == ".obf"]
        if not (games or positions):
            what = "contains no .wtb or .obf files" if source.is_dir() else "is not a .wtb or .obf file"
            advice = "there is nothing to import"
            if source.suffix.lower() in SUFFIXES and not source.is_dir():
                advice = f"convert it first with `othello convert {source} {source.with_suffix('.wtb')}`"
            raise BadInput(f"{source} {what}: {advice}")
        files.games.extend(games)
        files.positions.extend(positions)
    return files
