"""`othello web`: the board in the browser."""

import importlib
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Final

import click

from othello.book.opening import OpeningBook
from othello.cli.errors import BadInput
from othello.cli.options import TableSize, book_options, check_weights, weights_option
from othello.kernels.library import warmup
from othello.memory import largest_table_mib
from othello.settings import MAX_THREADS, MIN_TABLE_MIB
from othello.web.settings import MAX_SESSIONS, WebSettings

HOST: Final = "127.0.0.1"
PORT: Final = 8064
DEFAULT: Final = WebSettings()


@click.command()
@click.option(
    "--host",
    default=HOST,
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on; 0.0.0.0 lets other computers in.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="Port; 0 is any free one.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name under which browsers may address the server, besides localhost and IP addresses.",
)
@click.option("--no-open", "is_quiet", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--sessions",
    type=click.IntRange(1, MAX_SESSIONS),
    default=DEFAULT.sessions,
    show_default=True,
    metavar="N",
    help="Pages that are served at the same time; each has an engine.",
)
@click.option(
    "-t",
    "--threads",
    type=click.IntRange(1, MAX_THREADS),
    default=1,
    show_default=True,
    metavar="N",
    help="Threads of each search.",
)
@click.option(
    "--hash",
    "session_mib",
    type=TableSize(MIN_TABLE_MIB),
    default=DEFAULT.engine.table_mib,
    show_default=True,
    metavar="MB",
    help="Size of the transposition table of each session.",
)
@weights_option
@book_options
def web(
    host: str,
    port: int,
    names: tuple[str, ...],
    is_quiet: bool,
    sessions: int,
    threads: int,
    session_mib: int,
    weights: Path | None,
    opening: OpeningBook | None,
) -> None:
    """Open a board in the browser, to play and to analyze.

    The server listens on this computer only, unless --host says otherwise. It needs the packages of
    the extra `web`. Ctrl-C ends it.

    \b
    Examples:
      othello web
      othello web --threads 2 --hash 256
      othello web --host 0.0.0.0 --name board.example --sessions 20
    """
    server = server_module()
    engine = replace(DEFAULT.engine, table_mib=session_mib, threads=threads, weights=weights)
    check_weights(engine.weights)
    own_names = {each.lower() for each in (*names, host)}
    settings = WebSettings(engine, sessions, frozenset(own_names))
    if settings.most_mib > largest_table_mib():
        raise BadInput(
            f"{sessions} sessions with {session_mib} MiB each need {settings.most_mib:g} MiB, but this"
            f" computer has {largest_table_mib()} MiB: lower --sessions or --hash"
        )
    listener = server.listen(host, port)
    warmup()
    address = f"http://{_written(host)}:{listener.getsockname()[1]}/"

    def announce() -> None:
        click.echo(f"The board is at {address} (Ctrl-C ends the server)")
        if not is_quiet:
            # In a thread: a browser in the terminal returns when it ends.
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    server.serve(listener, settings, opening, announce)


def server_module() -> ModuleType:
    """Return `othello.web.server`; raises BadInput if the packages of the extra are not installed."""
    try:
        return importlib.import_module("othello.web.server")
    except ModuleNotFoundError as error:
        if (error.name or "othello").startswith("othello"):
            raise
        raise BadInput(f"othello web needs {error.name}: pip install 'othello[web]'") from None


def _written(host: str) -> str:
    """Return a host as it stands in an address; every address of this computer is localhost."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
