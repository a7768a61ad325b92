"""All commands: each module declares its own in the one registry when it is imported."""

from gtp import analysis, gogui
from gtp.commands import REGISTRY

__all__ = ["REGISTRY", "analysis", "gogui"]
