"""`othello train ratings`: rates tournament players by their results."""

from pathlib import Path

import click

from othello.cli.errors import exit_interrupted
from othello.cli.options import PATH, Integer, option
from othello.cli.progress import status
from othello.cli.targets import output_option
from othello.training import ratings as rating


@click.command()
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@output_option("-o --output", "CSV file for the ratings.", required=True)
@option("--check", Integer(1900, 9998), "Print how well the ratings up to this year predict later games.")
def ratings(files: tuple[Path, ...], output: Path, check: int | None) -> None:
    """Rate tournament players by their results.

    FILE is a WTHOR file (.wtb) with the list of players, WTH.JOU, in the same folder. Programs, whose names
    contain the programmer in parentheses, are excluded. Each row shows a player's rating in a year in which
    the player has games: name, year, rating, 95% interval and number of games. The mean rating of players
    with at least 10 games is
    1500. Rating differences are in Elo.

    \b
    Example:
      othello train ratings -o ratings.csv --check 2021 wthor/*.wtb
    """
    try:
        with status("rating"):
            results = rating.read(files)
            player_ratings = rating.rate(results)
            checked = None if check is None else rating.check(results, check)
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted: {output} was not written")
    rating.write(output, results, player_ratings)
    click.echo(
        f"the ratings of {len(set(player_ratings.players.tolist()))} people from {len(results.scores)} games "
        f"are in {output}"
    )
    if checked is not None:
        click.echo(
            f"{checked.games} games after {check}: the favorite won {checked.right / checked.decided:.1%} of "
            f"{checked.decided} decided games; the log loss is {checked.loss:.3f} (0.693 by guessing)"
        )
