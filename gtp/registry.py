"""Declarations of the commands of GTP, and of the requests of NBoard.

A decorator declares a function as the handler of a command, with the names and parsers of its arguments. The
docstring of the handler is the help text. These declarations are the source of `list_commands`,
`othello-help` and the tables in docs/.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, TypeVar

from othello.gtp.protocol import SYNTAX_ERROR, UNKNOWN_COMMAND, Command, GtpError

Parser = Callable[[str], Any]
"""Function that returns the value of a word, or raises GtpError."""
Handler = Callable[..., str | None]
"""Executes a command.

Called with the state of the session, the request, and the values of the arguments. Returns the text of
the reply, where None means an empty text.
"""
H = TypeVar("H", bound=Handler)


@dataclass(frozen=True, slots=True)
class Argument:
    """A word after the name of a command."""

    parse: Parser
    is_optional: bool = False
    """Whether the argument may be omitted. Then all later arguments must be optional, too."""
    is_repeated: bool = False
    """Whether the argument takes all remaining words, even none. It must be the last argument."""


def optional(parse: Parser) -> Argument:
    """Declare an argument that may be omitted. The handler has a default value for it."""
    return Argument(parse, is_optional=True)


def repeated(parse: Parser) -> Argument:
    """Declare an argument for all remaining words. The handler gets one value for each word."""
    return Argument(parse, is_optional=True, is_repeated=True)


@dataclass(frozen=True, slots=True)
class Entry:
    """A declared command."""

    name: str
    """The name, the first word of a line."""
    arguments: dict[str, Argument]
    """The arguments by their names in the help, in order."""
    handler: Handler
    """The function that executes the command."""

    @property
    def usage(self) -> str:
        """The command and its arguments, with [] around optional ones."""
        return " ".join((self.name, *(_shown(name, argument) for name, argument in self.arguments.items())))

    @property
    def help(self) -> str:
        """The first paragraph of the handler's docstring, as one line."""
        return " ".join((self.handler.__doc__ or "").split("\n\n")[0].split())

    def values(self, words: tuple[str, ...]) -> list[Any]:
        """Return the values of the arguments. Raises GtpError if the words do not fit the arguments."""
        arguments = list(self.arguments.values())
        if arguments and arguments[-1].is_repeated:
            last = arguments.pop()
            arguments += [last] * (len(words) - len(arguments))
        needed = sum(not argument.is_optional for argument in arguments)
        if not needed <= len(words) <= len(arguments):
            raise GtpError(SYNTAX_ERROR)
        return [argument.parse(word) for argument, word in zip(arguments, words, strict=False)]


def _shown(name: str, argument: Argument) -> str:
    """Return an argument as `Entry.usage` shows it."""
    if argument.is_repeated:
        return f"[{name}...]"
    return f"[{name}]" if argument.is_optional else name


class Registry:
    """Commands by name. They are in the order of declaration until `sort` is called."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def command(self, name: str, **arguments: Parser | Argument) -> Callable[[H], H]:
        """Declare the decorated function as the handler of a command.

        *arguments* are parsers of required arguments, or the results of `optional` and `repeated`.
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
        """Sort the commands by *modules*, which must be all modules that declare commands."""
        names = [module.__name__ for module in modules]
        entries = sorted(self.entries.values(), key=lambda entry: names.index(entry.handler.__module__))
        self.entries = {entry.name: entry for entry in entries}

    def find(self, command: Command) -> tuple[Handler, list[Any]]:
        """Return the handler of a command and the values of its arguments. Raises GtpError."""
        entry = self.entries.get(command.name)
        if entry is None:
            raise GtpError(UNKNOWN_COMMAND)
        return entry.handler, entry.values(command.arguments)


REGISTRY: Final = Registry()
