"""`python -m othello.gtp`: the same as `othello gtp`."""

from othello.__main__ import gtp_main

if __name__ == "__main__":
    gtp_main()
