"""What the build needs besides setup.cfg: a description for pages outside the repository."""

import re
from pathlib import Path

from setuptools import setup


def description(readme: str) -> str:
    """Return README without what only the repository can show: its pictures and links to its files."""
    text = re.sub(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n+", "", readme, flags=re.MULTILINE)
    return re.sub(r"\[([^]]+)\]\((?!https?:|#)[^)]*\)", r"\1", text)


if __name__ == "__main__":
    readme = Path(__file__).with_name("README.md")
    setup(long_description=description(readme.read_text(encoding="utf-8")))
