"""The version of the package, where any module can import it without the names of the package."""

__version__ = "0.1.0"
