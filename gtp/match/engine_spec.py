"""An engine of a match, as the command line describes it: "name=A,cmd=...,level=6"."""

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import othello
from gtp.controllers.controller import Controller
from gtp.controllers.gtp import GtpController
from gtp.controllers.nboard import NBoardController
from gtp.controllers.timeouts import DEFAULT_TIMEOUTS, Timeouts
from gtp.controllers.timing import NO_LIMIT, TimeRule, parse_clock, parse_move_time
from othello.errors import InvalidNotationError, quoted
from othello.human.levels import CHOICES, Level, human, parse_level

KEYS: Final = ("name", "cmd", "protocol", "cwd", "level", "seed", "depth", "time", "clock", "hash")
PROTOCOLS: Final = ("gtp", "nboard")
_FIELD: Final = re.compile(rf",\s*(?=(?:{'|'.join(KEYS)})\s*=)")
"""A comma that begins a new setting; others belong to the text before."""
_NAME: Final = re.compile(r"[\w.+@ -]{1,40}")
MOST_SEED: Final = 2**31 - 1
MOST_DEPTH: Final = 60
MOST_TABLE_MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine and how it shall play."""

    name: str
    """What tables and records call it; no other engine of the match has it."""
    command: tuple[str, ...] = ()
    """The program and its arguments; empty for our own engine."""
    protocol: str = "gtp"
    """One of PROTOCOLS."""
    cwd: Path | None = None
    """The directory to run it in; None for that of the match."""
    level: Level | None = None
    """Level of an engine that knows `othello-level`; None is its own."""
    seed: int | None = None
    """What decides the moves of a level that errs, for an engine that knows `othello-seed`."""
    depth: int | None = None
    """Depth in plies of an engine that speaks NBoard or knows `othello-depth`; None is its own."""
    rule: TimeRule = NO_LIMIT
    """The time it has."""
    table_mib: int | None = None
    """Size of the table of our own engine; None is its own."""

    @property
    def is_ours(self) -> bool:
        """Whether it is this very program."""
        return not self.command

    def seeded(self, seed: int) -> "EngineSpec":
        """The same with this seed, if it is our own engine with a level that errs and no seed yet."""
        if not self.is_ours or human(self.level) is None or self.seed is not None:
            return self
        return replace(self, seed=seed % (MOST_SEED + 1))

    def controller(self, timeouts: Timeouts = DEFAULT_TIMEOUTS) -> Controller:
        """A controller for a new process of the engine, which is not started yet."""
        if self.is_ours:
            options: tuple[str, ...] = () if self.level is None else ("--level", str(self.level))
            if self.seed is not None:
                options += ("--seed", str(self.seed))
            if self.table_mib is not None:
                options += ("--hash", str(self.table_mib))
            # Run where this package lies, so that it is this one that Python finds.
            home = Path(othello.__file__).parent.parent
            command = (sys.executable, "-m", "othello", "gtp", *options)
            return GtpController(command, cwd=home, setup=self._setup(depth=self.depth), timeouts=timeouts)
        if self.protocol == "nboard":
            return NBoardController(self.command, cwd=self.cwd, depth=self.depth, timeouts=timeouts)
        setup = self._setup(level=self.level, seed=self.seed, depth=self.depth)
        return GtpController(self.command, cwd=self.cwd, setup=setup, timeouts=timeouts)

    @staticmethod
    def _setup(**settings: Level | None) -> list[str]:
        """The commands of our own that choose settings."""
        return [f"othello-{name} {value}" for name, value in settings.items() if value is not None]

    def describe(self) -> dict[str, object]:
        """What a journal keeps of the engine."""
        return {
            "name": self.name,
            "command": list(self.command),
            "protocol": self.protocol,
            "cwd": None if self.cwd is None else str(self.cwd),
            "level": self.level if human(self.level) is None else str(self.level),
            **({} if self.seed is None else {"seed": self.seed}),
            "depth": self.depth,
            "time": str(self.rule),
            "hash": self.table_mib,
        }


def parse_engine_spec(text: str, default: EngineSpec) -> EngineSpec:
    """The engine of "key=value,key=value"; raises InvalidNotationError.

    What is not said is taken from *default*: its level and depth if the text has neither
    level, depth, time nor clock, its time rule if the text has neither time nor clock nor
    level nor depth.
    """
    fields = _fields(text)
    has_limits = bool({"level", "depth", "time", "clock"} & set(fields))
    found = replace(default, name="") if not has_limits else EngineSpec("")
    command = _command(fields.get("cmd", ""), text)
    protocol = fields.get("protocol", "gtp").lower()
    if protocol not in PROTOCOLS:
        raise InvalidNotationError(f"{quoted(protocol)} is no protocol: write gtp or nboard")
    found = replace(found, command=command, protocol=protocol, cwd=_folder(fields.get("cwd")))
    if "time" in fields and "clock" in fields:
        raise InvalidNotationError(f"{quoted(text)} has a time for each move and a clock: give one of them")
    if "time" in fields:
        found = replace(found, rule=parse_move_time(fields["time"]))
    if "clock" in fields:
        found = replace(found, rule=parse_clock(fields["clock"]))
    found = replace(
        found,
        level=_level(fields.get("level"), found.level),
        seed=_number(fields, "seed", 0, MOST_SEED, found.seed),
        depth=_number(fields, "depth", 1, MOST_DEPTH, found.depth),
        table_mib=_number(fields, "hash", 1, MOST_TABLE_MIB, found.table_mib),
    )
    _check(found, text)
    name = fields.get("name") or _default_name(found)
    if not _NAME.fullmatch(name):
        raise InvalidNotationError(f"{quoted(name)} is no name for an engine: use letters, digits, . - + @ _")
    return replace(found, name=name)


def _fields(text: str) -> dict[str, str]:
    """The settings of the text; a text without "=" is a command or a word for our own engine."""
    fields: dict[str, str] = {}
    for part in _FIELD.split(text.strip()):
        key, equals, value = (each.strip() for each in part.partition("="))
        if not equals or key not in KEYS:
            raise InvalidNotationError(
                f"{quoted(part)} is no setting of an engine: write key=value, with a key of {', '.join(KEYS)}"
            )
        if key in fields:
            raise InvalidNotationError(f"{quoted(text)} gives {key} twice")
        if not value:
            raise InvalidNotationError(f"{quoted(text)} gives no {key} after the =")
        fields[key] = value
    return fields


def _command(text: str, where: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise InvalidNotationError(
            f"the command in {quoted(where)} cannot be read: {error}".lower()
        ) from None


def _folder(text: str | None) -> Path | None:
    if text is None:
        return None
    folder = Path(text).expanduser()
    if not folder.is_dir():
        raise InvalidNotationError(f"{quoted(text)} is no directory to run an engine in")
    return folder.absolute()


def _number(fields: dict[str, str], key: str, least: int, most: int, default: int | None) -> int | None:
    text = fields.get(key)
    if text is None:
        return default
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not least <= int(text) <= most:
        raise InvalidNotationError(f"{key} is {quoted(text)}: write a number from {least} to {most}")
    return int(text)


def _level(text: str | None, default: Level | None) -> Level | None:
    if text is None:
        return default
    try:
        return parse_level(text)
    except InvalidNotationError:
        raise InvalidNotationError(f"level is {quoted(text)}: write {CHOICES}") from None


def _check(found: EngineSpec, text: str) -> None:
    """Refuse settings that the engine could not be told of."""
    if found.protocol == "nboard":
        if found.is_ours:
            raise InvalidNotationError(f"{quoted(text)} has no cmd: an NBoard engine needs one")
        if found.rule.per_move is not None:
            raise InvalidNotationError(
                f"{quoted(text)}: NBoard has no time for a move: give the engine a depth or a clock"
            )
        if found.level is not None:
            raise InvalidNotationError(f"{quoted(text)}: NBoard has no level: give the engine a depth")
        if found.seed is not None:
            raise InvalidNotationError(f"{quoted(text)}: NBoard has no seed: put it into the cmd")
    if found.table_mib is not None and not found.is_ours:
        raise InvalidNotationError(f"{quoted(text)}: hash is for our own engine: put it into the cmd")
    if found.command and _program(found) is None:
        raise InvalidNotationError(f"there is no program {quoted(found.command[0], 200)}, of {quoted(text)}")


def _program(found: EngineSpec) -> str | None:
    """Where the program of an engine lies; a path is seen from the directory it runs in."""
    program = found.command[0]
    if os.path.dirname(program) and found.cwd is not None:
        program = os.path.join(found.cwd, program)
    return shutil.which(program)


def _default_name(found: EngineSpec) -> str:
    """A name for an engine without one."""
    base = "othello" if found.is_ours else Path(found.command[0]).stem
    base = re.sub(r"[^\w.+@ -]", "-", base)[:30]
    if found.level is not None:
        return f"{base}-{found.level}"
    return f"{base}-d{found.depth}" if found.depth is not None else base
