"""Settings and fixtures of all tests."""

import gc
import signal

import hypothesis

# Collection makes thousands of tests, which live until the end, so no garbage is to be collected.
gc.disable()

# A shell starts commands in the background with SIGINT ignored, which the processes of tests would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline: the first call of a kernel may have to compile it. Every run tries other examples.
FAST = {"deadline": None, "max_examples": 50}
hypothesis.settings.register_profile("othello", **FAST)
hypothesis.settings.register_profile("mutants", phases=list(hypothesis.Phase)[:3], **FAST)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=4000)
hypothesis.settings.load_profile("othello")


def pytest_collection_finish():
    """Spare the garbage collector the thousands of tests."""
    gc.freeze()
    gc.enable()
