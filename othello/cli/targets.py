"""Checks of files that a command will write."""

import os
from pathlib import Path

from othello.cli.errors import BadInput
from othello.streams import STANDARD


def check_writable(path: Path) -> None:
    """Raise BadInput for a file that cannot be written; call this before long work."""
    if path == STANDARD:
        return
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadInput(f"{path}: there is no folder {folder}")
    if path.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
        raise BadInput(f"{path}: the file cannot be written")
