"""`othello train report`: measures the errors of an evaluation."""

import itertools
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import Integer, flag, option
from othello.cli.progress import progress
from othello.cli.tables import print_table
from othello.cli.train.options import mix_option
from othello.native.library import warmup
from othello.search import evaluation_files
from othello.training.report import HeldOut, ReportRow, measure, numbers, read_set


@click.command()
@click.argument("sets", nargs=-1, metavar="SAMPLES[@FROM-TO]...", required=True)
@option(
    "-w --weights weights [NAME=]FILE",
    str,
    "Weights to measure. May be repeated.  [default: the weights in the package]",
    multiple=True,
)
@mix_option(0.0)
@option(
    "--moves",
    Integer(0),
    "For each number of empty squares up to 12, check the best moves in N positions.",
    500,
)
@flag("--json as_json", "Print one JSON object per row.")
def report(sets: tuple[str, ...], weights: tuple[str, ...], mix: float, moves: int, as_json: bool) -> None:
    """Measure the errors of an evaluation on held-out samples.

    A set is a file of games or samples, or a folder of such files. @16-50 selects positions with 16 to 50
    empty squares. Errors and bias are in discs. If the set contains solved positions with at most 12 empty
    squares, two more columns show how many of them were checked and how often a one-ply search finds a best
    move.

    \b
    Examples:
      othello train report held-out
      othello train report solved@6-16 games@16-50 -w old=w1.bin -w new=w2.bin
    """
    named = dict(name_and_path(text) for text in weights) or {"shipped": None}
    if len(named) < len(weights):
        raise BadInput("two files of weights have the same name: rename one of them, as in -w other=FILE")
    rows = measured([read_set(text, mix) for text in sets], named, moves)
    if as_json:
        click.echo("".join(f"{json.dumps(asdict(row))}\n" for row in rows), nl=False)
    else:
        print_rows(rows)


def name_and_path(text: str) -> tuple[str, Path | None]:
    """Parse "NAME=FILE". For "FILE" alone, the name is the name of the file without its suffix."""
    name, equals, path = text.partition("=")
    return (name, Path(path)) if equals and name and "/" not in name else (Path(text).stem, Path(text))


def measured(sets: Sequence[HeldOut], named: dict[str, Path | None], moves: int) -> list[ReportRow]:
    """Measure all weights on all sets, with a progress bar."""
    evaluations = {name: evaluation_files.load(path) for name, path in named.items()}
    warmup()
    rows: list[ReportRow] = []
    steps = [(test_set, name) for test_set in sets for name in named]
    try:
        for test_set, name in progress(steps, len(steps), "measuring"):
            rows += measure(test_set, name, evaluations[name], moves)
    except KeyboardInterrupt:
        exit_interrupted("interrupted: nothing was written")
    return rows


def print_rows(rows: Sequence[ReportRow]) -> None:
    """Print a table for each combination of set and weights."""
    for (name, weights), group in itertools.groupby(rows, lambda row: (row.set, row.weights)):
        own = list(group)
        click.echo(f"{name}, {weights}")
        print_table(HEADING, [[numbers(row, own), *cells(row)] for row in own])


HEADING = ("empties", "positions", "error", "rms", "bias", "correlation", "moves", "right")


def cells(row: ReportRow) -> list[str]:
    """Return the cells of a row."""
    return [
        str(row.positions),
        f"{row.error:.2f}",
        f"{row.rms:.2f}",
        f"{row.bias:+.2f}",
        "-" if row.correlation is None else f"{row.correlation:.3f}",
        str(row.moves) if row.moves else "-",
        "-" if row.right is None else f"{100 * row.right:.1f} %",
    ]
