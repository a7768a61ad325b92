"""Source code without docstrings, which a page without a server loads for nothing."""

import ast
from typing import Final

_DOCUMENTED: Final = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_IN_PLACE: Final = b'"_"'
"""What stands in place of a docstring: with none, data classes make one, which takes time."""


def without_docstrings(source: bytes) -> bytes:
    """Return source code with other docstrings of classes and functions, or as it is if it cannot be parsed.

    Those of modules stay, for some have licenses. The source may be that of a later version of Python.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    lines = source.splitlines(keepends=True)
    docstrings = [text for node in ast.walk(tree) if (text := _docstring(node))]
    # The last one first: a place counts lines from the beginning.
    for text in sorted(docstrings, key=lambda docstring: docstring.lineno, reverse=True):
        assert text.end_lineno is not None
        before, after = (
            lines[text.lineno - 1][: text.col_offset],
            lines[text.end_lineno - 1][text.end_col_offset :],
        )
        lines[text.lineno - 1 : text.end_lineno] = [before + _IN_PLACE + after]
    return b"".join(lines)


def _docstring(node: ast.AST) -> ast.Expr | None:
    """Return the docstring of a class or a function; None for other nodes, and without one."""
    if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        first = node.body[0]
        return first if isinstance(first, ast.Expr) else None
    return None
