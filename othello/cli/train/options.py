"""Options and arguments common to the commands of `othello train`."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from othello.cli.errors import BadInput
from othello.cli.options import SEED, Number
from othello.kernels.probcut import PERCENT
from othello.training.settings import SearchSettings

F = TypeVar("F", bound=Callable[..., Any])

folder_option = click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="Folder for the files.",
)
sources_argument = click.argument(
    "sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE|FOLDER..."
)
seed_option = click.option(
    "--seed", type=SEED, default=1, show_default=True, metavar="N", help="Seed of the run."
)
test_option = click.option(
    "--test", "is_test", is_flag=True, help="Make the files for tests, so that training refuses them."
)


def mix_option(default: float) -> Callable[[F], F]:
    """The option for the share of the score in the values of samples."""
    return click.option(
        "--mix",
        type=Number(0, 1),
        default=default,
        show_default=True,
        metavar="SHARE",
        help="Share of the search value in the value of a position; the rest is the result of the game.",
    )


def search_options(default: SearchSettings) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Options for how positions are valued; the command receives them as `search`."""

    def decorator(command: Callable[..., None]) -> Callable[..., None]:
        @click.option(
            "--depth",
            type=click.IntRange(3, 30),
            default=default.depth,
            show_default=True,
            metavar="N",
            help="Search depth in plies.",
        )
        @click.option(
            "--percent",
            type=click.Choice([str(each) for each in PERCENT]),
            default=str(PERCENT[default.selectivity]),
            show_default=True,
            help="Probability with which a cut of the search must be right.",
        )
        @click.option(
            "--exact-from",
            "exact",
            type=click.IntRange(3, 30),
            default=default.exact,
            show_default=True,
            metavar="N",
            help="Solve positions with at most N empty squares.",
        )
        @functools.wraps(command)
        def with_search(*args: Any, depth: int, percent: str, exact: int, **options: Any) -> None:
            if depth > exact:
                raise BadInput(f"--depth {depth} must not be greater than --exact-from {exact}")
            settings = SearchSettings(depth, PERCENT.index(int(percent)), exact)
            command(*args, search=settings, **options)

        return with_search

    return decorator
