"""An engine's settings in a match, written as "name=A,cmd=...,level=6"."""

import os
import re
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import othello
from othello.errors import InvalidNotationError, quoted
from othello.match.controllers.channel import split_command
from othello.match.controllers.controller import Controller, Program
from othello.match.controllers.dialects import DIALECTS
from othello.match.controllers.engine import PROTOCOLS, new_controller
from othello.match.controllers.failure import DEFAULT_TIMEOUTS, Timeouts
from othello.match.controllers.gtp import GtpController
from othello.match.controllers.timing import NO_LIMIT, TimeRule, parse_clock, parse_move_time
from othello.players.level_player import parse_level
from othello.players.levels import HumanLevel
from othello.search.memory import largest_table_mib
from othello.search.settings import MAX_SEED, MIN_TABLE_MIB
from othello.storage.fields import parse_whole

KEYS: Final = {
    "name": "name in tables and records",
    "cmd": "command line, with quotes as in a shell. Without it, the engine is this program",
    "protocol": "`gtp` (the default), `nboard`, `ugi`, or `uci` for Fairy-Stockfish",
    "cwd": "directory to run it in",
    "level": "level, as in `--level`. Other engines need the command `othello-level` or an option `Level`",
    "seed": "seed of a human-like level. This program gets a seed from `--seed` by default",
    "depth": "maximum search depth in plies, also at a level. A GTP engine needs the command `othello-depth`",
    "time": "seconds for each move, as in `0.1`",
    "clock": "clock for the game and increment, as in `5:00+2` or `60`",
    "hash": "size of the transposition table in MiB, for this program and for UGI and UCI engines",
    "options": "options of a UGI or UCI engine, as in `Threads=2;Skill Level=5`",
}
"""The keys of the settings and their meanings."""
_FIELD: Final = re.compile(rf",\s*(?=(?:{'|'.join(KEYS)})\s*=)")
"""A comma followed by a key and "=". All other commas are part of a value."""
FREE: Final = ("cmd", "cwd", "options")
"""Keys whose values may contain a comma, a word and "=". In all other values, such a word is treated as an
unknown key."""
_NAME: Final = re.compile(r"[\w.+@ -]{1,40}")
MAX_DEPTH: Final = 60


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine in a match, and its settings."""

    name: str
    """The name in tables and records. It is unique within the match."""
    command: tuple[str, ...] = ()
    """A program and its arguments. Empty if the engine is this program."""
    protocol: str = "gtp"
    """A name from PROTOCOLS."""
    cwd: Path | None = None
    """The engine's working directory. None means the match's working directory."""
    level: str | None = None
    """Level (a number or a name) for an engine that supports `othello-level`. None sets no level."""
    seed: int | None = None
    """Seed for a human-like level in an engine that supports `othello-seed`. None sets no seed."""
    depth: int | None = None
    """Maximum search depth in plies. None sets no depth."""
    rule: TimeRule = NO_LIMIT
    """The time limit."""
    table_mib: int | None = None
    """Size of the transposition table in MiB. None means the engine's default."""
    options: tuple[tuple[str, str], ...] = ()
    """Names and values of options for a UGI or UCI engine."""

    @property
    def is_ours(self) -> bool:
        """Whether the engine is this program."""
        return not self.command

    @property
    def _is_human_like(self) -> bool:
        return self.level is not None and isinstance(parse_level(self.level), HumanLevel)

    def seeded(self, seed: int) -> "EngineSpec":
        """Return these settings. If this program plays at a human-like level without a seed, add *seed*."""
        if not self.is_ours or not self._is_human_like or self.seed is not None:
            return self
        return replace(self, seed=seed % (MAX_SEED + 1))

    def controller(self, timeouts: Timeouts = DEFAULT_TIMEOUTS) -> Controller:
        """Return a controller for the engine without starting its process."""
        if self.is_ours:
            return self._own_controller(timeouts)
        named = {"Level": self.level, "Seed": self.seed, "Hash": self.table_mib}
        options = {name: str(value) for name, value in named.items() if value is not None}
        return new_controller(
            Program(self.command, self.cwd, timeouts=timeouts),
            protocol=self.protocol,
            depth=self.depth,
            setup=_setup(level=self.level, seed=self.seed, depth=self.depth),
            options=options | dict(self.options),
        )

    def _own_controller(self, timeouts: Timeouts) -> Controller:
        options = {"--level": self.level, "--seed": self.seed, "--hash": self.table_mib}
        words = (word for name, value in options.items() if value is not None for word in (name, str(value)))
        # A match compares searches, and book moves would hide the difference. `cmd=othello gtp` plays with a
        # book.
        command = (sys.executable, "-m", "othello", "gtp", "--no-book", *words)
        # Python looks for packages in the working directory first. From the directory that contains this
        # package, it loads the same code as this process.
        home = Path(othello.__file__).parent.parent
        return GtpController(Program(command, home, timeouts=timeouts), setup=_setup(depth=self.depth))

    def describe(self) -> dict[str, object]:
        """Return the settings as a JSON object, for the journal."""
        return {
            "name": self.name,
            "command": list(self.command),
            "protocol": self.protocol,
            "cwd": None if self.cwd is None else str(self.cwd),
            "level": self.level,
            "seed": self.seed,
            "depth": self.depth,
            "time": str(self.rule),
            "hash": self.table_mib,
            "options": dict(self.options),
        }


def _setup(**settings: int | str | None) -> list[str]:
    """Return this project's GTP commands for these settings. A setting of None needs no command."""
    return [f"othello-{name} {value}" for name, value in settings.items() if value is not None]


def parse_engine_spec(text: str, default: EngineSpec) -> EngineSpec:
    """Parse "key=value,key=value". Raises InvalidNotationError.

    Settings omitted from *text* come from *default*. But if *text* sets a level, a depth, a time or a clock,
    *default* is ignored.
    """
    fields = _fields(text)
    has_limits = not fields.keys().isdisjoint(("level", "depth", "time", "clock"))
    base = EngineSpec("") if has_limits else default
    spec = EngineSpec(
        name="",
        command=_command(fields.get("cmd", ""), text),
        protocol=_protocol(fields.get("protocol", "gtp")),
        cwd=_folder(fields.get("cwd")),
        level=_level(fields.get("level"), base.level),
        seed=_number(fields, "seed", 0, MAX_SEED, base.seed),
        depth=_number(fields, "depth", 1, MAX_DEPTH, base.depth),
        rule=_rule(fields, text, base.rule),
        table_mib=_number(fields, "hash", MIN_TABLE_MIB, largest_table_mib(), base.table_mib),
        options=_options(fields.get("options", "")),
    )
    _check(spec, text)
    name = fields.get("name") or _default_name(spec)
    if not _NAME.fullmatch(name):
        raise InvalidNotationError(
            f"{quoted(name)} is not an engine name: use up to 40 letters, digits, spaces and . - + @ _"
        )
    return replace(spec, name=name)


def _fields(text: str) -> dict[str, str]:
    """Return the values in *text* by key."""
    fields: dict[str, str] = {}
    for part in _FIELD.split(text.strip()):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        unknown = None if key in FREE else re.search(r",\s*(\w+\s*=.*)", value)
        if not equals or key not in KEYS or unknown:
            wrong, keys = unknown[1] if unknown else part, ", ".join(KEYS)
            raise InvalidNotationError(
                f"{quoted(wrong)} is not an engine setting: use key=value, where key is one of {keys}"
            )
        if key in fields:
            raise InvalidNotationError(f"{quoted(text)} contains {key} twice: give it once")
        if not value:
            raise InvalidNotationError(f"{quoted(text)} has no value after {key}=")
        fields[key] = value
    return fields


def _command(text: str, where: str) -> tuple[str, ...]:
    try:
        return tuple(split_command(text))
    except ValueError as error:
        reason = str(error).lower()
        raise InvalidNotationError(f"the command in {quoted(where)} cannot be read: {reason}") from None


def _protocol(text: str) -> str:
    if text.lower() not in PROTOCOLS:
        raise InvalidNotationError(f"{quoted(text)} is not a protocol: use one of {', '.join(PROTOCOLS)}")
    return text.lower()


def _folder(text: str | None) -> Path | None:
    if text is None:
        return None
    folder = Path(os.path.expanduser(text))  # Path.expanduser raises RuntimeError for unknown users
    if not folder.is_dir():
        raise InvalidNotationError(f"{quoted(text)} is not a directory in which an engine can run")
    return folder.absolute()


def _number(fields: dict[str, str], key: str, minimum: int, maximum: int, default: int | None) -> int | None:
    text = fields.get(key)
    return default if text is None else parse_whole(text, key, minimum, maximum)


def _level(text: str | None, default: str | None) -> str | None:
    return default if text is None else str(parse_level(text))


def _options(text: str) -> tuple[tuple[str, str], ...]:
    """Parse options in the form "NAME=VALUE;NAME=VALUE"."""
    parts = [part.partition("=") for part in text.split(";") if part.strip()]
    if not all(name.strip() and equals for name, equals, _ in parts):
        raise InvalidNotationError(f"{quoted(text)} is not a list of options: use NAME=VALUE;NAME=VALUE")
    return tuple((name.strip(), value.strip()) for name, _, value in parts)


def _rule(fields: dict[str, str], text: str, default: TimeRule) -> TimeRule:
    if "time" in fields and "clock" in fields:
        raise InvalidNotationError(f"{quoted(text)} has both a time per move and a clock: give only one")
    if "time" in fields:
        return parse_move_time(fields["time"])
    return parse_clock(fields["clock"]) if "clock" in fields else default


def _check(spec: EngineSpec, text: str) -> None:
    """Raise InvalidNotationError if a setting is missing or cannot be passed to this engine."""
    is_nboard, is_ugi = spec.protocol == "nboard", spec.protocol in DIALECTS
    has_limit = spec.depth is not None or spec.level is not None or spec.rule.is_limited
    wrong = {
        "NBoard's protocol has no limit per move: give the engine a depth or a clock": is_nboard
        and spec.rule.per_move is not None,
        "NBoard has no level: give the engine a depth": is_nboard and spec.level is not None,
        "NBoard has no seed: pass it in cmd": is_nboard and spec.seed is not None,
        "the engine has no limit: give it a depth, a level, a time or a clock": is_ugi and not has_limit,
        "cwd needs an engine with a cmd: give a cmd, or omit cwd": spec.is_ours and spec.cwd is not None,
        "options work only for UGI and UCI engines: pass them in cmd": spec.options and not is_ugi,
        "hash works only here, in UGI and in UCI: pass it in cmd": spec.table_mib is not None
        and not (spec.is_ours or is_ugi),
    }
    if spec.is_ours and (is_nboard or is_ugi):
        raise InvalidNotationError(f"{quoted(text)} has no cmd, which the protocol {spec.protocol} needs")
    for reason, is_wrong in wrong.items():
        if is_wrong:
            raise InvalidNotationError(f"{quoted(text)}: {reason}")
    if spec.command and _program(spec) is None:
        raise InvalidNotationError(f"{quoted(text)}: there is no program {quoted(spec.command[0], 200)}")


def _program(spec: EngineSpec) -> str | None:
    """Return the path of the engine's program, or None if there is no such program.

    A path that contains a folder is relative to the engine's `cwd`.
    """
    program = spec.command[0]
    if os.path.dirname(program) and spec.cwd is not None:
        program = os.path.join(spec.cwd, program)
    return shutil.which(program)


def _default_name(spec: EngineSpec) -> str:
    """Return the default name for an engine whose settings do not specify a name."""
    base = "othello" if spec.is_ours else Path(spec.command[0]).stem
    base = re.sub(r"[^\w.+@ -]", "-", base)[:30]
    if spec.level is not None:
        return f"{base}-{spec.level}"
    return f"{base}-d{spec.depth}" if spec.depth is not None else base
