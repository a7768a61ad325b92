"""Requests to stop: before, during and after a block, and from several threads."""

import threading

from othello.search.cancel import Cancel


def test_no_request():
    """Without a request nothing is called."""
    cancel, calls = Cancel(), []
    with cancel.calls(lambda: calls.append(1)):
        assert not cancel.is_set()
    assert calls == []


def test_request_before():
    """A request before the block calls the function at its beginning."""
    cancel, calls = Cancel(), []
    cancel.set()
    with cancel.calls(lambda: calls.append(1)):
        assert calls == [1]
    assert cancel.is_set()


def test_request_during():
    """A request in the block calls the function once, also if it is repeated."""
    cancel, calls = Cancel(), []
    with cancel.calls(lambda: calls.append(1)):
        cancel.set()
        cancel.set()
        assert calls == [1]


def test_request_after():
    """A request after the block calls nothing, also if an error ended the block."""
    cancel, calls = Cancel(), []
    try:
        with cancel.calls(lambda: calls.append(1)):
            raise KeyError("planned")
    except KeyError:
        cancel.set()
    assert calls == []


def test_one_request_for_several():
    """A request calls the functions of all open blocks."""
    cancel, calls = Cancel(), []
    with cancel.calls(lambda: calls.append("ended")):
        pass
    with cancel.calls(lambda: calls.append("outer")), cancel.calls(lambda: calls.append("inner")):
        cancel.set()
    assert calls == ["outer", "inner"]


def test_chains():
    """A `Cancel` can set another one, which can also be set by itself."""
    outer, inner, calls = Cancel(), Cancel(), []
    with outer.calls(inner.set), inner.calls(lambda: calls.append(1)):
        outer.set()
    assert (calls, inner.is_set()) == ([1], True)
    outer, inner = Cancel(), Cancel()
    with outer.calls(inner.set):
        inner.set()
    assert not outer.is_set()


def test_request_within_a_request():
    """A function that is called may repeat the request, as a signal handler may."""
    cancel, calls = Cancel(), []

    def stop():
        calls.append(1)
        cancel.set()

    with cancel.calls(stop):
        cancel.set()
    assert calls == [1]


def test_no_request_is_lost():
    """In any order of the request and the beginning of a block, the function is called before its end."""
    for _ in range(500):
        cancel, barrier, called = Cancel(), threading.Barrier(2), threading.Event()

        def request(cancel=cancel, barrier=barrier):
            barrier.wait()
            cancel.set()

        thread = threading.Thread(target=request)
        thread.start()
        barrier.wait()
        with cancel.calls(called.set):
            assert called.wait(20)
        thread.join()
