"""The commands that an engine knows.

A command is declared once, by a decorator that gives its name and its arguments; what it
is for stands in the docstring. What the engine tells about its commands comes from here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from gtp.protocol import SYNTAX_ERROR, UNKNOWN_COMMAND, GtpError

Parser = Callable[[str], Any]
"""Makes the value of a word, or raises GtpError."""
Handler = Callable[..., str | None]
"""Carries a command out; gets what the session works on and the arguments. None is an empty reply."""
H = TypeVar("H", bound=Handler)


@dataclass(frozen=True, slots=True)
class Argument:
    """A word after the name of a command."""

    parse: Parser
    """How its value is read."""
    is_optional: bool = False
    """Whether it may be left out; only other optional arguments may follow it."""
    is_repeated: bool = False
    """Whether it stands for all words that are left, none among them; nothing may follow it."""


def optional(parse: Parser) -> Argument:
    """An argument that may be left out; the handler has a default value for it."""
    return Argument(parse, is_optional=True)


def repeated(parse: Parser) -> Argument:
    """An argument that may be there any number of times; the handler gets each value as one of its own."""
    return Argument(parse, is_optional=True, is_repeated=True)


@dataclass(frozen=True, slots=True)
class Entry:
    """A command."""

    name: str
    """The first word of its line."""
    arguments: dict[str, Argument]
    """The words that follow, in order, by the names they have for a reader."""
    handler: Handler
    """What carries it out."""

    @property
    def usage(self) -> str:
        """The command as it is typed, with [] around what may be left out."""
        return " ".join((self.name, *(_shown(name, each) for name, each in self.arguments.items())))

    @property
    def help(self) -> str:
        """What it is for, in a sentence or two."""
        return " ".join((self.handler.__doc__ or "").split("\n\n")[0].split())

    def values(self, words: tuple[str, ...]) -> list[Any]:
        """The values of the arguments; raises GtpError unless the words fit."""
        arguments = list(self.arguments.values())
        if arguments and arguments[-1].is_repeated:
            last = arguments.pop()
            arguments += [last] * (len(words) - len(arguments))
        needed = sum(not each.is_optional for each in arguments)
        if not needed <= len(words) <= len(arguments):
            raise GtpError(SYNTAX_ERROR)
        return [each.parse(word) for each, word in zip(arguments, words, strict=False)]


def _shown(name: str, argument: Argument) -> str:
    """An argument in the usage of its command."""
    if argument.is_repeated:
        return f"[{name}...]"
    return f"[{name}]" if argument.is_optional else name


class Registry:
    """Commands by name, in the order of their declaration."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def command(self, name: str, **arguments: Parser | Argument) -> Callable[[H], H]:
        """Declare the decorated function as the handler of a command."""
        declared = {
            each: given if isinstance(given, Argument) else Argument(given)
            for each, given in arguments.items()
        }

        def declare(handler: H) -> H:
            assert name not in self.entries, f"{name} is declared twice"
            self.entries[name] = Entry(name, declared, handler)
            return handler

        return declare

    def run(self, state: object, name: str, arguments: tuple[str, ...] = ()) -> str:
        """Carry a command out on *state* and return the text of the reply.

        Raises GtpError for a failure and GtpQuit when the session is to end.
        """
        entry = self.entries.get(name)
        if entry is None:
            raise GtpError(UNKNOWN_COMMAND)
        return entry.handler(state, *entry.values(arguments)) or ""


REGISTRY: Final = Registry()
"""All commands of this engine."""
