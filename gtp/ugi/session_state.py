"""The state of a UGI session: the game, the player, the options."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace

from othello.book.opening import OpeningBook
from othello.engine import Engine
from othello.errors import InvalidNotationError, quoted
from othello.gtp.conversation import Request
from othello.gtp.late import Late
from othello.gtp.pondering import Pondering
from othello.gtp.ugi.game import Game
from othello.gtp.ugi.options import AUTO, Option, all_options
from othello.gtp.ugi.protocol import Command
from othello.gtp.ugi.search_thread import SearchThread
from othello.human.level_player import LevelPlayer
from othello.limits import Limits
from othello.search.cancel import Cancel
from othello.settings import DEFAULT, EngineSettings

UgiRequest = Request[Command]


class State:
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
        ponders   -- whether the engine searches on the opponent's time
        make      -- makes an engine with these settings
        now       -- clock: returns seconds since any fixed time
        """
        self._settings = self._made_with = settings
        self._make = make
        self._engine = Late(lambda: make(settings))
        self.game = Game()
        """The game."""
        self._level, self._seed, self._opening = level, seed, opening
        self._plays_book = opening is not None
        self.player = self._new_player()
        """Chooses the moves of the engine."""
        self.now = now
        self.multipv = 1
        """Number of moves that a search reports."""
        self.search = SearchThread(now)
        """The search of the last `go`."""
        self.hit = Cancel()
        """Set by the `ponderhit` after the last `go`."""
        self.pondering = Pondering(is_wanted=ponders)
        """The search on the opponent's time."""
        self.ponder_limits = Limits()
        """The limits of pondering."""
        self.options: dict[str, Option] = all_options(
            table_mib=settings.table_mib,
            threads=settings.threads,
            level=level,
            has_book=opening is not None,
            ponders=ponders,
        )

    @property
    def is_loading(self) -> bool:
        """Whether the engine is being made."""
        return self._engine.is_busy

    @property
    def engine(self) -> Engine:
        """The engine with the present settings; raises GtpError if it does not start."""
        if self._settings != self._made_with:
            if self._engine.ready is not None:
                self._engine.ready.close()
            settings = self._made_with = self._settings
            self._engine = Late(lambda: self._make(settings))
        return self._engine.get()

    def new_game(self) -> None:
        """Begin at the start of a game, with an empty table."""
        self.game.clear()
        self.engine.new_game()
        self.player.new_game()
        self.pondering.forget()

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
                self.pondering = Pondering(is_wanted=option.switch(text))
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

    def ponder(self, cancel: Cancel) -> None:
        """Ponder until *cancel* is set, if that is wanted and it is the opponent's turn."""
        if self._engine.ready is None:
            return
        with contextlib.suppress(InvalidNotationError):  # there is no position
            if self.pondering.is_due(self.game.board.position):
                self.pondering.begin(self.engine, self.ponder_limits, cancel)

    def stop_search(self, older_than: float = 0.0) -> bool:
        """Stop the running search if it is older than this number of seconds; return whether it was.

        May be called from any thread. Pondering ends, too, but does not count as a search.
        """
        self.pondering.halt()
        return self.search.stop(older_than)


def say(request: UgiRequest, text: str) -> None:
    """Write a line."""
    request.write_line(text)


def complain(request: UgiRequest, text: str) -> None:
    """Write what is wrong with a request, as information in one line."""
    request.write_line(" ".join(("info string", *text.split())))
