"""The engines of a match as text: settings, defaults and error messages."""

import shlex

import pytest

from othello.errors import InvalidNotationError
from othello.match.controllers.timing import TimeRule
from othello.match.engine_spec import EngineSpec, parse_engine_spec
from tests.gtp.fakes import ROOT, fake_command, received
from tests.match.scripted import PLAIN


def test_settings_come_in_any_order(tmp_path):
    """Settings come in any order. A comma that is not before a key belongs to the value."""
    text = f"cmd=sh -c 'a, b' x,protocol=gtp,name=mine,cwd={tmp_path},level=6,clock=1:00+1"
    specification = parse_engine_spec(text, PLAIN)
    assert specification.name == "mine"
    assert specification.command == ("sh", "-c", "a, b", "x")
    assert (specification.level, specification.cwd, specification.rule) == (
        "6",
        tmp_path,
        TimeRule(main=60, increment=1),
    )
    assert parse_engine_spec("depth=3", PLAIN) == EngineSpec("othello-d3", depth=3)
    assert parse_engine_spec("level=3,hash=8", PLAIN) == EngineSpec("othello-3", level="3", table_mib=8)


def test_human_like_levels_get_a_seed():
    """Only this engine at a human-like level gets the seed of the match, unless it has its own seed."""
    specification = parse_engine_spec("level=Casual", PLAIN)
    assert specification == EngineSpec("othello-casual", level="casual")
    assert specification.seeded(7).seed == specification.seeded(7 + 2**31).seed == 7
    assert parse_engine_spec("level=casual,seed=9", PLAIN).seeded(7).seed == 9
    for text in ("level=3", "cmd=sh,level=casual"):
        assert parse_engine_spec(text, PLAIN).seeded(7).seed is None


def test_another_gtp_engine_gets_its_level_and_its_seed_as_commands(tmp_path):
    command = shlex.join(fake_command("levels", tmp_path / "log"))
    controller = parse_engine_spec(f"cmd={command},cwd={ROOT},level=casual,seed=9", PLAIN).controller()
    controller.start()
    controller.quit()
    assert {"othello-level casual", "othello-seed 9"} <= set(received(tmp_path / "log"))


def test_the_largest_seed_is_accepted_and_the_next_number_refused_with_the_range():
    assert parse_engine_spec("seed=2147483647", PLAIN).seed == 2147483647
    with pytest.raises(InvalidNotationError, match="must be a whole number from 0 to 2147483647"):
        parse_engine_spec("seed=2147483648", PLAIN)


def test_defaults_are_for_engines_without_limits():
    """An engine with its own level, depth, time or clock takes none of the defaults."""
    default = EngineSpec("", level="5", rule=TimeRule(per_move=1))
    assert parse_engine_spec("name=a", default) == EngineSpec("a", level="5", rule=TimeRule(per_move=1))
    assert parse_engine_spec("name=a,level=9", default) == EngineSpec("a", level="9")
    assert parse_engine_spec("name=a,time=2", default) == EngineSpec("a", rule=TimeRule(per_move=2))


def test_names_of_engines_without_one():
    names = {"level=6": "othello-6", "depth=5": "othello-d5", "time=2": "othello"}
    assert {text: parse_engine_spec(text, PLAIN).name for text in names} == names


def test_options_of_ugi_engines(tmp_path):
    """Level, seed and table size are options of a UGI engine, in addition to its own options."""
    command = shlex.join(fake_command("options", tmp_path / "log", protocol="ugi"))
    text = f"cmd={command},cwd={ROOT},protocol=ugi,level=casual,seed=9,hash=8,options=Skill Level=5;Threads=2"
    specification = parse_engine_spec(text, PLAIN)
    assert specification.describe()["options"] == {"Skill Level": "5", "Threads": "2"}
    controller = specification.controller()
    controller.start()
    controller.quit()
    options = ["Level value casual", "Seed value 9", "Hash value 8", "Skill Level value 5", "Threads value 2"]
    assert received(tmp_path / "log")[1:-2] == [f"setoption name {option}" for option in options]


BAD = [
    ("", "not an engine setting"),
    ("gtp-rhino", "not an engine setting: use key=value"),
    ("strength=3", "not an engine setting.*where key is one of name, cmd"),
    ("level=6,foo=3", "^'foo=3' is not an engine setting.*where key is one of name, cmd"),
    ("level=61", "'61' is not a level: use a number from 0 to 60"),
    ("level=x", "'x' is not a level: use a number from 0 to 60, a rating from 600 to 2300, or newcomer"),
    ("level=3,seed=-1", "seed must be a whole number from 0 to 2147483647, not '-1'"),
    ("cmd=sh,protocol=nboard,seed=1", "NBoard has no seed"),
    ("level=3,level=4", "contains level twice: give it once"),
    ("level=", "has no value after level="),
    ("time=0", "is not a time per move"),
    ("clock=x", "is not a clock"),
    ("time=1,clock=60", "give only one"),
    ("cmd=no-such-program -x", "there is no program 'no-such-program'"),
    ("cmd='Sh", 'in "cmd=\'Sh" cannot be read: no closing quotation'),
    ("cmd=sh,cwd=no/such/folder", "is not a directory"),
    ("cmd=sh,cwd=~nobody-has-this-name/folder", "is not a directory"),
    ("level=3,cwd=.", "cwd needs an engine with a cmd"),
    ("cmd=sh,protocol=xboard", "is not a protocol: use one of gtp, nboard, ugi, uci"),
    ("protocol=ugi", "has no cmd, which the protocol ugi needs"),
    ("cmd=sh,protocol=uci", "no limit: give it a depth, a level, a time or a clock"),
    (
        "cmd=sh,protocol=ugi,depth=3,options=Hash",
        "'Hash' is not a list of options: use NAME=VALUE;NAME=VALUE",
    ),
    ("cmd=sh,options=Hash=3", "options work only for UGI and UCI engines"),
    ("protocol=nboard", "has no cmd, which the protocol nboard needs"),
    ("cmd=sh,protocol=nboard,time=1", "NBoard's protocol has no limit per move"),
    ("cmd=sh,protocol=nboard,level=1", "NBoard has no level: give the engine a depth"),
    ("cmd=sh,hash=8", "hash works only here, in UGI and in UCI"),
    ("name=a[b],level=3", "is not an engine name"),
]


def test_a_bad_setting_is_refused_with_one_sentence():
    for text, error in BAD:
        with pytest.raises(InvalidNotationError, match=error) as caught:
            pytest.fail(f"{text!r} is {parse_engine_spec(text, PLAIN)}")
        assert "\n" not in str(caught.value), text


def test_relative_programs_begin_at_cwd(tmp_path):
    """A relative path of a program begins at the directory in which it will run."""
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(InvalidNotationError, match="no program"):
        parse_engine_spec(f"cmd=./engine,cwd={tmp_path}", PLAIN)
    program.chmod(0o755)
    assert parse_engine_spec(f"cmd=./engine,cwd={tmp_path}", PLAIN).command == ("./engine",)
