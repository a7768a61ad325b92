"""Modules as they are on Windows, for tests on other systems."""

import importlib.util
import sys
from types import ModuleType

import pytest


def module_on_windows(monkeypatch: pytest.MonkeyPatch, name: str, **modules: ModuleType) -> ModuleType:
    """Return a copy of a module, executed with `sys.platform` of Windows and without POSIX modules.

    *modules* stand for modules of the standard library that only Windows has. The platform stays that
    of Windows until the end of the test.
    """
    monkeypatch.setattr(sys, "platform", "win32")
    for missing in ("fcntl", "resource", "termios", "pwd"):
        monkeypatch.setitem(sys.modules, missing, None)
    for module_name, module in modules.items():
        monkeypatch.setitem(sys.modules, module_name, module)
    spec = importlib.util.find_spec(name)
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy
