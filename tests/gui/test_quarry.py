"""Whole games in Quarry: the engine as black, as white, and on both sides, with and without clocks."""

import re

import pytest

from othello.formats.sgf import parse_sgf
from othello.rules.score import Color
from tests.gui import quarry

MISSING = quarry.missing()
RHINO = f"{quarry.path_of(quarry.RHINO)} -l 1"
CLOCKS = {
    "no clock": quarry.NO_CLOCK,
    "clock": quarry.CLOCK,
    "time per move": quarry.TIME_PER_MOVE,
    "overtime": quarry.OVERTIME,
}
SETTINGS = {"clock": "120 0 0", "time per move": "0 5 1", "overtime": "5 20 10"}
PLAYERS = {"black": (quarry.OURS, RHINO), "white": (RHINO, quarry.OURS), "both": (quarry.OURS, quarry.OURS)}
GAMES = [(players, clock) for players in PLAYERS for clock in ("no clock", "clock")]
GAMES += [("both", "time per move"), ("both", "overtime")]

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


@pytest.mark.parametrize(("players", "clock"), GAMES)
def test_games(tmp_path, players, clock):
    """A game is finished, no command fails, Quarry has the same game and result, and no engine is left."""
    commands = PLAYERS[players]
    played = quarry.play(tmp_path, *commands, CLOCKS[clock])
    end = played.record.last_position
    assert end.is_over
    for color, command in zip(Color, commands, strict=True):
        log = played.logs[color]
        assert len(log.replies) == len(log.sent)
        assert [reply for reply in log.replies if not reply.startswith("=")] == []
        assert f"genmove {color}" in log.sent
        assert log.game() == played.record
        timed = [line.split(maxsplit=1)[1] for line in log.sent if line.startswith("time_settings")]
        assert timed in ([SETTINGS[clock]] if clock in SETTINGS else [], [SETTINGS.get(clock, "0 1 0")])
        if command == quarry.OURS:
            assert log.exit_code == 0
    saved = parse_sgf(played.saved)
    assert saved.moves == played.record.moves
    # Quarry writes the result when the game is over, and does not give the empty squares to anybody.
    difference = len(end.discs(Color.BLACK)) - len(end.discs(Color.WHITE))
    winner = "B" if difference > 0 else "W"
    result = re.search(r"RE\[(.*?)\]", played.saved)[1]
    assert result == (f"{winner}+{abs(difference)}" if difference else "0") or (
        difference == 0 and result == "Draw"
    )
    assert played.picture.stat().st_size > 0
