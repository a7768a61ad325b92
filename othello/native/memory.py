"""Memory that kernels read and write by address, such as tables, caches and lists of moves.

An address is an int64, so a kernel passes it in one machine word. A Numba array would take seven words and
reference counting. Nothing is checked, so the caller must ensure that the memory is large enough.
"""

import contextlib
import ctypes
import mmap
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, Self

from othello.native import ir, llvm

Address = int
"""The address of a memory block's first byte."""

HUGE_PAGE = 2 << 20
HAS_MAPS = sys.platform != "emscripten"
"""Whether processes that map the same file share its memory.

In a browser, Python copies the whole file instead.
"""


def _pointer(builder: Any, address: Any, offset: Any, element: Any) -> Any:
    place = builder.add(address, offset)
    return builder.inttoptr(place, ir.PointerType(element))


@llvm.emitted("uint64", "int64", "int64")
def load(builder: Any, address: Any, offset: Any) -> Any:
    """Return the word that is *offset* bytes after *address*."""
    return builder.load(_pointer(builder, address, offset, ir.I64))


@llvm.emitted("void", "int64", "int64", "uint64")
def store(builder: Any, address: Any, offset: Any, value: Any) -> Any:
    """Write the word *value* to memory, *offset* bytes after *address*."""
    builder.store(value, _pointer(builder, address, offset, ir.I64))


@llvm.emitted("void", "int64", "int64")
def store_byte(builder: Any, address: Any, value: Any) -> Any:
    """Write the lowest byte of *value* at *address*."""
    builder.store(builder.trunc(value, ir.I8), builder.inttoptr(address, ir.PointerType(ir.I8)))


@llvm.emitted("void", "int64", "uint64")
def store_bits(builder: Any, address: Any, bits: Any) -> Any:
    """Write 64 bytes at *address*, one for each bit of *bits*: 1 if the bit is set, otherwise 0."""
    lanes = builder.zext(builder.bitcast(bits, ir.vector_type(1, 64)), ir.vector_type(8, 64))
    builder.store(lanes, builder.inttoptr(address, ir.PointerType(lanes.type)), align=1)


def read_int16(builder: Any, address: Any, offset: Any) -> Any:
    """Emit instructions that read the signed 16-bit number at *address* + *offset* as a 64-bit number."""
    return builder.sext(builder.load(_pointer(builder, address, offset, ir.I16)), ir.I64)


@llvm.emitted("int64", "int64", "int64")
def load_int16(builder: Any, address: Any, offset: Any) -> Any:
    """Return the signed 16-bit number that is *offset* bytes after *address*."""
    return read_int16(builder, address, offset)


@llvm.emitted("uint64", "int64", "int64")
def load_relaxed(builder: Any, address: Any, offset: Any) -> Any:
    """Like `load`, but atomic: if another thread writes the word, old and new bytes are never mixed."""
    return builder.load_atomic(_pointer(builder, address, offset, ir.I64), "monotonic", 8)


@llvm.emitted("uint64", "int64", "int64")
def load_acquire(builder: Any, address: Any, offset: Any) -> Any:
    """Like `load`, but atomic. No later read in this thread happens before this read."""
    return builder.load_atomic(_pointer(builder, address, offset, ir.I64), "acquire", 8)


@llvm.emitted("void", "int64", "int64", "uint64")
def store_release(builder: Any, address: Any, offset: Any, value: Any) -> Any:
    """Like `store`, but atomic. No earlier access in this thread happens after this write."""
    builder.store_atomic(value, _pointer(builder, address, offset, ir.I64), "release", 8)


@llvm.emitted("bool", "int64", "int64", "uint64", "uint64")
def exchanged(builder: Any, address: Any, offset: Any, expected: Any, value: Any) -> Any:
    """Atomically write *value* if the word there equals *expected*. Return whether *value* was written."""
    place = _pointer(builder, address, offset, ir.I64)
    outcome = builder.cmpxchg(place, expected, value, "acq_rel", "monotonic")
    return builder.extract_value(outcome, 1)


@llvm.emitted("void", "int64")
def prefetch(builder: Any, address: Any) -> Any:
    """Start loading the cache line at *address*, because it will be needed soon."""
    pointer = builder.inttoptr(address, ir.PointerType(ir.I8))
    kinds = [pointer.type, ir.I32, ir.I32, ir.I32]
    function = llvm.declared(builder.module, "llvm.prefetch.p0", ir.VoidType(), kinds)
    builder.call(function, [pointer, ir.I32(0), ir.I32(3), ir.I32(1)])


def stack(words: int) -> Callable[[], Address]:
    """Return a function for kernels that allocates *words* words on the stack of the calling kernel.

    The function returns the address of the words, which are uninitialized and valid until the kernel returns.
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
    # The map is private, because by default, the memory would be shared with forked child processes.
    mapping = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size >= HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE"):
        # With huge pages, fewer addresses miss the translation buffer. Some systems do not provide them.
        with contextlib.suppress(OSError):
            mapping.madvise(mmap.MADV_HUGEPAGE)
    return mapping


class Memory:
    """Memory for kernels, filled with zeros. It begins at a page boundary and is freed after use."""

    _name = ""
    """The name of the file mapped by `of_file`, or "" if there is none."""

    def __init__(self, size: int) -> None:
        """Allocate *size* bytes, at least one. Raises MemoryError if that fails."""
        try:
            self._map = _mapped(-(-max(1, size) // 8) * 8)
        except (OSError, OverflowError, ValueError) as error:
            raise MemoryError(f"{size} bytes of memory cannot be allocated") from error
        self._use(size, 0)

    @classmethod
    def of_file(cls, file: BinaryIO, start: int, size: int) -> Self:
        """Map *size* bytes of a file into memory, beginning at *start*, which is a multiple of the page size.

        Processes that map the same file share its memory. Writing to the memory does not change the file.
        Raises OSError or ValueError if the file cannot be mapped.
        """
        memory = cls.__new__(cls)
        memory._name = file.name
        memory._map = mmap.mmap(file.fileno(), start + size, access=mmap.ACCESS_COPY)
        memory._use(size, start)
        return memory

    def _use(self, size: int, start: int) -> None:
        self.size = size
        """Number of bytes."""
        self.address: Address = ctypes.addressof(ctypes.c_char.from_buffer(self._map, start))
        self.bytes = memoryview(self._map)[start:]
        """The memory as bytes: `size` bytes and sometimes a few more bytes."""
        self.words = self.view("Q")
        """The memory as 64-bit words."""

    def cut_file(self) -> str | None:
        """Return the name of the mapped file if it has been truncated since `of_file`, otherwise None.

        Reading beyond the end of a truncated file would kill the process.
        """
        return self._name if self._name and self._map.size() < len(self._map) else None

    def view(self, code: str) -> memoryview:
        """Return the memory as numbers of another type. *code* is the type's code in the `struct` module."""
        return self.bytes.cast("B").cast(code)  # type: ignore[call-overload, no-any-return]

    def clear(self) -> None:
        """Set all bytes to 0."""
        ctypes.memset(self.address, 0, self.size)
