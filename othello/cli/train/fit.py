"""`othello train fit`: weights fitted to samples."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from othello.cli.errors import INTERRUPTED
from othello.cli.options import Number
from othello.cli.progress import status
from othello.cli.targets import output_option
from othello.cli.train.options import mix_option, sources_argument
from othello.kernels.patterns import phase_empties
from othello.search import evaluation_files
from othello.training import fit as fitting
from othello.training import samples
from othello.training import sources as reading
from othello.training.fit import PhaseFit
from othello.training.settings import FitSettings
from othello.version import __version__

DEFAULT = FitSettings()
FIT_HEADING = "phase  empties     samples   error    held out   error"


@click.command()
@sources_argument
@output_option("-o", "--output", required=True, help="File for the weights.")
@mix_option(DEFAULT.mix)
@click.option(
    "--ridge",
    type=Number(1e-6, 1e9),
    default=DEFAULT.ridge,
    show_default=True,
    metavar="N",
    help="Sample count at which a weight lies halfway between its prior and its own fit.",
)
@click.option(
    "--iterations",
    type=click.IntRange(1),
    default=DEFAULT.iterations,
    show_default=True,
    metavar="N",
    help="Iterations of the regression, for each phase.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each phase.")
def fit(
    sources: tuple[Path, ...], output: Path, mix: float, ridge: float, iterations: int, as_json: bool
) -> None:
    """Fit weights to samples.

    Symmetric positions count as one. One game in twenty is held out. The table shows the mean
    absolute error in discs for the fitted games and for the held-out games. The same samples
    always give the same weights.

    \b
    Examples:
      othello train fit -o weights.bin data
      othello train fit -o weights.bin --ridge 10 data human
    """
    settings = FitSettings(mix, ridge, iterations)
    files = reading.files(sources)
    try:
        with status("reading"):
            data = reading.to_fit(files)
            data, values = samples.distinct(data, samples.targets(data, mix))
        if not as_json:
            click.echo(FIT_HEADING)
        found = fitting.fit(
            data,
            values,
            made_by(files, len(data), settings),
            settings,
            on_phase=lambda each: click.echo(json.dumps(phase_object(each)) if as_json else phase_row(each)),
        )
    except KeyboardInterrupt:
        click.echo(f"interrupted: {output} is not written", err=True)
        sys.exit(INTERRUPTED)
    evaluation_files.write(output, found)
    if not as_json:
        click.echo(f"{len(data)} different positions; the weights are in {output}")


def made_by(files: Sequence[Path], count: int, settings: FitSettings) -> str:
    """Return the text about the origin of weights, for their file."""
    options = f"--mix {settings.mix:g} --ridge {settings.ridge:g} --iterations {settings.iterations}"
    return (
        f"othello {__version__}: train fit {options}; {count} different positions of {reading.names(files)}"
    )


def phase_row(found: PhaseFit) -> str:
    """Return the fit of a phase as a line of the table."""
    low, high = empties_of(found)
    error, held_out_error = (
        "-" if each != each else f"{each:.2f}" for each in (found.error, found.held_out_error)
    )
    numbers = f"{found.phase:>5}  {f'{low}-{high}':>7}{found.samples:>12}{error:>8}"
    return f"{numbers}   {found.held_out:>9}{held_out_error:>8}"


def phase_object(found: PhaseFit) -> dict[str, object]:
    """Return the fit of a phase as `--json` prints it."""
    return {
        "phase": found.phase,
        "empties": list(empties_of(found)),
        "samples": found.samples,
        "error": finite(found.error),
        "held_out": found.held_out,
        "held_out_error": finite(found.held_out_error),
    }


def empties_of(found: PhaseFit) -> tuple[int, int]:
    """Return the smallest and the greatest number of empty squares of a phase."""
    own = phase_empties(found.phase)
    return own[0], own[-1]


def finite(number: float) -> float | None:
    """Return a rounded number, or None for NaN, which JSON does not have."""
    return round(number, 4) if number == number else None
