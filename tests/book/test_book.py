"""`Book`: what goes in comes out, for every symmetry, with values that follow from the moves."""

import random

import pytest
from hypothesis import given, settings, strategies as st

from othello import Board, Book, Engine, FormatError, GameCounts, Line, Position, SearchResult
from othello.book.keys import children, key_of, position_of_key
from othello.book.propagation import propagate
from othello.rules.score import Bound, Color, Discs, Kind, Score
from othello.rules.square import PASS, SYMMETRIES, Move, transform_move
from tests.book.books import contents, estimated, filled, random_book, random_entries, slow_values
from tests.cases import cases
from tests.positions import WIPE_OUT, random_board

MUST_PASS = "-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X"
"""Black has no move, white plays a1."""


@pytest.fixture
def engine():
    with Engine(table_mib=1) as engine:
        yield engine


def search_result(*lines, lower=-64, upper=64, turn=Color.BLACK):
    """A search result with these moves and their values in centidiscs."""
    rows = tuple(Line(Score.heuristic(cd, turn, 8), 8, (Move(move),)) for move, cd in lines)
    return SearchResult(rows[0].move, rows[0].score, 8, 1, 0.0, rows[0].pv, False, rows, lower, upper)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_values_are_those_of_a_slow_negamax(seed, size):
    """Every value of a random book equals the result of a plain recursion over the slow rules."""
    entries = random_entries(seed, size)
    with Book() as book:
        filled(book, entries)
        values = {key: record.value.cd for key, record in contents(book).items()}
    assert values == slow_values(entries)


@cases("text", [MUST_PASS, f"{random_board(7, 50).position.format()}"])
def test_passes_and_finished_games_count_in_the_values(text):
    entries = random_entries(1, 400, start=Position.parse(text))
    with Book() as book:
        filled(book, entries)
        values = {key: record.value.cd for key, record in contents(book).items()}
    assert values == slow_values(entries)
    assert any(not children(key) for key in entries)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SYMMETRIES))
def test_symmetric_boards_get_symmetric_answers(seed, symmetry):
    """A mirrored board gets the same entry and the mirrored moves, for its side to move."""
    with random_book(seed, 20) as book:
        for position, entry in book:
            mirrored = position.transformed(symmetry)
            assert book.get(mirrored).score == entry.score
            moves = {(transform_move(move.move, symmetry), move.score) for move in book.moves(position)}
            # A symmetric position has several best outside moves, of which one is stored.
            values = sorted(move.score.value for move in book.moves(mirrored))
            assert sorted(score.value for _, score in moves) == values
            if len({position.transformed(transformation) for transformation in SYMMETRIES}) == 8:
                assert moves == {(move.move, move.score) for move in book.moves(mirrored)}


def test_the_moves_are_sorted_by_value_and_only_links_are_marked_as_links():
    with random_book(3, 60) as book:
        for position, entry in book:
            moves = book.moves(position)
            values = [move.score.value for move in moves]
            assert values == sorted(values, reverse=True)
            assert entry.score.value == values[0] if moves else position.is_over
            for move in moves:
                child = book.get(position.play(move.move))
                assert move.is_link == (child is not None)
                if child:
                    assert move.score == child.score.pov(position.turn)


def test_adding_a_position_moves_its_link_out_of_the_parent():
    """The best outside move becomes a link when its position is added. The value is then the link's value."""
    with Book() as book:
        book.add("", search_result(("f5", 30)))
        assert book.get("").outside.move == "f5"
        book.add("f5", search_result(("d6", 80), turn=Color.WHITE))
        root = book.get("")
        assert (root.outside, root.score.value) == (None, -80)
        assert all(move.is_link for move in book.moves(""))


def test_with_links_the_best_line_that_is_not_a_link_is_stored():
    with Book() as book:
        book.add("f5d6", search_result(("c3", 10), turn=Color.BLACK))
        book.add("f5", search_result(("d6", 30), ("f6", 20), ("f4", 10), turn=Color.WHITE))
        assert book.get("f5").outside.move == "f6"
        with pytest.raises(ValueError, match="all 1 moves lead to book positions"):
            book.add("f5", search_result(("d6", 30), turn=Color.WHITE))


def test_the_same_discs_have_the_same_value_for_either_color_to_move():
    with Book() as book:
        book.add("", search_result(("f5", 30)))
        white = Position.from_discs(Position.start().white, Position.start().black, Color.WHITE)
        assert book.get(white).score == Score.heuristic(30, Color.WHITE, 8)


def test_finished_games_and_passes(engine):
    """A finished game is exact. Before a pass, the pass is the move."""
    with Book() as book:
        book.add(WIPE_OUT, engine.play(WIPE_OUT))
        assert (book.get(WIPE_OUT).score.kind, book.get(WIPE_OUT).score.pov(Color.BLACK).discs) == (
            Kind.EXACT,
            64,
        )
        book.add(MUST_PASS, engine.solve(MUST_PASS))
        assert book.moves(MUST_PASS)[0].move == PASS
        assert book.get(MUST_PASS).score.is_proved


def test_bounds_that_were_proved_once_are_not_lost_by_a_weaker_search():
    with Book() as book:
        book.add("f5", search_result(("d6", 30), lower=-10, upper=10))
        book.add("f5", search_result(("d6", 30)))
        assert (book.get("f5").lower, book.get("f5").upper) == (-10, 10)


def test_a_proof_that_contradicts_an_earlier_one_does_not_damage_the_book():
    with Book() as book:
        book.add("f5", search_result(("d6", 100), lower=5, upper=5))
        book.add("f5", search_result(("d6", 100), upper=3))
        assert (book.get("f5").score.discs, book.get("f5").lower, book.get("f5").upper) == (5, 5, 5)


@cases("bound", [Bound.LOWER, Bound.UPPER])
def test_a_result_that_is_only_a_bound_is_refused_and_nothing_is_stored(bound):
    result = search_result(("f5", 30))
    score = Score.exact(Discs(2), Color.BLACK, bound=bound)
    result = SearchResult(
        Move("f5"), score, 8, 1, 0.0, (Move("f5"),), False, (Line(score, 8, (Move("f5"),)),)
    )
    with Book() as book:
        with pytest.raises(ValueError, match="not bounds"):
            book.add("", result)
        assert "" not in book


def test_each_position_of_a_game_counts_it_once_for_its_side_to_move():
    with Book() as book:
        assert book.learn(Board("f5d6c3"), result=-4) == 4
        book.learn(Board("f5d6c3"))
        assert book.get("").games == GameCounts(2, 0, 0, 1)
        assert book.get("f5").games == GameCounts(2, 1, 0, 0)
        assert book.get("").score is None
        best = book.moves("")[0]
        assert (best.score, best.is_link, best.games) == (None, False, GameCounts(2, 0, 0, 1))
        assert [best.games.rate, GameCounts().rate] == [0.0, None]
        assert book.learn(Board(WIPE_OUT), plies=2) == 3
        assert book.get("").games == GameCounts(3, 1, 0, 1), "the result of a finished game is known"


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6))
def test_single_changes_keep_all_values(seed):
    """After positions were added in any order and one position was removed, a refresh changes nothing."""
    # An exact outside move would prove too much about moves that are links only later.
    entries = [(key, estimated(record)) for key, record in random_entries(seed, 25).items()]
    random.Random(seed).shuffle(entries)
    with Book() as book:
        for key, record in entries:
            book.store.put([(key, record)])
            propagate(book.store, [key])
        before = contents(book)
        assert contents(filled(book, before)) == before
        assert {key: record.value.cd for key, record in before.items()} == slow_values(dict(entries))
        book.remove(position_of_key(entries[-1][0]))
        before = contents(book)
        assert contents(filled(book, before)) == before


def test_a_removed_position_is_gone_and_the_move_that_led_to_it_is_outside_again():
    with Book() as book:
        book.add("", search_result(("f5", 30)))
        book.add("f5", search_result(("d6", 80), turn=Color.WHITE))
        book.remove("f5")
        assert ("f5" in book, len(book), book.get("").score.value) == (False, 1, -80)
        assert book.get("").outside.move in Position.start().legal_moves
        with pytest.raises(KeyError):
            book.remove("f5")


def test_a_real_search(engine, tmp_path):
    """The engine's game counts are stored, and another opening of the file reads them back."""
    path = tmp_path / "one.book"
    with Book(path, writable=True) as book:
        result = engine.play("f5d6", level=6)
        book.add("f5d6", result, level=6, source="here")
    with Book(path) as book:
        entry = book.get("f5d6")
    assert (entry.score, entry.level, entry.source) == (result.score, 6, "here")
    assert entry.outside.move == result.move


def test_iteration_is_from_the_start():
    """Iteration yields every position once, beginning with the positions with the most empty squares."""
    with random_book(5, 50) as book:
        empties = [position.empties for position, _ in book]
        assert len(empties) == len(book) == 50
        assert empties == sorted(empties, reverse=True)
        keys = {key_of(position)[0] for position, _ in book}
        assert keys == set(contents(book))
        assert all(position_of_key(key).empties == key[0] for key in keys)


def test_reading_only(tmp_path):
    """A book that is open for reading cannot change, and a missing book is an error."""
    path = tmp_path / "one.book"
    Book(path, writable=True).close()
    with Book(path) as book, pytest.raises(FormatError, match="open for reading only"):
        book.add("", search_result(("f5", 30)))
    with pytest.raises(FormatError, match="no such file or directory"):
        Book(tmp_path / "none.book")
