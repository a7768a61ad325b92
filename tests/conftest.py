"""Settings and fixtures of all tests."""

import hypothesis

# No deadline: the first call of a kernel may have to compile it.
hypothesis.settings.register_profile("othello", deadline=None)
hypothesis.settings.load_profile("othello")
