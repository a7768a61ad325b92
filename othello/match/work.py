"""The games of a match as jobs; each worker has its own engines and reuses them from game to game."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from othello.errors import OthelloError
from othello.match.adjudicator import Adjudicator
from othello.match.controllers.failure import DEFAULT_TIMEOUTS, EngineFailure, Timeouts
from othello.match.engine_slot import EngineSlot
from othello.match.engine_spec import EngineSpec
from othello.match.outcome import GameResult
from othello.match.referee import Contestant, Referee, last_errors
from othello.match.schedule import ScheduledGame
from othello.rules.board import Board


class Errand(enum.Enum):
    """Jobs of a worker besides its games; their result is None."""

    BEGIN = enum.auto()
    """Start all engines and begin a game with each; raise OthelloError, with the name, if one fails.

    Engines start before the first game, because starting takes processor time.
    """
    END = enum.auto()
    """Ask the engines to end."""


@dataclass(frozen=True, slots=True)
class MatchTask:
    """The engines of a match, the timeouts of their replies, and when games are adjudicated."""

    specs: Sequence[EngineSpec]
    timeouts: Timeouts = DEFAULT_TIMEOUTS
    adjudicated: int | None = None
    """Greatest number of empty squares with which games are adjudicated; None if all are played out."""

    def open(self) -> "Table":
        """Return a worker; no engine is started yet."""
        return Table(self)


class Table:
    """A worker that plays games between its engines."""

    def __init__(self, work: MatchTask) -> None:
        self._specs, self._timeouts = work.specs, work.timeouts
        self._slots = [EngineSlot(partial(spec.controller, work.timeouts)) for spec in work.specs]
        self._adjudicator = None if work.adjudicated is None else Adjudicator(work.adjudicated)

    def do(self, job: ScheduledGame | Errand) -> GameResult | None:
        """Play a game, or run an errand."""
        if isinstance(job, ScheduledGame):
            return self._play(job)
        if job is Errand.BEGIN:
            self._begin()
        else:
            for slot in self._slots:
                slot.quit()
        return None

    def close(self) -> None:
        """Kill all engines now; a running game does not count."""
        for slot in self._slots:
            slot.kill()

    def _begin(self) -> None:
        for spec, slot in zip(self._specs, self._slots, strict=True):
            try:
                slot.controller().new_game(Board(), spec.rule)
            except EngineFailure as failure:
                reason = f"engine {spec.name}: {failure}{last_errors(slot.drop())}"
                raise OthelloError(reason) from None

    def _play(self, game: ScheduledGame) -> GameResult:
        black, white = (
            Contestant(
                self._specs[index].name, self._slots[index], self._specs[index].rule, self._timeouts.margin
            )
            for index in (game.black, game.white)
        )
        return Referee(game.number, game.opening, black, white, self._adjudicator).play()
