"""Builds libraries of checked machine code from the text that the compiler prints for checked targets."""

import functools
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import llvmlite.binding as ll

from othello.native import compiler, library, linking, processor, targets
from tools.checked.checks import Checks

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "checked"
CLANG: Final = f"clang-{ll.llvm_version_info[0]}"
"""The version of clang that can read this llvmlite's text."""
ATTRIBUTES: Final = {"plain": "", "address": "sanitize_address", "thread": "sanitize_thread"}
"""Maps each form of a library to the attribute of its functions.

The form "plain" needs no clang, and contains only the checks of the module `checks`. The other forms add
AddressSanitizer or ThreadSanitizer.
"""
RUNTIMES: Final = {"address": "asan", "thread": "tsan"}
OPTIONS: Final = ("-O1", "-shared", "-fPIC", "-shared-libsan", "-Wno-override-module")


def form() -> str:
    """Return the form with the most checks that this computer can build."""
    return "address" if library.SYSTEM == "linux" and shutil.which(CLANG) else "plain"


def target() -> targets.Target:
    """Return the checked target for the best level of this processor that wheels support."""
    return targets.of_name(f"{library.SYSTEM}-{processor.levels()[0]}-checked")


def made(form: str) -> Path:
    """Return the path of a checked library, with a list of its sites next to it. Missing files are built."""
    tools = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    name = f"{target().name}-{form}-{library.short_hash(tools)}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = library.existing(FOLDER, name)
    if path is None:
        # Insert the checks before any optimization can remove the code that they check.
        os.environ["NUMBA_OPT"] = "0"
        text = compiler.run(target().name, FOLDER, lambda *_: None).decode()
        content, sites = checked(text, form)
        path = library.write(FOLDER, name, content)
        path.with_suffix(".sites").write_text("\n".join(sites), encoding="utf-8")
    return path


def checked(text: str, form: str) -> tuple[bytes, list[str]]:
    """Insert checks into a module's text. Return the library, and a description of each check."""
    checks = Checks()
    text = checks.inserted(text, ATTRIBUTES[form])
    if form == "plain":
        return linking.library_of(ll.parse_assembly(text), target()), checks.sites
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "checked.ll"), Path(folder, "checked.so")
        source.write_text(text, encoding="utf-8")
        processor_option = "-march" if target().machine == "x86-64" else "-mcpu"
        options = [*OPTIONS, f"{processor_option}={target().cpu}", f"-fsanitize={form}"]
        options += ["-fsanitize-recover=address"] if form == "address" else []
        files = ["-x", "ir", str(source), "-lm", "-o", str(result)]
        subprocess.run([CLANG, *options, *files], check=True)
        return result.read_bytes(), checks.sites


def environment(path: Path, form: str, logs: Path) -> dict[str, str]:
    """Return environment variables that make Python use a checked library and write reports to *logs*."""
    startup = Path(__file__).parent / "startup"
    variables = {
        "PYTHONPATH": f"{startup}{os.pathsep}{ROOT}",
        "CHECKED_LIBRARY": str(path),
        "CHECKED_LOGS": str(logs),
    }
    if form == "plain":
        return variables
    options = f"log_path={logs / form}:halt_on_error=0"
    return variables | {
        "LD_PRELOAD": _runtime(form),
        # Python's own allocator returns larger blocks than needed, where an overrun would go unnoticed.
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": f"{options}:detect_leaks=0:allocator_may_return_null=1",
        "TSAN_OPTIONS": f"{options}:report_signal_unsafe=0",
    }


@functools.cache
def _runtime(form: str) -> str:
    """Return the path of the sanitizer's library, which a process must load first."""
    name = f"libclang_rt.{RUNTIMES[form]}-{platform.machine()}.so"
    path = subprocess.check_output([CLANG, f"-print-file-name={name}"], text=True).strip()
    if not Path(path).is_absolute():
        sys.exit(f"{CLANG} has no {name}: install libclang-rt-{ll.llvm_version_info[0]}-dev")
    return path
