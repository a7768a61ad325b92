"""`othello train`: games, samples, fits and reports, from which the weights of the evaluation come."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from othello.cli.errors import INTERRUPTED, BadInput
from othello.cli.options import SEED, jobs_option, weights_option
from othello.cli.progress import progress_of_counts, status
from othello.cli.train_report import report
from othello.kernels.patterns import phase_empties
from othello.search import evaluation_files
from othello.tools.warmup import warm_up
from othello.training import deviations, importing, samples
from othello.training import fit as fitting
from othello.training import generate as generating
from othello.training.fit import PhaseFit
from othello.training.settings import PARTS, FitSettings, ImportSettings, SelfPlaySettings
from othello.version import __version__

PLAYED, IMPORTED, FITTED = SelfPlaySettings(), ImportSettings(), FitSettings()
"""The defaults."""

folder_option = click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="Where the files of samples are, or shall be.",
)
sources_argument = click.argument(
    "sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE|FOLDER..."
)


@click.group()
def train() -> None:
    """Learn the weights of the evaluation.

    A sample is a position with what it is worth. `generate` and `import` make samples, `fit`
    makes weights of them, `report` measures weights.
    """


@train.command()
@folder_option
@click.option("-g", "--games", type=click.IntRange(1), required=True, help="Games there shall be in the end.")
@click.option("--seed", type=SEED, default=PLAYED.seed, show_default=True, help="Decides every game.")
@click.option(
    "--random",
    "random_plies",
    nargs=2,
    type=click.IntRange(0, 60),
    default=(PLAYED.least_random, PLAYED.most_random),
    show_default=True,
    metavar="FROM TO",
    help="Random plies at the beginning.",
)
@click.option(
    "--depth",
    type=click.IntRange(3, 30),
    default=PLAYED.depth,
    show_default=True,
    help="Plies searched for a move.",
)
@click.option(
    "--exact-from",
    "exact",
    type=click.IntRange(2, 30),
    default=PLAYED.exact,
    show_default=True,
    help="Empty squares from which every position is solved.",
)
@weights_option
@click.option("--test", "is_test", is_flag=True, help="Mark the games as ones that `fit` refuses.")
@jobs_option
def generate(
    folder: Path,
    games: int,
    seed: int,
    random_plies: tuple[int, int],
    depth: int,
    exact: int,
    weights: Path | None,
    is_test: bool,
    jobs: int,
) -> None:
    """Play games against itself, and score every position.

    A game begins with random moves. Until --exact-from squares are empty, moves are found by a
    search, and positions get the result; from there on each position is solved. A game is
    decided by the seed, its number and the other options, whoever plays it: after an
    interruption the same command goes on, with as many processes as it likes.

    \b
    Examples:
      othello train generate -o data --games 100000 -j 2
      othello train generate -o data --games 500 --seed 9 --depth 8 --exact-from 18 --test
    """
    evaluation = evaluation_files.load(weights)
    least, most = random_plies
    if least > most:
        raise BadInput(f"--random {least} {most}: the first number must not be greater than the second")
    warm_up()
    settings = SelfPlaySettings(seed, random_plies[0], random_plies[1], depth, exact, is_test)
    made(generating.generate(folder, games, settings, jobs, evaluation), games, "playing", folder)


@train.command("import")
@sources_argument
@folder_option
@click.option(
    "--exact-from",
    "exact",
    type=click.IntRange(4, 30),
    default=IMPORTED.exact,
    show_default=True,
    help="Empty squares from which the positions of games are solved, down to 4.",
)
@click.option(
    "--midgame",
    type=click.IntRange(0, 60),
    default=IMPORTED.midgame,
    show_default=True,
    help="Empty squares from which earlier positions get the first solved value; 0 is none.",
)
@click.option(
    "--part",
    type=click.Choice(PARTS),
    default=IMPORTED.part,
    show_default=True,
    help="The half to fit, the half to test with, or all.",
)
@click.option("-g", "--games", type=click.IntRange(1), help="Games there shall be in the end, by chance.")
@click.option("--estimates", is_flag=True, help="The values in OBF files are not solved ones.")
@weights_option
@jobs_option
def import_(
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
        count = importing.import_obf(folder, position_files, is_exact=not estimates, part=part)
        click.echo(f"{count} positions were added to {folder}")
    if games_files:
        found, illegal = importing.load(games_files)
        if illegal:
            click.echo(f"{illegal} of {len(found)} games have an illegal move, and end before it", err=True)
        settings = ImportSettings(exact, midgame, part)
        total = min(len(importing.games_of_part(found, part)), games or len(found))
        counts = importing.import_wthor(folder, found, settings, jobs, games, evaluation)
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


def made(counts: Iterable[int], total: int, doing: str, folder: Path) -> None:
    """Make games to the end or to an interruption, and say how many there are."""
    done = 0
    try:
        for count in progress_of_counts(counts, total, doing):
            done = count
    except KeyboardInterrupt:
        click.echo(f"interrupted after {done} of {total} games, which are in {folder}", err=True)
        sys.exit(INTERRUPTED)
    click.echo(f"{done} games are in {folder}")


FIT_HEADING = "phase  empties     samples   error    held out   error"


@train.command()
@sources_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="Where the weights shall be.",
)
@click.option(
    "--ridge",
    type=click.FloatRange(0, min_open=True),
    default=FITTED.ridge,
    show_default=True,
    help="Positions that must show a weight until it is half free of its value in the next phase.",
)
@click.option(
    "--iterations",
    type=click.IntRange(1),
    default=FITTED.iterations,
    show_default=True,
    help="Steps of the regression.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each phase.")
def fit(sources: tuple[Path, ...], output: Path, ridge: float, iterations: int, as_json: bool) -> None:
    """Fit weights to samples.

    Positions that a symmetry maps onto each other are one; one game in twenty is held out. The
    table has the mean absolute errors in discs of the games fitted and of those held out. The
    same samples always give the same weights.

    \b
    Examples:
      othello train fit -o weights.bin data
      othello train fit -o weights.bin --ridge 10 data human/*.samples
    """
    check_output(output)
    files = samples.files(sources)
    try:
        with status("reading"):
            data = samples.distinct(samples.to_fit(files))
        if not as_json:
            click.echo(FIT_HEADING)
        found = fitting.fit(
            data,
            made_by(files, len(data), ridge, iterations),
            FitSettings(ridge, iterations),
            on_phase=lambda each: click.echo(json.dumps(phase_object(each)) if as_json else phase_row(each)),
        )
    except KeyboardInterrupt:
        click.echo(f"interrupted: {output} was not written", err=True)
        sys.exit(INTERRUPTED)
    evaluation_files.write(output, found)
    if not as_json:
        click.echo(f"{len(data)} different positions; the weights are in {output}")


def check_output(path: Path) -> None:
    """Raise an error now, not after the work, if a file cannot be written."""
    place = path if path.exists() else path.absolute().parent
    if not place.exists():
        raise BadInput(f"{path}: there is no folder {place}")
    if path.is_dir() or not os.access(place, os.W_OK):
        raise BadInput(f"{path} cannot be written")


def made_by(files: Sequence[Path], count: int, ridge: float, iterations: int) -> str:
    """What the file of weights says about how it was made."""
    names = ", ".join(path.name for path in files)
    options = f"--ridge {ridge:g} --iterations {iterations}"
    return f"othello {__version__}: train fit {options}; {count} different positions of {names}"


def phase_row(found: PhaseFit) -> str:
    """What the fit of a phase came to, as a line of the table."""
    low, high = empties_of(found)
    error, held_out_error = (
        "-" if each != each else f"{each:.2f}" for each in (found.error, found.held_out_error)
    )
    numbers = f"{found.phase:>5}  {f'{low}-{high}':>7}{found.samples:>12}{error:>8}"
    return f"{numbers}   {found.held_out:>9}{held_out_error:>8}"


def phase_object(found: PhaseFit) -> dict[str, object]:
    """What the fit of a phase came to, as the object that `--json` prints."""
    return {
        "phase": found.phase,
        "empties": list(empties_of(found)),
        "samples": found.samples,
        "error": finite(found.error),
        "held_out": found.held_out,
        "held_out_error": finite(found.held_out_error),
    }


def empties_of(found: PhaseFit) -> tuple[int, int]:
    """The least and the greatest number of empty squares of a phase."""
    own = phase_empties(found.phase)
    return own[0], own[-1]


def finite(number: float) -> float | None:
    """A number for JSON, which has none that are undefined."""
    return round(number, 4) if number == number else None


@train.command()
@sources_argument
@click.option(
    "-w",
    "--weights",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The weights; they are written back with what was measured.",
)
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    help="Positions for each number of empty squares.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides which positions.")
def probcut(sources: tuple[Path, ...], path: Path, positions: int, seed: int) -> None:
    """Measure how far shallow searches are from deep ones.

    Multi-ProbCut cuts by these numbers. They belong to the weights, and are kept in their file.

    \b
    Example:
      othello train probcut -w weights.bin data
    """
    evaluation = evaluation_files.read(path)
    check_output(path)
    try:
        with status("searching"):
            data = samples.read(samples.files(sources))
            found = deviations.fitted(deviations.measure(data, evaluation, positions, seed))
    except KeyboardInterrupt:
        click.echo(f"interrupted: {path} is as it was", err=True)
        sys.exit(INTERRUPTED)
    except ValueError as error:
        raise BadInput(str(error)) from error
    evaluation_files.write(path, replace(evaluation, deviations=found))
    click.echo(f"search  {found.search}\nexact   {found.exact}")


train.add_command(report)
