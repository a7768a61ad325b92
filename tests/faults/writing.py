"""Commands that write files, and their inputs, for faults.

    python -m tests.faults.writing [NAME...]

prints what each fault of these commands did, or of some of them; see `injecting`.
"""

import sys
import tempfile
from pathlib import Path

from othello.formats.files import read_games, write_games
from othello.formats.obf import write_obf
from tests import solved
from tests.cli.commands import run
from tests.faults.injecting import Case, inject
from tests.positions import random_board

ENGINES = ["-e", "level=0,name=one", "-e", "level=0,name=other"]
CASES = {
    **{
        f"convert to {suffix}": Case(["convert", "games.ggf", f"old.{suffix}", "--force"], [f"old.{suffix}"])
        for suffix in ("ggf", "sgf", "pgn", "txt", "obf", "scr")
    },
    "convert to wtb": Case(["convert", "games.ggf", "old.wtb", "--force"], ["old.wtb", "old.jou", "old.trn"]),
    "solve -o": Case(["solve", "ends.obf", "-o", "rows.jsonl"], ["rows.jsonl"]),
    "analyze -o": Case(["analyze", "ends.ggf", "-o", "reviews.jsonl", "--depth", "1"], ["reviews.jsonl"]),
    "analyze --html": Case(["analyze", "ends.ggf", "--html", "old.html", "--depth", "1"], ["old.html"]),
    "hint --svg": Case(["hint", "end.obf", "--svg", "old.svg", "--depth", "1"], ["old.svg"]),
    "prove": Case(["prove", "end.obf", "-o", "proof", "--leaves", "2"], ["proof"]),
    "prove to gz": Case(["prove", "end.obf", "-o", "proof.gz", "--leaves", "2"], ["proof.gz"]),
    "match": Case(["match", *ENGINES, "-g", "2", "-o", "m"], ["m.jsonl", "m.ggf"]),
    "book build": Case(["book", "build", "new.book", "--level", "1", "--positions", "4"], ["build"]),
    "book learn": Case(["book", "learn", "new.book", "ends.ggf"], ["learn"]),
    "book import": Case(["book", "import", "new.book", "book.jsonl"], ["import"]),
    "book export": Case(["book", "export", "old.book", "out.jsonl"], ["out.jsonl"]),
    "train generate": Case(
        ["train", "generate", "-o", "data", "-g", "3", "--depth", "3", "--exact-from", "6"], ["data"]
    ),
    "train merge": Case(["train", "merge", "part", "-o", "merged"], ["merged"]),
    "train network": Case(["train", "network", "part", "-o", "network.bin"], ["network.bin"]),
}


def prepare(folder: Path) -> None:
    """Make the inputs of all commands, and old files where outputs go."""
    folder.mkdir()
    boards = [random_board(seed, 60) for seed in (5, 6)]
    (folder / "games.txt").write_text("".join(f"{board.transcript()}\n" for board in boards))
    games = list(read_games(folder / "games.txt"))
    write_games(folder / "games.ggf", games)
    write_games(folder / "ends.ggf", games[:1])
    problems = sorted(solved.problems(), key=lambda each: each.position.empties)
    write_obf(folder / "ends.obf", problems[:3])
    write_obf(folder / "end.obf", [each for each in problems if each.position.empties >= 8][:1])
    for suffix in ("ggf", "sgf", "pgn", "txt", "obf", "scr", "html", "svg", "wtb", "jou", "trn"):
        (folder / f"old.{suffix}").write_text("old")
    assert run("book", "learn", folder / "old.book", folder / "ends.ggf")[0] == 0
    assert run("book", "export", folder / "old.book", folder / "book.jsonl")[0] == 0
    words = ["--depth", 3, "--exact-from", 6]
    assert run("train", "generate", "-o", folder / "part", "-g", 60, *words)[0] == 0


def main() -> None:
    """Print the table."""
    names = sys.argv[1:] or list(CASES)
    for name in names:
        with tempfile.TemporaryDirectory() as base:
            inputs = Path(base, "inputs")
            prepare(inputs)
            table = inject(CASES[name], inputs, Path(base).resolve())
            print(
                name,
                table.tried,
                dict(table.wrong),
                *table.details,
                sep="\n    ",
                file=sys.stderr,
                flush=True,
            )


if __name__ == "__main__":
    main()
