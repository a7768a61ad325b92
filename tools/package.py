"""Build the packages, check them, and try them in a new environment.

    python -m tools.package [--wheels] [FOLDER]

The program builds a source distribution and a wheel, and leaves them in FOLDER, by default dist. It prints a
reason and exits with status 1 in these cases:

- The source distribution lacks a file.
- A second build of the wheel differs from the first.
- The wheel contains anything other than the packages, machine code, the network and manual pages.
- With the installed wheel, outside the checkout, an example of README fails, `othello bench` prints
  another node count, or a GTP conversation of `tests/data/gtp` differs.

The environment contains neither Numba nor a compiler. With --wheels, the program builds the wheels for all
systems instead. Then it also exits with status 1 if the machine code for Linux needs a system library.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import click

from othello.native import library
from setup import MANUAL, has_manual, has_map, targets_of
from tests import readme, source
from tests.gtp import conversation_files
from tools import manual

FOLDER: Final = source.ROOT / "dist"
EPOCH: Final = "1700000000"
"""The modification time of all files in a wheel, in seconds since 1970."""
PROGRAMS: Final = (
    "othello --version",
    "othello-gtp --help",
    "python -m othello --help",
)
"""Commands to try with the installed wheel, in addition to README's examples."""


WHEELS: Final = (
    "manylinux_2_17_x86_64",
    "manylinux_2_17_aarch64",
    "win_amd64",
    "macosx_11_0_arm64",
    "macosx_11_0_x86_64",
    "pyemscripten_2026_0_wasm32",
)
"""Platform tags of all wheels that are published."""
NO_LIBRARIES: Final = ("references no external versioned symbols", "requires no external shared libraries")
"""What auditwheel prints about a wheel that needs no other libraries."""
DATA: Final = "othello/data"
LIBRARY: Final = DATA + r"/native/kernels-[0-9a-z-]+\.(so|dll|dylib)"
WITHOUT: Final = (
    "from importlib.util import find_spec; "
    "print(*(name for name in ('numba', 'llvmlite', 'numpy') if find_spec(name) is None))"
)


class PackageError(click.ClickException):
    """Raised if a package is wrong."""


def project_files(root: Path) -> list[str]:
    """Return the files required in a source distribution, as paths relative to *root*.

    In a checkout, these are all files that Git does not ignore.
    """
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    if not (root / ".git").exists():
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    listed = run(*command, cwd=root).split("\0")
    return sorted(name for name in listed if (root / name).is_file())


def build(root: Path, folder: Path, kind: str, platform: str = "", cache: Path | None = None) -> Path:
    """Build a package, "sdist" or "wheel", from the files in *root*. Return its path in *folder*.

    platform -- platform tag of the wheel. Empty for the tag of this computer.
    cache    -- folder of compiled modules (see setup.py). The default is this user's folder.
    """
    before = set(folder.glob("*"))
    command = sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", folder, root
    kept = str(cache or library.cache())
    run(*command, SOURCE_DATE_EPOCH=EPOCH, OTHELLO_WHEEL=platform, OTHELLO_CACHE=kept)
    (built,) = set(folder.glob("*")) - before
    return built


def copy_project(folder: Path) -> Path:
    """Copy the project's files, without the output of earlier builds. Return the folder."""
    for name in project_files(source.ROOT):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source.ROOT / name, target)
    return folder


def unpack(sdist: Path, folder: Path) -> Path:
    """Unpack a source distribution. Return the project's folder."""
    shutil.unpack_archive(sdist, folder)
    (root,) = folder.iterdir()
    return root


def check_sdist(root: Path) -> None:
    """Raise PackageError unless an unpacked source distribution contains all of the project's files."""
    missing = [name for name in project_files(source.ROOT) if not (root / name).exists()]
    if missing:
        raise PackageError(f"the source distribution lacks {', '.join(missing)}: add them to MANIFEST.in")


def check_wheel(wheel: Path) -> None:
    """Raise PackageError unless a wheel contains all files of the packages, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        members = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = [name for name in project_files(source.ROOT) if name.split("/")[0] in source.PACKAGES]
    wanted = {f"othello/{name}" if name.startswith("gtp/") else name for name in files}
    if has_map(tag_of(wheel)):
        wanted = (wanted - {f"{DATA}/network.bin"}) | {f"{DATA}/network.map"}
    if has_manual(tag_of(wheel)):
        data = f"{'-'.join(wheel.name.split('-')[:2])}.data/data"
        wanted |= {f"{data}/{MANUAL}/{name}.1" for name, _ in manual.pages()}
    machine_code = {name for name in members if re.fullmatch(LIBRARY, name)}
    if len(machine_code) != len(targets_of(tag_of(wheel))):
        raise PackageError(f"the wheel has {len(machine_code)} libraries of machine code")
    if members - machine_code != wanted:
        names = ", ".join(sorted((members - machine_code) ^ wanted))
        raise PackageError(f"the wheel and the packages differ in {names}: see package_data in setup.cfg")


def tag_of(wheel: Path) -> str:
    """Return a wheel's platform tag. If there are several, return the first."""
    return wheel.stem.split("-")[-1].partition(".")[0]


def check_linux_wheel(wheel: Path) -> None:
    """Raise PackageError if a wheel for Linux needs any system library, even the C library."""
    shown = " ".join(run(sys.executable, "-m", "auditwheel", "show", wheel).split())
    if not all(phrase in shown for phrase in NO_LIBRARIES):
        raise PackageError(f"{wheel.name} must not need libraries of the system: {shown}")


def check_examples(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment in *folder*, and run README's examples there.

    Returns the path of the environment's Python.
    """
    environment, elsewhere = folder / "environment", folder / "elsewhere"
    elsewhere.mkdir()
    run(sys.executable, "-m", "venv", environment)
    programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    path = os.pathsep.join((str(programs), os.environ["PATH"]))
    for command in (*PROGRAMS, *readme.SHELL):
        run(command, shell=True, cwd=elsewhere, PATH=path)
    for code in readme.PYTHON:
        run(programs / "python", "-c", code, cwd=elsewhere)
    missing = run(programs / "python", "-c", WITHOUT, cwd=elsewhere)
    if missing.strip() != "numba llvmlite numpy":
        raise PackageError(f"of numba, llvmlite and numpy, only these are not installed: {missing}")
    counted = run(programs / "othello", "bench", cwd=elsewhere).split()[1]
    if counted != source.SIGNATURE.read_text(encoding="utf-8").strip():
        raise PackageError(f"othello bench counts {counted} nodes, not those of {source.SIGNATURE}")
    for path in conversation_files.ALL:
        check_conversation(programs / "othello-gtp", path)
    return programs / "python"


def check_conversation(program: Path, path: Path) -> None:
    """Raise PackageError unless a GTP engine gives the replies in a conversation file."""
    exchanges = conversation_files.read(path)
    done = subprocess.run([program], input=conversation_files.sent(exchanges), capture_output=True)
    try:
        conversation_files.check(exchanges, done.stdout.decode(errors="surrogateescape"))
    except AssertionError as error:
        raise PackageError(f"{program} and {path} differ: {error}") from None


def run(*command: object, cwd: Path | None = None, shell: bool = False, **environment: str) -> str:
    """Run a command and return its output. Raises PackageError if the command fails."""
    words = [str(argument) for argument in command]
    done = subprocess.run(
        words[0] if shell else words,
        shell=shell,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise PackageError(f"{' '.join(words)} ended with status {done.returncode}:\n{done.stderr}")
    return done.stdout


def check_all(folder: Path) -> None:
    """Build both packages, check them, and copy them to *folder*."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor() as pool:
        scratch = Path(name)
        for subfolder in ("built", "first", "second", "again", "cache"):
            (scratch / subfolder).mkdir()
        sdist = build(copy_project(scratch / "project"), scratch / "built", "sdist")
        root = unpack(sdist, scratch / "first")
        check_sdist(root)
        second = unpack(sdist, scratch / "second")
        # The second build compiles everything again, on a processor that would otherwise be idle.
        again = pool.submit(build, second, scratch / "again", "wheel", cache=scratch / "cache")
        wheel = build(root, scratch / "built", "wheel")
        check_wheel(wheel)
        check_examples(wheel, scratch)
        if again.result().read_bytes() != wheel.read_bytes():
            raise PackageError("two builds of the wheel differ")
        folder.mkdir(exist_ok=True)
        for package in (sdist, wheel):
            shutil.copy(package, folder)
            print(folder / package.name)


def build_wheels(folder: Path) -> None:
    """Build the wheels of all systems, and check which files they contain."""
    folder.mkdir(exist_ok=True)
    for platform in WHEELS:
        with tempfile.TemporaryDirectory() as name:
            wheel = build(copy_project(Path(name) / "project"), Path(name), "wheel", platform)
            check_wheel(wheel)
            if platform.startswith("manylinux"):
                check_linux_wheel(wheel)
            shutil.copy(wheel, folder)
        print(folder / wheel.name)


@click.command()
@click.option("--wheels", is_flag=True, help="Build the wheels for all systems instead.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=FOLDER)
def command(wheels: bool, folder: Path) -> None:
    """Build the packages in FOLDER, by default dist, check them, and try them in a new environment."""
    (build_wheels if wheels else check_all)(folder)


if __name__ == "__main__":
    command()
