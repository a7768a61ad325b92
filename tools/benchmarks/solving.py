"""Print the nodes and seconds for solving files of positions, by number of empties and in total.

    python -m tools.benchmarks.solving FILE... [--threads N] [--hash MIB] [--json] [--against FILE]

`make tune` runs this program for the tuning set, and `make ffo` for FFO 20-39. "seconds" is clock time. "cpu"
is the total processor time of all threads, which other programs affect less. Every answer is compared with
the file. Wrong answers are printed, and the exit status is then 1.

--json prints one object per position instead of the table. --against FILE compares this run with such output
from an earlier run. A "ratio" is this run divided by the earlier run. The last line shows the geometric mean
of the node ratios, in which all positions have the same weight.
"""

import json
import math
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from othello import Analysis, Engine, Goal, Limits, SearchResult, warmup
from othello.formats.obf import ObfProblem, read_obf
from othello.jobs.executor import executor
from othello.jobs.task import HERE
from othello.search.jobs import Searches
from othello.search.settings import EngineSettings
from othello.solving.answers import Answer, answer_all
from tools.benchmarks import parser

DEFAULT = EngineSettings()
MEASURES = ("nodes", "cpu", "seconds")
HEADING = "empties  positions           nodes   ratio         cpu   ratio     seconds   ratio"


@dataclass(frozen=True)
class Solution:
    """How many nodes and seconds a solution took."""

    position: str
    empties: int
    nodes: int
    cpu: float
    """Processor time in seconds."""
    seconds: float
    """Clock time in seconds."""


def solve(problems: Iterable[ObfProblem], settings: EngineSettings) -> Iterator[tuple[Answer, Solution]]:
    """Yield each answer with its nodes and seconds, not counting the time to clear the table."""
    cpu = 0.0

    def watch(engine: Engine, search: Analysis) -> SearchResult:
        nonlocal cpu
        before = time.process_time()
        result = search.result()
        cpu = round(time.process_time() - before, 6)
        return result

    with executor(Searches.of(settings, watch), HERE) as workers:
        for answer in answer_all(problems, workers, Limits(goal=Goal.EXACT)):
            position, result = answer.problem.position, answer.result
            seconds = round(result.seconds, 6)
            yield answer, Solution(position.format(), position.empties, result.nodes, cpu, seconds)


def read_solutions(path: Path) -> list[Solution]:
    """Read solutions that --json printed."""
    return [Solution(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def table(solutions: Sequence[Solution], earlier: Mapping[str, Solution]) -> Iterator[str]:
    """Yield the lines of the table. Ratios compare with the *earlier* solution of the same position."""
    yield HEADING
    for empties in sorted({solution.empties for solution in solutions}):
        yield row(str(empties), [solution for solution in solutions if solution.empties == empties], earlier)
    yield row("all", solutions, earlier)
    if earlier:
        mean = geometric_mean(solution.nodes / earlier[solution.position].nodes for solution in solutions)
        yield f"geometric mean of the ratios of nodes: {mean:.4f}"


def row(label: str, solutions: Sequence[Solution], earlier: Mapping[str, Solution]) -> str:
    """Return a row with the sums over these positions."""
    cells = [f"{label:>7} {len(solutions):>10}"]
    for measure in MEASURES:
        total = sum(getattr(solution, measure) for solution in solutions)
        cells.append(f"{total:>15,}" if measure == "nodes" else f"{total:>11.3f}")
        before = sum(getattr(earlier[solution.position], measure) for solution in solutions) if earlier else 0
        cells.append(f"{total / before:>7.4f}" if before else " " * 7)
    return " ".join(cells).rstrip()


def geometric_mean(ratios: Iterable[float]) -> float:
    logarithms = [math.log(ratio) for ratio in ratios]
    return math.exp(sum(logarithms) / len(logarithms))


def main() -> None:
    """Solve the files and print the table."""
    arguments = parser(__doc__)
    arguments.add_argument("files", nargs="+", type=Path, metavar="FILE")
    arguments.add_argument("--threads", type=int, default=DEFAULT.threads)
    arguments.add_argument("--hash", type=int, default=DEFAULT.table_mib)
    arguments.add_argument("--json", action="store_true")
    arguments.add_argument("--against", type=Path, metavar="FILE")
    options = arguments.parse_args()
    problems = [problem for path in options.files for problem in read_obf(path)]
    earlier = (
        {reference.position: reference for reference in read_solutions(options.against)}
        if options.against
        else {}
    )
    missing = sum(problem.position.format() not in earlier for problem in problems)
    if earlier and missing:
        arguments.error(
            f"{options.against} lacks {missing} of {len(problems)} positions: solve the same files"
        )
    warmup()
    settings = EngineSettings(options.hash, options.threads)
    next(solve(problems, settings))  # loads the kernels, which must not be timed
    solutions, wrong = [], 0
    for answer, solution in solve(problems, settings):
        solutions.append(solution)
        wrong += answer.is_correct is False
        if answer.is_correct is False:
            print(f"wrong: {answer.problem.position.format()}, {answer.result}", file=sys.stderr)
        if options.json:
            print(json.dumps(asdict(solution)), flush=True)
    if not options.json:
        print("\n".join(table(solutions, earlier)))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
