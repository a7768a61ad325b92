"""`othello train perturb`: makes samples from positions near games."""

from pathlib import Path

import click

from othello.cli.options import FILE, Integer, option, places_options, weights_option
from othello.cli.progress import count_made, say
from othello.cli.train.options import folder_option, search_options, seed_option, test_option
from othello.jobs.task import Resources
from othello.native.library import warmup
from othello.search import evaluation_files
from othello.training import perturbed
from othello.training.games import FORMAT
from othello.training.generation import TrainingResources
from othello.training.settings import PerturbedSettings, SearchSettings

DEFAULT = PerturbedSettings()


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="GAMES...")
@folder_option
@seed_option
@search_options(DEFAULT.search)
@option("--per-game positions N", Integer(1), "Number of positions per game.", DEFAULT.per_game)
@option(
    "--moves",
    Integer(1, 10),
    "Maximum number of random moves after a game position. Every number from 1 to N is equally likely.",
    DEFAULT.most_random,
)
@weights_option
@test_option
@places_options
def perturb(
    files: tuple[Path, ...],
    folder: Path,
    seed: int,
    search: SearchSettings,
    positions: int,
    moves: int,
    weights: Path | None,
    is_test: bool,
    places: Resources,
) -> None:
    """Make samples from positions that are a few random moves away from games.

    Searches mostly evaluate positions of this kind. Each position is searched separately to find its value.
    GAMES are files written by `generate`. After an interruption, run the same command to continue.

    \b
    Example:
      othello train perturb data/*.games -o data -j 2
    """
    evaluation = evaluation_files.load(weights)
    counts = [len(FORMAT.read(path)[0]) for path in files]
    warmup()
    settings = PerturbedSettings(seed, search, positions, moves, is_test)
    means = TrainingResources(places, evaluation, say)
    for path, count in zip(files, counts, strict=True):
        count_made(perturbed.make(folder, path, settings, means), count, path.name, "games", folder)
