"""`othello solve`: exact end games."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from othello.cli.base import INTERRUPTED, engine_options
from othello.cli.solve_display import Display
from othello.settings import EngineSettings

if TYPE_CHECKING:
    from othello.formats.obf import ObfProblem
    from othello.results import SearchResult
    from othello.tools.solve import Answer


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("source", metavar="FILE.obf|POSITION")
@click.option("--wld", is_flag=True, help="Find out only who wins.")
@engine_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each position.")
def solve(source: str, wld: bool, settings: EngineSettings, as_json: bool) -> None:
    """Solve end games exactly.

    The value is the final difference of discs, for the side to move.

    The argument is a file with positions in OBF, or one position: 64 cells and the side to
    move. Answers are checked where the file knows them; if one is wrong the exit status is 1.
    Ctrl-C prints what is proved of the position in work and ends with status 130.

    \b
    Examples:
      othello solve endings.obf
      othello solve --json endings.obf
    """
    problems = read_problems(source)
    from othello.engine import Engine
    from othello.limits import Goal
    from othello.tools.solve import solve_all
    from othello.tools.warmup import warm_up

    warm_up()
    goal = Goal.WLD if wld else Goal.EXACT
    answers: list[Answer] = []
    if not as_json:
        click.echo(ROW_HEADING)
    engine = Engine.from_settings(settings)
    with Display(engine, len(problems)) as display:
        try:
            for answer in solve_all(problems, engine, goal, display.watch):
                if answer.result.is_solved:
                    answers.append(answer)
                display.echo(json.dumps(as_object(answer)) if as_json else as_row(answer))
                if display.is_interrupted:
                    break
        except KeyboardInterrupt:
            display.is_interrupted = True
    if display.is_interrupted:
        click.echo(f"interrupted after {len(answers)} of {len(problems)} positions", err=True)
        sys.exit(INTERRUPTED)
    if not as_json:
        click.echo(summary(answers))
    if any(answer.is_correct is False for answer in answers):
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


def as_row(answer: "Answer") -> str:
    """An answer as a line of the table for people."""
    from othello.square import format_move

    problem, result = answer.problem, answer.result
    move = "-" if result.move is None else format_move(result.move)
    expected = "" if answer.expected is None else f"{answer.expected:+d}"
    mark = {True: "ok", False: "WRONG", None: ""}[answer.is_correct]
    speed = result.nodes_per_second / 1e6
    row = (
        f"{problem.line or 1:>4} {problem.position.empties:>7} {result.score!s:>6}  {move:<4} "
        f"{expected:>5} {mark:<5}{result.nodes:>12,} {result.seconds:>10.3f} {speed:>10.1f}"
    )
    return row if result.is_solved else f"{row}\n     not solved: {known(result)}"


def known(result: "SearchResult") -> str:
    """What a solution that was interrupted has found out, and what that is worth."""
    from othello.results import MAX_SCORE, MIN_SCORE

    proved = f"proved is {result.lower:+d} to {result.upper:+d}"
    if (result.lower, result.upper) == (MIN_SCORE, MAX_SCORE):
        proved = "nothing is proved"
    return proved if result.score.is_proved else f"{proved}, {result.score} is an estimate"


def as_object(answer: "Answer") -> dict[str, object]:
    """An answer as the object that `--json` prints."""
    from othello.score import Kind
    from othello.square import format_move

    problem, result = answer.problem, answer.result
    is_exact = result.is_solved and result.score.kind is Kind.EXACT
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
    if not result.is_solved:
        found |= {"lower": result.lower, "upper": result.upper}
    if answer.expected is not None:
        found |= {"expected": answer.expected, "ok": answer.is_correct}
    return found


def summary(answers: "list[Answer]") -> str:
    """The last line of the table."""
    from othello.results import nodes_per_second

    nodes = sum(answer.result.nodes for answer in answers)
    seconds = sum(answer.result.seconds for answer in answers)
    checked = [answer for answer in answers if answer.is_correct is not None]
    right = sum(answer.is_correct is True for answer in checked)
    note = f"; {right} of {len(checked)} as expected" if checked else ""
    speed = nodes_per_second(nodes, seconds) / 1e6
    return f"{len(answers)} solved in {seconds:.3f} s, {nodes:,} nodes, {speed:.1f} M nodes/s{note}"
