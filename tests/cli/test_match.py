"""`othello match` and `othello openings`."""

import contextlib
import json
import os
import re
import shlex
import signal
import sys

import pytest

from othello import Color, Ending
from othello.cli.match import interruptible
from othello.cli.match_display import MatchDisplay
from othello.formats.ggf import read_ggf
from othello.formats.transcript import parse_transcript
from othello.match.work import Table
from tests import solved, source
from tests.cli.commands import BAD_INPUT, INTERRUPTED, OK, objects, process, run
from tests.gtp.fakes import are_gone, fake_command, pids, received
from tests.waiting import eventually, wait_for_ends

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX processes and signals")


def engine(name, mode="good", log=None, more=""):
    """Return the option for a fake engine."""
    return f"name={name},cmd={shlex.join(fake_command(mode, log))},cwd={source.ROOT}{more}"


@pytest.fixture
def few(tmp_path):
    """Return a file with three openings."""
    path = tmp_path / "openings.txt"
    path.write_text("% three openings\nf5d6c3\nf5f6e6\n\nF5D6C5\n")
    return path


def test_table(few):
    """Each engine has a row. An engine that fails loses and is reported, but does not end the match."""
    status, out, err = run("match", "-e", engine("good"), "-e", engine("bad", "dies"), "--openings", few)
    assert status == OK
    heading, best, last, pairs = out.splitlines()
    assert heading.split()[:6] == ["engine", "games", "wins", "draws", "losses", "Elo"]  # no game has discs
    assert best.split()[:5] == ["good", "6", "6", "0", "0"]
    assert last.split()[:5] == ["bad", "6", "0", "0", "6"]
    assert (best.split()[-1], last.split()[-1]) == ("0", "6")
    assert pairs == "pairs of games in which good scored 0, 0.5, 1, 1.5, 2 points: (0, 0, 0, 0, 3)"
    assert err.count("bad loses (crash): ended with exit status 7") == 6


def test_a_game_that_cannot_be_played_does_not_cost_the_table_of_the_others(few, monkeypatch):
    play = Table._play

    def failing(self, game):
        if game.number == 1:
            raise RuntimeError("no such game")
        return play(self, game)

    monkeypatch.setattr(Table, "_play", failing)
    status, out, err = run("match", "-e", engine("a"), "-e", engine("b"), "--openings", few)
    assert status == BAD_INPUT
    assert out.splitlines()[1].split()[1] == "5"
    assert "game 1 cannot be played: " in err.splitlines()[-1]


def test_with_json_there_is_an_object_for_each_game_and_one_for_the_result(few):
    status, out, err = run(
        "match", "-e", engine("a"), "-e", engine("b"), "--openings", few, "--json", "-j", 2
    )
    assert (status, err) == (OK, "")
    *games, result = objects(out)
    assert sorted(game["game"] for game in games) == list(range(6))
    for game in games:
        board = parse_transcript(game["moves"])
        assert board.is_over
        assert board.result.margin == game["result"]
        assert board.transcript().startswith(game["opening"])
        assert len(game["seconds"]) == len(game["values"]) == len(board.move_stack)
    assert [standing["games"] for standing in result["standings"]] == [6, 6]
    assert sum(result["pairs"]) == 3


def test_adjudicated_games(tmp_path, few):
    """A game ends when its result is proved. A continued match must use the same rule."""
    command = ["match", "-e", engine("a"), "-e", engine("b"), "--openings", few, "-g", 2]
    command += ["-o", tmp_path / "m"]
    status, out, _ = run(*command, "--adjudicate", 8)
    assert status == OK
    assert out.splitlines()[-1] == "adjudicated games (result proved before the end): 2"
    for row in objects((tmp_path / "m.jsonl").read_text())[1:]:
        assert row["ended"] == "adjudicated"
        position = parse_transcript(row["moves"]).position
        assert position.empties == 8
        assert row["result"] == solved.value_of(position) * (1 if position.turn is Color.BLACK else -1)
    assert {record.ending for record in read_ggf(tmp_path / "m.ggf")} == {Ending.AGREED}
    status, _, err = run(*command)
    assert status == BAD_INPUT
    assert "adjudicate '8' instead of none" in err


def test_in_a_match_of_three_engines_every_two_of_them_play(few):
    engines = [option for name in "abc" for option in ("-e", engine(name))]
    status, out, _ = run("match", *engines, "--openings", few, "-g", 2)
    assert status == OK
    assert [line.split()[1] for line in out.splitlines()[1:]] == ["4", "4", "4"]


def test_continuing_a_match(tmp_path, few):
    """Repeating the command plays only the missing games. A larger number of games extends the match."""
    log = tmp_path / "engine.log"
    engines = ["-e", engine("a", log=log), "-e", engine("b")]
    command = ["match", *engines, "--openings", few, "-o", tmp_path / "m"]
    assert run(*command, "-g", 4)[0] == OK
    before = received(log).count("play b f5")
    status, _, err = run(*command, "-g", 4)
    assert (status, received(log).count("play b f5")) == (OK, before)
    assert err == f"continuing {tmp_path / 'm.jsonl'}, which contains 4 games\n"
    status, out, _ = run(*command)
    assert status == OK
    assert out.splitlines()[1].split()[1] == "6"
    assert received(log).count("play b f5") == before + 2
    numbers = [game["game"] for game in objects((tmp_path / "m.jsonl").read_text())[1:]]
    assert sorted(numbers) == list(range(6))
    assert len(list(read_ggf(tmp_path / "m.ggf"))) == 6
    status, _, err = run(*command, "--seed", 2)
    assert status == BAD_INPUT
    assert "the file belongs to a run with seed '1' instead of '2'" in err


@contextlib.contextmanager
def not_ignored(number):
    """Let processes that start in the block hear a signal, also if the tests run under nohup."""
    before = signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, before)


def test_interrupting_a_match(tmp_path):
    """An interrupted match prints its results so far, leaves no process, and can be continued."""
    log = tmp_path / "engine.log"
    command = ["match", "-e", engine("a", log=log), "-e", engine("b"), "-g", 1000, "-o", tmp_path / "m"]
    with not_ignored(signal.SIGINT), process(*command) as child:
        try:
            # Two games, because the last one may be kept but not counted yet.
            eventually(
                lambda: (tmp_path / "m.ggf").exists() and (tmp_path / "m.ggf").read_text().count("(;") > 1
            )
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=30)
        finally:
            child.kill()
    assert child.returncode == INTERRUPTED
    assert out.splitlines()[0].startswith("engine")
    played = len((tmp_path / "m.jsonl").read_text().splitlines()) - 1
    assert int(re.search(r"interrupted after (\d+) of 1000 games", err)[1]) in (played, played - 1)
    assert "Traceback" not in err
    assert pids(log)
    assert are_gone(log)


def test_the_status_of_a_match_that_a_signal_ends_is_that_of_shells(tmp_path, few, monkeypatch):
    log, add = tmp_path / "engine.log", MatchDisplay.add
    for number, wanted in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):

        def add_and_end(display, result, number=number):
            add(display, result)
            signal.raise_signal(number)

        monkeypatch.setattr(MatchDisplay, "add", add_and_end)
        with not_ignored(number):
            status, out, err = run("match", "-e", engine("a", log=log), "-e", engine("b"), "--openings", few)
        assert (status, err) == (wanted, "interrupted after 1 of 6 games\n")
        assert out.startswith("engine")
        assert are_gone(log)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not list the children of a process")
@pytest.mark.parametrize(
    ("name", "jobs"), [("SIGKILL", 2), pytest.param("SIGQUIT", 1, marks=pytest.mark.slow)]
)
def test_engines_do_not_outlive_a_match_that_is_killed(tmp_path, name, jobs):
    """No engine outlives a killed match, even if it neither reads nor obeys. The engine's children do not
    outlive it, either."""
    log, number = tmp_path / "engine.log", getattr(signal, name)
    engines = ["-e", engine("a", "deaf", log), "-e", engine("b", "deaf", log)]
    with not_ignored(signal.SIGQUIT), process("match", *engines, "-g", 4, "-j", jobs) as child:
        try:
            eventually(lambda: log.exists() and received(log).count("deaf") == jobs)
        finally:
            child.send_signal(number)
    assert child.returncode == -number
    assert len(pids(log)) == 4 * jobs
    wait_for_ends(pids(log))


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_second_interrupt_does_not_stop_the_end_of_the_engines(name):
    """Two quick Ctrl-C leave no engine behind, for which the process would then wait."""
    number, is_interrupted = getattr(signal, name), False
    with not_ignored(number), interruptible():
        try:
            signal.raise_signal(number)
        except KeyboardInterrupt:
            is_interrupted = True
        signal.raise_signal(number)
    assert is_interrupted


def test_a_match_ends_when_the_sequential_test_is_decided(few):
    command = ["match", "-e", engine("good"), "-e", engine("bad", "resigns"), "--openings", few, "-g", 400]
    status, out, _ = run(*command, "--sprt", 0, 300)
    assert status == OK
    assert 4 <= int(out.splitlines()[1].split()[1]) < 100
    assert out.splitlines()[-1].startswith("SPRT of Elo 0 against 300: accepted, LLR +")
    status, out, _ = run(*command, "--sprt", 0, 300, "--json")
    assert json.loads(out.splitlines()[-1])["sprt"]["decision"] == "accepted"


@pytest.mark.slow
def test_our_engine_at_two_levels(tmp_path):
    """In real games over pipes, the higher level wins, moves are legal, and time limits are kept."""
    engines = ["-e", "level=1,hash=4", "-e", "name=better,level=6,hash=4"]
    status, out, err = run("match", *engines, "-g", 6, "-j", 2, "--json", "-o", tmp_path / "m")
    assert (status, err) == (OK, "")
    result = json.loads(out.splitlines()[-1])
    best, last = result["standings"]
    assert best["name"] == "better"
    assert best["wins"] >= 5
    assert (best["failures"], last["failures"]) == (0, 0)
    assert all(game.ending is None for game in read_ggf(tmp_path / "m.ggf"))


@pytest.mark.slow
def test_our_engine_on_clocks():
    """Engines never exceed clocks, increments and times per move by more than the margin."""
    times = ["time=0.1", "clock=3", "clock=1+0.1"]
    options = [
        word
        for name, limit in zip("abc", times, strict=True)
        for word in ("-e", f"name={name},{limit},hash=4")
    ]
    status, out, err = run("match", *options, "-g", 2, "--margin", 2, "--json")
    assert (status, err) == (OK, "")
    *games, result = objects(out)
    assert {game["ended"] for game in games} == {"played out"}
    assert sum(standing["timeouts"] for standing in result["standings"]) == 0


def test_the_seed_of_a_match_is_that_of_its_first_engine(monkeypatch, few):
    """Human-like levels get the seed of the match. Each further engine gets the next number."""
    seeds = []
    monkeypatch.setattr(
        "othello.cli.match.run", lambda work, *_: seeds.extend(spec.seed for spec in work.specs)
    )
    engines = ["-e", "level=newcomer", "-e", "level=8", "-e", "level=club"]
    assert run("match", *engines, "--openings", few, "--seed", 7)[0] == OK
    assert seeds == [7, None, 9]


@pytest.mark.slow
def test_the_same_seed_of_a_match_gives_the_same_games_of_human_like_levels(few, tmp_path):
    command = ["match", "-e", "level=newcomer,hash=4", "-e", "level=club,hash=4", "--openings", few]
    played = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        status, _, err = run(*command, "-g", 2, "--seed", seed, "-o", tmp_path / name)
        assert (status, err) == (OK, "")
        played.append([game.moves for game in read_ggf(tmp_path / f"{name}.ggf")])
    assert played[0] == played[1] != played[2]


@pytest.mark.slow
def test_the_games_of_a_match_are_the_same_whichever_worker_plays_them(tmp_path):
    command = ["match", "-e", "name=a,depth=4,hash=1", "-e", "name=b,depth=6,hash=1", "-g", 6]
    played = []
    for jobs in (1, 2):
        assert run(*command, "-j", jobs, "-o", tmp_path / str(jobs))[0] == OK
        games = read_ggf(tmp_path / f"{jobs}.ggf")
        played.append(sorted(str(game.moves) for game in games))
    assert played[0] == played[1]
