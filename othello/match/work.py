"""Plays match games as jobs. Each worker has its own engines, which play game after game."""

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
    """The data that a worker needs: the engines, their timeouts, and when games are adjudicated."""

    specs: Sequence[EngineSpec]
    timeouts: Timeouts = DEFAULT_TIMEOUTS
    adjudicated: int | None = None
    """Games are adjudicated when at most this many squares are empty. None means never."""

    def open(self) -> "Table":
        """Return a worker that has not started its engines yet."""
        return Table(self)


class Table:
    """A worker, which plays games between its engines."""

    def __init__(self, work: MatchTask) -> None:
        self._specs, self._timeouts = work.specs, work.timeouts
        self._slots = [EngineSlot(partial(spec.controller, work.timeouts)) for spec in work.specs]
        self._adjudicator = None if work.adjudicated is None else Adjudicator(work.adjudicated)
        self._has_begun = self._is_playing = False

    def do(self, game: ScheduledGame) -> GameResult:
        """Play a game. The first call starts all engines and raises OpenError if an engine fails.

        `MatchTask.open` does not start them, because `close` could not be called before it returns.
        """
        self._is_playing = True  # After an error this stays set, so `close` kills the engines.
        if not self._has_begun:
            self._begin()
            self._has_begun = True
        result = self._play(game)
        self._is_playing = False
        return result

    def close(self) -> None:
        """Ask all engines to end, or kill them if a game is running. That game is then lost."""
        # A game that begins right after this line fails, because its engines are asked to end. The thread
        # that called `close` ignores the result.
        is_idle = not self._is_playing
        for slot in self._slots:
            slot.close(is_idle=is_idle)

    def _begin(self) -> None:
        """Start all engines and begin a game with each, because the first start takes processor time."""
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
