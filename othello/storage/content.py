"""File objects that readers take in place of paths."""

from typing import IO


class Content(str):
    """The name of a file object together with its content. Readers take it as a path."""

    data: bytes

    @classmethod
    def of(cls, file: IO[str] | IO[bytes]) -> "Content":
        """Read *file* to its end, and keep its name if there is one."""
        content = cls(name_of(file))
        read = file.read()
        content.data = read.encode("utf-8", "replace") if isinstance(read, str) else read
        return content


def name_of(file: IO[str] | IO[bytes]) -> str:
    """Return the name of a file object, or "<file>" if it has none."""
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else "<file>"
