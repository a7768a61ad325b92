"""`othello lab tokens`: writes games as sequences of tokens."""

from pathlib import Path

import click

from othello.cli.errors import BadInput
from othello.cli.lab.options import make, rows_argument, rows_option
from othello.cli.options import Integer, option, places_options
from othello.jobs.task import Resources
from othello.lab import files
from othello.lab.sources import TokenRows
from othello.lab.tokens import VOCABULARIES
from othello.search.identity import digest

DEFAULT = "othello_world"


@click.command()
@rows_argument
@rows_option
@option("--vocabulary NAME", click.Choice(list(VOCABULARIES)), "Vocabulary of the tokens.", DEFAULT)
@click.option(
    "--passes/--no-passes",
    default=None,
    help="Whether to write passes.  [default: depends on the vocabulary]",
)
@option("--width", Integer(1, 120), "Length of a row. Longer sequences are truncated.", 60)
@places_options
def tokens(
    source: Path, output: Path, vocabulary: str, passes: bool | None, width: int, places: Resources
) -> None:
    """Write games as sequences of tokens.

    FILE contains games as `othello lab games` writes them: a uint8 array (n, 60), or a column `moves`. Each
    output row is a uint8 array (width,).

    \b
    Examples:
      othello lab tokens games.npy -o tokens.npy
      othello lab tokens games.npy -o tokens.parquet --vocabulary metaothello
    """
    files.writer(output)  # fails early if the suffix is unsupported
    stored = files.read(source)
    if not stored.is_games:
        raise BadInput(f"{source}: this file contains boards, but only games have tokens")
    if passes and VOCABULARIES[vocabulary].passing is None:
        raise BadInput(f"--passes: the vocabulary {vocabulary} has no token for a pass")
    rows = TokenRows(source, vocabulary, passes, width, stored.count)
    options = {"vocabulary": vocabulary, "passes": passes, "width": width, "input": digest(source)}
    make(output, rows, places, "writing", "tokens", options)
