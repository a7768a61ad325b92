"""`othello train import`: samples from files of games and positions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import Integer, flag, option, places_options, weights_option
from othello.cli.progress import RunState, count_made, progress_of_work, say
from othello.cli.sources import SUFFIXES
from othello.cli.train.options import folder_option, sources_argument
from othello.jobs.task import Resources
from othello.native.library import warmup
from othello.search import evaluation_files
from othello.training import bulk, texts
from othello.training import importing as importers
from othello.training.generation import TrainingResources
from othello.training.settings import PARTS, ImportSettings
from othello.training.texts import Text

DEFAULT = ImportSettings()
TEXT_MIDGAME: Final = 60
"""The default of --midgame for games in text files, whose players do not err much."""


@click.command("import")
@sources_argument
@folder_option
@option(
    "--exact-from exact",
    Integer(0, 30),
    f"Solve positions with at most N, and at least {importers.MIN_IMPORTED}, empty squares. With 0, "
    "positions of games in text files get the result of the game instead.",
    DEFAULT.exact,
)
@option(
    "--midgame",
    Integer(0, 60),
    "Give earlier positions with at most N empty squares the first solved value; 0 means none.  "
    f"[default: {TEXT_MIDGAME} for text files, {DEFAULT.midgame} for WTHOR files]",
)
@option(
    "--skip",
    Integer(0, 60),
    "Leave out the first N plies of games in text files.  [default: the number that names the folder "
    "of a file, or 0]",
)
@option(
    "--part",
    click.Choice(PARTS),
    "Games to import: the half for training, the half for tests, or all.",
    DEFAULT.part,
)
@option("-g --games", Integer(1), "Total number of games of WTHOR files, chosen at random.  [default: all]")
@flag("--estimates", "The values in OBF files are estimates.")
@weights_option
@places_options
def importing(
    sources: tuple[Path, ...],
    folder: Path,
    exact: int,
    midgame: int | None,
    skip: int | None,
    part: str,
    games: int | None,
    estimates: bool,
    weights: Path | None,
    places: Resources,
) -> None:
    """Make samples from games and from positions with values.

    Games are in WTHOR files (.wtb), or in text files with the moves of one game in each line. Positions
    are in OBF files, or in text files with 64 cells and a value in each line. Text files (.txt, also
    .txt.gz, .txt.bz2 and in .zip) have the formats of Egaroucid's training data. A folder stands for all
    such files in it.

    The end of each game is solved; the result of the players is not used, except with --exact-from 0. The
    number of a game is a hash of its moves, so a game has the same number in every file. Games with odd
    numbers are for tests, and `network` refuses them. After an interruption, the same command continues; it
    may also name new files.

    \b
    Examples:
      othello train import -o human wthor/*.wtb
      othello train import -o held-out --part test --games 5000 wthor
      othello train import -o scored positions.obf
      othello train import -o egaroucid --part all --exact-from 0 Egaroucid_Train_Data
    """
    files = by_kind(sources)
    if 0 < exact < importers.MIN_IMPORTED or (exact == 0 and files.games):
        raise BadInput(
            f"--exact-from {exact} must be from {importers.MIN_IMPORTED} to 30, or 0 for text files"
        )
    if games is not None and not files.games:
        raise BadInput(f"--games {games} chooses games of WTHOR files, and there are none")
    evaluation = evaluation_files.load(weights)
    means = TrainingResources(places, evaluation, say)
    warmup()
    if files.positions:
        count = importers.import_obf(folder, files.positions, is_exact=not estimates, part=part)
        click.echo(f"{count} positions were added to {folder}")
    if files.games:
        found, illegal = importers.load(files.games)
        if illegal:
            click.echo(f"{illegal} of {len(found)} games have an illegal move, and end there", err=True)
        settings = ImportSettings(exact, midgame or 0, part=part)
        total = min(len(importers.games_of_part(found, part)), games or len(found))
        counts = importers.import_wthor(folder, found, settings, means, games)
        count_made(counts, total, "solving", "games", folder)
    if files.texts:
        settings = ImportSettings(exact, TEXT_MIDGAME if midgame is None else midgame, skip, part)
        import_texts(files.texts, folder, settings, means)


class Files(NamedTuple):
    """Files to import."""

    games: list[Path]
    """WTHOR files."""
    positions: list[Path]
    """OBF files."""
    texts: list[Text]


def by_kind(sources: Sequence[Path]) -> Files:
    """Return the files to import; a folder stands for the files in it, and for text files in its folders."""
    files = Files([], [], [])
    for source in sources:
        found = sorted(source.iterdir()) if source.is_dir() else [source]
        games = [path for path in found if path.suffix.lower() == ".wtb"]
        positions = [path for path in found if path.suffix.lower() == ".obf"]
        text_files = texts.find(source)
        if not (games or positions or text_files):
            is_folder = source.is_dir() or source.suffix.lower() == texts.ARCHIVE
            what = (
                "has no .wtb, .obf or .txt files" if is_folder else "is not a .wtb, .obf, .txt or .zip file"
            )
            advice = "there is nothing to import"
            if source.suffix.lower() in SUFFIXES and not is_folder:
                advice = f"`othello convert {source} {source.with_suffix('.txt')}` makes one of its games"
            raise BadInput(f"{source} {what}: {advice}")
        files.games.extend(games)
        files.positions.extend(positions)
        files.texts.extend(text_files)
    return files


def import_texts(
    sources: Sequence[Text], folder: Path, settings: ImportSettings, means: TrainingResources
) -> None:
    """Import text files with a progress bar; at the end or after Ctrl-C print the number of samples."""
    count, total = 0, sum(text.size for text in sources)
    why = "is passed over: its first line is neither a game nor a board with a value"
    found = bulk.import_texts(folder, sources, settings, means, lambda path: say(f"{path} {why}"))
    try:
        for state in progress_of_work(
            (RunState(each.done, total, each.samples) for each in found), "reading"
        ):
            count = state.jobs
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted: {count} samples are in {folder}, the same command continues")
    click.echo(f"{count} samples are in {folder}")
