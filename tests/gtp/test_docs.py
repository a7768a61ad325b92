"""The time settings that the page about GTP describes, and the calls of a move on the page about the flow."""

import re
import sys

from othello.kernels import root
from tests import source

PAGE = (source.ROOT / "docs" / "gtp.md").read_text(encoding="utf-8")


def test_time_settings():
    """The page explains every form of time settings. `tests/gtp/test_time_control.py` tests their clocks."""
    rules = ("0 1 0", "0 0 0", "300 0 0", "300 30 5", "0 10 1", "0 10 0", "300 2 0")
    assert not [rule for rule in rules if f"`{rule}`" not in PAGE]


def test_the_calls_of_a_move(talk, monkeypatch):
    """The page about the flow lists the calls from a GTP line to machine code."""
    search_root, chains = root.search_root, []

    def noting(*arguments):
        frame, names = sys._getframe(1), []
        while "ProtocolSession.run" not in names[:1]:
            names.insert(0, frame.f_code.co_qualname)
            frame = frame.f_back
        chains.append(names)
        return search_root(*arguments)

    monkeypatch.setattr(root, "search_root", noting)
    talk(b"othello-level 4\ngenmove b\nquit\n")
    page = (source.ROOT / "docs" / "flow.md").read_text(encoding="utf-8")
    listed = re.search(r"```\n(ProtocolSession\.run\n.*?)```", page, re.DOTALL)[1].split()
    assert listed in chains
