"""The time settings that the page about GTP describes, and the calls of a move on the page about the flow."""

import re
import sys

import pytest

from othello import Clock, Color
from othello.gtp.time_control import TimeControl, TimeLeft, TimeSettings
from othello.kernels import root
from tests import source

PAGE = (source.ROOT / "docs" / "gtp.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rule", "left", "clock"),
    [
        ("0 1 0", None, None),
        ("0 0 0", None, None),
        ("300 0 0", None, Clock(300)),
        ("300 30 5", None, Clock(300, increment=6)),
        ("0 10 1", None, Clock(10, moves_to_go=1, period=10)),
        ("0 10 0", TimeLeft(10, 0), Clock(10, moves_to_go=1, period=10)),
        ("300 2 0", TimeLeft(300, 0), Clock(300, increment=2)),
    ],
)
def test_the_page_has_these_time_settings_and_they_mean_what_it_says(rule, left, clock):
    assert f"`{rule}`" in PAGE
    main, period, stones = map(int, rule.split())
    control = TimeControl(now=lambda: 0)
    control.configure(TimeSettings(main, period, stones))
    if left is not None:
        control.set_left(Color.BLACK, left)
    assert control.clock(Color.BLACK, 0) == clock


def test_the_calls_of_a_move(talk, monkeypatch):
    """The page about the flow has the calls from a line of GTP to machine code."""
    search_root, chains = root.search_root, []

    def noting(*arguments):
        frame, names = sys._getframe(1), []
        while "Conversation.run" not in names[:1]:
            names.insert(0, frame.f_code.co_qualname)
            frame = frame.f_back
        chains.append(names)
        return search_root(*arguments)

    monkeypatch.setattr(root, "search_root", noting)
    talk(b"othello-level 4\ngenmove b\nquit\n")
    page = (source.ROOT / "docs" / "flow.md").read_text(encoding="utf-8")
    listed = re.search(r"```\n(Conversation\.run\n.*?)```", page, re.DOTALL)[1].split()
    assert listed in chains
