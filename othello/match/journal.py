"""The two files of a match. Every finished game is appended to them.

NAME.jsonl contains a line about the match, followed by a line for each game. NAME.ggf contains the same games
as game records, for GUIs and for training. Each game is written to NAME.jsonl first. When the files are
reopened, games missing from NAME.ggf are appended to it.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from othello.errors import FormatError, InvalidNotationError
from othello.formats.ggf import format_ggf
from othello.match.controllers.failure import DEFAULT_TIMEOUTS, Timeouts
from othello.match.engine_spec import EngineSpec
from othello.match.outcome import GameResult
from othello.rules.board import Board
from othello.search import identity
from othello.storage.append import AppendedFile, ContinuedFile, sealed
from othello.storage.fields import Fields


def heading(
    specs: Sequence[EngineSpec],
    openings: Sequence[Board],
    seed: int,
    timeouts: Timeouts = DEFAULT_TIMEOUTS,
    adjudicated: int | None = None,
) -> dict[str, Any]:
    """Return the first line of a journal. Only a match with the same first line can add games to it."""
    text = "\n".join(board.transcript() for board in openings)
    return identity.heading(
        "match 2",
        engines=[spec.describe() for spec in specs],
        openings=hashlib.sha256(text.encode()).hexdigest()[:16],
        seed=seed,
        timeout=timeouts.move,
        margin=timeouts.margin,
        adjudicate=adjudicated,
    )


class Journal:
    """The two open files of a match."""

    def __init__(self, name: Path, match: dict[str, Any], check: Callable[[GameResult], None]) -> None:
        """Open NAME.jsonl and NAME.ggf, or create them.

        *match* is the result of `heading`. *check* raises OthelloError for games that are not part of the
        match.

        If another process is writing to the files, or if their heading or games belong to another match,
        raises FormatError without changing the files.
        """
        if not name.name:
            raise FormatError(name, None, "this is a directory: give a name for the files of the match")
        self._ggf_path = name.with_name(f"{name.name}.ggf")
        self._event = os.fsencode(name.name).decode(errors="replace")
        self.outcomes: list[GameResult] = []
        """The games that the files contained when they were opened, without their moves."""
        self._check, self._numbers = check, set[int]()
        self._log = ContinuedFile(name.with_name(f"{name.name}.jsonl"), match, sync=0)
        try:
            records = Counter[str]()
            for outcome in self._log.rows(self._outcome):
                records[format_ggf(outcome.record(self._event))] += 1
                self.outcomes.append(outcome.without_moves())
            self._ggf = self._complete_ggf(records)
        except BaseException:
            self._log.close()
            raise

    @property
    def paths(self) -> tuple[Path, Path]:
        """The paths of NAME.jsonl and NAME.ggf."""
        return self._log.path, self._ggf_path

    def append(self, outcome: GameResult) -> None:
        """Append a game to both files. Raises FormatError if this fails."""
        self._log.append(sealed(outcome.as_object()))
        self._ggf.append(format_ggf(outcome.record(self._event)))

    def close(self) -> None:
        """Close the files."""
        self._log.close()
        self._ggf.close()

    def _outcome(self, fields: Fields) -> GameResult:
        """Return the game in a row. Raises OthelloError if it cannot be part of the match."""
        outcome = GameResult.of(fields)
        if outcome.number in self._numbers:
            raise InvalidNotationError(f"game {outcome.number} occurs twice")
        self._numbers.add(outcome.number)
        self._check(outcome)
        return outcome

    def _complete_ggf(self, missing: Counter[str]) -> AppendedFile:
        """Open NAME.ggf and append missing games. Games can be missing if the match was killed.

        *missing* counts the lines of all games. This function subtracts the lines that the file already
        contains.
        """
        file = AppendedFile(self._ggf_path, begins="(;GM[", sync=0)
        try:
            for number, line in enumerate(file.lines(), 1):
                if not missing[line]:
                    reason = f"{self._log.path} lacks this game: choose another name, or remove this file"
                    raise FormatError(self._ggf_path, number, reason)
                missing[line] -= 1
            file.append(*missing.elements())
        except BaseException:
            file.close()
            raise
        return file
