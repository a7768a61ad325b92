"""The complete registry of commands. Each module declares its commands when it is imported."""

from othello.gtp.commands import analysis, analyze, extensions, gogui, standard
from othello.gtp.registry import REGISTRY

__all__ = ["REGISTRY"]

REGISTRY.sort((standard, extensions, gogui, analysis, analyze))
