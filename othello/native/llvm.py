"""Lets kernels use LLVM directly: functions that emit instructions, vectors, and constant tables.

The functions here are not kernels, but plain Python code that calls llvmlite's IR builder. They use LLVM's
generic vector operations, which LLVM translates to the instructions that a processor supports, so no
instruction set is assumed. Shifting a word by 64 bits or more is undefined in LLVM. Therefore all shift
counts are masked or are constants below 64. `choices` lists the features that code for the current target may
use in addition to generic operations.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

from othello.native import ir
from othello.native.kernel import Type

WORD = (1 << 64) - 1
TABLE_ALIGNMENT = 128
"""Tables begin at a multiple of this many bytes, so even the widest vectors, which `features` uses, are
aligned."""


class WordConstant(int):
    """A number that is a word (uint64) in kernels. A plain Python number would be an int64."""


class Emitted:
    """A function that emits LLVM instructions at the place where a kernel calls it."""

    def __init__(self, emit: Callable[..., Any], result: Type, arguments: tuple[Type, ...]) -> None:
        self.emit = emit
        """Takes the IR builder and the arguments' LLVM values. Returns the result's LLVM value, or None for
        void."""
        self.signature = result, arguments
        functools.update_wrapper(self, emit)

    def __call__(self, *arguments: Any) -> Any:
        """Raise TypeError, because only kernels can call this. The method exists for type checkers."""
        raise TypeError(f"only kernels can call {self.emit.__name__}")


def emitted(result: Type, *arguments: Type) -> Callable[[Callable[..., Any]], Callable[..., int]]:
    """Return a decorator that lets kernels call a function that emits instructions.

    *result* and *arguments* are the types that kernels see. The decorated function receives the IR builder
    and the arguments' LLVM values. It returns the result's LLVM value, or None for void.
    """
    return lambda emit: cast(Callable[..., int], Emitted(emit, result, arguments))


def declared(module: Any, name: str, result: Any, arguments: Sequence[Any]) -> Any:
    """Return the function *name* of *module*. If it is missing, declare it with these types."""
    return module.globals.get(name) or ir.Function(module, ir.FunctionType(result, arguments), name)


def instruction(name: str, result: Type, *flags: int) -> Callable[..., int]:
    """Return the LLVM intrinsic llvm.<name>.i64 as a function of one word.

    *flags* are truth values that the intrinsic takes as additional, constant arguments.
    """

    @emitted(result, "uint64")
    def call(builder: Any, value: Any) -> Any:
        kinds = [ir.I64, *[ir.I1] * len(flags)]
        function = declared(builder.module, f"llvm.{name}.i64", ir.I64, kinds)
        return builder.call(function, [value, *map(ir.I1, flags)])

    return call


FAST_PEXT = "fast pext"
"""The choice to use PEXT in kernels. This instruction gathers selected bits of a word. It takes a few cycles
on most processors, but 18 cycles or more on Zen 1 and Zen 2."""
SINGLE_SHIFTS = "single shifts"
"""The choice for targets on which a vector shift moves all lanes by the same number of bits. Kernels for
these targets shift words one by one if the words must be shifted by different numbers of bits."""
SLOW_BYTE_SHIFTS = "slow byte shifts"
"""The choice for targets on which shifting the bytes of a vector takes several instructions, but shifting
16-bit lanes takes only one instruction."""
DOT_PRODUCT = "dot product"
"""The choice to use WebAssembly's instruction that multiplies 16-bit lanes and adds the products in pairs.
For other processors, LLVM selects such an instruction by itself."""
TERNARY_LOGIC = "ternary logic"
"""The choice for targets with an instruction that computes any function of three bits, for all bits of
512-bit vectors."""
CHECKED = "checked"
"""The choice to check indexes. If an index is outside its array, kernels call a function defined by
`tools.checked`."""
choices: set[str] = set()
"""The choices that apply to the target for which code is being compiled."""


def lane_groups(count: int) -> list[list[int]]:
    """Return groups of lane numbers, from 0 to *count* - 1. The lanes in a group can share a vector.

    The lanes are shifted by different numbers of bits, so with SINGLE_SHIFTS, each lane has its own group.
    """
    lanes = list(range(count))
    return [[lane] for lane in lanes] if SINGLE_SHIFTS in choices else [lanes]


def vector(values: Sequence[int]) -> Any:
    """Return a constant vector whose lanes are these words or, for a single value, a word."""
    if len(values) == 1:
        return ir.I64(values[0] & WORD)
    return ir.Constant(ir.VectorType(ir.I64, len(values)), [value & WORD for value in values])


def four_words() -> Any:
    """Return the type of vectors with four words."""
    return ir.vector_type(64, 4)


def splat(builder: Any, word: Any, kind: Any = None) -> Any:
    """Return a vector with *word* in every lane. Its type *kind* is `four_words` by default."""
    kind = kind or four_words()
    if kind == ir.I64:
        return word
    undefined = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(undefined, word, ir.I32(0))
    return shuffled(builder, first, undefined, [0] * kind.count)


def shuffled(builder: Any, first: Any, second: Any, lanes: Sequence[int]) -> Any:
    """Return a vector of selected *lanes*. *second*'s lanes are numbered after *first*'s."""
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(ir.I32, len(lanes)), list(lanes)))


def or_lanes(builder: Any, value: Any) -> Any:
    """Return the OR of all lanes of a vector, as a word."""
    return _reduced(builder, value, "or")


def and_lanes(builder: Any, value: Any) -> Any:
    """Return the AND of all lanes of a vector, as a word."""
    return _reduced(builder, value, "and")


def _reduced(builder: Any, value: Any, operation: str) -> Any:
    if value.type == ir.I64:
        return value
    name = f"llvm.vector.reduce.{operation}.v{value.type.count}i64"
    return builder.call(declared(builder.module, name, ir.I64, [value.type]), [value])


def constant_table(module: Any, name: str, element: Any, build: Callable[[], Sequence[Any]]) -> Any:
    """Return the constant array *name* of *module*. If it is missing, create it from the result of *build*.

    *element* is the type of an entry: an integer or a vector. *build* returns a vector as a list of lanes.
    """
    if name not in module.globals:
        entries = build()
        kind = ir.ArrayType(element, len(entries))
        data = ir.GlobalVariable(module, kind, name)
        data.linkage, data.global_constant, data.align = "internal", True, TABLE_ALIGNMENT
        data.initializer = ir.Constant(kind, [ir.Constant(element, entry) for entry in entries])
    return module.globals[name]


def load_entry(builder: Any, table: Any, index: Any) -> Any:
    """Return entry *index* of a table created by `constant_table`. The index is not checked."""
    return builder.load(builder.gep(table, [ir.I64(0), index], inbounds=True))
