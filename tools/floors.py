"""Print the share of branches that tests reach in each room, and compare it with the room's floor.

    make coverage           # exit with status 1 if a room is below its floor
    make coverage RAISE=1   # raise each floor to two points below today's share

The page build/coverage/index.html marks these branches in the code. Processes started by tests are included.
Kernels are not, because they are machine code.
"""

import argparse
import collections
import json
import sys
from pathlib import Path

from tests import source
from tools.mutants import room_of

FLOORS = source.DATA / "coverage.json"
"""The minimum share of branches for each room, in percent. These floors may only rise."""
MARGIN = 2.0
"""Distance, in points, from a raised floor to the measured share, which varies a little between runs."""


def shares(files: dict[str, dict[str, dict[str, int]]]) -> dict[str, float]:
    """Return the share of branches that tests reach in each room, in percent.

    files -- the part "files" of coverage's report in JSON
    """
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    for file, content in files.items():
        for kind in ("num_branches", "covered_branches"):
            counts[room_of(Path(file).as_posix()), kind] += content["summary"][kind]
    rooms = sorted(room for room, kind in counts if kind == "num_branches" and counts[room, kind])
    # Round down, because a floor must not exceed the measured share.
    return {
        room: 1000 * counts[room, "covered_branches"] // counts[room, "num_branches"] / 10 for room in rooms
    }


def main() -> None:
    """Print the table. Then check the floors or raise them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("report", type=Path, help="report by coverage in JSON")
    parser.add_argument(
        "--raise", dest="raises", action="store_true", help="raise floors toward these shares"
    )
    options = parser.parse_args()
    today = shares(json.loads(options.report.read_text(encoding="utf-8"))["files"])
    floors = json.loads(FLOORS.read_text(encoding="utf-8"))
    print(f"{'room':10}{'branches':>10}{'floor':>10}")
    for room, share in today.items():
        print(f"{room:10}{share:8.1f} %{floors.get(room, 0.0):8.1f} %")
    low = [room for room, share in today.items() if share < floors.get(room, 0.0)]
    if options.raises:
        raised = {room: round(share - MARGIN, 1) for room, share in today.items()}
        floors |= {room: max(floor, floors.get(room, 0.0)) for room, floor in raised.items()}
        FLOORS.write_text(json.dumps(floors, indent=2) + "\n", encoding="utf-8")
    elif low:
        sys.exit(
            f"The tests reach too few branches in {', '.join(low)}: add tests, or delete what is not used."
        )


if __name__ == "__main__":
    main()
