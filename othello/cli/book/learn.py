"""`othello book learn`: counts games in a book."""

from functools import partial
from pathlib import Path

import click

from othello.book.book import LEARNED_PLIES, Book
from othello.book.learning import StrongPlayers, learn_file
from othello.cli.book.options import book_argument
from othello.cli.errors import exit_interrupted
from othello.cli.options import COUNT, EXISTING, FILE, Integer, flag, option
from othello.cli.progress import counted, say, status
from othello.errors import FormatError
from othello.formats.files import read_games


@click.command()
@book_argument
@click.argument("files", metavar="GAMES...", nargs=-1, required=True, type=FILE)
@option("--plies", Integer(1, 60), "Count only positions within the first N moves.", LEARNED_PLIES)
@option("--least", COUNT, "At the end, remove positions that have no value and fewer than N games.", 1)
@option(
    "--strong-players FILE RATING",
    (EXISTING, COUNT),
    "Also count games between players with a rating of at least RATING in FILE.",
)
@flag("--again", "Count files again even if this book has already counted them.")
def learn(
    path: Path,
    files: tuple[Path, ...],
    plies: int,
    least: int,
    strong_players: tuple[Path, int] | None,
    again: bool,
) -> None:
    """Count how often games reach a book's positions.

    The book stores how often games reached each position and how these games ended. GAMES are files in any
    format that `othello convert` reads. Games with an illegal move are reported and omitted. `othello book
    build` prefers positions that people reach often, and `othello book show` shows the counts.

    With --strong-players, the book also counts the games in which both players were rated RATING or more in
    the year of the game. `othello train ratings` writes FILE.

    Each file counts once, even under another name, unless you use --again or change --plies. Ctrl-C ends the
    command. Run the same command to continue.

    \b
    Examples:
      othello book learn my.book WTH_*.wtb
      othello book learn my.book club.ggf --plies 20
      othello book learn my.book WTH_*.wtb --strong-players ratings.csv 1700
    """
    total, players = 0, StrongPlayers(*strong_players) if strong_players else None
    count_in = partial(learn_file, plies=plies, again=again, strong=players)
    for file in files:
        # Read a game before creating a new book, because reading raises FormatError if a file contains no
        # games. Unreadable games are reported later.
        next(read_games(file, lambda error: None), None)
    try:
        with status("learning") as show, Book(path, writable=True) as book:
            for file in files:
                count, bad = 0, list[FormatError]()
                for count in count_in(book, file, read_games(file, bad.append)):
                    show(f"learning {file.name}: {counted(count, 'game')}")
                total += count
                for error in bad:
                    say(str(error))
            if least > 1:
                book.store.remove_rare(least)
                book.compact()
            positions = len(book)
    except KeyboardInterrupt:
        exit_interrupted("interrupted: run the same command to continue")
    if strong_players and players and total and not players.is_matched:
        say(f"{strong_players[0]}: no name matches a player of these games, so no game counts as strong")
    click.echo(f"{counted(total, 'game')} learned, {counted(positions, 'position')} in the book", err=True)
