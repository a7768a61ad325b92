"""The memory that a block of code allocates."""

import contextlib
import tracemalloc


class Allocated:
    """Bytes that Python and NumPy have allocated in a block, once the block is over."""

    kept = most = 0
    """At the end of the block, and at most."""


@contextlib.contextmanager
def allocated():
    """Measure the memory that the block allocates. Earlier memory does not count."""
    allocation = Allocated()
    tracemalloc.start()
    try:
        yield allocation
        allocation.kept, allocation.most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
