"""Measure the nodes and processor time of exact solutions with several lines.

    python -m tools.benchmarks.several_lines [POSITIONS]

For each number of empty squares, POSITIONS positions (12 by default) from the tuning set are solved for one,
three and all moves. Each search starts with an empty transposition table. Positions with fewer empty squares
are reached from the tuning set by random moves with fixed seeds.
"""

import random
import sys
import time
from typing import Final

from othello import Engine, Goal, Limits, Position
from othello.formats.obf import read_obf
from othello.rules.square import MAX_MOVES
from tests import source

EMPTIES: Final = (14, 16, 18, 20)
LINES: Final = (1, 3, MAX_MOVES)


def positions(empties: int, count: int) -> list[Position]:
    """Return *count* positions with *empties* empty squares and at least three legal moves."""
    candidates: list[Position] = []
    for seed, problem in enumerate(read_obf(source.DATA / "tuning" / "tuning.obf")):
        moves, position = random.Random(seed), problem.position
        while position.empties > empties and not position.is_over:
            position = position.play(moves.choice(position.legal_moves))
        if position.empties == empties and len(position.legal_moves) >= 3:
            candidates.append(position)
    return candidates[:: max(1, len(candidates) // count)][:count]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print("| empty | lines | nodes | processor seconds |\n| --- | --- | --- | --- |")
    with Engine() as engine:
        for empties in EMPTIES:
            for multipv in LINES:
                nodes, seconds = 0, 0.0
                for position in positions(empties, count):
                    engine.new_game()
                    began = time.process_time()
                    nodes += engine.play(position, Limits(goal=Goal.EXACT, multipv=multipv)).nodes
                    seconds += time.process_time() - began
                lines = "all" if multipv == MAX_MOVES else multipv
                print(f"| {empties} | {lines} | {nodes:,} | {seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main()
