"""Small programs with their own kernels, whose libraries take a moment to make."""

import importlib
import sys

from othello.native import build, compiler, kernel, library, progress, targets
from tests.waiting import PATIENCE

PACKAGE = "few_kernels"
CALLEE = """
from typing import Annotated
from othello.native.kernel import kernel

Word = Annotated[int, "uint64"]

@kernel
def scaled(value: Word) -> Word:
    return value + value + value
"""
CALLER = """
from few_kernels.callee import Word, scaled
from othello.native.kernel import kernel

@kernel
def walk(value: Word, depth: int) -> Word:
    if depth <= 0:
        return scaled(value)
    return walk(value, depth - 1) + walk(value, depth - 2)
"""
OTHER = """
from othello.native.kernel import kernel

@kernel
def answer() -> int:
    return 42
"""
SETTINGS = """
import sys
from pathlib import Path
from othello.native import compiler, library
library.KERNELS = library.SHIPPED = Path("few_kernels").absolute()
library.PACKAGE = "few_kernels"
"""
COMPILER = f"""{SETTINGS}
from othello.native import __main__, build
{{before}}
__main__.main(sys.argv[1])
"""


def program_text(before="", code="print(__import__('few_kernels.caller').caller.walk(5, 6))"):
    """The text of the program in its own process, which runs in the folder that has the package.

    before -- what its compiler does first
    code   -- what the program does
    """
    return f"{SETTINGS}\ncompiler.COMMAND = ('-c', {COMPILER.format(before=before)!r})\n{code}"


def expected(factor):
    """The output of the program if the callee has this *factor*."""

    def walk(depth):
        return 5 * factor if depth <= 0 else walk(depth - 1) + walk(depth - 2)

    return walk(6)


def run_here(target, cache, on_progress):
    """Stand in for `compiler.run`, without a process."""
    return build.build(targets.of_name(target), on_progress)


class Program:
    """A package of kernels that this process uses as the engine's package, and a cache for it."""

    def __init__(self, folder, monkeypatch):
        self.sources, self.cache = folder / PACKAGE, folder / "cache"
        self.sources.mkdir()
        (self.sources / "__init__.py").touch()
        for name, text in (("callee", CALLEE), ("caller", CALLER), ("other", OTHER)):
            (self.sources / f"{name}.py").write_text(text)
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        monkeypatch.setattr(library, "PACKAGE", PACKAGE)
        monkeypatch.setattr(library, "KERNELS", self.sources)
        monkeypatch.setattr(library, "SHIPPED", folder / "shipped")
        monkeypatch.setattr(kernel, "KERNELS", {})
        monkeypatch.setenv("OTHELLO_CACHE", str(self.cache))
        monkeypatch.delenv("OTHELLO_TARGET", raising=False)
        self.made = []
        """The modules that went through the front end."""
        front_end = build.front_end

        def noted(module, choices):
            self.made.append(module.__name__.rpartition(".")[2])
            return front_end(module, choices)

        monkeypatch.setattr(build, "front_end", noted)
        # A busy computer may take long enough for a message about progress.
        monkeypatch.setattr(progress, "SILENCE", PATIENCE)
        # In this process, to save the second that the compiler takes to start.
        monkeypatch.setattr(compiler, "run", run_here)
        self.restart()

    def restart(self):
        """Forget what a new process would not know."""
        for name in [module for module in sys.modules if module.partition(".")[0] == PACKAGE]:
            del sys.modules[name]
        importlib.invalidate_caches()
        for function in (build.digest, build._imported, library.sources, library._load):
            function.cache_clear()
        library.temporary.cache_clear()
        library.report_once.cache_clear()
        self.made.clear()

    def run(self):
        """Return what the program computes, as in a new process."""
        self.restart()
        return importlib.import_module(f"{PACKAGE}.caller").walk(5, 6)

    def edit(self, name, old, new):
        """Replace a part of a module."""
        path = self.sources / f"{name}.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def libraries(self):
        """Return the files of libraries in the cache."""
        return sorted(self.cache.glob("kernels-*"))

    def modules(self):
        """Return the files of modules in the cache."""
        return sorted((self.cache / "modules").glob("*"))
