"""Measure how fast WTHOR files are read and replayed, and count the games with an illegal move.

    python -m tools.benchmarks.wthor_files FOLDER

The program reads all files FOLDER/*.wtb. The French Othello federation distributes such files.
"""

import sys
import time
from pathlib import Path

from othello.formats import wthor
from othello.rules import arrays


def main(folder: Path) -> None:
    """Print the number of games, positions and illegal games, and the speed."""
    paths = sorted(folder.glob("*.wtb"))
    arrays.replayed(wthor.load_games(paths[0]).moves)  # loads the kernel, which must not be timed
    began = time.perf_counter()
    games = wthor.joined([wthor.load_games(path) for path in paths])
    loaded = time.perf_counter()
    positions = arrays.replayed(games.moves)
    replayed = time.perf_counter()
    print(f"{len(paths)} files, {len(games):,} games, {len(positions):,} positions")
    print(f"games with an illegal move  {int((positions.illegal >= 0).sum())}")
    print(f"loaded    {len(games) / (loaded - began):>12,.0f} games/s")
    print(f"replayed  {len(games) / (replayed - loaded):>12,.0f} games/s")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
