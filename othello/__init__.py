"""A strong Othello engine and library.

    import othello

    board = othello.Board.parse("f5d6c3")
    with othello.Engine() as engine:
        print(engine.play(board))

`__init__.pyi` lists the public names. The first use of a name imports its module. Squares, scores and errors
need no machine code. The first board or engine loads the machine code, which takes some tenths of a second.
"""

import importlib
from pathlib import Path
from typing import Any

from othello.version import __version__ as __version__


def _read_homes() -> dict[str, str]:
    """Return each public name's module, read from lines such as "from othello.errors import A as A"."""
    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    lines = (line.split() for line in stub.splitlines() if line.startswith("from "))
    return {name: module for _, module, _, name, *_ in lines}


_HOMES = _read_homes()
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module 'othello' has no attribute {name!r}")
    home = importlib.import_module(_HOMES[name])
    # A name that its module does not define is a submodule, such as `svg`.
    value = vars(home)[name] if name in vars(home) else importlib.import_module(f"{home.__name__}.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all public names, even if their modules are not imported yet."""
    return sorted(__all__)
