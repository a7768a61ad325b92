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
    "pyemscripten": "wasm32",
}
"""The systems of targets, by the first word of platform tags."""


def write(data: Path, platform: str) -> None:
    """Write what the wheel for a platform tag needs to its folder `othello/data`."""
    for target in targets_of(platform):
        build.build(target, data / "native")
    evaluation_files.write_map(data / "network.map", evaluation_files.read(evaluation_files.SHIPPED))
    (data / "network.bin").unlink()


def targets_of(platform: str) -> list[Target]:
    """Return the targets of the wheel with this platform tag; none for a platform without machine code."""
    system = SYSTEMS.get(platform.partition("_")[0])
    is_arm = platform.endswith(("aarch64", "arm64"))
    has_target = is_arm or platform.endswith(("x86_64", "amd64", "wasm32"))
    names = [name for name in SHIPPED if name.partition("-")[0] == system and has_target]
    return [SHIPPED[name] for name in names if name.endswith("arm64") == is_arm]
