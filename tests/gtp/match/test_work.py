"""Matches: several games at once, engines that fail, stopping and closing."""

import os
import re
from dataclasses import replace

import pytest

from othello.gtp.controllers.failure import EngineFailure, Fault
from othello.gtp.controllers.timing import TimeRule
from othello.gtp.match.engine_spec import EngineSpec
from othello.gtp.match.runner import Runner
from othello.gtp.match.schedule import games
from tests.gtp.fakes import QUICK, ROOT, are_gone, fake_command, received
from tests.gtp.match.scripted import OPENINGS

posix = pytest.mark.skipif(os.name != "posix", reason="processes and signals are those of POSIX")


def fake(mode, log=None, name=None):
    return EngineSpec(name or mode, tuple(fake_command(mode, log)), cwd=ROOT)


def run(specs, count, jobs=1, **options):
    runner = Runner(specs, jobs=jobs, timeouts=QUICK)
    return list(runner.run(games(len(specs), OPENINGS, count=count, seed=1), **options))


@posix
@pytest.mark.parametrize("jobs", [1, 3])
def test_matches(tmp_path, jobs):
    """All games are played, and each worker starts each engine once."""
    logs = [tmp_path / "one", tmp_path / "other"]
    found = run([fake("good", logs[0], "one"), fake("upper-case", logs[1], "other")], 6, jobs)
    assert sorted(each.number for each in found) == list(range(6))
    assert all(each.fault is None for each in found)
    assert {(each.number % 2, each.black.name) for each in found} == {(0, "one"), (1, "other")}
    for log in logs:
        assert received(log).count("list_commands") <= jobs
        assert received(log).count("clear_board") == 6
        assert are_gone(log)
    # Both play the same way, so the two games of a pair are the same.
    moves = {each.number: each.played and [m.move for m in each.played] for each in found}
    assert all(moves[number] == moves[number + 1] for number in (0, 2, 4))


@posix
def test_a_match_survives_its_engines(tmp_path):
    """An engine that dies in every game is started again for the next one, and loses all of them."""
    logs = [tmp_path / "bad", tmp_path / "good"]
    found = run([fake("dies", logs[0]), fake("good", logs[1])], 4, jobs=2)
    assert [each.points("dies") for each in found] == [0, 0, 0, 0]
    assert {each.fault for each in found} == {Fault.CRASH}
    assert received(logs[0]).count("list_commands") == 4
    assert received(logs[1]).count("list_commands") <= 2
    assert are_gone(logs[0])
    assert are_gone(logs[1])


@posix
def test_engines_that_cannot_be_started():
    """An engine that cannot be started is reported by `check`, and loses its games in `run`."""
    specs = [fake("dies-at-start"), fake("good")]
    with pytest.raises(EngineFailure, match=re.compile("^dies-at-start: .*no weights found", re.DOTALL)):
        Runner(specs, timeouts=QUICK).check()
    assert [each.fault for each in run(specs, 2)] == [Fault.START] * 2
    with pytest.raises(EngineFailure, match=r"^good: the engine answers 'time_settings 0 1 1'"):
        Runner([replace(specs[1], rule=TimeRule(per_move=1))], timeouts=QUICK).check()


@posix
def test_stopping_and_closing(tmp_path):
    """After `stop` the running games are finished; closing the iterator kills the engines."""
    logs = [tmp_path / "one", tmp_path / "other"]
    specs = [fake("good", logs[0], "one"), fake("good", logs[1], "other")]
    runner = Runner(specs, timeouts=QUICK)
    found = []
    for outcome in runner.run(games(2, OPENINGS, count=100, seed=1)):
        found.append(outcome)
        runner.stop()
    assert 1 <= len(found) < 50  # One, if this thread is never kept waiting.
    running = Runner(specs, jobs=2, timeouts=QUICK).run(games(2, OPENINGS, count=100, seed=1))
    next(running)
    running.close()
    assert are_gone(logs[0])
    assert are_gone(logs[1])
