"""`othello hint`: the best moves of a position."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from othello.cli.base import INTERRUPTED, BadInput, engine_options
from othello.cli.json_output import line_object
from othello.cli.sources import read_board
from othello.cli.tables import print_table
from othello.settings import EngineSettings

if TYPE_CHECKING:
    from othello.board import Board
    from othello.results import Info, Line


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("text", metavar="POSITION|MOVES")
@click.option(
    "-n",
    "--lines",
    type=click.IntRange(1, 64),
    default=5,
    show_default=True,
    help="How many of the best moves.",
)
@click.option("--level", type=click.IntRange(0, 60), help="How well to search.  [default: 16 without others]")
@click.option("--time", "seconds", type=click.FloatRange(0.001, 86400), metavar="S", help="Seconds for all.")
@click.option("--depth", type=click.IntRange(1, 60), help="Plies to look ahead.")
@click.option("--exact", is_flag=True, help="Solve to the end of the game, however long it takes.")
@engine_options
@click.option("--svg", "picture", type=click.Path(path_type=Path), help="Draw the values on a board, as SVG.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def hint(
    text: str,
    lines: int,
    level: int | None,
    seconds: float | None,
    depth: int | None,
    exact: bool,
    settings: EngineSettings,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Show the best moves of a position with their values.

    The position is 64 cells and the side to move, or the moves that lead to it. Values are in
    discs, for the side to move: "+4" is the proved end of the game, "+4 (87%)" its end with
    that probability, "+4.00 (depth 16, 73%)" an estimate from so many plies ahead.

    Ctrl-C ends the search and shows what it has.

    \b
    Examples:
      othello hint f5d6c3d3c4 -n 3
      othello hint --time 10 f5d6c4
      othello hint --json "---------------------------OX------XO--------------------------- X"
    """
    board = read_board(text)
    if board.is_over:
        raise BadInput(f"the game is over, {board.result}: there is no move to look for")
    from othello.engine import Engine
    from othello.limits import Goal, Limits
    from othello.tools.warmup import warm_up

    if (level, seconds, depth) == (None, None, None):
        level = LEVEL
    goal = Goal.EXACT if exact else Goal.MOVE
    limits = Limits(level=level, depth=depth, seconds=seconds, goal=goal, multipv=lines)
    warm_up()
    latest: list[Info] = []
    is_interrupted = False
    with status() as tell:

        def note(info: "Info") -> None:
            latest[:] = [info]
            tell(f"depth {info.depth}, {info.nodes:,} nodes")

        try:
            result = Engine.from_settings(settings).go(board.position, limits, on_info=note)
            found, nodes, elapsed = result.lines, result.nodes, result.seconds
        except KeyboardInterrupt:
            if not latest:
                raise
            is_interrupted = True
            found, nodes, elapsed = latest[0].lines, latest[0].nodes, latest[0].seconds
    show(board, found, nodes, elapsed, as_json)
    if picture is not None:
        draw(board, found, picture)
    if is_interrupted:
        click.echo("interrupted; these are the best moves so far", err=True)
        sys.exit(INTERRUPTED)


LEVEL = 16
"""How well a position is searched unless asked otherwise."""


def show(board: "Board", lines: "tuple[Line, ...]", nodes: int, seconds: float, as_json: bool) -> None:
    """Print the answer."""
    from othello.opening_names import name_of
    from othello.square import format_move

    opening = name_of(board.position)
    if as_json:
        found: dict[str, object] = {
            "position": board.position.format(),
            "turn": str(board.turn),
            "opening": opening,
            "lines": [line_object(line) for line in lines],
            "nodes": nodes,
            "seconds": round(seconds, 6),
        }
        click.echo(json.dumps(found))
        return
    name = f"; {opening}" if opening else ""
    click.echo(f"{board.turn} to move, {board.position.empties} empty squares{name}")
    rows = [
        (format_move(line.move), str(line.score), " ".join(map(format_move, line.pv[1:]))) for line in lines
    ]
    print_table(("move", "value", "and then"), rows, left=(0, 2))
    click.echo(f"{nodes:,} nodes, {seconds:.3f} s")


def draw(board: "Board", lines: "tuple[Line, ...]", path: Path) -> None:
    """Write a picture of the position with the values on it."""
    from othello import svg
    from othello.square import PASS

    values = {line.move: line.score.discs for line in lines if line.move != PASS}
    try:
        path.write_text(svg.board(board, values=values), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: the picture cannot be written: {error.strerror}") from None


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """A line on standard error that tells how far the search is, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console

    with Console(stderr=True).status("searching") as line:
        yield lambda text: line.update(f"searching: {text}")
