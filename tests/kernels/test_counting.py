"""Counting every position: kernels of their own, whose search is the same."""

import json
import os
import subprocess
import sys

import pytest

from othello.kernels import counting
from tests import model, positions, source
from tests.positions import FULL, squares

COUNTS = {1: 60, 2: 60, 3: 60, 4: 40}
COUNT = """
import json, sys
from othello.kernels.endgame import solve_up_to_11
from othello.kernels.moves import legal_moves
from tests.kernels.records import Memory
memory, found = Memory(), []
for player, opponent, alpha in json.load(sys.stdin):
    memory.reset()
    memory.record["uncounted"] = 0
    value = solve_up_to_11(memory.record, player, opponent, legal_moves(player, opponent), alpha)
    found.append([value > alpha, int(memory.record["nodes"]), memory.uncounted])
print(json.dumps(found))
"""
"""Solves positions with few empty squares."""


def run(code, text="", **variables):
    """Return the output of Python code in a new process."""
    environment = {**os.environ, **variables}
    out = subprocess.run(
        [sys.executable, "-c", code],
        cwd=source.ROOT,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return out.stdout


class Slow:
    """The last four squares by the rules of `last_empties`, with lists and every position counted."""

    def __init__(self):
        self.count = 0

    def order(self, holes):
        """The empty squares in the order in which they are tried."""
        holes = sorted(holes)
        quadrants = [(square % 8 // 4, square // 32) for square in holes]
        odd = [hole for hole, quadrant in zip(holes, quadrants, strict=True) if quadrants.count(quadrant) % 2]
        even = [hole for hole in holes if hole not in odd]
        # Of three squares, the first odd one is tried first, then the others from a1 on.
        return [odd[0], *sorted({*holes} - {odd[0]})] if len(holes) == 3 else odd + even

    def solve(self, board, holes, alpha):
        """The value of a board against alpha, fail-soft; *holes* are its empty squares in order."""
        self.count += 1
        best = self.best(board, holes, alpha)
        over = model.final_score(board)
        if best is not None or (len(holes) == 1 and over <= alpha):
            return over if best is None else best
        self.count += 1
        best = self.best(model.passed(board), holes, -alpha - 1)
        return over if best is None else -best

    def best(self, board, holes, alpha):
        """The best value that a legal move leads to, or None without a legal move."""
        best, moves = None, model.legal_moves(board)
        for hole in [hole for hole in holes if hole in moves]:
            after, rest = model.play(board, hole), [each for each in holes if each != hole]
            rest = self.order(rest) if len(rest) == 3 else rest
            value = -self.solve(after, rest, -alpha - 1) if rest else -model.final_score(after)
            best = value if best is None else max(best, value)
            if best > alpha:
                break
        return best


def boards():
    """Boards with one to four empty squares, each with an alpha near its value, and far from it."""
    for empties, count in COUNTS.items():
        for seed in range(count):
            pair = positions.random_position(seed, empties)
            value = model.solve(model.from_words(*pair))
            yield from ((*pair, alpha) for alpha in (value - 1, value, value - 9, value + 7, 0))


def test_the_last_squares_count_every_position():
    """Kernels that count everything count the positions and the passes of a slow solver."""
    asked = list(boards())
    found = json.loads(run(COUNT, json.dumps(asked), OTHELLO_COUNT_ALL="1"))
    more = 0
    for (player, opponent, alpha), (is_above, nodes, uncounted) in zip(asked, found, strict=True):
        slow, holes = Slow(), squares(FULL & ~(player | opponent))
        holes = slow.order(holes) if len(holes) > 2 else holes
        assert (slow.solve(model.from_words(player, opponent), holes, alpha) > alpha) is is_above
        assert nodes + uncounted == slow.count, (player, opponent, alpha)
        more += uncounted > 0
    assert more, "no board has positions that `nodes` leaves out"


def test_nothing_more_is_counted_by_default():
    """Without the choice, positions with one or two empty squares are not counted."""
    asked = list(boards())[::7]
    found = json.loads(run(COUNT, json.dumps(asked), OTHELLO_COUNT_ALL=""))
    assert {uncounted for _, _, uncounted in found} == {0}


def test_loaded_kernels_cannot_begin_to_count(monkeypatch):
    """The choice comes too late once kernels may have been loaded."""
    monkeypatch.setenv(counting.VARIABLE, "")
    counting.counts_all()
    with pytest.raises(RuntimeError, match="kernels have been loaded"):
        counting.count_all()


def test_processes_inherit_the_choice():
    """A process has the choice of the process that started it, and machine code of its own."""
    code = """
import os, subprocess, sys
from othello.kernels import cache, counting
if len(sys.argv) == 1: counting.count_all()
assert counting.counts_all()
print(cache.target(), flush=True)
if len(sys.argv) == 1: subprocess.run([sys.executable, "-c", os.environ["CODE"], "child"], check=True)
"""
    targets = set(run(code, CODE=code, OTHELLO_COUNT_ALL="").split())
    plain = run("from othello.kernels import cache; print(cache.target())", OTHELLO_COUNT_ALL="")
    assert len(targets) == 1
    assert plain.strip() not in targets
