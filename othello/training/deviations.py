"""How far shallow searches are from deep ones: the parameters of Multi-ProbCut.

Positions are searched at full width to every depth up to DEEPEST, and solved if few squares
are empty. Differences of two depths of the same parity, grouped by the number of empty
squares, have a standard deviation each; their logarithms are fitted by a linear function of
both depths and the empty squares, those of differences to the solution by one of the shallow
depth and the empty squares. So every pair of depths has a value, those too that would take too
long to measure.

Source: M. Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm" (1995);
the exponential form is that of neural-reversi.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from othello.kernels import midgame, table, zobrist
from othello.kernels.constants import BLACK, HIGHEST, LOWEST
from othello.kernels.features import set_features
from othello.kernels.selfplay import exact_value
from othello.score import DISC
from othello.search.evaluation import Deviations, Evaluation
from othello.search.workspace import Workspace
from othello.training import samples

DEEPEST: Final = 10
LEAST_EMPTIES: Final = 12
MOST_EMPTIES: Final = 54
MOST_SOLVED: Final = 20
"""Positions with up to so many empty squares are solved as well."""
GROUP: Final = 6
"""Numbers of empty squares that make one standard deviation."""
LEAST_POSITIONS: Final = 20
"""A standard deviation of fewer positions says too little."""
TABLE_MIB: Final = 64.0
UNKNOWN: Final = np.nan


def measure(
    data: Any,
    evaluation: Evaluation,
    positions: int,
    seed: int,
    on_position: Callable[[int], None] = lambda done: None,
) -> Any:
    """Values in discs of up to *positions* samples for each number of empty squares, chosen by *seed*.

    A row has the number of empty squares, the values of the depths 0 to DEEPEST, and the
    solution; NaN stands for what was not searched.
    """
    random = np.random.default_rng(seed)
    empties = samples.empties(data)
    workspace = Workspace(table.new_table(TABLE_MIB), evaluation)
    rows: list[list[float]] = []
    for number in range(LEAST_EMPTIES, MOST_EMPTIES + 1):
        places = np.flatnonzero(empties == number)
        for place in random.permutation(places)[:positions]:
            words = int(data["player"][place]), int(data["opponent"][place])
            rows.append([number, *_values(workspace, *words, number)])
            on_position(len(rows))
    return np.array(rows).reshape(-1, DEEPEST + 3)


def _values(workspace: Workspace, player: int, opponent: int, empties: int) -> list[float]:
    workspace.clear()
    key = zobrist.position_key(player, opponent, BLACK)
    words = player, opponent, key, BLACK
    found: list[float] = []
    for depth in range(DEEPEST + 1):
        set_features(workspace.record, player, opponent)
        value = midgame.search_pv(workspace.record, *words, LOWEST, HIGHEST, depth)
        found.append(value / DISC)
    solved = UNKNOWN
    if empties <= MOST_SOLVED:
        set_features(workspace.record, player, opponent)
        solved = exact_value(workspace.record, *words, round(found[-1]))
    return [*found, solved]


def fitted(rows: Any) -> Deviations:
    """The deviations that come nearest to measured ones; raises ValueError if there are too few."""
    return Deviations(search=_fitted_search(rows), exact=_fitted_exact(rows))


def _fitted_search(rows: Any) -> tuple[float, ...]:
    equations = []
    for first in range(LEAST_EMPTIES, MOST_EMPTIES + 1, GROUP):
        group = rows[(rows[:, 0] >= first) & (rows[:, 0] < first + GROUP)]
        for deep in range(2, DEEPEST + 1):
            for shallow in range(deep & 1, deep, 2):
                deviation = _deviation(group[:, 1 + deep] - group[:, 1 + shallow])
                if deviation:
                    equations.append((1, shallow, deep, first + (GROUP - 1) / 2, deviation))
    return _solution(equations)


def _fitted_exact(rows: Any) -> tuple[float, ...]:
    equations = []
    for first in range(LEAST_EMPTIES, MOST_SOLVED + 1, GROUP // 2):
        group = rows[(rows[:, 0] >= first) & (rows[:, 0] < first + GROUP // 2)]
        for shallow in range(DEEPEST + 1):
            deviation = _deviation(group[:, -1] - group[:, 1 + shallow])
            if deviation:
                equations.append((1, shallow, first + (GROUP // 2 - 1) / 2, deviation))
    return _solution(equations)


def _deviation(differences: Any) -> float:
    """The standard deviation, from the mean absolute difference, which no few errors rule; 0 if unknown."""
    known = differences[~np.isnan(differences)]
    if len(known) < LEAST_POSITIONS:
        return 0.0
    return float(np.abs(known - np.median(known)).mean() * np.sqrt(np.pi / 2))


def _solution(equations: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    if not equations or len(equations) < len(equations[0]):
        raise ValueError("too few positions: measure more for each number of empty squares")
    table_ = np.array(equations)
    found = np.linalg.lstsq(table_[:, :-1], np.log(table_[:, -1]), rcond=None)[0]
    return tuple(round(float(each), 5) for each in found)
