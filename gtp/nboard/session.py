"""A conversation in NBoard's protocol.

Two threads, as in `session`: the *reader* takes lines in as they come, the one that calls
`NBoardSession.run` carries them out in order. Any line that asks for something ends the
search that runs. A `ping` also silences all searches that were asked for before it, at once:
the GUI has lost interest, and would take late lines for answers to what it asks next. After other
lines a search still says what it found in its time.

After an answer to `go` the engine may ponder, see `gtp.pondering`. Here nobody says whose turn
it is: the GUI may send our move back, alone or in a whole game, at once or with the reply. So
the engine ponders while the game is where `go` was asked, or where our answer leads.

A `quit` and the end of the input leave a search `GRACE` seconds, so that lines from a file
get their answers.

What comes before the first game is answered while the engine is being loaded; the game waits
for it, so that it need not be waited for when a clock runs.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final

from gtp.loader import Loader
from gtp.nboard.protocol import Request, format_eval, format_pv, format_search, parse, parse_count
from gtp.pondering import Pondering, likely, unhurried
from gtp.protocol import GtpError
from gtp.session import GRACE, POLL, lines
from othello.engine import Engine
from othello.errors import InvalidNotationError, OthelloError
from othello.formats.ggf import parse_ggf, parse_ggf_move
from othello.formats.ggf_clock import parse_ggf_clock
from othello.formats.record import GameRecord
from othello.human import levels as human_levels
from othello.human.player import HumanPlayer, draw_seed
from othello.limits import Clock, Limits
from othello.position import Position
from othello.results import Info, Line, SearchResult
from othello.score import Score
from othello.search import levels
from othello.search.cancel import Cancel
from othello.square import PASS, Move

NAME: Final = "Othello"
"""The name that the GUI shows; one word."""
SEARCHES: Final = ("hint", "go", "analyze")
"""Requests that may take long."""
MOST_CONTEMPT: Final = 199
"""A draw is never worth as much as a win by two discs: no larger contempt could change a move."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to `go`, and what to think about until the other side has replied."""

    before: Position
    after: Position
    likely: tuple[Position, ...]
    """As `pondering.likely` tells."""
    limits: Limits


class NBoardSession:
    """One conversation."""

    def __init__(
        self,
        loader: Loader[Engine],
        read: Callable[[], bytes],
        write: Callable[[bytes], object],
        *,
        level: human_levels.Level | None = None,
        seed: int | None = None,
        ponders: bool = False,
    ) -> None:
        """Prepare a conversation; nothing is read yet.

        read     -- waits for some bytes of input and returns them; none at its end
        write    -- delivers lines, all of them, at once; raises OSError if it cannot
        level    -- the level of moves that it plays; None is the depth that the GUI sets
        seed     -- decides the moves of a level that errs; None draws one for each game
        ponders  -- whether the engine thinks on the opponent's time
        """
        self._own_level, human = level, human_levels.human(level)
        self._player = None if human is None else HumanPlayer(human, seed=seed)
        self._draws_seeds = seed is None
        self._loader = loader
        self._read = read
        self._write = write
        self._requests: SimpleQueue[tuple[int, Request, Cancel] | None] = SimpleQueue()
        self._has_ended = threading.Event()
        self._lock = threading.Lock()
        self._silenced = 0
        """Searches for requests before this number are to say nothing any more."""
        self._number, self._is_search = 0, False
        """The request that is carried out, and whether it is one that a ping silences."""
        self._cancel = Cancel()
        """Set by the next request; for its searches."""
        self._record: GameRecord | None = GameRecord()
        """The game with its moves so far; None after one that could not be read."""
        self._ponders = ponders
        self._pondering = Pondering()
        self._choice: Choice | None = None
        """The answer to the last `go`; None if there is none."""
        self._depth: int | None = None
        self._contempt = 0
        self._is_status_shown = False
        """Whether the last status was not empty."""
        self._do: dict[str, Callable[[str], None]] = {
            "nboard": lambda version: None,
            "set depth": self._set_depth,
            "set contempt": self._set_contempt,
            "set game": self._set_game,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": self._ping,
            "learn": self._learn,
            "analyze": self._analyze,
        }

    def run(self) -> None:
        """Hold the conversation, to its end."""
        threading.Thread(target=self._receive, name="reader", daemon=True).start()
        try:
            for number, request, cancel in iter(self._requests.get, None):
                self._pondering.end()
                self._number, self._is_search = number, request.name in SEARCHES
                self._cancel = cancel
                self._carry_out(request)
                self._ponder()
        except (BrokenPipeError, ConnectionError):
            pass  # Nobody listens any more, which is the usual end of some GUIs.
        finally:
            self._pondering.end()
            self._has_ended.set()

    def stop_search(self, *, older_than: float = 0.0) -> bool:
        """End the search that runs, if it has for so many seconds; tells whether one did. From any thread.

        Pondering ends as well, but is no search that anybody waits for.
        """
        engine = self._loader.ready
        if engine is None or self._pondering.halt():
            return False
        return engine.stop(older_than=older_than)

    # The reader.

    def _receive(self) -> None:
        """Take lines in until there are no more, then see to it that no search goes on."""
        number, cancel = 0, Cancel()
        for line in lines(self._read):
            request = parse(line)
            if request is None:
                continue
            if request.name == "quit":
                break
            number += 1
            if request.name == "ping":
                with self._lock:
                    self._silenced = number
            cancel.set()
            cancel = Cancel()
            self._requests.put((number, request, cancel))
        self._requests.put(None)
        self._pondering.halt()
        while not self._has_ended.wait(POLL):
            self.stop_search(older_than=GRACE)

    # Requests.

    def _carry_out(self, request: Request) -> None:
        """Do what a request asks for; what is wrong with it is shown as the engine's status."""
        try:
            self._do[request.name](request.argument)
        except (OthelloError, GtpError) as error:
            self._show_status(str(error))

    def _set_depth(self, text: str) -> None:
        self._depth = parse_count(text, "depth", least=1, most=levels.STRONGEST)
        level = self._depth if self._own_level is None else self._own_level
        self._say(f"set myname {NAME}{'' if self._player is None else '-'}{level}")

    def _set_contempt(self, text: str) -> None:
        contempt = parse_count(text, "contempt", least=-(10**6), most=10**6)
        self._contempt = max(-MOST_CONTEMPT, min(MOST_CONTEMPT, contempt))

    def _set_game(self, text: str) -> None:
        # Not the old game any more: what is said of it would be taken for the new one.
        self._record = None
        self._load()
        record = parse_ggf(text)
        clock_of(record)  # raises
        if self._player is not None and self._draws_seeds and not record.played:
            self._player.seed = draw_seed()
        self._record = record

    def _move(self, text: str) -> None:
        record, self._record = self._game(), None
        self._record = record.with_move(parse_ggf_move(text))

    def _ping(self, text: str) -> None:
        if self._is_status_shown:
            # A search was silenced before it could say that it is over.
            self._show_status("")
        self._say(f"pong {text}")

    def _learn(self, nothing: str) -> None:
        self._show_status("This engine has no book to learn into")
        self._say("learned")

    def _hint(self, text: str) -> None:
        count = parse_count(text, "number of moves", least=1)
        position = self._game().last_position
        if not position.is_over:
            self._show_status("Thinking")
            self._search(position, Limits(level=self._level, multipv=count))
            self._show_status("")

    def _go(self, nothing: str) -> None:
        record, self._choice = self._game(), None
        position = record.last_position
        level = self._depth if self._own_level is None else human_levels.number_of(self._own_level)
        limits = Limits(level=level, clock=clock_of(record))
        self._show_status("Thinking")
        if self._player is not None:
            result = self._human_move(self._player, record, limits)
        else:
            result = self._search(position, limits)
        move = PASS if result.move is None else result.move
        seconds = f"{result.seconds:.2f}"
        self._show_status("")
        answer = f"=== {format_pv((move,))}/{format_eval(result.score, self._contempt)}/{seconds}"
        # A level that errs looks at each position afresh: there is nothing to ponder.
        if self._say(answer) and not position.is_over and self._player is None:
            after = position.apply(move)
            self._choice = Choice(position, after, likely(after, result.pv), unhurried(limits))

    def _analyze(self, nothing: str) -> None:
        """Tell what the positions of the game are worth to their sides to move, from the last one back."""
        positions = self._game().positions()
        known: Score | None = None
        self._show_status("Analyzing")
        for moves_made in range(len(positions) - 1, -1, -1):
            limits = Limits(level=self._level)
            score = self._engine.go(positions[moves_made], limits, cancel=self._cancel).score
            if self._cancel.is_set():
                break
            if known is not None and -known.value > score.value:
                score = -known  # The move that was played is better than what was found.
            known = score
            self._say(f"analysis {moves_made} {format_eval(score, self._contempt)}")
        self._show_status("")

    def _ponder(self) -> None:
        """Think on the opponent's time, if that is wanted and its turn."""
        engine, record, choice = self._loader.ready, self._record, self._choice
        if not self._ponders or engine is None or record is None or choice is None:
            return
        if record.last_position in (choice.before, choice.after):
            self._pondering.begin(engine, choice.likely, choice.limits, self._cancel)

    # The game, and searches.

    @property
    def _engine(self) -> Engine:
        """The engine; waits until it is ready."""
        return self._loader.get()

    @property
    def _level(self) -> int:
        return levels.DEFAULT if self._depth is None else self._depth

    def _load(self) -> None:
        """Wait until the engine is ready; raises GtpError if it does not start."""
        if self._loader.ready is None:
            self._show_status("Loading the engine")
            self._loader.get()
            self._show_status("")

    def _game(self) -> GameRecord:
        """The game, with all moves so far; waits until the engine is ready."""
        self._load()
        if self._record is None:
            raise InvalidNotationError("There is no position: the game could not be read")
        return self._record

    def _search(self, position: Position, limits: Limits) -> SearchResult:
        """Search, and report each line that is found."""
        shown: dict[Move, Line] = {}

        def report(info: Info) -> None:
            for line in info.lines:
                if shown.get(line.move) != line:
                    shown[line.move] = line
                    self._say(format_search(line, self._contempt))
            self._say(f"nodestats {info.nodes} {info.seconds:.3f}")

        return self._engine.go(position, limits, on_info=report, cancel=self._cancel)

    def _human_move(self, player: HumanPlayer, record: GameRecord, limits: Limits) -> SearchResult:
        """What a player that errs plays after a game; what it finds meanwhile would give its errors away."""
        *before, position = record.positions()
        found = self._engine.evaluate_moves(position, player.limits(limits), cancel=self._cancel)
        return player.choose(
            position, found, player.lost_cd(zip(before, record.moves, strict=True), position.turn)
        )

    def _show_status(self, text: str) -> None:
        """Show what the engine is doing, or what is wrong; nothing if *text* is empty."""
        if self._say(" ".join(("status", *text.split()))):
            self._is_status_shown = bool(text)

    def _say(self, text: str) -> bool:
        """Write a line, unless it is about a search and a `ping` came in meanwhile; tells whether it did."""
        with self._lock:
            if self._is_search and self._number < self._silenced:
                return False
            self._write(f"{text}\n".encode(errors="replace"))
            return True


def clock_of(record: GameRecord) -> Clock | None:
    """The clock of the side to move after a game, as its file tells; None is no limit.

    Raises InvalidNotationError if the file has something else.
    """
    turn = record.last_position.turn
    settings = record.player(turn).clock
    if not settings:
        return None
    rule = parse_ggf_clock(settings)
    if rule.main == rule.increment == 0:
        return None
    positions = record.positions()
    own = [played for played, before in zip(record.played, positions, strict=False) if before.turn is turn]
    left = rule.main + rule.increment * len(own) - sum(played.seconds or 0.0 for played in own)
    if left < 0:
        left += rule.grace
    return Clock(max(0.0, left), increment=rule.increment)
