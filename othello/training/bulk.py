"""Samples from text files of games or scored boards, block by block.

A game gives the positions after its first plies, which were random. As with games in WTHOR files
(`importing`), the positions near its end are solved, and earlier ones have the first solved value as their
result. If nothing is solved, the result is that of the game, and games without an end give nothing. A
scored board is a sample with a score and without a result, and counts as a game.

The samples of a block are one file, whose name has a checksum of the block and the settings. So a run that
is interrupted continues with the first block that has no file, and copies of a block count once.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.errors import OthelloError, usable
from othello.formats import egaroucid
from othello.formats.egaroucid import Line
from othello.jobs.task import Failed
from othello.kernels.moves import after, flips, legal_moves
from othello.rules.arrays import Positions
from othello.rules.score import DISC, final_score
from othello.search.thread_data import ThreadData
from othello.training import generation, importing, samples, texts
from othello.training.generation import HERE_AND_SHIPPED, TrainingResources
from othello.training.settings import ImportSettings
from othello.training.texts import Text, TextBlock

GAMES, SOLVED_GAMES, BOARDS = 10_000, 1_000, 100_000
"""Lines of a block: all games of one of Egaroucid's files, games that take seconds to solve, and boards."""


class Imported(NamedTuple):
    """How far a run is."""

    done: int
    """Bytes of the text files, see `texts.Text.size`."""
    samples: int
    """Samples in the files of the run."""


def import_texts(
    folder: Path,
    sources: Iterable[Text],
    settings: ImportSettings,
    means: TrainingResources = HERE_AND_SHIPPED,
    on_other: Callable[[Path], None] = lambda path: None,
) -> Iterator[Imported]:
    """Write the samples of text files to files in *folder*; yield the state after each block.

    *on_other* is called with the path of a file that `texts.blocks` passes over. The evaluation affects
    only the time. Raises FormatError if a file cannot be read or written, and OthelloError, which names
    the file and the line, for a bad line; then the blocks that are finished are kept.
    """
    run = Run(folder, settings)
    sizes = {egaroucid.GAMES: SOLVED_GAMES if settings.exact else GAMES, egaroucid.BOARDS: BOARDS}
    with generation.workers(partial(_rows, settings), means) as workers:
        for outcome in workers.run(run.missing(texts.blocks(sources, sizes, on_other))):
            if isinstance(outcome, Failed):
                raise OthelloError(outcome.reason)
            run.write(outcome.job, outcome.result)
            yield run.state()
    yield run.state()


class Run:
    """The files of a run."""

    def __init__(self, folder: Path, settings: ImportSettings) -> None:
        self._folder, self._settings = folder, settings
        self._done: dict[Path, int] = {}
        self._samples: dict[Path, int] = {}
        """By file, because copies of a block have one."""

    def missing(self, blocks: Iterable[TextBlock]) -> Iterator[TextBlock]:
        """Yield the blocks that have no file, and count the others."""
        for block in blocks:
            path = self._path(block)
            with usable(path):
                is_there = path.exists()
            if is_there:
                self._count(block, len(samples.FORMAT.read(path)[0]))
            else:
                yield block

    def write(self, block: TextBlock, rows: Any) -> None:
        """Write the samples of a block."""
        samples.FORMAT.replace(self._path(block), rows, is_test=self._settings.is_test)
        self._count(block, len(rows))

    def state(self) -> Imported:
        """Return how far the run is."""
        return Imported(sum(self._done.values()), sum(self._samples.values()))

    def _path(self, block: TextBlock) -> Path:
        settings = self._settings
        options = ""
        if block.kind == egaroucid.GAMES:
            options = f"-e{settings.exact}-m{settings.midgame}-r{skipped(block, settings)}"
        return self._folder / f"{block.name}{options}-{settings.part}{samples.FORMAT.suffix}"

    def _count(self, block: TextBlock, rows: int) -> None:
        path = block.text.path
        self._done[path] = max(block.done, self._done.get(path, 0))
        self._samples[self._path(block)] = rows


def skipped(block: TextBlock, settings: ImportSettings) -> int:
    """Return the number of plies of each game that are random."""
    return block.random_plies if settings.skip is None else settings.skip


def _rows(settings: ImportSettings, workspace: ThreadData, block: TextBlock) -> Any:
    """Return the samples of a block; raises FormatError for a bad line."""
    lines = egaroucid.stripped(block.lines, block.first)
    if block.kind == egaroucid.BOARDS:
        return samples_of_boards(block.text.path, lines, settings)
    return samples_of_games(workspace, block.text.path, lines, settings, skipped(block, settings))


def samples_of_games(
    workspace: ThreadData, path: Path, lines: list[Line], settings: ImportSettings, skip: int
) -> Any:
    """Return the samples of games, except for their first *skip* plies; raises FormatError."""
    moves = egaroucid.parse_games(path, lines)
    positions = egaroucid.replay(path, lines, moves)
    numbers = np.array([zlib.crc32(row.tobytes()) for row in moves], np.uint32)
    is_own = [importing.is_of_part(number, settings.part) for number in numbers.tolist()]
    if settings.exact:
        parts = [
            importing.solve_game(workspace, game, int(number), settings, skip)
            for game, number, own in zip(positions.by_game(), numbers, is_own, strict=True)
            if own
        ]
        return np.concatenate([np.zeros(0, samples.SAMPLE), *parts])
    results = [result(game) if own else None for game, own in zip(positions.by_game(), is_own, strict=True)]
    return with_results(positions, numbers, results, importing.is_taken(positions, settings, skip))


def with_results(positions: Positions, numbers: Any, results: list[int | None], taken: Any) -> Any:
    """Return samples of the positions *taken* whose game has a result; results are black's."""
    taken = taken & np.array([result is not None for result in results], np.bool_)[positions.games]
    found = importing.unscored(positions, taken)
    games = positions.games[taken]
    values = np.array([result or 0 for result in results], np.int8)[games]
    found["game"] = numbers[games]
    found["result"] = np.where(positions.turns[taken] == 0, values, -values)
    return found


def result(game: Positions) -> int | None:
    """Return the result of a game, in discs for black; None if it is unfinished."""
    if len(game) == 0:
        return None
    player, opponent, square = int(game.players[-1]), int(game.opponents[-1]), int(game.squares[-1])
    theirs, mine = (int(each) for each in after(player, opponent, square, flips(square, player, opponent)))
    if legal_moves(theirs, mine) or legal_moves(mine, theirs):
        return None
    value = int(final_score(mine.bit_count(), theirs.bit_count()))
    return value if game.turns[-1] == 0 else -value


def samples_of_boards(path: Path, lines: list[Line], settings: ImportSettings) -> Any:
    """Return the samples of scored boards; raises FormatError.

    A position in which the side to move must pass becomes the one after the pass. Finished games are left
    out.
    """
    boards = egaroucid.parse_boards(path, lines)
    found = np.zeros(len(lines), samples.SAMPLE)
    found["player"], found["opponent"] = boards.players, boards.opponents
    found["score"], found["result"] = DISC * boards.values.astype(np.int16), samples.NO_RESULT
    pairs = zip(boards.players.tolist(), boards.opponents.tolist(), strict=True)
    stuck = [place for place, pair in enumerate(pairs) if not legal_moves(*pair)]
    for place in stuck:
        player, opponent, *rest = found[place]
        found[place] = opponent, player, *rest
        found[place]["score"] *= -1
    found["game"] = [
        zlib.crc32(row.tobytes()) for row in np.stack([found["player"], found["opponent"]], axis=1)
    ]
    kept = np.array(
        [importing.is_of_part(number, settings.part) for number in found["game"].tolist()], np.bool_
    )
    for place in stuck:
        kept[place] &= legal_moves(int(found[place]["player"]), int(found[place]["opponent"])) != 0
    return found[kept]
