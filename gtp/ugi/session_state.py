"""The state of a UGI session: the game, the options, and the engine's seat."""

import time
from collections.abc import Callable
from dataclasses import replace

from othello.errors import InvalidNotationError, quoted
from othello.gtp.conversation import Request
from othello.gtp.engine_session import EngineSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.ugi.options import AUTO, Option, all_options
from othello.gtp.ugi.protocol import UgiCommand
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer
from othello.rules.board import Board
from othello.search.analysis import Analysis, Steps
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.settings import DEFAULT, EngineSettings
from othello.search.stop_signal import StopSignal

UgiRequest = Request[UgiCommand]


class UgiState(EngineSession):
    """The state of a session, which the handlers of requests change."""

    def __init__(
        self,
        *,
        settings: EngineSettings = DEFAULT,
        level: str | None = None,
        seed: int | None = None,
        opening: OpeningBook | None = None,
        ponders: bool = False,
        make: Callable[[EngineSettings], Engine] = Engine.from_settings,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a session.

        settings  -- first settings of the engine
        level     -- first level of the player; None leaves the strength to the limits of each move
        seed      -- seed of human-like levels, and of equal moves of the book; None draws seeds
        opening   -- the book for the opening; None plays without one
        make      -- makes an engine with these settings

        The other arguments are those of `EngineSession`.
        """
        super().__init__(LazyEngine(lambda: make(settings)), ponders=ponders, now=now)
        self._settings = self._made_with = settings
        self._make = make
        self.board: Board | None = Board()
        """The game that the runner sent; None if it could not be read."""
        self._level, self._seed, self._opening = level, seed, opening
        self._plays_book = opening is not None
        self.player = self._new_player()
        self.multipv = 1
        """Number of moves that a search reports."""
        self.hit = StopSignal()
        """Set by the `ponderhit` after the last `go`."""
        self.is_searching = False
        """Whether there is a `go` that was not answered yet."""
        self.is_unbounded = False
        """Whether the search of the last `go` has no end but a stop."""
        self.answered_at = -1.0
        """The time of the last answer to `go`."""
        self._going: Analysis[None] | None = None
        """The search of the last `go`, until `finish`."""
        self.ponder_limits = Limits()
        """The limits of pondering."""
        self.options: dict[str, Option] = all_options(
            table_mib=settings.table_mib,
            threads=settings.threads,
            level=level,
            seed=seed,
            has_book=opening is not None,
            ponders=ponders,
        )

    @property
    def engine(self) -> Engine:
        """The engine with the present settings; raises GtpError if it does not start."""
        if self._settings != self._made_with:
            if self._late.ready is not None:
                self._late.ready.close()
            settings = self._made_with = self._settings
            self._late = LazyEngine(lambda: self._make(settings))
        return self._late.get()

    def new_game(self) -> None:
        """Begin at the start of a game, with an empty table."""
        self.board = Board()
        self.engine.new_game()
        self.player.new_game()
        self.forget()

    # The search of a `go`, which later requests find running.

    def begin(self, answer: Callable[[StopSignal], Steps[None]], *, is_unbounded: bool) -> None:
        """Begin a search that writes its answer itself; `finish` must have been called before.

        *is_unbounded* says that it has no end but a stop.
        """
        self.is_unbounded, self.is_searching = is_unbounded, True
        self._going = self.start(answer)

    def answered(self) -> None:
        """Note that the answer is about to be written, so there is no search to stop."""
        self.is_searching, self.answered_at, self._search = False, self.now(), None

    @property
    def is_finished(self) -> bool:
        """Whether `finish` was called since the last `begin`."""
        return self._going is None

    def finish(self, grace: float | None = None) -> None:
        """Wait for the end of the search; stop it first if it is unbounded.

        With *grace*, stop it when it is older than this number of seconds, unbounded or not. Raises the
        OSError of an answer that could not be written.
        """
        search, self._going = self._going, None
        if search is None:
            return
        if grace is not None:
            search.wait(max(0.0, self._began + grace - self.now()))
        if self.is_unbounded or grace is not None:
            search.stop()
        search.result()

    def set_option(self, name: str, text: str) -> None:
        """Set the option with this name, in lower case; raise InvalidNotationError."""
        if name not in self.options:
            names = ", ".join(option.name for option in self.options.values())
            raise InvalidNotationError(f"{quoted(name)} is not an option: use {names}")
        option = self.options[name]
        match name:
            case "hash":
                self._settings = replace(self._settings, table_mib=option.number(text))
            case "threads":
                self._settings = replace(self._settings, threads=option.number(text))
            case "clear hash":
                self.engine.new_game()
            case "ponder":
                self.ponders = option.switch(text)
            case "multipv":
                self.multipv = option.number(text)
            case _:
                self._set_player(option, text)

    def _set_player(self, option: Option, text: str) -> None:
        if option.name == "Book":
            self._plays_book = option.switch(text)
        elif option.name == "Seed":
            self._seed = option.number(text)
        else:
            level = text.strip().lower()
            self._level = None if level == AUTO else str(LevelPlayer(level))
        self.player = self._new_player()

    def _new_player(self) -> LevelPlayer:
        opening = None
        if self._plays_book:
            # Without a book on the command line this is the book of the package.
            opening = self._opening = self._opening or OpeningBook(None)
        return LevelPlayer(self._level, seed=self._seed, opening=opening)

    def idle(self, cancel: StopSignal) -> None:
        """Ponder until the next request, which sets *cancel*."""
        if self.board is not None:
            self.ponder(self.board.position, lambda: self.ponder_limits, cancel)


def complain(request: UgiRequest, text: str) -> None:
    """Write what is wrong with a request, as information in one line."""
    request.write_line(" ".join(("info string", *text.split())))
