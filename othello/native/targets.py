"""The systems and processors for which a library can be built."""

from dataclasses import dataclass, replace
from typing import Any, Final

import llvmlite.binding as ll

from othello.native import library, llvm, processor
from othello.native.llvm import DOT_PRODUCT, FAST_PEXT, SINGLE_SHIFTS, SLOW_BYTE_SHIFTS, TERNARY_LOGIC

SLOW_PEXT: Final = ("znver1", "znver2")
"""Processors on which PEXT takes 18 cycles or more."""


@dataclass(frozen=True)
class Target:
    """A system and a processor for which a library can be built."""

    name: str
    """The target's name, which is TARGET in the name of a library (see `native.library`)."""
    system: str
    """The value of `library.SYSTEM` on this target: "linux", "windows", "macos" or "emscripten"."""
    machine: str
    """The value of `processor.machine()` on this target: "x86-64", "arm64" or "wasm32"."""
    triple: str
    """LLVM's name for the system."""
    cpu: str
    """LLVM's name for the processor."""
    features: str = ""
    """Additional features (+) and missing features (-) of the processor, by their names in LLVM, separated by
    commas."""
    is_checked: bool = False
    """Whether to build LLVM text with index checks for `tools.checked` instead of a library."""

    @property
    def choices(self) -> frozenset[str]:
        """The features that kernels may use on this target (see `native.llvm.choices`)."""
        if self.machine == "wasm32":
            return frozenset({DOT_PRODUCT, SINGLE_SHIFTS, SLOW_BYTE_SHIFTS})
        features = self.features.split(",")
        chosen = set()
        if ("+bmi2" in features and self.cpu not in SLOW_PEXT) or self.cpu in ("x86-64-v3", "x86-64-v4"):
            chosen.add(FAST_PEXT)
        if "+avx512f" in features or self.cpu == "x86-64-v4":
            chosen.add(TERNARY_LOGIC)
        if self.is_checked:
            chosen.add(llvm.CHECKED)
        return frozenset(chosen)

    def llvm_machine(self) -> Any:
        """Return LLVM's target machine, which emits the target's machine code."""
        ll.initialize_all_targets()
        ll.initialize_all_asmprinters()
        target = ll.Target.from_triple(self.triple)
        return target.create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc="pic", codemodel="default"
        )


def _target(
    system: str, machine: str, triple: str, cpu: str, *, level: str = "", features: str = ""
) -> Target:
    return Target(f"{system}-{level or machine}", system, machine, triple, cpu, features)


def _x86(system: str, triple: str, *levels: int) -> list[Target]:
    names = [f"x86-64-v{level}" for level in levels]
    return [_target(system, "x86-64", triple, name, level=name) for name in names]


SHIPPED: Final = [
    *_x86("linux", "x86_64-unknown-linux-gnu", 2, 3, 4),
    _target("linux", "arm64", "aarch64-unknown-linux-gnu", "generic"),
    *_x86("windows", "x86_64-pc-windows-msvc", 2, 3, 4),
    *_x86("macos", "x86_64-apple-macosx11.0.0", 2, 3),
    _target("macos", "arm64", "arm64-apple-macosx11.0.0", "apple-m1"),
    _target(
        "emscripten", "wasm32", "wasm32-unknown-unknown", "generic",
        features="+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint",
    ),
]  # fmt: skip


def of_name(name: str) -> Target:
    """Return the target with this name: this computer, a target of a wheel, or a level of this processor.

    Any name can end with "-checked".
    """
    plain = name.removesuffix(f"-{llvm.CHECKED}")
    if plain != name:
        return replace(of_name(plain), name=name, is_checked=True)
    shipped = [target for target in SHIPPED if target.name == name]
    if shipped:
        return shipped[0]
    machine, triple = processor.machine(), ll.get_process_triple()
    if name.startswith(library.NATIVE):
        features = ll.get_host_cpu_features().flatten()
        return Target(name, library.SYSTEM, machine, triple, ll.get_host_cpu_name(), features)
    level = name.removeprefix(f"{library.SYSTEM}-")
    return Target(name, library.SYSTEM, machine, triple, "generic" if level == machine else level)
