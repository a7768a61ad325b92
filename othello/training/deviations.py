"""Measures the tempo and the errors of shallow searches for Multi-ProbCut.

Positions are searched without selectivity to every depth up to DEEPEST. Positions with few empties are also
solved. The positions are grouped by their number of empties. For each group, the module computes the standard
deviation of the differences between the values at two depths (both even or both odd). Then it fits linear
functions to the logarithms of these standard deviations. For two searches, the function depends on both
depths and on the number of empties. For a search and the exact value, it depends on the depth and on the
number of empties. The functions yield a standard deviation for every pair of depths, including pairs that
would take too long to measure.

At an odd depth, the value is higher than the mean value at the two adjacent even depths. The difference is
twice the tempo. At an even depth, the value is lower than the mean value at the two adjacent odd depths by
the same amount. For each group, the module measures the median tempo. Then it fits a quadratic function to
these medians. The function's argument is the number of empties at the end of the search.

Source: M. Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm" (1995). The
exponential form comes from neural-reversi.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from othello.errors import OthelloError
from othello.kernels import midgame, table, zobrist
from othello.kernels.constants import BLACK, HIGHEST, LOWEST
from othello.kernels.features import set_features
from othello.kernels.selfplay import exact_value
from othello.rules.score import DISC
from othello.search.network import Network
from othello.search.probcut_margins import ProbCutMargins
from othello.search.thread_data import ThreadData
from othello.training import samples

DEEPEST: Final = 10
MIN_FITTED: Final = 12
MAX_FITTED: Final = 54
MAX_SOLVED: Final = 20
"""Positions with at most this many empties are also solved."""
SOLVED_TIMES: Final = 5
"""Factor by which the number of positions is increased for numbers of empties at which they are solved.

More positions are needed because the function for exact values is also used with more empties. With a factor
of 1, the coefficient for the number of empties varies from -0.018 to 0.015.
"""
GROUP: Final = 6
"""A group covers this many consecutive numbers of empties, or half as many for exact values."""
MIN_POSITIONS: Final = 20
"""Groups with fewer positions are omitted."""
TEMPO_DEPTH: Final = 3
"""Minimum depth at which the tempo is measured. A deeper search chooses among more positions, so errors in
its favor count more."""
END_EMPTIES: Final = 8
"""The tempo is measured only if at least this many squares are empty at the end of a search."""
TABLE_MIB: Final = 64.0
UNKNOWN: Final = np.nan


def measure(
    data: Any,
    evaluation: Network,
    positions: int,
    seed: int,
    on_position: Callable[[int, int], None] = lambda done, total: None,
) -> Any:
    """Search *positions* random samples for each number of empties.

    If positions with this number of empties are also solved, SOLVED_TIMES times as many are searched. *seed*
    is the seed for the random choice. Returns an array with one row per position: the number of empties, the
    values at depths 0 to DEEPEST, and the exact value, in discs. NaN stands for an exact value that was not
    searched. *on_position* is called after each position, with the number of rows so far and the total.
    """
    random = np.random.default_rng(seed)
    empties = samples.empties(data)
    without_tempo = replace(evaluation, deviations=ProbCutMargins())
    workspace = ThreadData(table.new_table(TABLE_MIB), without_tempo)
    chosen: list[int] = []
    for number in range(MIN_FITTED, MAX_FITTED + 1):
        count = positions * (SOLVED_TIMES if number <= MAX_SOLVED else 1)
        chosen.extend(random.permutation(np.flatnonzero(empties == number))[:count].tolist())
    rows: list[list[float]] = []
    for place in chosen:
        words = int(data["player"][place]), int(data["opponent"][place])
        rows.append([int(empties[place]), *_values(workspace, *words, int(empties[place]))])
        on_position(len(rows), len(chosen))
    return np.array(rows).reshape(-1, DEEPEST + 3)


def _values(workspace: ThreadData, player: int, opponent: int, empties: int) -> list[float]:
    workspace.clear()
    key = zobrist.position_key(player, opponent, BLACK)
    words = player, opponent, key, BLACK
    values: list[float] = []
    for depth in range(DEEPEST + 1):
        set_features(workspace.record, player, opponent)
        value = midgame.search_pv(workspace.record, *words, LOWEST, HIGHEST, depth)
        values.append(value / DISC)
    solved = UNKNOWN
    if empties <= MAX_SOLVED:
        set_features(workspace.record, player, opponent)
        solved = exact_value(workspace.record, *words, round(values[-1]))
    return [*values, solved]


def fit(rows: Any) -> ProbCutMargins:
    """Return the functions that fit rows from `measure`.

    Raises OthelloError if there are too few rows.
    """
    return ProbCutMargins(search=_fit_search(rows), exact=_fit_exact(rows), tempo=_fit_tempo(rows))


def _fit_search(rows: Any) -> tuple[float, ...]:
    equations = []
    for first in range(MIN_FITTED, MAX_FITTED + 1, GROUP):
        group = rows[(rows[:, 0] >= first) & (rows[:, 0] < first + GROUP)]
        for deep in range(2, DEEPEST + 1):
            for shallow in range(deep & 1, deep, 2):
                deviation = _deviation(group[:, 1 + deep] - group[:, 1 + shallow])
                if deviation:
                    equations.append((1, shallow, deep, first + (GROUP - 1) / 2, np.log(deviation)))
    return _solution(equations)


def _fit_exact(rows: Any) -> tuple[float, ...]:
    equations = []
    for first in range(MIN_FITTED, MAX_SOLVED + 1, GROUP // 2):
        group = rows[(rows[:, 0] >= first) & (rows[:, 0] < first + GROUP // 2)]
        for shallow in range(DEEPEST + 1):
            deviation = _deviation(group[:, -1] - group[:, 1 + shallow])
            if deviation:
                equations.append((1, shallow, first + (GROUP // 2 - 1) / 2, np.log(deviation)))
    return _solution(equations)


def _fit_tempo(rows: Any) -> tuple[float, ...]:
    depths = np.arange(TEMPO_DEPTH, DEEPEST)
    beside = (rows[:, depths] + rows[:, depths + 2]) / 2  # column 1 + d contains the value at depth d
    tempos = np.where(depths & 1, 1, -1) * (rows[:, depths + 1] - beside) / 2
    empties = rows[:, :1] - depths
    equations = []
    for first in range(END_EMPTIES, MAX_FITTED + 1, GROUP):
        known = tempos[(empties >= first) & (empties < first + GROUP) & ~np.isnan(tempos)]
        if len(known) >= MIN_POSITIONS:
            middle = first + (GROUP - 1) / 2
            equations.append((1, middle, middle**2, np.median(known)))
    return _solution(equations)


def _deviation(differences: Any) -> float:
    """Return the standard deviation, estimated from the mean absolute deviation.

    It is 0 if there are fewer than MIN_POSITIONS numbers.
    """
    known = differences[~np.isnan(differences)]
    if len(known) < MIN_POSITIONS:
        return 0.0
    return float(np.abs(known - np.median(known)).mean() * np.sqrt(np.pi / 2))


def _solution(equations: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    if not equations or len(equations) < len(equations[0]):
        raise OthelloError("there are too few positions: measure more positions for each number of empties")
    table_ = np.array(equations)
    coefficients = np.linalg.lstsq(table_[:, :-1], table_[:, -1], rcond=None)[0]
    return tuple(round(float(coefficient), 5) for coefficient in coefficients)
