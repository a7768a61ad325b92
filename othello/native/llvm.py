"""LLVM building blocks: functions emitted as instructions, vectors of words, tables in the code.

This is plain Python over llvmlite's IR builder, and nothing here is a kernel. LLVM lowers generic vector
operations to the instructions of the processor, so no instruction set is assumed.
Shifts by 64 or more are undefined in LLVM, so shift counts are constants below 64, or masked.

`choices` lists what the code may use beyond generic operations.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

from othello.native import ir
from othello.native.kernel import Type

WORD = (1 << 64) - 1
TABLE_ALIGNMENT = 128
"""Alignment of tables, in bytes: enough for the widest vector, the vector of `features`."""


class WordConstant(int):
    """A number that is a word in kernels, where a plain number would be int64."""


class Emitted:
    """A function for kernels that emits LLVM instructions."""

    def __init__(self, emit: Callable[..., Any], result: Type, arguments: tuple[Type, ...]) -> None:
        self.emit = emit
        """Takes the IR builder and the values of the arguments. Returns the result's value, None for void."""
        self.signature = result, arguments
        functools.update_wrapper(self, emit)

    def __call__(self, *arguments: Any) -> Any:
        """Raise TypeError, because only kernels can call it. Type checkers see a function."""
        raise TypeError(f"{self.emit.__name__} can be called by kernels only")


def emitted(result: Type, *arguments: Type) -> Callable[[Callable[..., Any]], Callable[..., int]]:
    """Convert a function that emits instructions into a function that kernels can call, with these types.

    The decorated function gets the IR builder and the argument values, and returns the value of the
    result, or None for void.
    """
    return lambda emit: cast(Callable[..., int], Emitted(emit, result, arguments))


def declared(module: Any, name: str, result: Any, arguments: Sequence[Any]) -> Any:
    """The function *name* of *module*. Declare it if it is missing."""
    return module.globals.get(name) or ir.Function(module, ir.FunctionType(result, arguments), name)


def instruction(name: str, result: Type, *flags: int) -> Callable[..., int]:
    """The LLVM intrinsic llvm.<name>.i64 as a function of one word. *flags* are constant truth values."""

    @emitted(result, "uint64")
    def call(builder: Any, value: Any) -> Any:
        kinds = [ir.I64, *[ir.I1] * len(flags)]
        function = declared(builder.module, f"llvm.{name}.i64", ir.I64, kinds)
        return builder.call(function, [value, *map(ir.I1, flags)])

    return call


FAST_PEXT = "fast pext"
"""A choice: PEXT, which gathers chosen bits of a word, takes few cycles. On Zen 1 and Zen 2, it takes 18
cycles or more."""
SINGLE_SHIFTS = "single shifts"
"""A choice: one instruction shifts all lanes of a vector by the same number.

Shifts by different numbers need single words.
"""
SLOW_BYTE_SHIFTS = "slow byte shifts"
"""A choice: a shift of bytes takes several instructions, and a shift of 16-bit lanes takes one."""
DOT_PRODUCT = "dot product"
"""A choice: WebAssembly's products of 16-bit lanes, added in pairs. LLVM finds such instructions of other
processors by itself."""
TERNARY_LOGIC = "ternary logic"
"""A choice: one instruction computes any function of three bits, for all bits of 512-bit vectors."""
CHECKED = "checked"
"""A choice: kernels report an index out of range to a function that `tools.checked` defines."""
choices: set[str] = set()
"""The choices of the target for which `othello.native` is compiling code."""


def lane_groups(count: int) -> list[list[int]]:
    """The numbers 0 to *count* - 1 of lanes with different shifts, in groups that can share a vector."""
    lanes = list(range(count))
    return [[lane] for lane in lanes] if SINGLE_SHIFTS in choices else [lanes]


def vector(values: Sequence[int]) -> Any:
    """A constant vector with these words as lanes, or a word if there is only one."""
    if len(values) == 1:
        return ir.I64(values[0] & WORD)
    return ir.Constant(ir.VectorType(ir.I64, len(values)), [value & WORD for value in values])


def four_words() -> Any:
    """The type of a vector of four words."""
    return ir.vector_type(64, 4)


def splat(builder: Any, word: Any, kind: Any = None) -> Any:
    """A vector with *word* in every lane. *kind* is the type of the vector, by default `four_words`."""
    kind = kind or four_words()
    if kind == ir.I64:
        return word
    undefined = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(undefined, word, ir.I32(0))
    return shuffled(builder, first, undefined, [0] * kind.count)


def shuffled(builder: Any, first: Any, second: Any, lanes: Sequence[int]) -> Any:
    """A vector of chosen lanes. The lanes of *second* are numbered after the lanes of *first*."""
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(ir.I32, len(lanes)), list(lanes)))


def or_lanes(builder: Any, value: Any) -> Any:
    """The OR of all lanes, as a word."""
    return _reduced(builder, value, "or")


def and_lanes(builder: Any, value: Any) -> Any:
    """The AND of all lanes, as a word."""
    return _reduced(builder, value, "and")


def _reduced(builder: Any, value: Any, operation: str) -> Any:
    if value.type == ir.I64:
        return value
    name = f"llvm.vector.reduce.{operation}.v{value.type.count}i64"
    return builder.call(declared(builder.module, name, ir.I64, [value.type]), [value])


def constant_table(module: Any, name: str, element: Any, build: Callable[[], Sequence[Any]]) -> Any:
    """The constant array *name* of *module*. Create it from what *build* returns if it is missing.

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
    """Entry *index* of a table made by `constant_table`. The index is not checked."""
    return builder.load(builder.gep(table, [ir.I64(0), index], inbounds=True))
