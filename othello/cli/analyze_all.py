"""`othello analyze -o`: reviews all games in a file and resumes after an interruption."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from othello.cli.errors import BadInput
from othello.cli.progress import count_made, say
from othello.cli.sources import exists, noted, opened
from othello.errors import InvalidNotationError, usable
from othello.formats.files import read_games
from othello.formats.record import GameRecord
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.review.collection import INDEX, ReviewedGame, collection_pages, game_page
from othello.review.review import ReviewedMove
from othello.review.reviews import ReviewJob, Reviews
from othello.review.saved import MAX_LINE, reviewed_moves
from othello.search.identity import digest
from othello.search.json_objects import JsonObject
from othello.storage import outputs
from othello.storage.append import ContinuedFile, sealed
from othello.storage.fields import Fields

AsObject = Callable[[GameRecord, Sequence[ReviewedMove]], JsonObject]


@dataclass
class PageFolder:
    """A folder of web pages: reviewed games, an index, and player profiles."""

    folder: Path
    name: str
    """The title of the index."""
    page_of: Callable[[GameRecord, Sequence[ReviewedMove]], str]
    """Returns the web page of a game."""
    games: dict[int, ReviewedGame] = field(default_factory=dict)

    def open(self) -> None:
        """Create the folder if needed. Raises BadInput if its index was written by another program."""
        index = self.folder / INDEX
        with usable(self.folder):
            self.folder.mkdir(exist_ok=True)
            if index.exists() and b'content="othello ' not in index.read_bytes()[:1000]:
                raise BadInput(f"{index}: another program wrote this page: choose another folder")

    def add(self, number: int, game: GameRecord, moves: Sequence[ReviewedMove]) -> None:
        """Write the page of a game."""
        self.games[number] = ReviewedGame(number, game, moves)
        self._write(game_page(number), self.page_of(game, moves))

    def write_index(self) -> None:
        """Write the player profiles and an index of the games reviewed so far."""
        games = [self.games[number] for number in sorted(self.games)]
        for name, text in collection_pages(self.name, games):
            self._write(name, text)

    def _write(self, name: str, text: str) -> None:
        with outputs.replacing(self.folder / name) as file:
            file.write(text.encode())


def analyze_all(
    source: str,
    output: Path,
    work: Reviews,
    places: Resources,
    book: Path | None,
    as_object: AsObject,
    pages: PageFolder | None = None,
) -> None:
    """Review the games in a file, append an object for each game to *output*, and print the number of games.

    book  -- the opening book used for the reviews
    pages -- where to write the reviews as web pages, or None for no pages
    """
    path = opened(source)
    if not exists(Path(path)):
        raise BadInput(f"-o reviews all games in a file, but {source} is not a file")
    games = {
        number: ReviewJob(number, noted(game, f"{source}, game {number}"))
        for number, game in enumerate(read_games(path), 1)
        if game.moves
    }

    def number_of(row: Fields) -> int:
        """Write the page of the game in a row and return the game's number."""
        number = row.whole("number", 1, max(games, default=0))
        if number not in games:
            raise InvalidNotationError(f"game {number} has no moves to review")
        if pages:
            game = games[number].game
            pages.add(number, game, reviewed_moves(game, row.inner_lists("moves", MAX_LINE), work.peers))
        return number

    settings = work.searches.settings
    own = work.heading(
        "reviews 1",
        input=digest(path),
        hash=settings.table_mib,
        threads=settings.threads,
        book=None if book is None else digest(book),
    )
    if pages:
        pages.open()
    with ContinuedFile(output, own) as file:
        done = set(file.rows(number_of))
        waiting = [job for job in games.values() if job.number not in done]

        def counts() -> Iterator[int]:
            """Review the remaining games and yield the number of reviews so far."""
            count = len(games) - len(waiting)
            yield count
            with executor(work, places, log=say) as workers:
                for review in workers.results(
                    waiting, lambda job: f"game {job.number} cannot be reviewed: ", keep_going=True
                ):
                    number, game = review.job.number, review.job.game
                    file.append(sealed({"number": number, **as_object(game, review.result)}))
                    if pages:
                        pages.add(number, game, review.result)
                    count += 1
                    yield count

        try:
            count_made(counts(), len(games), "reviewing", "reviews", pages.folder if pages else output)
        finally:
            if pages:
                pages.write_index()
