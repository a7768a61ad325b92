"""Make a release: checked packages for all systems, their checksums, and a list of what they install.

    python -m tools.release [FOLDER]

The program builds the source distribution and all wheels in FOLDER, by default dist, which must be empty or
missing. It tries this computer's wheel in a new environment. It writes a list of that environment's packages
to sbom.json, in CycloneDX format, and the checksums of all files to SHA256SUMS. It publishes nothing.

It prints a reason and exits with status 1 if there are uncommitted changes, if CHANGELOG.md does not begin
with a section for the version, or if `tools.package`, twine or check-wheel-contents finds a fault.
"""

import hashlib
import re
import sys
import tempfile
from pathlib import Path
from typing import Final

import click
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

from othello.version import __version__
from tests import source
from tools import package
from tools.package import PackageError, run

SUMS: Final = "SHA256SUMS"
SBOM: Final = "sbom.json"


def check_source() -> None:
    """Raise PackageError unless all is committed and CHANGELOG.md begins with the version and a date."""
    if changed := run("git", "status", "--porcelain", cwd=source.ROOT):
        raise PackageError(f"commit the changes in these files first:\n{changed}")
    heading, *_ = re.findall("(?m)^## .*", (source.ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if not re.fullmatch(rf"## {re.escape(__version__)} - \d{{4}}-\d\d-\d\d", heading):
        raise PackageError(f"CHANGELOG.md begins with {heading!r}, not with version {__version__} and a date")


def release(folder: Path) -> None:
    """Write all files of the release to *folder*. Print their checksums and names."""
    if folder.exists() and any(folder.iterdir()):
        raise PackageError(f"{folder} has files: remove them first")
    check_source()
    package.check_all(folder)
    for built in folder.glob("*-linux_*.whl"):
        built.unlink()  # indexes refuse it, and the manylinux wheel is the same
    package.build_wheels(folder)
    wheels, everything = sorted(folder.glob("*.whl")), sorted(folder.iterdir())
    run(sys.executable, "-m", "twine", "check", "--strict", *everything)
    # W004 is about names that Python cannot import. The machine code libraries have such names, but nothing
    # imports them.
    run(sys.executable, "-m", "check_wheel_contents", "--ignore", "W004", *wheels)
    with tempfile.TemporaryDirectory() as name:
        python = package.check_examples(own_wheel(wheels), Path(name))
        sbom = ("environment", python, "--output-file", folder / SBOM, "--output-reproducible")
        run(sys.executable, "-m", "cyclonedx_py", *sbom)
    # The wheel's address contains this checkout's folder, so the folder is removed.
    text = (folder / SBOM).read_text(encoding="utf-8").replace(f"{folder.resolve().as_uri()}/", "")
    (folder / SBOM).write_text(text, encoding="utf-8")
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())
    ]
    (folder / SUMS).write_text("".join(lines), encoding="ascii")
    print("".join(lines), end="")


def own_wheel(wheels: list[Path]) -> Path:
    """Return the wheel that fits this computer."""
    tags = set(sys_tags())
    return next(wheel for wheel in wheels if parse_wheel_filename(wheel.name)[3] & tags)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=package.FOLDER)
def command(folder: Path) -> None:
    """Make a release in FOLDER, by default dist."""
    release(folder)


if __name__ == "__main__":
    command()
