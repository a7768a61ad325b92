"""Search positions alternately with this source tree and with another, and compare the times.

    python -m tools.benchmarks.versus_tree OTHELLO FILE.obf [--depth N] [--rounds N] [--processes N]

OTHELLO is the program of the other tree, such as ../before/.venv/bin/othello. `make versus-tree OTHELLO=...
ARGS=FILE.obf` runs this benchmark. Both programs speak GTP. Each position is solved or, with --depth,
searched to that many plies. The programs search it one right after the other, with empty tables, so a busy or
slow computer affects both alike. The fastest of --rounds rounds counts. Processes of the same program differ
by a few percent, so everything is repeated with --processes processes of each tree.

Each row of the table is a pair of processes. A ratio below 1 means that this tree is faster. Ratios are
geometric means, in which all positions have the same weight. The last row shows the mean of the rows.
"""

import contextlib
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from othello import EngineFailure, OthelloError, Position
from othello.cli.tables import print_table
from othello.formats.obf import read_obf
from othello.match.controllers.channel import Channel
from othello.match.controllers.gtp_dialogue import EngineReply, GtpDialogue
from tools.benchmarks import parser

HERE = Path(sys.executable).with_name("othello")
PERFECT = 60
"""The level that solves every position."""
PATIENCE = 3600.0
"""Seconds to wait for a reply."""


@dataclass(frozen=True, order=True)
class Effort:
    """What a search took. Efforts compare by time."""

    seconds: float
    nodes: int


class Program:
    """The program of a source tree, which speaks GTP."""

    def __init__(self, channel: Channel, depth: int | None) -> None:
        """Prepare searches to *depth* plies, or to the end of the game if *depth* is None."""
        self._dialogue = GtpDialogue(channel)
        self._ask(f"othello-depth {depth}" if depth else f"othello-level {PERFECT}")

    def search(self, position: Position) -> Effort:
        """Search a position with an empty table."""
        self._ask(f"othello-setup {position.format()}")
        self._ask("clear_cache")
        began = time.monotonic()
        seconds = self._ask(f"reg_genmove {position.turn.name}").arrived - began
        return Effort(seconds, int(self._ask("othello-last").text.partition("nodes ")[2].split()[0]))

    def _ask(self, command: str) -> EngineReply:
        return self._dialogue.demand(command, time.monotonic() + PATIENCE)


@contextlib.contextmanager
def running(path: Path, depth: int | None) -> Iterator[Program]:
    """Run a program within the block."""
    channel = Channel([str(path), "gtp", "--no-book"])
    try:
        yield Program(channel, depth)
    finally:
        channel.kill()


def fastest(programs: Sequence[Program], positions: Sequence[Position], rounds: int) -> list[list[Effort]]:
    """Return each program's fastest search of each position. The programs take turns going first."""
    searches: list[list[list[Effort]]] = [[[] for _ in positions] for _ in programs]
    for turn in range(rounds):
        for place, position in enumerate(positions):
            order = range(len(programs))
            for number in order if (turn + place) % 2 else reversed(order):
                searches[number][place].append(programs[number].search(position))
    return [[min(efforts) for efforts in program_searches] for program_searches in searches]


def ratio(mine: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the geometric mean of the ratios of positive numbers."""
    return math.exp(math.fsum(math.log(a / b) for a, b in zip(mine, theirs, strict=True)) / len(mine))


def row_of(name: str, mine: Sequence[Effort], theirs: Sequence[Effort]) -> list[str]:
    """Return a row of the table: nodes and seconds of both trees, and their ratios."""
    row = [name]
    for unit, digits in (("nodes", 0), ("seconds", 3)):
        numbers = [[getattr(effort, unit) for effort in efforts] for efforts in (mine, theirs)]
        row += [f"{math.fsum(values):,.{digits}f}" for values in numbers]
        row.append(f"{ratio(*numbers):.4f}")
    return row


def compare(
    program: Path, positions: Sequence[Position], depth: int | None, rounds: int, processes: int
) -> list[list[str]]:
    """Return the rows of the table. Raises EngineFailure if a program fails."""
    rows: list[list[str]] = []
    all_efforts: list[list[Effort]] = [[], []]
    for number in range(1, processes + 1):
        with running(HERE, depth) as here, running(program, depth) as there:
            best_efforts = fastest((here, there), positions, rounds)
        rows.append(row_of(str(number), *best_efforts))
        for efforts, more in zip(all_efforts, best_efforts, strict=True):
            efforts += more
    return [*rows, row_of("all", *all_efforts)]


def main() -> int:
    """Run the command line."""
    arguments = parser(__doc__)
    arguments.add_argument("program", metavar="OTHELLO", type=Path)
    arguments.add_argument("path", metavar="FILE.obf", type=Path)
    arguments.add_argument("--depth", type=int, metavar="N")
    arguments.add_argument("--rounds", type=int, default=3, metavar="N")
    arguments.add_argument("--processes", type=int, default=3, metavar="N")
    given = arguments.parse_args()
    try:
        positions = [problem.position for problem in read_obf(given.path)]
        rows = compare(given.program, positions, given.depth, given.rounds, given.processes)
    except (OthelloError, EngineFailure) as error:
        arguments.error(str(error))
    print_table(("processes", "nodes", "other", "ratio", "seconds", "other", "ratio"), rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
