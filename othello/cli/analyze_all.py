"""`othello analyze -o`: reviews of all games of a file, in a file that runs continue."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from othello.cli.errors import BadInput
from othello.cli.progress import count_made, say
from othello.cli.sources import exists, games_of, noted, opened
from othello.formats.record import GameRecord
from othello.jobs.identity import digest, heading
from othello.jobs.lines import ContinuedFile, sealed
from othello.jobs.team import team
from othello.jobs.work import Failed, Places, check_failures
from othello.review.review import ReviewedMove
from othello.review.reviews import ReviewJob, Reviews
from othello.search.json_objects import JsonObject

AsObject = Callable[[GameRecord, Sequence[ReviewedMove]], JsonObject]


def analyze_all(
    source: str, output: Path, work: Reviews, places: Places, book: Path | None, as_object: AsObject
) -> None:
    """Review the games of a file and append an object for each to *output*; print their number.

    *book* is the opening book that the objects depend on.
    """
    path = opened(source)
    if not exists(Path(path)):
        raise BadInput(f"-o reviews all games of a file, but {source} is not a file")
    games = [
        ReviewJob(number, noted(game, f"{source}, game {number}"))
        for number, game in enumerate(games_of(path), 1)
        if game.moves
    ]
    failed: list[str] = []
    settings = work.searches.settings
    own = heading(
        "reviews 1",
        work.searches.evaluation,
        input=digest(path),
        level=work.limits.level,
        depth=work.limits.depth,
        seconds=work.limits.seconds,
        exact_from=work.exact_from,
        peers=work.peers,
        hash=settings.table_mib,
        threads=settings.threads,
        book=None if book is None else digest(book),
    )
    with ContinuedFile(output, own) as file:
        most = games[-1].number if games else 0
        done = set(file.rows(lambda found: found.whole("number", 1, most)))
        waiting = [job for job in games if job.number not in done]

        def counts() -> Iterator[int]:
            count = len(games) - len(waiting)
            yield count
            with team(work, places, say=say) as workers:
                for found in workers.run(waiting):
                    if isinstance(found, Failed):
                        failed.append(f"game {found.job.number} cannot be reviewed: {found.reason}")
                        continue
                    review = {"number": found.job.number, **as_object(found.job.game, found.result)}
                    file.append(sealed(review))
                    count += 1
                    yield count

        count_made(counts(), len(games), "reviewing", "reviews", output)
    check_failures(failed)
