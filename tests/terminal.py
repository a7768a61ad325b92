"""Pseudo-terminals, read with patience but not for ever."""

import os
import select
from typing import Final

SECONDS: Final = 120
"""How long a busy computer may take to say something."""


def read(descriptor: int) -> str:
    """What comes next from a terminal; "" when the other side has closed it."""
    ready, _, _ = select.select([descriptor], [], [], SECONDS)
    assert ready, f"nothing came for {SECONDS} s"
    try:
        return os.read(descriptor, 4096).decode("utf-8", "replace")
    except OSError:  # So Linux says that the other side has closed.
        return ""


def read_until(descriptor: int, text: str) -> str:
    """What comes up to a text, and perhaps a little more."""
    found = ""
    while text not in found:
        some = read(descriptor)
        assert some, f"{text!r} never came, but {found!r}"
        found += some
    return found


def read_all(descriptor: int) -> str:
    """What comes until the other side closes."""
    found = ""
    while some := read(descriptor):
        found += some
    return found
