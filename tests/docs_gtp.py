"""The tables of docs/ about GTP, NBoard, matches and human-like levels."""

from gtp.commands.all_commands import REGISTRY
from gtp.match.engine_spec import KEYS
from gtp.nboard.protocol import USAGE
from gtp.nboard.requests import HANDLERS
from othello.human.levels import HUMAN_LEVELS


def render():
    """Return the text of each block by its name."""
    return {
        "gtp-commands": table(
            ("command", "what it does"),
            [(f"`{each.usage}`", each.help) for each in REGISTRY.entries.values()],
        ),
        "nboard-requests": table(
            ("line", "what the engine does"),
            [(f"`{USAGE[name]}`", first_paragraph(handler)) for name, handler in HANDLERS.items()],
        ),
        "engine-keys": table(("key", "meaning"), [(f"`{key}`", text) for key, text in KEYS.items()]),
        "human-levels": table(
            ("level", "total loss", "most in one move", "temperature", "greed", "corner pull", "corner fear"),
            [
                (
                    each.name,
                    *(
                        f"{value:g}"
                        for value in (
                            each.total_loss,
                            each.max_loss,
                            each.temperature,
                            each.greed,
                            each.corner_pull,
                            each.corner_fear,
                        )
                    ),
                )
                for each in HUMAN_LEVELS
            ],
        ),
    }


def first_paragraph(function):
    """The first paragraph of a docstring in one line."""
    return " ".join(function.__doc__.split("\n\n")[0].split())


def table(heading, rows):
    """A table in Markdown."""
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
