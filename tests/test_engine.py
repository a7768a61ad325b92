"""The engine: forced moves, finished games, stops, interrupts, memory, and several engines."""

import functools
import signal
import statistics
import threading
import time

import pytest

from othello import PASS, Clock, Color, Engine, Goal, Kind, Limits, Position, StopSignal
from othello.kernels.table import AGES
from othello.search import levels
from othello.search.settings import MAX_TABLE_MIB, MIN_TABLE_MIB
from tests import positions
from tests.cases import cases
from tests.searches import FFO, LARGE, essence
from tests.waiting import PATIENCE, eventually

EASY = [problem.position for problem in FFO]
HARD = [problem.position for problem in LARGE[13:16]]
"""Positions that take minutes to solve."""
DEEP = Limits(depth=40)
ENDLESS = [(Position.start(), DEEP), (HARD[0], Limits(goal=Goal.EXACT)), (HARD[1], Limits(goal=Goal.WLD))]
MIDGAME = [Position(*positions.random_position(seed, 30 + seed), Color.BLACK) for seed in range(8)]
STOP_SECONDS = 0.05
"""Seconds within which a search ends after a stop."""


@pytest.fixture(scope="module")
def engine():
    return Engine(table_mib=2)


@pytest.fixture
def fresh():
    """Return an engine that has not searched yet."""
    with Engine(table_mib=1) as engine:
        yield engine


def with_colors(pairs):
    return [Position(*pair, list(Color)[i % 2]) for i, pair in enumerate(pairs[:12])]


@functools.cache
def long_pass():
    """Return a position in which black must pass, far from the end of the game."""
    position = min(positions.pass_positions(), key=lambda pair: (pair[0] | pair[1]).bit_count())
    return Position(*position, Color.BLACK)


# Forced moves and ends


@cases("position", lambda: with_colors(positions.pass_positions()))
@cases("limits", [Limits(depth=4), Limits(level=3), Limits(nodes=2000)])
def test_passes(engine, position, limits):
    """A side that must pass passes. The value is the negated value of the position after the pass."""
    engine.new_game()
    infos = []
    result = engine.play(position, limits, on_info=infos.append)
    engine.new_game()
    after = engine.play(position.pass_turn(), limits)
    assert result.move == PASS
    assert result.must_pass
    assert (result.score, result.pv, result.nodes) == (-after.score, (PASS, *after.pv), after.nodes)
    assert result.score.turn is position.turn
    assert (result.depth, result.was_stopped) == (after.depth, after.was_stopped)
    assert all(info.pv[0] == PASS and info.score.turn is position.turn for info in infos)
    assert infos[-1].score == result.score


def test_must_pass_of_a_result_is_false_if_the_side_has_a_legal_move(engine):
    assert not engine.play(Position.start(), Limits(depth=1)).must_pass


@cases("position", lambda: with_colors(positions.final_positions()))
@cases("limits", [None, Limits(depth=4), Limits(seconds=5.0), Limits(goal=Goal.EXACT)])
def test_finished_games(engine, position, limits):
    """After the end of the game there is no move and no search, and the value is the result."""
    infos = []
    result = engine.play(position, limits, on_info=infos.append)
    assert (result.move, result.pv, result.nodes, infos) == (None, (), 0, [])
    assert (result.score.kind, result.score.discs) == (Kind.EXACT, position.final_score)
    assert result.score.turn is position.turn
    assert not result.was_stopped
    assert not result.must_pass


@cases("position", EASY[:4])
def test_a_forced_move_on_a_clock_is_played_after_one_iteration(engine, position):
    while position.legal_moves_bits.bit_count() != 1:
        position = position.play(position.legal_moves[0])
    result = engine.play(position, Limits(clock=Clock(600.0)))
    assert (result.depth, [result.move]) == (1, position.legal_moves)


# Levels


@cases("level", [0, 1, 3, 6])
@cases("position", [MIDGAME[0], EASY[0], EASY[12]])
def test_a_level_searches_as_deep_as_the_table_of_levels_says(engine, position, level):
    engine.new_game()
    by_limits = engine.play(position, Limits(level=level))
    assert by_limits.depth == levels.depth_and_selectivity(level, position.empties)[0]
    assert essence(Engine(table_mib=2, level=level).play(position)) == essence(by_limits)


def test_other_limits_replace_the_level():
    """The level of the engine counts only if the limits contain no depth, level, nodes or goal."""
    engine = Engine(table_mib=2, level=2)
    assert engine.play(MIDGAME[0]).depth == engine.play(MIDGAME[0], Limits()).depth == 2
    assert engine.play(MIDGAME[0], Limits(depth=5)).depth == 5
    assert engine.play(MIDGAME[0], Limits(level=4)).depth == 4
    assert engine.play(MIDGAME[0], Limits(nodes=100_000)).depth > 2
    assert engine.play(EASY[0], Limits(goal=Goal.EXACT)).score.kind is Kind.EXACT
    engine.level = 3
    assert engine.play(MIDGAME[0]).depth == 3


@cases(
    "wrong",
    [
        {"table_mib": MIN_TABLE_MIB - 1},
        {"table_mib": -5},
        {"table_mib": MAX_TABLE_MIB + 1},
        {"level": -1},
        {"level": 61},
    ],
)
def test_a_size_or_a_level_out_of_range_is_refused_and_the_error_names_it(wrong):
    with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
        Engine(**wrong)


# Stops


def in_the_background(search, *arguments, **options):
    """Begin a search in another thread, and return the thread and the list that gets the result."""
    results = []
    thread = threading.Thread(target=lambda: results.append(search(*arguments, **options)))
    thread.start()
    return thread, results


def is_deep(engine):
    """Return whether the first search of an engine is in a long iteration."""
    progress = engine.progress()
    return progress is not None and progress.depth > 4


def ended(thread):
    thread.join(PATIENCE)
    return not thread.is_alive()


def at_depth(depth, action):
    """Return a callback that acts at the first info of at least a depth."""
    actions = [action]

    def on_info(info):
        if info.depth >= depth and actions:
            actions.pop()()

    return on_info


@pytest.mark.parametrize(("position", "limits"), ENDLESS)
def test_stop(fresh, position, limits):
    """A stop from another thread ends a search, which still returns a move and a legal line."""
    thread, results = in_the_background(fresh.play, position, limits)
    eventually(lambda: is_deep(fresh))
    assert fresh.stop()
    assert ended(thread)
    assert results[0].was_stopped
    assert results[0].pv[0] == results[0].move
    for move in results[0].pv:
        position = position.play(move)


@pytest.mark.timing
@pytest.mark.parametrize(("position", "limits"), ENDLESS, ids=["midgame", "exact", "wld"])
def test_half_of_the_searches_end_within_50_ms_of_a_stop(position, limits):
    latencies = []
    for _ in range(9):
        engine = Engine(table_mib=1)
        thread, _ = in_the_background(engine.play, position, limits)
        eventually(lambda: is_deep(engine))  # noqa: B023
        began = time.perf_counter()
        engine.stop()
        thread.join()
        latencies.append(time.perf_counter() - began)
    assert statistics.median(latencies) < STOP_SECONDS


def test_a_stop_when_no_search_runs_has_no_effect_on_the_next_search(engine):
    engine.new_game()
    alone = essence(engine.play(MIDGAME[1], Limits(depth=8)))
    engine.new_game()
    assert not engine.stop()
    assert essence(engine.play(MIDGAME[1], Limits(depth=8))) == alone


def test_the_cancel_of_the_caller_is_not_set_when_the_time_of_a_search_is_up(engine):
    cancel = StopSignal()
    assert engine.play(HARD[0], seconds=0.01, cancel=cancel).was_stopped
    assert not cancel.is_set()


def test_a_stop_in_the_first_iteration(engine):
    """A stop during the first iteration takes effect as soon as there is a move."""
    # In the main thread a search goes on while its infos are read.
    thread, results = in_the_background(engine.play, Position.start(), DEEP, on_info=at_depth(1, engine.stop))
    assert ended(thread)
    assert (results[0].depth, results[0].was_stopped) == (1, True)


SEARCHES = {
    "play on a clock": lambda engine, **options: engine.play(HARD[0], Limits(seconds=PATIENCE), **options),
    "play": lambda engine, **options: engine.play(HARD[0], Limits(level=60), **options),
    "solve": lambda engine, **options: engine.solve(HARD[0], **options),
}
"""Searches that would take minutes."""


@cases("search", SEARCHES.values())
def test_cancel_before_the_search(engine, search):
    """A search that was canceled before it began has a move after one iteration."""
    cancel = StopSignal()
    cancel.set()
    engine.new_game()
    result = search(engine, cancel=cancel)
    assert (result.depth, result.was_stopped) == (1, True)
    assert result.move in HARD[0].legal_moves
    assert result.pv[0] == result.move


@pytest.mark.parametrize("search", SEARCHES.values())
def test_a_search_that_is_cancelled_from_another_thread_returns_what_it_has(fresh, search):
    cancel = StopSignal()
    thread, results = in_the_background(search, fresh, cancel=cancel)
    eventually(lambda: is_deep(fresh))
    cancel.set()
    assert ended(thread)
    assert results[0].was_stopped


def test_cancel_of_a_search_of_one_iteration(engine):
    """A one-iteration search that was canceled before it began has done everything that was requested."""
    cancel = StopSignal()
    cancel.set()
    result = engine.play(Position.start(), Limits(depth=1), cancel=cancel)
    assert (result.depth, result.was_stopped) == (1, False)


def test_a_request_that_comes_after_its_search_leaves_the_next_search_alone(engine):
    cancel = StopSignal()
    engine.new_game()
    engine.play(MIDGAME[3], Limits(depth=2), cancel=cancel)
    result = engine.play(MIDGAME[3], Limits(depth=8), on_info=at_depth(3, cancel.set))
    assert (result.depth, result.was_stopped) == (8, False)


def test_infos_come_in_the_thread_of_the_caller(engine):
    """The callback runs in the thread that called `play`, before the search is over."""
    threads = []
    engine.play(MIDGAME[4], Limits(depth=9), on_info=lambda info: threads.append(threading.current_thread()))
    assert threads == [threading.main_thread()] * 9


@pytest.mark.parametrize(("position", "limits"), ENDLESS)
def test_interrupt(fresh, position, limits):
    """Ctrl-C ends a search in the main thread with KeyboardInterrupt. The engine can be used again."""

    def interrupt():
        eventually(lambda: is_deep(fresh))
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    before = threading.active_count()
    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        fresh.play(position, limits)
    assert ended(thread)
    eventually(lambda: threading.active_count() == before)
    fresh.new_game()
    assert essence(fresh.play(MIDGAME[0], Limits(depth=7))) == essence(
        Engine(table_mib=1).play(MIDGAME[0], Limits(depth=7))
    )


@pytest.mark.parametrize("begin", [Engine.play, Engine.analysis])
@pytest.mark.parametrize("has_begun", [True, False])
def test_interrupt_at_the_start_of_the_thread(fresh, monkeypatch, has_begun, begin):
    """Ctrl-C while a search's thread is being started leaves no search behind."""
    start = threading.Thread.start

    def interrupted(thread):
        if has_begun:
            start(thread)
        if thread.name == "search":
            raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        begin(fresh, Position.start(), DEEP)
    monkeypatch.undo()
    eventually(lambda: not [thread for thread in threading.enumerate() if thread.name == "search"])
    assert fresh.play(MIDGAME[0], Limits(depth=7)).depth == 7


def test_no_threads_are_left(engine):
    """After a search, with or without a time limit, the same threads exist as before."""
    before = threading.active_count()
    engine.play(MIDGAME[0], Limits(depth=8))
    engine.play(MIDGAME[0], Limits(depth=8, seconds=60.0))
    eventually(lambda: threading.active_count() == before)


# Close


@cases("threads", [1, 3])
@cases("search", SEARCHES.values())
def test_a_close_stops_the_search_that_runs_whatever_kind_of_search_it_is(search, threads):
    engine = Engine(table_mib=1, threads=threads)
    thread, results = in_the_background(search, engine)
    eventually(lambda: is_deep(engine))
    closing, _ = in_the_background(engine.close)
    assert ended(closing)
    assert ended(thread)
    assert results[0].was_stopped


CLOSED = {
    **{name: SEARCHES[name] for name in ("play", "solve")},
    "several lines": lambda engine: engine.analyze(HARD[0], Limits(level=60), multipv=4),
    "analysis": lambda engine: engine.analysis(HARD[0]).result(),
    "pass": lambda engine: engine.play(long_pass(), Limits(level=60)),
    "win, draw or loss": lambda engine: engine.play(HARD[1], Limits(goal=Goal.WLD)),
}
"""Every kind of search."""


@pytest.mark.timing
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("search", CLOSED.values(), ids=CLOSED)
def test_latency_of_a_close(search, threads):
    """Closing an engine in the middle of a search takes at most 50 ms in half of the cases."""
    latencies = []
    for _ in range(5):
        engine = Engine(table_mib=1, threads=threads)
        thread, _ = in_the_background(search, engine)
        eventually(lambda: is_deep(engine))  # noqa: B023
        began = time.perf_counter()
        engine.close()
        latencies.append(time.perf_counter() - began)
        thread.join()
    assert statistics.median(latencies) < STOP_SECONDS


def test_close_twice():
    """Closing a closed engine changes nothing. A closed engine has no search and no progress."""
    engine = Engine(table_mib=1)
    engine.play(Position.start(), Limits(depth=2))
    for _ in range(2):
        engine.close()
        assert not engine.stop()
        assert engine.progress() is None


# Memory


def test_the_table_is_kept(engine):
    """A search helps later searches, until a new game makes the engine forget it."""
    position = MIDGAME[5]
    engine.new_game()
    first = engine.play(position, Limits(depth=9))
    again = engine.play(position, Limits(depth=9))
    assert again.nodes < first.nodes / 2
    assert (again.move, again.score) == (first.move, first.score)
    after = position.play(first.move)
    if not after.must_pass:
        reply = engine.play(after, Limits(depth=8))
        engine.new_game()
        assert reply.nodes < engine.play(after, Limits(depth=8)).nodes
    engine.new_game()
    assert essence(engine.play(position, Limits(depth=9))) == essence(first)


def test_many_searches(engine):
    """Searches give the right value after the age of table entries has wrapped around twice."""
    engine.new_game()
    for _ in range(2 * AGES + 1):
        engine.play(MIDGAME[6], Limits(depth=2))
    assert engine.play(EASY[3], Limits(goal=Goal.EXACT)).score.discs == 0


# Side by side


def test_two_engines():
    """Two engines that search at the same time get the results and nodes that each gets alone."""
    tasks = [(MIDGAME[0], Limits(depth=7)), (EASY[11], Limits(goal=Goal.EXACT))] * 3
    alone = [essence(Engine(table_mib=4).play(*task)) for task in tasks[:2]] * 3
    results = [[], []]

    def work(number):
        engine = Engine(table_mib=4)
        for task in tasks if number else tasks[::-1]:
            engine.new_game()
            results[number].append(essence(engine.play(*task)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [alone[::-1], alone]


def test_a_stop_of_one_engine_leaves_the_search_of_another_engine_alone(engine):
    other = Engine(table_mib=1)
    engine.new_game()
    result = engine.play(MIDGAME[0], Limits(depth=8), on_info=lambda info: other.stop())
    assert (result.depth, result.was_stopped) == (8, False)
