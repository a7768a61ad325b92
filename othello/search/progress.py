"""How far a search is: `Progress`, and the `Watch` that takes such snapshots while it runs.

The search tells its watch where each step and each window begins. All else is read from the
record and the list of root moves, which compiled code keeps up to date: watching costs the
search nothing. A snapshot may be taken from any thread.
"""

import time
from dataclasses import dataclass, replace

from othello.kernels import probcut, root
from othello.kernels.constants import EXACT, NO_SCORE
from othello.results import LEAST, MOST, Line
from othello.score import DISC, Discs
from othello.search.schedule import Step
from othello.search.team import Team
from othello.square import Square


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a search in the middle of an iteration."""

    step: int
    """Number of the iteration, from 1."""
    steps: int
    """How many iterations there will be if nothing ends the search before."""
    depth: int
    """Plies that the iteration looks ahead; the number of empty squares when it solves the position."""
    selectivity: int | None
    """Probability, in percent, that the cuts of the iteration are right; None if it is sure of them."""
    moves_done: int
    """Moves of the position that are searched already; an iteration may go through them more than once,
    each time for another window."""
    moves: int
    """How many moves there are to search."""
    lower: Discs
    """What the value of the position is proved to be at least, the side to move's view: -64..64."""
    upper: Discs
    """What it is proved to be at most."""
    line: Line | None
    """The best move, its value and its line from the last iteration; None in the first."""
    nodes: int
    """Positions searched so far; those with one or two empty squares are not counted."""
    seconds: float
    """Time since the search began."""
    seconds_left: float | None
    """An estimate for a search of the last iteration: the time until all moves are searched, if the
    later ones grow as the first ones did since they were last searched. If the value turns out to lie
    outside the window it takes longer. None where there is no ground for an estimate."""

    @property
    def nodes_per_second(self) -> int:
        """Speed of the search."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


@dataclass(frozen=True, slots=True)
class _Window:
    """What is searched at present."""

    place: int
    """Rank of the move that is sought, from 0."""
    number: int
    step: Step
    low: int
    began: float
    nodes: int
    """Those of the first thread at the beginning."""
    moves: tuple[Square, ...]
    """In the order in which they are searched."""
    done: int | None = None
    """How many of them were searched when the window was done; None before that."""


class Watch:
    """What a search tells of itself while it runs."""

    def __init__(self, team: Team, empties: int, began: float) -> None:
        """Watch the search of *team*, for a position with so many empty squares."""
        self._team, self._empties, self._began = team, empties, began
        self._number, self._steps, self._step = 1, 1, Step(1, EXACT)
        self._window: _Window | None = None
        self.line: Line | None = None
        """What the last iteration found."""
        self.bounds = LEAST, MOST
        """What was proved of the value by the windows that are done."""
        self.effort: dict[Square, int] = {}
        """Positions searched under each move when it was searched last; 0 where it was left out."""

    def begin_step(self, number: int, steps: int, step: Step) -> None:
        """Iteration *number*, from 1, of so many begins."""
        self._number, self._steps, self._step = number, steps, step

    def begin_window(self, place: int, moves: list[Square], low: int) -> None:
        """The *moves* are about to be searched for a value above *low* centidiscs."""
        record = self._team.record
        # Cleared first, so that the best of the last window is never taken for one of this.
        record["root_done"], record["root_best"] = 0, NO_SCORE
        now = time.perf_counter()
        self._window = _Window(place, self._number, self._step, low, now, int(record["nodes"]), tuple(moves))

    def end_window(self) -> None:
        """The window is done: from now on the record may be that of another position."""
        if self._window is not None:
            self._window = replace(self._window, done=int(self._team.record["root_done"]))

    def snapshot(self) -> Progress | None:
        """How far the search is; None before its first window."""
        window = self._window
        if window is None:
            return None
        step, now = window.step, time.perf_counter()
        best, done = int(self._team.record["root_best"]), int(self._team.record["root_done"])
        left = self._seconds_left(window, now)
        lower, upper = self.bounds
        if self._window is not window or window.done is not None:
            # Done by now: what was read may belong to the next search.
            best, done, left = NO_SCORE, window.done or 0, None
        if step == Step(self._empties, EXACT) and window.place == 0 and best > window.low:
            lower = max(lower, Discs(best // DISC))
        return Progress(
            step=window.number,
            steps=self._steps,
            depth=step.depth,
            selectivity=None if step.selectivity == EXACT else probcut.PERCENT[step.selectivity],
            moves_done=done,
            moves=len(window.moves),
            lower=lower,
            upper=upper,
            line=self.line,
            nodes=self._team.nodes,
            seconds=now - self._began,
            seconds_left=left,
        )

    def _seconds_left(self, window: _Window, now: float) -> float | None:
        """The time that the other moves of a window take, from their effort in the last one."""
        if window.number < self._steps or window.place > 0:
            return None
        roots = self._team.roots[: len(window.moves), root.NODES // 8].tolist()
        searched = dict(zip(window.moves, roots, strict=True))
        effort = self.effort
        done = [move for move in window.moves if searched[move]]
        waiting = [move for move in window.moves if not searched[move]]
        if not done or not all(effort.get(move) for move in window.moves):
            return None
        nodes_done = sum(searched[move] for move in done)
        growth = nodes_done / sum(effort[move] for move in done)
        nodes = int(self._team.record["nodes"]) - window.nodes
        if nodes <= 0 or not waiting:
            return None
        first, *others = (growth * effort[move] for move in waiting)
        left = max(0.0, first - (nodes - nodes_done)) + sum(others)
        return float(left * (now - window.began) / nodes)


def before_pass(found: Progress, line: Line | None) -> Progress:
    """The progress of a search after a pass, as the side that passed sees it, with its own *line*."""
    return replace(found, lower=Discs(-found.upper), upper=Discs(-found.lower), line=line)
