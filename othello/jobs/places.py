"""Where jobs are done; this module is quick to import, for command lines."""

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Places:
    """Where jobs are done."""

    workers: int = 1
    """Jobs at the same time on this computer; 1 means this process."""
    scheduler: str | None = None
    """Address of a Dask scheduler, whose workers do the jobs instead, or "local" for a cluster of *workers*
    processes on this computer."""

    def for_jobs(self, number: int) -> "Places":
        """Return these places without workers for which a list of *number* jobs has none."""
        return replace(self, workers=max(1, min(self.workers, number)))


HERE: Final = Places()
"""This process."""
