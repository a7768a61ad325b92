"""The facade: forced moves, ends, stops, interrupts, memory, and engines side by side."""

import signal
import statistics
import threading
import time

import pytest

from othello.engine import Engine
from othello.formats.obf import read_obf
from othello.limits import Clock, Goal, Limits
from othello.position import Position
from othello.score import Color, Kind
from othello.search import levels
from othello.search.cancel import Cancel
from othello.settings import MAX_TABLE_MIB, MIN_TABLE_MIB
from othello.square import PASS
from tests import positions, source
from tests.searches import PATIENCE, PROMPT, eventually

FFO = source.DATA / "ffo"
EASY = [problem.position for problem in read_obf(FFO / "fforum-1-19.obf")]
HARD = [problem.position for problem in read_obf(FFO / "fforum-40-59.obf")][13:16]
"""Positions that take minutes to solve."""
DEEP = Limits(depth=30)
ENDLESS = [(Position.start(), DEEP), (HARD[0], Limits(goal=Goal.EXACT)), (HARD[1], Limits(goal=Goal.WLD))]
MIDGAME = [Position(*positions.random_position(seed, 30 + seed), Color.BLACK) for seed in range(8)]
PASSES = [Position(*pair, list(Color)[i % 2]) for i, pair in enumerate(positions.pass_positions()[:12])]
FINISHED = [Position(*pair, list(Color)[i % 2]) for i, pair in enumerate(positions.final_positions()[:12])]
STOP_SECONDS = 0.05
"""Seconds within which a search ends after a stop."""


@pytest.fixture(scope="module")
def engine():
    return Engine(table_mib=16)


def essence(result):
    """All of a result but the time."""
    return result.move, result.score, result.depth, result.nodes, result.pv, result.was_stopped


# Forced moves and ends


@pytest.mark.parametrize("position", PASSES)
@pytest.mark.parametrize("limits", [Limits(depth=4), Limits(level=3), Limits(nodes=2000)])
def test_passes(engine, position, limits):
    """A side that must pass passes, and has the value and the line of the position after it, turned round."""
    engine.new_game()
    infos = []
    result = engine.go(position, limits, on_info=infos.append)
    engine.new_game()
    after = engine.go(position.pass_turn(), limits)
    assert result.move == PASS
    assert result.must_pass
    assert (result.score, result.pv, result.nodes) == (-after.score, (PASS, *after.pv), after.nodes)
    assert result.score.turn is position.turn
    assert (result.depth, result.was_stopped) == (after.depth, after.was_stopped)
    assert all(info.pv[0] == PASS and info.score.turn is position.turn for info in infos)
    assert infos[-1].score == result.score


def test_a_move_is_no_pass(engine):
    """A side that has a move does not say that it must pass."""
    assert not engine.go(Position.start(), Limits(depth=1)).must_pass


@pytest.mark.parametrize("position", FINISHED)
@pytest.mark.parametrize("limits", [None, Limits(depth=4), Limits(seconds=5.0), Limits(goal=Goal.EXACT)])
def test_finished_games(engine, position, limits):
    """When the game is over there is no move, and the value is the result, at once."""
    infos = []
    result = engine.go(position, limits, on_info=infos.append)
    assert (result.move, result.pv, result.nodes, infos) == (None, (), 0, [])
    assert (result.score.kind, result.score.discs) == (Kind.EXACT, position.final_score)
    assert result.score.turn is position.turn
    assert not result.was_stopped
    assert not result.must_pass


@pytest.mark.parametrize("position", EASY[:4])
def test_the_only_move_on_a_clock(engine, position):
    """A forced move is played at once when the clock runs."""
    while len(position.legal_moves()) != 1:
        position = position.apply(position.legal_moves()[0] if position.legal_moves() else PASS)
    began = time.perf_counter()
    result = engine.go(position, Limits(clock=Clock(600.0)))
    assert time.perf_counter() - began < 1
    assert [result.move] == position.legal_moves()


# Levels


@pytest.mark.parametrize("level", [0, 1, 3, 6])
@pytest.mark.parametrize("position", [MIDGAME[0], EASY[0], EASY[12]])
def test_levels(engine, position, level):
    """A level searches as deep as the table of levels says."""
    engine.new_game()
    by_limits = engine.go(position, Limits(level=level))
    assert by_limits.depth == levels.depth_and_selectivity(level, position.empties)[0]
    assert essence(Engine(table_mib=16, level=level).go(position)) == essence(by_limits)


def test_other_limits_replace_the_level():
    """The engine's own level counts only when nothing else limits the search."""
    engine = Engine(table_mib=16, level=2)
    assert engine.go(MIDGAME[0]).depth == engine.go(MIDGAME[0], Limits()).depth == 2
    assert engine.go(MIDGAME[0], Limits(depth=5)).depth == 5
    assert engine.go(MIDGAME[0], Limits(level=4)).depth == 4
    assert engine.go(MIDGAME[0], Limits(nodes=100_000)).depth > 2
    assert engine.go(EASY[0], Limits(goal=Goal.EXACT)).score.kind is Kind.EXACT
    engine.level = 3
    assert engine.go(MIDGAME[0]).depth == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"table_mib": MIN_TABLE_MIB - 1},
        {"table_mib": -5},
        {"table_mib": MAX_TABLE_MIB + 1},
        {"level": -1},
        {"level": 61},
    ],
)
def test_out_of_range(wrong):
    """A size or a level that makes no sense is refused, and the error names it."""
    with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
        Engine(**wrong)


# Stops


def latency(engine, position, limits):
    """Seconds from a stop, made while a search is under way, to its end."""
    stopped = []

    def stop():
        stopped.append(time.perf_counter())
        engine.stop()

    timer = threading.Timer(0.1, stop)
    timer.start()
    result = engine.go(position, limits)
    ended = time.perf_counter()
    timer.join()
    assert result.was_stopped
    assert result.move in position.legal_moves()
    return ended - stopped[0]


@pytest.mark.parametrize(("position", "limits"), ENDLESS, ids=["midgame", "exact", "wld"])
def test_stop(engine, position, limits):
    """A search ends within 50 ms of a stop: in half of five times, in one of three rounds."""
    medians = []
    for _ in range(3):
        engine.new_game()
        medians.append(statistics.median(latency(engine, position, limits) for _ in range(5)))
        if medians[-1] <= STOP_SECONDS:
            return
    raise AssertionError(f"medians of {medians} s")


@pytest.mark.parametrize(("position", "limits"), ENDLESS, ids=["midgame", "exact", "wld"])
def test_stop_from_a_search_in_a_thread(engine, position, limits):
    """A search in another thread is stopped from the main one, and has a move and a legal line."""
    results = []
    engine.new_game()
    thread = threading.Thread(target=lambda: results.append(engine.go(position, limits)))
    thread.start()
    time.sleep(0.3)
    engine.stop()
    thread.join(5)
    assert not thread.is_alive()
    for move in results[0].pv:
        position = position.apply(move)


def test_a_stop_without_a_search(engine):
    """A stop when nothing runs has no effect on the next search."""
    engine.new_game()
    alone = essence(engine.go(MIDGAME[1], Limits(depth=8)))
    engine.new_game()
    engine.stop()
    assert essence(engine.go(MIDGAME[1], Limits(depth=8))) == alone


def test_after_a_stop(engine):
    """A search after a stopped one is a search like any other."""
    threading.Timer(0.1, engine.stop).start()
    engine.go(Position.start(), DEEP)
    engine.new_game()
    first = essence(engine.go(MIDGAME[2], Limits(depth=8)))
    assert first == essence(Engine(table_mib=16).go(MIDGAME[2], Limits(depth=8)))


def test_cancel_before_the_search(engine):
    """A search that was cancelled before it began has a move at once and says that it was stopped."""
    cancel = Cancel()
    cancel.set()
    began = time.perf_counter()
    result = engine.go(Position.start(), DEEP, cancel=cancel)
    assert time.perf_counter() - began < 1
    assert result.was_stopped
    assert result.move in Position.start().legal_moves()
    assert result.pv[0] == result.move


def test_cancel_of_a_search_of_one_iteration(engine):
    """A request that comes before a search of one iteration changes nothing: nothing was left to stop."""
    cancel = Cancel()
    cancel.set()
    result = engine.go(Position.start(), Limits(depth=1), cancel=cancel)
    assert (result.depth, result.was_stopped) == (1, False)


def test_cancel_during_the_search(engine):
    """A search that is cancelled after some iterations returns what it has."""
    cancel = Cancel()
    engine.new_game()

    def cancel_at_depth_3(info):
        if info.depth == 3:
            cancel.set()

    result = engine.go(Position.start(), DEEP, cancel=cancel, on_info=cancel_at_depth_3)
    assert result.was_stopped
    assert 3 <= result.depth < DEEP.depth


def test_cancel_after_the_search(engine):
    """A request that comes after its search leaves the next search alone."""
    cancel = Cancel()
    engine.new_game()
    engine.go(MIDGAME[3], Limits(depth=2), cancel=cancel)
    cancel_once = iter([cancel.set])
    result = engine.go(MIDGAME[3], Limits(depth=8), on_info=lambda info: next(cancel_once, lambda: None)())
    assert (result.depth, result.was_stopped) == (8, False)


def test_a_stop_by_who_is_told(engine):
    """Who is told of an iteration may stop the search."""
    engine.new_game()

    def told(info):
        if info.depth == 4:
            engine.stop()

    result = engine.go(Position.start(), DEEP, on_info=told)
    assert result.was_stopped
    assert 4 <= result.depth < DEEP.depth


def test_errors_of_who_is_told(engine):
    """An error of who is told ends the search and comes out; the engine goes on as if nothing were."""

    def told(info):
        if info.depth == 3:
            raise KeyError("planned")

    before = threading.active_count()
    began = time.perf_counter()
    with pytest.raises(KeyError, match="planned"):
        engine.go(Position.start(), Limits(depth=30, nodes=30_000_000), on_info=told)
    assert threading.active_count() == before
    assert time.perf_counter() - began < 1
    engine.new_game()
    assert engine.go(MIDGAME[0], Limits(depth=7)).depth == 7


def test_infos_come_in_the_thread_of_the_caller(engine):
    """Who asked for a search is told of it in its own thread, before the search is over."""
    threads = []
    engine.go(MIDGAME[4], Limits(depth=9), on_info=lambda info: threads.append(threading.current_thread()))
    assert set(threads) == {threading.main_thread()}
    assert len(threads) == 9


@pytest.mark.parametrize(("position", "limits"), ENDLESS, ids=["midgame", "exact", "wld"])
def test_interrupt(engine, position, limits):
    """Ctrl-C ends a search of the main thread at once, as KeyboardInterrupt; the engine can be used again."""
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.go(position, limits)
    assert time.perf_counter() - sent[0] < 1
    timer.join()
    assert threading.active_count() == 1
    engine.new_game()
    assert essence(engine.go(MIDGAME[0], Limits(depth=7))) == essence(
        Engine(table_mib=16).go(MIDGAME[0], Limits(depth=7))
    )


def test_no_threads_are_left(engine):
    """After a search, with or without a time limit, only the threads of before are there."""
    before = threading.active_count()
    engine.go(MIDGAME[0], Limits(depth=8))
    engine.go(MIDGAME[0], Limits(depth=8, seconds=60.0))
    time.sleep(0.05)
    assert threading.active_count() == before


# Close


SEARCHES = {
    "go": lambda engine: engine.go(HARD[0], Limits(level=60)),
    "go on a clock": lambda engine: engine.go(HARD[0], Limits(seconds=PATIENCE)),
    "evaluate_moves": lambda engine: engine.evaluate_moves(HARD[0], Limits(level=60)),
    "solve": lambda engine: engine.solve(HARD[0]),
    "analysis": lambda engine: engine.analysis(HARD[0]).result(),
}


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_close_ends_any_search(search, threads):
    """A close ends the search that runs in another thread, whatever kind of search it is."""
    engine, results = Engine(table_mib=1, threads=threads), []
    thread = threading.Thread(target=lambda: results.append(search(engine)))
    thread.start()
    eventually(lambda: (now := engine.progress()) and now.depth > 2)
    began = time.perf_counter()
    engine.close()
    assert time.perf_counter() - began < PROMPT
    thread.join()
    assert results[0].was_stopped


def test_close_twice(engine):
    """Closing a closed engine changes nothing, and there is nothing to stop or to see in it."""
    engine = Engine(table_mib=1)
    engine.go(Position.start(), Limits(depth=2))
    for _ in range(2):
        engine.close()
        assert not engine.stop()
        assert engine.progress() is None


# Memory


def test_the_table_is_kept(engine):
    """What a search found out helps the next ones, until a new game makes the engine forget it."""
    position = MIDGAME[5]
    engine.new_game()
    first = engine.go(position, Limits(depth=9))
    again = engine.go(position, Limits(depth=9))
    assert again.nodes < first.nodes / 2
    assert (again.move, again.score) == (first.move, first.score)
    after = position.apply(first.move)
    if not after.must_pass:
        reply = engine.go(after, Limits(depth=8))
        engine.new_game()
        assert reply.nodes < engine.go(after, Limits(depth=8)).nodes
    engine.new_game()
    assert essence(engine.go(position, Limits(depth=9))) == essence(first)


def test_many_searches(engine):
    """The thousandth search finds what the first one found: no counter overflows."""
    engine.new_game()
    position = EASY[3]
    for _ in range(200):
        engine.go(MIDGAME[6], Limits(depth=2))
    assert engine.go(position, Limits(goal=Goal.EXACT)).score.discs == 0


# Side by side


def test_two_engines():
    """Two engines that search at the same time find what each finds alone, node for node."""
    tasks = [(MIDGAME[0], Limits(depth=9)), (EASY[11], Limits(goal=Goal.EXACT))] * 3
    alone = [essence(Engine(table_mib=4).go(*task)) for task in tasks[:2]] * 3
    results = [[], []]

    def work(number):
        engine = Engine(table_mib=4)
        for task in tasks if number else tasks[::-1]:
            engine.new_game()
            results[number].append(essence(engine.go(*task)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [alone[::-1], alone]


def test_a_stop_concerns_one_engine(engine):
    """A stop of one engine leaves another one's search alone."""
    other = Engine(table_mib=1)
    engine.new_game()
    result = engine.go(MIDGAME[0], Limits(depth=8), on_info=lambda info: other.stop())
    assert (result.depth, result.was_stopped) == (8, False)
