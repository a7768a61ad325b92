"""What a wheel has beside the modules: libraries of machine code, and the network in the layout of memory."""

from pathlib import Path
from typing import Final

from othello.compiler import build
from othello.compiler.targets import SHIPPED, Target
from othello.search import evaluation_files

SYSTEMS: Final = {
    "linux": "linux",
    "manylinux": "linux",
    "win": "windows",
    "macosx": "macos",
    "pyemscripten": "emscripten",
}
"""The systems of targets, by the first word of platform tags."""


MACHINES: Final = {
    "x86_64": "x86-64",
    "amd64": "x86-64",
    "aarch64": "arm64",
    "arm64": "arm64",
    "wasm32": "wasm32",
}
"""The machines of targets, by the end of platform tags."""


def write(data: Path, platform: str) -> None:
    """Write what the wheel for a platform tag needs to its folder `othello/data`."""
    for target in targets_of(platform):
        build.build(target, data / "native")
    if has_map(platform):
        evaluation_files.write_map(data / "network.map", evaluation_files.read(evaluation_files.SHIPPED))
        (data / "network.bin").unlink()


def has_map(platform: str) -> bool:
    """Return whether the wheel with this platform tag has the network as a map, see `kernels.memory`."""
    return not platform.startswith("pyemscripten")


def targets_of(platform: str) -> list[Target]:
    """Return the targets of the wheel with this platform tag; none for a platform without machine code."""
    system = SYSTEMS.get(platform.partition("_")[0])
    machine = next((MACHINES[end] for end in MACHINES if platform.endswith(end)), None)
    return [each for each in SHIPPED if (each.system, each.machine) == (system, machine)]
