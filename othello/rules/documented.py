"""Descriptions of fields in the text that `help` shows.

A field of a data class or a member of an enumeration is described by the text below it, which
Python drops. `othello` adds these texts to the docstrings of its public classes. They are read from the
source when somebody reads the docstring: an import does not pay for it.
"""

import ast
import dataclasses
import enum
import inspect
import textwrap


def describe_fields(cls: type) -> None:
    """Add the descriptions of the fields below the docstring of a data class or an enumeration."""
    if dataclasses.is_dataclass(cls) or issubclass(cls, enum.Enum):
        type.__setattr__(cls, "__doc__", FieldDocs(cls.__doc__))


class FieldDocs:
    """The docstring of a class with the descriptions of its fields, made when it is first read."""

    def __init__(self, text: str | None) -> None:
        """Keep the docstring *text* of a class."""
        self.text = text
        self._whole: str | None = None

    def __get__(self, instance: object, owner: type) -> str | None:
        """Return the docstring of *owner*; without its source, only the part above the fields."""
        if self.text is None:  # python -OO
            return None
        if self._whole is None:
            fields = [f"    {line}\n{textwrap.indent(text, ' ' * 8)}" for line, text in _fields(owner)]
            parts = [inspect.cleandoc(self.text), "Fields:", *fields] if fields else [self.text]
            self._whole = "\n\n".join(parts)
        return self._whole


def _fields(owner: type) -> list[tuple[str, str]]:
    """Return the line and the description of each field that has one."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0]
    except (OSError, TypeError, SyntaxError):
        return []
    assert isinstance(body, ast.ClassDef)
    return [
        (ast.unparse(field), inspect.cleandoc(below.value.value))
        for field, below in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.Assign | ast.AnnAssign)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    ]
