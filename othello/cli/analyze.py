"""`othello analyze`: reviews a game, or all games in a file."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource
from rich.table import Table

from othello.book.location import shipped
from othello.cli.analyze_all import PageFolder, analyze_all
from othello.cli.errors import BadInput, exit_interrupted, wrapped
from othello.cli.options import (
    Integer,
    book_file_options,
    engine_options,
    flag,
    game_option,
    limit_options,
    option,
    peers_option,
    places_options,
    source_argument,
)
from othello.cli.progress import progress, say
from othello.cli.sources import SourceCommand, read_game
from othello.cli.tables import output as standard_output
from othello.cli.targets import REVIEWS, Output, PagesOutput, is_folder, output_option
from othello.errors import OthelloError
from othello.formats.record import GameRecord
from othello.jobs.task import HERE, Resources
from othello.native.library import warmup
from othello.players.book_player import OpeningBook, plies_in_book
from othello.players.rating import rate
from othello.review.accuracy import tally
from othello.review.annotation import SavedReview, annotated, saved_review
from othello.review.collection import INDEX
from othello.review.objects import format_loss, format_value, place, side_text
from othello.review.page import report
from othello.review.review import EXACT_FROM, REVIEW_LEVEL, ReviewedMove, review_game
from othello.review.reviews import Reviews
from othello.review.saved import reviewed_object, with_peers
from othello.rules.opening_names import name_of_game
from othello.rules.score import Color, Score
from othello.rules.square import format_move
from othello.search.jobs import Searches
from othello.search.json_objects import JsonObject
from othello.search.limits import Limits
from othello.search.settings import EngineSettings
from othello.storage import outputs

STYLES: Final = {"?!": "yellow", "?": "dark_orange", "??": "bold red"}
"""Terminal styles of marked moves."""
NARROW: Final = 60
"""In narrower terminals, opening names and times are hidden to make room for the marks."""


@click.command(cls=SourceCommand)
@source_argument
@game_option
@limit_options("each position", REVIEW_LEVEL)
@option(
    "--exact-from",
    Integer(0, 60),
    "Solve positions with at most N empty squares, no matter how long it takes.",
    EXACT_FROM,
)
@peers_option()
@book_file_options
@engine_options
@output_option(
    "--html page FILE|FOLDER",
    "Write the review as a web page. In a FOLDER, write a page per game, an index, and player profiles.",
    PagesOutput(),
)
@output_option("--sgf", "Write the game with comments, marks and best lines. `analyze` can read this file.")
@option("--board address ADDRESS", str, "Link the page to the board at this address (see othello site).")
@flag("--json as_json", "Print one JSON object.")
@output_option(
    "-o --output", "Review all games and append one JSON object per game to FILE.", Output(is_replaced=False)
)
@places_options
def analyze(
    source: str,
    number: int,
    limits: Limits,
    exact_from: int,
    peers: int | None,
    opening: OpeningBook | None,
    settings: EngineSettings,
    page: Path | None,
    sgf: Path | None,
    address: str | None,
    as_json: bool,
    output: Path | None,
    places: Resources,
) -> None:
    """Review a game and show how many discs each move lost.

    GAME is a list of moves, or a file in any format that `othello convert` reads. "-" is standard input. To
    start from another position, write 64 cells and the side to move before the moves. The review starts with
    the last move and works backward. Press Ctrl-C to see the moves reviewed so far.

    Values are in discs, from Black's point of view. Empty squares count for the winner. "~" marks a value
    that is not exact. A move is marked ?! if it loses at least 2 discs, ? if it loses at least 4, and ?? if
    it loses at least 10. "*" marks a move that gives away a win or a draw. Below the table, the review
    explains the marked moves and shows how often people play them. The last lines show each side's totals,
    accuracy (0 to 100), and estimated rating.

    A file written by --sgf contains the review. The command shows this review without searching again, unless
    --level, --time, --depth or --exact-from requires a deeper review.

    \b
    Examples:
      othello analyze game.ggf
      othello analyze WTH_2004.wtb --game 17 --html review.html
      othello analyze f5d6c3d3c4f4f6f3 --level 20 --json
      othello analyze game.ggf --sgf review.sgf
      othello analyze games.pgn --html reviews -j 4
      othello analyze games.pgn -o reviews.jsonl -j 4
    """
    if address is not None and (page is None or not re.match(r"https?://[^#\s]+$", address)):
        raise BadInput("--board needs --html and an address such as https://example.org/othello/")
    work = Reviews(Searches.of(settings), limits, exact_from, peers)
    folder = page if page is not None and is_folder(page) else None
    if output is not None or folder is not None:
        if as_json or (page, output).count(None) != 1 or sgf is not None or number > 1:
            if output is not None:
                raise BadInput("-o reviews all games, so omit --json, --html, --sgf and --game")
            raise BadInput("--html with a folder reviews all games, so omit --json, --sgf and --game")
        pages = None
        if folder is not None:
            pages = PageFolder(folder, Path(source).name, partial(page_of, opening, address, index=INDEX))
            output = output or folder / REVIEWS
        assert output is not None
        warmup()
        book = None if opening is None else opening.path or shipped()
        analyze_all(source, output, work, places, book, partial(as_object, opening), pages)
        return
    if places != HERE:
        raise BadInput(
            "-j and --dask work only for several games: name a file for their reviews with -o, or a folder"
            " for their pages with --html"
        )
    game = read_game(source, number)
    if not game.moves:
        raise BadInput(f"{source}: the game has no moves to review. To search a position, use othello hint")
    about, is_interrupted = work.heading("review 1"), False
    saved = saved_in(game, source) if game.review else None
    if saved:
        game = saved.game
    if saved and not asks_for_more(saved, about):
        moves, about = saved.moves, saved.heading
        if peers is not None:
            moves, about["peers"] = with_peers(game, moves, peers), peers
        say(f"{source}: this review comes from the file. To review the game again, use a higher --level")
    else:
        engine = work.searches.engine()
        review = review_game(game, engine, limits, exact_from=exact_from, peers=peers)
        moves, is_interrupted = taken(review, len(game.moves))
    plies = plies_of(opening, game)
    # Write the files first, because printing fails once nothing reads the output.
    if page is not None:
        with outputs.replacing(page) as file:
            file.write(page_of(opening, address, game, moves).encode())
        click.echo(f"the page is in {page}", err=True)
    if sgf is not None:
        with outputs.replacing(sgf) as file:
            file.write(annotated(game, moves, about).encode())
        click.echo(f"the game is in {sgf}", err=True)
    if as_json:
        click.echo(json.dumps(as_object(opening, game, moves)))
    else:
        print_review(game, moves)
        if plies is not None:
            click.echo(wrapped(book_text(game, plies), sys.stdout))
    if is_interrupted:
        exit_interrupted(f"interrupted: {len(moves)} of {len(game.moves)} moves reviewed")


def taken(review: Iterator[ReviewedMove], total: int) -> tuple[list[ReviewedMove], bool]:
    """Return the reviewed moves in game order and whether Ctrl-C ended the review."""
    moves: list[ReviewedMove] = []
    try:
        for move in progress(review, total, "reviewing"):
            moves.insert(0, move)
    except KeyboardInterrupt:
        if not moves:
            exit_interrupted("interrupted before any move was reviewed")
        return moves, True
    return moves, False


def saved_in(game: GameRecord, source: str) -> SavedReview | None:
    """Return the review stored in a game's file. If it is unusable, print the reason on standard error."""
    try:
        return saved_review(game)
    except OthelloError as error:
        say(f"{source}: the review in the file cannot be used: {error}")
        return None


def asks_for_more(saved: SavedReview, wanted: Mapping[str, object]) -> bool:
    """Return whether command-line options ask for a deeper review than *saved*.

    *wanted* is the heading that a review with these options would have.
    """
    context, known = click.get_current_context(), saved.heading
    given = {
        name
        for name in ("level", "depth", "seconds", "exact_from", "weights")
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    if "weights" in given and known.get("weights") != wanted["weights"]:
        return True
    return any(
        not isinstance(value := known.get(name), int | float) or value < context.params[name]
        for name in given - {"weights"}
    )


def book_text(game: GameRecord, plies: int) -> str:
    """Return a sentence about where a game leaves the book, which contains the game's first *plies* moves."""
    if plies == len(game.moves):
        return "every position of the game is in the book"
    return f"in the book up to move {plies}; move {plies + 1}, {format_move(game.moves[plies])}, leaves it"


def plies_of(opening: OpeningBook | None, game: GameRecord) -> int | None:
    """Return how many moves of a game the book contains, or None if there is no book."""
    return None if opening is None else plies_in_book(opening.book, game.positions())


def page_of(
    opening: OpeningBook | None,
    address: str | None,
    game: GameRecord,
    moves: Sequence[ReviewedMove],
    index: str | None = None,
) -> str:
    """Return a reviewed game as a web page with links to the board at *address* and to the page *index*."""
    return report(game, moves, book_plies=plies_of(opening, game), board_address=address, index=index)


def as_object(opening: OpeningBook | None, game: GameRecord, moves: Sequence[ReviewedMove]) -> JsonObject:
    """Return a review as `--json` prints it. Scores are for the side to move."""
    return {
        "black": side_object(game, moves, Color.BLACK),
        "white": side_object(game, moves, Color.WHITE),
        "event": game.event,
        "date": game.date,
        "result": game.result,
        "start": game.start.format(),
        "opening": name_of_game(game.positions()),
        "book_plies": plies_of(opening, game),
        "complete": len(moves) == len(game.moves),
        "moves": [reviewed_object(game, move) for move in moves],
    }


def side_object(game: GameRecord, moves: Sequence[ReviewedMove], color: Color) -> JsonObject:
    """Return a side's totals as `--json` prints them."""
    side, player = tally(moves, color), game.player(color)
    return {
        "name": player.name,
        "rating": player.rating,
        "moves": side.moves,
        "best": side.best,
        "loss": round(side.loss, 1),
        "accuracy": None if side.accuracy is None else round(side.accuracy, 1),
        "move_rating": asdict(rate([(game.board(), color)])),
        **{mark.name.lower(): count for mark, count in side.marks.items()},
    }


def print_review(game: GameRecord, moves: Sequence[ReviewedMove]) -> None:
    """Print the review as a table."""
    console = standard_output(100)
    names = f"{name_of(game, Color.BLACK)} (X) - {name_of(game, Color.WHITE)} (O)"
    result = "" if game.result is None else f", {game.result:+g} for black"
    opening = name_of_game(game.positions())
    click.echo(wrapped(names + result + (f"; {opening}" if opening else ""), sys.stdout))
    console.print(table_of(game, moves, is_narrow=console.width < NARROW))
    for move in moves:
        text = " ".join(move.sentences)
        if text:
            name = f"{place(game, move.ply)}. {format_move(move.move)}{move.mark.value}: "
            click.echo(name + wrapped(text, sys.stdout, used=len(name)))
    for color in Color:
        click.echo(wrapped(side_text(game, moves, color), sys.stdout))


def name_of(game: GameRecord, color: Color) -> str:
    """Return a player's name and, if known, the rating. If the name is unknown, return the color instead."""
    player = game.player(color)
    return f"{player.name or color}{'' if player.rating is None else f' {player.rating:g}'}"


def table_of(game: GameRecord, moves: Sequence[ReviewedMove], *, is_narrow: bool) -> Table:
    """Return the moves as a table, with times if the game contains them and the terminal is wide enough."""
    has_times = any(played.seconds is not None for played in game.played)
    table = Table(box=None, pad_edge=False, padding=(0, 1 if is_narrow else 2, 0, 0))
    names = ["#", "", "move", "value", "best", "value", "lost", "", "seconds", "opening"]
    hidden = {"opening"} if is_narrow else set()
    hidden |= {"seconds"} if is_narrow or not has_times else set()
    for name in names:
        if name not in hidden:
            justify = "right" if name in ("#", "value", "lost", "seconds") else "left"
            table.add_column(name, justify=justify, no_wrap=name != "opening")  # type: ignore[arg-type]
    for move in moves:
        mark = move.mark.value
        lost = format_loss(move.loss)
        seconds = game.played[move.ply - 1].seconds
        cells = [
            place(game, move.ply),
            "X" if move.turn is Color.BLACK else "O",
            format_move(move.move),
            value_text(move.played),
            format_move(move.best_move) if lost else "",
            value_text(move.best) if lost else "",
            lost,
            mark + "*" * move.changes_result,
            "" if seconds is None else f"{seconds:.1f}",
            move.opening or "",
        ]
        shown = (cell for name, cell in zip(names, cells, strict=True) if name not in hidden)
        table.add_row(*shown, style=STYLES.get(mark))
    return table


def value_text(score: Score) -> str:
    """Return a value for black: "+12" if it is exact, otherwise "~+1.3"."""
    text = format_value(score.pov(Color.BLACK))
    return text if score.is_exact else f"~{text}"
