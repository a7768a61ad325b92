"""`othello train network`: a network trained on samples."""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import INTERRUPTED
from othello.cli.options import SEED, Number
from othello.cli.progress import status
from othello.cli.targets import Output, output_option
from othello.cli.train.options import mix_option, sources_argument
from othello.search import evaluation_files
from othello.settings import MAX_THREADS
from othello.training import plot as picture
from othello.training import sources as reading
from othello.training.network import Errors, Progress, Training
from othello.training.settings import NetworkSettings
from othello.version import __version__

DEFAULT = NetworkSettings()
ROWS: Final = 20
"""Rows of the table."""
CHECKPOINT_SECONDS: Final = 60.0
"""Least time between two checkpoints."""
HEADING: Final = "  done  samples/s      left   error   held out: score  result   exact"


@click.command()
@sources_argument
@output_option(
    "-o",
    "--output",
    type=Output("", ".checkpoint"),
    required=True,
    help="File for the network; checkpoints are in FILE.checkpoint.",
)
@click.option(
    "--start",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Network to train further.  [default: random numbers]",
)
@click.option(
    "--epochs",
    type=click.IntRange(1),
    default=DEFAULT.epochs,
    show_default=True,
    metavar="N",
    help="How often each sample is learned.",
)
@click.option(
    "--rate",
    type=Number(1e-6, 100),
    default=DEFAULT.rate,
    show_default=True,
    metavar="X",
    help="Learning rate at the beginning; it falls to almost 0.",
)
@mix_option(DEFAULT.mix)
@click.option(
    "--seed", type=SEED, default=DEFAULT.seed, show_default=True, metavar="N", help="Seed of the run."
)
@click.option(
    "-t",
    "--threads",
    type=click.IntRange(1, MAX_THREADS),
    default=1,
    show_default=True,
    metavar="N",
    help="Threads that learn together. With one thread, results are the same on every run.",
)
@output_option(
    "--plot",
    help="Draw the errors after each row of the table; the suffix decides the format, such as .svg or .png.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each row.")
def network(
    sources: tuple[Path, ...],
    output: Path,
    start: Path | None,
    epochs: int,
    rate: float,
    mix: float,
    seed: int,
    threads: int,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Train a network on samples.

    One game in twenty is held out. The table has mean absolute errors in discs: for the samples
    that are learned, and on held-out ones against the values of searches and the results of games
    with at least 17 empty squares, and against exact values. After an interruption, the same
    command continues from the last checkpoint.

    \b
    Examples:
      othello train network -o network.bin --plot errors.svg data
      othello train network -o better.bin --start network.bin --rate 0.003 data more
    """
    if plot is not None:
        picture.check(plot)
    files = reading.files(sources)
    begin = None if start is None else evaluation_files.read(start)
    checkpoint = output.with_name(f"{output.name}.checkpoint")
    try:
        with status("reading"):
            training = Training(
                reading.to_learn(files), NetworkSettings(epochs, rate, mix, seed), threads, begin
            )
            if checkpoint.exists():
                training.resume(checkpoint)
        learn(training, checkpoint, plot, as_json=as_json)
    except KeyboardInterrupt:
        kept = f"the same command continues from {checkpoint}" if checkpoint.exists() else "nothing is kept"
        click.echo(f"interrupted: {kept}", err=True)
        sys.exit(INTERRUPTED)
    made = made_by(files, training, start)
    evaluation_files.write(output, training.model.network(made))
    checkpoint.unlink(missing_ok=True)
    if not as_json:
        click.echo(f"{len(training.lessons)} samples; the network is in {output}")


def made_by(files: Sequence[Path], training: Training, start: Path | None) -> str:
    """Return the text about the origin of a network, for its file."""
    settings = training.settings
    options = (
        f"--epochs {settings.epochs} --rate {settings.rate:g} --mix {settings.mix:g} --seed {settings.seed}"
    )
    begin = f" --start {start.name}" if start else ""
    learned = f"{len(training.lessons)} samples of {reading.names(files)}"
    return f"othello {__version__}: train network {options}{begin}; {learned}"


def learn(training: Training, checkpoint: Path, plot: Path | None, *, as_json: bool) -> None:
    """Learn all chunks that are left, with a table, a picture of all rows so far, and checkpoints."""
    if not as_json:
        click.echo(HEADING)
    saved = time.monotonic()
    for progress in training.learn():
        if progress.chunks * ROWS % progress.total < ROWS:
            errors = training.errors()
            training.history.append(as_object(progress, errors))
            click.echo(json.dumps(training.history[-1]) if as_json else as_row(progress, errors))
            if plot is not None:
                picture.save_curve(training.history, plot)
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            training.save(checkpoint)
            saved = time.monotonic()


def as_row(progress: Progress, errors: Errors) -> str:
    """The state of a run as a line of the table."""
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    held_out = [
        f"{'-' if error is None else f'{error:.3f}':>8}"
        for error in (errors.score, errors.result, errors.exact)
    ]
    share = 100 * progress.chunks // progress.total
    run = f"{share:>4} %{progress.rate:>11.0f}{minutes:>7}:{seconds:02}{progress.error:>8.3f}"
    return f"{run}          {''.join(held_out)}"


def as_object(progress: Progress, errors: Errors) -> dict[str, object]:
    """The state of a run as the object that `--json` prints."""
    return asdict(progress) | {"held_out": asdict(errors)}
