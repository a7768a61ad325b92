"""`othello site`: writes the browser board as static files that any web host can serve."""

from pathlib import Path

import click

from othello.cli.options import option
from othello.web import site as sites


@click.command()
@option(
    "-o --output folder DIR",
    click.Path(path_type=Path, file_okay=False),
    "Folder for the site.",
    required=True,
)
@option(
    "--pyodide DIR",
    click.Path(path_type=Path, file_okay=False, exists=True),
    f"Folder in which npm installed Pyodide {sites.PYODIDE_VERSION}.",
    required=True,
)
def site(folder: Path, pyodide: Path) -> None:
    """Write the browser board as static files that any web host can serve.

    The engine runs in the browser. An earlier site in the folder is replaced.

    \b
    Examples:
      npm install --prefix build pyodide@314.0.7
      othello site -o build/site --pyodide build/node_modules/pyodide
      python3 -m http.server --bind 127.0.0.1 --directory build/site
    """
    website = sites.write(folder, pyodide)
    click.echo(
        f"{folder}: {website.files} files. A browser loads {website.sent / 1e6:.1f} MB once,"
        f" {website.first / 1e3:.0f} kB of them before the board can be played"
    )
