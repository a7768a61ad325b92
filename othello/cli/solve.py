"""`othello solve`: exact solutions of endgames."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import (
    EXISTING,
    SECONDS,
    Integer,
    engine_options,
    flag,
    one_game_option,
    option,
    percent_option,
    places_options,
    source_argument,
)
from othello.cli.solve_batch import solve_batch
from othello.cli.solve_display import search_list
from othello.cli.sources import SourceCommand, read_problems
from othello.cli.targets import Output, output_option
from othello.cli.wrapping import wrapped
from othello.formats.obf import ObfProblem
from othello.jobs.task import Resources
from othello.kernels.probcut import PERCENT
from othello.native.library import warmup
from othello.rules.square import format_move
from othello.search.json_objects import JsonObject, position_object, result_object
from othello.search.limits import Goal, Limits
from othello.search.results import MAX_SCORE, MIN_SCORE, SearchResult, nodes_per_second
from othello.search.settings import EngineSettings
from othello.solving.answers import Answer
from othello.solving.batch import ORDERS, Batch
from othello.solving.knowledge import SolvingLimits
from othello.solving.question import WHOLE, WINNER, Terms, parse_claim
from othello.solving.row import MAX_NODES

ROW_HEADING: Final = "line empties  score  move  expected         nodes    seconds  M nodes/s"


@click.command(cls=SourceCommand)
@source_argument
@one_game_option
@flag("--wld", "Find only whether the position is a win, a draw or a loss.")
@option(
    "--window ALPHA BETA",
    Integer(-64, 64),
    "Find only whether the value is at most ALPHA, or at least BETA, or which one it is between them.",
)
@option("--prove claim CLAIM", str, "Prove or refute a bound on the value, such as '>=1' or '<0'.")
@percent_option(PERCENT[-1])
@option("--nodes", Integer(1, MAX_NODES), "Maximum number of nodes for each position.")
@option("--seconds S", SECONDS, "Maximum number of seconds for each position.")
@output_option(
    "-o --output", "Append a JSON object for each different position to FILE.", Output(is_replaced=False)
)
@option(
    "--known",
    EXISTING,
    "With -o: results of other runs, which are not searched again; may be repeated.",
    multiple=True,
)
@option("--order", click.Choice(ORDERS), "With -o: order of the positions, by predicted nodes.", ORDERS[0])
@places_options
@engine_options
@flag("--json as_json", "Print one JSON object for each position.")
def solve(
    source: str,
    number: int | None,
    wld: bool,
    window: tuple[int, int] | None,
    claim: str | None,
    percent: str,
    nodes: int | None,
    seconds: float | None,
    output: Path | None,
    known: tuple[Path, ...],
    order: str,
    places: Resources,
    settings: EngineSettings,
    as_json: bool,
) -> None:
    """Solve endgames exactly.

    A value is the final disc difference for the side to move, with the empty squares given to
    the winner.

    The position is 64 cells and the side to move, or the moves that lead to it, or a file in any
    format that `othello convert` reads; "-" is standard input. Of a file, all positions are
    solved, and the last position of each game. If an OBF file has other scores than the
    solutions, the exit status is 1.

    Ctrl-C prints the bounds proved so far for the current position and ends with status 130.

    With -o, SOURCE may have millions of positions: lines in OBF, or JSON objects with "position"
    and perhaps "alpha", "beta" and "percent". Each position is solved once, also if a symmetric
    one occurs again. The same command goes on after an interruption.

    \b
    Examples:
      othello solve endings.obf
      othello solve --json game.sgf
      othello solve endings.obf --prove '>=1' -j 4
      othello solve many.obf -o results.jsonl --known earlier.jsonl --hash 16 -j 8
    """
    asked = asked_window(wld, window, claim)
    if output is not None and number is not None:
        raise BadInput("-o solves all positions of a file: omit --game")
    if output is not None and as_json:
        raise BadInput("-o writes JSON objects to its file: omit --json")
    warmup()
    if output is not None:
        batch = Batch(settings, SolvingLimits(nodes, seconds), order)
        alpha, beta = asked or WHOLE
        solve_batch(source, output, known, Terms(alpha, beta, int(percent)), batch, places)
        return
    if known:
        raise BadInput("--known needs -o, a file for the results")
    problems = read_problems(source, number)
    goal = Goal.WLD if asked == WINNER else Goal.EXACT
    limits = Limits(
        goal=goal,
        window=None if goal is Goal.WLD else asked,
        percent=int(percent),
        nodes=nodes,
        seconds=seconds,
    )
    solve_list(problems, limits, places, settings, as_json)


def asked_window(wld: bool, window: tuple[int, int] | None, claim: str | None) -> tuple[int, int] | None:
    """Return the window of the options; None if an exact value is asked for."""
    if wld + (window is not None) + (claim is not None) > 1:
        raise click.UsageError("--wld, --window and --prove exclude each other")
    if window is not None and window[0] >= window[1]:
        raise BadInput(f"--window {window[0]} {window[1]}: ALPHA must be less than BETA")
    if claim is not None:
        return parse_claim(claim)
    return WINNER if wld else window


def solve_list(
    problems: Sequence[ObfProblem], limits: Limits, places: Resources, settings: EngineSettings, as_json: bool
) -> None:
    """Solve some positions and print each answer."""
    view = as_object if as_json else as_row
    if not as_json:
        click.echo(wrapped(ROW_HEADING, sys.stdout))
    answers, is_interrupted = search_list(problems, limits, places, settings, view, is_watched=True)
    if is_interrupted:
        exit_interrupted(f"interrupted after {len(_solved(answers))} of {len(problems)} positions")
    if not as_json:
        click.echo(wrapped(summary(answers), sys.stdout))
    if any(answer.is_correct is False for answer in _solved(answers)):
        sys.exit(1)


def as_row(answer: Answer) -> str:
    """Return an answer as a line of the table."""
    problem, result = answer.problem, answer.result
    move = "-" if result.move is None else format_move(result.move)
    expected = "" if problem.value is None else f"{problem.value:+d}"
    mark = {True: "ok", False: "WRONG", None: ""}[answer.is_correct]
    row = (
        f"{problem.line or 1:>4} {problem.position.empties:>7} {result.score!s:>6}  {move:<4} "
        f"{expected:>5} {mark:<5}{result.nodes:>12,} {result.seconds:>10.3f} "
        f"{result.nodes_per_second / 1e6:>10.1f}"
    )
    return row if not result.was_stopped else f"{row}\n     not solved, {proved_text(result)}"


def proved_text(result: SearchResult) -> str:
    """Return the bounds that an interrupted search has proved, as text."""
    proved = f"proved: {result.lower:+d} to {result.upper:+d}"
    if (result.lower, result.upper) == (MIN_SCORE, MAX_SCORE):
        proved = "proved: nothing"
    return proved if result.score.is_proved else f"{proved}, {result.score} is an estimate"


def as_object(answer: Answer) -> JsonObject:
    """Return an answer as `--json` prints it."""
    problem, result = answer.problem, answer.result
    return {
        "number": problem.line or 1,
        **position_object(problem.position),
        **result_object(result),
        "solved": result.is_solved,
        "lower": result.lower,
        "upper": result.upper,
        "expected": problem.value,
        "ok": answer.is_correct,
    }


def _solved(answers: Sequence[Answer]) -> list[Answer]:
    return [answer for answer in answers if not answer.result.was_stopped]


def summary(answers: Sequence[Answer]) -> str:
    """Return the last line of the table."""
    nodes = sum(answer.result.nodes for answer in answers)
    seconds = sum(answer.result.seconds for answer in answers)
    checked = [answer for answer in _solved(answers) if answer.is_correct is not None]
    right = sum(answer.is_correct is True for answer in checked)
    note = f"; {right} of {len(checked)} as expected" if checked else ""
    return (
        f"{len(_solved(answers))} solved in {seconds:.3f} s, {nodes:,} nodes, "
        f"{nodes_per_second(nodes, seconds) / 1e6:.1f} M nodes/s{note}"
    )
