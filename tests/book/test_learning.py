"""Games counted in a book: each game once, whatever happens."""

import hashlib
import os
import random
from pathlib import Path

import pytest

from othello import (
    Board,
    Book,
    FormatError,
    GameCounts,
    GameRecord,
    Player,
    read_games,
    write_games,
)
from othello.book import learning
from othello.book.learning import StrongPlayers, counts_of, learn_file
from othello.formats import textfile
from tests import model
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


RATINGS = """player,year,rating,low,high,games
Ann,1999,1800,0,0,9
Ann,2001,1650,0,0,9
Bob,1998,1700,0,0,9
"Cat, the",2000,1950,0,0,9
Dan,2000,1699,0,0,9
"""
STRONG_IN = {1998: {"Bob"}, 1999: {"Ann", "Bob"}, 2000: {"Ann", "Bob", "Cat, the"}, 2001: {"Bob", "Cat, the"}}
"""The players with a rating of at least 1700, by year. After a year without games, the last rating counts."""


def rated(folder, text=RATINGS):
    path = folder / "ratings.csv"
    path.write_text(text)
    return path


def images(board):
    """Return the eight forms of a board of the slow model, as tuples."""
    for _ in range(2):
        board = [board[8 * (square % 8) + square // 8] for square in range(64)]
        for _ in range(4):
            board = [board[8 * (7 - square % 8) + square // 8] for square in range(64)]
            yield tuple(board)


def test_games_of_strong_players_are_those_of_a_slow_count(tmp_path):
    """The counts of WTHOR files equal a count with the slow model. A book in two runs is the same book."""
    rng, plies = random.Random(5), 12
    names = ["Ann", "Bob", "Cat, the", "Dan", "Engine (Eve)", "???"]
    slow = {}
    with Book() as book:
        for year in STRONG_IN:
            path, games = tmp_path / f"WTH_{year}.wtb", []
            for _ in range(70):
                board, players = random_board(rng.randrange(9), 99), rng.sample(names, 2)
                black, white = (Player(name) for name in players)
                games.append(GameRecord.from_board(board, black=black, white=white, date=str(year)))
                current, side = model.start(), 1
                for move in [*games[-1].moves[:plies], None]:
                    own = side * games[-1].result
                    for kind in range(1 + STRONG_IN[year].issuperset(players)):
                        tally = slow.setdefault(min(images(current)), ([0] * 4, [0] * 4))[kind]
                        for place, counts in enumerate((True, own > 0, own == 0, own < 0)):
                            tally[place] += counts
                    if move is not None:
                        current, side = model.play(current, int(move)), -side
            write_games(path, games)
            options = {"plies": plies, "strong": StrongPlayers(rated(tmp_path), 1700)}
            next(learn_file(book, path, read_games(path), **options))  # one batch, and the rest
            assert list(learn_file(book, path, read_games(path), **options)) == [70 - BATCH]
        assert book.strong_rating == 1700
        entries = {min(images(model.of(position))): entry for position, entry in book}
        assert entries.keys() == slow.keys()
        for board, (games, strong) in slow.items():
            assert (entries[board].games, entries[board].strong) == (GameCounts(*games), GameCounts(*strong))
        assert 0 < book.get("").strong.visits < book.get("").games.visits / 2
        moves = book.moves("f5")
        assert [move.strong for move in moves] == [
            -book.get(Board(f"f5{move.move}")).strong for move in moves
        ]


@pytest.mark.parametrize("line", ["Ann,1999", "Ann,soon,1800", "Ann,1999,1e3", "", "x" * 200_000])
def test_a_faulty_line_of_ratings_is_named_by_its_number(line, tmp_path):
    with pytest.raises(FormatError, match="line 2: this is not a line of `othello train ratings`"):
        StrongPlayers(rated(tmp_path, f"player,year,rating\n{line}\n"), 1700)
    with pytest.raises(FormatError, match="line 1: this is not a line of `othello train ratings`"):
        StrongPlayers(rated(tmp_path, "name;points\n"), 1700)


def test_a_book_counts_strong_players_from_one_rating(file, tmp_path):
    path = rated(tmp_path)
    with Book() as book:
        assert book.strong_rating is None
        learned(book, file, strong=StrongPlayers(path, 1700))
        with pytest.raises(FormatError, match="players as strong from a rating of 1700, not 1800"):
            learned(book, file, strong=StrongPlayers(path, 1800), again=True)
