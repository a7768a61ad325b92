"""Formats of books: their names, and which one a file has."""

from pathlib import Path
from typing import Final

from othello.cli.errors import BadInput

FORMATS: Final = {"edax": (".dat",), "egaroucid": (".egbk3",), "jsonl": (".jsonl", ".gz", ".bz2")}
"""The formats with their suffixes."""


def format_of(path: Path, named: str | None) -> str:
    """Return the format of a file by its name, or the one that was named; raises BadInput."""
    if named is not None:
        return named
    for name, suffixes in FORMATS.items():
        if path.suffix.lower() in suffixes:
            return name
    raise BadInput(f"{path}: .dat is Edax, .egbk3 Egaroucid, .jsonl JSON lines; --format names another one's")
