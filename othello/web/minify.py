"""Removes docstrings from source code, so that a page without a server has less to load."""

import ast
from typing import Final

_DOCUMENTED: Final = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_IN_PLACE: Final = b'"_"'
"""The text that replaces a docstring. Without any text, data classes would create a docstring, which takes
time."""


def without_docstrings(source: bytes) -> bytes:
    """Return source code without the docstrings of classes and functions.

    Docstrings of modules stay, because some contain licenses. Source that cannot be parsed, for example
    because it is for a later version of Python, is returned unchanged.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    lines = source.splitlines(keepends=True)
    docstrings = [text for node in ast.walk(tree) if (text := _docstring(node))]
    # From the last docstring to the first, so that the line numbers of the other docstrings remain correct.
    for text in sorted(docstrings, key=lambda docstring: docstring.lineno, reverse=True):
        assert text.end_lineno is not None
        before, after = (
            lines[text.lineno - 1][: text.col_offset],
            lines[text.end_lineno - 1][text.end_col_offset :],
        )
        lines[text.lineno - 1 : text.end_lineno] = [before + _IN_PLACE + after]
    return b"".join(lines)


def _docstring(node: ast.AST) -> ast.Expr | None:
    """Return the docstring of a class or a function, or None for other nodes and if there is none."""
    if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        first = node.body[0]
        return first if isinstance(first, ast.Expr) else None
    return None
