"""Constant tables inside the machine code, built only when it is compiled.

A process that loads kernels from the cache never builds them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from othello.kernels import simd


def frozen_table(build: Callable[[], Any]) -> Any:
    """A function from an index (a word) to the entry of the table that *build* makes.

    *build* returns a one-dimensional numpy array of integers. An entry of an unsigned
    64-bit table is a word, any other an int64. The index is not checked.
    """
    name = f"{build.__module__}.{build.__name__}"

    @intrinsic  # type: ignore[untyped-decorator]
    def lookup(typing_context: Any, index: Any) -> Any:
        values = build()
        result = types.uint64 if values.dtype == np.uint64 else types.int64

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            table = _global(builder.module, name, values)
            entry = builder.load(builder.gep(table, [simd.I64(0), args[0]], inbounds=True))
            if values.itemsize == 8:
                return entry
            extend = builder.sext if values.dtype.kind == "i" else builder.zext
            return extend(entry, simd.I64)

        return result(types.uint64), codegen

    return lookup


def _global(module: Any, name: str, values: Any) -> Any:
    if name not in module.globals:
        element = ir.IntType(8 * values.itemsize)
        kind = ir.ArrayType(element, len(values))
        data = ir.GlobalVariable(module, kind, name)
        data.linkage, data.global_constant, data.align = "internal", True, 64
        data.initializer = ir.Constant(kind, values.tolist())
    return module.globals[name]
