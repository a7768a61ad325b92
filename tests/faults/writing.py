"""Commands that write files, and their inputs, for faults.

    python -m tests.faults.writing [NAME...]

prints the effects of each fault of all or some of these commands (see `injecting`).
"""

import argparse
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from othello import GameRecord, read_games, write_games
from othello.formats.obf import write_obf
from tests import solved, source
from tests.faults.injecting import Case, inject, othello
from tests.positions import random_board

SHALLOW = ["--level", "0"]
QUICK = ["--depth", "3", "--exact-from", "6"]
ENGINES = ["-e", "level=0,name=one", "-e", "level=0,name=other"]
CASES = {
    **{
        f"convert to {suffix}": Case(["convert", "games.ggf", f"old.{suffix}", "--force"], [f"old.{suffix}"])
        for suffix in ("ggf", "sgf", "txt", "obf")
    },
    "convert to wtb": Case(["convert", "games.ggf", "old.wtb", "--force"], ["old.wtb", "old.jou", "old.trn"]),
    "solve -o": Case(["solve", "ends.obf", "-o", "rows.jsonl"], ["rows.jsonl"]),
    "analyze -o": Case(["analyze", "short.ggf", "-o", "reviews.jsonl", "--depth", "1"], ["reviews.jsonl"]),
    "analyze --html": Case(
        ["analyze", "short.ggf", "--html", "old.html", "--force", "--depth", "1"], ["old.html"]
    ),
    "hint --svg": Case(["hint", "end.obf", "--svg", "old.svg", "--force", "--depth", "1"], ["old.svg"]),
    "prove": Case(["prove", "end.obf", "--force", "-o", "proof", "--leaf-empties", "2"], ["proof"]),
    "prove to gz": Case(
        ["prove", "end.obf", "--force", "-o", "proof.gz", "--leaf-empties", "2"], ["proof.gz"]
    ),
    "match": Case(["match", *ENGINES, "--openings", "late.txt", "-o", "m"], ["m.jsonl", "m.ggf"]),
    "book build": Case(["book", "build", "new.book", *SHALLOW, "--positions", "4"], ["new.book"]),
    "book fix": Case(["book", "fix", "fixed.book", *SHALLOW], ["fixed.book"]),
    "book learn": Case(["book", "learn", "new.book", "ends.ggf"], ["new.book"]),
    "book learn, again": Case(["book", "learn", "old.book", "games.ggf", "--plies", "4"], ["old.book"]),
    "book merge": Case(["book", "merge", "old.book", "other.book"], ["old.book"]),
    "book import": Case(["book", "import", "old.book", "book.jsonl"], ["old.book"]),
    **{
        f"book export to {suffix}": Case(
            ["book", "export", "other.book", f"old.{suffix}", "--force"], [f"old.{suffix}"]
        )
        for suffix in ("jsonl", "dat")
    },
    "train generate": Case(["train", "generate", "-o", "data", "-g", "3", *QUICK], ["data"]),
    "train generate, continued": Case(["train", "generate", "-o", "part", "-g", "62", *QUICK], ["part"]),
    "train merge": Case(["train", "merge", "part", "-o", "merged"], ["merged"]),
    "train perturb": Case(
        ["train", "perturb", "few.games", "-o", "data", *QUICK, "--per-game", "1"], ["data"]
    ),
    "train import": Case(
        ["train", "import", "games.wtb", "-o", "data", "--exact-from", "6", "--part", "all"], ["data"]
    ),
    "train network": Case(["train", "network", "part", "--force", "-o", "old.bin"], ["old.bin"]),
    "train probcut": Case(
        ["train", "probcut", "part", "-w", "weights.bin", "--positions", "2"], ["weights.bin"]
    ),
    "lab games": Case(["lab", "games", "--force", "-o", "old.npy", "-g", "3"], ["old.npy"]),
    "lab labels": Case(
        ["lab", "labels", "random.npy", "--force", "-o", "old.npy", "--depth", "1"], ["old.npy"]
    ),
    "lab tokens": Case(["lab", "tokens", "random.npy", "--force", "-o", "old.npy"], ["old.npy"]),
}


def prepare(folder: Path) -> None:
    """Make the inputs of all commands, and old files where outputs go."""
    folder.mkdir()
    boards = [random_board(seed, 60) for seed in (5, 6)]
    (folder / "games.txt").write_text("".join(f"{board.transcript()}\n" for board in boards))
    games = list(read_games(folder / "games.txt"))
    write_games(folder / "games.ggf", games)
    write_games(folder / "games.wtb", games)
    write_games(folder / "ends.ggf", games[:1])
    write_games(folder / "short.ggf", [GameRecord.from_moves(["f5", "d6", "c3"])])
    (folder / "late.txt").write_text(f"{random_board(5, 54).transcript()}\n")
    problems = sorted(solved.problems(), key=lambda problem: problem.position.empties)
    write_obf(folder / "ends.obf", problems[:3])
    write_obf(folder / "end.obf", [problem for problem in problems if problem.position.empties >= 8][:1])
    for suffix in (
        "ggf",
        "sgf",
        "txt",
        "obf",
        "html",
        "svg",
        "wtb",
        "jou",
        "trn",
        "jsonl",
        "dat",
        "npy",
    ):
        (folder / f"old.{suffix}").write_text("old")
    make = partial(_make, folder)
    make("book", "build", "old.book", *SHALLOW, "--positions", "4")
    make("book", "build", "other.book", *SHALLOW, "--positions", "4", "--position", "f5d6")
    make("book", "fix", "other.book", *SHALLOW)
    make("book", "learn", "other.book", "ends.ggf", "--plies", "4")
    make("book", "export", "other.book", "book.jsonl")
    make("book", "export", "old.book", "book.dat")
    make("book", "import", "fixed.book", "book.dat")
    make("lab", "games", "-o", "random.npy", "-g", "2")
    make("train", "generate", "-o", "part", "-g", "60", *QUICK)
    make("train", "generate", "-o", "few", "-g", "2", *QUICK)
    for path in (folder / "few").iterdir():
        path.rename(folder / "few.games")
    (folder / "few").rmdir()
    shutil.copy(source.ROOT / "othello" / "data" / "network.bin", folder / "weights.bin")


def _make(folder: Path, *words: str) -> None:
    status, text = othello(Case(list(words), []), folder)
    assert status == 0, text


def main() -> None:
    """Print a row for each command, and what went wrong."""
    parser = argparse.ArgumentParser(description="Fail each call that changes a file, once.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"all, or some of: {', '.join(CASES)}")
    names = parser.parse_args().names
    if unknown := set(names) - set(CASES):
        parser.error(f"not cases: {', '.join(sorted(unknown))}")
    kinds = ("input changed", "traceback", "status 0", "second run", "other result", "left over")
    print(f"{'command':28}{'faults':>14}", *(f"{kind:>14}" for kind in kinds), sep="")
    with tempfile.TemporaryDirectory() as folder:
        inputs = Path(folder, "inputs").resolve()
        prepare(inputs)
        for name in names or CASES:
            with tempfile.TemporaryDirectory() as base:
                table = inject(CASES[name], inputs, Path(base).resolve())
            numbers = (f"{table.wrong[kind]:14}" for kind in kinds)
            print(f"{name:28}{table.tried:14}", *numbers, sep="", flush=True)
            print(*table.details, sep="\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
