"""The complete registry: each module declares its commands when it is imported."""

from gtp.commands import analysis, draft, gogui
from gtp.commands.registry import REGISTRY

__all__ = ["REGISTRY"]

REGISTRY.sort((draft, gogui, analysis))
