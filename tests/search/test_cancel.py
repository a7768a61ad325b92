"""Requests to stop: before, during and after what they stop, and from several threads."""

import threading

from othello.search.cancel import Cancel


def test_no_request():
    """Without a request nothing is called."""
    cancel, calls = Cancel(), []
    with cancel.calls(lambda: calls.append(1)):
        assert not cancel.is_set()
    assert calls == []


def test_request_before():
    """A request that came before the context calls the function at its beginning."""
    cancel, calls = Cancel(), []
    cancel.set()
    with cancel.calls(lambda: calls.append(1)):
        assert calls == [1]
    assert cancel.is_set()


def test_request_during():
    """A request in the context calls the function, only once however often it is repeated."""
    cancel, calls = Cancel(), []
    with cancel.calls(lambda: calls.append(1)):
        cancel.set()
        cancel.set()
        assert calls == [1]


def test_request_after():
    """A request after the context calls nothing, also where an error ended the context."""
    cancel, calls = Cancel(), []
    try:
        with cancel.calls(lambda: calls.append(1)):
            raise KeyError("planned")
    except KeyError:
        cancel.set()
    assert calls == []


def test_one_request_for_several():
    """A request calls the functions of all contexts that are open."""
    cancel, calls = Cancel(), []
    with cancel.calls(lambda: calls.append("ended")):
        pass
    with cancel.calls(lambda: calls.append("outer")), cancel.calls(lambda: calls.append("inner")):
        cancel.set()
    assert calls == ["outer", "inner"]


def test_chains():
    """A request passes through another `Cancel`, which stays open to requests of its own."""
    outer, inner, calls = Cancel(), Cancel(), []
    with outer.calls(inner.set), inner.calls(lambda: calls.append(1)):
        outer.set()
    assert (calls, inner.is_set()) == ([1], True)
    outer, inner = Cancel(), Cancel()
    with outer.calls(inner.set):
        inner.set()
    assert not outer.is_set()


def test_request_within_a_request():
    """A function that is called may make the request again, as a signal handler may in its midst."""
    cancel, calls = Cancel(), []

    def stop():
        calls.append(1)
        cancel.set()

    with cancel.calls(stop):
        cancel.set()
    assert calls == [1]


def test_no_request_is_lost():
    """However a request and the beginning of a context meet, the function is called before the end."""
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
