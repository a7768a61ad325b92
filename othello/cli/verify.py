"""`othello verify`: checks a proof."""

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from othello.cli.errors import Failure, exit_interrupted
from othello.cli.options import EXISTING, places_options
from othello.cli.progress import counted, say
from othello.jobs.executor import Executor, executor
from othello.jobs.task import Failed, FunctionTask, Resources
from othello.solving import checker
from othello.solving.checker import Block, Checked, Verified, check_block
from othello.solving.proof_file import Heading


@click.command()
@click.argument("path", type=EXISTING, metavar="FILE")
@places_options
def verify(path: Path, places: Resources) -> None:
    """Check a proof that `othello prove` wrote.

    The command tries every reply of the other side and solves positions with few empty squares. It uses
    separate rules and a separate solver. Even for a large proof, it needs little memory. If the proof is
    wrong, the message names the line, and the exit status is 2.

    \b
    Example:
      othello verify won.proof.gz -j 4
    """
    began = time.perf_counter()
    try:
        with executor(FunctionTask(check_block), places, log=say) as workers:
            for event in checker.verify(path, checked_by(workers)):
                if isinstance(event, Heading):
                    click.echo(f"{event.cells}: the proof contains moves down to {event.leaves + 1} empties")
                elif isinstance(event, Verified):
                    seconds = time.perf_counter() - began
                    moves = counted(event.lines, "move")
                    click.echo(f"{event.claim} is proved: {moves} checked in {seconds:.1f} s")
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted: only part of {path} was checked")


def checked_by(
    workers: Executor[Block, Checked],
) -> Callable[[Iterable[Block]], Iterator[tuple[Block, Checked]]]:
    """Return a function that checks blocks of a proof on *workers*."""

    def check(blocks: Iterable[Block]) -> Iterator[tuple[Block, Checked]]:
        for outcome in workers.run(blocks):
            if isinstance(outcome, Failed):
                raise Failure(f"the block on line {outcome.job.line} cannot be checked: {outcome.reason}")
            yield outcome.job, outcome.result

    return check
