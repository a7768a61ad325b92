"""Options with the same name have the same meaning in every command."""

from collections import defaultdict

import click
import pytest

from othello.cli.options import Number, Parsed
from tests.cli.commands import commands

SEARCHING = ("hint", "analyze", "suite", "book build", "book fix", "book verify")
SPECIAL = {
    "lab games": {"--opening"},  # a number of random moves
    "train report": {"-w", "--weights"},  # several files, each with a name
    **{name: {"-l", "--level"} for name in SEARCHING},  # human-like levels only play
}
"""Options with their own type."""


def kinds_of_options():
    """Return the names and types of each option, with the commands that have them."""
    options = defaultdict(lambda: defaultdict(list))
    for name, command in commands():
        for option in command.params:
            for word in option.opts if isinstance(option, click.Option) and not option.hidden else ():
                if word not in SPECIAL.get(name, ()):
                    # An output is a path that no other option may name.
                    kind = click.Path if isinstance(option.type, click.Path) else type(option.type)
                    options[word][tuple(option.opts), kind].append(name)
    return options


def test_an_option_is_the_same_everywhere():
    """Commands with the same option use the same short form and the same type of value."""
    options = kinds_of_options()
    for word, kinds in options.items():
        assert len(kinds) == 1, (word, dict(kinds))
    shared = {word for word, kinds in options.items() if sum(map(len, kinds.values())) > 4}
    assert shared >= {"--depth", "--hash", "--json", "--threads", "--time", "--weights"}


def test_commands_that_only_show_a_book_choose_no_move_from_it():
    """Commands that play accept --book-tolerance. Commands that show or name book moves do not."""
    words = {
        name: {word for option in command.params for word in option.opts} for name, command in commands()
    }
    with_book = {name for name, options in words.items() if "--no-book" in options}
    assert with_book >= {"gtp", "hint", "analyze"}
    assert {name for name in with_book if "--book-tolerance" in words[name]} == with_book - {
        "hint",
        "analyze",
    }


def test_every_option_is_explained():
    """Every option has a help text that ends with a full stop or a default, and names its value."""
    for name, command in commands():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.help, (name, option.name)
                assert option.help[0].isupper(), option.help
                assert option.help.endswith((".", "]")), option.help
                named = option.is_flag or option.metavar or isinstance(option.type, click.Choice)
                assert named, f"{name}: {option.name} has no metavar"


def test_nan_compares_false_with_every_bound():
    """No option accepts NaN or infinity, which pass a check of the form `x < least`."""
    kinds = set()
    for name, command in commands():
        for option in command.params:
            if isinstance(option.type, click.types.FloatParamType) or option.name == "budget":
                kinds.add(type(option.type))
                for text in ("nan", "-NaN", "inf", "-inf", "1e999", "9" * 400):
                    with pytest.raises(
                        click.BadParameter, match=r"is not in the range .*x<=\d|is not a time"
                    ):
                        pytest.fail(f"{name} {option.name}: {option.type.convert(text, None, None)}")
    assert kinds == {Number, Parsed}


def test_numbers_in_a_range_have_one_type():
    """Every number is an Integer or a Number, whose messages give the range, or a time that is parsed."""
    kinds = {option.type for _, command in commands() for option in command.params}
    assert not [
        kind for kind in kinds if type(kind) in (click.IntRange, click.FloatRange, click.types.IntParamType)
    ]
