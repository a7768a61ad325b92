"""Make the midgame set: self-play positions with 30 empty squares and the values of all moves.

    python -m tools.benchmarks.midgame_set > tests/data/midgame/midgame.obf

The positions come from the games of `tools.benchmarks.tuning_set`. A position is omitted if it has only one
legal move, if either side is ahead by more than FAR discs in a DEPTH-ply search, or if it is symmetric to an
earlier position. The values come from searches to the end of the game, with selectivity SELECTIVITY.
"""

from concurrent.futures import ProcessPoolExecutor

from othello import Engine, Goal, Limits
from othello.formats.obf import ObfProblem, format_obf
from othello.rules.score import Discs
from tools.benchmarks.tuning_set import candidate, discs

EMPTIES = 30
GAMES = 343
DEPTH, FAR = 10, 12
SELECTIVITY = 87
TABLE_MIB = 256


def problem(number: int) -> ObfProblem | None:
    """Return the problem from a game, or None if its position is omitted."""
    with Engine(table_mib=TABLE_MIB, threads=1) as engine:
        pair = candidate(engine, number, EMPTIES)
        if pair is None:
            return None
        position, origin = pair
        engine.new_game()
        moves = len(position.legal_moves)
        if moves == 1 or abs(float(engine.play(position, Limits(depth=DEPTH)).score)) > FAR:
            return None
        engine.new_game()
        lines = engine.play(position, Limits(goal=Goal.EXACT, selectivity=SELECTIVITY, multipv=moves)).lines
    scores = {line.move: Discs(int(line.score.discs)) for line in lines}
    return ObfProblem(position, scores, max(scores.values()), origin)


if __name__ == "__main__":
    seen = set()
    with ProcessPoolExecutor() as pool:
        for made in pool.map(problem, range(GAMES)):
            if made is not None and discs(made.position) not in seen:
                seen.add(discs(made.position))
                print(format_obf(made), flush=True)
