"""The load that `othello web` bears: many sessions that analyze at the same time.

    python -m tests.benchmarks.web_load [--sessions 50] [--seconds 120] [--hash 16]

Each session goes through positions of random games as a person would: it analyzes a position for some
seconds without a limit, asks for its openings and book moves meanwhile, lets a human-like level move, and
goes on. Printed are the times until the first reply to each kind of request, the number of reports, and the
memory of the server. The exit status is 1 if a request got an error, or a reply came later than LATEST.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from tests import positions
from tests.web.serving import Server, serving

LATEST: Final = 2.0
"""Seconds within which every request must have its first reply."""
LOOK: Final = (3.0, 8.0)
"""Seconds that a session looks at a position, at least and at most."""


@dataclass
class Tally:
    """What the sessions have seen."""

    delays: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds until the first reply, by the type of the request."""
    reports: int = 0
    errors: list[str] = field(default_factory=list)
    mib: list[float] = field(default_factory=list)
    """Memory of the server, every second."""


class Client:
    """A session that reads its messages continuously."""

    def __init__(self, connection: ClientConnection, tally: Tally) -> None:
        self._connection, self._tally = connection, tally
        self._number = 0
        self._sent: dict[int, tuple[str, float]] = {}
        self._waiting: dict[int, asyncio.Future[None]] = {}

    async def read(self) -> None:
        """Read messages until the connection ends."""
        async for text in self._connection:
            message = json.loads(text)
            self._tally.reports += message["type"] == "analyze"
            if message["type"] in ("error", "refused"):
                self._tally.errors.append(message["message"])
            kind, began = self._sent.pop(message.get("id"), (None, 0.0))
            if kind is not None:
                self._tally.delays[kind].append(time.monotonic() - began)
                self._waiting.pop(message["id"]).set_result(None)

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a request, and wait for its first reply."""
        self._number += 1
        reply = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        self._sent[self._number] = kind, time.monotonic()
        await self._connection.send(json.dumps({"id": self._number, "type": kind, **fields}))
        await reply


async def use(server: Server, seed: int, end: float, tally: Tally) -> None:
    """Use a session as a person would until the time *end*."""
    rng = random.Random(seed)
    moves = [str(move) for move in positions.random_board(seed).move_stack]
    async with connect(f"ws://{server.host}/session", max_size=None, ping_timeout=None) as connection:
        client = Client(connection, tally)
        reader = asyncio.create_task(client.read())
        while time.monotonic() < end:
            game = {"moves": moves[: rng.randrange(0, 40)]}
            await client.ask("analyze", game=game, lines=rng.choice([1, 3, 5, 64]))
            await client.ask("describe", game=game)
            await asyncio.sleep(rng.uniform(*LOOK))
            await client.ask("play", game=game, level="casual", seed=seed)
        reader.cancel()


async def watch(server: Server, tally: Tally) -> None:
    """Note the memory of the server every second."""
    status = Path(f"/proc/{server.process.pid}/status")
    while True:
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
        tally.mib.append(int(line.split()[1]) / 1024)
        await asyncio.sleep(1)


async def load(server: Server, sessions: int, seconds: float) -> Tally:
    """Return what the sessions have seen."""
    tally, end = Tally(), time.monotonic() + seconds
    watcher = asyncio.create_task(watch(server, tally))
    users = [use(server, seed, end, tally) for seed in range(sessions)]
    for found in await asyncio.gather(*users, return_exceptions=True):
        if isinstance(found, BaseException):
            tally.errors.append(repr(found))
    watcher.cancel()
    return tally


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--hash", type=int, default=16)
    chosen = parser.parse_args()
    with serving("--sessions", chosen.sessions, "--hash", chosen.hash) as server:
        tally = asyncio.run(load(server, chosen.sessions, chosen.seconds))
    print(f"{chosen.sessions} sessions, {chosen.seconds:g} s, {chosen.hash} MiB each")
    print("request    count  median   99 %    most [s]")
    for kind, delays in tally.delays.items():
        ordered = sorted(delays)
        last = ordered[int(0.99 * (len(ordered) - 1))]
        print(f"{kind:9} {len(ordered):6}  {median(ordered):6.3f} {last:6.3f}  {ordered[-1]:6.3f}")
    print(f"reports {tally.reports}, errors {len(tally.errors)}")
    print(f"memory {min(tally.mib):.0f} to {max(tally.mib):.0f} MiB, at the end {tally.mib[-1]:.0f}")
    print(*sorted(set(tally.errors))[:5], sep="\n")
    is_late = any(max(delays) > LATEST for delays in tally.delays.values())
    if tally.errors or is_late or "Traceback" in server.output():
        sys.exit(f"failed: errors, or a reply later than {LATEST:g} s\n{server.output()[-2000:]}")


if __name__ == "__main__":
    main()
