"""A strong Othello engine and library."""

__version__ = "0.1.0"
