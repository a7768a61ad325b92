"""`othello suite`: tests the engine on positions with known scores."""

import json
import sys
from collections.abc import Sequence
from typing import Final

import click

from othello.cli.errors import exit_interrupted, wrapped
from othello.cli.options import (
    engine_options,
    flag,
    limit_options,
    one_game_option,
    places_options,
    source_argument,
)
from othello.cli.progress import progress, say
from othello.cli.sources import SourceCommand, read_problems
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.native.library import warmup
from othello.rules.square import format_move
from othello.search import levels
from othello.search.jobs import Searches
from othello.search.json_objects import JsonObject, position_object, result_object, work_object
from othello.search.limits import Limits
from othello.search.settings import EngineSettings
from othello.solving.answers import Answer, answer_all, summary

ROW_HEADING: Final = "line empties  move  best      loss  depth         nodes    seconds"


@click.command(cls=SourceCommand)
@source_argument
@one_game_option
@limit_options("each position", levels.DEFAULT)
@places_options
@engine_options
@flag("--json as_json", "Print one JSON object per position, then a summary.")
def suite(
    source: str,
    number: int | None,
    limits: Limits,
    places: Resources,
    settings: EngineSettings,
    as_json: bool,
) -> None:
    """Test the engine on positions with known scores.

    The command searches each position and counts the discs that the engine's moves lose. OBF files contain
    scores for the moves. Other positions are searched but not judged. Give them as 64 cells and the side to
    move, as moves, or as a file in any other format that `othello convert` reads. "-" is standard input.

    \b
    Examples:
      othello suite positions.obf --depth 8
      othello suite positions.obf --time 0.1 --json
    """
    problems = read_problems(source, number)
    warmup()
    if not as_json:
        click.echo(wrapped(ROW_HEADING, sys.stdout))
    given: list[Answer] = []
    is_interrupted = False
    try:
        with executor(Searches.of(settings), places.for_jobs(len(problems)), log=say) as workers:
            for answer in progress(answer_all(problems, workers, limits), len(problems), "searching"):
                given.append(answer)
                click.echo(json.dumps(as_object(answer)) if as_json else wrapped(as_row(answer), sys.stdout))
    except KeyboardInterrupt:
        is_interrupted = True
    if given or not is_interrupted:
        total = json.dumps(summary_object(given)) if as_json else wrapped(summary_text(given), sys.stdout)
        click.echo(total)
    if is_interrupted:
        exit_interrupted(f"interrupted after {len(given)} of {len(problems)} positions")


def as_row(answer: Answer) -> str:
    """Return an answer as a row of the table."""
    problem, result = answer.problem, answer.result
    move = "-" if result.move is None else format_move(result.move)
    best = " ".join(map(format_move, problem.best_moves[:2])) + ".." * (len(problem.best_moves) > 2)
    if answer.is_best is None:
        loss = ""
    else:
        loss = "?" if answer.loss is None else str(answer.loss)
    return (
        f"{problem.line or 1:>4} {problem.position.empties:>7}  {move:<5} {best:<9} {loss:>4}"
        f"  {result.depth:>5} {result.nodes:>13,} {result.seconds:>10.3f}"
    )


def as_object(answer: Answer) -> JsonObject:
    """Return an answer as `--json` prints it."""
    problem = answer.problem
    return {
        "number": problem.line or 1,
        **position_object(problem.position),
        **result_object(answer.result),
        "best": [format_move(move) for move in problem.best_moves],
        "ok": answer.is_best,
        "loss": answer.loss,
    }


def summary_text(given: Sequence[Answer]) -> str:
    """Return the last line of the table."""
    totals = summary(given)
    time = f"{totals.nodes:,} nodes, {totals.seconds:.3f} s"
    if totals.best_share is None:
        return f"{totals.positions} positions, none of which have scores for their moves; {time}"
    text = f"{totals.best} of {totals.judged} best moves, {100 * totals.best_share:.1f} %"
    if totals.mean_loss is not None:
        text += f"; mean loss {totals.mean_loss:.2f} discs, maximum loss {totals.greatest_loss}"
    if totals.unknown_losses:
        text += f", unknown for {totals.unknown_losses} moves"
    return f"{text}; {time}"


def summary_object(given: Sequence[Answer]) -> JsonObject:
    """Return the last object that `--json` prints."""
    totals = summary(given)
    return {
        "positions": totals.positions,
        "judged": totals.judged,
        "best": totals.best,
        "best_share": None if totals.best_share is None else round(totals.best_share, 5),
        "mean_loss": None if totals.mean_loss is None else round(totals.mean_loss, 4),
        "greatest_loss": totals.greatest_loss,
        "unknown_losses": totals.unknown_losses,
        **work_object(totals.nodes, totals.seconds),
    }
