"""Makes samples from games in WTHOR files and from positions with scores in OBF files.

The ends of games are solved, so the values of these positions assume perfect play and do not depend on the
moves of the game. You can also import earlier positions. These positions have no score, and their result is
the first solved value. Such results are inaccurate, because people make mistakes.

The number of a game is a hash of its moves. As a result, a game has the same number in every file, copies of
a game count only once, and the order by number is as good as random. Games with odd numbers are for tests and
are never learned.
"""

import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import usable
from othello.formats import wthor
from othello.formats.obf import ObfProblem, read_obf
from othello.kernels.constants import BLACK
from othello.kernels.features import set_features
from othello.kernels.selfplay import exact_value
from othello.kernels.zobrist import position_key
from othello.rules import arrays
from othello.rules.score import DISC, Discs
from othello.rules.square import MAX_MOVES, NO_MOVE
from othello.search.thread_data import ThreadData
from othello.training import generation, samples
from othello.training.generation import HERE_AND_SHIPPED, GameJob, TrainingResources
from othello.training.settings import ImportSettings

MIN_IMPORTED: Final = 4
"""Positions with fewer empties are omitted. Self-play games contain many of them, and searches do not
evaluate them."""


def load(paths: Iterable[Path]) -> tuple[wthor.GameTable, int]:
    """Return all games in .wtb files and the number of games that contain an illegal move.

    Raises FormatError if a file cannot be read.
    """
    parts = [wthor.load_games(path) for path in paths]
    illegal = sum(int((arrays.replayed(part.moves).illegal >= 0).sum()) for part in parts)
    return wthor.joined(parts), illegal


def import_wthor(
    folder: Path,
    games: wthor.GameTable,
    settings: ImportSettings,
    means: TrainingResources = HERE_AND_SHIPPED,
    max_games: int | None = None,
) -> Iterator[int]:
    """Solve the ends of *games* and write samples to a file in *folder*. Yield the number of finished games.

    *max_games* is the maximum number of games. The choice is random, but the same in every run. If a game
    contains an illegal move, it ends before this move. The evaluation affects only how long this takes,
    because the values are exact. `generation.make` explains the file.
    """
    places = dict(islice(games_of_part(games, settings.part).items(), max_games))

    def given(number: int) -> wthor.GameTable:
        return wthor.taken(games, np.array([places[number]]))

    run = f"wthor-e{settings.exact}-m{settings.midgame}-{settings.part}"
    rows, is_test = partial(_rows, settings), settings.is_test
    return generation.make(folder, run, places, rows, samples.FORMAT, means, is_test=is_test, given=given)


def _rows(settings: ImportSettings, workspace: ThreadData, job: GameJob) -> Any:
    """Solve the end of a job's game and return the samples in game order."""
    return solve_game(workspace, arrays.replayed(job.given.moves), job.number, settings)


def games_of_part(games: wthor.GameTable, part: str) -> dict[int, int]:
    """Return the indexes of a part's games, without copies, in the order of the games' numbers."""
    # The numbers must not change, because they determine which games are for tests. NO_MOVE was 65 when they
    # were introduced.
    numbers = [zlib.crc32(moves.tobytes()) for moves in np.where(games.moves == NO_MOVE, 65, games.moves)]
    order = np.argsort(np.array(numbers, np.int64), kind="stable")
    places: dict[int, int] = {}
    for place in order.tolist():
        number = numbers[place]
        if is_of_part(number, part):
            places.setdefault(number, place)
    return places


def is_of_part(number: int, part: str) -> bool:
    """Return whether the game with this number belongs to *part*, one of `settings.PARTS`."""
    return part == "all" or (part == "test") == (number % 2 == 1)


def solve_game(
    workspace: ThreadData, positions: arrays.Positions, number: int, settings: ImportSettings
) -> Any:
    """Solve the end of the game with these *positions* and return its samples."""
    empties = MAX_MOVES - positions.plies.astype(np.int64)
    taken = (empties <= max(settings.exact, settings.midgame)) & (empties >= MIN_IMPORTED)
    result = np.zeros(int(taken.sum()), samples.SAMPLE)
    result["player"], result["opponent"] = positions.players[taken], positions.opponents[taken]
    result["score"], result["result"] = samples.UNSCORED, samples.NO_RESULT
    result["game"] = number
    turns = positions.turns[taken]
    ends = np.flatnonzero(samples.empties(result) <= settings.exact)
    if len(ends) == 0:
        return result[:0]
    workspace.clear()
    value = 0
    # The loop runs backward, because the value of the next position is the best initial guess.
    for index in ends[::-1].tolist():
        is_same_side = index + 1 < len(result) and turns[index] == turns[index + 1]
        value = solve(workspace, result[index], value if is_same_side else -value)
        result[index]["score"], result[index]["result"] = DISC * value, value
        result[index]["kind"] = samples.SOLVED
    # The first solved value is also the result of the earlier positions.
    first = ends[0]
    result["result"][:first] = np.where(turns[:first] == turns[first], value, -value)
    return result


def solve(workspace: ThreadData, sample: Any, guess: int) -> int:
    """Return the exact value of a sample's position in discs. *guess* is a likely value."""
    player, opponent = int(sample["player"]), int(sample["opponent"])
    set_features(workspace.record, player, opponent)
    key = position_key(player, opponent, BLACK)
    return exact_value(workspace.record, player, opponent, key, BLACK, guess)


def import_obf(folder: Path, paths: Iterable[Path], *, is_exact: bool, part: str) -> int:
    """Add the positions in OBF files to a file of samples in *folder*. Return the number of new positions.

    *is_exact* states whether the values in the files are exact. Positions without a value and positions in
    which the game is over are omitted. Raises FormatError if a file cannot be read or written.
    """
    rows = [row for path in paths for row in _scored(read_obf(path), part)]
    path = folder / f"obf-{'exact' if is_exact else 'estimates'}-{part}{samples.FORMAT.suffix}"
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    before = samples.FORMAT.read(path)[0] if path.exists() else np.zeros(0, samples.SAMPLE)
    seen = set(zip(before["player"].tolist(), before["opponent"].tolist(), strict=True))
    new = {row[:2]: row for row in rows if row[:2] not in seen}
    added = np.zeros(len(new), samples.SAMPLE)
    for sample, (player, opponent, number, value) in zip(added, new.values(), strict=True):
        sample["player"], sample["opponent"], sample["game"] = player, opponent, number
        sample["score"], sample["result"] = DISC * value, value if is_exact else samples.NO_RESULT
    added["kind"] = samples.SOLVED if is_exact else samples.ESTIMATED
    samples.FORMAT.replace(path, np.concatenate([before, added]), is_test=part == "test")
    return len(added)


def _scored(problems: Iterable[ObfProblem], part: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield (player, opponent, number, value) for each position in a part that comes with a value.

    Each position counts as a separate game.
    """
    for problem in problems:
        position, value = problem.position, problem.value
        if value is None or position.is_over:
            continue
        if position.must_pass:
            position, value = position.pass_turn(), Discs(-value)
        number = zlib.crc32(np.array([position.player, position.opponent], np.uint64).tobytes())
        if is_of_part(number, part):
            yield position.player, position.opponent, number, value
