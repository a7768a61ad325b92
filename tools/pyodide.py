"""Build the wheel for browsers, and run it with Node.js in Pyodide, the Python for browsers.

    python -m tools.pyodide [FILE]

The program builds the wheel, and uses it to run a Python program from FILE or standard input. npm downloads
Pyodide once, to the folder `build`.
"""

import functools
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import pytest

from tests import source
from tools import package

PLATFORM: Final = "pyemscripten_2026_0_wasm32"
"""The platform tag of wheels for Pyodide."""
FOLDER: Final = source.ROOT / "build"
"""The folder where npm installs Pyodide."""
PACKAGE: Final = FOLDER / "node_modules" / "pyodide"
LOADER: Final = """
import {loadPyodide} from 'pyodide';
import fs from 'fs';
const [wheels, folder, program, age] = JSON.parse(fs.readFileSync(0));
const now = performance.now.bind(performance);
performance.now = () => now() + 1000 * age;
const pyodide = await loadPyodide({stdout: console.log, stderr: console.error});
for (const wheel of wheels) pyodide.unpackArchive(new Uint8Array(fs.readFileSync(wheel)), 'wheel');
pyodide.FS.mkdirTree(folder);
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root: folder}, folder);
try {
  await pyodide.runPythonAsync(program);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
"""
"""Runs a program with some wheels. The program sees one folder of this computer.

Its clocks show that Node.js started *age* seconds earlier than it really did.
"""


class PyodideError(Exception):
    """Raised if Pyodide is not available, or if a program run in it fails."""


@functools.cache
def installed() -> Path:
    """Return the folder where npm has installed Pyodide (`make site` does this). Raises PyodideError."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise PyodideError("Node.js or npm is not installed: this program needs both")
    command = ["make", "--silent", "build/node_modules/pyodide/package.json"]
    done = subprocess.run(command, cwd=source.ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PyodideError(f"npm cannot install Pyodide: {done.stderr.strip()}")
    return FOLDER


@functools.cache
def wheel() -> Path:
    """Build the wheel for browsers. Return its path."""
    with tempfile.TemporaryDirectory() as folder:
        project = package.copy_project(Path(folder) / "project")
        built = package.build(project, Path(folder), "wheel", PLATFORM)
        package.check_wheel(built)
        return Path(shutil.copy(built, FOLDER))


@functools.cache
def dependencies() -> list[Path]:
    """Let pip download the wheels of all required packages. Return their paths."""
    folder = FOLDER / "dependencies"
    if not folder.exists():
        options = "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--dest"
        names = source.setup()["options"]["install_requires"].split()
        package.run(sys.executable, "-m", "pip", "download", *options, folder, *names)
    return sorted(folder.glob("*-none-any.whl"))


def run(program: str, folder: Path, age: float = 0.0) -> str:
    """Run a Python program in Pyodide, where it sees *folder*. Return its output. Raises PyodideError.

    Clocks in Pyodide show that Node.js has been running for *age* seconds.
    """
    given = json.dumps([[str(path) for path in (wheel(), *dependencies())], str(folder), program, age])
    command = ["node", "--input-type=module", "--eval", LOADER]
    done = subprocess.run(command, input=given, cwd=installed(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise PyodideError(f"{done.stdout}{done.stderr}")
    return done.stdout


def needed() -> None:
    """Skip the running test if Pyodide is not available."""
    try:
        installed()
    except PyodideError as error:
        pytest.skip(str(error))


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8") if len(sys.argv) > 1 else sys.stdin.read()
    try:
        installed()
        sys.stdout.write(run(text, Path.cwd()))
    except PyodideError as error:
        sys.exit(str(error))
