"""Requests to stop: before, during and after a block, and from several threads."""

import threading
from contextlib import suppress

from othello.search.stop_signal import StopSignal
from tests.cases import cases


@cases("when", ["never", "before", "during", "after"])
def test_requests(when):
    """A request before or during a block calls the function once, even if the request is repeated."""
    cancel, calls = StopSignal(), []
    if when == "before":
        cancel.set()
    with suppress(KeyError), cancel.calls(lambda: calls.append(1)):
        assert cancel.is_set() is (when == "before")
        assert calls == [1] * (when == "before")
        if when == "during":
            cancel.set()
            cancel.set()
        raise KeyError("planned")
    if when == "after":
        cancel.set()
    assert calls == [1] * (when in ("before", "during"))


def test_one_request_for_several():
    """A request calls the functions of all open blocks, from the innermost to the outermost."""
    cancel, calls = StopSignal(), []
    with cancel.calls(lambda: calls.append("ended")):
        pass
    with cancel.calls(lambda: calls.append("outer")), cancel.calls(lambda: calls.append("inner")):
        cancel.set()
    assert calls == ["inner", "outer"]


def test_a_cancel_can_set_another_one_which_can_also_be_set_by_itself():
    outer, inner, calls = StopSignal(), StopSignal(), []
    with outer.calls(inner.set), inner.calls(lambda: calls.append(1)):
        outer.set()
    assert (calls, inner.is_set()) == ([1], True)
    outer, inner = StopSignal(), StopSignal()
    with outer.calls(inner.set):
        inner.set()
    assert not outer.is_set()


def test_request_within_a_request():
    """A function that is called may repeat the request, as a signal handler may."""
    cancel, calls = StopSignal(), []

    def stop():
        calls.append(1)
        cancel.set()

    with cancel.calls(stop):
        cancel.set()
    assert calls == [1]


def test_no_request_is_lost():
    """Whether the request or the block begins first, the function is called before the block's end."""
    for _ in range(500):
        cancel, barrier, called = StopSignal(), threading.Barrier(2), threading.Event()

        def request(cancel=cancel, barrier=barrier):
            barrier.wait()
            cancel.set()

        thread = threading.Thread(target=request)
        thread.start()
        barrier.wait()
        with cancel.calls(called.set):
            assert called.wait(20)
        thread.join()
