"""`othello hint`: shows the best moves in a position."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from othello.book.book import moves_object
from othello.cli.best_moves import print_best_moves
from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import (
    Integer,
    book_file_options,
    engine_options,
    first_source_argument,
    flag,
    game_option,
    limit_options,
    option,
)
from othello.cli.progress import status
from othello.cli.sources import SourceCommand, read_board
from othello.cli.tables import output
from othello.cli.targets import output_option
from othello.native.library import warmup
from othello.players.book_player import OpeningBook
from othello.rules import svg
from othello.rules.board import Board
from othello.rules.opening_names import name_of
from othello.rules.square import PASS, parse_squares
from othello.search.engine import Engine
from othello.search.json_objects import JsonObject, lines_object, position_object, work_object
from othello.search.limits import Goal, Limits
from othello.search.results import Line, SearchInfo, SearchResult
from othello.search.root_moves import root_moves
from othello.search.settings import EngineSettings
from othello.storage import outputs

LEVEL: Final = 16
"""Default level of the search."""


@click.command(cls=SourceCommand)
@first_source_argument
@game_option
@option("-n --multipv", Integer(1, 64), "Number of best moves to show.", 5)
@option("--only MOVES", str, "Consider only these moves, for example f5,d6.")
@option("--without MOVES", str, "Consider all moves except these.")
@limit_options("the position", LEVEL)
@flag("--solve is_solving", "Solve the position exactly, no matter how long it takes.")
@book_file_options
@engine_options
@output_option("--svg picture", "Draw the values on a board.")
@flag("--json as_json", "Print one JSON object.")
def hint(
    source: str | None,
    number: int,
    multipv: int,
    only: str | None,
    without: str | None,
    limits: Limits,
    is_solving: bool,
    opening: OpeningBook | None,
    settings: EngineSettings,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Show the best moves in a position with their values.

    Give the position as 64 cells and the side to move, as the moves that lead to it, or as a file in any
    format that `othello convert` reads. "-" is standard input. The default is the start of the game.

    Values are in discs, for the side to move. The second line shows how certain they are: "exact", "87%" for
    a final score with this probability, or "depth 16, 73%" for an estimate from a 16-ply search. If a value
    is more or less certain than this, it is followed by its certainty, as in "+4 (exact)".

    If the opening book contains the position, the column "book" shows the book's values.

    Press Ctrl-C to see the best moves found so far.

    \b
    Examples:
      othello hint f5d6c3d3c4 -n 3
      othello hint --time 10 f5d6c4
      othello hint f5d6c4 --without d3,g5
      othello hint game.ggf --json
    """
    board = read_board(source, number)
    if board.is_over:
        raise BadInput(f"the game is over ({board.result}), so there is no move to suggest")
    moves = root_moves(board.position, parse_squares(only or ""), parse_squares(without or ""))
    goal = Goal.EXACT if is_solving else Goal.MOVE
    limits = replace(limits, goal=goal, multipv=multipv, root_moves=moves)
    warmup()
    result: SearchInfo | SearchResult | None = None
    is_interrupted = False
    with status("searching") as show_status:

        def on_info(info: SearchInfo) -> None:
            nonlocal result
            result = info
            show_status(f"searching: depth {info.depth}, {info.nodes:,} nodes")

        try:
            result = Engine.from_settings(settings).play(board.position, limits, on_info=on_info)
        except KeyboardInterrupt:
            if result is None:
                raise
            is_interrupted = True
    # Write the picture first, because printing fails once nothing reads the output.
    if picture is not None:
        draw(board, result.lines, picture)
    if as_json:
        click.echo(json.dumps(as_object(board, result, opening, is_complete=not is_interrupted)))
    else:
        print_lines(board, result, opening)
    if is_interrupted:
        exit_interrupted("interrupted: these are the best moves so far")


def as_object(
    board: Board, result: SearchInfo | SearchResult, opening: OpeningBook | None, *, is_complete: bool
) -> JsonObject:
    """Return the best moves as `--json` prints them."""
    return {
        **position_object(board.position),
        "opening": name_of(board.position),
        "lines": lines_object(result.lines),
        "book": moves_object(opening.book if opening else None, board),
        "complete": is_complete,
        **work_object(result.nodes, result.seconds),
    }


def print_lines(board: Board, result: SearchInfo | SearchResult, opening: OpeningBook | None) -> None:
    """Print the best moves as a table."""
    name = name_of(board.position)
    named = f"; {name}" if name else ""
    console = output()
    console.print(f"{board.turn} to move, {board.position.empties} empty squares{named}")
    print_best_moves(console, board, result.lines, opening)
    console.print(f"{result.nodes:,} nodes, {result.seconds:.3f} s")


def draw(board: Board, lines: Sequence[Line], path: Path) -> None:
    """Draw the board with the moves' values and write the picture to *path*."""
    values = {line.move: line.score.discs for line in lines if line.move != PASS}
    with outputs.replacing(path) as file:
        file.write(svg.board(board, values=values).encode())
