"""Commands declared once: their arguments, their help, and that everything told about them is true."""

import pytest

from gtp.commands.all_commands import REGISTRY
from gtp.commands.registry import Registry, optional
from gtp.protocol import GtpError, parse_int

REQUIRED = [
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
]
"""What the draft demands of every engine."""
NEEDED_BY_QUARRY = ["list_games", "set_game", "time_settings", "time_left"]


@pytest.fixture
def registry():
    """Two commands: one without arguments, and one that takes a number, and perhaps a word."""
    registry = Registry()

    @registry.command("first")
    def first(state):
        """Do nothing.

        For a long time.
        """

    @registry.command("second", number=parse_int, word=optional(str))
    def second(state, number, word="none"):
        """Tell what
        was given.
        """
        return f"{state} {number + 1} {word}"

    return registry


def test_run(registry):
    """A handler gets the state and the values of the words; None is an empty text."""
    assert registry.run("state", "first") == ""
    assert registry.run("state", "second", ("7", "x")) == "state 8 x"
    assert registry.run("state", "second", ("7",)) == "state 8 none"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("first", ("x",)), ("second", ()), ("second", ("x",)), ("second", ("1", "x", "y"))],
)
def test_arguments_that_do_not_fit(registry, name, arguments):
    """Missing words, words too many and words of the wrong kind are a syntax error."""
    with pytest.raises(GtpError, match=r"^syntax error$"):
        registry.run("state", name, arguments)


@pytest.mark.parametrize("name", ["", "third", "FIRST", " first"])
def test_unknown_commands(registry, name):
    """What is not declared, in just this case, is unknown."""
    with pytest.raises(GtpError, match=r"^unknown command$"):
        registry.run("state", name)


def test_help(registry):
    """Usage comes from the arguments, help from the first paragraph of the docstring."""
    assert [each.usage for each in registry.entries.values()] == ["first", "second number [word]"]
    assert [each.help for each in registry.entries.values()] == ["Do nothing.", "Tell what was given."]


def test_twice(registry):
    """A name is declared once."""
    with pytest.raises(AssertionError, match="declared twice"):
        registry.command("first")(str)


def test_required_commands():
    """All commands are there that the draft and Quarry need."""
    assert set(REQUIRED + NEEDED_BY_QUARRY) <= set(REGISTRY.entries)


@pytest.mark.parametrize("name", REGISTRY.entries)
def test_every_command(name):
    """A command has a lower-case name without blanks, help, and optional arguments last.

    Names with a hyphen are extensions, so they begin with the prefix of whose they are.
    """
    entry = REGISTRY.entries[name]
    assert entry.name == name == name.lower()
    assert not set(name) & set(" \n#")
    assert entry.help
    assert "\n" not in entry.help
    assert name.partition("-")[0] in ("othello", "gg", "gogui") or "-" not in name
    optionals = [each.is_optional for each in entry.arguments.values()]
    assert optionals == sorted(optionals)


def test_what_is_known():
    """known_command says true of what list_commands lists, and of nothing else."""
    listed = REGISTRY.run(None, "list_commands").split("\n")
    assert listed == list(REGISTRY.entries)
    assert all(REGISTRY.run(None, "known_command", (name,)) == "true" for name in listed)
    for arguments in ((), ("foo",), ("PLAY",), ("",), ("lz-analyze",)):
        assert REGISTRY.run(None, "known_command", arguments) == "false"
