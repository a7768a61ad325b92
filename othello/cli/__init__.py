"""The command line. It is the top layer: no other module imports it.

Each command is a separate module, imported only when the command runs. This way `othello --help` and the
first GTP replies do not wait for the engine to load. Results go to standard output. If standard error is a
terminal, progress goes there.

In reading order:

    errors          error messages, exit statuses, and lines that fit a terminal
    lazy_group      groups whose commands are imported when they run
    options         options that commands share
    progress        progress bars
    tables          tables
    best_moves      the table of best moves
    sources         positions and games given as arguments
    targets         output files: options and checks
    match_display   a match's progress and result
    match           othello match
    openings        othello openings
    analyze_all     othello analyze -o
    analyze         othello analyze
    bench           othello bench
    book/           othello book
    convert         othello convert
    games           othello games
    gtp             othello gtp
    hint            othello hint
    nboard          othello nboard
    perft           othello perft
    terminal_board  a board in a terminal
    play_game       a game in a terminal
    play            othello play
    solve_display   progress of `othello solve`
    verify          othello verify
    prove           othello prove
    solve           othello solve
    suite           othello suite
    train/          othello train
    lab/            othello lab
    web             othello web
    site            othello site
    warmup          othello warmup
"""

from typing import Final

import click

from othello.cli.lazy_group import LazyGroup
from othello.version import __version__

COMMANDS: Final = {
    "gtp": "Speak GTP on standard input and output.",
    "nboard": "Speak the NBoard protocol on standard input and output.",
    "play": "Play a game in the terminal.",
    "web": "Open a board in the browser to play games and analyze them.",
    "site": "Write the browser board as static files that any web host can serve.",
    "hint": "Show the best moves in a position with their values.",
    "analyze": "Review a game and show how many discs each move lost.",
    "solve": "Solve endgames exactly.",
    "prove": "Prove a position's value or a bound on it.",
    "verify": "Check a proof that `othello prove` wrote.",
    "suite": "Test the engine on positions with known scores.",
    "match": "Play games between engines and rate the engines.",
    "openings": "Print the built-in match openings or generate new openings.",
    "book": "Build, read and exchange opening books.",
    "games": "List games in files or extract the games that you choose.",
    "convert": "Convert a file with games or positions to another format.",
    "train": "Train the evaluation and the human move model.",
    "lab": "Write games, labels and tokens for machine learning.",
    "perft": "Count all move sequences of DEPTH plies.",
    "bench": "Search fixed positions and print the node count and speed.",
    "warmup": "Compile the engine's machine code now, unless the installation already contains it.",
}


@click.group(
    cls=LazyGroup,
    package=__name__,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="othello")
def main() -> None:
    """Play Othello over GTP, solve endgames, review games, run matches, and convert game files."""
