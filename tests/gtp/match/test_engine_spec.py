"""What the text of an engine in a match means, and what is wrong with it."""

import pytest

from gtp.controllers.timing import TimeRule
from gtp.match.engine_spec import EngineSpec, parse_engine_spec
from othello.errors import InvalidNotationError
from othello.human.levels import named
from tests.gtp.match.scripted import PLAIN


def test_entrants(tmp_path):
    """Settings in any order; commas that begin no setting belong to the command."""
    text = f"cmd=sh -c 'a, b' x,protocol=gtp,name=mine,cwd={tmp_path},level=6,clock=1:00+1"
    found = parse_engine_spec(text, PLAIN)
    assert found.name == "mine"
    assert found.command == ("sh", "-c", "a, b", "x")
    assert (found.level, found.cwd, found.rule) == (6, tmp_path, TimeRule(main=60, increment=1))
    assert parse_engine_spec("depth=3", PLAIN) == EngineSpec("othello-d3", depth=3)
    assert parse_engine_spec("level=3,hash=8", PLAIN) == EngineSpec("othello-3", level=3, table_mib=8)


def test_entrants_that_err():
    """A level with a name, and the seed of the match unless the engine has one of its own."""
    found = parse_engine_spec("level=Casual", PLAIN)
    assert found == EngineSpec("othello-casual", level=named("casual"))
    assert found.seeded(7).seed == found.seeded(7 + 2**31).seed == 7
    assert parse_engine_spec("level=casual,seed=9", PLAIN).seeded(7).seed == 9
    for text in ("level=3", "cmd=sh,level=casual"):
        assert parse_engine_spec(text, PLAIN).seeded(7).seed is None
    assert found.seeded(7).describe() | {"seed": 7, "level": "casual"} == found.seeded(7).describe()
    assert "seed" not in parse_engine_spec("level=3", PLAIN).describe()
    other = parse_engine_spec("cmd=sh,level=casual,seed=9", PLAIN)
    assert other._setup(level=other.level, seed=other.seed) == ["othello-level casual", "othello-seed 9"]


def test_defaults_are_for_engines_that_say_nothing():
    """An engine with a level, depth or time of its own takes nothing from the rest of the command."""
    default = EngineSpec("", level=5, rule=TimeRule(per_move=1))
    assert parse_engine_spec("name=a", default) == EngineSpec("a", level=5, rule=TimeRule(per_move=1))
    assert parse_engine_spec("name=a,level=9", default) == EngineSpec("a", level=9)
    assert parse_engine_spec("name=a,time=2", default) == EngineSpec("a", rule=TimeRule(per_move=2))


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
        parse_engine_spec(text, PLAIN)
    assert "\n" not in str(caught.value)


def test_programs_are_seen_from_their_directory(tmp_path):
    """A command with a path is looked for where it will run."""
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(InvalidNotationError, match="no program"):
        parse_engine_spec(f"cmd=./engine,cwd={tmp_path}", PLAIN)
    program.chmod(0o755)
    assert parse_engine_spec(f"cmd=./engine,cwd={tmp_path}", PLAIN).command == ("./engine",)
