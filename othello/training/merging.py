"""Merges files of games that several computers played for the same run.

The name of a file contains the settings of its run (see `generate.run_name`). Therefore, files with the same
name are from the same run, and games with the same number in such files are the same game.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.errors import FormatError
from othello.training import games
from othello.training.sources import files


class Merged(NamedTuple):
    """The result of a merge."""

    path: Path
    games: int
    repeated: int
    """How many copies of games were omitted."""


def merge(folder: Path, sources: Iterable[Path]) -> Merged:
    """Write the games in several files, without duplicates, to the file with the same name in *folder*.

    A folder in *sources* stands for all game files in it. If the file in *folder* exists, its games are kept.
    Raises FormatError and writes nothing if a file cannot be read, if the file names differ, if only some
    files are for tests, if different games have the same number, or if there is no complete game.
    """
    paths = files(sources, [games.FORMAT.suffix])
    path = folder / paths[0].name
    for other in paths:
        if other.name != path.name:
            raise FormatError(
                other,
                None,
                f"the settings in its name differ from {paths[0]}: merge only files of the same run",
            )
    if path.exists():
        paths.append(path)
    paths = list({source.resolve(): source for source in paths}.values())  # each file only once
    parts, is_test = _read(paths)
    rows = np.concatenate(parts)
    origins = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    if not len(rows):
        raise FormatError(
            paths[0], None, "the file ends before its first game is complete, so there is nothing to merge"
        )
    distinct_rows = _distinct(rows, origins, paths)
    games.FORMAT.replace(path, distinct_rows, is_test=is_test)
    return Merged(path, len(distinct_rows), len(rows) - len(distinct_rows))


def _read(paths: list[Path]) -> tuple[list[Any], bool]:
    """Return the games in each file and whether they are for tests.

    Raises FormatError if only some files are for tests.
    """
    contents = [games.FORMAT.read(path) for path in paths]
    is_first_test = contents[0][1]
    for path, (_, is_test) in zip(paths, contents, strict=True):
        if is_test != is_first_test:
            raise FormatError(
                path, None, f"this file and {paths[0]} cannot be merged: only one of them is for tests"
            )
    return [rows for rows, _ in contents], is_first_test


def _distinct(rows: Any, origins: Any, paths: list[Path]) -> Any:
    """Return the games in numerical order, without duplicates.

    *origins* contains, for each row, the index of its file in *paths*.
    """
    order = np.argsort(rows["game"], kind="stable")
    rows, origins = rows[order], origins[order]
    is_repeated = np.zeros(len(rows), np.bool_)
    is_repeated[1:] = rows["game"][1:] == rows["game"][:-1]
    differ = is_repeated[1:] & (rows[1:] != rows[:-1])
    if len(bad := np.flatnonzero(differ)):
        at = bad[0]
        other, path, number = paths[origins[at]], paths[origins[at + 1]], rows["game"][at]
        raise FormatError(path, None, f"game {number} differs from game {number} in {other}")
    return rows[~is_repeated]
