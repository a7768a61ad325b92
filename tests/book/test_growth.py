"""Books that grow: what is added, in which order, and what an interruption leaves."""

import contextlib
import math
from types import SimpleNamespace

import pytest

from othello import Book, Engine, GameCounts, Position
from othello.book.choice import best_candidates, candidates, lines
from othello.book.growth import Expansions, Grower, grow
from othello.book.keys import key_of
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.search.jobs import Searches
from othello.search.settings import EngineSettings
from tests.book.books import assert_whole, contents, random_book
from tests.cases import cases
from tests.positions import random_position

ROOT, _ = key_of(Position.start())
NEAR_END = Position(*random_position(3, 6), Position.start().turn)


@contextlib.contextmanager
def growing(book, *, level=2, count=1, choice=""):
    """What adds positions to a book, with one worker or more."""
    work = Expansions(Searches(EngineSettings(table_mib=1)), level)
    with executor(work, Resources(count)) as workers:
        yield Grower(book, workers, level=level, choice=choice)


def grown(size, *, level=2, count=1, root=None, **options):
    """A book that grew best first to at least *size* positions."""
    book, root = Book(), root or Position.start()
    with growing(book, level=level, count=count) as grower:
        grower.begin(root)
        key, _ = key_of(root)
        for _ in grow(grower, lambda: best_candidates(book, key, **options)):
            if len(book) >= size:
                break
    return book


def test_growth_keeps_the_book_whole():
    """After any number of expansions, all outside moves and values are correct."""
    with grown(80) as book:
        assert_whole(book)
        assert {entry.level for _, entry in book} == {2}
        assert {entry.source for _, entry in book} == {"build"}


def test_growth_goes_on_after_a_transposition_in_its_round():
    """An expansion may lead into positions that another expansion of the same round added."""
    with grown(60, level=4) as book:
        assert_whole(book)


def test_the_same_choices_give_the_same_book_with_one_worker_and_with_two():
    with grown(20) as one, grown(20, count=2) as two:
        assert contents(one) == contents(two)


@pytest.mark.slow
def test_two_positions_of_a_round_may_have_the_same_plan():
    """In the seventh round of this book, the last outside moves of two positions lead to the same
    position."""
    root = Position.parse("X-XX-X--OXXXX-XOXOXOXOOOXOXXOXOOXXXXOOOOX-XXOOOO--XXOOOOOOOOOOOO X")
    key, _ = key_of(root)
    work = Expansions(Searches(EngineSettings(table_mib=1)), 1)
    with Book() as book, executor(work, Resources()) as workers:
        backwards = SimpleNamespace(results=lambda *jobs: reversed(list(workers.results(*jobs))))
        grower = Grower(book, backwards, level=1)
        grower.begin(root)
        for _ in range(7):
            keys = best_candidates(book, key, max_loss=64, plies=8)
            assert len(list(grower.expand(keys))) == len(keys)


def test_growth_to_the_end():
    """Near the end, growth stops when all values are exact. The value is then the value of a solution."""
    with grown(10**6, root=NEAR_END, level=1, max_loss=200) as book, Engine(table_mib=1) as engine:
        assert_whole(book)
        solution = engine.solve(NEAR_END).score
        assert book.get(NEAR_END).score.is_proved
        assert book.get(NEAR_END).score.value == solution.value


def test_an_iteration_that_is_left_early_writes_no_part_of_an_expansion():
    with Book() as book, growing(book) as grower:
        grower.begin(Position.start())
        for _ in range(6):
            expansion = grower.expand(best_candidates(book, ROOT))
            next(expansion)
            expansion.close()
            assert_whole(book)
        before = len(book)
        list(grower.expand(best_candidates(book, ROOT)))
        assert len(book) > before


def test_a_round_that_was_interrupted_is_finished():
    """Several short runs give the same book as one long run, because a round keeps its plans."""
    with grown(40) as expected:
        for every in (1, 7):
            with Book() as book:
                while len(book) < len(expected):
                    with growing(book) as grower:
                        grower.begin(Position.start())
                        growths = grow(grower, lambda book=book: best_candidates(book, ROOT))
                        for _ in range(every):
                            if len(book) < len(expected):
                                next(growths)
                        growths.close()
                assert contents(book) == contents(expected), every


def test_a_round_belongs_to_its_choice():
    """A run with other choices or other weights does not finish the round of a killed run."""
    with Book() as book:
        with growing(book, choice="one") as grower:
            grower.begin(Position.start())
            for _ in range(3):
                list(grower.expand(best_candidates(book, ROOT)))
            growths = grower.expand(best_candidates(book, ROOT))
            next(growths)
            growths.close()
        for choice, is_finished in (("other", False), ("one", True)):
            with growing(book, choice=choice) as grower:
                assert bool(list(grower.resume())) is is_finished


@cases("line", ["", "x", "1", "1 2", "1 2 3 4", "-1 2 3", "3 1 1", f"{2**65:x} 0 0", "1 2 -1"])
def test_a_round_with_a_line_that_is_not_a_plan_is_left_and_a_new_one_begins(line):
    with Book() as book, growing(book) as grower:
        grower.begin(Position.start())
        book.store.set_meta("round", f"\n{line}")
        assert list(grower.resume()) == []
        assert next(grow(grower, lambda: best_candidates(book, ROOT)))


def test_candidates_are_in_the_order_of_their_cost_and_lose_no_more_than_allowed():
    with random_book(4, 80) as book:
        ranking = sorted(candidates(book, ROOT, max_loss=30))
        chosen = best_candidates(book, ROOT, max_loss=30)
        assert chosen == [candidate.key for candidate in ranking[: len(chosen)]]
        assert all(0 <= candidate.loss <= 30 for candidate in ranking if candidate.cost > -math.inf)


def test_losses_of_lines():
    """The loss of a line is the sum over its moves, and the cheapest line counts."""
    with Book() as book, growing(book, level=1) as grower:
        grower.begin(Position.start())
        for position in (Position.start(), Position.start().play("f5")):
            list(grower.expand([key_of(position)[0]]))
        losses = lines(book, ROOT, max_loss=100, plies=60)
        assert losses[ROOT] == (0, 0)
        first, _ = key_of(Position.start().play("f5"))
        assert losses[first] == (0, 1)
        for key, (loss, ply) in losses.items():
            assert ply == 60 - key[0]
            assert loss >= 0
        assert lines(book, ROOT, max_loss=100, plies=1).keys() == {ROOT, first}


def test_a_position_that_more_games_reached_has_a_lower_cost():
    with grown(30) as book:
        before = {candidate.key: candidate.cost for candidate in candidates(book, ROOT)}
        key = max(before, key=lambda key: before[key])
        book.store.count_games({key: GameCounts(1023)}, {}, 0)
        after = {candidate.key: candidate.cost for candidate in candidates(book, ROOT)}
        assert after[key] == pytest.approx(before[key] - 2.5)
