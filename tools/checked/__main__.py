"""Run the machine code with checks for memory errors and undefined behavior.

    python -m tools.checked [--form FORM] [STEP...]

A step is one of the names below, or a test file or folder. By default, all steps run. The exit status is 1 if
a step fails or a check reports a fault. Reports go to build/checked/reports/STEP.
"""

import os
import resource
import shutil
import subprocess
import sys
from typing import Final

from tools import benchmarks
from tools.checked import library

TESTS: Final = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
FFO: Final = "tests/data/ffo/fforum-20-39.obf"
SOLVING: Final = ("-m", "tools.benchmarks.solving")
STEPS: Final = {
    "planted": (*TESTS, "tests/checked/test_planted.py"),
    "bench": (*TESTS, "tests/search/test_bench.py"),
    "ffo": (*SOLVING, FFO),
    "perft": (*TESTS, "tests/test_perft.py", "tests/kernels/test_perft.py"),
    "fuzz": ("-m", "tests.checked.fuzz", "10000"),
    "threads": (*SOLVING, FFO, "--threads", "4", "--hash", "1"),
}
"""Maps each step to the Python arguments that run it."""
FOLDERS: Final = ("kernels", "search", "solving", "lab", "players", "training", "book", "review", "gtp")
DEFAULT: Final = {
    "address": (*STEPS, *(f"tests/{folder}" for folder in FOLDERS)),
    "thread": ("planted", "threads", "tests/search/test_threads.py"),
}
"""The default steps of each form."""


def run(step: str, form: str) -> bool:
    """Run a step and print its result. Return whether it passed and no check reported a fault."""
    logs = library.FOLDER / "reports" / step.replace("/", "-")
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    environment = os.environ.copy()
    if step != "planted":  # its tests build their own libraries
        environment |= library.environment(library.made(form), form, logs)
    before = processor_seconds()
    command = [sys.executable, *STEPS.get(step, (*TESTS, step))]
    status = subprocess.run(command, cwd=library.ROOT, env=environment).returncode
    seconds, reports = processor_seconds() - before, len(list(logs.iterdir()))
    print(f"{step}: status {status}, {reports} files of reports, {seconds:.0f} s of processor", flush=True)
    return status == 0 and not reports


def processor_seconds() -> float:
    """Return the processor time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = benchmarks.parser(__doc__)
    parser.add_argument("--form", choices=library.ATTRIBUTES, default=library.form())
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"{', '.join(STEPS)}, or tests")
    options = parser.parse_args()
    print(f"checked machine code: {options.form}, {library.target().name}", flush=True)
    steps = options.steps or DEFAULT.get(options.form, DEFAULT["address"])
    failed = [step for step in steps if not run(step, options.form)]
    sys.exit(f"reports or failures: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
