"""The complete registry of commands. This module imports all modules that declare commands."""

from othello.gtp.commands import analysis, analyze, extensions, gogui, standard
from othello.gtp.registry import REGISTRY

__all__ = ["REGISTRY"]

REGISTRY.sort((standard, extensions, gogui, analysis, analyze))
