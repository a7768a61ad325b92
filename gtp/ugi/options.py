"""The options that a runner can set, and their values."""

import re
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.rules.square import MAX_MOVES
from othello.search.memory import largest_table_mib
from othello.search.settings import MAX_SEED, MAX_THREADS, MIN_TABLE_MIB
from othello.storage.fields import parse_whole

AUTO: Final = "auto"
"""The level of a player that has none: the limits of `go` decide alone."""
OTHER_NAMES: Final = {"ownbook": "book"}
"""Names that runners have for options, in lower case."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, kind, default and range."""

    name: str
    kind: str
    """The kind in UGI: "spin" for a number, "check" for true or false, "string", or "button"."""
    default: str = ""
    minimum: int = 0
    maximum: int = 0
    """The range of a number."""

    def declaration(self) -> str:
        """Return the line that announces the option."""
        words = ["option", "name", self.name, "type", self.kind]
        if self.kind != "button":
            words += ["default", self.default]
        if self.kind == "spin":
            words += ["min", str(self.minimum), "max", str(self.maximum)]
        return " ".join(words)

    def number(self, text: str) -> int:
        """Return the value of a number; raise InvalidNotationError."""
        return parse_whole(text, self.name, self.minimum, self.maximum)

    def switch(self, text: str) -> bool:
        """Return the value of a switch; raise InvalidNotationError."""
        if text.lower() not in ("true", "false"):
            raise InvalidNotationError(f"{self.name} is {quoted(text)}: write true or false")
        return text.lower() == "true"


def all_options(
    *, table_mib: float, threads: int, level: str | None, seed: int | None, has_book: bool, ponders: bool
) -> dict[str, Option]:
    """Return the options by their names in lower case; the arguments are their defaults."""
    options = (
        Option("Hash", "spin", f"{table_mib:g}", MIN_TABLE_MIB, largest_table_mib()),
        Option("Clear Hash", "button"),
        Option("Threads", "spin", str(threads), 1, MAX_THREADS),
        Option("Level", "string", AUTO if level is None else level),
        Option("Seed", "spin", str(seed or 0), 0, MAX_SEED),
        Option("Book", "check", str(has_book).lower()),
        Option("Ponder", "check", str(ponders).lower()),
        Option("MultiPV", "spin", "1", 1, MAX_MOVES),
    )
    return {option.name.lower(): option for option in options}


def parse_setting(words: tuple[str, ...]) -> tuple[str, str]:
    """Return the name of an option in lower case, and its value, of "name NAME [value VALUE]".

    Raises InvalidNotationError.

    >>> parse_setting(("name", "Clear", "Hash"))
    ('clear hash', '')
    """
    match = re.fullmatch(r"name (.+?)(?: value(?: (.*))?)?", " ".join(words), re.IGNORECASE)
    if match is None:
        raise InvalidNotationError("an option has a name: write setoption name NAME value VALUE")
    name = match[1].lower()
    return OTHER_NAMES.get(name, name), match[2] or ""
