"""Test doubles of clocks, players and engines, which tests control step by step."""

from queue import SimpleQueue

from othello import Board, Limits, SearchResult, StopSignal
from othello.gtp.protocol import parse
from othello.gtp.session import Request
from othello.players.level_player import LevelPlayer
from othello.rules.score import Centidiscs, Score
from tests.waiting import PATIENCE


class Time:
    """A clock that is set by hand."""

    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


def carry_out(registry, state, request):
    """Return the text of the reply to a request, without a session."""
    handler, values = registry.find(request.command)
    return handler(state, request, *values) or ""


def request(line, *, received=0.0, write=lambda text: None):
    """Return the request of a line, which came in at *received* and after which no other line comes in."""
    return Request(parse(line), received, StopSignal(), StopSignal(), StopSignal(), write)


class RecordingPlayer(LevelPlayer):
    """A player at level 1 that keeps the limits it gets, and advances a clock."""

    def __init__(self, now, *, engine, seconds):
        super().__init__(engine=engine)
        self.limits, self._now, self._seconds = [], now, seconds

    def steps(self, board, limits, cancel):
        self.limits.append(limits)
        self._now.seconds += self._seconds
        return (yield from self.engine().steps(board.position, Limits(level=1), cancel))


class FedEngine:
    """An engine whose searches get their reports from the test, and end when the test ends or stops them.

    When a search begins, its position and limits are put into `begun`.
    """

    def __init__(self):
        self.begun, self._feed = SimpleQueue(), SimpleQueue()
        self._is_running = False

    def next(self):
        """Wait for the next search, and return its position and limits."""
        return self.begun.get(timeout=PATIENCE)

    def report(self, *infos):
        """Let the running search report."""
        for info in infos:
            self._feed.put(info)

    def finish(self):
        """Let the running search end by itself."""
        self._feed.put(None)

    def steps(self, position, limits, cancel):
        assert not self._is_running, "an engine runs one search at a time"
        self._is_running = True
        self.begun.put((position, limits))
        with cancel.calls(self.finish):
            yield from iter(self._feed.get, None)
        self._is_running, self._feed = False, SimpleQueue()
        score = Score.heuristic(Centidiscs(0), position.turn, 1)
        board = Board(position)
        while board.legal_moves and len(board.move_stack) < 2:
            board.push(board.legal_moves[0])
        pv = tuple(board.move_stack)
        return SearchResult(pv[0] if pv else None, score, 1, 1, 0.5, pv)
