"""`python -m gtp`: the engine over GTP with default settings; `othello gtp` has options."""

import sys

from othello import streams

INTERRUPTED = 130
"""Exit status after Ctrl-C while the engine is imported."""

if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit("python -m gtp takes no options: use othello gtp")
    try:
        streams.mend()
        # Late: Ctrl-C may come at any time.
        from gtp.process import run_gtp

        sys.exit(run_gtp())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
