"""The names of `llvmlite.ir`, and the integer types, for functions that emit instructions.

Only the compiler emits instructions, so llvmlite is imported when the first of these names is used. Use them
only inside functions. I1, I8, I16, I32, I64 and I128 are the integer types with this number of bits.
"""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    """Return a name of `llvmlite.ir`, or an integer type."""
    ir = importlib.import_module("llvmlite.ir")
    is_integer = name[:1] == "I" and name[1:].isdecimal()
    attribute = ir.IntType(int(name[1:])) if is_integer else getattr(ir, name)
    globals()[name] = attribute
    return attribute


def vector_type(bits: int, lanes: int) -> Any:
    """Return the type of a vector of *lanes* integers of *bits* bits each."""
    return __getattr__("VectorType")(__getattr__(f"I{bits}"), lanes)


def filled(kind: Any, number: int) -> Any:
    """Return a constant vector of this type with *number* in every lane."""
    return __getattr__("Constant")(kind, [number] * kind.count)
