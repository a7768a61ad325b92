"""Mutants: copies of the product with one change, such as `<` to `<=`, or a removed call.

A mutant is identified by text, not by a line number, so it stays the same when other code is edited.
"""

import ast
import collections
import hashlib
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
    ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.USub: ast.UAdd, ast.Invert: ast.UAdd,
}  # fmt: skip
"""Maps each operator to its replacement."""
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED = ("annotation", "returns", "decorator_list", "bases", "type_params")
"""Fields of syntax nodes where no test can notice a change."""
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Mutant(NamedTuple):
    """One change of the product."""

    file: str
    """The module's path relative to the project's root, with slashes."""
    function: str
    """The qualified name of the changed function or class. Empty for a change outside them."""
    old: str
    """The source text that is replaced."""
    number: int
    """Number of equal replacements that are possible earlier in the same function."""
    new: str
    """The replacement text."""

    @property
    def room(self) -> str:
        """The room to which the module belongs."""
        return room_of(self.file)


def room_of(file: str) -> str:
    """Return the room of a module: `gtp`, a folder of `othello`, or `othello` itself."""
    folder, *inner, _ = file.split("/")
    return inner[0] if inner and folder != "gtp" else folder


def of_file(root: Path, file: str) -> dict[Mutant, ast.AST]:
    """Map each mutant of a module to the syntax node that it changes."""
    content = (root / file).read_bytes()
    lines = content.splitlines(keepends=True)
    numbers: collections.Counter[tuple[str, str, str]] = collections.Counter()
    mutants: dict[Mutant, ast.AST] = {}
    for function, node in _nodes(ast.parse(content), ""):
        for changed in _changes(node):
            text = ast.unparse(changed)
            new = f"({text})" if isinstance(changed, ast.expr) else text
            before, after = _around(lines, node)
            old = content[len(before) : len(content) - len(after)].decode()
            mutants[Mutant(file, function, old, numbers[function, old, new], new)] = node
            numbers[function, old, new] += 1
    return mutants


def _nodes(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield all nodes below a node, except types and decorators, each with its function's name."""
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            # Before Python 3.12, nodes in f-strings have wrong columns.
            if isinstance(child, ast.AST) and field not in UNTOUCHED and not isinstance(child, ast.JoinedStr):
                yield function, child
                inner = f"{function}.{child.name}".strip(".") if isinstance(child, SCOPES) else function
                yield from _nodes(child, inner)


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, [op], right) if type(op) in SWAPS:
            yield ast.Compare(left, [SWAPS[type(op)]()], right)
        case ast.BinOp(left, op, right) if type(op) in SWAPS:
            yield ast.BinOp(left, SWAPS[type(op)](), right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(SWAPS[type(op)](), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(op, operand) if type(op) in SWAPS:
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.Call(ast.Name(name), args, keywords) if name in NAMES:
            yield ast.Call(ast.Name(NAMES[name]), args, keywords)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Break():
            yield ast.Continue()
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Continue():
            yield ast.Pass()


def _around(lines: list[bytes], node: ast.AST) -> tuple[bytes, bytes]:
    """Return a module's text before and after a node."""
    first, last = node.lineno - 1, node.end_lineno - 1
    before = b"".join(lines[:first]) + lines[first][: node.col_offset]
    return before, lines[last][node.end_col_offset :] + b"".join(lines[last + 1 :])


def changed(content: bytes, mutant: Mutant, node: ast.AST) -> bytes:
    """Return a module's content with *node* replaced by a mutant's text."""
    before, after = _around(content.splitlines(keepends=True), node)
    return before + mutant.new.encode() + after


def sample(mutants: Iterable[Mutant], size: int, seed: int) -> list[Mutant]:
    """Return up to *size* random mutants, taken from all rooms in turn.

    A smaller sample is the beginning of a larger one. If the product is edited, unaffected mutants stay in
    the sample.
    """

    def chance(mutant: Mutant) -> bytes:
        return hashlib.sha256(repr((seed, *mutant)).encode()).digest()

    rooms: dict[str, list[Mutant]] = collections.defaultdict(list)
    for mutant in sorted(mutants, key=chance):
        rooms[mutant.room].append(mutant)
    turns = itertools.zip_longest(*(rooms[room] for room in sorted(rooms)))
    return list(itertools.islice(filter(None, itertools.chain.from_iterable(turns)), size))
