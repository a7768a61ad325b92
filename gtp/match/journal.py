"""The files of a match; every game is appended at its end.

NAME.jsonl has a line about the match, then a line for each game. NAME.ggf has the same games as
records, for GUIs and for training. Games are written to NAME.jsonl first. Opening the journal appends
the games that NAME.ggf lacks.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from othello.board import Board
from othello.errors import FormatError, OthelloError
from othello.formats.ggf import format_ggf
from othello.gtp.match.engine_spec import EngineSpec
from othello.gtp.match.outcome import Outcome
from othello.jobs.lines import AppendedFile

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
        self._log = AppendedFile(self._log_path, sync=0)
        try:
            lines = list(self._log.lines())
            if lines:
                self._read(lines, match)
            else:
                self._log.append(json.dumps(match))
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
        self._log.append(json.dumps(outcome.as_object()))
        self._ggf.append(format_ggf(outcome.record(self._event)))

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

    def _complete_ggf(self) -> AppendedFile:
        """Open NAME.ggf, and append the games that a killed match has not written there."""
        file = AppendedFile(self._ggf_path, sync=0)
        try:
            lines = set(file.lines())
            for outcome in self.outcomes:
                record = format_ggf(outcome.record(self._event))
                if record not in lines:
                    file.append(record)
        except FormatError:
            file.close()
            raise
        return file
