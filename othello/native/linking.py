"""Links LLVM modules into one module, which LLVM optimizes and compiles. A linker then creates the library.

For this computer, the system's linker is enough. For all other systems, the linker lld from the package
ziglang is used.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Container, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as ll

from othello.errors import NoLibraryError
from othello.native import processor
from othello.native.frontend import INTERNAL
from othello.native.library import SYSTEM, suffix
from othello.native.targets import Target

SQUARE_ROOT: Final = """
define internal float @sqrtf(float %x) alwaysinline {
  %root = call float @llvm.sqrt.f32(float %x)
  ret float %root
}
declare float @llvm.sqrt.f32(float)
"""
"""Replaces the C library's square root, which Numba would call, with a single instruction."""
FILL: Final = """
@_fltused = hidden constant i32 0

define hidden ptr @memset(ptr returned %start, i32 %value, i64 %count) "no-builtins" {
entry:
  %byte = trunc i32 %value to i8
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %at, %count
  br i1 %more, label %body, label %done
body:
  %place = getelementptr i8, ptr %start, i64 %at
  store volatile i8 %byte, ptr %place
  %next = add i64 %at, 1
  br label %loop
done:
  ret ptr %start
}
"""
"""Defines the function that LLVM calls to fill memory, and a symbol that Windows requires. These definitions
are needed on systems where every symbol must be defined."""

PRODUCT: Final = """
define hidden void @__multi3(ptr %result, i64 %a, i64 %a.high, i64 %b, i64 %b.high) {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry = lshr i64 %p00, 32
  %m = add i64 %p01, %carry
  %m.low = and i64 %m, 4294967295
  %m.high = lshr i64 %m, 32
  %n = add i64 %p10, %m.low
  %n.high = lshr i64 %n, 32
  %low0 = and i64 %p00, 4294967295
  %low1 = shl i64 %n, 32
  %low = or i64 %low0, %low1
  %h0 = add i64 %p11, %m.high
  %h1 = add i64 %h0, %n.high
  %x = mul i64 %a, %b.high
  %y = mul i64 %a.high, %b
  %h2 = add i64 %h1, %x
  %high = add i64 %h2, %y
  %place = getelementptr i8, ptr %result, i32 8
  store i64 %low, ptr %result
  store i64 %high, ptr %place
  ret void
}
"""
"""Multiplies two 128-bit numbers. WebAssembly has no instruction for this."""


def linked(modules: Iterable[bytes], target: Target, exported: Container[str] | None = None) -> bytes:
    """Return the library for a target. *modules* contains the bitcode of modules from `frontend`.

    For a checked target, return the text of the LLVM module instead. Raises NoLibraryError if there is no
    linker or the linker fails.

    exported -- the symbols of the entries that the library exports, or None for all entries
    """
    machine = target.llvm_machine()
    master = ll.parse_assembly(SQUARE_ROOT)
    _aim(master, target, machine)
    for bitcode in modules:
        module = ll.parse_bitcode(bitcode)
        _aim(module, target, machine)
        master.link_in(module)
    hidden = [
        function
        for function in master.functions
        if function.name.startswith((INTERNAL, "_Z")) or not (exported is None or function.name in exported)
    ]
    for symbol in (*hidden, *master.global_variables):
        if not symbol.is_declaration:
            symbol.linkage = "internal"
    return str(master).encode() if target.is_checked else library_of(master, target)


def library_of(master: Any, target: Target) -> bytes:
    """Return the library of a single module, with its external functions exported. Raises NoLibraryError."""
    machine = target.llvm_machine()
    if target.system == "windows":
        for symbol in master.functions:
            if not symbol.is_declaration and symbol.linkage == ll.Linkage.external:
                symbol.storage_class = "dllexport"
    tuning = ll.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization, tuning.slp_vectorization = True, False
    passes = ll.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(master, passes)
    objects = [machine.emit_object(master)]
    if target.system != "linux":
        is_wasm = target.machine == "wasm32"
        fill = ll.parse_assembly(FILL.replace("i64", "i32") + PRODUCT if is_wasm else FILL)
        _aim(fill, target, machine)
        objects.append(machine.emit_object(fill))
    return _library(objects, target)


def _aim(module: Any, target: Target, machine: Any) -> None:
    module.triple, module.data_layout = target.triple, str(machine.target_data)


def _library(objects: list[bytes], target: Target) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, content in enumerate(objects):
            paths.append(str(Path(folder, f"{number}.o")))
            Path(paths[-1]).write_bytes(content)
        made = Path(folder, "library" + suffix(target.name))
        command = [*_linker(target, made), *paths]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoLibraryError(f"{command[0]} failed: {done.stderr.strip()}")
        return made.read_bytes()


def _linker(target: Target, made: Path) -> list[str]:
    """Return a linker command that writes the file *made*. The caller appends the object files to link.

    Raises NoLibraryError if there is no linker.
    """
    zig = [sys.executable, "-m", "ziglang"] if find_spec("ziglang") else None
    # The system's linker links only for this system and this kind of processor.
    is_own = (target.system, target.machine) == (SYSTEM, processor.machine())
    commands: list[list[str] | None]
    if target.system == "windows":
        commands = [["lld-link"], zig and [*zig, "lld-link"]]
        options = ["/dll", "/noentry", "/nodefaultlib", "/machine:x64", "/brepro", f"/out:{made}"]
    elif target.system == "emscripten":
        commands = [["wasm-ld"], zig and [*zig, "wasm-ld"]]
        options = ["--experimental-pic", "-shared", "--export-dynamic", "-o", str(made)]
    elif target.system == "macos":
        triple = {"arm64": "aarch64", "x86-64": "x86_64"}[target.machine] + "-macos.11.0"
        commands = [["cc"] if is_own else None, zig and [*zig, "cc", "-target", triple, "-nostdlib"]]
        options = ["-shared", "-Wl,-install_name,@rpath/othello.dylib", "-o", str(made)]
    else:
        commands = [["ld.lld"], *([["ld"], ["cc", "-nostdlib"]] if is_own else []), zig and [*zig, "ld.lld"]]
        options = ["-shared", "--build-id=none", "-o", str(made)]
    for command in commands:
        if command and shutil.which(command[0]):
            return [*command, *options]
    raise NoLibraryError(f"there is no linker for {target.name}: install lld, or run pip install ziglang")
