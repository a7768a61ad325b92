"""Fit the model of predicted nodes, `othello.solving.difficulty`, to results.

    python -m tools.benchmarks.difficulty RESULTS.jsonl...

RESULTS are files written by `othello solve -o`. The program prints the model's factors and its prediction
errors.
"""

import sys
from pathlib import Path

import numpy as np

from othello.search.engine import Engine
from othello.solving.difficulty import FACTORS, features
from othello.solving.question import Query
from othello.solving.row import Row
from othello.storage import append
from othello.storage.append import read_lines


def main(paths: list[str]) -> None:
    """Fit the factors to the rows of these files."""
    rows = [
        row for path in map(Path, paths) for row in append.rows(path, enumerate(read_lines(path), 1), Row.of)
    ]
    decided = [
        row for row in rows if Query(row.position, row.alpha, row.beta).is_decided(row.lower, row.upper)
    ]
    used = [row for row in decided if row.selectivity == 100 and row.nodes]
    questions = [Query(row.position, row.alpha, row.beta) for row in used]
    nodes = [row.nodes for row in used]
    with Engine(table_mib=1) as engine:
        known = np.array([features(question, engine) for question in questions])
    logarithms = np.log2(nodes)
    factors, *_ = np.linalg.lstsq(known, logarithms, rcond=None)
    deviation, present = (float(np.std(known @ vector - logarithms)) for vector in (factors, FACTORS))
    print(f"{len(used)} rows", file=sys.stderr)
    print(f"FACTORS = {tuple(round(factor, 3) for factor in factors.tolist())}", file=sys.stderr)
    print(
        f"typical error: a factor {2**deviation:.2f}; with the present factors {2**present:.2f}",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
