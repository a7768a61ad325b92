"""Fuzz one target: python -m tests.fuzz.one NAME [OPTION OF LIBFUZZER ...] [FOLDER ...]."""

import sys

import atheris

# Numba compiles the bytecode of kernels, so they stay as they are.
with atheris.instrument_imports(include=["othello", "sgfmill"], exclude=["othello.kernels"]):
    from tests.fuzz.targets import TARGETS

if __name__ == "__main__":
    target = TARGETS[sys.argv.pop(1)]
    atheris.enabled_hooks.add("RegEx")
    atheris.Setup(sys.argv, target.run)
    atheris.Fuzz()
