"""Memory by address: tables, caches and move lists that live outside Numba's arrays.

An address is an int64. An address is one machine word. An array would be passed as seven words, with
reference counting. Nothing is checked: the caller guarantees that the memory is long enough.
"""

import contextlib
import ctypes
import mmap
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, Self

from othello.native import ir, llvm

Address = int
"""The start of a piece of memory, in bytes."""

HUGE_PAGE = 2 << 20
HAS_MAPS = sys.platform != "emscripten"
"""Whether a mapped file shares memory with other processes.

A browser's Python copies the whole file instead.
"""


def _pointer(builder: Any, address: Any, offset: Any, element: Any) -> Any:
    place = builder.add(address, offset)
    return builder.inttoptr(place, ir.PointerType(element))


@llvm.emitted("uint64", "int64", "int64")
def load(builder: Any, address: Any, offset: Any) -> Any:
    """The word at *offset* bytes after *address*."""
    return builder.load(_pointer(builder, address, offset, ir.I64))


@llvm.emitted("void", "int64", "int64", "uint64")
def store(builder: Any, address: Any, offset: Any, value: Any) -> Any:
    """Write the word *value* to *offset* bytes after *address*."""
    builder.store(value, _pointer(builder, address, offset, ir.I64))


@llvm.emitted("void", "int64", "int64")
def store_byte(builder: Any, address: Any, value: Any) -> Any:
    """Write the lowest byte of a number to *address*."""
    builder.store(builder.trunc(value, ir.I8), builder.inttoptr(address, ir.PointerType(ir.I8)))


@llvm.emitted("void", "int64", "uint64")
def store_bits(builder: Any, address: Any, bits: Any) -> Any:
    """Write 64 bytes from *address* on, one for each bit of a word: 1 if it is set, else 0."""
    lanes = builder.zext(builder.bitcast(bits, ir.vector_type(1, 64)), ir.vector_type(8, 64))
    builder.store(lanes, builder.inttoptr(address, ir.PointerType(lanes.type)), align=1)


def read_int16(builder: Any, address: Any, offset: Any) -> Any:
    """Emit the signed 16-bit number at *offset* bytes after *address*, in 64 bits."""
    return builder.sext(builder.load(_pointer(builder, address, offset, ir.I16)), ir.I64)


@llvm.emitted("int64", "int64", "int64")
def load_int16(builder: Any, address: Any, offset: Any) -> Any:
    """The signed 16-bit number at *offset* bytes after *address*."""
    return read_int16(builder, address, offset)


@llvm.emitted("uint64", "int64", "int64")
def load_relaxed(builder: Any, address: Any, offset: Any) -> Any:
    """An atomic `load` of a word that another thread may be writing: never a mix of two values."""
    return builder.load_atomic(_pointer(builder, address, offset, ir.I64), "monotonic", 8)


@llvm.emitted("uint64", "int64", "int64")
def load_acquire(builder: Any, address: Any, offset: Any) -> Any:
    """An atomic `load`. No later read of this thread happens before it."""
    return builder.load_atomic(_pointer(builder, address, offset, ir.I64), "acquire", 8)


@llvm.emitted("void", "int64", "int64", "uint64")
def store_release(builder: Any, address: Any, offset: Any, value: Any) -> Any:
    """An atomic `store`. No earlier access of this thread happens after it."""
    builder.store_atomic(value, _pointer(builder, address, offset, ir.I64), "release", 8)


@llvm.emitted("bool", "int64", "int64", "uint64", "uint64")
def exchanged(builder: Any, address: Any, offset: Any, expected: Any, value: Any) -> Any:
    """Atomically write *value* if the word there is *expected*. Return whether it was *expected*."""
    place = _pointer(builder, address, offset, ir.I64)
    outcome = builder.cmpxchg(place, expected, value, "acq_rel", "monotonic")
    return builder.extract_value(outcome, 1)


@llvm.emitted("void", "int64")
def prefetch(builder: Any, address: Any) -> Any:
    """Start loading the cache line at *address*, which will be needed soon."""
    pointer = builder.inttoptr(address, ir.PointerType(ir.I8))
    kinds = [pointer.type, ir.I32, ir.I32, ir.I32]
    function = llvm.declared(builder.module, "llvm.prefetch.p0", ir.VoidType(), kinds)
    builder.call(function, [pointer, ir.I32(0), ir.I32(3), ir.I32(1)])


def stack(words: int) -> Callable[[], Address]:
    """Return a function that allocates *words* words in the frame of the calling kernel.

    The function returns their address. The words are not initialized, and are valid until the kernel returns.
    """

    @llvm.emitted("int64")
    def frame(builder: Any) -> Any:
        with builder.goto_entry_block():
            space = builder.alloca(ir.I64, words)
        return builder.ptrtoint(space, ir.I64)

    return frame


def _mapped(size: int) -> mmap.mmap:
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    # By default the memory would be shared with processes that this one forks.
    mapping = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size >= HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE"):
        # Huge pages cause fewer misses of the translation buffer. Systems without huge pages refuse.
        with contextlib.suppress(OSError):
            mapping.madvise(mmap.MADV_HUGEPAGE)
    return mapping


class Memory:
    """Zeroed memory for kernels. It starts on a page, and is freed with the last reference to it."""

    _name = ""
    """The file of `of_file`."""

    def __init__(self, size: int) -> None:
        """Allocate *size* bytes, at least one. Raises MemoryError."""
        try:
            self._map = _mapped(-(-max(1, size) // 8) * 8)
        except (OSError, OverflowError, ValueError) as error:
            raise MemoryError(f"{size} bytes of memory cannot be allocated") from error
        self._use(size, 0)

    @classmethod
    def of_file(cls, file: BinaryIO, start: int, size: int) -> Self:
        """Map *size* bytes of a file from *start* on, a multiple of a page. Raises OSError or ValueError.

        Processes that map the same file share its memory. Writes to the memory do not change the file.
        """
        memory = cls.__new__(cls)
        memory._name = file.name
        memory._map = mmap.mmap(file.fileno(), start + size, access=mmap.ACCESS_COPY)
        memory._use(size, start)
        return memory

    def _use(self, size: int, start: int) -> None:
        self.size = size
        """Bytes."""
        self.address: Address = ctypes.addressof(ctypes.c_char.from_buffer(self._map, start))
        self.bytes = memoryview(self._map)[start:]
        """The memory as bytes: `size` bytes, or a few more."""
        self.words = self.view("Q")
        """The memory as words."""

    def cut_file(self) -> str | None:
        """Return the name of the mapped file if it was truncated after `of_file`, and otherwise None.

        A read beyond the end of the file would end the process.
        """
        return self._name if self._name and self._map.size() < len(self._map) else None

    def view(self, code: str) -> memoryview:
        """Return the memory as numbers of another type, by its code in the module `struct`."""
        return self.bytes.cast("B").cast(code)  # type: ignore[call-overload, no-any-return]

    def clear(self) -> None:
        """Set all bytes to 0."""
        ctypes.memset(self.address, 0, self.size)
