"""Fuzz one target: python -m tests.fuzz.one NAME [OPTION OF LIBFUZZER ...] [FOLDER ...]."""

import sys

import atheris

# Numba compiles the bytecode of kernels, so they stay as they are.
with atheris.instrument_imports(include=["othello", "sgfmill"], exclude=["othello.kernels"]):
    from tests.fuzz.files import FILES
    from tests.fuzz.sessions import SESSIONS
    from tests.fuzz.targets import TARGETS

if __name__ == "__main__":
    name = sys.argv.pop(1)
    # Searches and books load kernels when they are first called, and Numba uses patterns that this hook
    # cannot read.
    if name not in SESSIONS | FILES:
        atheris.enabled_hooks.add("RegEx")
    atheris.Setup(sys.argv, TARGETS[name].run)
    atheris.Fuzz()
