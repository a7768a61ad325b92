"""Deadlines: each is met once, in its context only, by one thread that is always there."""

import contextlib
import multiprocessing
import os
import threading
import time
from functools import partial
from types import SimpleNamespace

import pytest

from othello import Engine, Limits, Position
from othello.search.alarm import ALARM, Alarm
from tests.cases import cases
from tests.threadless import cannot_start
from tests.waiting import eventually


def test_deadlines_in_any_order(monkeypatch):
    """Functions are called in the order of their times, whatever the order in which they were given."""
    alarm, called, now = Alarm(), [], time.monotonic()
    with contextlib.ExitStack() as stack:
        with monkeypatch.context() as patch:  # the time stands until all are given
            patch.setattr("othello.search.alarm.time", SimpleNamespace(monotonic=lambda: now))
            for name, seconds in (("late", 0.06), ("soon", 0.02), ("middle", 0.04)):
                stack.enter_context(alarm.calls(partial(called.append, name), seconds))
        eventually(lambda: len(called) == 3)
    assert called == ["soon", "middle", "late"]


@cases("seconds", [0.0, -1.0])
def test_a_time_that_has_passed(seconds):
    """A function whose time has passed is called immediately, by the thread that asks for it."""
    callers = []
    with Alarm().calls(lambda: callers.append(threading.current_thread()), seconds):
        assert callers == [threading.current_thread()]


def test_after_the_context():
    """After its context, a function is no longer called, but other functions still are."""
    alarm, called = Alarm(), []
    with alarm.calls(lambda: called.append("other"), 0.05):
        with alarm.calls(lambda: called.append("over"), 0.01 + 30):
            pass
        assert 1 not in [number for _, number, _ in alarm._due]
        eventually(lambda: called)
    assert called == ["other"]
    assert alarm._due == []


def test_a_thread_that_cannot_be_started(monkeypatch):
    """After an error at the start of the thread, the next start serves the deadlines."""
    alarm, called = Alarm(), []
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", cannot_start)
        with pytest.raises(RuntimeError, match="can't start"):
            alarm.start()
    with alarm.calls(lambda: called.append("now"), 0.01):
        eventually(lambda: called)


def test_times_longer_than_a_thread_can_wait_are_accepted():
    alarm = Alarm()
    with alarm.calls(lambda: None, 1e12), alarm.calls(lambda: None, float("inf")):
        pass


def test_searches_start_no_thread():
    """A search on a clock starts no thread of its own, for which it would have to wait."""
    with Engine(table_mib=1) as engine:
        engine.play(Position.start(), Limits(depth=1))  # loads the kernels
        started = []
        begin = threading.Thread.start

        def noted(thread):
            started.append(thread)
            begin(thread)

        def search():
            threading.Thread.start = noted
            try:
                engine.play(Position.start(), Limits(seconds=0.05))
            finally:
                threading.Thread.start = begin

        worker = threading.Thread(target=search)
        worker.start()
        worker.join()
        assert started == []


def _search_in_child(queue):
    with Engine(table_mib=1) as engine:
        queue.put(engine.play(Position.start(), Limits(seconds=0.05)).was_stopped)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_was_forked_from_one_with_an_alarm_has_its_own_alarm():
    ALARM.start()
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    child = context.Process(target=_search_in_child, args=(queue,))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    assert queue.get()
