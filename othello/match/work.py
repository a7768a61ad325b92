"""The games of a match as jobs; each worker has its own engines and reuses them from game to game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from othello.jobs.task import OpenError
from othello.match.adjudicator import Adjudicator
from othello.match.controllers.failure import DEFAULT_TIMEOUTS, EngineFailure, Timeouts
from othello.match.engine_slot import EngineSlot
from othello.match.engine_spec import EngineSpec
from othello.match.outcome import GameResult
from othello.match.referee import Contestant, Referee, last_errors
from othello.match.schedule import ScheduledGame
from othello.rules.board import Board


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
        self._has_begun = self._is_playing = False

    def do(self, game: ScheduledGame) -> GameResult:
        """Play a game; before the first one start all engines, and raise OpenError if one of them fails.

        `MatchTask.open` does not start them, because `close` would not end an engine that is still starting.
        """
        self._is_playing = True
        if not self._has_begun:
            self._begin()
            self._has_begun = True
        result = self._play(game)
        self._is_playing = False
        return result

    def close(self) -> None:
        """End all engines: ask them to end if no game is running, otherwise kill them; its result is lost."""
        # If a game begins after this look, its engines are asked to end, and it fails. Nobody takes the
        # result: the thread that calls this takes none any more.
        is_idle = not self._is_playing
        for slot in self._slots:
            slot.close(is_idle=is_idle)

    def _begin(self) -> None:
        """Start all engines and begin a game with each, because the first one takes processor time."""
        for spec, slot in zip(self._specs, self._slots, strict=True):
            try:
                slot.controller().new_game(Board(), spec.rule)
            except EngineFailure as failure:
                reason = f"engine {spec.name}: {failure}{last_errors(slot.drop())}"
                raise OpenError(reason) from None

    def _play(self, game: ScheduledGame) -> GameResult:
        black, white = (
            Contestant(
                self._specs[index].name, self._slots[index], self._specs[index].rule, self._timeouts.margin
            )
            for index in (game.black, game.white)
        )
        return Referee(game.number, game.opening, black, white, self._adjudicator).play()
