"""Iterative deepening: from a position and a plan to a move, a value and a line.

The search proper is compiled (`kernels.root`); here it is called once for every iteration
and window, so that everything that is decided between iterations is plain Python:

1. A first iteration of one ply, which nothing can stop: there is always a move to play.
2. Deeper iterations, as `schedule` lists them, each with an aspiration window around the value
   of the one before.
3. The jump to the end of the game, first selective, then for certain: with a window that holds
   one value only, moved until it holds the right one.
4. The principal variation, from the table; where the position was solved and the table
   has forgotten the end of the line, that end is solved again, which takes little time.

A search for a move ends early when a wipe-out is certain, and one on a clock is over at once if the
table has the answer, proved.

Where several lines are asked for, each iteration finds the best move, then the best of the
others, and so on: a *rank* is one place in that order, with a window and bounds of its own.

One `Searcher` searches one position at a time. Its table lives on from search to search.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from queue import SimpleQueue
from typing import Final

from othello.kernels import probcut, root, search_state, table
from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.limits import Goal
from othello.position import Position
from othello.results import Info, Line, SearchResult
from othello.score import DISC, Bound, Centidiscs, Discs, Score
from othello.search.cancel import Cancel
from othello.search.clock import CAUTIOUS_SPEED, Budget
from othello.search.evaluation import Evaluation
from othello.search.pacing import Pace
from othello.search.progress import Progress, Watch
from othello.search.schedule import Plan, Step, schedule
from othello.search.team import Team
from othello.square import PASS, Move, Square, squares_of

FIRST_WINDOW: Final = 300
"""Half the width of the first aspiration window, in centidiscs."""
FULL_WINDOW_DEPTH: Final = 3
"""Iterations up to this depth have no aspiration window."""
SHORT_DEPTH: Final = 6
"""A search of so few plies is over before anyone could interrupt it."""
DELAY_KEPT: Final = 0.9
"""A search that ends in better time lowers what is expected of the delay of the next by so much."""
SPEED_SECONDS: Final = 0.1
"""A search must take so long to tell the speed."""
SOLVED_AGAIN: Final = 14
"""Empty squares from which the end of the principal variation is solved again."""


class Searcher:
    """A search with its memory: a transposition table and what a thread needs."""

    def __init__(self, table_mib: float, threads: int = 1, evaluation: Evaluation | None = None) -> None:
        """Allocate a table of about *table_mib* mebibytes; *evaluation* stands for the shipped weights."""
        self._team = Team(table_mib, threads, evaluation)
        self._watch: Watch | None = None
        self.speed = CAUTIOUS_SPEED
        """Positions a second, of the last search that took long enough to tell."""
        self.delay = 0.0
        """Seconds by which searches ended too late lately; a new game changes nothing of it."""

    def close(self) -> None:
        """Give the memory back; the searcher cannot search any more."""
        self._watch = None
        self._team.close()

    def clear(self) -> None:
        """Forget everything that earlier searches found out."""
        self._team.clear()
        self.speed = CAUTIOUS_SPEED

    def progress(self) -> Progress | None:
        """How far the search is that runs, or that ran last; None if there was none. From any thread."""
        watch = self._watch
        return None if watch is None else watch.snapshot()

    def search(
        self,
        position: Position,
        plan: Plan,
        cancel: Cancel,
        on_info: Callable[[Info], None] | None = None,
    ) -> SearchResult:
        """Search a position in which the side to move has a legal move.

        *cancel* must belong to this search alone, for the search itself makes the request when
        its time is up; within some milliseconds of it the search returns what it has. *on_info*
        is called after every iteration. KeyboardInterrupt ends the search and is raised again.
        """
        run = _Run(self._team, position, plan)
        self._watch = run.watch
        reports = run.iterations()
        tell = on_info or (lambda info: None)
        for info in islice(reports, len(run.ranks)):
            tell(info)
        if threading.current_thread() is threading.main_thread() and plan.depth > SHORT_DEPTH:
            reports = _in_the_background(reports, cancel)
        # If the callback raises, the reports are closed first, while a request still stops the search.
        with cancel.calls(self._team.stop), _timed(plan.budget, run.began, cancel), closing(reports):
            for info in reports:
                tell(info)
        found = run.result()
        if found.seconds >= SPEED_SECONDS:
            self.speed = found.nodes / found.seconds
        if plan.budget is not None and found.seconds > plan.budget.hard > 0:
            self.delay = max(found.seconds - plan.budget.hard, DELAY_KEPT * self.delay)
        return found


def _in_the_background(reports: Generator[Info, None, None], cancel: Cancel) -> Generator[Info, None, None]:
    """Run the search that makes *reports* in another thread; yield them in this one.

    Signals reach Python code of the main thread only, and compiled code would keep it: the main
    thread waits while another one searches, so Ctrl-C can end the search.
    """
    arrived: SimpleQueue[Info | BaseException | None] = SimpleQueue()

    def work() -> None:
        try:
            for info in reports:
                arrived.put(info)
            arrived.put(None)
        except BaseException as error:
            arrived.put(error)

    worker = threading.Thread(target=work, name="search", daemon=True)
    worker.start()
    try:
        while (item := arrived.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        # Reached in the middle of the search by KeyboardInterrupt, or when the callback raises.
        cancel.set()
        worker.join()


@contextmanager
def _timed(budget: Budget | None, began: float, cancel: Cancel) -> Iterator[None]:
    """In this context the search is cancelled when its time is up."""
    if budget is None:
        yield
        return
    left = max(0.0, began + budget.hard - time.perf_counter())
    timer = threading.Timer(min(left, threading.TIMEOUT_MAX), cancel.set)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Rank:
    """A place in the order of the best moves: a search that leaves out the moves before it."""

    def __init__(self, moves: list[Square]) -> None:
        self.moves = list(moves)
        """What may take this place, in the order in which it is searched."""
        self.move: Square = moves[0]
        self.score = 0
        """Value of the last iteration, or of a part of it: a bound when it lay outside the window."""
        self.known, self.step = 0, Step(0, EXACT)
        """What the best move is proved to be worth at least, and the depth of that iteration."""
        self.lower, self.upper = LOWEST, HIGHEST
        """Bounds of the solution."""

    def leave_out(self, taken: list[Square], moves: list[Square]) -> None:
        """Let the others of *moves* compete; those that had a better place until now go first."""
        freed = [move for move in moves if move not in self.moves]
        self.moves = [move for move in (*freed, *self.moves) if move not in taken]
        if self.move in taken:
            self.move = self.moves[0]


class _Run:
    """One search, from its first iteration to its result."""

    def __init__(self, team: Team, position: Position, plan: Plan) -> None:
        self.began = time.perf_counter()
        self.team, self.record, self.roots = team, team.record, team.roots
        self.position, self.plan = position, plan
        self.empties = position.empties
        self.key = position.key
        self.proof = Step(self.empties, EXACT)
        """The step that solves the position."""
        self.moves: list[Square] = squares_of(position.legal_moves_bits())
        self.ranks = [_Rank(self.moves) for _ in self.moves[: plan.lines]]
        self.lines: list[Line] = []
        """What is known of each place: from this iteration, behind that from the one before."""
        self.pace = None if plan.budget is None else Pace(plan.budget)
        self.is_finished = False
        """Whether all that was planned was done."""
        self.watch = Watch(team, self.empties, self.began)
        team.begin()
        team.limit_nodes(search_state.UNLIMITED)

    def iterations(self) -> Generator[Info, None, None]:
        """Search deeper and deeper, until the plan is done or a limit is reached."""
        steps = schedule(self.plan, self.empties)
        if self._is_remembered():
            self.watch.begin_step(len(steps), len(steps), steps[-1])
            self.is_finished = True
            yield self._report(0, self.proof)
            return
        self.watch.begin_step(1, len(steps), steps[0])
        is_complete = yield from self._iteration(steps[0])
        self.team.limit_nodes(self.plan.nodes or search_state.UNLIMITED)
        for number, step in enumerate(steps[1:], start=2):
            if self.ranks[0].lower == self.ranks[0].upper:
                break
            if self._is_over():
                return
            self.watch.begin_step(number, len(steps), step)
            is_complete = yield from self._iteration(step)
        self.is_finished = is_complete

    def _iteration(self, step: Step) -> Generator[Info, None, bool]:
        """Search as a step says for one place after the other; return False if the search was stopped."""
        self.record["selectivity"], self.record["probes"] = step.selectivity, 0
        taken: list[Square] = []
        for place, rank in enumerate(self.ranks):
            rank.leave_out(taken, self.moves)
            ends_the_game = step.depth == self.empties
            found = self._solve(rank, step) if ends_the_game else self._aspire(rank, step.depth)
            if not found:
                return False
            if self._is_wipe_out(rank):
                rank.lower = rank.upper = rank.score
            taken.append(rank.move)
            yield self._report(place, step)
        if self.pace is not None:
            self.pace.note(self.ranks[0].move, self.ranks[0].score)
        return True

    def result(self) -> SearchResult:
        """What was found."""
        best, line = self.ranks[0], self.lines[0]
        score = line.score
        if self.plan.goal is not Goal.MOVE and not score.is_proved:
            score = self._proved(best) or score
        lines = [Line(score, line.depth, line.pv), *self.lines[1:]]
        if best.move != line.move:
            # Found in an iteration that was stopped: all that is known of it is that it is better.
            known = score if score.is_proved else self._estimated(best.known, best.step, Bound.LOWER)
            lines = [Line(known, line.depth, (best.move,)), *self.lines]
            lines = lines[:1] + [each for each in lines[1:] if each.move != best.move]
        lines = lines[: len(self.ranks)]
        return SearchResult(
            best.move,
            score,
            line.depth,
            self.team.nodes,
            time.perf_counter() - self.began,
            lines[0].pv,
            was_stopped=not self.is_finished,
            lines=tuple(lines),
            lower=Discs(best.lower // DISC),
            upper=Discs(best.upper // DISC),
        )

    def _is_remembered(self) -> bool:
        """Whether there is a clock and the table has what is asked for, proved; then it is taken from there.

        With little time left the search would not get so far again, and lose the move.
        """
        if self.plan.budget is None or self.plan.lines > 1 or self.plan.depth < self.empties:
            return False
        move, lower, upper = self._known(self.position)
        is_proved = lower == upper or (self.plan.goal is Goal.WLD and (lower > 0 or upper < 0))
        if not is_proved or move is None:
            return False
        best = self.ranks[0]
        best.move, best.lower, best.upper = move, lower, upper
        best.score = upper if lower == LOWEST else lower
        return True

    def _is_wipe_out(self, rank: _Rank) -> bool:
        """Whether one side is certain to lose all its discs, where only a move is asked for.

        No estimate and no probable cut has such a value, so that it is proved in whatever search.
        """
        is_all = self.plan.goal is Goal.MOVE and self.plan.lines == 1
        return is_all and abs(rank.score) == HIGHEST

    def _is_over(self) -> bool:
        """Whether no further step is to begin."""
        if self.record["stop"]:
            return True
        return self.pace is not None and (
            len(self.moves) == 1 or not self.pace.allows(time.perf_counter() - self.began)
        )

    def _aspire(self, rank: _Rank, depth: int) -> bool:
        """An iteration with a window around the last value; False if it was stopped."""
        width = FIRST_WINDOW if depth > FULL_WINDOW_DEPTH else 2 * HIGHEST
        low, high = self._clipped(rank.score - width, rank.score + width)
        while True:
            value = self._iterate(rank, depth, low, high)
            if self.record["stop"]:
                return False
            if low < value < high:
                return True
            width *= 2
            # The window only grows: what the table knows from deeper searches can make a value
            # fail low and then fail high, and a window that moved could go on moving for ever.
            if value <= low and low > LOWEST:
                low = max(value - width, LOWEST)
            elif value >= high and high < HIGHEST:
                high = min(value + width, HIGHEST)
            else:
                return True

    def _solve(self, rank: _Rank, step: Step) -> bool:
        """The value at the end of the game, or its sign; False if the search was stopped before."""
        width = 2 * DISC
        guess = 0 if self.plan.goal is Goal.WLD else round(rank.score / width) * width
        low, high = guess - DISC, guess + DISC
        lower, upper = LOWEST, HIGHEST
        while True:
            value = self._iterate(rank, self.empties, *self._clipped(low, high))
            was_stopped = bool(self.record["stop"])
            if value > low:
                # Holds as well of the best of the moves that were searched before a stop.
                lower = max(lower, value)
            if value < high and not was_stopped:
                upper = min(upper, value)
            if step.selectivity == EXACT:
                rank.lower, rank.upper = lower, upper
                best = self.ranks[0]
                self.watch.bounds = Discs(best.lower // DISC), Discs(best.upper // DISC)
            if was_stopped:
                return False
            # Bounds of a selective search may contradict each other; then it has nothing more to say.
            if lower >= upper or self.plan.goal is Goal.WLD:
                return True
            width *= 2
            if value >= high:
                low, high = value - DISC, value + width
            else:
                low, high = value - width, value + DISC

    def _known(self, position: Position) -> tuple[Square | None, int, int]:
        """The best move and the bounds of the solution, as far as the table has them proved."""
        data = table.probe(self.record, position.player, position.opponent, position.key)
        if not data or table.draft(data) < table.draft_of(position.empties, EXACT):
            return None, LOWEST, HIGHEST
        move = table.best_move(data)
        is_legal = move < PASS and position.legal_moves_bits() >> move & 1
        return move if is_legal else None, table.lower(data), table.upper(data)

    def _iterate(self, rank: _Rank, depth: int, low: int, high: int) -> int:
        """Search the moves of a rank once; puts the best first, the others in the order of effort."""
        self.roots[: len(rank.moves), 0] = rank.moves
        self.record["root_count"] = len(rank.moves)
        self.watch.begin_window(self.ranks.index(rank), rank.moves, low)
        position = self.position
        words = position.player, position.opponent, self.key, position.turn.value
        value = self.team.search_root(*words, low, high, depth)
        self.watch.end_window()
        if self.record["root_best"] > low:
            # A move that beats the window is known to be better, even if the search was then stopped.
            rank.move = int(self.record["root_move"])
            rank.known, rank.step = (
                int(self.record["root_best"]),
                Step(depth, int(self.record["selectivity"])),
            )
        if not self.record["stop"]:
            effort = dict(
                zip(rank.moves, self.roots[: len(rank.moves), root.NODES // 8].tolist(), strict=True)
            )
            self.watch.effort = effort
            rank.moves.sort(key=lambda square: (square != rank.move, -effort[square]))
            rank.score = value
        return value

    @staticmethod
    def _clipped(low: int, high: int) -> tuple[int, int]:
        return max(low, LOWEST), min(high, HIGHEST)

    def _report(self, place: int, step: Step) -> Info:
        """What an iteration found for one place."""
        rank = self.ranks[place]
        is_solved = rank.lower == rank.upper or step == self.proof
        depth = self.empties if is_solved else step.depth
        score = self._proved(rank) if is_solved else None
        if score is None:
            score = self._estimated(rank.score, step, self._bound(rank, step))
        seconds = time.perf_counter() - self.began
        pv = (rank.move, *self._line(rank, is_solved))
        # What the places behind have from the iteration before stays, but for the move found here.
        behind = [each for each in self.lines[place:] if each.move != rank.move]
        self.lines = [*self.lines[:place], Line(score, depth, pv), *behind][: len(self.ranks)]
        first = self.watch.line = self.lines[0]
        return Info(first.depth, first.score, self.team.nodes, seconds, first.pv, tuple(self.lines))

    def _estimated(self, value: int, step: Step, bound: Bound = Bound.EQUAL) -> Score:
        """The score of a value that was not proved."""
        percent = None if step.selectivity == EXACT else probcut.PERCENT[step.selectivity]
        if percent is not None and step.depth == self.empties:
            discs = Discs(round(value / DISC))
            return Score.selective(discs, self.position.turn, percent, bound=bound, depth=step.depth)
        turn = self.position.turn
        return Score.heuristic(Centidiscs(value), turn, step.depth, selectivity=percent, bound=bound)

    def _bound(self, rank: _Rank, step: Step) -> Bound:
        """What the value of a step is: who only asks for the winner gets a bound."""
        if self.plan.goal is Goal.WLD and step.depth == self.empties and rank.score != 0:
            return Bound.LOWER if rank.score > 0 else Bound.UPPER
        return Bound.EQUAL

    def _proved(self, rank: _Rank) -> Score | None:
        """What the bounds of the solution tell; None if they tell nothing of what was asked."""
        turn, depth = self.position.turn, self.empties
        if self.plan.goal is Goal.WLD:
            if rank.lower > 0 or rank.upper < 0:
                return Score.wld(1 if rank.lower > 0 else -1, turn, depth=depth)
            return Score.wld(0, turn, depth=depth) if rank.lower == rank.upper == 0 else None
        if rank.lower == rank.upper:
            return Score.exact(Discs(rank.lower // DISC), turn, depth=depth)
        if rank.lower > LOWEST:
            return Score.exact(Discs(rank.lower // DISC), turn, bound=Bound.LOWER, depth=depth)
        if rank.upper < HIGHEST:
            return Score.exact(Discs(rank.upper // DISC), turn, bound=Bound.UPPER, depth=depth)
        return None

    def _line(self, rank: _Rank, is_solved: bool) -> list[Move]:
        """The moves that are to follow the one of a rank."""
        line: list[Move] = []
        position = self.position.play_unchecked(rank.move)
        value = -rank.score
        while True:
            if position.must_pass:
                line.append(PASS)
                position, value = position.pass_turn(), -value
            move = self._expected(position, value, is_solved)
            if move is None:
                return line
            line.append(move)
            position, value = position.play_unchecked(move), -value

    def _expected(self, position: Position, value: int, is_solved: bool) -> Square | None:
        """The best move of a position of the line, whose value is known; None if it cannot be told."""
        legal = position.legal_moves_bits()
        if not legal:
            return None
        data = table.probe(self.record, position.player, position.opponent, position.key)
        move = table.best_move(data)
        is_known = data and move < PASS and legal >> move & 1
        if is_known and (not is_solved or table.lower(data) == value == table.upper(data)):
            return move
        if is_solved and self.plan.budget is None and position.empties <= SOLVED_AGAIN:
            return self._solved_again(position, value)
        return None

    def _solved_again(self, position: Position, value: int) -> Square | None:
        """A move of a position near the end of the game that reaches *value*."""
        moves = squares_of(position.legal_moves_bits())
        self.roots[: len(moves), 0] = moves
        self.record["root_count"] = len(moves)
        self.record["selectivity"] = EXACT
        low, high = (-DISC, DISC) if self.plan.goal is Goal.WLD else (value - DISC, value + DISC)
        words = position.player, position.opponent, position.key, position.turn.value
        self.team.search_root(*words, *self._clipped(low, high), position.empties)
        move = int(self.record["root_move"])
        return None if self.record["stop"] else move
