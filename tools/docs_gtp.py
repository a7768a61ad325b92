"""Generate the tables about GTP, NBoard, match engines and human-like levels."""

from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.nboard.requests import REGISTRY as NBOARD
from othello.match.engine_spec import KEYS
from othello.players.levels import BEGINNING, HUMAN_LEVELS, LOOK_AHEAD, SEARCH_WEIGHT, HumanLevel, human_level
from tools.docs import table

POINTS = sorted({rating for points in (BEGINNING, SEARCH_WEIGHT, LOOK_AHEAD) for rating, _ in points})
"""Ratings with a row in the table. The numbers of human-like levels are linear between them."""


def render() -> dict[str, str]:
    """Return the texts of the blocks by name."""
    commands, requests = (
        [(f"`{entry.usage}`", entry.help) for entry in registry.entries.values()]
        for registry in (REGISTRY, NBOARD)
    )
    keys = [(f"`{key}`", text) for key, text in KEYS.items()]
    return {
        "gtp-commands": table(("command", "what it does"), commands),
        "nboard-requests": table(("line", "what the engine does"), requests),
        "engine-keys": table(("key", "meaning"), keys),
        "look-ahead": table(("rating", "w", "level of the search", "b"), map(look_ahead, POINTS)),
        "human-levels": table(("level", "rating", "how it plays"), map(row, HUMAN_LEVELS)),
    }


def look_ahead(rating: int) -> list[str]:
    """Return the row of a rating: the numbers that determine how an opponent with this rating plays."""
    level = human_level(str(rating))
    return [str(rating), f"{level.search_weight:g}", f"{level.mean_search_level:g}", f"{level.beginning:g}"]


def row(level: HumanLevel) -> list[str]:
    """Return the row of a human-like level."""
    return [level.name, str(level.rating), level.words]
