"""The slot of an engine's single search: taking it, and stopping its search."""

import threading
from contextlib import ExitStack, contextmanager

import pytest

from othello.search.search_lock import Slot
from othello.search.stop_signal import StopSignal
from tests.waiting import PATIENCE, eventually


@pytest.fixture
def slot():
    """A free slot."""
    return Slot()


@contextmanager
def taken(slot):
    """Take the slot within the block, and yield the Cancel of the search."""
    cancel = StopSignal()
    with slot.taken(cancel):
        yield cancel


def test_a_slot_that_is_taken_cannot_be_taken_again_until_it_is_free(slot):
    with taken(slot), pytest.raises(RuntimeError, match="is searching"), taken(slot):
        pass
    with taken(slot) as cancel:
        assert not cancel.is_set()


def test_an_abandoned_search(slot):
    """A search that nobody waits for is stopped, and the next one waits for its end."""
    has_begun, ended = threading.Event(), threading.Event()

    def search():
        with taken(slot) as cancel:
            cancels.append(cancel)
            has_begun.set()
            eventually(cancel.is_set)
            ended.set()

    cancels = []
    thread = threading.Thread(target=search)
    thread.start()
    assert has_begun.wait(PATIENCE)
    slot.abandon(cancels[0])
    with taken(slot) as cancel:
        assert ended.is_set()
        slot.abandon(cancels[0])  # one that has ended
        assert not cancel.is_set()
    thread.join()


def test_an_error_in_a_search_leaves_the_slot_free(slot):
    with pytest.raises(KeyError), taken(slot):
        raise KeyError("planned")
    with taken(slot):
        pass


def test_a_stop_reaches_the_search_that_has_the_slot_and_no_later_one(slot):
    assert not slot.stop()
    with taken(slot) as cancel:
        assert slot.stop()
        assert cancel.is_set()
    assert not slot.stop()
    with taken(slot) as cancel:
        assert not cancel.is_set()


def test_a_close_sets_the_cancel_of_the_search_and_returns_when_the_slot_is_free(slot):
    closing = threading.Thread(target=slot.close)
    with taken(slot) as cancel:
        closing.start()
        eventually(cancel.is_set)
        assert closing.is_alive()
    closing.join(PATIENCE)
    assert not closing.is_alive()


def test_a_close_waits_for_a_search_that_moves_to_another_thread_meanwhile(slot, monkeypatch):
    """The thread that took the slot closes it just after the thread of the search has found it open."""
    block, has_asked, may_search = ExitStack(), threading.Event(), threading.Event()
    closed, found = [], []
    is_closed = slot._closing.is_set

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
            slot.move()
            found.append(list(closed))

    block.enter_context(taken(slot))
    slot._running.has_ended = Ended()
    monkeypatch.setattr(slot._closing, "is_set", asked)
    thread = threading.Thread(target=search)
    thread.start()
    assert has_asked.wait(PATIENCE)
    slot.close()
    closed.append(True)
    may_search.set()
    thread.join(PATIENCE)
    assert found == [[]]


def test_a_closed_slot_cannot_be_taken_and_can_be_closed_again(slot):
    for _ in range(2):
        slot.close()
        with pytest.raises(RuntimeError, match="is closed"), taken(slot):
            pass


def test_ctrl_c_before_the_slot_is_freed():
    """Closing does not wait if Ctrl-C has ended the block of this thread before the slot was freed."""
    slot, cancel = Slot(), StopSignal()
    block = slot.taken(cancel)
    block.__enter__()
    slot.close()
    assert cancel.is_set()
    block.__exit__(None, None, None)
