"""Several games at once; each worker has its own engines and reuses them from game to game."""

import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue

from othello.board import Board
from othello.gtp.controllers.failure import EngineFailure
from othello.gtp.controllers.timeouts import DEFAULT_TIMEOUTS, Timeouts
from othello.gtp.match.engine_slot import EngineSlot
from othello.gtp.match.engine_spec import EngineSpec
from othello.gtp.match.outcome import Outcome
from othello.gtp.match.referee import Contestant, Referee, last_errors
from othello.gtp.match.schedule import ScheduledGame


class Runner:
    """Plays the games of a match."""

    def __init__(
        self, specs: Sequence[EngineSpec], *, jobs: int = 1, timeouts: Timeouts = DEFAULT_TIMEOUTS
    ) -> None:
        """Prepare *jobs* workers, which play that many games at once; no engine is started yet."""
        self._specs, self._timeouts = specs, timeouts
        self._slots = [
            [EngineSlot(partial(spec.controller, timeouts)) for spec in specs] for _ in range(jobs)
        ]
        self._lock = threading.Lock()
        self._is_stopped = False
        self._is_killed = False

    def check(self) -> None:
        """Start all engines and begin a game with each; raise EngineFailure, with the name, if one fails.

        Engines start before the first game, because starting takes processor time.
        """
        with ThreadPoolExecutor(len(self._slots)) as pool:
            begun = [pool.submit(self._begin, slots) for slots in self._slots]
            try:
                for each in begun:
                    each.result()
            except BaseException:
                self.kill()
                raise

    def _begin(self, slots: list[EngineSlot]) -> None:
        """Begin a game with each engine of a worker."""
        for spec, slot in zip(self._specs, slots, strict=True):
            try:
                slot.controller().new_game(Board(), spec.rule)
            except EngineFailure as failure:
                reason = f"{spec.name}: {failure}{last_errors(slot.drop())}"
                raise EngineFailure(failure.fault, reason) from None

    def run(self, games: Iterable[ScheduledGame]) -> Generator[Outcome, None, None]:
        """Play games, and yield each outcome at its end. Closing the iterator kills the engines."""
        waiting = iter(games)
        finished: SimpleQueue[Outcome | BaseException | None] = SimpleQueue()
        workers = [
            threading.Thread(target=self._work, args=(slots, waiting, finished), daemon=True)
            for slots in self._slots
        ]
        for worker in workers:
            worker.start()
        working = len(workers)
        try:
            while working:
                item = finished.get()
                if isinstance(item, BaseException):
                    raise item
                if item is None:
                    working -= 1
                else:
                    yield item
        finally:
            if working:
                self.kill()
            for worker in workers:
                worker.join()

    def stop(self) -> None:
        """Begin no more games; the running ones are played to their end."""
        self._is_stopped = True

    def kill(self) -> None:
        """Kill all engines now; the running games do not count."""
        self._is_stopped = self._is_killed = True
        for slots in self._slots:
            for slot in slots:
                slot.kill()

    def _work(
        self,
        slots: list[EngineSlot],
        waiting: Iterator[ScheduledGame],
        finished: "SimpleQueue[Outcome | BaseException | None]",
    ) -> None:
        """Play games until there are no more; runs in a thread."""
        try:
            while (game := self._next(waiting)) is not None:
                outcome = self._play(game, slots)
                if not self._is_killed:
                    finished.put(outcome)
            if not self._is_killed:
                for slot in slots:
                    slot.quit()
        except BaseException as error:
            finished.put(error)
        finally:
            finished.put(None)

    def _next(self, waiting: Iterator[ScheduledGame]) -> ScheduledGame | None:
        with self._lock:
            return None if self._is_stopped else next(waiting, None)

    def _play(self, game: ScheduledGame, slots: list[EngineSlot]) -> Outcome:
        black, white = (
            Contestant(self._specs[index].name, slots[index], self._specs[index].rule, self._timeouts.margin)
            for index in (game.black, game.white)
        )
        return Referee(game.number, game.opening, black, white).play()
