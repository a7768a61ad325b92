"""The version of the package, apart from `othello/__init__` so that any module can import it."""

__version__ = "0.1.0"
