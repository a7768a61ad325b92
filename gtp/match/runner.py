"""Several games at once: workers with engines of their own, which live from game to game."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from gtp.controllers.controller import PATIENT, Patience
from gtp.controllers.failure import EngineFailure
from gtp.match.entrant import Entrant
from gtp.match.outcome import Outcome
from gtp.match.referee import Referee, Seat
from gtp.match.schedule import Game
from gtp.match.standby import Standby
from othello.board import Board


class Runner:
    """Plays games, so many at a time."""

    def __init__(self, entrants: Sequence[Entrant], *, jobs: int = 1, patience: Patience = PATIENT) -> None:
        """Prepare *jobs* workers; engines are started when they are needed."""
        self._entrants, self._patience = entrants, patience
        self._standbys = [
            [Standby(lambda entrant=entrant: entrant.controller(patience)) for entrant in entrants]  # type: ignore[misc]
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
            begun = [pool.submit(self._begin, standbys) for standbys in self._standbys]
            try:
                for each in begun:
                    each.result()
            except BaseException:
                self.kill()
                raise

    def _begin(self, standbys: list[Standby]) -> None:
        """Begin a game with each engine of a worker."""
        for entrant, standby in zip(self._entrants, standbys, strict=True):
            try:
                standby.ready().new_game(Board(), entrant.rule)
            except EngineFailure as failure:
                words = standby.drop()
                reason = f"{entrant.name}: {failure}" + (f"; its last words: {words[-500:]}" if words else "")
                raise EngineFailure(failure.fault, reason) from None

    def run(self, games: Iterable[Game]) -> Iterator[Outcome]:
        """Play the games; gives each as it ends. Closing the iterator kills the engines."""
        waiting = iter(games)
        finished: SimpleQueue[Outcome | BaseException | None] = SimpleQueue()
        workers = [
            threading.Thread(target=self._work, args=(standbys, waiting, finished), daemon=True)
            for standbys in self._standbys
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
        for standbys in self._standbys:
            for standby in standbys:
                standby.kill()

    def _work(
        self,
        standbys: list[Standby],
        waiting: Iterator[Game],
        finished: "SimpleQueue[Outcome | BaseException | None]",
    ) -> None:
        """A worker: one game after the other."""
        try:
            while (game := self._next(waiting)) is not None:
                outcome = self._play(game, standbys)
                if not self._is_killed:
                    finished.put(outcome)
            if not self._is_killed:
                for standby in standbys:
                    standby.quit()
        except BaseException as error:
            finished.put(error)
        finally:
            finished.put(None)

    def _next(self, waiting: Iterator[Game]) -> Game | None:
        with self._lock:
            return None if self._is_stopped else next(waiting, None)

    def _play(self, game: Game, standbys: list[Standby]) -> Outcome:
        black, white = (
            Seat(
                self._entrants[index].name, standbys[index], self._entrants[index].rule, self._patience.margin
            )
            for index in (game.black, game.white)
        )
        return Referee(game.number, game.opening, black, white).play()
