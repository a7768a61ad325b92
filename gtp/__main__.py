"""`python -m gtp`: the engine over GTP with default settings; `othello gtp` has options."""

import sys

from gtp.process import run_gtp

if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit("python -m gtp takes no options: use othello gtp")
    sys.exit(run_gtp())
