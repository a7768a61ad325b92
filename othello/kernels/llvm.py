"""LLVM building blocks: functions emitted as instructions, vectors of words, tables in the code.

Plain Python over llvmlite's IR builder; nothing here is a kernel. LLVM lowers generic vector
operations to the instructions of the processor, so no instruction set is assumed.
Shifts by 64 or more are undefined in LLVM: shift counts are constants below 64, or masked.
"""

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

I1 = ir.IntType(1)
I8 = ir.IntType(8)
I32 = ir.IntType(32)
I64 = ir.IntType(64)
I128 = ir.IntType(128)
V4 = ir.VectorType(I64, 4)

WORD = (1 << 64) - 1
TABLE_ALIGNMENT = 128
"""Bytes; the alignment of the widest vector in a table, that of `features`."""


def emitted(result: Any, *arguments: Any) -> Callable[[Callable[..., Any]], Callable[..., int]]:
    """Turn a function that emits instructions into one that kernels can call.

    *result* and *arguments* are the Numba types of the new function. The decorated function gets
    the IR builder and the argument values, and returns the value of the result, or None for void.
    """

    def decorate(emit: Callable[..., Any]) -> Callable[..., int]:
        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            value = emit(builder, *values)
            return context.get_dummy_value() if value is None else value

        def typed(typing_context: Any, *given: Any) -> Any:
            return result(*arguments), codegen

        functools.update_wrapper(typed, emit)
        # Numba reads the argument names; its typing context comes first, as the builder does in *emit*.
        typed.__signature__ = inspect.signature(emit)  # type: ignore[attr-defined]
        return cast(Callable[..., int], intrinsic(typed))

    return decorate


def declared(module: Any, name: str, result: Any, arguments: Sequence[Any]) -> Any:
    """The function *name* of *module*; declare it if it is missing."""
    return module.globals.get(name) or ir.Function(module, ir.FunctionType(result, arguments), name)


def instruction(name: str, result: Any, *flags: Any) -> Callable[..., int]:
    """The LLVM intrinsic llvm.<name>.i64 as a function of one word; *flags* are constant arguments."""

    @emitted(result, types.uint64)
    def call(builder: Any, value: Any) -> Any:
        kinds = [I64, *(flag.type for flag in flags)]
        return builder.call(declared(builder.module, f"llvm.{name}.i64", I64, kinds), [value, *flags])

    return call


def has_fast_pext() -> bool:
    """Whether the processor that code is compiled for has a fast PEXT.

    PEXT gathers chosen bits of a word. It takes 18 cycles or more on Zen 1 and Zen 2.
    """
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in ("znver1", "znver2")


def vector(values: Sequence[int]) -> Any:
    """A constant vector with these words as lanes."""
    return ir.Constant(ir.VectorType(I64, len(values)), [value & WORD for value in values])


def splat(builder: Any, word: Any, kind: Any = V4) -> Any:
    """A vector with *word* in every lane."""
    undefined = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(undefined, word, I32(0))
    return shuffled(builder, first, undefined, [0] * kind.count)


def shuffled(builder: Any, first: Any, second: Any, lanes: Sequence[int]) -> Any:
    """A vector of chosen lanes; those of *second* are numbered on from those of *first*."""
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(I32, len(lanes)), list(lanes)))


def or_lanes(builder: Any, value: Any) -> Any:
    """The OR of all lanes, as a word."""
    return _reduced(builder, value, "or")


def and_lanes(builder: Any, value: Any) -> Any:
    """The AND of all lanes, as a word."""
    return _reduced(builder, value, "and")


def _reduced(builder: Any, value: Any, operation: str) -> Any:
    name = f"llvm.vector.reduce.{operation}.v{value.type.count}i64"
    return builder.call(declared(builder.module, name, I64, [value.type]), [value])


def constant_table(module: Any, name: str, element: Any, build: Callable[[], Sequence[Any]]) -> Any:
    """The constant array *name* of *module*; create it from what *build* returns if it is missing.

    *element* is the type of an entry: an integer, or a vector, whose entries are lists of lanes.
    """
    if name not in module.globals:
        entries = build()
        kind = ir.ArrayType(element, len(entries))
        data = ir.GlobalVariable(module, kind, name)
        data.linkage, data.global_constant, data.align = "internal", True, TABLE_ALIGNMENT
        data.initializer = ir.Constant(kind, [ir.Constant(element, entry) for entry in entries])
    return module.globals[name]


def load_entry(builder: Any, table: Any, index: Any) -> Any:
    """Entry number *index* of a table made by `constant_table`; the index is not checked."""
    return builder.load(builder.gep(table, [I64(0), index], inbounds=True))
