"""The clock of an arbiter, and how long the system kept programs from running."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Rule:
    """The times of one side, in seconds."""

    main: float
    period: float = 0.0
    stones: int = 0
    """Moves in a period."""
    increment: float = 0.0

    def gtp(self):
        """The settings as GTP writes them. Settings with an increment are written as in neural-reversi."""
        period = self.increment if self.increment else self.period
        return f"{self.main:g} {period:g} {self.stones}"

    def ggf(self):
        """The clock as GGF writes it, with a grace time that no game should need."""
        return f"0:{self.main:02.0f}//0:30"


class Clock:
    """The clock of one side as the arbiter keeps it."""

    def __init__(self, rule):
        self.rule, self.left, self.stones = rule, rule.main, 0
        if rule.main == 0:
            self.left, self.stones = rule.period, rule.stones

    def charge(self, used):
        """Count a move, and return the time that was left when it was made."""
        self.left -= used
        if self.left < 0 and not self.stones and self.rule.stones:
            self.left += self.rule.period
            self.stones = self.rule.stones
        reserve = self.left
        if self.stones:
            self.stones -= 1
            if not self.stones:
                self.left, self.stones = self.rule.period, self.rule.stones
        self.left += self.rule.increment
        return reserve


def waited(*processes: int) -> float:
    """Return the seconds that all threads of processes have waited for a processor, together."""
    return sum(sum(waits_of(process).values()) for process in processes)


def waits_of(process: int) -> dict[str, float]:
    """Return the seconds that each thread of a process has waited for a processor."""
    waits = {}
    for file in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # the thread has ended
            waits[file.parent.name] = int(file.read_text().split()[1]) / 1e9
    return waits


@contextlib.contextmanager
def crowd(count: int) -> Iterator[None]:
    """In this context *count* programs keep the processors busy."""
    spin = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(10**5))"
    programs = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()
