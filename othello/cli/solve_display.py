"""Shows the progress of `othello solve` on a terminal."""

import sys
import time
from typing import Final

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from othello.rules.square import format_move
from othello.search.analysis import Analysis
from othello.search.engine import Engine
from othello.search.progress import Progress
from othello.search.results import SearchResult

PATIENCE: Final = 1.0
"""Progress is shown after this many seconds without a result."""
INTERVAL: Final = 0.2
"""Seconds between updates of the progress."""


class SolveDisplay:
    """Shows the progress of the current search and stops the search at Ctrl-C."""

    def __init__(self, total: int) -> None:
        """Prepare to show the searches of *total* positions."""
        self.total = total
        self.number = 0
        """Number of the current position. The first is 1."""
        self.is_interrupted = False
        self._live: Live | None = None
        self._shown_from = time.perf_counter() + PATIENCE

    def __enter__(self) -> "SolveDisplay":
        return self

    def __exit__(self, *error: object) -> None:
        self._clear()

    def watch(self, engine: Engine, search: Analysis[SearchResult]) -> SearchResult:
        """Show a search while it runs and return its result. Ctrl-C ends the search early."""
        self.number += 1
        interval = INTERVAL if sys.stderr.isatty() else None
        try:
            while not search.wait(interval):
                self._show(engine)
        except KeyboardInterrupt:
            self.is_interrupted = True
            search.stop()
        return search.result()

    def echo(self, text: str) -> None:
        """Print a result. On a terminal, it replaces the progress."""
        if sys.stdout.isatty():
            self._clear()
            # Restart the wait for progress, but only if the result appeared on the terminal.
            self._shown_from = time.perf_counter() + PATIENCE
        click.echo(text)

    def _show(self, engine: Engine) -> None:
        progress = engine.progress()
        if progress is None or time.perf_counter() < self._shown_from:
            return
        if self._live is None:
            # By default, rich would also redirect standard output, which is for the results.
            self._live = Live(
                console=Console(stderr=True),
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        which = f"position {self.number} of {self.total}: " if self.total > 1 else ""
        self._live.update(Text(which + as_text(progress)), refresh=True)

    def _clear(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None


def as_text(progress: Progress) -> str:
    """Describe the progress of a search in two lines."""
    certainty = "exact" if progress.probability is None else f"{progress.probability}%"
    best = f", best {format_move(progress.line.move)} {progress.line.score}" if progress.line else ""
    left = "?" if progress.seconds_left is None else f"about {as_time(progress.seconds_left)}"
    return (
        f"step {progress.step} of {progress.steps} (depth {progress.depth}, {certainty}), "
        f"{progress.moves_done} of {progress.moves} moves{best}\n"
        f"proved {progress.lower:+d} to {progress.upper:+d}, {progress.nodes:,} nodes, "
        f"{progress.nodes_per_second / 1e6:.1f} M nodes/s, {as_time(progress.seconds)}, left {left}"
    )


def as_time(seconds: float) -> str:
    """Format a time as hours, minutes and seconds, as in "1:02:03" or "0:07"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
