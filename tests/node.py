"""Scripts in Node.js."""

import shutil
import subprocess

import pytest

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="there is no Node.js to run scripts with"
)


def run(text: str, *options: str) -> str:
    """Return the output of Node.js for a module."""
    command = ["node", "--input-type=module", *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
