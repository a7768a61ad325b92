"""The opening book over NBoard: moves, lines of hints, and games to learn."""

import re

import pytest

from othello import Book, Engine, OpeningBook
from othello.formats.ggf import format_ggf
from othello.players.level_player import LevelPlayer
from tests.gtp.talk import NBoardTalk, answered_move, ggf
from tests.match.scripted import Scripted, game


@pytest.fixture
def with_book(begin):
    return lambda path=None: begin(
        NBoardTalk, Engine(table_mib=1), player=LevelPlayer(opening=OpeningBook(path))
    )


def test_go_answers_with_the_move_of_the_book_without_a_search(with_book):
    talk = with_book()
    talk.send("set depth 3", "go")
    lines = talk.until("===")
    assert answered_move(lines[-1]) == "f5"
    assert not [line for line in lines if line.startswith("search")]


def test_hints(with_book):
    """A hint begins with a line for each book move, and then searches as before."""
    talk = with_book()
    talk.send("set depth 3", f"set game {ggf(moves='B[F5]')}", "hint 1")
    lines = talk.until("search")
    books = [line for line in lines if line.startswith("book")]
    assert len(books) == 3
    assert all(re.fullmatch(r"book [DF][46] [+-]\d+\.\d\d \d+ \d+@73%", line) for line in books)


def test_learn_counts_the_game_in_the_file_that_the_session_plays_from(with_book, tmp_path):
    path = tmp_path / "my.book"
    Book(path, writable=True).close()
    talk = with_book(path)
    talk.send(f"set game {ggf(moves='B[F5]W[D6]')}", "learn")
    assert talk.until("learned")[-2:] == ["status Learned a game with 3 positions", "learned"]
    with Book(path) as book:
        assert book.get("f5d6").games.visits == 1


def test_learn_counts_the_moves_of_a_game_that_the_command_line_counts(with_book, tmp_path):
    """Of a whole game, the first 30 moves are counted, as in `othello book learn` without --plies."""
    path = tmp_path / "my.book"
    Book(path, writable=True).close()
    talk = with_book(path)
    talk.send(f"set game {format_ggf(game(Scripted(), Scripted()).record())}", "learn")
    assert talk.until("learned")[-2] == "status Learned a game with 31 positions"
    with Book(path) as book:
        assert len(book) == 31


def test_the_book_of_the_package_stays_as_it_is_and_the_status_says_what_to_do(with_book):
    talk = with_book()
    talk.send(f"set game {ggf(moves='B[F5]')}", "learn")
    assert talk.until("status .*cannot learn games: use --book FILE")


def test_a_game_that_was_not_counted_is_not_said_to_be_learned(with_book, tmp_path):
    path = tmp_path / "my.book"
    with Book(path, writable=True):
        talk = with_book(path)
        talk.send(f"set game {ggf(moves='B[F5]')}", "learn", "ping 7")
        lines = talk.until("pong 7")
    assert any("another process is writing to this book" in line for line in lines)
    assert "learned" not in lines
