"""Measure how many quick GTP commands the engine answers per second, on one core.

    python -m tools.benchmarks.gtp_commands [GAMES]

GoGui asks a second engine process for the rules. For each move of a game, it sends `clear_board`, all moves
from the start, and then `gogui-rules_*`. This benchmark sends the same commands for a recorded game. First it
waits for each reply before the next command, as GoGui does. Then it sends all commands at once, as match
runners may do. If the system allows, the engine gets a core for itself.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from othello.formats.sgf import read_sgf
from othello.rules.square import format_move
from tests import source

PROGRAM = Path(sys.executable).parent / "othello-gtp"
GAME = source.DATA / "sgf" / "quarry_game.sgf"
RULES = (
    "gogui-rules_board",
    "gogui-rules_side_to_move",
    "gogui-rules_legal_moves",
    "gogui-rules_captured_count",
)


def commands(games: int) -> Iterator[str]:
    """Yield the commands that GoGui sends to its rules process in *games* games."""
    record = next(read_sgf(GAME))
    turns = [position.turn for position in record.positions()]
    plays = [f"play {turn} {format_move(move)}" for turn, move in zip(turns, record.moves, strict=False)]
    for _ in range(games):
        for plies in range(len(plays) + 1):
            yield "clear_board"
            yield from plays[:plies]
            yield from RULES


def ask(engine: "subprocess.Popen[bytes]", line: str) -> str:
    """Send a command that must succeed, and return its reply."""
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(f"{line}\n".encode())
    engine.stdin.flush()
    reply = b""
    while not reply.endswith(b"\n\n"):
        reply += engine.stdout.readline()
    assert reply.startswith(b"="), f"{line}: {reply!r}"
    return reply[1:].decode().strip()


def one_by_one(engine: "subprocess.Popen[bytes]", lines: list[str]) -> None:
    """Send each command after the previous reply."""
    for line in lines:
        ask(engine, line)


def written_ahead(engine: "subprocess.Popen[bytes]", lines: list[str]) -> None:
    """Send all commands as fast as the engine reads them."""
    assert engine.stdin is not None
    assert engine.stdout is not None
    text = "".join(f"{line}\n" for line in lines).encode()

    def write() -> None:
        assert engine.stdin is not None
        engine.stdin.write(text)
        engine.stdin.flush()

    writer = threading.Thread(target=write)
    writer.start()
    replies = 0
    while replies < len(lines):
        line = engine.stdout.readline()
        assert line[:1] != b"?", line
        replies += line == b"\n"
    writer.join()


def main(games: int) -> None:
    """Print a line for each way of sending."""
    lines = list(commands(games))
    print("way             commands  commands/s  processor s")
    for way in (one_by_one, written_ahead):
        with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
            ask(engine, "clear_board")
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(engine.pid, {min(os.sched_getaffinity(0))})
            before = float(ask(engine, "cputime"))
            began = time.perf_counter()
            way(engine, lines)
            seconds = time.perf_counter() - began
            used = float(ask(engine, "cputime")) - before
            ask(engine, "quit")
        print(f"{way.__name__:<13} {len(lines):>10,} {len(lines) / seconds:>11,.0f} {used:>12.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
