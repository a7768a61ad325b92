"""Solve a file of positions alternately with this engine and with Edax, and compare the times.

    python -m tools.benchmarks.versus_edax EDAX... FILE.obf [--rounds N] [--options="OPTION..."]

`make versus-edax EDAX=... ARGS=FILE.obf` runs this program. You can give several builds of Edax, for example
from the targets `build` and `pgo-build` of its Makefile. The second one is faster. All programs use one
thread and a table of 256 MiB. Edax runs in its program's folder, or in the parent folder if that folder is
called "bin". --options passes further options to Edax, such as --options="-eval-file data/eval.dat". Each
program reports its own times, and the fastest round counts. A ratio above 1 means that this engine is faster.
If values differ, they are printed, and the exit status is 1.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from othello.cli.tables import print_table
from tools.benchmarks import parser

TABLE_MIB = 256
EDAX_OPTIONS = ("-n-tasks", "1", "-h", "22", "-l", "60", "-book-usage", "off")
"""A table with 2 ** 22 entries takes as much memory as this engine's table."""
ROW = re.compile(r"\s*\d+\|\s*(\d+)@?[\d%]*\s+([+-]\d+)\s+(?:(\d+):)?(\d+):(\d+\.\d+)")
"""Matches a position's depth, score and time in Edax's table."""


@dataclass(frozen=True)
class Solution:
    """A program's report about a position."""

    empties: int
    value: int
    seconds: float


def ours(path: Path) -> list[Solution]:
    """Solve a file with this engine in a separate process."""
    command = [sys.executable, "-m", "othello", "solve", str(path), "--json", "--hash", str(TABLE_MIB)]
    answers = map(json.loads, _output(command, None).splitlines())
    return [Solution(answer["empties"], answer["score"]["discs"], answer["seconds"]) for answer in answers]


def edax(program: Path, path: Path, options: Sequence[str]) -> list[Solution]:
    """Solve a file with Edax."""
    folder = program.parent.parent if program.parent.name == "bin" else program.parent
    printed = _output([str(program), "-solve", str(path), *EDAX_OPTIONS, *options], folder)
    return edax_table(printed)


def edax_table(printed: str) -> list[Solution]:
    """Read the solutions in Edax's output."""
    rows = [row for row in map(ROW.match, printed.splitlines()) if row]
    return [
        Solution(int(row[1]), int(row[2]), 3600 * int(row[3] or 0) + 60 * int(row[4]) + float(row[5]))
        for row in rows
    ]


def _output(command: Sequence[str], folder: Path | None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"{command[0]} printed nothing: {done.stderr.strip() or done.returncode}")
    return done.stdout


def fastest(rounds: Sequence[Sequence[Solution]]) -> list[Solution]:
    """Return the fastest solution of each position."""
    return [min(solutions, key=lambda solution: solution.seconds) for solutions in zip(*rounds, strict=True)]


def row_of(name: str, mine: Sequence[Solution], builds: Sequence[Sequence[Solution]]) -> list[str]:
    """Return a row of the table: this engine's seconds, then each build's seconds and ratio."""
    here = sum(solution.seconds for solution in mine)
    row = [name, str(len(mine)), f"{here:.3f}"]
    for build in builds:
        there = sum(solution.seconds for solution in build)
        row += [f"{there:.3f}", f"{there / here:.2f}" if here else ""]
    return row


def compare(names: Sequence[str], mine: Sequence[Solution], builds: Sequence[Sequence[Solution]]) -> int:
    """Print the comparison, position by position and in total. Return the exit status.

    names -- the names of the Edax builds in the table
    """
    for name, build in zip(names, builds, strict=True):
        if len(mine) != len(build):
            raise SystemExit(f"{len(mine)} positions were solved here, {len(build)} by {name}")
    heading = ["position", "number", "seconds", *(cell for name in names for cell in (name, "ratio"))]
    rows = [
        row_of(
            f"{number}, {solutions[0].empties} empties", solutions[:1], [[other] for other in solutions[1:]]
        )
        for number, solutions in enumerate(zip(mine, *builds, strict=True), 1)
    ]
    print_table(heading, [*rows, row_of("total", mine, builds)])
    is_wrong = False
    for name, build in zip(names, builds, strict=True):
        for number, (one, other) in enumerate(zip(mine, build, strict=True), 1):
            if one.value != other.value:
                print(f"position {number}: the values are {one.value:+} and, by {name}, {other.value:+}")
                is_wrong = True
    return int(is_wrong)


def main() -> int:
    """Run the command line."""
    arguments = parser(__doc__)
    arguments.add_argument("programs", metavar="EDAX", type=Path, nargs="+")
    arguments.add_argument("path", metavar="FILE.obf", type=Path)
    arguments.add_argument("--rounds", type=int, default=3, metavar="N")
    arguments.add_argument("--options", default="", type=shlex.split, metavar="OPTION...")
    given = arguments.parse_args()
    programs, path = [program.resolve() for program in given.programs], given.path.resolve()
    rounds = [
        (ours(path), *(edax(program, path, given.options) for program in programs))
        for _ in range(given.rounds)
    ]
    mine, *builds = (fastest(runs) for runs in zip(*rounds, strict=True))
    return compare([str(program) for program in given.programs], mine, builds)


if __name__ == "__main__":
    sys.exit(main())
