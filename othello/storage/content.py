"""Lets functions that expect a path read from file objects."""

from typing import IO


class Content(str):
    """A file object's name and content. Functions that read from a path accept it."""

    data: bytes

    @classmethod
    def of(cls, file: IO[str] | IO[bytes]) -> "Content":
        """Read *file* to its end. The result has the name of *file*, or the name "<file>"."""
        content = cls(name_of(file))
        read = file.read()
        content.data = read.encode("utf-8", "replace") if isinstance(read, str) else read
        return content


def name_of(file: IO[str] | IO[bytes]) -> str:
    """Return the name of a file object, or "<file>" if it has no name."""
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else "<file>"
