"""Matches: several games at once, engines that fail, stopping and closing."""

import os
from dataclasses import replace

import pytest

from othello import OthelloError
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.match.controllers.failure import Fault
from othello.match.controllers.timing import TimeRule
from othello.match.engine_spec import EngineSpec
from othello.match.schedule import Schedule
from othello.match.work import MatchTask
from tests.gtp.fakes import PATIENT, ROOT, are_gone, fake_command, pids, received
from tests.match.scripted import OPENINGS
from tests.waiting import eventually

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX processes and signals")


def fake(mode, log=None, name=None):
    return EngineSpec(name or mode, tuple(fake_command(mode, log)), cwd=ROOT)


def match(specs, jobs=1):
    return executor(MatchTask(specs, PATIENT), Resources(jobs), is_waiting=True)


def run(specs, count, jobs=1):
    with match(specs, jobs) as workers:
        return [game.result for game in workers.run(Schedule(len(specs), OPENINGS, 1).games(count))]


@pytest.mark.parametrize("jobs", [1, 3])
def test_all_games_are_played_and_each_worker_starts_each_engine_once(tmp_path, jobs):
    logs = [tmp_path / "one", tmp_path / "other"]
    games = run([fake("good", logs[0], "one"), fake("upper-case", logs[1], "other")], 6, jobs)
    assert sorted(game.number for game in games) == list(range(6))
    assert all(game.fault is None for game in games)
    assert {(game.number % 2, game.black.name) for game in games} == {(0, "one"), (1, "other")}
    for log in logs:
        starts = received(log).count("list_commands")
        assert starts == received(log).count("quit") <= jobs
        assert received(log).count("clear_board") == 6 + starts
        assert are_gone(log)
    # Both play the same way, so the two games of a pair are the same.
    moves = {game.number: game.played and [m.move for m in game.played] for game in games}
    assert all(moves[number] == moves[number + 1] for number in (0, 2, 4))


def test_a_match_survives_its_engines(tmp_path):
    """An engine that dies in every game is started again for the next game, and loses all games."""
    logs = [tmp_path / "bad", tmp_path / "good"]
    games = run([fake("dies", logs[0]), fake("good", logs[1])], 4, jobs=2)
    assert [game.points("dies") for game in games] == [0, 0, 0, 0]
    assert {game.fault for game in games} == {Fault.CRASH}
    assert received(logs[0]).count("list_commands") == 4
    assert received(logs[1]).count("list_commands") <= 2
    assert are_gone(logs[0])
    assert are_gone(logs[1])


def test_engines_that_cannot_be_started():
    """An engine that cannot be started is reported before the first game, which ends the match."""
    specs = [fake("dies-at-start"), fake("good")]
    with pytest.raises(OthelloError, match=r"(?s)^engine dies-at-start: .*no weights found"):
        run(specs, 2)
    limited = [specs[1], replace(specs[1], name="other", rule=TimeRule(per_move=1))]
    with pytest.raises(OthelloError, match=r"^engine other: the engine answers 'time_settings 0 1 1'"):
        run(limited, 2)


def test_an_end_while_engines_start_such_as_an_interrupt_kills_them(tmp_path):
    """A worker's table can be shown while engines are still starting, before their first replies."""
    log = tmp_path / "log"

    def games():
        yield from Schedule(2, OPENINGS, 1).games(1)
        eventually(lambda: log.exists() and pids(log))
        raise KeyboardInterrupt

    specs = [fake("hangs-at-start", log), fake("good")]
    with pytest.raises(KeyboardInterrupt), match(specs, jobs=2) as workers:
        list(workers.run(games()))
    assert are_gone(log)


def test_if_the_games_end_early_the_running_ones_are_finished(tmp_path):
    logs = [tmp_path / "one", tmp_path / "other"]
    outcomes = []

    def until_stopped():
        for game in Schedule(2, OPENINGS, 1).games(100):
            if outcomes:
                return
            yield game

    with match([fake("good", logs[0], "one"), fake("good", logs[1], "other")]) as workers:
        outcomes += workers.run(until_stopped())
    assert len(outcomes) == 1


def test_an_end_in_the_middle_of_a_game_such_as_an_interrupt_kills_all_engines(tmp_path):
    logs = [tmp_path / "one", tmp_path / "other"]
    specs = [fake("good", logs[0], "one"), fake("good", logs[1], "other")]
    with match(specs, jobs=2) as workers:
        next(workers.run(Schedule(2, OPENINGS, 1).games(100)))
    assert are_gone(logs[0])
    assert are_gone(logs[1])
