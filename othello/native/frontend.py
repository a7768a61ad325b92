"""The front end, which translates kernels into LLVM modules and uses Numba to analyze their bytecode.

Numba turns a kernel into a function that returns a status and writes the kernel's result to an address.
Kernels raise no exceptions and need no status. Therefore this module wraps Numba's function in another
function, which returns the result. Numba's function is inlined there. Kernels call each other through these
wrappers. Each kernel also gets an *entry*: a function with C's calling convention, for calls from
`native.calls`.

The LLVM module of a Python module only declares kernels from other modules, without their code. Therefore an
edit recompiles only the edited module and the modules that import it.
"""

import ctypes
import functools
from collections.abc import Iterator, Sequence
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils as untyped_cgutils
from numba.core import compiler as untyped_compiler
from numba.core import errors
from numba.core import types as untyped_types
from numba.core.imputils import lower_builtin
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import typeof_impl

from othello.native import llvm
from othello.native.kernel import Kernel, Type
from othello.native.llvm import Emitted, WordConstant

types: Any = untyped_types
cgutils: Any = untyped_cgutils
compiler: Any = untyped_compiler
abstract_template: Any = AbstractTemplate
declare_global: Any = infer_global
lower: Any = lower_builtin
INTERNAL: Final = "othello."
"""Prefix of the names of functions that kernels call. Python cannot call these functions."""


def module_of(kernels: Sequence[Kernel[..., Any]]) -> str:
    """Return the text of an LLVM module that contains *kernels*, which are all kernels of one Python module.

    The names of functions that kernels call begin with INTERNAL. Each entry is named `Kernel.symbol`.
    """
    context = cpu_target.target_context.with_aot_codegen("othello")
    library = context.codegen().create_library("kernels")
    for kernel in kernels:
        _compile(context, library, kernel)
    for needed in library._linking_libraries:
        library._final_module.link_in(needed._get_module_for_linking(), preserve=True)
    return str(library._final_module)


def _compile(context: Any, library: Any, kernel: Kernel[..., Any]) -> None:
    """Compile a kernel and add it to *library*, along with the function that kernels call and the C entry."""
    signature = numba_signature(kernel)
    flags = compiler.Flags()
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.error_model = "numpy"
    flags.boundscheck = llvm.CHECKED in llvm.choices
    compiled = compiler.compile_extra(
        cpu_target.typing_context, context, kernel.function, signature.args, signature.return_type,
        flags, locals={}, library=library,
    )  # fmt: skip
    module = library.create_ir_module(kernel.name)
    function = _declared(context, module, kernel)
    if kernel.is_inlined:
        function.attributes.add("alwaysinline")
    builder = ir.IRBuilder(function.append_basic_block())
    callee = context.declare_function(module, compiled.fndesc)
    status, result = context.call_conv.call_function(
        builder, callee, signature.return_type, signature.args, function.args, attrs=("alwaysinline",)
    )
    if flags.boundscheck:  # the status is an error if the kernel has used an index outside an array
        check = llvm.declared(module, INTERNAL + "check", ir.VoidType(), [ir.IntType(1)])
        builder.call(check, [status.is_error])
    _return(builder, result)
    _add_entry(context, module, kernel)
    library.add_ir_module(module)
    library.get_function(compiled.fndesc.llvm_func_name).linkage = "internal"


def _declared(context: Any, module: Any, kernel: Kernel[..., Any]) -> Any:
    """Return the function that kernels call for *kernel*. If *module* does not declare it yet, declare it."""
    name = INTERNAL + kernel.name
    if name in module.globals:
        return module.globals[name]
    signature = numba_signature(kernel)
    arguments = [context.get_value_type(argument) for argument in signature.args]
    returned = (
        ir.VoidType()
        if signature.return_type == types.void
        else context.get_value_type(signature.return_type)
    )
    return ir.Function(module, ir.FunctionType(returned, arguments), name)


def _return(builder: Any, result: Any) -> None:
    if isinstance(builder.function.function_type.return_type, ir.VoidType):
        builder.ret_void()
    else:
        builder.ret(result)


def _add_entry(context: Any, module: Any, kernel: Kernel[..., Any]) -> None:
    """Define a kernel's entry, a function with C's calling convention that calls the kernel."""
    signature = numba_signature(kernel)
    result, _ = kernel.signature
    several = isinstance(result, tuple)
    kinds: list[Any] = []
    for argument in signature.args:
        is_array = isinstance(argument, types.Array)
        kinds.extend(
            [ir.PointerType(ir.IntType(8)), *[ir.IntType(64)] * argument.ndim]
            if is_array
            else [_c_type(context, argument)]
        )
    returned = ir.VoidType() if several or result == "void" else _c_type(context, signature.return_type)
    if several:
        kinds.append(
            ir.PointerType(
                ir.LiteralStructType([_c_type(context, element) for element in signature.return_type])
            )
        )
    entry = ir.Function(module, ir.FunctionType(returned, kinds), kernel.symbol)
    builder = ir.IRBuilder(entry.append_basic_block())
    entry_arguments = iter(entry.args)
    values = [_kernel_argument(context, builder, argument, entry_arguments) for argument in signature.args]
    call = builder.call(_declared(context, module, kernel), values)
    if several:
        place = next(entry_arguments)
        for number, kind in enumerate(signature.return_type):
            value = _to_c(builder, kind, builder.extract_value(call, number))
            builder.store(value, cgutils.gep_inbounds(builder, place, 0, number))
        builder.ret_void()
    elif result == "void":
        builder.ret_void()
    else:
        builder.ret(_to_c(builder, signature.return_type, call))


def _c_type(context: Any, kind: Any) -> Any:
    return ir.IntType(8) if kind == types.boolean else context.get_value_type(kind)


def _to_c(builder: Any, kind: Any, value: Any) -> Any:
    return builder.zext(value, ir.IntType(8)) if kind == types.boolean else value


def _kernel_argument(context: Any, builder: Any, kind: Any, entry_arguments: Iterator[Any]) -> Any:
    """Return a kernel's next argument, built from the next arguments of its entry."""
    value = next(entry_arguments)
    if isinstance(kind, types.Array):  # the entry gets the array's address and the length of each dimension
        return _array(context, builder, kind, value, [next(entry_arguments) for _ in range(kind.ndim)])
    # C passes a boolean as 8 bits.
    return builder.trunc(value, ir.IntType(1)) if kind == types.boolean else value


def _array(context: Any, builder: Any, kind: Any, address: Any, shape: list[Any]) -> Any:
    """Return Numba's structure for an array in C order whose memory has no owner."""
    array = context.make_array(kind)(context, builder)
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    strides: list[Any] = []
    stride, count = ir.Constant(ir.IntType(64), size), ir.Constant(ir.IntType(64), 1)
    for length in reversed(shape):
        strides.insert(0, stride)
        stride, count = builder.mul(stride, length), builder.mul(count, length)
    array.data = builder.bitcast(address, array.data.type)
    array.nitems, array.itemsize = count, ir.Constant(ir.IntType(64), size)
    array.shape, array.strides = cgutils.pack_array(builder, shape), cgutils.pack_array(builder, strides)
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()


# What Numba must know about kernels and about the functions and constants that kernels use.


@functools.cache
def numba_signature(declared: "Kernel[..., Any] | Emitted") -> Any:
    """Return the signature of a kernel or an emitted function in Numba's form."""
    result, arguments = declared.signature
    return numba_type(result)(*map(numba_type, arguments))


def numba_type(declared: Type) -> Any:
    """Return the Numba type for a type of `native.kernel`."""
    if isinstance(declared, tuple):  # several results, for example ("int64", "uint64")
        return types.Tuple(tuple(map(numba_type, declared)))
    if not isinstance(declared, str):  # a record, which is a subclass of `ctypes.Structure`
        return _record(declared)
    name, _, axes = declared.partition("[")  # an array, for example "float32[:, ::1]", or a number
    element = types.boolean if name == "bool" else getattr(types, name)
    return types.Array(element, ndim=1 + axes.count(","), layout="C") if axes else element


@functools.cache
def _record(structure: type[ctypes.Structure]) -> Any:
    return types.Record.make_c_struct([(field[0], types.int64) for field in structure._fields_])


def register_all(module: Any) -> None:
    """Tell Numba about all kernels and emitted functions in a module, so that kernels can call them."""
    for member in vars(module).values():
        if isinstance(member, Kernel | Emitted):
            register(member)


@functools.cache
def register(declared: "Kernel[..., Any] | Emitted") -> None:
    """Tell Numba about a kernel or an emitted function, so that kernels can call it by its Python name.

    The types of the arguments must be exactly as declared, because nothing is converted. For example, a
    kernel that passes a signed number where a word is declared is rejected.
    """
    signature = numba_signature(declared)
    name = declared.name if isinstance(declared, Kernel) else declared.emit.__name__

    def generic(self: Any, args: Any, kws: Any) -> Any:
        arguments = tuple(map(types.unliteral, args))
        if arguments != signature.args:
            raise errors.TypingError(f"{name} takes {signature.args}, not {arguments}")
        return signature

    template = type(name, (abstract_template,), {"key": declared, "generic": generic})
    declare_global(declared, types.Function(template))

    def call(context: Any, builder: Any, _: Any, values: Any) -> Any:
        if isinstance(declared, Kernel):
            result = builder.call(_declared(context, builder.module, declared), values)
        else:
            result = declared.emit(builder, *values)
        return context.get_dummy_value() if signature.return_type == types.void else result

    lower(declared, *signature.args)(call)


@typeof_impl.register(WordConstant)
def _typeof_word(value: WordConstant, context: Any) -> Any:
    return types.uint64
