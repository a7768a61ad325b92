"""Generate the table of levels in docs/levels.md."""

from typing import Final

from othello.kernels.probcut import PERCENT
from othello.search import levels
from tools.docs import table

SHOWN: Final = (0, 1, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 27, 29, 31, 33, 35, 36, 40, 50, 60)
"""Levels with a row in the table: those where something changes, and some in between."""


def render() -> dict[str, str]:
    """Return the texts of the blocks by name."""
    percents = sorted(PERCENT, reverse=True)
    heading = ["level", "plies in the midgame", *(f"{percent}%" for percent in percents)]
    return {"levels": table(heading, [row(level, percents) for level in SHOWN])}


def row(level: int, percents: list[int]) -> list[str]:
    """Return the row of a level: its midgame search, and the maximum empty squares for each endgame stage."""
    depth, selectivity = levels.depth_and_selectivity(level, 60)
    certainty = f", {PERCENT[selectivity]}%" if PERCENT[selectivity] < 100 else ""
    midgame = "" if level == levels.STRONGEST else f"{depth}{certainty}"
    stages = {PERCENT[stage_selectivity]: empties for empties, stage_selectivity in levels.stages(level)}
    return [str(level), midgame, *(str(stages.get(percent, "")) for percent in percents)]
