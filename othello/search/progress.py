"""The progress of a search: `Progress`, and the `Monitor` that creates it during the search.

The search gives its monitor a `Stage` for each window, and the bounds and the line that it has found.
Everything else is read from the memory of compiled code, so snapshots do not slow the search.
"""

from collections.abc import Callable
from dataclasses import dataclass

from othello.kernels import probcut
from othello.kernels.constants import EXACT
from othello.rules.score import DISC, Discs
from othello.search.results import MAX_SCORE, MIN_SCORE, Line, Timed
from othello.search.schedule import Step
from othello.search.thread_data import RootState
from othello.search.thread_pool import ThreadPool


@dataclass(frozen=True, slots=True)
class Progress(Timed):
    """The state of a search in the middle of an iteration."""

    step: int
    """Number of the iteration, from 1."""
    steps: int
    """Number of planned iterations. A limit or a proof may end the search earlier."""
    depth: int
    """Depth of the iteration in plies: the number of empty squares if it solves the position."""
    probability: int | None
    """Probability, in percent, that a cut of the iteration is right, or None if it makes no such cuts."""
    moves_done: int
    """Number of moves searched so far. An iteration may search all moves more than once, with different
    windows."""
    moves: int
    """Number of moves to search."""
    lower: Discs
    """Proved lower bound on the value of the position, from the side to move's point of view: -64..64."""
    upper: Discs
    """Proved upper bound on the value of the position."""
    line: Line | None
    """The best move, its value and its line from the last iteration, or None in the first iteration."""
    nodes: int
    """Positions searched so far, without positions with one or two empty squares."""
    seconds: float
    """Time since the search began."""
    seconds_left: float | None
    """Estimated time until all moves are searched, in the last iteration of a search.

    The estimate assumes that the node counts of the remaining moves grow by the same factor as the node
    counts of the searched moves. If the value is outside the window, the search takes longer. None if
    there are no data for an estimate."""


@dataclass(slots=True)
class Stage:
    """A window of an iteration: the search of the root moves."""

    number: int
    """Number of the iteration, from 1."""
    step: Step
    is_proof: bool
    """Whether the iteration proves final scores: to the end of the game, without selective cuts."""
    place: int
    """Rank of the move for which the window is searched, from 0."""
    low: int
    """Lower end of the window in centidiscs."""
    effort: tuple[int, ...]
    """Positions searched under each root move in its last search, in list order. 0 means unknown."""
    began: float
    """Time when the window began, in seconds since the search began."""
    nodes_before: int
    """Positions searched by the first thread before the window."""
    end: RootState | None = None
    """Final state of the window, or None while it is searched."""


class Monitor:
    """Makes snapshots of a search, from any thread. The search sets the attributes."""

    def __init__(self, team: ThreadPool, steps: int, elapsed: Callable[[], float]) -> None:
        """Watch a search of *steps* iterations. *elapsed* returns the seconds since the search began."""
        self._team, self._steps, self._elapsed = team, steps, elapsed
        self._first = team.first  # the team may be closed during a snapshot
        self.stage: Stage | None = None
        """The current or last window, or None before the first window."""
        self.bounds = MIN_SCORE, MAX_SCORE
        """Proved bounds on the value."""
        self.line: Line | None = None
        """Best line of the last iteration, or None in the first iteration."""

    def snapshot(self) -> Progress | None:
        """Return the progress of the search, or None before its first window."""
        stage, state = self._stage_and_state()
        if stage is None or state is None:
            return None
        lower, upper = self.bounds
        if stage.is_proof and stage.place == 0 and state.best > stage.low:
            lower = max(lower, Discs(state.best // DISC))
        seconds = self._elapsed()
        selectivity = stage.step.selectivity
        is_last = stage.number == self._steps and stage.place == 0 and stage.end is None
        return Progress(
            step=stage.number,
            steps=self._steps,
            depth=stage.step.depth,
            probability=None if selectivity == EXACT else probcut.PERCENT[selectivity],
            moves_done=state.done,
            moves=len(stage.effort),
            lower=lower,
            upper=upper,
            line=self.line,
            nodes=self._team.nodes,
            seconds=seconds,
            seconds_left=_seconds_left(stage, state, seconds) if is_last else None,
        )

    def _stage_and_state(self) -> tuple[Stage | None, RootState | None]:
        """Return the current window, and the state of the search in this window."""
        while True:
            stage = self.stage
            if stage is None:
                return None, None
            state = stage.end or self._first.root_state()
            # If the window has ended since it was read, the state may belong to another search: read again.
            if self.stage is stage and stage.end in (None, state):
                return stage, state


def _seconds_left(stage: Stage, state: RootState, seconds: float) -> float | None:
    """Return the estimated time until all moves of a window are searched, or None without data."""
    efforts = list(zip(stage.effort, state.effort, strict=True))
    # A move gets its effort of this window at the end of its search.
    finished = [(last, now) for last, now in efforts if now]
    unfinished = [last for last, now in efforts if not now]
    nodes = state.nodes - stage.nodes_before
    if not (all(stage.effort) and finished and unfinished and nodes > 0):
        return None
    nodes_of_finished = sum(now for _, now in finished)
    # The other moves are expected to take `growth` times their effort in the last window, too.
    growth = nodes_of_finished / sum(last for last, _ in finished)
    # The first unfinished move is being searched, and has the nodes that do not belong to finished moves.
    current, *later = (growth * last for last in unfinished)
    nodes_left = max(0.0, current - (nodes - nodes_of_finished)) + sum(later)
    return nodes_left * (seconds - stage.began) / nodes
