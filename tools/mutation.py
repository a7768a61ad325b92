"""Show what the tests of a module notice: change the module in one place at a time, and run its tests.

    python -m tools.mutation othello/search/clock.py tests/search/test_clock.py --sample 30

A changed module is a *mutant*. Tests that fail, or that take much longer than without the change, have
*killed* it. A survivor is printed: it is a gap in the tests, or does the same as the module (an equivalent
mutant).
The changes are made in a copy of the tree. Mutants of kernels get their own machine code in that copy.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests import source

SLOWER = 5
"""A mutant whose tests take this many times as long is killed."""
SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
    ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.USub: ast.UAdd, ast.Invert: ast.UAdd,
}  # fmt: skip
"""Operators, and what takes their place."""
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED = ("annotation", "returns", "decorator_list", "bases", "type_params")
"""Fields of nodes that no test can notice."""


def mutants(text: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield each change of a module: the changed part, and its new text."""
    for node in _nodes(ast.parse(text)):
        for changed in _changes(node):
            is_expression = isinstance(changed, ast.expr)
            yield node, f"({ast.unparse(changed)})" if is_expression else ast.unparse(changed)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below a node, except types and decorators."""
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in UNTOUCHED:
                yield child
                yield from _nodes(child)


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


def replaced(text: str, node: ast.AST, new: str) -> str:
    """Return a module with another text for one of its nodes."""
    lines = text.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno - 1
    before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    return b"".join([*lines[:first], before + new.encode() + after, *lines[last + 1 :]]).decode()


def copy_tree(folder: Path) -> None:
    """Copy the files of the project, with changes that are not committed yet."""
    listed = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=source.ROOT, text=True
    )
    for name in filter(None, listed.split("\0")):
        if (source.ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source.ROOT / name, folder / name, follow_symlinks=False)


def passes(folder: Path, tests: list[str], environment: dict[str, str], limit: float | None) -> bool:
    """Return whether tests pass in a copy of the tree, in at most *limit* seconds."""
    options = ["-x", "-p", "no:cacheprovider", "--hypothesis-profile", "mutants"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> None:
    """Print the survivors of a sample of mutants, and the share of the mutants that were killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("module", help="file of a module")
    parser.add_argument("tests", nargs="+", help="arguments for pytest")
    parser.add_argument("--sample", type=int, default=30, help="number of mutants (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="choice of the mutants (default 1)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_tree(folder)
        environment = os.environ | {"PYTHONPATH": name, "PYTHONDONTWRITEBYTECODE": "1"}
        if "kernels" in options.module:
            environment["OTHELLO_CACHE"] = str(folder / "cache")
        begin = time.monotonic()
        if not passes(folder, options.tests, environment, None):
            sys.exit("The tests fail without a change.")
        limit = SLOWER * (time.monotonic() - begin)
        module = folder / options.module
        text = module.read_text(encoding="utf-8")
        all_mutants = list(mutants(text))
        sample = random.Random(options.seed).sample(all_mutants, min(options.sample, len(all_mutants)))
        survivors = 0
        for node, new in sorted(sample, key=lambda mutant: mutant[0].lineno):
            module.write_text(replaced(text, node, new), encoding="utf-8")
            if passes(folder, options.tests, environment, limit):
                survivors += 1
                old = ast.get_source_segment(text, node)
                print(f"{options.module}:{node.lineno}: {old} -> {new}", flush=True)
        killed = len(sample) - survivors
        print(
            f"{options.module}: {killed} of {len(sample)} killed, of {len(all_mutants)} mutants", flush=True
        )


if __name__ == "__main__":
    main()
