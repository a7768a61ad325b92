"""`othello train import`: samples from files of games and positions."""

from collections.abc import Sequence
from pathlib import Path

import click

from othello.cli.errors import BadInput
from othello.cli.options import places_options, weights_option
from othello.cli.progress import say
from othello.cli.train.games import make_games
from othello.cli.train.options import folder_option, sources_argument
from othello.jobs.places import Places
from othello.kernels.warmup import warmup
from othello.search import evaluation_files
from othello.training import importing as importers
from othello.training.making import Means
from othello.training.settings import PARTS, ImportSettings

DEFAULT = ImportSettings()


@click.command("import")
@sources_argument
@folder_option
@click.option(
    "--exact-from",
    "exact",
    type=click.IntRange(4, 30),
    default=DEFAULT.exact,
    show_default=True,
    metavar="N",
    help="Solve positions with at most N, and at least 4, empty squares.",
)
@click.option(
    "--midgame",
    type=click.IntRange(0, 60),
    default=DEFAULT.midgame,
    show_default=True,
    metavar="N",
    help="Give earlier positions with at most N empty squares the first solved value; 0 means none.",
)
@click.option(
    "--part",
    type=click.Choice(PARTS),
    default=DEFAULT.part,
    show_default=True,
    help="Games to import: the half for fitting, the half for tests, or all.",
)
@click.option(
    "-g",
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="Total number of games, chosen at random.  [default: all]",
)
@click.option("--estimates", is_flag=True, help="The values in OBF files are estimates.")
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
    places: Places,
) -> None:
    """Make samples from games in WTHOR files and scored positions in OBF files.

    The end of each game is solved; the result of the players is not used. The number of a game
    is a hash of its moves, so a game has the same number in every file. Games with odd numbers
    are for tests, and `fit` refuses them. After an interruption, the same command continues; it
    may also name new files.

    \b
    Examples:
      othello train import -o human wthor/*.wtb
      othello train import -o held-out --part test --games 5000 wthor
      othello train import -o scored positions.obf
    """
    games_files, position_files = by_kind(sources)
    evaluation = evaluation_files.load(weights)
    warmup()
    if position_files:
        count = importers.import_obf(folder, position_files, is_exact=not estimates, part=part)
        click.echo(f"{count} positions were added to {folder}")
    if games_files:
        found, illegal = importers.load(games_files)
        if illegal:
            click.echo(f"{illegal} of {len(found)} games have an illegal move, and end there", err=True)
        settings = ImportSettings(exact, midgame, part)
        total = min(len(importers.games_of_part(found, part)), games or len(found))
        counts = importers.import_wthor(folder, found, settings, Means(places, evaluation, say), games)
        make_games(counts, total, "solving", folder)


def by_kind(sources: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the .wtb files and the .obf files; a folder stands for the files in it."""
    games, positions = [], []
    for source in sources:
        found = sorted(source.iterdir()) if source.is_dir() else [source]
        kinds = {path: path.suffix.lower() for path in found}
        games += [path for path in found if kinds[path] == ".wtb"]
        positions += [path for path in found if kinds[path] == ".obf"]
        if not set(kinds.values()) & {".wtb", ".obf"}:
            what = (
                "has neither .wtb nor .obf files" if source.is_dir() else "is neither a .wtb nor an .obf file"
            )
            raise BadInput(f"{source} {what}: there is nothing to import")
    return games, positions
