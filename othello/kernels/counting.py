"""Whether kernels count every position, to compare node counts with those of other programs.

The count would slow the solver of the last empty squares. So kernels that count are other machine
code, with files of its own in the cache. The environment variable OTHELLO_COUNT_ALL chooses it, so
processes inherit the choice from the process that starts them.
"""

import functools
import os
from typing import Final

VARIABLE: Final = "OTHELLO_COUNT_ALL"


@functools.cache
def counts_all() -> bool:
    """Return whether the kernels of this process count every position: OTHELLO_COUNT_ALL is "1"."""
    return os.environ.get(VARIABLE) == "1"


def count_all() -> None:
    """Choose kernels that count every position, in this process and in those that it starts.

    Raises RuntimeError if other kernels may have been loaded.
    """
    os.environ[VARIABLE] = "1"
    if not counts_all():
        raise RuntimeError("kernels have been loaded: call count_all before the first search")
