"""Provides snapshots of a running search. A `Progress` is a snapshot, and a `Monitor` takes snapshots.

The search tells its monitor when a window begins (`Stage`) and which bounds and line it has found. The
monitor reads everything else from the memory of compiled code, so snapshots don't slow the search down.
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
    """The state of a search, even in the middle of an iteration."""

    step: int
    """Number of the iteration, from 1."""
    steps: int
    """Number of planned iterations. A limit or a proof may end the search earlier."""
    depth: int
    """Depth of the iteration in plies. For an iteration that solves the position, this is the number of empty
    squares."""
    probability: int | None
    """Probability, in percent, that a selective cut of this iteration is right, or None if it makes no cuts.
    """
    moves_done: int
    """Number of moves searched so far with the current window. An iteration may search the moves several
    times, with different windows."""
    moves: int
    """Number of moves to search."""
    lower: Discs
    """Proved lower bound on the value of the position for the side to move: -64..64."""
    upper: Discs
    """Proved upper bound on the value of the position."""
    line: Line | None
    """The best move, its value and its line after the last completed iteration. None during the first
    iteration."""
    nodes: int
    """Positions searched so far. Positions with one or two empty squares do not count."""
    seconds: float
    """Time since the search began."""
    seconds_left: float | None
    """Estimated seconds until all moves are searched. None before the last iteration or without data.

    The estimate assumes that the node counts of the remaining moves grow by the same factor as those already
    known. If the value is outside the window, the search takes longer.
    """


@dataclass(slots=True)
class Stage:
    """A search of the root moves with one window, as part of an iteration."""

    number: int
    """Number of the iteration, from 1."""
    step: Step
    is_proof: bool
    """Whether this iteration proves final scores: it extends to the end of the game, without selective cuts.
    """
    place: int
    """The rank for which the window is searched, counted from 0."""
    low: int
    """Lower end of the window in centidiscs."""
    effort: tuple[int, ...]
    """Node count of each root move in its last search, in the order of the list. 0 means unknown."""
    began: float
    """The beginning of the search of this window, in seconds since the whole search began."""
    nodes_before: int
    """Positions that the first thread had searched before this window."""
    end: RootState | None = None
    """The state of the root moves at the end of the window. None while the window is searched."""


class Monitor:
    """Takes snapshots of a search from any thread. The search itself sets the attributes."""

    def __init__(self, team: ThreadPool, steps: int, elapsed: Callable[[], float]) -> None:
        """Watch a search of *steps* planned iterations. *elapsed* returns the seconds since it began."""
        self._team, self._steps, self._elapsed = team, steps, elapsed
        self._first = team.first  # kept because the pool may be closed during a snapshot
        self.stage: Stage | None = None
        """The current or last window, or None before the first window."""
        self.bounds = MIN_SCORE, MAX_SCORE
        """Proved bounds on the value."""
        self.line: Line | None = None
        """Best line after the last iteration. None during the first iteration."""

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
        """Return the current window and the state of the search in it."""
        while True:
            stage = self.stage
            if stage is None:
                return None, None
            state = stage.end or self._first.root_state()
            # If the window has ended meanwhile, the state may belong to another search. If so, read it again.
            if self.stage is stage and stage.end in (None, state):
                return stage, state


def _seconds_left(stage: Stage, state: RootState, seconds: float) -> float | None:
    """Return the estimated seconds until all moves of a window are searched, or None if data are missing."""
    efforts = list(zip(stage.effort, state.effort, strict=True))
    # A move's effort in this window is known only after the move has been searched.
    finished = [(last, now) for last, now in efforts if now]
    unfinished = [last for last, now in efforts if not now]
    nodes = state.nodes - stage.nodes_before
    if not (all(stage.effort) and finished and unfinished and nodes > 0):
        return None
    nodes_of_finished = sum(now for _, now in finished)
    # Assume that the other moves also take `growth` times as many nodes as in their last search.
    growth = nodes_of_finished / sum(last for last, _ in finished)
    # The first unfinished move is being searched now. All nodes that were not spent on finished moves were
    # spent on this move.
    current, *later = (growth * last for last in unfinished)
    nodes_left = max(0.0, current - (nodes - nodes_of_finished)) + sum(later)
    return nodes_left * (seconds - stage.began) / nodes
