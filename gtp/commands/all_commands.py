"""The complete registry: each module declares its commands in it when it is imported."""

from gtp.commands import analysis, draft, gogui
from gtp.commands.registry import REGISTRY

__all__ = ["REGISTRY", "analysis", "draft", "gogui"]
