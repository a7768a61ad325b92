"""`othello gtp`: the engine for GUIs and runners."""

import sys

import click

from othello.cli.base import table_option


@click.command()
@click.option("-l", "--level", type=click.IntRange(0, 60), help="Playing strength, 0-60.  [default: 10]")
@table_option
@click.option("-gtp", "unused_gtp", is_flag=True, hidden=True)
@click.option("-quiet", "unused_quiet", is_flag=True, hidden=True)
@click.option("-nobook", "unused_nobook", is_flag=True, hidden=True)
@click.option("-t", "-n", "--threads", "unused_threads", type=click.IntRange(1, 256), hidden=True)
def gtp(level: int | None, mebibytes: int, **unused: object) -> None:
    """Speak GTP on standard input and output.

    Options that match runners add for other engines, -gtp, -quiet, -nobook, -t N and -n N,
    are accepted and have no effect.

    \b
    Examples:
      othello gtp --level 12
      echo 'genmove black' | othello gtp --level 8
    """
    # The package speaks before the kernels are loaded; it is imported late like them.
    from gtp.process import run_gtp

    sys.exit(run_gtp(level=level, table_mib=mebibytes))
