"""Games counted in a book: each game once, whatever happens."""

import hashlib
import os
from pathlib import Path

import pytest

from othello import Board, Book, FormatError, GameRecord, read_games, write_games
from othello.book import learning
from othello.book.learning import counts_of, learn_file
from othello.formats import textfile
from tests.book.books import contents
from tests.positions import WIPE_OUT, random_board

BATCH = 60


@pytest.fixture(scope="module", autouse=True)
def _small_batches():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "BATCH", BATCH)
        yield


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A file of more than two batches of games."""
    path = tmp_path_factory.mktemp("games") / "games.ggf"
    games = [GameRecord.from_board(random_board(seed, 12)) for seed in range(40)]
    games += [GameRecord.from_board(random_board(1, 60)), GameRecord.from_moves(["f5", "d6"])]
    write_games(path, games * (2 * BATCH // len(games) + 1))
    return path


def learned(book, path, **options):
    return list(learn_file(book, path, read_games(path), plies=20, **options))


def test_counts_are_those_of_a_plain_loop(file):
    """The counts equal the counts of `Book.learn`, game by game."""
    games = list(read_games(file))
    with Book() as one, Book() as other:
        assert learned(one, file)[-1] == len(games)
        for game in games:
            other.learn(game.board(), result=game.result, plies=20)
        assert {key: record.games for key, record in contents(one).items()} == {
            key: record.games for key, record in contents(other).items()
        }


def test_a_file_counts_once(file, tmp_path):
    """A file that was already counted is skipped, even under another name, unless the caller wants it
    again."""
    copy = tmp_path / "copy.ggf"
    copy.write_bytes(file.read_bytes())
    with Book() as book:
        games = learned(book, file)[-1]
        assert (learned(book, file), learned(book, copy)) == ([], [])
        assert book.get("").games.visits == games
        assert learned(book, file, again=True)[-1] == games
        assert book.get("").games.visits == 2 * games


def test_a_file_of_any_size_is_learned(file, monkeypatch):
    """Only files that are read as a whole have a size limit. The mark of a file is computed in pieces."""
    content = file.read_bytes()
    monkeypatch.setattr(textfile, "LARGEST_FILE", 100)
    with Book() as book:
        assert learned(book, file)
        assert book.store.meta(f"learned 20 {hashlib.sha256(content).hexdigest()[:32]}")


@pytest.mark.skipif(os.name != "posix", reason="devices as POSIX has them")
def test_a_device_without_an_end_is_not_learned():
    with Book() as book, pytest.raises(FormatError, match="this is not a regular file"):
        next(learn_file(book, Path("/dev/zero"), [], plies=20))


def test_a_file_that_was_left_after_a_batch_goes_on_behind_it(file):
    with Book() as book, Book() as whole:
        progress = learn_file(book, file, read_games(file), plies=20)
        assert next(progress) == BATCH
        progress.close()
        assert book.get("").games.visits == BATCH
        assert learned(book, file)[-1] == learned(whole, file)[-1] - BATCH
        assert contents(book) == contents(whole)


def test_results_count_for_the_side_to_move():
    """A game that Black wins counts as a win where Black is to move, and as a loss where White is to move."""
    counts = counts_of([GameRecord.from_moves(GameRecord.from_board(random_board(0, 0)).moves)], 60)
    assert len(counts) == 1
    game = GameRecord.from_board(Board(WIPE_OUT))
    assert game.result == 64
    for key, tally in counts_of([game], 60).items():
        is_black = (60 - key[0]) % 2 == 0
        assert (tally.visits, tally.wins, tally.losses) == (1, int(is_black), int(not is_black))


def test_rare_positions_are_removed(file):
    """Positions that have no value and occur in few games can be removed. Positions with a value stay."""
    with Book() as book:
        learned(book, file)
        few = [key for key, record in contents(book).items() if record.games.visits < 10]
        book.store.remove_rare(10)
        assert few
        assert not set(few) & set(contents(book))
