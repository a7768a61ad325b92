"""`othello prove`: writes proofs of values. Anyone can check these proofs."""

import contextlib
import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final, cast

import click

from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import EXISTING, Integer, hash_option, option, places_options, source_argument
from othello.cli.progress import counted, say, status
from othello.cli.sources import SourceCommand, read_board
from othello.cli.targets import Output, output_option
from othello.cli.verify import checked_by
from othello.errors import usable
from othello.jobs.executor import executor
from othello.jobs.task import FunctionTask, Resources
from othello.native.library import warmup
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS
from othello.search.engine import Engine
from othello.search.identity import digest, heading
from othello.solving.checker import check_block, verify
from othello.solving.proof_file import MAX_LEAVES, SIGNS, Claim, Heading
from othello.solving.prover import KnownMoves, ProofSearches, Prover, Searched
from othello.solving.question import parse_claim
from othello.storage.append import ContinuedFile
from othello.storage.outputs import replacing

LEAVES: Final = 10
"""Default of --leaf-empties. The check itself solves positions with at most this many empty squares."""


@click.command(cls=SourceCommand)
@source_argument
@output_option(
    "-o --output",
    "File for the proof. If the name ends in .gz, the file is compressed.",
    Output("", ".part"),
    required=True,
)
@option("--claim CLAIM", str, "Bound to prove, such as '>=1' or '<0'.  [default: the exact value]")
@option(
    "--leaf-empties leaves N",
    Integer(1, MAX_LEAVES),
    "End the proof at positions with N empties. The check solves these positions.",
    LEAVES,
)
@option(
    "--known",
    EXISTING,
    "An earlier proof. It is checked, and its moves need no search. May be repeated.",
    multiple=True,
)
@hash_option
@places_options
def prove(
    source: str,
    output: Path,
    claim: str | None,
    leaves: int,
    known: tuple[Path, ...],
    table_mib: int,
    places: Resources,
) -> None:
    """Prove a position's value or a bound on it.

    The proof contains the proving side's move in every position that can arise, whatever the other side
    replies. It ends at positions with --leaf-empties empty squares. `othello verify` checks the proof with
    independent code.

    Give the position as 64 cells and the side to move, as the moves that lead to it, or as a file. From a
    file, the last position of the first game is used. After an interruption, run the same command to
    continue.

    \b
    Examples:
      othello prove endgame.obf -o endgame.proof
      othello prove f5d6c3... --claim '>=1' -o won.proof.gz -j 4
    """
    position = read_board(source).position
    warmup()
    claims = claims_of(position, claim, table_mib)
    about = Heading(position.format(), leaves)
    part = output.with_name(f"{output.name}.part")
    own = heading(
        "searches of a proof 1",
        position=about.cells,
        claims=list(map(str, claims)),
        leaves=leaves,
        hash=table_mib,
        known=list(map(digest, known)),
    )
    lines = 0
    try:
        if known:
            check_known(known, places)
        moves = {goal: KnownMoves() for goal in claims}
        for goal, own_moves in moves.items():
            for path in known:
                own_moves.read(path, goal.bound)
        with (
            ContinuedFile(part, own) as journal,
            replacing(output) as file,
            packed(file, output) as proof,
            executor(ProofSearches(table_mib), places, log=say) as workers,
            status("") as show,
        ):
            prover = Prover(proof, about, workers, Searched(journal))
            for goal in claims:
                for state in prover.prove(goal, moves[goal]):
                    lines = prover.lines
                    show(f"{state.claim}: {state.lines:,} moves, now with {state.empties} empties")
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted: {part} contains the proof so far. Run the same command to continue")
    with usable(part):
        part.unlink()
    statement, size = " and ".join(map(str, claims)), output.stat().st_size
    click.echo(f"{statement} proved with {counted(lines, 'move')}; the proof is in {output}, {size:,} bytes")


def check_known(paths: Iterable[Path], places: Resources) -> None:
    """Check proofs as `othello verify` does. Raises FormatError, which names the file and the wrong line."""
    with executor(FunctionTask(check_block), places, log=say) as workers:
        for path in paths:
            with status(f"checking {path}"):
                for _ in verify(path, checked_by(workers)):
                    pass


def claims_of(position: Position, text: str | None, table_mib: int) -> list[Claim]:
    """Return the claims to prove: the claim in *text*, or both bounds of the exact value if *text* is None.

    Raises BadInput if the claim is false. Raises InvalidNotationError if the claim cannot be read.
    """
    window = None if text is None else parse_claim(text)
    with status("solving"), Engine(table_mib=table_mib) as engine:
        result = engine.solve(position, window=window)
    if text is None or window is None:
        claims = [Claim(sign, int(result.score.discs)) for sign in SIGNS]
        # If the value is 64 or -64 discs, one of the bounds holds for every position and needs no proof.
        return [goal for goal in claims if goal.bound > -MAX_DISCS]
    claim = Claim(SIGNS[0], window[1]) if ">" in text else Claim(SIGNS[1], window[0])
    is_true = result.lower >= claim.number if claim.is_of_mover else result.upper <= claim.number
    if not is_true:
        known = f"at most {result.upper}" if claim.is_of_mover else f"at least {result.lower}"
        raise BadInput(f"the value is {known}, so {text.strip()} cannot be proved")
    return [claim]


@contextlib.contextmanager
def packed(file: IO[bytes], path: Path) -> Iterator[IO[bytes]]:
    """Compress a file with gzip if its name ends in .gz. Equal contents produce identical files."""
    if path.suffix != ".gz":
        yield file
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packing:
        yield cast(IO[bytes], packing)
