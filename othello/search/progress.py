"""How far a search is: `Progress`, and the `Monitor` that makes it while the search runs.

The search hands its monitor a `Stage` where each window begins and ends. Everything else is read
from the memory that compiled code keeps up to date, so watching costs the search nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass

from othello.kernels import probcut
from othello.kernels.constants import EXACT
from othello.results import Line, nodes_per_second
from othello.score import DISC, Discs
from othello.search.schedule import Step
from othello.search.team import Team
from othello.search.workspace import RootState


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a search in the middle of an iteration."""

    step: int
    """Number of the iteration, from 1."""
    steps: int
    """How many iterations are planned; a limit or a proof may end the search before."""
    depth: int
    """Plies that the iteration looks ahead; the number of empty squares when it solves the position."""
    selectivity: int | None
    """Probability, in percent, that a cut of the iteration is right; None if it makes no such cuts."""
    moves_done: int
    """Moves of the position that are searched already; an iteration may go through them more than once,
    each time with another window."""
    moves: int
    """How many moves there are to search."""
    lower: Discs
    """Proved lower bound on the value of the position, the side to move's view: -64..64."""
    upper: Discs
    """Proved upper bound on the value of the position."""
    line: Line | None
    """The best move, its value and its line from the last iteration; None in the first."""
    nodes: int
    """Positions searched so far; those with one or two empty squares are not counted."""
    seconds: float
    """Time since the search began."""
    seconds_left: float | None
    """Estimated time until all moves are searched, in the last iteration of a search.

    The estimate assumes that the moves still to search grow as the searched ones did since the
    iteration before. It takes longer if the value turns out to lie outside the window. None where
    there is no ground for an estimate."""

    @property
    def nodes_per_second(self) -> int:
        """Speed of the search."""
        return nodes_per_second(self.nodes, self.seconds)


@dataclass(frozen=True, slots=True)
class Stage:
    """What a search works on: the root moves, with one window."""

    number: int
    """Number of the iteration, from 1."""
    steps: int
    """How many iterations are planned."""
    step: Step
    """The iteration."""
    is_proof: bool
    """Whether the iteration proves final scores: it goes to the end of the game without selective cuts."""
    place: int
    """The rank of the move that is searched for, from 0."""
    low: int
    """Lower end of the window in centidiscs."""
    effort: tuple[int, ...]
    """Positions searched under each root move the last time, in the order of the list; 0 is unknown."""
    began: float
    """When the window began, in seconds since the search began."""
    nodes_before: int
    """Positions that the first thread had searched by then."""
    bounds: tuple[Discs, Discs]
    """What is proved about the value."""
    line: Line | None
    """What the last iteration found; None in the first one."""
    end: RootState | None = None
    """What the window has found; None while it is searched."""


class Monitor:
    """Makes snapshots of a search, from any thread."""

    def __init__(self, team: Team, elapsed: Callable[[], float]) -> None:
        """Watch the search of *team*; *elapsed* returns the seconds since the search began."""
        self._team, self._elapsed = team, elapsed
        self.stage: Stage | None = None
        """What the search works on, or worked on last; None before its first window."""

    def snapshot(self) -> Progress | None:
        """Return how far the search is; None before its first window."""
        stage, state = self._stage_and_state()
        if stage is None or state is None:
            return None
        lower, upper = stage.bounds
        if stage.is_proof and stage.place == 0 and state.best > stage.low:
            lower = max(lower, Discs(state.best // DISC))
        seconds = self._elapsed()
        selectivity = stage.step.selectivity
        return Progress(
            step=stage.number,
            steps=stage.steps,
            depth=stage.step.depth,
            selectivity=None if selectivity == EXACT else probcut.PERCENT[selectivity],
            moves_done=state.done,
            moves=len(stage.effort),
            lower=lower,
            upper=upper,
            line=stage.line,
            nodes=self._team.nodes,
            seconds=seconds,
            seconds_left=None if stage.end else _seconds_left(stage, state, seconds),
        )

    def _stage_and_state(self) -> tuple[Stage | None, RootState | None]:
        """The stage, and what the search has found in it."""
        while True:
            stage = self.stage
            if stage is None:
                return None, None
            state = stage.end or self._team.root_state()
            # What was read is of another stage if the search went on meanwhile.
            if self.stage is stage:
                return stage, state


def _seconds_left(stage: Stage, state: RootState, seconds: float) -> float | None:
    """The time for the moves of a window that are not searched yet, from their effort the last time."""
    is_last = stage.number == stage.steps and stage.place == 0
    efforts = list(zip(stage.effort, state.effort, strict=True))
    done = [(before, now) for before, now in efforts if now]
    waiting = [before for before, now in efforts if not now]
    nodes = state.nodes - stage.nodes_before
    if not (is_last and all(stage.effort) and done and waiting and nodes > 0):
        return None
    nodes_done = sum(now for _, now in done)
    growth = nodes_done / sum(before for before, _ in done)
    first, *others = (growth * before for before in waiting)
    nodes_left = max(0.0, first - (nodes - nodes_done)) + sum(others)
    return nodes_left * (seconds - stage.began) / nodes
