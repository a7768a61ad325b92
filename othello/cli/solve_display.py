"""What people see while an end game is being solved: progress, on a terminal only."""

import sys
import time
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from othello.engine import Engine
    from othello.results import SearchResult
    from othello.search.analysis import Analysis
    from othello.search.progress import Progress

PATIENCE: Final = 1.0
"""Seconds that a solution takes before anything is shown of it."""
INTERVAL: Final = 0.2
"""Seconds between two looks at the search."""


class Display:
    """Shows how far the solution of a position is, and ends it when Ctrl-C is pressed."""

    def __init__(self, engine: "Engine", total: int) -> None:
        """Show what *engine* does with so many positions."""
        self.engine, self.total = engine, total
        self.number = 0
        """That of the position in work, from 1."""
        self.is_interrupted = False
        self._live: Any = None
        self._shown_from = time.perf_counter() + PATIENCE

    def __enter__(self) -> "Display":
        return self

    def __exit__(self, *error: object) -> None:
        self._clear()

    def watch(self, search: "Analysis") -> "SearchResult":
        """The result of a search, which is shown while it runs; Ctrl-C ends it early."""
        self.number += 1
        interval = INTERVAL if sys.stderr.isatty() else None
        try:
            while not search.wait(interval):
                self._show()
        except KeyboardInterrupt:
            self.is_interrupted = True
            search.stop()
        return search.result()

    def echo(self, text: str) -> None:
        """Print a result; on a terminal where the progress was."""
        if sys.stdout.isatty():
            self._clear()
            # Results that are seen are progress enough; those that go to a file are not.
            self._shown_from = time.perf_counter() + PATIENCE
        click.echo(text)

    def _show(self) -> None:
        found = self.engine.progress()
        if found is None or time.perf_counter() < self._shown_from:
            return
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            # Results stay on standard output, which rich would take over.
            self._live = Live(
                console=Console(stderr=True),
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        which = f"position {self.number} of {self.total}: " if self.total > 1 else ""
        self._live.update(Text(which + as_text(found)), refresh=True)

    def _clear(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None


def as_text(found: "Progress") -> str:
    """A state of a search in a few words, in two lines."""
    from othello.square import format_move

    sure = "exact" if found.selectivity is None else f"{found.selectivity}%"
    best = f", best {format_move(found.line.move)} {found.line.score}" if found.line else ""
    left = "?" if found.seconds_left is None else f"about {as_time(found.seconds_left)}"
    return (
        f"step {found.step} of {found.steps} (depth {found.depth}, {sure}), "
        f"{found.moves_done} of {found.moves} moves{best}\n"
        f"proved {found.lower:+d} to {found.upper:+d}, {found.nodes:,} nodes, "
        f"{found.nodes_per_second / 1e6:.1f} M nodes/s, {as_time(found.seconds)}, left {left}"
    )


def as_time(seconds: float) -> str:
    """Hours, minutes and seconds, as in "1:02:03" and "0:07"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
