"""Errors of people: the model of `othello.human.choice`, fitted to human games.

    python -m tests.benchmarks.human_errors FILE... [-g GAMES] [--level LEVEL]

All moves of the games are valued at LEVEL. There is a row for each part of the game, by empties, and one
for the whole game: the mean loss of a move, and the parameters under which the played moves are most
likely, in discs, as in `othello.human.levels`. Games are chosen at random, always the same ones.
"""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from othello.formats.files import read_games
from othello.formats.record import GameRecord
from othello.human.choice import CORNERS
from othello.rules.square import PASS, Move
from othello.search.engine import Engine
from othello.search.limits import Limits
from tests.benchmarks import parser

PARTS = ((36, 52), (24, 36), (12, 24), (4, 12), (4, 52))
"""Ranges of empties, without the last number: openings are known by heart, the last moves are forced."""
STEPS = 30
"""Steps of Newton's method, which converges long before."""


@dataclass
class Choice:
    """A player's move, with the alternatives."""

    empties: int
    chosen: int
    """Index of the chosen move."""
    seen: Any
    """A row for each move: value minus best value in discs, discs turned, corner taken, corner given."""

    @property
    def loss(self) -> float:
        """Discs that the move loses."""
        return float(-self.seen[self.chosen, 0])


def choices(game: GameRecord, engine: Engine, level: int) -> list[Choice]:
    """Return the choices of a game, without passes and forced moves."""
    found = []
    first, last = PARTS[-1]
    for position, move in zip(game.positions(), game.moves, strict=False):
        if move == PASS or not first <= position.empties < last:
            continue
        values = {
            line.move: line.score.discs for line in engine.evaluate_moves(position, Limits(level=level)).lines
        }

        def seen(square: Move, values: dict[Move, float] = values, position: Any = position) -> list[float]:
            replies = position.play_unchecked(square).legal_moves_bits
            return [
                values[square] - max(values.values()),
                position.flips_bits(square).bit_count(),
                CORNERS >> square & 1,
                bool(replies & CORNERS),
            ]

        if len(values) > 1:
            moves = sorted(values)
            found.append(Choice(position.empties, moves.index(move), np.array([*map(seen, moves)], float)))
    return found


def fit(found: list[Choice]) -> tuple[float, float, float, float]:
    """Return temperature, greed, corner and care of maximum likelihood."""
    weights = np.array([0.3, 0.0, 0.0, 0.0])
    for _ in range(STEPS):
        gradient, curvature = np.zeros(4), np.zeros((4, 4))
        for each in found:
            looks = each.seen @ weights
            chances = np.exp(looks - looks.max())
            chances /= chances.sum()
            mean = chances @ each.seen
            gradient += each.seen[each.chosen] - mean
            curvature += (each.seen * chances[:, None]).T @ each.seen - np.outer(mean, mean)
        weights += np.linalg.solve(curvature + 1e-6 * np.eye(4), gradient)
    value, greed, corner, gives = map(float, weights)
    return 1 / value, greed / value, corner / value, -gives / value


def main() -> None:
    """Fit and print a table."""
    arguments = parser(__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("-g", "--games", type=int, default=400)
    arguments.add_argument("--level", type=int, default=6)
    options = arguments.parse_args()
    games = [game for path in options.files for game in read_games(path)]
    random.Random(1).shuffle(games)
    engine = Engine(table_mib=1)
    found = [each for game in games[: options.games] for each in choices(game, engine, options.level)]
    print("| empty squares | moves | lost per move | temperature | greed | corner | care |")
    print("| --- |" + " --- |" * 6)
    for first, last in PARTS:
        part = [each for each in found if first <= each.empties < last]
        loss = sum(each.loss for each in part) / len(part)
        numbers = " | ".join(f"{number:.1f}" for number in fit(part))
        print(f"| {first}-{last - 1} | {len(part)} | {loss:.1f} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()
