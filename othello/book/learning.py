"""Counts games in a book: how often games reached each position, and how they ended.

Counts are written in batches, together with the number of games in the file that are done. The next run can
therefore continue after an interruption, and every game counts only once, even if the process is killed.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from othello.book.book import Book, outcome
from othello.book.entry import NO_GAMES, GameCounts
from othello.book.keys import Key, key_of_words
from othello.errors import check_regular, usable
from othello.formats.record import GameRecord
from othello.formats.textfile import open_unpacked
from othello.storage import streams

BATCH: Final = 500
"""Number of games in a batch."""


def learn_file(
    book: Book, path: Path, games: Iterable[GameRecord], *, plies: int, again: bool = False
) -> Iterator[int]:
    """Count the games in a file. After each batch, yield how many games have been counted so far.

    games  -- the games in the file, always in the same order
    plies  -- positions after more moves than this are omitted
    again  -- whether to count games even if this book has counted them before

    A file that has been counted before is recognized by its content, not its name. With a different *plies*,
    its games are counted again. Raises FormatError if the file cannot be read.
    """
    store = book.store
    if path != streams.STANDARD:
        check_regular(path)  # reading a device may never end
    with usable(path), open_unpacked(path) as file:
        mark = f"learned {plies} {hashlib.file_digest(file, 'sha256').hexdigest()[:32]}"  # type: ignore[arg-type]
    first = done = 0 if again else store.count_of(mark)
    source = store.source("games")
    rest = islice(games, done, None)
    while batch := list(islice(rest, BATCH)):
        done += len(batch)
        with store.transaction():
            store.count_games(counts_of(batch, plies), source)
            store.set_meta(mark, str(done))
        yield done - first


def counts_of(games: Iterable[GameRecord], plies: int) -> dict[Key, GameCounts]:
    """Return the counts for all positions that games reached, each from its side to move's point of view.

    A position cannot occur twice in a game, so no game is counted twice for a position.
    """
    totals: defaultdict[Key, GameCounts] = defaultdict(lambda: NO_GAMES)
    for game in games:
        for position in game.board(plies).positions():
            key, _ = key_of_words(position.player, position.opponent)
            totals[key] += outcome(game.result, position.turn)
    return totals
