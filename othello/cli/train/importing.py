"""`othello train import`: samples of games and positions in files."""

from collections.abc import Sequence
from pathlib import Path

import click

from othello.cli.errors import BadInput
from othello.cli.options import jobs_option, weights_option
from othello.cli.train.games import made
from othello.cli.train.options import folder_option, sources_argument
from othello.search import evaluation_files
from othello.tools.warmup import warm_up
from othello.training import importing as importers
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
    help="Empty squares from which the positions of games are solved, down to 4.",
)
@click.option(
    "--midgame",
    type=click.IntRange(0, 60),
    default=DEFAULT.midgame,
    show_default=True,
    help="Empty squares from which earlier positions get the first solved value; 0 is none.",
)
@click.option(
    "--part",
    type=click.Choice(PARTS),
    default=DEFAULT.part,
    show_default=True,
    help="The half to fit, the half to test with, or all.",
)
@click.option("-g", "--games", type=click.IntRange(1), help="Games there shall be in the end, by chance.")
@click.option("--estimates", is_flag=True, help="The values in OBF files are not solved ones.")
@weights_option
@jobs_option
def importing(
    sources: tuple[Path, ...],
    folder: Path,
    exact: int,
    midgame: int,
    part: str,
    games: int | None,
    estimates: bool,
    weights: Path | None,
    jobs: int,
) -> None:
    """Take samples from games in WTHOR files and scored positions in OBF files.

    The ends of games are solved, whatever their players made of them. Games are numbered by
    a hash of their moves, so that a game is the same one in any file; the odd ones are for tests,
    and `fit` refuses them. After an interruption the same command goes on, and takes what new
    files have.

    \b
    Examples:
      othello train import -o human wthor/*.wtb
      othello train import -o held-out --part test --games 5000 wthor
      othello train import -o scored positions.obf
    """
    games_files, position_files = by_kind(sources)
    evaluation = evaluation_files.load(weights)
    warm_up()
    if position_files:
        count = importers.import_obf(folder, position_files, is_exact=not estimates, part=part)
        click.echo(f"{count} positions were added to {folder}")
    if games_files:
        found, illegal = importers.load(games_files)
        if illegal:
            click.echo(f"{illegal} of {len(found)} games have an illegal move, and end before it", err=True)
        settings = ImportSettings(exact, midgame, part)
        total = min(len(importers.games_of_part(found, part)), games or len(found))
        counts = importers.import_wthor(folder, found, settings, jobs, games, evaluation)
        made(counts, total, "solving", folder)


def by_kind(sources: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """The files of games and those of positions, folders replaced by what they hold."""
    games, positions = [], []
    for source in sources:
        found = sorted(source.iterdir()) if source.is_dir() else [source]
        kinds = {path: path.suffix.lower() for path in found}
        games += [path for path in found if kinds[path] == ".wtb"]
        positions += [path for path in found if kinds[path] == ".obf"]
        if not set(kinds.values()) & {".wtb", ".obf"}:
            what = (
                "holds neither .wtb nor .obf files"
                if source.is_dir()
                else "is neither a .wtb nor an .obf file"
            )
            raise BadInput(f"{source} {what}: there is nothing to import")
    return games, positions
