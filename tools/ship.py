"""Put a new network into the package, and update the figures that depend on it.

    python -m tools.ship NETWORK

The program copies the network into the package, and updates the benchmark's node count, the generated parts
of pages, and the pictures. Then it prints what you have to measure and play again.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from othello.errors import OthelloError
from othello.search import evaluation_files
from tests import chromium, source
from tests.source import SIGNATURE
from tools import docs_network

AGAIN: Final = f"""\
Measure again, before `make docs` and the commit:
  {docs_network.ROWS.relative_to(source.ROOT)}: the command in "How good it is" of docs/evaluation.md
  docs/performance.md: `make tune` and `make ffo`, each beside the version before
Play again:
  docs/experiments.md: a match against the version before
  docs/strength.md: the matches with other programs
  docs/levels.md: the ratings of the levels
Then end the message of the commit with
  Bench: """
COUNT: Final = """
from othello.search import bench
print(sum(row.nodes for row in bench.run()))
"""


def main(arguments: list[str]) -> int:
    """Ship a network, and return the exit status."""
    if len(arguments) != 1:
        print("usage: python -m tools.ship NETWORK", file=sys.stderr)
        return 2
    network = Path(arguments[0])
    try:
        evaluation_files.read(network)
    except OthelloError as error:
        print(error, file=sys.stderr)
        return 2
    if network.resolve() != evaluation_files.SHIPPED.resolve():
        shutil.copyfile(network, evaluation_files.SHIPPED)
    nodes = _python("-c", COUNT)  # in a new process, which reads the new network
    SIGNATURE.write_text(nodes, encoding="utf-8")
    _python("-m", "tools.docs")
    if chromium.PROGRAM is None:
        print("Chromium is not installed: run `make pictures` elsewhere.")
    else:
        _python("-m", "tools.pictures")
    print(f"{AGAIN}{nodes.strip()}")
    return 0


def _python(*arguments: str) -> str:
    """Run Python and return its output. If it fails, end this program with the same status."""
    done = subprocess.run([sys.executable, *arguments], cwd=source.ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
