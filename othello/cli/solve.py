"""`othello solve`: solves endgames exactly."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import BadInput, Failure, exit_interrupted, wrapped
from othello.cli.options import (
    EXISTING,
    SECONDS,
    Integer,
    engine_options,
    flag,
    one_game_option,
    option,
    places_options,
    selectivity_option,
    source_argument,
)
from othello.cli.progress import RunState, counted, progress_of_work, say
from othello.cli.solve_display import SolveDisplay
from othello.cli.sources import SourceCommand, exists, has_format, read_problems
from othello.cli.targets import Output, output_option
from othello.jobs.executor import executor
from othello.jobs.task import HERE, Resources
from othello.kernels.probcut import PERCENT
from othello.native.library import warmup
from othello.rules.square import format_move
from othello.search.jobs import Searches
from othello.search.json_objects import position_object, result_object
from othello.search.results import MAX_SCORE, MIN_SCORE, SearchResult, nodes_per_second
from othello.search.settings import EngineSettings
from othello.solving.answers import Answer
from othello.solving.batch import AS_GIVEN, ORDERS, Batch
from othello.solving.knowledge import BoundStore, SolvingLimits
from othello.solving.question import WHOLE, WINNER, Query, Terms, parse_claim, question, read_questions
from othello.solving.row import MAX_NODES
from othello.storage.append import AppendedFile
from othello.storage.streams import STANDARD

OBJECTS: Final = (".jsonl", ".json", ".ndjson")
"""Suffixes of files with one JSON object per line."""
ROW_HEADING: Final = "line empties  score  move  expected         nodes    seconds  M nodes/s"
BEGINS: Final = '{"position": "'
"""The beginning of each row in an output file."""


@click.command(cls=SourceCommand)
@source_argument
@one_game_option
@flag("--wld", "Only find out whether each position is a win, a draw or a loss.")
@option(
    "--window ALPHA BETA",
    Integer(-64, 64),
    "Find the exact value if it is between ALPHA and BETA, or a bound if it is not.",
)
@option("--claim CLAIM", str, "Prove or refute a claim about the value, such as '>=1' or '<0'.")
@selectivity_option(PERCENT[-1])
@option("--nodes", Integer(1, MAX_NODES), "Maximum number of nodes to search per position.")
@option("--time seconds S", SECONDS, "Maximum time per position, in seconds.")
@output_option(
    "-o --output", "Append one JSON object per distinct position to FILE.", Output(is_replaced=False)
)
@option(
    "--known",
    EXISTING,
    "Results of an earlier run. Their positions are not searched again. May be repeated.",
    multiple=True,
)
@option(
    "--order",
    click.Choice(ORDERS),
    f"Order in which to solve the positions, by predicted number of nodes.  "
    f"[default: {ORDERS[0]} with -o, else {AS_GIVEN}]",
)
@places_options
@engine_options
@flag("--json as_json", "Print one JSON object per position.")
def solve(
    source: str,
    number: int | None,
    wld: bool,
    window: tuple[int, int] | None,
    claim: str | None,
    selectivity: str,
    nodes: int | None,
    seconds: float | None,
    output: Path | None,
    known: tuple[Path, ...],
    order: str | None,
    places: Resources,
    settings: EngineSettings,
    as_json: bool,
) -> None:
    """Solve endgames exactly.

    A value is the final disc difference for the side to move. Empty squares count for the winner.

    Give the position as 64 cells and the side to move, as the moves that lead to it, or as a file in any
    format that `othello convert` reads. "-" is standard input. From a file, the command solves every position
    and the last position of every game. If a solution differs from the score in an OBF file, the exit status
    is 1.

    Press Ctrl-C to see the bounds proved so far for the current position. The exit status is then 130.

    With -o, the source may contain millions of positions: OBF lines, or JSON objects with "position" and,
    optionally, "alpha", "beta" and "selectivity". Symmetric positions are solved only once. After an
    interruption, run the same command to continue.

    \b
    Examples:
      othello solve endings.obf
      othello solve --json game.sgf
      othello solve endings.obf --claim '>=1' -j 4
      othello solve many.obf -o results.jsonl --known earlier.jsonl --hash 16 -j 8
    """
    alpha, beta = asked_window(wld, window, claim)
    warmup()
    work = Searches.of(settings)
    knowledge, budget = BoundStore(work.evaluation), SolvingLimits(nodes, seconds)
    for path in known:
        knowledge.read(path)
    has_file = output is not None
    usual_order = ORDERS[0] if has_file else AS_GIVEN
    batch = Batch(settings, knowledge, budget, order or usual_order, repeats=not (has_file or known))
    questions = read(source, number, Terms(alpha, beta, int(selectivity)), is_stream=has_file)
    as_text = as_json_text if as_json else as_row
    is_printed = as_json or not has_file
    if not has_file:
        questions = list(questions)
        places = places.for_jobs(len(questions))
    with contextlib.nullcontext() if output is None else AppendedFile(output, begins=BEGINS) as file:
        if file is not None:
            knowledge.add_lines(file.path, file.lines())
        say_known(knowledge)
        is_interrupted = run(batch, work, questions, places, file, as_text if is_printed else None)
    if not as_json:
        click.echo(wrapped(summary(batch, output), sys.stdout))
    counts = batch.counts
    if is_interrupted:
        if output is not None:
            exit_interrupted("interrupted: run the same command to continue")
        exit_interrupted(f"interrupted after {counts.decided} of {counts.questions} positions")
    if counts.failed:
        raise Failure(f"{counted(counts.failed, 'position')} could not be solved")
    if counts.correct < counts.checked:
        sys.exit(1)


def asked_window(wld: bool, window: tuple[int, int] | None, claim: str | None) -> tuple[int, int]:
    """Return the search window that the options describe."""
    if wld + (window is not None) + (claim is not None) > 1:
        raise click.UsageError("use only one of --wld, --window and --claim")
    if window is not None and window[0] >= window[1]:
        raise BadInput(f"--window {window[0]} {window[1]}: ALPHA must be less than BETA")
    if claim is not None:
        return parse_claim(claim)
    return WINNER if wld else window or WHOLE


def read(source: str, number: int | None, terms: Terms, *, is_stream: bool) -> Iterable[Query]:
    """Return the positions in *source* as queries. A game counts as its last position.

    If *is_stream* is set, lines of standard input or a pipe are read as they arrive.
    """
    path = Path(source)
    if path == STANDARD or (exists(path) and path.is_fifo()):
        has_lines = is_stream
    else:
        has_lines = exists(path) and (has_format(path, "obf") or path.suffix.lower() in OBJECTS)
    if has_lines and number is None:
        return read_questions(path, terms)
    return (question(problem, terms) for problem in read_problems(source, number))


def say_known(knowledge: BoundStore) -> None:
    """Report how many results are known from earlier runs."""
    if knowledge.rows:
        some = f"{counted(knowledge.rows, 'result')} for {counted(len(knowledge), 'position')}"
        say(f"known from earlier runs: {some}")
    if knowledge.others:
        some = counted(knowledge.others, "selective result")
        say(f"{some} from other weights or another version are ignored")


def run(
    batch: Batch,
    work: Searches,
    questions: Iterable[Query],
    places: Resources,
    file: AppendedFile | None,
    as_text: Callable[[Answer], str] | None,
) -> bool:
    """Search positions. Print and store each answer. Return whether Ctrl-C ended the run.

    *as_text* formats an answer. If it is None, nothing is printed.
    """
    counts = batch.counts
    with SolveDisplay(len(questions) if isinstance(questions, list) else 0) as display:
        # If there is an output file, searches are not watched. Ctrl-C would end a watched search early, and
        # the search's row would wrongly state that a limit ended it.
        is_watched = file is None and places == HERE
        work = replace(work, watch=display.watch if is_watched else None)

        def states() -> Iterator[RunState]:
            for answer, row in batch.run(questions, workers, say):
                if file is not None:
                    file.append(row.format())
                if as_text is not None:
                    display.echo(as_text(answer))
                yield RunState(counts.done, counts.predicted, counts.decided + counts.open)
                if display.is_interrupted:
                    return

        if as_text is as_row:
            click.echo(wrapped(ROW_HEADING, sys.stdout))
        try:
            with executor(work, places, log=say) as workers:
                shown = states() if is_watched else progress_of_work(states(), "solving")
                for _ in shown:  # each step searches a position, then prints and stores the answer
                    pass
        except KeyboardInterrupt:
            display.is_interrupted = True
    return display.is_interrupted


def as_row(answer: Answer) -> str:
    """Return an answer as a row of the table, wrapped for the terminal."""
    problem, result = answer.problem, answer.result
    move = "-" if result.move is None else format_move(result.move)
    expected = "" if problem.value is None else f"{problem.value:+d}"
    mark = {True: "ok", False: "WRONG", None: ""}[answer.is_correct]
    row = (
        f"{problem.line or 1:>4} {problem.position.empties:>7} {result.score!s:>6}  {move:<4} "
        f"{expected:>5} {mark:<5}{result.nodes:>12,} {result.seconds:>10.3f} "
        f"{result.nodes_per_second / 1e6:>10.1f}"
    )
    rest = f"\n     not solved, {proved_text(result)}" if result.was_stopped else ""
    return wrapped(row + rest, sys.stdout)


def proved_text(result: SearchResult) -> str:
    """Describe the bounds that a search proved before it was stopped."""
    proved = f"proved: {result.lower:+d} to {result.upper:+d}"
    if (result.lower, result.upper) == (MIN_SCORE, MAX_SCORE):
        proved = "proved: nothing"
    return proved if result.score.is_proved else f"{proved}, {result.score} is an estimate"


def as_json_text(answer: Answer) -> str:
    """Return an answer as `--json` prints it."""
    problem, result = answer.problem, answer.result
    shown = {
        "number": problem.line or 1,
        **position_object(problem.position),
        **result_object(result),
        "solved": result.is_solved,
        "lower": result.lower,
        "upper": result.upper,
        "expected": problem.value,
        "ok": answer.is_correct,
    }
    return json.dumps(shown)


def summary(batch: Batch, output: Path | None) -> str:
    """Return the last line of the output."""
    counts = batch.counts
    known = "" if batch.repeats else f"{counts.known} known or symmetric, "
    rest = f", {counts.open} not solved" if counts.open else ""
    checked = f"; {counts.correct} of {counts.checked} as expected" if counts.checked else ""
    return (
        f"{counted(counts.questions, 'position')}: {known}{counts.decided} solved{rest}; "
        f"{counts.nodes:,} nodes in {counts.seconds:.3f} s of searches, "
        f"{nodes_per_second(counts.nodes, counts.seconds) / 1e6:.1f} M nodes/s{checked}"
        f"{'' if output is None else f'; the results are in {output}'}"
    )
