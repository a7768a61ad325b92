"""Playing with a book: the moves it plays, their variety, its end, and openings as people play them."""

from collections import Counter

import pytest

from othello import Board, Book, Engine, FormatError, GameCounts, Limits, Position
from othello.book.keys import children, key_of
from othello.book.propagation import propagate
from othello.book.records import Record
from othello.book.value import heuristic
from othello.players.book_player import BOOK_MARGIN, MIN_PLAYED, OpeningBook, plies_in_book
from othello.players.level_player import LevelPlayer

FIRST = Position.start().play("f5")


@pytest.fixture(scope="module")
def engine():
    with Engine(table_mib=1) as engine:
        yield engine


def put(book, position, cd):
    """Add a position whose best outside move, the first one, has a value."""
    key, _ = key_of(position)
    book.store.put([(key, Record(move=children(key)[0][0], move_value=heuristic(cd, 18, 73)))])
    propagate(book.store, [key])


@pytest.fixture
def path(tmp_path):
    """A book in which white answers f5 with d6 (0), f6 (-0.4) or f4 (-5)."""
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        for move, cd, games in (("d6", 0, (40, 20, 0)), ("f6", 40, (20, 10, 0)), ("f4", 500, (10, 0, 0))):
            after = FIRST.play(move)
            for reply in after.legal_moves:
                put(book, after.play(reply), -cd)
            key, _ = key_of(after)
            book.store.put([(key, Record(games=GameCounts(sum(games), *games)))])
            propagate(book.store, [key])
        key, _ = key_of(FIRST)
        book.store.put([(key, Record(games=GameCounts(100)))])
        propagate(book.store, [key])
    return path


def chosen(path, engine, loss, seeds=40):
    opening = OpeningBook(path, loss=loss)
    board = Board("f5")
    return Counter(str(opening.choose(engine, board, seed=seed).move) for seed in range(seeds))


def test_without_a_loss_the_best_move_is_played_whatever_the_seed(path, engine):
    assert chosen(path, engine, 0.0) == {"d6": 40}


def test_variety(path, engine):
    """With a tolerance, all moves within it can be played, and no others. The same seed gives the same
    move."""
    counts = chosen(path, engine, 0.5)
    assert counts.keys() == {"d6", "f6"}
    assert min(counts.values()) > 8
    assert counts == chosen(path, engine, 0.5)
    assert chosen(path, engine, 5.0).keys() == {"d6", "f6", "f4"}


def test_the_result_has_the_value_of_the_book_with_its_kind_a_line_and_no_search(path, engine):
    result = OpeningBook(path).choose(engine, Board("f5"), seed=1)
    assert (result.is_book, result.nodes, result.move, result.pv[0]) == (True, 0, "d6", "d6")
    assert str(result.score) == "+0.00 (depth 18, 73%)"
    assert len(result.pv) > 1
    assert not engine.play("f5", depth=1).is_book


def test_outside_the_book_and_before_a_pass_there_is_no_book_move(path, engine):
    opening = OpeningBook(path)
    for text in ("f5d6c3d3", "-" + "X" * 62 + "O X"):
        assert opening.choose(engine, Board(text), seed=1) is None
        assert opening.choose_as_people(Board(text), seed=1) is None


@pytest.mark.parametrize(("below", "plays"), [(BOOK_MARGIN - 1, True), (BOOK_MARGIN + 1, False)])
def test_the_margin_at_the_end_of_the_book(below, plays, engine, tmp_path):
    """At the end of the book, its move is played only if a search does not value the position much higher."""
    board = Board("f5d6c3")
    value = engine.play(board, Limits(level=8)).score
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        put(book, board.position, round(value.value - 100 * below))
    result = OpeningBook(path).choose(engine, board, seed=1)
    assert (result is not None) == plays
    assert result is None or result.nodes > 0


def test_moves_are_as_frequent_as_in_the_games_and_have_their_losses(path):
    opening, board = OpeningBook(path), Board("f5")
    counts = Counter(str(opening.choose_as_people(board, seed=seed).move) for seed in range(300))
    assert counts["d6"] == pytest.approx(180, abs=20)
    assert counts["f6"] == pytest.approx(90, abs=20)
    assert counts["f4"] == pytest.approx(30, abs=13)
    moves = [opening.choose_as_people(board, seed=seed) for seed in range(100)]
    assert {str(move.move): move.loss for move in moves}.items() >= {"d6": 0.0, "f6": 0.4}.items()


def test_a_move_without_a_value_is_not_played_however_often_people_play_it(tmp_path):
    with Book(tmp_path / "my.book", writable=True) as book:
        for reply in FIRST.play("d6").legal_moves:
            put(book, FIRST.play("d6").play(reply), 0)
        for position, visits in ((FIRST.play("d6"), 1), (FIRST.play("f4"), 99), (FIRST, 100)):
            key, _ = key_of(position)
            book.store.put([(key, Record(games=GameCounts(visits)))])
            propagate(book.store, [key])
        assert {str(move.move): move.games.visits for move in book.moves("f5")} == {"d6": 1, "f4": 99}
    opening = OpeningBook(tmp_path / "my.book")
    assert {str(opening.choose_as_people(Board("f5"), seed=seed).move) for seed in range(20)} == {"d6"}


def test_where_few_games_are_known_the_book_has_no_move_as_people_play_it(path):
    with Book(path, writable=True) as book:
        key, _ = key_of(FIRST)
        book.store.put([(key, Record(games=GameCounts(MIN_PLAYED - 1)))])
        propagate(book.store, [key])
    assert OpeningBook(path).choose_as_people(Board("f5"), seed=1) is None


def test_a_player_at_a_level_plays_from_its_book(path, engine):
    board = Board("f5")
    player = LevelPlayer("2", opening=OpeningBook(path), seed=1, engine=lambda: engine)
    assert player.choose(board).is_book
    player.opening = None
    assert not player.choose(board).is_book


def test_the_book_of_the_package_knows_the_start_and_does_not_learn(engine):
    opening = OpeningBook()
    assert opening.choose(engine, Board(), seed=1).move == "f5"
    with pytest.raises(FormatError, match="cannot learn games: use --book FILE"):
        opening.learn(Board("f5"))


def test_a_game_is_counted_in_the_file_which_is_open_for_reading_meanwhile(path):
    opening = OpeningBook(path)
    before = opening.book.get("f5").games.visits
    assert opening.learn(Board("f5d6c3")) == 4
    assert opening.book.get("f5").games.visits == before + 1


@pytest.mark.parametrize("content", [None, b"", b"text"])
def test_a_file_that_is_missing_or_is_not_a_book_is_refused_at_once(content, tmp_path):
    path = tmp_path / "my.book"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(FormatError):
        OpeningBook(path)
    with pytest.raises(ValueError, match="loss must be at least 0, not -1"):
        OpeningBook(loss=-1)


def test_damage_that_is_found_in_a_game(path, engine, capsys):
    """If a book turns out to be damaged, one message is printed, and the engine continues without the
    book."""
    player = LevelPlayer("2", opening=OpeningBook(path), seed=1, engine=lambda: engine)
    with Book(path, writable=True) as book:
        book.store._connection.execute("UPDATE position SET visits = NULL")
    for _ in range(2):
        assert not player.choose("f5").is_book
    said = capsys.readouterr().err
    assert said.count("the book is damaged") == said.count("\n") == 1


def test_where_a_game_leaves_the_book(path):
    """The moves up to the first position outside the book are counted."""
    with Book(path) as book:
        assert plies_in_book(book, Board().positions()) == 0
        for text, plies in (("f5", 1), ("f5d6", 2), ("f5d6c3d3", 3), ("f5f6e6f4", 3)):
            assert plies_in_book(book, Board(text).positions()) == plies
