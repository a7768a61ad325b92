"""Declarations of GTP commands and NBoard requests.

The decorator `Registry.command` declares a function as a command's handler. It also sets the names of the
command's arguments and their parsers. The handler's docstring is the command's help text. `list_commands`,
`othello-help` and the tables in docs/ are generated from these declarations.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, TypeVar

from othello.gtp.protocol import SYNTAX_ERROR, UNKNOWN_COMMAND, Command, GtpError

Parser = Callable[[str], Any]
"""Function that converts a word to a value or raises GtpError."""
Handler = Callable[..., str | None]
"""Function that executes a command and returns the reply.

Its arguments are the session's state, the request, and the command's argument values. None means an empty
reply.
"""
H = TypeVar("H", bound=Handler)


@dataclass(frozen=True, slots=True)
class Argument:
    """The declaration of an argument, which is a word after a command's name."""

    parse: Parser
    is_optional: bool = False
    """Whether this argument may be omitted.

    All arguments after an optional argument must also be optional.
    """
    is_repeated: bool = False
    """Whether this argument takes all remaining words, if any. It must be the last argument."""


def optional(parse: Parser) -> Argument:
    """Declare an argument that may be omitted. The handler must have a default value for it."""
    return Argument(parse, is_optional=True)


def repeated(parse: Parser) -> Argument:
    """Declare an argument that takes all remaining words. Each word becomes one value for the handler."""
    return Argument(parse, is_optional=True, is_repeated=True)


@dataclass(frozen=True, slots=True)
class Entry:
    """The declaration of a command."""

    name: str
    """The name, which is the first word of the command's line."""
    arguments: dict[str, Argument]
    """The arguments in order, by their names in the help."""
    handler: Handler
    """The function that executes the command."""

    @property
    def usage(self) -> str:
        """The command with its arguments. Optional arguments are in brackets."""
        return " ".join((self.name, *(_shown(name, argument) for name, argument in self.arguments.items())))

    @property
    def help(self) -> str:
        """The first paragraph of the handler's docstring, as one line."""
        return " ".join((self.handler.__doc__ or "").split("\n\n")[0].split())

    def values(self, words: tuple[str, ...]) -> list[Any]:
        """Convert *words* to the arguments' values. Raises GtpError if they don't match the declaration."""
        arguments = list(self.arguments.values())
        if arguments and arguments[-1].is_repeated:
            last = arguments.pop()
            arguments += [last] * (len(words) - len(arguments))
        needed = sum(not argument.is_optional for argument in arguments)
        if not needed <= len(words) <= len(arguments):
            raise GtpError(SYNTAX_ERROR)
        return [argument.parse(word) for argument, word in zip(arguments, words, strict=False)]


def _shown(name: str, argument: Argument) -> str:
    """Return an argument's name as `Entry.usage` shows it."""
    if argument.is_repeated:
        return f"[{name}...]"
    return f"[{name}]" if argument.is_optional else name


class Registry:
    """The declared commands by name, in order of declaration until `sort` is called."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def command(self, name: str, **arguments: Parser | Argument) -> Callable[[H], H]:
        """Declare the decorated function as the handler of a command.

        *arguments* maps the names of the command's arguments to their parsers. An argument that is not
        required is wrapped in `optional` or `repeated`.
        """
        declared = {
            word: parser if isinstance(parser, Argument) else Argument(parser)
            for word, parser in arguments.items()
        }

        def declare(handler: H) -> H:
            assert name not in self.entries, f"{name} is declared twice"
            self.entries[name] = Entry(name, declared, handler)
            return handler

        return declare

    def sort(self, modules: Sequence[ModuleType]) -> None:
        """Sort the commands in the order of *modules*, which must include every module that declares any."""
        names = [module.__name__ for module in modules]
        entries = sorted(self.entries.values(), key=lambda entry: names.index(entry.handler.__module__))
        self.entries = {entry.name: entry for entry in entries}

    def find(self, command: Command) -> tuple[Handler, list[Any]]:
        """Return a command's handler and its arguments' values. Raises GtpError for an invalid command."""
        entry = self.entries.get(command.name)
        if entry is None:
            raise GtpError(UNKNOWN_COMMAND)
        return entry.handler, entry.values(command.arguments)


REGISTRY: Final = Registry()
