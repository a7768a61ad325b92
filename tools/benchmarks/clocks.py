"""Let the engine play GTP games with short clocks on a busy computer.

    python -m tools.benchmarks.clocks [GAMES] [--load N] [--rows N]

There are four time settings, each with one and two threads, with and without pondering. In each case, the
engine plays GAMES games (10 by default) against random moves, while N other programs (8 by default) use the
processors. Before each move, the arbiter reports the exact time left. A table shows how many games were lost
on time, and the longest overrun. With `--rows N`, N rows of the table are played at the same time, so the
engines also compete with each other.

Linux reports how long a thread was ready to run but had no processor. The arbiter reads this wait when only
the clock's margin is left, and again when the move arrives. Earlier waits do not excuse the engine. If a
move's overrun is longer than its wait, the loss is the engine's own fault: *own* counts such games. *kept* is
the longest wait during a losing move.
"""

import os
import random
import select
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product

from othello import PASS, Color, Position, format_move, parse_move
from othello.search.clock import MARGIN, PERIOD_SHARE
from tests.gtp.arbiter import Clock, Rule, crowd, waits_of
from tests.gtp.driver import EngineProcess
from tools.benchmarks import parser

RULES = (Rule(0, 1, 5), Rule(1), Rule(0, 0.2, 1), Rule(2))
OPPONENT = 0.1
"""Maximum seconds per move of the opponent when the engine ponders."""


@dataclass
class Tally:
    """Results of the games with one time setting."""

    lost: int = 0
    own: int = 0
    """Number of games whose overrun was longer than the wait for a processor within the margin."""
    overrun: float = 0.0
    kept: float = 0.0


def margin(rule: Rule) -> float:
    """Return the margin that the engine keeps when nothing delays it."""
    return min(MARGIN, rule.period * PERIOD_SHARE or MARGIN)


def kept(before: dict[str, float], after: dict[str, float]) -> float:
    """Return the longest time that a thread has waited for a processor."""
    return max((waited - before.get(thread, 0.0) for thread, waited in after.items()), default=0.0)


def play(engine: EngineProcess, rule: Rule, chance: random.Random, ponders: bool, tally: Tally) -> None:
    """Play a game and count it."""
    clock, color, position = Clock(rule), chance.choice(list(Color)), Position.start()
    is_lost = is_own = False
    engine.ask("clear_board")
    engine.ask(f"time_settings {rule.gtp()}")
    while not position.is_over:
        if position.turn is color:
            engine.ask(f"time_left {color} {clock.left:.3f} {clock.stones}")
            pids = engine.process.pid, os.getpid()
            began = time.perf_counter()
            engine.send(f"genmove {color}")
            select.select([engine.output], [], [], max(0.0, clock.left - margin(rule)))
            before = [waits_of(pid) for pid in pids]
            name = engine.reply()[1:].strip()
            used = time.perf_counter() - began
            waited = sum(kept(waits, waits_of(pid)) for waits, pid in zip(before, pids, strict=True))
            reserve = clock.charge(used)
            if reserve < 0:
                is_lost, is_own = True, is_own or -reserve > waited
                tally.kept = max(tally.kept, waited)
                tally.overrun = max(tally.overrun, -reserve)
                clock.left = max(clock.left, 0.0)
            move = PASS if name == "pass" else parse_move(name)
        else:
            time.sleep(chance.uniform(0, OPPONENT) if ponders else 0)
            move = chance.choice(position.legal_moves)
            engine.ask(f"play {position.turn} {format_move(move)}")
        position = position.play(move)
    tally.lost += is_lost
    tally.own += is_own


def play_row(games: int, rule: Rule, threads: int, ponders: bool) -> str:
    """Play the games with one time setting, and return their row."""
    tally, chance = Tally(), random.Random(1)
    words = ["-m", "othello", "gtp", "--hash", "64", "-t", str(threads), *["--ponder"] * ponders]
    with EngineProcess(words) as engine:
        for _ in range(games):
            play(engine, rule, chance, ponders, tally)
    row = (
        f"`{rule.gtp()}`",
        threads,
        "yes" if ponders else "no",
        games,
        tally.lost,
        tally.own,
        f"{1000 * tally.overrun:.0f}",
        f"{1000 * tally.kept:.0f}",
    )
    return f"| {' | '.join(map(str, row))} |"


def main() -> None:
    """Play the games, and print a table with a row for each time setting."""
    arguments = parser(__doc__)
    arguments.add_argument("games", type=int, nargs="?", default=10)
    arguments.add_argument("--load", type=int, default=8)
    arguments.add_argument("--rows", type=int, default=1)
    options = arguments.parse_args()
    print("| settings | threads | ponder | games | lost | own | longest overrun, ms | kept, ms |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    rules, threads, ponders = zip(*product(RULES, (1, 2), (False, True)), strict=True)
    with crowd(options.load), ProcessPoolExecutor(options.rows) as pool:
        for row in pool.map(partial(play_row, options.games), rules, threads, ponders):
            print(row, flush=True)


if __name__ == "__main__":
    main()
