"""A headless browser, for tests of pictures and pages."""

import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROGRAM = next(filter(None, map(shutil.which, NAMES)), None)
DISABLED = """
    WebUIOmniboxPopup WebUIOmniboxAimPopup AimEnabled AvoidUnnecessaryBeforeUnloadCheckSync
    DestroyProfileOnBrowserClose HttpsUpgrades MediaRouter OptimizationHints PaintHolding
    """
"""Features of the browser that are off.

The first three are pages below the address bar, which take more processor time than the page of a test.
Playwright turns the other features off by default, but Chromium reads only the last list.
"""
OPTIONS = f"""
    --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --disable-quic
    --no-first-run --disable-background-networking --disable-component-update --disable-sync
    --disable-features={",".join(DISABLED.split())}
    """

needs_chromium = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium to look with")
"""Marks a test that needs the browser."""


def look(page: Path | str, profile: Path, *options: str, seconds: float = 120) -> str:
    """Return the output of the browser for a page. *profile* is a new, empty folder.

    A page is a file, or the address of one with a fragment.
    """
    assert PROGRAM is not None, "there is no Chromium"
    address = page if isinstance(page, str) else page.resolve().as_uri()
    done = subprocess.run(
        [PROGRAM, *OPTIONS.split(), f"--user-data-dir={profile}", *options, address],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=True,
    )
    return done.stdout


def screenshot(page: Path | str, target: Path, profile: Path, *, width: int, height: int) -> None:
    look(page, profile, f"--screenshot={target}", f"--window-size={width},{height}")
    assert target.exists(), f"Chromium made no picture of {page}"
