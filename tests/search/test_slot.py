"""The slot of an engine's single search: taking it, and stopping its search."""

import itertools
import threading

import pytest

from othello.search.cancel import Cancel
from othello.search.slot import Slot
from tests.searches import PATIENCE, eventually


@pytest.fixture
def slot():
    """Return a slot whose clock advances by a second at each call."""
    return Slot(itertools.count().__next__)


def test_one_search(slot):
    """A slot that is taken cannot be taken again until it is free."""
    with slot.taken(), pytest.raises(RuntimeError, match="is searching"), slot.taken():
        pass
    with slot.taken() as cancel:
        assert not cancel.is_set()


def test_an_abandoned_search(slot):
    """A search that nobody waits for is stopped, and the next one waits for its end."""
    taken, ended = threading.Event(), threading.Event()

    def search():
        with slot.taken() as cancel:
            cancels.append(cancel)
            taken.set()
            eventually(cancel.is_set)
            ended.set()

    cancels = []
    thread = threading.Thread(target=search)
    thread.start()
    assert taken.wait(PATIENCE)
    slot.abandon(cancels[0])
    with slot.taken() as cancel:
        assert ended.is_set()
        slot.abandon(cancels[0])  # one that has ended
        assert not cancel.is_set()
    thread.join()


def test_free_after_an_error(slot):
    """An error in a search leaves the slot free."""
    with pytest.raises(KeyError), slot.taken():
        raise KeyError("planned")
    with slot.taken():
        pass


def test_stop(slot):
    """A stop reaches the search that has the slot, and no later one."""
    assert not slot.stop(0)
    with slot.taken() as cancel:
        assert slot.stop(0)
        assert cancel.is_set()
    assert not slot.stop(0)
    with slot.taken() as cancel:
        assert not cancel.is_set()


def test_stop_of_old_searches(slot):
    """A search that has had the slot for less than the given seconds continues."""
    with slot.taken() as cancel:
        assert not slot.stop(3)
        assert not cancel.is_set()
        assert not slot.stop(3)
        assert slot.stop(3)
        assert cancel.is_set()


def test_the_cancel_of_the_caller(slot):
    """The Cancel of the caller sets that of the search, and not the other way round."""
    given = Cancel()
    with slot.taken(given):
        slot.stop(0)
    assert not given.is_set()
    with slot.taken(given) as cancel:
        given.set()
        assert cancel.is_set()
    with slot.taken(given) as cancel:
        assert cancel.is_set()


def test_close(slot):
    """A close sets the Cancel of the search, and returns when the slot is free."""
    closing = threading.Thread(target=slot.close)
    with slot.taken() as cancel:
        closing.start()
        eventually(cancel.is_set)
        assert closing.is_alive()
    closing.join(PATIENCE)
    assert not closing.is_alive()


def test_closed(slot):
    """A closed slot cannot be taken, and can be closed again."""
    for _ in range(2):
        slot.close()
        with pytest.raises(RuntimeError, match="is closed"), slot.taken():
            pass


def test_ctrl_c_before_the_slot_is_freed():
    """Closing does not wait for a block of the same thread that Ctrl-C left before it freed the slot."""
    slot = Slot(itertools.count().__next__)
    block = slot.taken()
    cancel = block.__enter__()
    slot.close()
    assert cancel.is_set()
    block.__exit__(None, None, None)
