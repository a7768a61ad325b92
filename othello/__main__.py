"""`python -m othello`."""

from othello.cli import main

main()
