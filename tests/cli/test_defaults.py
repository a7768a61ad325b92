"""The defaults of commands equal the defaults of the library functions that they call.

An option reaches the library as an argument of a call. Each argument of a call that depends on options
alone is evaluated with the defaults of the options, and must equal the default of the parameter it is for.
"""

import ast
import builtins
import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import click
import pytest

from othello.cli import main
from othello.review import review
from othello.search import levels
from othello.search.settings import EngineSettings
from tests import source
from tests.cli.commands import commands

EXPECTED = {
    "analyze, review_game: exact_from",
    "match, Timeouts: margin",
    "match, Timeouts: move",
    "perft, Counter: table_mib",
    "train network, NetworkSettings: epochs",
    "train network, NetworkSettings: rate",
}
"""Some pairs that the test must find."""


class Pair(NamedTuple):
    """An argument that depends only on options, and its parameter."""

    name: str
    of_command: Any
    of_library: Any


def defaults_of(command: click.Command) -> dict[str, Any]:
    """Return the values of the options if none is given."""
    # Commands keep the help option of their first context, which takes its names from the program's.
    program = click.Context(main, **main.context_settings)
    context = command.make_context(command.name, [], program, resilient_parsing=True)
    options = {parameter.name for parameter in command.params if isinstance(parameter, click.Option)}
    return {name: value for name, value in context.params.items() if name in options}


def library_function(node: ast.Call, names: dict[str, Any]) -> Callable[..., Any] | None:
    """Return the function of the library that a call refers to, or None if it refers to none."""
    if not isinstance(node.func, ast.Name | ast.Attribute):
        return None
    try:
        function = eval(ast.unparse(node.func), names)
    except (AttributeError, NameError):
        return None
    package = (getattr(function, "__module__", None) or "").split(".")[0]
    return function if callable(function) and package in source.PACKAGES else None


def arguments(node: ast.Call, function: Callable[..., Any]) -> Iterator[tuple[inspect.Parameter, ast.expr]]:
    """Yield the arguments of a call with their parameters."""
    if isinstance(function, type) and issubclass(function, BaseException):
        return  # Python 3.11 has no signature for exceptions without a method __init__
    parameters = inspect.signature(function).parameters
    yield from zip(parameters.values(), node.args, strict=False)
    for keyword in node.keywords:
        if keyword.arg in parameters:
            yield parameters[keyword.arg], keyword.value


def pairs_of(name: str, command: click.Command) -> Iterator[Pair]:
    """Return every argument in the module of a command that depends only on its options."""
    assert command.callback is not None
    callback = inspect.unwrap(command.callback)
    names = vars(importlib.import_module(callback.__module__))
    defaults = defaults_of(command)
    for node in ast.walk(ast.parse(inspect.getsource(callback))):
        function = library_function(node, names) if isinstance(node, ast.Call) else None
        if function is None:
            continue
        for parameter, value in arguments(node, function):
            used = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)} - set(vars(builtins))
            if used and used <= set(defaults) and parameter.default is not parameter.empty:
                where = f"{name}, {function.__name__}: {parameter.name}"
                yield Pair(where, eval(ast.unparse(value), dict(defaults)), parameter.default)


def test_without_options_a_command_passes_the_default_of_the_library_function():
    pairs = [pair for name, command in commands() for pair in pairs_of(name, command)]
    for pair in pairs:
        assert pair.of_command == pair.of_library, pair.name
    assert {pair.name for pair in pairs} >= EXPECTED


def test_without_options_a_command_makes_the_engine_with_the_default_settings():
    defaults = [defaults_of(command) for _, command in commands()]
    defaults = [options for options in defaults if {"table_mib", "threads", "weights"} <= set(options)]
    assert len(defaults) >= 5
    for options in defaults:
        assert (
            EngineSettings(options["table_mib"], options["threads"], options["weights"]) == EngineSettings()
        )


@pytest.mark.parametrize(
    ("name", "level"), [("gtp", levels.DEFAULT), ("suite", levels.DEFAULT), ("analyze", review.REVIEW_LEVEL)]
)
def test_the_default_level_that_help_names_is_that_of_the_library(name, level):
    (option,) = [parameter for parameter in dict(commands())[name].params if parameter.name == "level"]
    assert f"[default: {level}" in option.help
