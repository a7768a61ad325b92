"""Settings and fixtures of all tests."""

import gc
import signal

import hypothesis

# Collecting the tests creates thousands of objects that live until the end, so collecting garbage meanwhile
# would only cost time.
gc.disable()

# A shell that starts a command in the background lets it ignore SIGINT. The processes that tests start would
# inherit this.
signal.signal(signal.SIGINT, signal.default_int_handler)

# There is no deadline, because the first call of a kernel may have to compile it. Every run tries other
# examples.
FAST = {"deadline": None, "max_examples": 25}
hypothesis.settings.register_profile("othello", **FAST)
hypothesis.settings.register_profile("mutants", phases=list(hypothesis.Phase)[:3], **FAST)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=4000)
hypothesis.settings.load_profile("othello")


def pytest_collection_finish():
    """Let the garbage collector skip the thousands of objects that collecting has created."""
    gc.freeze()
    gc.enable()
