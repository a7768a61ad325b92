"""The lock of an engine's single search: taking it, and stopping its search."""

import threading
from contextlib import ExitStack, contextmanager

import pytest

from othello.search.search_lock import SearchLock
from othello.search.stop_signal import StopSignal
from tests.waiting import PATIENCE, eventually


@pytest.fixture
def lock():
    """A free lock."""
    return SearchLock()


@contextmanager
def taken(lock):
    """Take the lock within the block, and yield the StopSignal of the search."""
    cancel = StopSignal()
    with lock.taken(cancel):
        yield cancel


def test_a_lock_that_is_taken_cannot_be_taken_again_until_it_is_free(lock):
    with taken(lock), pytest.raises(RuntimeError, match="is searching"), taken(lock):
        pass
    with taken(lock) as cancel:
        assert not cancel.is_set()


def test_an_abandoned_search(lock):
    """A search that nobody waits for is stopped, and the next search waits for its end."""
    has_begun, ended = threading.Event(), threading.Event()

    def search():
        with taken(lock) as cancel:
            cancels.append(cancel)
            has_begun.set()
            eventually(cancel.is_set)
            ended.set()

    cancels = []
    thread = threading.Thread(target=search)
    thread.start()
    assert has_begun.wait(PATIENCE)
    lock.abandon(cancels[0])
    with taken(lock) as cancel:
        assert ended.is_set()
        lock.abandon(cancels[0])  # one that has ended
        assert not cancel.is_set()
    thread.join()


def test_an_error_in_a_search_leaves_the_lock_free(lock):
    with pytest.raises(KeyError), taken(lock):
        raise KeyError("planned")
    with taken(lock):
        pass


def test_a_stop_reaches_the_search_that_has_the_lock_and_no_later_one(lock):
    assert not lock.stop()
    with taken(lock) as cancel:
        assert lock.stop()
        assert cancel.is_set()
    assert not lock.stop()
    with taken(lock) as cancel:
        assert not cancel.is_set()


def test_a_close_sets_the_cancel_of_the_search_and_returns_when_the_lock_is_free(lock):
    closing = threading.Thread(target=lock.close)
    with taken(lock) as cancel:
        closing.start()
        eventually(cancel.is_set)
        assert closing.is_alive()
    closing.join(PATIENCE)
    assert not closing.is_alive()


def test_a_close_waits_for_a_search_that_moves_to_another_thread_meanwhile(lock, monkeypatch):
    """The thread that took the lock closes it just after the search's thread has found it open."""
    block, has_asked, may_search = ExitStack(), threading.Event(), threading.Event()
    closed, snapshots = [], []
    is_closed = lock._closing.is_set

    class Ended(threading.Event):
        def wait(self, timeout=None):
            may_search.set()
            return super().wait(timeout)

    def asked():
        answer = is_closed()
        has_asked.set()
        assert may_search.wait(PATIENCE)
        return answer

    def search():
        with block:
            lock.move()
            snapshots.append(list(closed))

    block.enter_context(taken(lock))
    lock._running.has_ended = Ended()
    monkeypatch.setattr(lock._closing, "is_set", asked)
    thread = threading.Thread(target=search)
    thread.start()
    assert has_asked.wait(PATIENCE)
    lock.close()
    closed.append(True)
    may_search.set()
    thread.join(PATIENCE)
    assert snapshots == [[]]


def test_a_closed_lock_cannot_be_taken_and_can_be_closed_again(lock):
    for _ in range(2):
        lock.close()
        with pytest.raises(RuntimeError, match="is closed"), taken(lock):
            pass


def test_ctrl_c_before_the_lock_is_freed():
    """Closing does not wait if Ctrl-C has ended this thread's block before the lock was freed."""
    lock, cancel = SearchLock(), StopSignal()
    block = lock.taken(cancel)
    block.__enter__()
    lock.close()
    assert cancel.is_set()
    block.__exit__(None, None, None)
