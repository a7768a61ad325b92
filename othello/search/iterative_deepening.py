"""Iterative deepening, which searches a position deeper and deeper until a limit is reached.

A search of the root moves with one window is a single call of compiled code (`kernels.root`). Between these
calls, this module decides what to search next:

1. A first iteration of one ply. It cannot be stopped, so there is always a move.
2. Deeper iterations, as listed by `schedule`, each with an aspiration window around the last value.
3. A search to the end of the game, first selective and then exact. The window is placed around a single final
   score and moved until it contains the value. `kernels.deepening` chooses the windows.
4. The principal variation, which `lines` reads from the table.

A search for a move ends early when a wipe-out is certain. A search on a clock ends immediately if the table
contains a proved answer. If several lines are requested, each iteration finds the best move, then the best of
the remaining moves, and so on (`root_ranking`). The search for a line shows that none of the remaining moves
is better. Therefore the value of the line is the *ceiling* of the next line, whose windows do not extend
beyond it. If a search fails high at the ceiling, the value is the ceiling, even if a selective search
contradicts this.
"""

from collections.abc import Callable, Generator
from dataclasses import replace
from operator import add

from othello.kernels import deepening
from othello.kernels.constants import HIGHEST, LOWEST
from othello.kernels.geometry import Square
from othello.rules.position import Position
from othello.rules.score import Bound
from othello.rules.square import MOVES, squares_of
from othello.search.clock import Pace
from othello.search.limits import Goal
from othello.search.lines import LineReader
from othello.search.progress import Monitor, Stage
from othello.search.results import Line, SearchInfo, SearchResult
from othello.search.root_ranking import RootMove, SearchTask, estimated
from othello.search.schedule import Plan, Step, schedule
from othello.search.thread_data import Words
from othello.search.thread_pool import ThreadPool


class IterativeDeepening:
    """A search of one position from its first iteration to its result."""

    def __init__(
        self, team: ThreadPool, position: Position, plan: Plan, elapsed: Callable[[], float]
    ) -> None:
        """Prepare to search *position* with all threads of *team*. The side to move must have a legal move.

        *elapsed* returns the seconds since the search began.
        """
        self._team, self._position, self._plan, self._elapsed = team, position, plan, elapsed
        self._task = SearchTask(position.turn, position.empties, plan.goal, plan.window)
        self._words = Words.of(position)
        self._moves: list[Square] = list(plan.root_moves or map(int, squares_of(position.legal_moves_bits)))
        self._ranks = [RootMove(self._moves) for _ in self._moves[: plan.multipv]]
        self._effort: dict[Square, int] = {}
        """Node count of each root move in the last search. Moves that were excluded from this search are
        missing."""
        self._lines: list[Line] = []
        """The lines of the ranks. Ranks that the current iteration has not reached yet keep their previous
        lines."""
        self._reader = LineReader(team, plan.goal, solves_again=plan.budget is None)
        self._pace = None if plan.budget is None else Pace(plan.budget)
        self._steps = schedule(plan, self._task.empties)
        self.monitor = Monitor(team, len(self._steps), elapsed)
        """Takes snapshots of this search for other threads."""
        self._number = 0
        """The number of the current or last iteration, counted from 1."""
        self._is_finished = False
        """Whether the search has completed its plan."""
        team.begin(is_timed=plan.budget is not None)

    def first_iteration(self) -> Generator[SearchInfo | None, None, None]:
        """Search to one ply, or take the answer from the table. This iteration must not be stopped."""
        if self._take_remembered():
            self._is_finished = True
            yield self._report(0, self._task.proof)
        else:
            yield from self._iteration(self._steps[0])

    def deeper_iterations(self) -> Generator[SearchInfo | None, None, None]:
        """Search deeper and deeper, until the plan is completed or a limit is reached.

        Yields None when a slice ends in the middle of a window (see `ThreadPool.search_slice`).
        """
        if self._is_finished:
            return
        if self._plan.nodes is not None:
            self._team.limit_nodes(self._plan.nodes)
        is_complete = True
        for step in self._steps[1:]:
            if self._ranks[0].is_solved:
                break
            if self._is_over():
                return
            if not self._is_superfluous(step):
                is_complete = yield from self._iteration(step)
        self._is_finished = is_complete

    def result(self) -> SearchResult:
        """Return the result of the iterations so far."""
        best, reported = self._ranks[0], self._lines[0]
        score = reported.score
        if self._plan.goal is not Goal.MOVE and not score.is_proved:
            # A stopped iteration has reported nothing, but may have proved bounds.
            score = best.proved(self._task) or score
        if best.move == reported.move:
            first = replace(reported, score=score)
        else:
            # A stopped iteration has found a better move, but it has not found out how much better this move
            # is.
            bound = estimated(best.known, best.step, self._task, Bound.LOWER)
            first = Line(score if score.is_proved else bound, reported.depth, (MOVES[best.move],))
        others = [line for line in self._lines if line.move != best.move]
        lower, upper = best.bounds
        return SearchResult(
            MOVES[best.move],
            score,
            reported.depth,
            self._team.nodes,
            self._elapsed(),
            first.pv,
            was_stopped=not self._is_finished,
            lines=(first, *others)[: len(self._ranks)],
            lower=lower,
            upper=upper,
        )

    def _take_remembered(self) -> bool:
        """Take a proved answer from the table if the search is on a clock. Return whether there was one.

        If little time is left, a new search might not reach the same depth and might choose a worse move. The
        table entry counts as an answer only if the search considers all moves and extends to the end of the
        game.
        """
        plan, empties = self._plan, self._task.empties
        if plan.budget is None or plan.multipv > 1 or plan.root_moves or plan.depth < empties:
            return False
        entry = self._team.first.probe(self._position)
        if entry is None or entry.move is None or not entry.is_exact:
            return False
        lower, upper = entry.lower, entry.upper
        if not plan.is_decided(lower, upper):
            return False
        best = self._ranks[0]
        best.move, best.lower, best.upper = entry.move, lower, upper
        best.score = upper if lower == LOWEST else lower  # a single bound is enough if it decides the window
        return True

    def _is_over(self) -> bool:
        """Return whether no further iteration may begin."""
        if self._team.is_stopped:
            return True
        is_forced = self._plan.goal is Goal.MOVE and len(self._moves) == 1 and not self._plan.root_moves
        return self._pace is not None and (is_forced or not self._pace.allows(self._elapsed()))

    def _is_superfluous(self, step: Step) -> bool:
        """Return whether to skip *step* because the opponent seems to lose all discs.

        Multi-ProbCut cannot prove such a value, because the value plus the margin exceeds 64 discs. Therefore
        the step would take a long time, and the search to the end of the game needs no better estimate.
        """
        is_guide = step.depth < self._task.empties <= self._plan.depth
        return (
            is_guide
            and self._task.empties <= deepening.MAX_WIPED_OUT
            and self._ranks[0].score >= deepening.NEARLY_ALL
        )

    def _iteration(self, step: Step) -> Generator[SearchInfo | None, None, bool]:
        """Search all ranks in order to the depth of *step*. Return False if the search was stopped."""
        self._number += 1
        taken: list[Square] = []
        ceiling = HIGHEST
        for place, rank in enumerate(self._ranks):
            rank.leave_out(taken, self._moves)
            ends_the_game = step.depth == self._task.empties
            bound = yield from (self._solve if ends_the_game else self._aspire)(rank, step, ceiling)
            if bound is None:
                return False
            ceiling = bound
            if self._is_wipe_out(rank):
                rank.lower = rank.upper = rank.score
            taken.append(rank.move)
            yield self._report(place, step)
        if self._pace is not None:
            self._pace.note(self._ranks[0].move, self._ranks[0].score)
        return True

    def _is_wipe_out(self, rank: RootMove) -> bool:
        """Return whether a search for a single move has proved that one side wins all discs.

        Estimates and selective searches never return such a value, so it is always proved.
        """
        is_alone = self._plan.goal is Goal.MOVE and self._plan.multipv == 1
        return is_alone and abs(rank.score) == HIGHEST

    def _aspire(self, rank: RootMove, step: Step, ceiling: int) -> Generator[None, None, int | None]:
        """Search a rank with aspiration windows. Return the new value, or None if stopped.

        The value is at most *ceiling*, the value of the previous rank.
        """
        low, high, width = deepening.first_aspiration_window(rank.score, step.depth, ceiling)
        value = ceiling
        while low < high:
            value = yield from self._search_window(rank, step, low, high)
            if self._team.is_stopped:
                return None
            low, high, width = deepening.next_aspiration_window(value, low, high, width, ceiling)
        rank.score = min(value, ceiling)
        return rank.score

    def _solve(self, rank: RootMove, step: Step, ceiling: int) -> Generator[None, None, int | None]:
        """Search a rank to the end of the game. Return an upper bound, or None if the search was stopped.

        The search finds the value within the plan's window, for example the exact score or only its sign. The
        value is at most *ceiling*, the upper bound of the previous rank.
        """
        least, most = self._plan.window
        low, high, width = deepening.first_solution_window(rank.score, least, most, ceiling)
        lower, upper, value = LOWEST, ceiling, ceiling
        was_stopped = False
        while True:
            if step == self._task.proof:
                rank.lower, rank.upper = lower, upper
                self.monitor.bounds = self._ranks[0].bounds
            if was_stopped:
                return None
            # Bounds from a selective search may contradict each other. Then no window contains the value.
            if self._plan.is_decided(lower, upper):
                rank.score = min(value, ceiling)
                return upper
            value = yield from self._search_window(rank, step, low, high)
            was_stopped = self._team.is_stopped
            if value > low:
                # Use this bound even after a stop, because the root move was searched completely.
                lower = max(lower, value)
            if value < high and not was_stopped:
                upper = min(upper, value)
            low, high, width = deepening.next_solution_window(value, high, width, least, most, ceiling)

    def _search_window(self, rank: RootMove, step: Step, low: int, high: int) -> Generator[None, None, int]:
        """Search the moves of a rank with one window and return the value.

        Afterward, the best move is first in the list, and the other moves are sorted by node count.
        """
        team = self._team
        team.first.set_root(rank.moves, step.selectivity)
        self.monitor.stage = stage = Stage(
            number=self._number,
            step=step,
            is_proof=step == self._task.proof,
            place=self._ranks.index(rank),
            low=low,
            effort=tuple(self._effort.get(move, 0) for move in rank.moves),
            began=self._elapsed(),
            nodes_before=team.first.root_state().nodes,
        )
        effort = [0 for _ in rank.moves]
        search = team.search_slice if team.has_slices else team.search_root
        while True:
            value = search(self._words, low, high, step.depth)
            state = team.first.root_state()
            effort = list(map(add, effort, state.effort))
            if state.best > low:
                # This move is better, even after a later stop, because its value exceeds the window.
                rank.move, rank.known, rank.step = state.move, state.best, step
            if not team.is_paused:
                break
            yield
            if team.is_stopped:
                break
        stage.end = state
        if not team.is_stopped:
            self._effort = dict(zip(rank.moves, effort, strict=True))
            rank.sort(self._effort)
            rank.score = value
        return value

    def _report(self, place: int, step: Step) -> SearchInfo:
        """Store the line that an iteration has found for one rank. Return an info with all lines."""
        rank = self._ranks[place]
        is_proof = rank.is_solved or step == self._task.proof
        depth = self._task.empties if is_proof else step.depth
        score, seconds = rank.value(step, self._task), self._elapsed()
        # If the table has lost the end of a line, re-solve the end. Do this only if the value is exact.
        is_solved = is_proof and (rank.is_solved or self._plan.goal is Goal.WLD)
        pv = self._reader.line(self._position, rank.move, rank.score, is_solved=is_solved)
        # Later ranks keep their last lines, except for a line that begins with the same move as the new line.
        behind = [line for line in self._lines[place:] if line.move != rank.move]
        self._lines = [*self._lines[:place], Line(score, depth, pv), *behind][: len(self._ranks)]
        self.monitor.line = first = self._lines[0]
        self.monitor.bounds = self._ranks[0].bounds
        return SearchInfo(first.depth, first.score, self._team.nodes, seconds, first.pv, tuple(self._lines))
