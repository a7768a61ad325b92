"""Measure how well the human move model predicts unseen games and rates their players.

    python -m tools.benchmarks.human_model FILE... [--after YEAR] [-g GAMES] [--players COUNT] [--own GAMES]
        [--model FILE] [--picture FILE]

FILEs are all WTHOR files, because the players' ratings come from all results. The list of names must be in
the same folder. Two sets of moves are measured: people's moves in games after YEAR, and earlier moves by
players held out of training. Only plies 12 to 44 with at least two legal moves count. For both sets, tables
show the mean negative log-likelihood (nll), how often the most probable move was played, and how often moves
of a certain probability were played.

Then ratings from moves are compared with ratings from results. The program fits a line and a spread to
held-out players since FIRST_FITTED, and tests them on players after YEAR. Finally, it compares mean losses in
human games, in self-play of the model, and in self-play of opponents with the same rating. The picture shows
the distributions of these losses. It needs `pip install matplotlib`.
"""

import random
import statistics
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello import Board, Color, HumanPlayer
from othello.players import human_model, rating
from othello.training import ratings
from othello.training.human import HELD_OUT_PLAYERS
from othello.training.settings import HumanModelSettings
from tools.benchmarks import parser

BANDS = ((0, 1300), (1300, 1500), (1500, 1700), (1700, 1900), (1900, 3000))
PHASES = ((12, 20), (21, 32), (33, 44))
OWN = (1300, 1500, 1700, 1900)
"""Ratings at which games by the model and by opponents are compared with human games."""
NEAR = 50
"""Maximum difference between such a rating and a person's rating."""
BINS = ((0.05, 0.15), (0.25, 0.35), (0.45, 0.55), (0.65, 0.75))
"""Ranges of probabilities around 10, 30, 50 and 70 %."""
MAX_GAMES = 10
"""Numbers of games from which a player's rating is computed."""
FIRST_FITTED = 2012
"""Ratings from moves are fitted only to games since this year, because the scale has drifted."""


class Side(NamedTuple):
    """A player of a game."""

    game: int
    player: int
    color: Color


def boards(moves: Any) -> Board:
    """Return the board after the moves in a WTHOR row, with passes added."""
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


def choices(board: Board, color: Color | None = None) -> Any:
    """Yield the measured choices of one or both colors: the ply, the board before it and the move."""
    line, ply = board.root(), 0
    for move in board.move_stack:
        if move < 64:
            if 12 <= ply <= 44 and color in (None, line.turn) and len(line.legal_moves) > 1:
                yield ply, line, move
            ply += 1
        line.push(move)


def sides(results: Any, games: Iterable[int]) -> Iterator[Side]:
    for game in games:
        yield Side(int(game), int(results.blacks[game]), Color.BLACK)
        yield Side(int(game), int(results.whites[game]), Color.WHITE)


def rated_at(rated: Any, results: Any, side: Side) -> float:
    """Return a player's rating in the year of a game."""
    return float(rated.of(side.player, results.years[side.game]))


def row(name: str, losses: list[float], hits: list[bool]) -> str:
    """Return a row of the first table."""
    return f"| {name} | {len(losses):,} | {statistics.fmean(losses):.3f} | {statistics.fmean(hits):.1%} |"


def predictions(results: Any, chosen: Iterable[Side], rated: Any, model: human_model.HumanPolicy) -> None:
    """Print how well the model predicts human moves."""
    records: list[tuple[int, float, float, bool]] = []
    bins: list[list[tuple[float, bool]]] = [[] for _ in BINS]
    for side in chosen:
        level = rated_at(rated, results, side)
        for ply, line, move in choices(boards(results.moves[side.game]), side.color):
            prediction = model.predict(line)
            chances = prediction.probabilities(level)
            place = prediction.moves.index(move)
            records.append((ply, level, -np.log(chances[place]), chances[place] == max(chances)))
            for part, (low, high) in zip(bins, BINS, strict=True):
                part += [(chance, k == place) for k, chance in enumerate(chances) if low <= chance < high]
    print("| positions | number | nll | first choice |\n| --- | --- | --- | --- |")
    print(row("all", [record[2] for record in records], [record[3] for record in records]))
    for field, parts, name in ((0, PHASES, "plies"), (1, BANDS, "rated")):
        for low, high in parts:
            part = [record for record in records if low <= record[field] < high + (field == 0)]
            if part:
                print(
                    row(
                        f"{name} {low}-{high}", [record[2] for record in part], [record[3] for record in part]
                    )
                )
    print("\n| given | moves | mean given | played |\n| --- | --- | --- | --- |")
    for seen, (low, high) in zip(bins, BINS, strict=True):
        given, played = (statistics.fmean(pair[k] for pair in seen) for k in (0, 1))
        print(f"| {low:.0%}-{high:.0%} | {len(seen):,} | {given:.1%} | {played:.1%} |")


def losses(played: Iterable[tuple[Board, Color | None]]) -> dict[tuple[int, int], list[float]]:
    """Return the losses of moves by phase, computed from static values after the best reply."""
    phase_losses = defaultdict(list)
    for board, color in played:
        for ply, line, move in choices(board, color):
            prediction = human_model.shipped().predict(line)
            (phase,) = (span for span in PHASES if span[0] <= ply <= span[1])
            phase_losses[phase].append(prediction.losses[prediction.moves.index(move)])
    return phase_losses


def own_game(player: HumanPlayer, seed: int) -> Board:
    """Return a self-play game of an opponent with this rating."""
    board, player.seed = Board(), seed
    while not board.is_over:
        move = player.choose(board).move
        assert move is not None
        board.push(move)
    return board


def drawn_game(model: human_model.HumanPolicy, level: int, seed: int) -> Board:
    """Return a self-play game of the model, with moves sampled without a search."""
    board, draw = Board(), random.Random(seed)
    while not board.is_over:
        if board.must_pass:
            board.push("pass")
            continue
        prediction = model.predict(board)
        board.push(draw.choices(prediction.moves, prediction.probabilities(level))[0])
    return board


def compared_losses(
    results: Any, chosen: Sequence[Side], rated: Any, model: human_model.HumanPolicy, count: int
) -> dict[int, Any]:
    """Print and return the losses of people, of the model and of opponents at the ratings in OWN."""
    print("\n| rating | plies | people lose | the model | of that | opponents | of that |")
    print("| --- |" + " --- |" * 6)
    level_losses = {}
    for level in OWN:
        player = HumanPlayer(str(level))
        near = [side for side in chosen if abs(rated_at(rated, results, side) - level) <= NEAR]
        theirs = losses((boards(results.moves[side.game]), side.color) for side in near[: 2 * count])
        drawn = losses((drawn_game(model, level, seed), None) for seed in range(count))
        own = losses((own_game(player, seed), None) for seed in range(count))
        level_losses[level] = theirs, drawn, own
        for phase in PHASES:
            people_lose, *others = (
                statistics.fmean(phase_losses[phase]) for phase_losses in level_losses[level]
            )
            cells = " | ".join(f"{lost:.2f} | {lost / people_lose:.0%}" for lost in others)
            print(f"| {level} | {phase[0]}-{phase[1]} | {people_lose:.2f} | {cells} |", flush=True)
    return level_losses


def draw(path: Path, level_losses: dict[int, Any]) -> None:
    """Plot the distributions of losses: for each number of discs, the share of moves that lose more."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.2), layout="constrained")
    panels = figure.subplots(1, len(PHASES), sharey=True)
    grid = np.arange(0, 12.1, 0.25)
    for panel, phase in zip(panels, PHASES, strict=True):
        for number, (level, both) in enumerate(level_losses.items()):
            for who, part, style in zip(
                ("people", "model", "opponents"), both, ("-", "--", ":"), strict=True
            ):
                shares = [np.mean(np.array(part[phase]) > discs) for discs in grid]
                panel.plot(grid, shares, style, color=f"C{number}", lw=1.2, label=f"{level}, {who}")
        panel.set(yscale="log", ylim=(0.005, 1), xlabel="discs", title=f"plies {phase[0]}-{phase[1]}")
    panels[0].set_ylabel("share of moves that lose more")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center", fontsize=7)
    figure.savefig(path, metadata={"Date": None})


def speed(results: Any, chosen: Sequence[Side]) -> None:
    """Print the processor time for computing a position's move probabilities."""
    some = chosen[:80]
    lines = [
        line.copy() for side in some for _, line, _ in choices(boards(results.moves[side.game]), side.color)
    ]
    began = time.process_time()
    for line in lines:
        human_model.move_probabilities(line, 1500)
    seconds = (time.process_time() - began) / len(lines)
    print(f"\n{1e6 * seconds:.0f} microseconds for the chances of a position")


def by_moves(
    results: Any, chosen: Iterable[Side], rated: Any, model: human_model.HumanPolicy, most: int
) -> list[tuple[float, rating.MoveRating, rating.MoveRating]]:
    """Return players' mean ratings from results, and their ratings from the moves of one and of ten games."""
    played = defaultdict(list)
    for side in chosen:
        played[side.player].append(side)
    players = [player for player in sorted(played) if len(played[player]) >= MAX_GAMES]
    random.Random(1).shuffle(players)
    player_ratings = []
    for player in players[:most]:
        some = random.Random(player).sample(played[player], MAX_GAMES)
        seen = [(boards(results.moves[side.game]), side.color) for side in some]
        truth = statistics.fmean(rated_at(rated, results, side) for side in some)
        player_ratings.append((truth, rating.rate(seen[:1], model), rating.rate(seen, model)))
    return player_ratings


def fitted(player_ratings: list[tuple[float, rating.MoveRating, rating.MoveRating]]) -> None:
    """Print the line that converts ratings from many moves to ratings from results, and the spread."""
    truths = np.array([truth for truth, _, _ in player_ratings])
    raw = np.array([rating.model_rating(ten.rating) for _, _, ten in player_ratings])
    slope, offset = np.polyfit(raw - rating.MEAN_RATING, truths - rating.MEAN_RATING, 1)
    spread = np.std(truths - rating.MEAN_RATING - offset - slope * (raw - rating.MEAN_RATING))
    print(
        f"\nfitted to {len(player_ratings)} players: slope {slope:.2f}, offset {offset:+.0f}, "
        f"spread {spread:.0f}"
    )


def rated_by_moves(player_ratings: list[tuple[float, rating.MoveRating, rating.MoveRating]]) -> None:
    """Print how well ratings from moves agree with ratings from results."""
    print("\n| games | players | correlation | mean difference | mean absolute error | interval has it |")
    print("| --- |" + " --- |" * 5)
    for count, field in ((1, 1), (MAX_GAMES, 2)):
        truths = np.array([record[0] for record in player_ratings])
        own: list[Any] = [record[field] for record in player_ratings]
        differences = np.array([estimate.rating for estimate in own]) - truths
        correlation = np.corrcoef(truths, truths + differences)[0, 1]
        within = statistics.fmean(
            estimate.low <= truth <= estimate.high for estimate, truth in zip(own, truths, strict=True)
        )
        print(
            f"| {count} | {len(player_ratings)} | {correlation:.2f} | {differences.mean():+.0f} "
            f"| {np.abs(differences).mean():.0f} | {within:.0%} |"
        )


def main() -> None:
    """Measure, and print the tables."""
    arguments = parser(__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("--after", type=int, default=HumanModelSettings().until)
    arguments.add_argument("-g", "--games", type=int, default=100_000)
    arguments.add_argument("--players", type=int, default=300)
    arguments.add_argument("--own", type=int, default=200)
    arguments.add_argument("--model", type=Path, default=human_model.SHIPPED)
    arguments.add_argument("--picture", type=Path)
    options = arguments.parse_args()
    results = ratings.read(options.files)
    rated, model = ratings.rate(results), human_model.read(options.model)
    shuffled = np.random.default_rng(1).permutation(len(results.years))
    later = list(sides(results, shuffled[results.years[shuffled] > options.after]))
    is_held_out = [zlib.crc32(name.encode()) % HELD_OUT_PLAYERS == 0 for name in results.names]
    earlier = sides(results, shuffled[results.years[shuffled] <= options.after])
    held_out = [side for side in earlier if is_held_out[side.player]]
    recent = [side for side in held_out if results.years[side.game] >= FIRST_FITTED]
    for name, chosen in ((f"games after {options.after}", later), ("held-out players", held_out)):
        print(f"\n{name}:\n")
        predictions(results, chosen[: 2 * options.games], rated, model)
    fitted(by_moves(results, recent, rated, model, options.players))
    rated_by_moves(by_moves(results, later, rated, model, options.players))
    level_losses = compared_losses(results, later, rated, model, options.own)
    if options.picture:
        draw(options.picture, level_losses)
    speed(results, later)


if __name__ == "__main__":
    main()
