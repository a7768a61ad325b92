"""The parts of the build that setup.cfg cannot express: machine code, manual pages, and the description.

The environment variable OTHELLO_WHEEL sets the platform tag of the wheel to build. The default is this
computer's tag. OTHELLO_CACHE sets the folder in which the compiler stores its output for each module. The
default is a new folder.
"""

import gzip
import os
import re
import shutil
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
PLATFORM = re.sub("[-.]", "_", os.environ.get("OTHELLO_WHEEL") or sysconfig.get_platform())
NEEDED = [] if shutil.which("ld") or shutil.which("ld.lld") else ["ziglang"]
"""Packages that the build needs on a system without a linker."""
MANUAL = "share/man/man1"
"""The folder for manual pages, relative to the root of an environment or of the system."""

SYSTEMS = {
    "linux": "linux",
    "manylinux": "linux",
    "win": "windows",
    "macosx": "macos",
    "pyemscripten": "emscripten",
}
"""Maps the first word of a platform tag to the name of the system in target names."""
MACHINES = {
    "x86_64": "x86-64",
    "amd64": "x86-64",
    "aarch64": "arm64",
    "arm64": "arm64",
    "wasm32": "wasm32",
}
"""Maps the end of a platform tag to the name of the machine in target names."""


class Package(Distribution):
    """A distribution that contains machine code, so its wheel is made for one platform."""

    def has_ext_modules(self) -> bool:
        return True


class Build(build_py):
    """Adds the libraries of machine code, the map or file of the network, and the manual pages."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        sys.path.insert(0, str(ROOT))
        with tempfile.TemporaryDirectory() as folder:
            os.environ.setdefault("OTHELLO_CACHE", folder)
            write_data(Path(self.build_lib, "othello", "data"), PLATFORM)
            if has_manual(PLATFORM):
                self.distribution.data_files = [(MANUAL, self.write_manual())]

    def write_manual(self) -> list[str]:
        """Write the manual pages and return their paths."""
        import othello
        from othello.native import library

        # Importing the commands requires machine code. It is already built, because the wheel is for this
        # system.
        library.SHIPPED = Path(self.build_lib, "othello", "data", "native")
        from tools import manual

        # A source distribution lacks the link to gtp, but the build has copied gtp as a package. Don't write
        # bytecode, because it would end up in the wheel.
        sys.dont_write_bytecode = True
        othello.__path__.append(str(Path(self.build_lib, "othello")))
        return list(map(str, manual.write(Path(self.get_finalized_command("build").build_temp, "man"))))


def write_data(data: Path, platform: str) -> None:
    """Write the data for the wheel with this platform tag to *data*, the wheel's folder `othello/data`."""
    from othello.native import build, library
    from othello.search import evaluation_files

    for target in targets_of(platform):
        library.write(data / "native", target.name, build.build(target))
    if has_map(platform):
        evaluation_files.write_map(data / "network.map", evaluation_files.read(evaluation_files.SHIPPED))
        (data / "network.bin").unlink()


def has_map(platform: str) -> bool:
    """Return whether the wheel with this platform tag contains the network as a map (see `native.memory`)."""
    return not platform.startswith("pyemscripten")


def has_manual(platform: str) -> bool:
    """Return whether the wheel with this platform tag contains manual pages for the `man` command."""
    return platform.startswith(("linux", "manylinux", "macosx"))


def targets_of(platform: str) -> list[Any]:
    """Return the targets for which the wheel with this platform tag contains libraries.

    The list is empty if no machine code is built for the platform.
    """
    from othello.native.targets import SHIPPED

    system = SYSTEMS.get(platform.partition("_")[0])
    machine = next((MACHINES[end] for end in MACHINES if platform.endswith(end)), None)
    return [target for target in SHIPPED if (target.system, target.machine) == (system, machine)]


class Wheel(bdist_wheel):
    """A wheel that works with any version of Python, on one platform."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", PLATFORM


class Source(sdist):
    """A source distribution.

    If SOURCE_DATE_EPOCH is set, the files in it have this modification time and no owner.
    """

    def make_archive(self, *arguments: Any, **options: Any) -> str:
        path = super().make_archive(*arguments, **options)
        if "SOURCE_DATE_EPOCH" in os.environ:
            pin(Path(path), int(os.environ["SOURCE_DATE_EPOCH"]))
        return path


def pin(path: Path, epoch: int) -> None:
    """Rewrite a compressed archive so that its files have the time *epoch* (Unix seconds) and no owner."""
    whole = path.with_suffix(".whole")
    path.rename(whole)
    with (
        tarfile.open(whole) as old,
        open(path, "wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old, key=lambda member: member.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.mode = 0o755 if member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    whole.unlink()


COMMAND = (
    re.compile(r"The project is not published yet.*?The last command opens\s+the board", re.DOTALL),
    "Run:\n\n    pip install 'othello[web]'\n    othello web\n\nThe second command opens the board",
)
"""A pattern for the installation command in README, and its replacement on a package index."""


def description(readme: str) -> str:
    """Adapt README for readers without the repository: remove pictures and replace links with file names."""
    text = re.sub(r"^<picture>.*?</picture>\n+", "", readme, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n+", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[[^]]+\]\((?!https?:|#)([^)#]*)[^)]*\)", r"\1", text)
    pattern, command = COMMAND
    return pattern.sub(command, text)


def editable(root: Path) -> dict[str, str]:
    """Return the options for an editable installation of *root*.

    The mode "compat" adds the checkout to the import path. The default mode adds an import hook, but Python
    consults hooks last: in the folder above the checkout, Python would mistake the checkout itself for a
    package without files. The import path contains `othello.gtp` only if the link in `othello/` exists, which
    an unpacked source distribution lacks.
    """
    return {"mode": "compat"} if (root / "othello" / "gtp").is_dir() else {}


if __name__ == "__main__":
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    setup(
        long_description=description(readme),
        options={"editable_wheel": editable(ROOT)},
        distclass=Package,
        cmdclass={"build_py": Build, "bdist_wheel": Wheel, "sdist": Source},
        setup_requires=NEEDED,
    )
