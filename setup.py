"""What the build needs besides setup.cfg: a description for indexes, and a mode of editable installations."""

import re
from pathlib import Path

from setuptools import setup

COMMAND = (
    "    pip install .\n\nin a copy of this folder installs",
    "    pip install othello\n\ninstalls",
)
"""How to install, in README and for a reader of a package index."""


def description(readme: str) -> str:
    """Return README for a reader without the repository: no pictures, and names of files instead of links."""
    text = re.sub(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n+", "", readme, flags=re.MULTILINE)
    text = re.sub(r"\[[^]]+\]\((?!https?:|#)([^)#]*)[^)]*\)", r"\1", text)
    return text.replace(*COMMAND)


def editable(root: Path) -> dict[str, str]:
    """Return the options of an editable installation of *root*.

    Mode "compat" adds the checkout to the import path. The default is an import hook, but Python asks
    hooks last: in the folder above, it would take the checkout itself for a package without files. The
    path has `othello.gtp` only by the link in `othello/`, which an unpacked source distribution lacks.
    """
    return {"mode": "compat"} if (root / "othello" / "gtp").is_dir() else {}


if __name__ == "__main__":
    root = Path(__file__).parent
    readme = (root / "README.md").read_text(encoding="utf-8")
    setup(long_description=description(readme), options={"editable_wheel": editable(root)})
