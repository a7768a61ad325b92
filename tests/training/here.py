"""A pool whose work is done in the process of the test, without the second that a worker takes to start."""

import contextlib
from concurrent.futures import Future

import pytest

from othello.kernels import table
from othello.search.workspace import Workspace
from othello.training import pool


class PoolHere:
    """Stands for `ProcessPoolExecutor`: it has done a task when `submit` returns."""

    def __init__(self, count, context, initializer, initargs):
        source, evaluation = initargs
        pool._work = source, Workspace(table.new_table(pool.TABLE_MIB), evaluation)

    def submit(self, function, *args):
        done = Future()
        done.set_result(function(*args))
        return done

    def shutdown(self):
        del pool._work


@contextlib.contextmanager
def workers_here():
    """In this context the training makes games in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "ProcessPoolExecutor", PoolHere)
        yield
