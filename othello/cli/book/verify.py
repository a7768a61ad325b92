"""`othello book verify`: checks a book."""

import sys
from pathlib import Path
from statistics import fmean
from typing import Final

import click

from othello.book.book import Book
from othello.book.growth import SETTINGS
from othello.book.verifying import Recheck, Report, position_text, recheck
from othello.book.verifying import verify as verified
from othello.cli.book.options import book_argument
from othello.cli.errors import exit_interrupted
from othello.cli.options import SEARCH_LEVEL, SEED, Integer, option, weights_option
from othello.cli.progress import progress, status
from othello.native.library import warmup
from othello.search import evaluation_files
from othello.search.engine import Engine

FAR: Final = 4.0
"""The report lists positions whose new value differs from the old value by more than this many discs."""


@click.command()
@book_argument
@option("--sample", Integer(0), "Search N random positions again for their best moves outside the book.", 0)
@option("-l --level 0-60", SEARCH_LEVEL, "Level of these searches.", 21)
@option("--seed", SEED, "Random seed for the sample.", 1)
@weights_option
def verify(path: Path, sample: int, level: int, seed: int, weights: Path | None) -> None:
    """Check a book.

    The command checks the file's structure, the checksum of each row, the positions, moves and counts, and
    whether every value follows from the moves. With --sample, it also searches some positions again. If the
    book contains a fault, the exit status is 1. If a deeper search changes a value, this is not a fault.

    \b
    Example:
      othello book verify my.book --sample 100 --level 24
    """
    evaluation = evaluation_files.load(weights) if sample else None
    report, checks = Report(), list[Recheck]()
    is_interrupted = False
    with Book(path) as book:
        try:
            with status("checking") as show:
                for _ in verified(book, report):
                    show(f"checking: {report.positions:,} positions")
            if sample and not report.faults:
                warmup()
                engine = Engine(table_mib=SETTINGS.table_mib, evaluation=evaluation)
                again = recheck(book, sample, level, engine=engine, seed=seed)
                checks.extend(progress(again, sample, "searching"))
        except KeyboardInterrupt:
            is_interrupted = True
    print_report(report, checks)
    if is_interrupted:
        exit_interrupted("interrupted")
    if report.faults:
        sys.exit(1)


def print_report(report: Report, checks: list[Recheck]) -> None:
    """Print the faults and how much the new values differ from the old values."""
    for fault in report.shown:
        click.echo(fault)
    if report.faults > len(report.shown):
        click.echo(f"and {report.faults - len(report.shown):,} more")
    click.echo(f"{report.positions:,} positions, {report.faults or 'no'} fault{'s' * (report.faults != 1)}")
    if report.unsearched:
        click.echo(
            f"{report.unsearched:,} best moves outside the book are unknown: othello book fix finds them"
        )
    if checks:
        errors = [check.now - check.stored for check in checks]
        click.echo(
            f"{len(checks)} values searched again: mean change {fmean(errors):+.2f} discs, "
            f"mean absolute change {fmean(map(abs, errors)):.2f} discs"
        )
        for check in checks:
            if abs(check.now - check.stored) > FAR:
                click.echo(f"  {position_text(check.key)}: {check.stored:+.2f}, now {check.now:+.2f}")
