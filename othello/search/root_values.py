"""Searches only for the values of the best moves, without search info or principal variations.

Human-like players need nothing else. The search is the same as in `iterative_deepening`, but a single call of
machine code runs all iterations, so no time is spent in Python between windows.
"""

import ctypes
from collections.abc import Callable

from othello.kernels import deepening
from othello.rules.position import Position
from othello.rules.square import MOVES
from othello.search.results import Line, SearchResult
from othello.search.root_ranking import RootMove, SearchTask
from othello.search.schedule import Plan, schedule
from othello.search.stop_signal import StopSignal
from othello.search.thread_data import Words
from othello.search.thread_pool import ThreadPool

RANK: int = deepening.RANK_BYTES // 8
"""Number of 64-bit words per rank."""


def root_values(
    team: ThreadPool, position: Position, plan: Plan, cancel: StopSignal, elapsed: Callable[[], float]
) -> SearchResult:
    """Search a position as planned with the only thread of *team*, without limits on time or nodes.

    Each move's line contains only the move itself. If *cancel* ends the search, the values come from the last
    completed step. *elapsed* returns the seconds since the search began.
    """
    steps, words = schedule(plan, position.empties), Words.of(position)
    count, lines = len(steps), min(plan.multipv, position.legal_moves_bits.bit_count())
    numbers = [number for step in steps for number in (step.depth, step.selectivity)]
    listed = (ctypes.c_int64 * len(numbers))(*numbers)
    memory = (ctypes.c_int64 * (2 * lines * RANK))()
    ranks = ctypes.addressof(memory)
    results = ranks + lines * deepening.RANK_BYTES
    team.begin()

    def search(first: int, end: int) -> int:
        record, at = team.first.record, ctypes.addressof(listed)
        return deepening.search_lines(record, *words, at, first, end, count, ranks, results, lines)

    last = search(0, 1)
    with cancel.calls(team.stop):
        last = search(1, count)
    task, step = SearchTask(position.turn, position.empties, plan.goal, plan.window), steps[last]
    values = []
    for first in range(lines * RANK, 2 * lines * RANK, RANK):
        move, *known = memory[first : first + deepening.COUNT // 8]
        rank = RootMove([move])
        rank.score, rank.lower, rank.upper = known
        depth = task.empties if rank.is_solved or step == task.proof else step.depth
        values.append((rank, Line(rank.value(step, task), depth, (MOVES[move],))))
    (best, line), *_ = values
    return SearchResult(
        MOVES[best.move],
        line.score,
        line.depth,
        team.nodes,
        elapsed(),
        line.pv,
        was_stopped=last < count - 1 and not best.is_solved,
        lines=tuple(line for _, line in values),
        lower=best.bounds[0],
        upper=best.bounds[1],
    )
