"""Counts how often games reached each position of a book and how they ended.

Counts are written in batches, together with the number of games in the file that have been counted. After an
interruption, the next run can therefore continue from there. Every game counts only once, even if the process
is killed.
"""

import csv
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from othello.book.book import Book, outcome
from othello.book.entry import NO_GAMES, GameCounts
from othello.book.keys import Key, key_of_words
from othello.errors import FormatError, check_regular, usable
from othello.formats.record import GameRecord
from othello.formats.textfile import open_unpacked, read_lines
from othello.storage import streams

BATCH: Final = 500
"""Number of games in a batch."""
_COLUMNS: Final = ["player", "year", "rating"]


class StrongPlayers:
    """The players with a rating of at least `rating`, by year."""

    def __init__(self, path: Path, rating: int) -> None:
        """Read the ratings in a file that `othello train ratings` wrote. Raises FormatError if this fails."""
        self.rating = rating
        self.is_matched = False
        """Whether the file contains a player of any game so far."""
        self._ratings: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for row, (number, line) in enumerate(read_lines(path)):
            try:
                cells = next(csv.reader([line]))[: len(_COLUMNS)]
                if row:
                    player, year, points = cells
                    self._ratings[player][int(year)] = int(points)
                elif cells != _COLUMNS:
                    raise ValueError
            except (ValueError, csv.Error):
                raise FormatError(path, number, "this is not a line of `othello train ratings`") from None

    def played(self, game: GameRecord) -> bool:
        """Return whether both players of a game had at least this rating in the year of the game.

        If a player has no rating for this year, the rating of the last earlier year counts.
        """
        year = int(game.date[:4]) if re.match(r"[0-9]{4}", game.date) else 0
        players = (game.black, game.white)
        self.is_matched |= any(player.name in self._ratings for player in players)
        for player in players:
            ratings = self._ratings.get(player.name, {})
            past = [known for known in ratings if known <= year]
            if not past or ratings[max(past)] < self.rating:
                return False
        return True


def learn_file(
    book: Book,
    path: Path,
    games: Iterable[GameRecord],
    *,
    plies: int,
    again: bool = False,
    strong: StrongPlayers | None = None,
) -> Iterator[int]:
    """Count the games in a file. After each batch, yield how many games have been counted so far.

    games  -- the games in the file, always in the same order
    plies  -- positions after more moves than this are not counted
    again  -- whether to count games even if this book has counted them before
    strong -- games between these players are also counted separately. None counts no games separately.

    A file that has been counted before is recognized by its content, not its name. With a different *plies*,
    its games are counted again. Raises FormatError if the file cannot be read, or if other players count as
    strong in the book.
    """
    store = book.store
    if strong is not None:
        store.set_strong_rating(strong.rating)
    if path != streams.STANDARD:
        check_regular(path)  # a device may have no end
    with usable(path), open_unpacked(path) as file:
        mark = f"learned {plies} {hashlib.file_digest(file, 'sha256').hexdigest()[:32]}"  # type: ignore[arg-type]
    first = done = 0 if again else store.count_of(mark)
    source = store.source("games")
    rest = islice(games, done, None)
    while batch := list(islice(rest, BATCH)):
        done += len(batch)
        with store.transaction():
            selection = filter(strong.played, batch) if strong else ()
            store.count_games(counts_of(batch, plies), counts_of(selection, plies), source)
            store.set_meta(mark, str(done))
        yield done - first


def counts_of(games: Iterable[GameRecord], plies: int) -> dict[Key, GameCounts]:
    """Return the counts for all positions in games, from the point of view of each position's side to move.

    A position cannot occur twice in a game, so a position counts each game only once.
    """
    totals: defaultdict[Key, GameCounts] = defaultdict(lambda: NO_GAMES)
    for game in games:
        for position in game.board(plies).positions():
            key, _ = key_of_words(position.player, position.opponent)
            totals[key] += outcome(game.result, position.turn)
    return totals
