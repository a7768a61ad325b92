"""What README shows: its examples in Python and its lines for the shell."""

import re
from typing import Final

from tests import source
from tools import docs

README: Final = source.ROOT / "README.md"
TEXT: Final = README.read_text(encoding="utf-8")
PYTHON: Final = docs.examples(TEXT)
SHELL: Final = re.findall(r"^    (printf .*)", TEXT, re.MULTILINE)
