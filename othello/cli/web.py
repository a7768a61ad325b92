"""`othello web`: serves the board for browsers."""

import importlib
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import BadInput
from othello.cli.options import (
    Integer,
    TableSize,
    book_options,
    check_weights,
    flag,
    option,
    threads_option,
    weights_option,
)
from othello.players.book_player import OpeningBook
from othello.search.memory import largest_table_mib
from othello.search.settings import MIN_TABLE_MIB
from othello.web.settings import MAX_SESSIONS, WebSettings

HOST: Final = "127.0.0.1"
PORT: Final = 8064
EVERYWHERE: Final = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of this computer."""
DEFAULT: Final = WebSettings()


@click.command()
@option("--host ADDRESS", str, "Address to listen on. Use 0.0.0.0 to let other computers connect.", HOST)
@option("--port", Integer(0, 65535), "Port to listen on. Use 0 for any free port.", PORT)
@option(
    "--name names NAME",
    str,
    "Host name that browsers may use for this server, in addition to localhost and IP addresses.",
    multiple=True,
)
@flag("--no-open is_quiet", "Do not open the page in a browser.")
@option(
    "--sessions",
    Integer(1, MAX_SESSIONS),
    "Maximum number of open pages. Each page has its own engine.",
    DEFAULT.sessions,
)
@threads_option
@option(
    "--hash session_mib MB",
    TableSize(MIN_TABLE_MIB),
    "Size of each page's transposition table, in MiB.",
    DEFAULT.engine.table_mib,
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
    """Open a board in the browser to play games and analyze them.

    By default, only this computer can reach the server (see --host). The server needs the packages from the
    extra `web`. Press Ctrl-C to stop the server.

    \b
    Examples:
      othello web
      othello web --threads 2 --hash 256
      othello web --host 0.0.0.0 --name board.example --sessions 20
    """
    server = importlib.import_module("othello.web.server")  # this module needs the packages of the extra
    engine = replace(DEFAULT.engine, table_mib=session_mib, threads=threads, weights=weights)
    check_weights(engine.weights)
    own_names = {name.lower() for name in (*names, host)}
    settings = WebSettings(engine, sessions, frozenset(own_names))
    if settings.most_mib > largest_table_mib():
        raise BadInput(
            f"{sessions} sessions with {session_mib} MiB each need {settings.most_mib:g} MiB, but this"
            f" computer has {largest_table_mib()} MiB: lower --sessions or --hash"
        )
    listener = server.listen(host, port)
    number = listener.getsockname()[1]
    address = f"http://{_written('localhost' if host in EVERYWHERE else host)}:{number}/"
    own = _own_address() if host in EVERYWHERE else None
    elsewhere = f"http://{own}:{number}/" if own else ""

    def announce() -> None:
        click.echo(f"The board is at {address} (Ctrl-C ends the server)")
        if elsewhere:
            click.echo(f"Other devices in your network can open it at {elsewhere}")
            if sys.stdout.isatty():
                click.echo(server.qr_code(elsewhere))
        if not is_quiet:
            # The thread is for browsers in the terminal. The call that opens such a browser returns only when
            # the browser ends.
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    server.serve(listener, replace(settings, address=elsewhere), opening, announce)


def _written(host: str) -> str:
    """Return a host as written in URLs, with brackets around IPv6 addresses."""
    return f"[{host}]" if ":" in host else host


def _own_address() -> str | None:
    """Return this computer's address in its network, or None if it has no address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing but lets the system choose a network
        except OSError:
            return None
        return str(probe.getsockname()[0])
