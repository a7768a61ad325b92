"""The tables about GTP, NBoard, UGI, the engines of a match, and human-like levels."""

from collections.abc import Callable

from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.match.engine_spec import KEYS
from othello.gtp.nboard.protocol import USAGE
from othello.gtp.nboard.requests import HANDLERS
from othello.gtp.ugi.protocol import USAGE as UGI_USAGE
from othello.gtp.ugi.requests import HANDLERS as UGI_HANDLERS
from othello.human.levels import HUMAN_LEVELS, HumanLevel
from tests.docs import table


def render() -> dict[str, str]:
    """Return the text of each block by its name."""
    commands = [(f"`{each.usage}`", each.help) for each in REGISTRY.entries.values()]
    requests = [(f"`{USAGE[name]}`", first_paragraph(handler)) for name, handler in HANDLERS.items()]
    ugi = [(f"`{UGI_USAGE[name]}`", first_paragraph(handler)) for name, handler in UGI_HANDLERS.items()]
    keys = [(f"`{key}`", text) for key, text in KEYS.items()]
    columns = ("total loss", "limit for one move", "temperature", "greed", "corner pull", "corner fear")
    return {
        "gtp-commands": table(("command", "what it does"), commands),
        "nboard-requests": table(("line", "what the engine does"), requests),
        "ugi-requests": table(("line", "what the engine does"), ugi),
        "engine-keys": table(("key", "meaning"), keys),
        "human-levels": table(("level", *columns), map(row, HUMAN_LEVELS)),
    }


def first_paragraph(handler: Callable[..., None]) -> str:
    """Return the first paragraph of a docstring in one line."""
    return " ".join((handler.__doc__ or "").split("\n\n")[0].split())


def row(level: HumanLevel) -> list[str]:
    """Return the parameters of a human-like level in the order of the columns."""
    loss = (level.total_loss, level.max_loss)
    looks = (level.temperature, level.greed, level.corner_pull, level.corner_fear)
    return [level.name, *(f"{value:g}" for value in (*loss, *looks))]
