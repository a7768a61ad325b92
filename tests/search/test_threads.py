"""Several threads: limits and stops apply to all of them together (see also `test_exactness`)."""

import threading

import pytest

from othello import Engine, Goal, Limits, Position
from othello.kernels import root
from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.search.thread_data import ThreadData, Words
from othello.search.thread_pool import ThreadPool
from tests import source
from tests.cases import cases
from tests.waiting import PATIENCE, eventually

START = Position.start()


@pytest.fixture(scope="module", params=[2, 3, 5])
def engine(request):
    with Engine(threads=request.param, table_mib=2) as engine:
        yield engine


@pytest.fixture(params=[2, 3])
def team(request):
    team = ThreadPool(1, threads=request.param)
    team.begin()
    yield team
    team.close()


def search(team, depth):
    """Search the start position in a full window."""
    team.first.set_root(START.legal_moves, EXACT)
    return team.search_root(Words.of(START), LOWEST, HIGHEST, depth)


def test_two_and_more_threads_share_their_marks(team):
    """Without common marks, threads would search the same moves at the same time."""
    addresses = {worker.workspace.record.marks for worker in team._helpers} | {team.first.record.marks}
    assert len(addresses) == 1
    assert 0 not in addresses


def test_a_search_by_several_threads_ends_at_its_depth_with_a_legal_move(engine):
    engine.new_game()
    result = engine.play(START, Limits(depth=12))
    assert result.depth == 12
    assert not result.was_stopped
    assert result.move in START.legal_moves


def test_a_stop_ends_the_search_of_all_threads_and_the_engine_can_search_again(engine):
    engine.new_game()
    result = engine.play(
        START, Limits(goal=Goal.EXACT), on_info=lambda info: info.depth > 9 and engine.stop()
    )
    assert result.was_stopped
    assert engine.progress().nodes == result.nodes  # all threads have stopped
    assert not engine.play(START, Limits(depth=9)).was_stopped


def test_node_limits(engine):
    """All threads together keep a node limit, and the first thread searches at least its share."""
    engine.new_game()
    result = engine.play(START, Limits(nodes=400_000))
    assert result.was_stopped
    assert 400_000 // 5 <= result.nodes < 500_000


def test_shares_of_a_node_limit_are_rounded_up():
    for count, limit, share in ((1, 7, 7), (2, 7, 4), (2, 8, 4), (3, 7, 3)):
        pool = ThreadPool(1, count)
        pool.limit_nodes(limit)
        assert pool.first.node_limit == share
        pool.close()


@pytest.mark.parametrize("is_before", [True, False])
def test_a_stop_while_helpers_are_briefed(team, monkeypatch, is_before):
    """A stop that comes while the helpers get their task ends the search of all threads."""
    copy_root = ThreadData.copy_root

    def copy_and_stop(helper, first):
        if is_before:
            team.stop()
        copy_root(helper, first)
        team.stop()

    monkeypatch.setattr(ThreadData, "copy_root", copy_and_stop)
    search(team, 16)
    assert team.is_stopped
    assert team.nodes < 100_000
    monkeypatch.undo()
    team.begin()
    search(team, 9)
    assert not team.is_stopped


def test_a_stop_that_comes_when_a_thread_has_just_finished_is_not_lost(team, monkeypatch):
    search_root = root.search_root

    def search_and_stop(record, *arguments):
        value = search_root(record, *arguments)
        team.stop()
        return value

    monkeypatch.setattr(root, "search_root", search_and_stop)
    search(team, 10)
    assert team.is_stopped


def is_helper():
    return threading.current_thread().name.startswith("helper")


def test_the_result_of_a_helper(monkeypatch):
    """If a helper finishes first, the pool has the helper's value and all its root moves."""
    team = ThreadPool(1, threads=2)
    team.begin()
    search_root, values = root.search_root, []

    def helper_first(record, *arguments):
        if not is_helper():
            eventually(lambda: record.stop)
        values.append(search_root(record, *arguments))
        return values[-1]

    monkeypatch.setattr(root, "search_root", helper_first)
    assert search(team, 9) == values[0] == team.first.root_state().best
    assert team.first.root_state().done == len(START.legal_moves)
    assert not team.is_stopped
    team.close()


@pytest.fixture
def late(monkeypatch):
    """A team whose helper does not run while the event is clear, as on a busy computer."""
    team, is_run = ThreadPool(1, threads=2), threading.Event()
    search_root, calls = root.search_root, []

    def search_late(record, *arguments):
        if is_helper():
            calls.append(record)
            assert is_run.wait(30)
        return search_root(record, *arguments)

    monkeypatch.setattr(root, "search_root", search_late)
    yield team, is_run, calls
    is_run.set()
    team.close()


def search_until_helped(team, calls):
    """Search on a clock until the helper has begun a task. A task that has not begun is taken back."""

    def has_helped():
        team.begin(is_timed=True)
        search(team, 9)
        return calls

    eventually(has_helped)


def test_a_timed_search_does_not_wait_for_helpers(late):
    """Searches on a clock return while a helper is busy. It takes part again when it is free."""
    team, is_run, calls = late
    search_until_helped(team, calls)
    for _ in range(3):
        team.begin(is_timed=True)
        search(team, 9)
        assert not team.is_stopped
    assert len(calls) == 1
    nodes = team.nodes
    is_run.set()
    eventually(lambda: team._helpers[0].is_free())
    assert team.nodes == nodes  # the helper did not go on with the old search
    calls.clear()
    search_until_helped(team, calls)


def test_other_searches_wait_for_helpers(late):
    """A search without a clock begins and ends with free helpers, so its node count is final."""
    team, is_run, calls = late
    search_until_helped(team, calls)
    threading.Timer(0.05, is_run.set).start()
    team.begin()
    assert is_run.is_set()
    search(team, 9)
    assert all(helper.job is None for helper in team._helpers)


def test_the_table_is_cleared_once(team, monkeypatch):
    """However many threads there are, the table that they share is cleared once."""
    cleared = []
    monkeypatch.setattr(ThreadData, "clear", lambda workspace: cleared.append(workspace))
    team.clear()
    assert len(cleared) == 1


def test_errors_of_helpers_come_out(team, monkeypatch):
    """An error in a helper's thread is raised where the search was requested."""
    search_root, has_begun = root.search_root, threading.Event()

    def fail(record, *arguments):
        if is_helper():
            has_begun.set()
            raise KeyError("planned")
        assert has_begun.wait(PATIENCE)  # the task of a helper that has not begun would be taken back
        return search_root(record, *arguments)

    monkeypatch.setattr(root, "search_root", fail)
    with pytest.raises(KeyError, match="planned"):
        search(team, 9)


def test_the_helpers_of_a_team_that_nobody_holds_end():
    """A pool that was not closed is freed with its threads and its memory."""
    team = ThreadPool(1, threads=2)
    team.begin()
    search(team, 9)
    thread = team._helpers[0]._thread
    del team
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_a_program_ends_while_several_threads_search():
    """The end of a program does not wait for a search in the background that takes minutes."""
    script = """if True:
        from othello import Engine
        from othello.search import schedule
        from tests.searches import HARDEST
        from tests.waiting import eventually

        schedule.GUIDES = ((64, ()),)  # the step before the last one ends at once
        engine = Engine(threads=2, table_mib=1)
        search = engine.analysis(HARDEST)
        eventually(lambda: (now := engine.progress()) and now.depth == HARDEST.empties)
    """
    source.python("-c", script, check=True, timeout=PATIENCE)


@cases("threads", [0, 257])
def test_an_impossible_number_of_threads_is_refused_by_name(threads):
    with pytest.raises(ValueError, match=f"threads must be from 1 to 256, not {threads}"):
        Engine(threads=threads)
