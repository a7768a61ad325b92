"""`othello analyze -o`: reviews of all games of a file, in a file that runs continue."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from othello.cli.errors import INTERRUPTED, BadInput
from othello.cli.progress import progress_of_counts, say
from othello.cli.sources import exists, games_of
from othello.errors import FormatError
from othello.formats.record import GameRecord
from othello.jobs.lines import AppendedFile
from othello.jobs.places import Places
from othello.jobs.team import Team, team
from othello.jobs.work import Failed, check_failures
from othello.json_objects import JsonObject
from othello.review.review import ReviewedMove
from othello.review.reviews import ReviewJob, Reviews

AsObject = Callable[[GameRecord, Sequence[ReviewedMove]], JsonObject]


def analyze_all(source: str, output: Path, work: Reviews, places: Places, as_object: AsObject) -> None:
    """Review the games of a file and append an object for each to *output*; print their number."""
    if not exists(Path(source)):
        raise BadInput(f"-o reviews all games of a file, but {source} is not a file")
    games = [ReviewJob(number, game) for number, game in enumerate(games_of(Path(source)), 1) if game.moves]
    failed: list[str] = []
    with AppendedFile(output) as file:
        done = reviewed(file)
        waiting = [job for job in games if job.number not in done]
        count = len(games) - len(waiting)

        def counts(workers: Team[ReviewJob, list[ReviewedMove]]) -> Iterator[int]:
            nonlocal count
            yield count
            for found in workers.run(waiting):
                if isinstance(found, Failed):
                    failed.append(f"game {found.job.number} cannot be reviewed: {found.reason}")
                    continue
                review = {"number": found.job.number, **as_object(found.job.game, found.result)}
                file.append(json.dumps(review))
                count += 1
                yield count

        try:
            with team(work, places, say=say) as workers:
                for _ in progress_of_counts(counts(workers), len(games), "reviewing"):
                    pass
        except KeyboardInterrupt:
            say(f"interrupted after {count} of {len(games)} games, which are in {output}")
            sys.exit(INTERRUPTED)
    click.echo(f"{count} reviews are in {output}")
    check_failures(failed)


def reviewed(file: AppendedFile) -> set[int]:
    """Return the numbers of the games whose reviews a file has; raises FormatError for another file."""
    found: set[int] = set()
    for line, text in enumerate(file.lines(), 1):
        try:
            number = json.loads(text)["number"]
        except (ValueError, LookupError, TypeError):
            raise FormatError(file.path, line, "this is not a review: choose another name") from None
        found.add(number)
    return found
