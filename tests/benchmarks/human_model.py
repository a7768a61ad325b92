"""How well the model of people's moves predicts later games, and rates their players.

    python -m tests.benchmarks.human_model FILE... [--after YEAR] [-g GAMES] [--players COUNT] [--own GAMES]
        [--model FILE]

FILEs are all WTHOR files, with their list of names: ratings come from all results. Measured are the moves of
people in games after YEAR, plies 12 to 44, with at least two legal moves: mean of minus the logarithm of the
probability (nll), and how often the most probable move was played; the same for the softmax of the values
after the best reply; how often moves with some probability were played; and the correlation between ratings
from the moves of games of one player and ratings from results. At last, mean losses in games of people and of
the model against itself, with a rating.
"""

import random
import statistics
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from othello.human import people
from othello.human.rating import rate
from othello.rules.board import Board
from othello.rules.score import Color
from othello.training import ratings
from tests.benchmarks import parser

BANDS = ((0, 1300), (1300, 1500), (1500, 1700), (1700, 1900), (1900, 3000))
PHASES = ((12, 20), (21, 32), (33, 44))
OWN = (1300, 1500, 1700, 1900)
"""Ratings whose own games are compared with those of people."""
BINS = ((0.05, 0.15), (0.25, 0.35), (0.45, 0.55), (0.65, 0.75))
"""Probabilities around 10, 30, 50 and 70 %."""


def boards(moves: Any) -> Board:
    """Return the board after the moves of a row of WTHOR, passes added."""
    board = Board()
    for square in moves.tolist():
        if square >= 64:
            break
        if board.must_pass:
            board.push("pass")
        if not board.is_legal(square):
            break
        board.push(square)
    return board


def choices(board: Board) -> Any:
    """Yield ply, the board before it and the move, of the choices that are measured."""
    line, ply = board.root(), 0
    for move in board.move_stack:
        if move < 64:
            if 12 <= ply <= 44 and len(line.legal_moves) > 1:
                yield ply, line, move
            ply += 1
        line.push(move)


def row(name: str, losses: list[float], hits: list[bool]) -> str:
    """Return a row of the first table."""
    return f"| {name} | {len(losses):,} | {statistics.fmean(losses):.3f} | {statistics.fmean(hits):.1%} |"


def predictions(results: Any, games: Any, rated: Any, model: people.People) -> None:
    """Print how probable the moves of people were."""
    found, bins = [], []
    for game in games:
        for ply, line, move in choices(boards(results.moves[game])):
            player = (results.blacks if line.turn is Color.BLACK else results.whites)[game]
            rating = float(rated.of(player, results.years[game]))
            choice = model.choice(line)
            chances = choice.chances(rating)
            place = choice.moves.index(move)
            found.append((ply, rating, -np.log(chances[place]), chances[place] == max(chances)))
            bins += [(chance, index == place) for index, chance in enumerate(chances)]
    print("| positions | number | nll | first choice |\n| --- | --- | --- | --- |")
    print(row("all", [each[2] for each in found], [each[3] for each in found]))
    for field, parts, name in ((0, PHASES, "plies"), (1, BANDS, "rated")):
        for low, high in parts:
            part = [each for each in found if low <= each[field] < high + (field == 0)]
            if part:
                print(row(f"{name} {low}-{high}", [each[2] for each in part], [each[3] for each in part]))
    print("\n| given | moves | mean given | played |\n| --- | --- | --- | --- |")
    for low, high in BINS:
        part = [each for each in bins if low <= each[0] < high]
        given, played = (statistics.fmean(each[side] for each in part) for side in (0, 1))
        print(f"| {low:.0%}-{high:.0%} | {len(part):,} | {given:.1%} | {played:.1%} |")


def losses(boards_of: Any) -> dict[tuple[int, int], list[float]]:
    """Return the losses of moves by phase, by static values after the best reply."""
    found = defaultdict(list)
    for board, color in boards_of:
        for ply, line, move in choices(board):
            if color in (None, line.turn):
                choice = people.shipped().choice(line)
                (phase,) = (each for each in PHASES if each[0] <= ply <= each[1])
                found[phase].append(choice.losses[choice.moves.index(move)])
    return found


def own_game(rating: int, seed: int) -> Board:
    """Return a game of the model against itself."""
    board, chance = Board(), random.Random(seed)
    while not board.is_over:
        found = people.move_chances(board, rating)
        board.push(chance.choices(list(found), list(found.values()))[0])
    return board


def compared_losses(results: Any, games: Any, rated: Any, count: int) -> None:
    """Print the mean losses of people and of the model's own games, for ratings within 50 of some."""
    print("\n| rating | plies | moves of people | they lose | moves of the model | it loses |")
    print("| --- |" + " --- |" * 5)
    for rating in OWN:
        played = []
        for game in games:
            for side, color in ((results.blacks, Color.BLACK), (results.whites, Color.WHITE)):
                if abs(float(rated.of(side[game], results.years[game])) - rating) < 50:
                    played.append((boards(results.moves[game]), color))
        theirs = losses(played[: 2 * count])
        own = losses((own_game(rating, seed), None) for seed in range(count))
        for low, high in PHASES:
            parts = [each[low, high] for each in (theirs, own)]
            cells = [f"{len(part):,} | {statistics.fmean(part):.2f}" for part in parts]
            print(f"| {rating} | {low}-{high} | {' | '.join(cells)} |")


def speed(games: Any, results: Any) -> None:
    """Print the processor time for the chances of the moves of a position."""
    lines = [line.copy() for game in games[:40] for _, line, _ in choices(boards(results.moves[game]))]
    began = time.process_time()
    for line in lines:
        people.move_chances(line, 1500)
    seconds = (time.process_time() - began) / len(lines)
    print(f"\n{1e6 * seconds:.0f} microseconds for the chances of a position")


def rated_by_moves(results: Any, games: Any, rated: Any, model: people.People, most: int) -> None:
    """Print the correlation of ratings from moves with those from results."""
    played = defaultdict(list)
    for game in games:
        for side, color in ((results.blacks, Color.BLACK), (results.whites, Color.WHITE)):
            played[int(side[game])].append((game, color))
    players = [each for each in sorted(played) if len(played[each]) >= 10]
    random.Random(1).shuffle(players)
    rows = []
    for player in players[:most]:
        some = random.Random(player).sample(played[player], 10)
        seen = [(boards(results.moves[game]), color) for game, color in some]
        truth = statistics.fmean(float(rated.of(player, results.years[game])) for game, _ in some)
        one, ten = rate(seen[:1], model), rate(seen, model)
        rows.append(
            (truth, one.rating, ten.rating, one.low <= truth <= one.high, ten.low <= truth <= ten.high)
        )
    table = np.array(rows, float)
    print(
        "\n| games | players | correlation | mean absolute error | interval has it |\n| --- |" + " --- |" * 4
    )
    for count, field in ((1, 1), (10, 2)):
        correlation = np.corrcoef(table[:, 0], table[:, field])[0, 1]
        error = np.abs(table[:, 0] - table[:, field]).mean()
        within = table[:, field + 2].mean()
        print(f"| {count} | {len(table)} | {correlation:.2f} | {error:.0f} | {within:.0%} |")


def main() -> None:
    """Measure, and print tables."""
    arguments = parser(__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("--after", type=int, default=2021)
    arguments.add_argument("-g", "--games", type=int, default=100_000)
    arguments.add_argument("--players", type=int, default=300)
    arguments.add_argument("--own", type=int, default=200)
    arguments.add_argument("--model", type=Path, default=people.SHIPPED)
    options = arguments.parse_args()
    results = ratings.read(options.files)
    rated, model = ratings.rate(results), people.read(options.model)
    later = np.flatnonzero(results.years > options.after)
    chosen = np.random.default_rng(1).permutation(later)[: options.games]
    predictions(results, chosen, rated, model)
    rated_by_moves(results, later, rated, model, options.players)
    compared_losses(results, chosen, rated, options.own)
    speed(chosen, results)


if __name__ == "__main__":
    main()
