"""A new network, and every figure that depends on it.

    python -m tools.ship NETWORK

puts a network into the package, writes the node count of the benchmark, the generated parts of pages and the
pictures, and prints what has to be measured and played again.
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
    """Ship a network; return the exit status."""
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
    nodes = _python("-c", COUNT)  # in a process that has not read the network before
    SIGNATURE.write_text(nodes, encoding="utf-8")
    _python("-m", "tools.docs")
    if chromium.PROGRAM is None:
        print("There is no Chromium: `make pictures` has to be run elsewhere.")
    else:
        _python("-m", "tools.pictures")
    print(f"{AGAIN}{nodes.strip()}")
    return 0


def _python(*arguments: str) -> str:
    """Run Python, and return its output; a failure ends this program with its message."""
    done = subprocess.run([sys.executable, *arguments], cwd=source.ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
