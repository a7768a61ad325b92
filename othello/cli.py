"""The command line: composes everything, is imported by nothing.

What loads the compiled kernels is imported inside the commands, so that `--help`,
`--version` and the first replies over GTP need not wait for it. Results go to standard
output, progress to standard error and only to a terminal.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from othello import __version__
from othello.errors import OthelloError

if TYPE_CHECKING:
    from othello.formats.obf import ObfProblem
    from othello.solving import Verdict

T = TypeVar("T")
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it."""


class BadInput(click.ClickException):
    """What the user gave cannot be used; the message is one sentence."""

    exit_code = 2


class Commands(click.Group):
    """Commands whose bad input ends with one sentence and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except OthelloError as error:
            raise BadInput(str(error)) from error


CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
table_option = click.option(
    "--hash",
    "mebibytes",
    type=click.IntRange(1, 1 << 20),
    default=256,
    show_default=True,
    metavar="MB",
    help="Size of the transposition table.",
)


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", prog_name="othello")
def main() -> None:
    """Play Othello over GTP, solve end games, count positions."""


@main.command()
@click.option("-l", "--level", type=click.IntRange(0, 60), help="Playing strength, 0-60.  [default: 10]")
@table_option
@click.option("-gtp", "unused_gtp", is_flag=True, hidden=True)
@click.option("-quiet", "unused_quiet", is_flag=True, hidden=True)
@click.option("-nobook", "unused_nobook", is_flag=True, hidden=True)
@click.option("-t", "-n", "--threads", "unused_threads", type=click.IntRange(1, 256), hidden=True)
def gtp(level: int | None, mebibytes: int, **unused: object) -> None:
    """Speak GTP on standard input and output.

    Options that match runners add for other engines, -gtp, -quiet, -nobook, -t N and -n N,
    are accepted and have no effect.

    \b
    Examples:
      othello gtp --level 12
      echo 'genmove black' | othello gtp --level 8
    """
    # The package speaks before the kernels are loaded; it is imported late like them.
    from gtp.process import run_gtp

    sys.exit(run_gtp(level=level, table_mib=mebibytes))


def gtp_main() -> None:
    """Entry point of `othello-gtp`: GUIs that take a program without arguments."""
    gtp.main(prog_name="othello-gtp")


@main.command()
@click.argument("depth", type=click.IntRange(1, 20))
@click.option(
    "-p", "--position", "text", metavar="P", help="64 cells and the side to move; the start if not given."
)
@click.option("--divide", is_flag=True, help="Count under each move apart.")
@click.option(
    "--hash",
    "mebibytes",
    type=click.IntRange(0, 1 << 20),
    default=0,
    metavar="MB",
    help="Count what comes up again only once, with a table of this size.",
)
def perft(depth: int, text: str | None, divide: bool, mebibytes: int) -> None:
    """Count the sequences of DEPTH plies; a pass is a ply.

    \b
    Examples:
      othello perft 11
      othello perft 12 --hash 64
      othello perft 6 --divide
    """
    from othello.perft import Counter
    from othello.position import Position
    from othello.square import format_move

    position = Position.start() if text is None else Position.parse(text)
    counter = Counter(mebibytes)
    if divide:
        counts = counter.divide(position, depth)
        for move, count in counts.items():
            click.echo(f"{format_move(move):>4} {count:>22,}")
        click.echo(f"{'all':>4} {sum(counts.values()) if counts else 1:>22,}")
        return
    counter.count(position, 3)  # Loads the kernels, which is not to be timed.
    click.echo("ply                 leaves    seconds  M leaves/s")
    for ply in range(1, depth + 1):
        counter.clear()
        began = time.perf_counter()
        count = counter.count(position, ply)
        seconds = time.perf_counter() - began
        click.echo(f"{ply:>3} {count:>22,} {seconds:>10.3f} {count / seconds / 1e6:>11.1f}")


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("source", metavar="FILE.obf|POSITION")
@click.option("--wld", is_flag=True, help="Find out only who wins.")
@table_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each position.")
def solve(source: str, wld: bool, mebibytes: int, as_json: bool) -> None:
    """Solve end games exactly.

    The value is the final difference of discs, for the side to move.

    The argument is a file with positions in OBF, or one position: 64 cells and the side to
    move. Answers are checked where the file knows them; if one is wrong the exit status is 1.

    \b
    Examples:
      othello solve endings.obf
      othello solve --json endings.obf
    """
    problems = read_problems(source)
    from othello.engine import Engine
    from othello.limits import Goal
    from othello.solving import solve_all
    from othello.warmup import warm_up

    warm_up()
    goal = Goal.WLD if wld else Goal.EXACT
    verdicts: list[Verdict] = []
    if not as_json:
        click.echo(ROW_HEADING)
    try:
        for verdict in progress(
            solve_all(problems, Engine(table_mib=mebibytes), goal), len(problems), "solving"
        ):
            verdicts.append(verdict)
            click.echo(json.dumps(as_object(verdict)) if as_json else as_row(verdict))
    except KeyboardInterrupt:
        click.echo(f"interrupted after {len(verdicts)} of {len(problems)} positions", err=True)
        sys.exit(INTERRUPTED)
    if not as_json:
        click.echo(summary(verdicts))
    if any(verdict.is_right is False for verdict in verdicts):
        sys.exit(1)


def read_problems(source: str) -> "list[ObfProblem]":
    """The problems of a file, or the one position that *source* is itself.

    A position may begin with a "-", so the parser lets through what looks like an option.
    """
    from othello.formats.obf import ObfProblem, read_obf
    from othello.position import Position

    path = Path(source)
    looks_like_position = len(source) >= 64 and not set(source) & set("/\\")
    if looks_like_position and not path.is_file():
        return [ObfProblem(Position.parse(source.replace(";", " ")), line=1)]
    if source.startswith("-"):
        raise click.NoSuchOption(source)
    return list(read_obf(path))


ROW_HEADING = "line empties  score  move  expected         nodes    seconds  M nodes/s"


def as_row(verdict: "Verdict") -> str:
    """A verdict as a line of the table for people."""
    from othello.square import format_move

    problem, result = verdict.problem, verdict.result
    move = "-" if result.move is None else format_move(result.move)
    expected = "" if verdict.expected is None else f"{verdict.expected:+d}"
    mark = {True: "ok", False: "WRONG", None: ""}[verdict.is_right]
    speed = result.nodes / result.seconds / 1e6 if result.seconds else 0.0
    return (
        f"{problem.line or 1:>4} {problem.position.empties:>7} {result.score!s:>6}  {move:<4} "
        f"{expected:>5} {mark:<5}{result.nodes:>12,} {result.seconds:>10.3f} {speed:>10.1f}"
    )


def as_object(verdict: "Verdict") -> dict[str, object]:
    """A verdict as the object that `--json` prints."""
    from othello.score import Kind
    from othello.square import format_move

    problem, result = verdict.problem, verdict.result
    is_exact = result.score.kind is Kind.EXACT
    found: dict[str, object] = {
        "line": problem.line or 1,
        "position": problem.position.format(),
        "empties": problem.position.empties,
        "move": None if result.move is None else format_move(result.move),
        "score": int(result.score.discs) if is_exact else str(result.score),
        "exact": is_exact,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "pv": " ".join(map(format_move, result.pv)),
    }
    if verdict.expected is not None:
        found |= {"expected": verdict.expected, "ok": verdict.is_right}
    return found


def summary(verdicts: "list[Verdict]") -> str:
    """The last line of the table."""
    nodes = sum(verdict.result.nodes for verdict in verdicts)
    seconds = sum(verdict.result.seconds for verdict in verdicts)
    checked = [verdict for verdict in verdicts if verdict.is_right is not None]
    right = sum(verdict.is_right is True for verdict in checked)
    note = f"; {right} of {len(checked)} as expected" if checked else ""
    speed = nodes / seconds / 1e6 if seconds else 0.0
    return f"{len(verdicts)} solved in {seconds:.3f} s, {nodes:,} nodes, {speed:.1f} M nodes/s{note}"


@main.command()
def bench() -> None:
    """Search fixed positions.

    Prints a node count that is the same on every run and machine, and the speed.
    """
    from othello import bench as benchmark
    from othello.warmup import warm_up

    warm_up()
    nodes, seconds = 0, 0.0
    for _, result in progress(benchmark.run(), len(benchmark.tasks()), "searching"):
        nodes += result.nodes
        seconds += result.seconds
    click.echo(f"nodes    {nodes}")
    click.echo(f"seconds  {seconds:.3f}")
    click.echo(f"speed    {nodes / seconds / 1e6:.1f} M nodes/s")


@main.command()
@click.option("--clear", is_flag=True, help="Remove the compiled kernels instead.")
def warmup(clear: bool) -> None:
    """Compile the kernels, so that no later command needs to."""
    from othello.kernels import jit
    from othello.warmup import warm_up

    if clear:
        jit.clear_cache()
        click.echo(f"removed the compiled kernels from {jit.cache_root()}")
        return
    warm_up()
    click.echo(f"the compiled kernels are in {jit.cache_root()}")


def progress(items: Iterable[T], total: int, text: str) -> Iterator[T]:
    """The same items, with a bar on standard error if that is a terminal and there are several."""
    if total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total, description=text)
