"""Several games at once: workers with engines of their own, which live from game to game."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from gtp.controllers.failure import EngineFailure
from gtp.controllers.timeouts import DEFAULT_TIMEOUTS, Timeouts
from gtp.match.engine_slot import EngineSlot
from gtp.match.engine_spec import EngineSpec
from gtp.match.outcome import Outcome
from gtp.match.referee import Contestant, Referee
from gtp.match.schedule import ScheduledGame
from othello.board import Board


class Runner:
    """Plays games, so many at a time."""

    def __init__(
        self, specs: Sequence[EngineSpec], *, jobs: int = 1, timeouts: Timeouts = DEFAULT_TIMEOUTS
    ) -> None:
        """Prepare *jobs* workers; engines are started when they are needed."""
        self._specs, self._timeouts = specs, timeouts
        self._standbys = [
            [EngineSlot(lambda spec=spec: spec.controller(timeouts)) for spec in specs]  # type: ignore[misc]
            for _ in range(jobs)
        ]
        self._lock = threading.Lock()
        self._is_stopped = False
        self._is_killed = False

    def check(self) -> None:
        """Start all engines and begin a game with each; raises EngineFailure, with its name, if one fails.

        An engine that starts while a game is on would take time from those that play.
        """
        with ThreadPoolExecutor(len(self._standbys)) as pool:
            begun = [pool.submit(self._begin, slots) for slots in self._standbys]
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
                slot.ready().new_game(Board(), spec.rule)
            except EngineFailure as failure:
                words = slot.drop()
                reason = f"{spec.name}: {failure}" + (f"; its last words: {words[-500:]}" if words else "")
                raise EngineFailure(failure.fault, reason) from None

    def run(self, games: Iterable[ScheduledGame]) -> Iterator[Outcome]:
        """Play the games; gives each as it ends. Closing the iterator kills the engines."""
        waiting = iter(games)
        finished: SimpleQueue[Outcome | BaseException | None] = SimpleQueue()
        workers = [
            threading.Thread(target=self._work, args=(slots, waiting, finished), daemon=True)
            for slots in self._standbys
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
        """Begin no more games; those that run are played to their end."""
        self._is_stopped = True

    def kill(self) -> None:
        """End all engines now; games that run do not count."""
        self._is_stopped = self._is_killed = True
        for slots in self._standbys:
            for slot in slots:
                slot.kill()

    def _work(
        self,
        slots: list[EngineSlot],
        waiting: Iterator[ScheduledGame],
        finished: "SimpleQueue[Outcome | BaseException | None]",
    ) -> None:
        """A worker: one game after the other."""
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
