"""Removes docstrings and comments from source code, so that a page without a server loads less code."""

import ast
import io
import tokenize
from typing import Final

_DOCUMENTED: Final = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_IN_PLACE: Final = b'"_"'
"""The statement that replaces a docstring. Without it, Python would spend time creating docstrings for data
classes."""


def minified(source: bytes) -> bytes:
    """Remove comments and the docstrings of classes and functions from source code.

    The module's docstring and the comments above the first statement stay, because some contain licenses.
    Code that cannot be parsed, for example because it needs a later version of Python, is returned unchanged.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    lines = source.splitlines(keepends=True)
    first = min((node.lineno for node in tree.body if not isinstance(node, ast.Expr)), default=len(lines))
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type == tokenize.COMMENT and token.start[0] >= first:
            line = lines[token.start[0] - 1].rstrip(b"\r\n")
            lines[token.start[0] - 1] = line.removesuffix(token.string.encode()).rstrip() + b"\n"
    docstrings = [text for node in ast.walk(tree) if (text := _docstring(node))]
    # The last docstring is replaced first, so that the others' line numbers stay correct.
    for text in sorted(docstrings, key=lambda docstring: docstring.lineno, reverse=True):
        assert text.end_lineno is not None
        before, after = (
            lines[text.lineno - 1][: text.col_offset],
            lines[text.end_lineno - 1][text.end_col_offset :],
        )
        lines[text.lineno - 1 : text.end_lineno] = [before + _IN_PLACE + after]
    return b"".join(lines)


def _docstring(node: ast.AST) -> ast.Expr | None:
    """Return a node's docstring, or None if it has none or is not a class or a function."""
    if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        first = node.body[0]
        return first if isinstance(first, ast.Expr) else None
    return None
