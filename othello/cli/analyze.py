"""`othello analyze`: a game with the value of every move."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from othello.cli.base import INTERRUPTED, BadInput, engine_options, progress
from othello.cli.json_output import score_object
from othello.cli.sources import read_game
from othello.settings import EngineSettings

if TYPE_CHECKING:
    from othello.formats.record import GameRecord
    from othello.review.review import ReviewedMove
    from othello.score import Score


@click.command()
@click.argument("source", metavar="FILE|MOVES")
@click.option(
    "--game", "number", type=click.IntRange(1), default=1, help="Which game of the file.  [default: 1]"
)
@click.option("--level", type=click.IntRange(1, 60), help="How well to search.  [default: 14 without others]")
@click.option(
    "--time", "seconds", type=click.FloatRange(0.001, 86400), metavar="S", help="Seconds a position."
)
@click.option("--depth", type=click.IntRange(1, 60), help="Plies to look ahead.")
@click.option(
    "--exact",
    "exact_from",
    type=click.IntRange(0, 60),
    default=22,
    show_default=True,
    metavar="N",
    help="Solve from N empty squares on, however long it takes.",
)
@engine_options
@click.option(
    "--html", "page", type=click.Path(path_type=Path), help="Write a page to look at the game with."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def analyze(
    source: str,
    number: int,
    level: int | None,
    seconds: float | None,
    depth: int | None,
    exact_from: int,
    settings: EngineSettings,
    page: Path | None,
    as_json: bool,
) -> None:
    """Review a game: what each move is worth, the best move, and the discs lost.

    The game is a file in any format that `othello convert` reads, or its moves themselves. It
    is searched from the end to the beginning, so that Ctrl-C keeps the values of the moves that
    are already known.

    Values are discs for black, empty squares to the winner; those that are not proved have a "~".
    ?! marks a move that loses 2 discs or more, ? 4, ?? 10; "*" one that gives away a win or a draw.

    \b
    Examples:
      othello analyze game.ggf
      othello analyze WTH_2004.wtb --game 17 --html review.html
      othello analyze f5d6c3d3c4f4f6f3 --level 20 --json
    """
    game = read_game(source, number)
    if not game.moves:
        raise BadInput(f"{source}: the game has no moves to review")
    if page is not None:
        check_writable(page)
    from othello.engine import Engine
    from othello.limits import Limits
    from othello.review.review import LEVEL, review
    from othello.tools.warmup import warm_up

    if (level, seconds, depth) == (None, None, None):
        level = LEVEL
    limits = Limits(level=level, depth=depth, seconds=seconds)
    warm_up()
    moves: list[ReviewedMove] = []
    is_interrupted = False
    found = review(game, Engine.from_settings(settings), limits, exact_from=exact_from)
    try:
        for move in progress(found, len(game.moves), "reviewing"):
            moves.insert(0, move)
    except KeyboardInterrupt:
        is_interrupted = True
    if as_json:
        click.echo(json.dumps(as_object(game, moves)))
    else:
        print_review(game, moves)
    if page is not None:
        write_page(page, game, moves)
    if is_interrupted:
        click.echo(f"interrupted: {len(moves)} of {len(game.moves)} moves are reviewed", err=True)
        sys.exit(INTERRUPTED)


def check_writable(page: Path) -> None:
    """Refuse a page that could not be written, before the work of an hour is done."""
    if page.is_dir() or not page.absolute().parent.is_dir():
        raise BadInput(f"{page}: the page cannot be written there: give a file in a folder that exists")


def write_page(path: Path, game: "GameRecord", moves: "Sequence[ReviewedMove]") -> None:
    """Write the page."""
    from othello.review.page import report

    try:
        path.write_text(report(game, moves), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: the page cannot be written: {error.strerror}") from None
    click.echo(f"{path}: the page is written", err=True)


def as_object(game: "GameRecord", moves: "Sequence[ReviewedMove]") -> dict[str, object]:
    """The review as `--json` prints it; scores are in the view of who moves."""
    from othello.opening_names import name_of_game
    from othello.review.review import tally
    from othello.score import Color

    def side(color: Color) -> dict[str, object]:
        found = tally(moves, color)
        marks = {mark.name.lower(): count for mark, count in found.marks.items()}
        return {
            "name": game.player(color).name,
            "moves": found.moves,
            "best": found.best,
            "loss": round(found.loss, 2),
            **marks,
        }

    return {
        "black": side(Color.BLACK),
        "white": side(Color.WHITE),
        "event": game.event,
        "date": game.date,
        "result": game.result,
        "start": game.start.format(),
        "opening": name_of_game(game.positions()),
        "complete": len(moves) == len(game.moves),
        "moves": [move_object(move) for move in moves],
    }


def move_object(move: "ReviewedMove") -> dict[str, object]:
    """One move of the review."""
    from othello.square import format_move

    return {
        "ply": move.ply,
        "turn": str(move.turn),
        "position": move.position.format(),
        "move": format_move(move.move),
        "played": score_object(move.played),
        "best_move": format_move(move.best_move),
        "best": score_object(move.best),
        "loss": round(move.loss, 2),
        "exact": move.is_exact,
        "mark": move.mark.value,
        "changes_result": move.changes_result,
        "pv": " ".join(map(format_move, move.pv)),
        "opening": move.opening,
    }


STYLES = {"?!": "yellow", "?": "dark_orange", "??": "bold red"}
"""How marked moves look in a terminal that has colors."""


def print_review(game: "GameRecord", moves: "Sequence[ReviewedMove]") -> None:
    """Print the table for people."""
    from rich.console import Console
    from rich.table import Table

    from othello.opening_names import name_of_game
    from othello.review.page import format_loss
    from othello.square import format_move

    console = Console(
        file=sys.stdout,
        highlight=False,
        markup=False,
        emoji=False,
        width=None if sys.stdout.isatty() else 100,
    )
    names = f"{game.black.name or 'black'} (X) - {game.white.name or 'white'} (O)"
    result = "" if game.result is None else f", {game.result:+g} for black"
    opening = name_of_game(game.positions())
    console.print(names + result + (f"; {opening}" if opening else ""), soft_wrap=True)
    table = Table(box=None, pad_edge=False)
    for name in ("#", "", "move", "value", "best", "value", "lost", "", "opening"):
        table.add_column(
            name, justify="right" if name in ("#", "value", "lost") else "left", no_wrap=name != "opening"
        )
    for move in moves:
        mark = move.mark.value
        lost = format_loss(move.loss)
        table.add_row(
            str(move.ply),
            "X" if move.turn.name == "BLACK" else "O",
            format_move(move.move),
            value_text(move.played),
            format_move(move.best_move) if lost else "",
            value_text(move.best) if lost else "",
            lost,
            mark + "*" * move.changes_result,
            move.opening or "",
            style=STYLES.get(mark),
        )
    console.print(table)
    for line in sums(game, moves):
        console.print(line, soft_wrap=True)


def value_text(score: "Score") -> str:
    """A value for black: "+12" is proved, "~+1.3" is not."""
    from othello.review.page import format_value
    from othello.review.review import is_proved
    from othello.score import Color

    text = format_value(score.pov(Color.BLACK))
    return text if is_proved(score) else f"~{text}"


def sums(game: "GameRecord", moves: "Sequence[ReviewedMove]") -> list[str]:
    """What each side lost, a line for each."""
    from othello.review.review import tally
    from othello.score import Color

    found = []
    for color in Color:
        side = tally(moves, color)
        marks = ", ".join(f"{count} {mark.value}" for mark, count in side.marks.items() if count)
        found.append(
            f"{game.player(color).name or color}: {side.best} of {side.moves} moves the best, "
            f"{side.loss:.1f} discs lost{f': {marks}' if marks else ''}"
        )
    return found
