"""The files of a match; every game is appended at its end.

NAME.jsonl has a line about the match, then a line for each game. NAME.ggf has the same games as
records, for GUIs and for training. Games are written to NAME.jsonl first. Opening the journal appends
the games that NAME.ggf lacks.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Final

from othello.board import Board
from othello.errors import FormatError, OthelloError, usable
from othello.formats.ggf import format_ggf
from othello.gtp.match.engine_spec import EngineSpec
from othello.gtp.match.outcome import Outcome
from othello.kernels.lock import try_lock

FORMAT: Final = "othello match 1"


def heading(specs: Sequence[EngineSpec], openings: Sequence[Board], seed: int) -> dict[str, Any]:
    """Return the first line of a journal; a match can be continued only if its line is the same."""
    text = "\n".join(board.transcript() for board in openings)
    return {
        "format": FORMAT,
        "engines": [spec.describe() for spec in specs],
        "openings": hashlib.sha256(text.encode()).hexdigest()[:16],
        "seed": seed,
    }


class Journal:
    """The open files of a match."""

    def __init__(self, name: Path, match: dict[str, Any]) -> None:
        """Open or create NAME.jsonl and NAME.ggf; raise FormatError if they cannot be used.

        *match* is the `heading`. Files with another heading, and files to which another process
        appends, raise FormatError and are not changed.
        """
        if not name.name:
            raise FormatError(name, None, "this is a directory: give a name for the files of the match")
        self._log_path = name.with_name(f"{name.name}.jsonl")
        self._ggf_path = name.with_name(f"{name.name}.ggf")
        self._event = name.name
        self.outcomes: list[Outcome] = []
        """The games of the files when they were opened."""
        self._log = _append_to(self._log_path)
        try:
            _lock(self._log)
            lines = _complete_lines(self._log_path)
            if lines:
                self._read(lines, match)
            else:
                self._write(self._log, json.dumps(match))
            self._ggf = self._complete_ggf()
        except FormatError:
            self._log.close()
            raise

    @property
    def paths(self) -> tuple[Path, Path]:
        """The paths of NAME.jsonl and NAME.ggf."""
        return self._log_path, self._ggf_path

    def append(self, outcome: Outcome) -> None:
        """Write a game to both files; raise FormatError if that fails."""
        self._write(self._log, json.dumps(outcome.as_object()))
        self._write(self._ggf, format_ggf(outcome.record(self._event)))

    def close(self) -> None:
        """Close the files."""
        self._log.close()
        self._ggf.close()

    def _read(self, lines: list[str], match: dict[str, Any]) -> None:
        numbers = set()
        for number, line in enumerate(lines, 1):
            if number == 1:
                self._check(line, match)
                continue
            try:
                outcome = Outcome.from_object(json.loads(line))
            except (OthelloError, ValueError, LookupError, TypeError, AttributeError) as error:
                reason = f"this is not a game of a match: {type(error).__name__}: {error}"
                raise FormatError(self._log_path, number, reason) from None
            if outcome.number not in numbers:
                numbers.add(outcome.number)
                self.outcomes.append(outcome)

    def _check(self, line: str, match: dict[str, Any]) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise FormatError(self._log_path, 1, "this is not the file of a match: choose another name")
        others = [key for key in match if found.get(key) != match[key]]
        if others:
            reason = f"the match in this file has other {' and '.join(others)}: choose another name"
            raise FormatError(self._log_path, 1, reason)

    def _complete_ggf(self) -> IO[bytes]:
        """Open NAME.ggf, and append the games that a killed match has not written there."""
        lines = set(_complete_lines(self._ggf_path))
        file = _append_to(self._ggf_path)
        try:
            for outcome in self.outcomes:
                record = format_ggf(outcome.record(self._event))
                if record not in lines:
                    self._write(file, record)
        except FormatError:
            file.close()
            raise
        return file

    def _write(self, file: IO[bytes], line: str) -> None:
        rest = f"{line}\n".encode()
        with usable(file.name):
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        if not os.fstat(file.fileno()).st_nlink:
            raise FormatError(file.name, None, "the file was removed while the match wrote to it")


def _complete_lines(path: Path) -> list[str]:
    """Return the lines of a file, after cutting off an incomplete last line."""
    try:
        with usable(path):
            data = path.read_bytes() if path.exists() else b""
            complete = data[: data.rfind(b"\n") + 1]
            if len(complete) < len(data):
                os.truncate(path, len(complete))
        return complete.decode().splitlines()
    except UnicodeDecodeError:
        raise FormatError(path, None, "this is not a text file: choose another name") from None


def _append_to(path: Path) -> IO[bytes]:
    # Without a buffer, so that a game that cannot be written fails once, and not again at the end.
    with usable(path):
        return open(path, "ab", buffering=0)


def _lock(file: IO[bytes]) -> None:
    """Lock a file until it is closed; raises FormatError if another process has locked it."""
    with contextlib.suppress(OSError):  # a file system without locks
        if not try_lock(file):
            raise FormatError(file.name, None, "another match is writing this file")
