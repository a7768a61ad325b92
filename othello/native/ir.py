"""Provides the names in `llvmlite.ir` and names for integer types to functions that emit instructions.

Only the compiler emits instructions. Therefore llvmlite is imported only when one of these names is first
used, so use the names only inside functions. I1, I8, I16, I32, I64 and I128 are the integer types with these
numbers of bits.
"""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    """Return the member of `llvmlite.ir` with this name, or an integer type."""
    ir = importlib.import_module("llvmlite.ir")
    is_integer = name[:1] == "I" and name[1:].isdecimal()
    attribute = ir.IntType(int(name[1:])) if is_integer else getattr(ir, name)
    globals()[name] = attribute
    return attribute


def vector_type(bits: int, lanes: int) -> Any:
    """Return the type of vectors with *lanes* lanes of *bits*-bit integers."""
    return __getattr__("VectorType")(__getattr__(f"I{bits}"), lanes)


def filled(kind: Any, number: int) -> Any:
    """Return a constant vector of type *kind* with *number* in every lane."""
    return __getattr__("Constant")(kind, [number] * kind.count)
