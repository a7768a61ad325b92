"""The shipped book: small, sound, and searched as docs/book.md describes."""

from othello.book.book import Book
from othello.book.location import check, shipped
from othello.book.summary import summary
from tests.book.books import checked

MAX_BYTES = 1 << 20
MIN_LEVEL = 26


def test_the_book_is_small_and_sound():
    """The file has at most a megabyte and no faults, and every value comes from level 26 or higher."""
    path = shipped()
    check(path)
    assert path.stat().st_size <= MAX_BYTES
    with Book(path) as book:
        report = checked(book)
        statistics = summary(book)
        assert not book.is_stale
    assert (report.faults, report.unsearched) == (0, 0)
    assert min(statistics.levels) >= MIN_LEVEL
    assert statistics.values > 6000
    assert statistics.sources.keys() == {"build", "games"}


def test_games_between_strong_players_are_counted_separately():
    """Strong players play some moves more often than all players, and others less often."""
    with Book(shipped()) as book:
        assert book.strong_rating == 1700
        assert 30_000 < book.get("").strong.visits < 40_000
        shares = {str(move.move): move.strong.visits / move.games.visits for move in book.moves("f5d6")}
        assert shares["c3"] > 0.25 > 0.15 > shares["c4"]


def test_the_counts_are_those_of_more_than_a_hundred_thousand_tournament_games():
    with Book(shipped()) as book:
        assert book.get("").games.visits > 100_000
        assert min(entry.games.visits for _, entry in book if entry.score is None) >= 20


def test_values_at_the_edge_of_the_book_agree_with_a_deeper_search():
    """A book made with earlier weights said that this move loses 4.5 discs. It loses less than 1."""
    with Book(shipped()) as book:
        values = {
            str(move.move): move.score for move in book.moves("f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2") if move.score
        }
    assert abs(values["e6"].value - values["e2"].value) < 100
