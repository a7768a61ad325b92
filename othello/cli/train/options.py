"""Options, arguments and progress that the commands of `othello train` share."""

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import (
    PATH,
    SEED,
    Decorator,
    Integer,
    Number,
    flag,
    grouped,
    option,
    selectivity_option,
)
from othello.kernels.probcut import PERCENT
from othello.training.descent import ChunkedTraining
from othello.training.settings import SearchSettings

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
ROWS: Final = 20
"""Number of table rows that a training run prints."""
CHECKPOINT_SECONDS: Final = 60.0
"""Minimum seconds between two checkpoints."""

folder_option = option(
    "-o --output folder FOLDER", click.Path(path_type=Path, file_okay=False), "Output folder.", required=True
)
sources_argument = click.argument("sources", nargs=-1, required=True, type=PATH, metavar="FILE|FOLDER...")
seed_option = option("--seed", SEED, "Random seed for the run.", 1)
test_option = flag("--test is_test", "Mark the files as test data, which training refuses.")


def mix_option(default: float) -> Callable[[F], F]:
    """Return the option that sets how much the search's value counts toward a sample's value."""
    return option(
        "--mix SHARE",
        Number(0, 1),
        "How much the search's value counts toward a sample's value. The game's result counts for the rest.",
        default,
    )


def search_options(default: SearchSettings) -> Decorator:
    """Return the options for computing values of positions. They are passed to the command as `search`."""

    def search(depth: int, selectivity: str, exact: int) -> SearchSettings:
        if depth > exact:
            raise BadInput(f"--depth {depth} must not be greater than --exact-from {exact}")
        return SearchSettings(depth, PERCENT.index(int(selectivity)), exact)

    help = "Solve positions with at most N empty squares."
    return grouped(
        "search",
        search,
        option("--depth", Integer(3, 30), "Search depth, in plies.", default.depth),
        selectivity_option(PERCENT[default.selectivity]),
        option("--exact-from exact", Integer(3, 30), help, default.exact),
    )


def rows(training: ChunkedTraining, states: Iterable[T], checkpoint: Path) -> Iterator[T]:
    """Write checkpoints and yield the states for the rows of the table.

    *states* yields one state for each chunk.
    """
    saved = time.monotonic()
    for state in states:
        if training.chunks * ROWS % training.total < ROWS:
            yield state
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            training.save(checkpoint)
            saved = time.monotonic()


@contextlib.contextmanager
def continued_from(checkpoint: Path) -> Iterator[None]:
    """Within the block, Ctrl-C ends the command with a message that states where the next run continues."""
    try:
        yield
    except KeyboardInterrupt:
        kept = (
            f"run the same command to continue from {checkpoint}"
            if checkpoint.exists()
            else "nothing was saved"
        )
        exit_interrupted(f"interrupted: {kept}")
