"""`othello train probcut`: measures the errors of shallow searches and the tempo."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from othello.cli.errors import exit_interrupted
from othello.cli.options import SEED, Integer, option
from othello.cli.progress import status_or_lines
from othello.cli.targets import Output, check_outputs
from othello.cli.train.options import sources_argument
from othello.search import evaluation_files
from othello.search.probcut_margins import ProbCutMargins
from othello.training import deviations
from othello.training import sources as reading


@click.command()
@sources_argument
@option(
    "-w --weights path",
    Output(),
    "File with the weights to measure. The results are stored in it.",
    required=True,
)
@option(
    "--positions",
    Integer(1),
    "Number of positions to search for each number of empty squares, or five times as many if positions are "
    "also solved.",
    40,
)
@option("--seed", SEED, "Seed for the random choice of positions.", 1)
def probcut(sources: tuple[Path, ...], path: Path, positions: int, seed: int) -> None:
    """Measure the errors of shallow searches for Multi-ProbCut.

    The margins of Multi-ProbCut are computed from the differences between shallow and deep searches. The
    command also measures the tempo. Static values are too low for the side to move, so searches add the tempo
    to them. The margins and the tempo depend on the weights and are stored in the same file. The command
    takes minutes, depending on --positions.

    \b
    Example:
      othello train probcut -w weights.bin data
    """
    check_outputs()
    evaluation = evaluation_files.read(path)
    try:
        with status_or_lines("reading") as show:
            data = reading.read(reading.files(sources))
            rows = deviations.measure(
                data, evaluation, positions, seed, lambda done, total: show(f"searched {done:,} of {total:,}")
            )
        margins = deviations.fit(rows)
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted: {path} is unchanged")
    evaluation_files.write(path, replace(evaluation, deviations=margins))
    click.echo(text_of(margins))


def text_of(margins: ProbCutMargins) -> str:
    """Format the standard deviations and the tempo as formulas."""
    search, exact = formula(margins.search, "sde"), formula(margins.exact, "se")
    return (
        "standard deviations in discs, with e empty squares\n"
        f"  between depths s and d        {search}\n"
        f"  depth s and the exact value   {exact}\n"
        f"tempo in discs                  {parabola(margins.tempo)}"
    )


def parabola(numbers: Sequence[float]) -> str:
    """Format a quadratic function of e. *numbers* contains the constant and the factors of e and e^2."""
    constant, linear, square = numbers
    signs = ["-" if number < 0 else "+" for number in (linear, square)]
    return f"{constant:.2f} {signs[0]} {abs(linear):.4f} e {signs[1]} {abs(square):.5f} e^2, at least 0"


def formula(numbers: Sequence[float], letters: str) -> str:
    """Format an exponential function. *numbers* contains the constant and a factor for each letter."""
    constant, *factors = numbers
    terms = [
        f" {'-' if factor < 0 else '+'} {abs(factor):.4f} {letter}"
        for factor, letter in zip(factors, letters, strict=True)
    ]
    return f"exp({constant:.2f}{''.join(terms)})"
