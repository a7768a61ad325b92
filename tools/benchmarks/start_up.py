"""Measure the time to an engine's first replies, with and without compiled kernels.

    python -m tools.benchmarks.start_up [RUNS]

Each run starts `othello-gtp` as a GUI does, and measures the time until the replies to `name` and to the
first `genmove`. Cold runs start with an empty cache. Warm runs use the cache filled by `othello warmup`.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = Path(sys.executable).parent / "othello-gtp"


def first_replies(environment: dict[str, str]) -> tuple[float, float]:
    """Return the seconds from the start to the replies to `name` and `genmove black`."""
    began = time.perf_counter()
    with subprocess.Popen(
        [PROGRAM], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        seconds = []
        for command in (b"name\n", b"genmove black\n"):
            engine.stdin.write(command)
            engine.stdin.flush()
            while engine.stdout.readline() != b"\n":
                pass
            seconds.append(time.perf_counter() - began)
        engine.stdin.write(b"quit\n")
        engine.stdin.flush()
    return seconds[0], seconds[1]


def main(runs: int) -> None:
    """Print a line for each kind of start."""
    print("cache      handshake s   first move s")
    with tempfile.TemporaryDirectory() as empty:
        for kind, folder in [("cold", empty)] + [("warm", None)] * runs:
            environment = os.environ | ({"NUMBA_CACHE_DIR": folder} if folder else {})
            handshake, move = first_replies(environment)
            print(f"{kind:<10} {handshake:>11.3f} {move:>14.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
