"""Fuzz each target for some seconds: python -m tests.fuzz SECONDS [NAME ...].

An input that fails, or takes over two seconds, is kept in build/fuzz/NAME, and the exit status is 1.
`python -m tests.fuzz.one NAME FILE` runs it again. Interesting inputs are kept in build/fuzz/NAME/corpus,
where the next run begins.
"""

import subprocess
import sys

from tests.fuzz.targets import FOLDER, TARGETS

LONGEST_INPUT = 8192
"""Bytes."""
SLOWEST_INPUT = 2
"""Seconds."""
LINES_OF_ERROR = 40


def fuzz(name: str, seconds: int) -> bool:
    """Fuzz a target, and return whether no input failed."""
    corpus = FOLDER / name / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(TARGETS[name].seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    options = {
        "max_total_time": seconds,
        "max_len": LONGEST_INPUT,
        "timeout": SLOWEST_INPUT,
        "artifact_prefix": f"{FOLDER / name}/",
    }
    arguments = [f"-{option}={value}" for option, value in options.items()]
    command = [sys.executable, "-m", "tests.fuzz.one", name, *arguments, str(corpus)]
    done = subprocess.run(
        command, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, errors="replace"
    )
    if done.returncode:
        print(*done.stdout.splitlines()[-LINES_OF_ERROR:], sep="\n", flush=True)
    return done.returncode == 0


def main() -> None:
    seconds, names = int(sys.argv[1]), sys.argv[2:] or list(TARGETS)
    failed = []
    for name in names:
        print(f"{name}: {seconds} s", flush=True)
        if not fuzz(name, seconds):
            failed.append(name)
    sys.exit(f"inputs that fail: {', '.join(failed)}, in {FOLDER}" if failed else 0)


if __name__ == "__main__":
    main()
