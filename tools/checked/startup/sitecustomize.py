"""Makes a process use a checked library (see `tools.checked`). Python imports this module when it starts."""

import ctypes
import functools
import os
import traceback
import weakref
from pathlib import Path

import othello.native.library as library
import othello.native.memory as memory

PATH = Path(os.environ["CHECKED_LIBRARY"])
LOGS = Path(os.environ["CHECKED_LOGS"])
PAGE, MAX_SIZE = 4096, 1 << 31


@ctypes.CFUNCTYPE(None, ctypes.c_int)
def report(site):
    """Append a failed check and the Python code that called the machine code to this process's file."""
    sites = PATH.with_suffix(".sites").read_text(encoding="utf-8").split("\n")
    calls = "".join(traceback.format_stack()[-8:])
    with open(LOGS / f"checks.{os.getpid()}", "a", encoding="utf-8") as file:
        file.write(f"{sites[site]}\n{os.environ.get('PYTEST_CURRENT_TEST', '')}\n{calls}\n")


@functools.cache
def load():
    code = ctypes.CDLL(str(PATH))
    ctypes.c_void_p.in_dll(code, "othello_report").value = ctypes.cast(report, ctypes.c_void_p).value
    return code


def allocated(size):
    """Return memory of exactly this size, with the sanitizer's red zones around it."""
    import numpy as np

    if size > MAX_SIZE:
        raise OSError("no memory")
    address, number = ctypes.c_void_p(), ctypes.c_size_t
    libc.posix_memalign(ctypes.byref(address), number(PAGE), number(size))
    ctypes.memset(address, 0, size)
    buffer = (ctypes.c_ubyte * size).from_address(address.value)
    weakref.finalize(buffer, libc.free, ctypes.c_void_p(address.value)).atexit = False
    return np.frombuffer(buffer, np.uint8)


def of_file(cls, file, start, size):
    """Do as `Memory.of_file` does, but use memory with red zones."""
    result = cls(size)
    file.seek(start)
    if file.readinto(result.bytes[:size]) < size:
        raise ValueError("the file is too short")
    return result


library._load = load
if "libclang_rt.asan" in os.environ.get("LD_PRELOAD", ""):
    libc = ctypes.CDLL(None)
    memory._mapped = allocated
    memory.Memory.of_file = classmethod(of_file)
