"""`othello solve`: exact solutions of endgames."""

import json
import sys
from collections.abc import Sequence
from typing import Final

import click

from othello.cli.errors import INTERRUPTED
from othello.cli.json_output import JsonObject, position_object, result_object
from othello.cli.options import engine_options, source_argument
from othello.cli.solve_display import SolveDisplay
from othello.cli.sources import SourceCommand, read_problems
from othello.cli.wrapping import wrapped
from othello.engine import Engine
from othello.kernels.warmup import warmup
from othello.limits import Goal
from othello.results import MAX_SCORE, MIN_SCORE, SearchResult, nodes_per_second
from othello.settings import EngineSettings
from othello.square import format_move
from othello.tools.solve import Answer, solve_all

ROW_HEADING: Final = "line empties  score  move  expected         nodes    seconds  M nodes/s"


@click.command(cls=SourceCommand)
@source_argument
@click.option("--wld", is_flag=True, help="Find only whether the position is a win, a draw or a loss.")
@engine_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each position.")
def solve(source: str, wld: bool, settings: EngineSettings, as_json: bool) -> None:
    """Solve endgames exactly.

    A value is the final disc difference for the side to move, with the empty squares given to
    the winner.

    The position is 64 cells and the side to move, or the moves that lead to it, or a file in any
    format that `othello convert` reads; "-" is standard input. Of a file, all positions are
    solved, and the last position of each game. If an OBF file has other scores than the
    solutions, the exit status is 1.

    Ctrl-C prints the bounds proved so far for the current position and ends with status 130.

    \b
    Examples:
      othello solve endings.obf
      othello solve --json game.sgf
    """
    problems = read_problems(source)
    warmup()
    answers: list[Answer] = []
    if not as_json:
        click.echo(wrapped(ROW_HEADING, sys.stdout))
    engine = Engine.from_settings(settings)
    with SolveDisplay(engine, len(problems)) as display:
        try:
            for answer in solve_all(problems, engine, Goal.WLD if wld else Goal.EXACT, display.watch):
                if answer.result.is_solved:
                    answers.append(answer)
                display.echo(
                    json.dumps(as_object(answer)) if as_json else wrapped(as_row(answer), sys.stdout)
                )
                if display.is_interrupted:
                    break
        except KeyboardInterrupt:
            display.is_interrupted = True
    if display.is_interrupted:
        click.echo(f"interrupted after {len(answers)} of {len(problems)} positions", err=True)
        sys.exit(INTERRUPTED)
    if not as_json:
        click.echo(wrapped(summary(answers), sys.stdout))
    if any(answer.is_correct is False for answer in answers):
        sys.exit(1)


def as_row(answer: Answer) -> str:
    """Return an answer as a line of the table."""
    problem, result = answer.problem, answer.result
    move = "-" if result.move is None else format_move(result.move)
    expected = "" if answer.expected is None else f"{answer.expected:+d}"
    mark = {True: "ok", False: "WRONG", None: ""}[answer.is_correct]
    row = (
        f"{problem.line or 1:>4} {problem.position.empties:>7} {result.score!s:>6}  {move:<4} "
        f"{expected:>5} {mark:<5}{result.nodes:>12,} {result.seconds:>10.3f} "
        f"{result.nodes_per_second / 1e6:>10.1f}"
    )
    return row if result.is_solved else f"{row}\n     not solved, {proved_text(result)}"


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
        "expected": answer.expected,
        "ok": answer.is_correct,
    }


def summary(answers: Sequence[Answer]) -> str:
    """Return the last line of the table."""
    nodes = sum(answer.result.nodes for answer in answers)
    seconds = sum(answer.result.seconds for answer in answers)
    checked = [answer for answer in answers if answer.is_correct is not None]
    right = sum(answer.is_correct is True for answer in checked)
    note = f"; {right} of {len(checked)} as expected" if checked else ""
    return (
        f"{len(answers)} solved in {seconds:.3f} s, {nodes:,} nodes, "
        f"{nodes_per_second(nodes, seconds) / 1e6:.1f} M nodes/s{note}"
    )
