"""Matches: the schedule, the referee, the files, and several games at once."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtp.controllers.controller import Answer, Controller
from gtp.controllers.failure import EngineFailure, Fault
from gtp.controllers.timing import TimeRule
from gtp.match.entrant import Entrant, parse_entrant
from gtp.match.journal import Journal, heading
from gtp.match.outcome import Outcome
from gtp.match.referee import Referee, Seat
from gtp.match.runner import Runner
from gtp.match.schedule import games
from gtp.match.standby import Standby
from gtp.match.standings import pair_counts, standings
from othello.board import Board
from othello.errors import FormatError, InvalidNotationError
from othello.formats.ggf import format_ggf, read_ggf
from othello.formats.record import Ending
from othello.formats.transcript import parse_transcript
from othello.human_levels import named
from othello.score import Color
from othello.square import PASS, parse_square
from tests.gtp.fakes import QUICK, ROOT, are_gone, fake_command, told

posix = pytest.mark.skipif(os.name != "posix", reason="processes and signals are those of POSIX")
OPENINGS = [parse_transcript(text) for text in ("f5d6c3", "f5f6e6", "f5d6c5")]
NO_LIMIT = TimeRule()
PLAIN = Entrant("")


class Scripted(Controller):
    """A controller that plays the legal move of some index, and fails when it is told to."""

    def __init__(self, index=0, *, seconds=0.01, failure=None, at=2, value=None):
        self.index, self.seconds, self.failure, self.at, self.value = index, seconds, failure, at, value
        self.heard, self.killed = [], 0

    def start(self):
        self.heard.append("start")

    def new_game(self, board, rule):
        self.board, self.asked = board.copy(), 0
        self.heard.append(f"new {board.transcript()}")

    def play(self, color, move, seconds):
        assert color is self.board.turn
        self.board.push(move)
        self.heard.append("pass" if move == PASS else "play")

    def go(self, color, clock, other):
        assert color is self.board.turn
        assert not self.board.is_over
        self.asked += 1
        if self.failure and self.asked == self.at:
            raise self.failure
        move = self.board.legal_moves[self.index]
        self.board.push(move)
        return Answer(move, self.seconds, self.value)

    def stop(self):
        pass

    def quit(self):
        self.heard.append("quit")

    def kill(self):
        self.killed += 1

    @property
    def errors(self):
        return "its last complaint"


def game(black, white, *, rule=NO_LIMIT, opening=OPENINGS[0], margin=0.0):
    """The outcome of a game between two controllers."""
    seats = [
        Seat(name, Standby(lambda controller=controller: controller), rule, margin)
        for name, controller in (("one", black), ("other", white))
    ]
    return Referee(4, opening, *seats).play()


def outcomes(results):
    """Finished games with these points for the first engine, pair by pair."""
    found = []
    for number, points in enumerate(results):
        played = game(Scripted(), Scripted(-1)) if not found else found[0]
        black, white = (played.black, played.white) if number % 2 == 0 else (played.white, played.black)
        margin = {1: 10, 0.5: 0, 0: -10}[points] * (1 if number % 2 == 0 else -1)
        found.append(Outcome(number, black, white, "f5d6c3", played.played, margin))
    return found


# The referee


def test_a_game_by_the_rules():
    """The referee plays the opening, tells both sides everything once, and counts the discs."""
    black, white = Scripted(value=1.5), Scripted(-1)
    outcome = game(black, white)
    board = Board()
    for each in outcome.played:
        board.push(each.move)
    assert board.is_over
    assert outcome.margin == board.result.margin
    assert outcome.fault is outcome.loser is None
    assert outcome.opening == "f5d6c3"
    assert outcome.played[0].seconds is None
    assert {each.value for each in outcome.played[3:]} <= {1.5, None}
    assert black.heard[:2] == white.heard[:2] == ["start", "new f5d6c3"]
    passes = [each.move for each in outcome.played].count(PASS)
    assert black.heard.count("pass") == white.heard.count("pass") == passes
    # Only the last move is not told to the other side, which has nothing to do with it any more.
    assert len(board.move_stack) - 3 - passes == outcome.black.moves + outcome.white.moves
    assert outcome.black.seconds == pytest.approx(0.01 * outcome.black.moves)


@pytest.mark.parametrize("color", list(Color))
@pytest.mark.parametrize("fault", [Fault.CRASH, Fault.RESIGNED])
def test_a_failure_loses(color, fault):
    """Whoever fails loses; an engine that only resigned lives on, others are ended and reported."""
    failing, good = Scripted(failure=EngineFailure(fault, "it is all over")), Scripted()
    pair = (failing, good) if color is Color.BLACK else (good, failing)
    outcome = game(*pair)
    assert (outcome.loser, outcome.winner, outcome.fault, outcome.margin) == (color, color.other, fault, None)
    assert failing.killed == (fault is Fault.CRASH)
    assert good.killed == 0
    last_words = "; its last words: its last complaint" * (fault is Fault.CRASH)
    assert outcome.reason == f"it is all over{last_words}"


@pytest.mark.parametrize(
    ("rule", "seconds", "margin", "is_lost"),
    [
        (TimeRule(per_move=1), 0.9, 0, False),
        (TimeRule(per_move=1), 1.1, 0, True),
        (TimeRule(per_move=1), 1.1, 0.2, False),
        (TimeRule(main=10), 0.25, 0, False),
        (TimeRule(main=10), 0.5, 0, True),
        (TimeRule(main=10, increment=0.25), 0.5, 0, False),
        (NO_LIMIT, 1000, 0, False),
    ],
)
def test_time(rule, seconds, margin, is_lost):
    """A move over its limit, or over what is left on the clock, loses, but for the margin."""
    outcome = game(Scripted(seconds=seconds), Scripted(seconds=0), rule=rule, margin=margin)
    assert (outcome.fault is Fault.TIME) == is_lost
    assert outcome.black.longest == seconds


def test_illegal_moves():
    """The board of the referee decides; an illegal move is no part of the game."""

    class Cheat(Scripted):
        def go(self, color, clock, other):
            return Answer(parse_square("a1"), 0.0)

    outcome = game(Scripted(), Cheat())
    assert (outcome.fault, outcome.loser) == (Fault.ILLEGAL, Color.WHITE)
    assert "white cannot play a1" in outcome.reason
    assert [each.move for each in outcome.played] == OPENINGS[0].move_stack


# The schedule


@given(st.integers(2, 5), st.integers(1, 6), st.integers(1, 8), st.integers())
def test_every_two_engines_meet_with_both_colors(engines, openings, rounds, seed):
    """Each two engines play each opening of a round twice, colors reversed, under numbers 2n and 2n + 1."""
    boards = OPENINGS[:openings]
    plan = list(games(engines, boards, count=2 * rounds, seed=seed))
    assert [each.number for each in plan] == list(range(rounds * engines * (engines - 1)))
    for first, second in zip(plan[::2], plan[1::2], strict=True):
        assert (first.black, first.white) == (second.white, second.black)
        assert first.opening == second.opening
    met = [(each.black, each.white) for each in plan]
    assert {met.count((i, j)) for i in range(engines) for j in range(engines) if i != j} == {rounds}


def test_all_openings_come_before_one_comes_again():
    plan = list(games(2, OPENINGS, count=12, seed=5))
    order = [each.opening.transcript() for each in plan[::2]]
    assert len(set(order[:3])) == 3
    assert order[3:] == order[:3]


def test_the_seed_decides_the_order():
    """The same seed gives the same match, and a longer match begins with the shorter one."""
    boards = [parse_transcript("f5d6c3d3c4"[: 2 * plies]) for plies in range(1, 6)]

    def plan(**options):
        return [each.opening.transcript() for each in games(2, boards, **options)]

    assert plan(count=10, seed=1) == plan(count=10, seed=1)
    assert plan(count=10, seed=1) != plan(count=10, seed=2)
    assert plan(count=10, seed=1) == plan(count=20, seed=1)[:10]


# What engines are


def test_entrants(tmp_path):
    """Settings in any order; commas that begin no setting belong to the command."""
    text = f"cmd=sh -c 'a, b' x,protocol=gtp,name=mine,cwd={tmp_path},level=6,clock=1:00+1"
    found = parse_entrant(text, PLAIN)
    assert found.name == "mine"
    assert found.command == ("sh", "-c", "a, b", "x")
    assert (found.level, found.cwd, found.rule) == (6, tmp_path, TimeRule(main=60, increment=1))
    assert parse_entrant("depth=3", PLAIN) == Entrant("othello-d3", depth=3)
    assert parse_entrant("level=3,hash=8", PLAIN) == Entrant("othello-3", level=3, table_mib=8)


def test_entrants_that_err():
    """A level with a name, and the seed of the match unless the engine has one of its own."""
    found = parse_entrant("level=Casual", PLAIN)
    assert found == Entrant("othello-casual", level=named("casual"))
    assert found.seeded(7).seed == found.seeded(7 + 2**31).seed == 7
    assert parse_entrant("level=casual,seed=9", PLAIN).seeded(7).seed == 9
    for text in ("level=3", "cmd=sh,level=casual"):
        assert parse_entrant(text, PLAIN).seeded(7).seed is None
    assert found.seeded(7).describe() | {"seed": 7, "level": "casual"} == found.seeded(7).describe()
    assert "seed" not in parse_entrant("level=3", PLAIN).describe()
    other = parse_entrant("cmd=sh,level=casual,seed=9", PLAIN)
    assert other._setup(level=other.level, seed=other.seed) == ["othello-level casual", "othello-seed 9"]


def test_defaults_are_for_engines_that_say_nothing():
    """An engine with a level, depth or time of its own takes nothing from the rest of the command."""
    default = Entrant("", level=5, rule=TimeRule(per_move=1))
    assert parse_entrant("name=a", default) == Entrant("a", level=5, rule=TimeRule(per_move=1))
    assert parse_entrant("name=a,level=9", default) == Entrant("a", level=9)
    assert parse_entrant("name=a,time=2", default) == Entrant("a", rule=TimeRule(per_move=2))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "no setting of an engine"),
        ("gtp-rhino", "no setting of an engine: write key=value"),
        ("strength=3", "no setting of an engine.*with a key of name, cmd"),
        ("level=61", "level is '61': write a number from 0 to 60"),
        ("level=x", "level is 'x': write a number from 0 to 60, or newcomer"),
        ("level=3,seed=-1", "seed is '-1': write a number from 0 to 2147483647"),
        ("cmd=sh,protocol=nboard,seed=1", "NBoard has no seed"),
        ("level=3,level=4", "gives level twice"),
        ("level=", "gives no level after the ="),
        ("time=0", "is no time for a move"),
        ("clock=x", "is no clock"),
        ("time=1,clock=60", "give one of them"),
        ("cmd=no-such-program -x", "there is no program 'no-such-program'"),
        ("cmd='sh", "cannot be read: no closing quotation"),
        ("cmd=sh,cwd=no/such/folder", "is no directory"),
        ("cmd=sh,protocol=uci", "is no protocol: write gtp or nboard"),
        ("protocol=nboard", "an NBoard engine needs one"),
        ("cmd=sh,protocol=nboard,time=1", "NBoard has no time for a move"),
        ("cmd=sh,protocol=nboard,level=1", "NBoard has no level: give the engine a depth"),
        ("cmd=sh,hash=8", "hash is for our own engine"),
        ("name=a[b],level=3", "is no name for an engine"),
    ],
)
def test_bad_entrants(text, error):
    """What is wrong with an engine is said in one sentence."""
    with pytest.raises(InvalidNotationError, match=error) as caught:
        parse_entrant(text, PLAIN)
    assert "\n" not in str(caught.value)


def test_programs_are_seen_from_their_directory(tmp_path):
    """A command with a path is looked for where it will run."""
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(InvalidNotationError, match="no program"):
        parse_entrant(f"cmd=./engine,cwd={tmp_path}", PLAIN)
    program.chmod(0o755)
    assert parse_entrant(f"cmd=./engine,cwd={tmp_path}", PLAIN).command == ("./engine",)


# What is kept


def some_outcomes():
    """A game that was played out, with a pass, and one that was not."""
    whole = game(Scripted(value=-0.5), Scripted())
    assert PASS in [each.move for each in whole.played]
    return [whole, game(Scripted(failure=EngineFailure(Fault.TIME, 'over "time"\nby far')), Scripted())]


@pytest.mark.parametrize("index", [0, 1])
def test_games_as_objects(index):
    """What is read back from JSON is the game, but for the last digits of its times."""
    outcome = some_outcomes()[index]
    text = json.dumps(outcome.as_object())
    again = Outcome.from_object(json.loads(text))
    assert json.dumps(again.as_object()) == text
    assert (again.winner, again.number, again.reason) == (outcome.winner, 4, outcome.reason)
    assert [each.move for each in again.played] == [each.move for each in outcome.played]


def test_times_are_rounded_once():
    """A record made from a line of the journal is the one that was made when the game ended."""
    outcome = game(Scripted(seconds=0.00049999), Scripted(seconds=0.0014999))
    again = Outcome.from_object(json.loads(json.dumps(outcome.as_object())))
    assert format_ggf(again.record()) == format_ggf(outcome.record())


def test_game_records():
    """The record says who played, what each move was worth and took, and how the game ended."""
    whole, lost = (each.record("an event") for each in some_outcomes())
    assert (whole.black.name, whole.white.name, whole.event) == ("one", "other", "an event")
    assert whole.ending is None
    assert whole.played[3].seconds == 0.01
    assert (lost.ending, abs(lost.result)) == (Ending.TIME, 64)


NAMES = [Entrant("one"), Entrant("other")]


def journal(tmp_path, seed=1, engines=NAMES):
    return Journal(tmp_path / "some.match", heading(engines, OPENINGS, seed))


def numbered(number):
    found = game(Scripted(), Scripted())
    return Outcome(
        number, found.black, found.white, found.opening, found.played, found.margin, date=found.date
    )


def test_journals_go_on(tmp_path):
    """What was appended is there when the journal is opened again, in both files, once."""
    first = journal(tmp_path)
    assert first.outcomes == []
    for number in (1, 0):
        first.append(numbered(number))
    first.close()
    again = journal(tmp_path)
    assert [each.number for each in again.outcomes] == [1, 0]
    again.append(numbered(2))
    again.close()
    log, ggf = again.paths
    assert (log.name, ggf.name) == ("some.match.jsonl", "some.match.ggf")
    assert len(log.read_text().splitlines()) == 4
    records = list(read_ggf(ggf))
    assert len(records) == 3
    assert records[0].event == "some.match"


@pytest.mark.parametrize("cut", [1, 50, 1000])
def test_journals_of_killed_matches(tmp_path, cut):
    """A line that was not written to its end is dropped, and the other file gets what it lacks."""
    first = journal(tmp_path)
    for number in range(3):
        first.append(numbered(number))
    first.close()
    log, ggf = first.paths
    whole = ggf.read_bytes()
    log.write_bytes(log.read_bytes()[:-cut])
    ggf.write_bytes(whole[: -2 * cut])
    again = journal(tmp_path)
    again.close()
    assert [each.number for each in again.outcomes] == [0, 1]
    assert set(map(format_ggf_of, again.outcomes)) <= set(ggf.read_text().splitlines())


def format_ggf_of(outcome):
    return format_ggf(outcome.record("some.match"))


def test_journals_of_other_matches(tmp_path):
    """A file of another match, or of no match, is refused and left as it is."""
    journal(tmp_path).close()
    log = tmp_path / "some.match.jsonl"
    before = log.read_bytes()
    with pytest.raises(FormatError, match="line 1: the match of this file has other seed: choose another"):
        journal(tmp_path, seed=2)
    with pytest.raises(FormatError, match="has other engines"):
        journal(tmp_path, engines=[Entrant("one", level=3), NAMES[1]])
    assert log.read_bytes() == before
    for text in ("hello\n", "[]\n", '{"format": "something else"}\n', "\xff\n"):
        log.write_bytes(text.encode("latin-1"))
        with pytest.raises(FormatError, match="choose another name"):
            journal(tmp_path)
        assert log.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.pop("moves"),
        lambda found: found.update(moves="f5f5"),
        lambda found: found.update(score=None),
        lambda found: found.update(ended="by magic"),
        lambda found: found.update(seconds=[1.0]),
        lambda found: found.update(time=3),
    ],
)
def test_damaged_lines(tmp_path, change):
    """A line that is no game is named, with its number; nothing is lost by it."""
    first = journal(tmp_path)
    first.append(numbered(0))
    first.close()
    log = first.paths[0]
    top, line = log.read_text().splitlines()
    found = json.loads(line)
    change(found)
    log.write_text(f"{top}\n{json.dumps(found)}\n")
    with pytest.raises(FormatError, match="line 2: this is no line of a match"):
        journal(tmp_path)


def test_journals_that_cannot_be_written(tmp_path):
    with pytest.raises(FormatError, match="no such file or directory"):
        Journal(tmp_path / "no" / "folder", {})
    with pytest.raises(FormatError, match="this is a directory"):
        Journal(Path(tmp_path.root), {})


# Standings


def test_pairs():
    """Only complete pairs count, by the points of the named engine, whatever the colors."""
    found = outcomes([1, 1, 0.5, 0, 1])
    assert pair_counts(found, "one", "other").counts == (0, 1, 0, 0, 1)
    assert pair_counts(found, "other", "one").counts == (1, 0, 0, 1, 0)


def test_standings():
    """The better one comes first; discs are counted only where games were played out."""
    found = outcomes([0, 0, 0.5, 0])
    found.append(game(Scripted(failure=EngineFailure(Fault.TIME, "late")), Scripted()))
    best, last = standings(["one", "other"], found)
    assert (best.name, best.wins, best.draws, best.losses, best.games, best.points) == (
        "other",
        4,
        1,
        0,
        5,
        4.5,
    )
    assert (best.discs, last.discs) == (7.5, -7.5)
    assert (best.timeouts, last.timeouts, last.failures) == (0, 1, 0)
    assert best.superiority > 0.5
    assert last.superiority is None
    assert best.elo.value == pytest.approx(-last.elo.value)
    assert best.elo.value > 0
    assert json.dumps(best.as_object())


def test_standings_of_nothing():
    """A match that was interrupted at once has a table too."""
    for names in (["a", "b"], ["a", "b", "c"]):
        table = standings(names, [])
        assert [each.games for each in table] == [0] * len(names)
        assert json.dumps([each.as_object() for each in table])


# Several games at once


def fake(mode, log=None, name=None):
    return Entrant(name or mode, tuple(fake_command(mode, log)), cwd=ROOT)


def run(entrants, count, jobs=1, **options):
    runner = Runner(entrants, jobs=jobs, patience=QUICK)
    return list(runner.run(games(len(entrants), OPENINGS, count=count, seed=1), **options))


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
        assert told(log).count("list_commands") <= jobs
        assert told(log).count("clear_board") == 6
        assert are_gone(log)
    # Both play the same way, so the two games of a pair are the same.
    moves = {each.number: each.played and [m.move for m in each.played] for each in found}
    assert all(moves[number] == moves[number + 1] for number in (0, 2, 4))


@posix
def test_a_match_survives_its_engines(tmp_path):
    """An engine that dies in every game is started again for the next, and loses them all."""
    logs = [tmp_path / "bad", tmp_path / "good"]
    found = run([fake("dies", logs[0]), fake("good", logs[1])], 4, jobs=2)
    assert [each.points("dies") for each in found] == [0, 0, 0, 0]
    assert {each.fault for each in found} == {Fault.CRASH}
    assert told(logs[0]).count("list_commands") == 4
    assert told(logs[1]).count("list_commands") <= 2
    assert are_gone(logs[0])
    assert are_gone(logs[1])


@posix
def test_engines_that_cannot_be_started():
    """Before the match that is an error with the name of the engine; within it the game is lost."""
    entrants = [fake("dies-at-start"), fake("good")]
    with pytest.raises(EngineFailure, match=re.compile("^dies-at-start: .*no weights found", re.DOTALL)):
        Runner(entrants, patience=QUICK).check()
    assert [each.fault for each in run(entrants, 2)] == [Fault.START] * 2
    with pytest.raises(EngineFailure, match=r"^good: the engine answers 'time_settings 0 1 1'"):
        Runner([replace(entrants[1], rule=TimeRule(per_move=1))], patience=QUICK).check()


@posix
def test_stopping_and_closing(tmp_path):
    """After `stop` the games that run are finished; closing the iterator ends engines at once."""
    logs = [tmp_path / "one", tmp_path / "other"]
    entrants = [fake("good", logs[0], "one"), fake("good", logs[1], "other")]
    runner = Runner(entrants, patience=QUICK)
    found = []
    for outcome in runner.run(games(2, OPENINGS, count=100, seed=1)):
        found.append(outcome)
        runner.stop()
    assert 1 <= len(found) < 50  # One, if this thread is never kept waiting.
    running = Runner(entrants, jobs=2, patience=QUICK).run(games(2, OPENINGS, count=100, seed=1))
    next(running)
    running.close()
    assert are_gone(logs[0])
    assert are_gone(logs[1])
