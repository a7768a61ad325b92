"""Declarations of commands: arguments, help, and the commands that must exist."""

import pytest

from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.protocol import GtpError, parse_int
from othello.gtp.registry import Registry, optional
from tests.gtp.doubles import carry_out, request

REQUIRED = [
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
]
"""Commands that the draft requires."""
NEEDED_BY_QUARRY = ["list_games", "set_game", "time_settings", "time_left"]


@pytest.fixture
def registry():
    """Two commands: one without arguments, and one with a number and an optional word."""
    registry = Registry()

    @registry.command("first")
    def first(state, request):
        """Do nothing.

        For a long time.
        """

    @registry.command("second", number=parse_int, word=optional(str))
    def second(state, request, number, word="none"):
        """Print what
        was given.
        """
        return f"{state} {number + 1} {word}"

    return registry


def test_run(registry):
    """A handler gets the state, the request and the parsed arguments. None means an empty reply."""
    assert carry_out(registry, "state", request("first")) == ""
    assert carry_out(registry, "state", request("second 7 x")) == "state 8 x"
    assert carry_out(registry, "state", request("second 7")) == "state 8 none"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        *(("syntax error", line) for line in ("first x", "second", "second x", "second 1 x y")),
        *(("unknown command", line) for line in ("7", "third", "FIRST")),
    ],
)
def test_commands_that_do_not_fit(registry, error, line):
    """Missing, extra and wrong arguments are a syntax error. A name in another case is unknown."""
    with pytest.raises(GtpError, match=f"^{error}$"):
        carry_out(registry, "state", request(line))


def test_help(registry):
    """The usage shows the arguments, and the help is the first paragraph of the docstring."""
    assert [entry.usage for entry in registry.entries.values()] == ["first", "second number [word]"]
    assert [entry.help for entry in registry.entries.values()] == ["Do nothing.", "Print what was given."]


def test_declaring_a_name_a_second_time_fails(registry):
    with pytest.raises(AssertionError, match="declared twice"):
        registry.command("first")(str)


def test_all_commands_that_the_draft_and_quarry_require_are_declared():
    assert set(REQUIRED + NEEDED_BY_QUARRY) <= set(REGISTRY.entries)


def test_every_command():
    """A command has a lower-case name and a help text, and optional arguments come last.

    A name with a hyphen belongs to an extension, and begins with its owner's prefix.
    """
    for name, entry in REGISTRY.entries.items():
        assert entry.name == name == name.lower()
        assert not set(name) & set(" \n#"), name
        assert entry.help, name
        assert "\n" not in entry.help, name
        assert name.partition("-")[0] in ("othello", "gg", "gogui") or "-" not in name
        optionals = [argument.is_optional for argument in entry.arguments.values()]
        assert optionals == sorted(optionals), name


def test_known_and_listed_commands():
    """known_command prints true for the names in list_commands, and false for others."""
    listed = carry_out(REGISTRY, None, request("list_commands")).split("\n")
    assert listed == list(REGISTRY.entries)
    assert all(carry_out(REGISTRY, None, request(f"known_command {name}")) == "true" for name in listed)
    for name in ("", "foo", "PLAY", "lz-analyze"):
        assert carry_out(REGISTRY, None, request(f"known_command {name}")) == "false"
        with pytest.raises(GtpError, match=r"^unknown command$"):
            carry_out(REGISTRY, None, request(f"7 {name}"))
