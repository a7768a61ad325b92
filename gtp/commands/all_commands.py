"""The complete registry: each module declares its commands when it is imported."""

from othello.gtp.commands import analysis, draft, gogui, own, stream
from othello.gtp.commands.registry import REGISTRY

__all__ = ["REGISTRY"]

REGISTRY.sort((draft, own, gogui, analysis, stream))
