"""Makes samples of positions that are a few random moves away from games and searches their values.

A network must learn such positions, because a search mostly evaluates positions that good games do not reach.
The positions for game n depend only on the run's seed and on n, not on the process that computes them.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from othello.errors import FormatError
from othello.kernels import selfplay
from othello.kernels.constants import BLACK
from othello.kernels.features import set_features
from othello.kernels.zobrist import position_key
from othello.rules import arrays
from othello.rules.score import DISC
from othello.search import evaluation_files
from othello.search.thread_data import ThreadData
from othello.training import games, generation, samples
from othello.training.generate import search_name
from othello.training.generation import HERE_AND_SHIPPED, GameJob, TrainingResources
from othello.training.settings import PerturbedSettings, SearchSettings


def make(
    folder: Path, path: Path, settings: PerturbedSettings, means: TrainingResources = HERE_AND_SHIPPED
) -> Iterator[int]:
    """Make samples from the games in the file *path* and write them to a file in *folder*.

    Yields how many games are finished. Raises FormatError if a file cannot be read or written.
    """
    game_rows, is_for_tests = games.FORMAT.read(path)
    if is_for_tests and not settings.is_test:
        raise FormatError(path, None, "these games are for tests: samples from them must be for tests, too")
    search = search_name(settings.search, means.evaluation or evaluation_files.shipped())
    test = "-test" if settings.is_test else ""
    run = (
        f"perturbed-s{settings.seed}-x{settings.per_game}-m{settings.most_random}-{search}{test}-{path.stem}"
    )
    places = {number: place for place, number in enumerate(game_rows["game"].tolist())}

    def given(number: int) -> Any:
        return game_rows[places[number] : places[number] + 1]

    rows, is_test = partial(_rows, settings), settings.is_test
    return generation.make(folder, run, places, rows, samples.FORMAT, means, is_test=is_test, given=given)


def _rows(settings: PerturbedSettings, workspace: ThreadData, job: GameJob) -> Any:
    """Return the samples from a job's game, which is an array of a single `games.GAME`."""
    sample_rows = positions(job.given, settings)
    workspace.clear()
    for sample in sample_rows:
        set_value(workspace, sample, settings.search)
    return sample_rows


def positions(game: Any, settings: PerturbedSettings) -> Any:
    """Return positions near a game as samples without values. *game* is an array of a single `games.GAME`.

    The random moves begin in a position between the game's first searched and first solved position.
    """
    row = game[0]
    random = np.random.default_rng((settings.seed, int(row["game"])))
    line = arrays.replayed(game["moves"])
    plies = range(int(row["given"]) + int(row["random"]), min(int(row["solved"]), len(line)))
    sample_rows = np.zeros(settings.per_game if len(plies) else 0, samples.SAMPLE)
    sample_rows["game"], sample_rows["result"] = row["game"], samples.NO_RESULT
    is_whole = np.zeros(len(sample_rows), np.bool_)
    for index, sample in enumerate(sample_rows):
        ply = int(random.choice(plies))
        words = np.array([line.players[ply], line.opponents[ply]])
        count = int(random.integers(1, settings.most_random + 1))
        is_whole[index] = selfplay.perturb(int(random.integers(1 << 63)), count, words)
        sample["player"], sample["opponent"] = words
    return sample_rows[is_whole]


def set_value(workspace: ThreadData, sample: Any, settings: SearchSettings) -> None:
    """Search a sample's position and set its score and kind. If it can be solved, also set its result."""
    words = int(sample["player"]), int(sample["opponent"])
    key = position_key(*words, BLACK)
    set_features(workspace.record, *words)
    if 64 - (words[0] | words[1]).bit_count() <= settings.exact:
        value = selfplay.exact_value(workspace.record, *words, key, BLACK, 0)
        sample["score"], sample["result"], sample["kind"] = DISC * value, value, samples.SOLVED
    else:
        value = selfplay.search_value(
            workspace.record, *words, key, BLACK, settings.depth, settings.selectivity
        )
        sample["score"], sample["kind"] = value, samples.ESTIMATED
