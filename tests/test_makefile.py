"""The Makefile: its targets, and recovery from a failed set-up."""

import os
import re
import shutil
import stat
import subprocess

import pytest

from tests import source
from tests.cases import cases

MAKEFILE = source.ROOT / "Makefile"
TEXT = MAKEFILE.read_text(encoding="utf-8")
PHONY = re.search(r"^\.PHONY: (.*)$", TEXT, re.MULTILINE)[1].split()
RULES = re.findall(r"^([a-z][a-z-]*):", TEXT, re.MULTILINE)
PAGES = [source.ROOT / "README.md", source.ROOT / "CONTRIBUTING.md"]
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")

FAKE_PYTHON = """#!/bin/sh
# Notes its arguments, and makes environments of itself.
echo "$*" >> "$LOG"
case "$*" in
"-m venv"*)
    for folder; do :; done
    test "$3" != --clear || rm -rf "$folder"
    mkdir -p "$folder/bin"
    cp "$0" "$folder/bin/python"
    cp "$0" "$folder/bin/othello"
    touch "$folder/pyvenv.cfg" "$folder/pip" ;;
"-c"*) test ! -f "$(dirname "$0")/../old" ;;
"-m pip --version") test -f "$(dirname "$0")/../pip" ;;
"-m ensurepip") touch "$(dirname "$0")/../pip" ;;
esac
"""
"""Stands for Python and pip: an environment has pip if it has a file of that name,
and an old Python if it has the file `old`."""


def make(*args, stdin=None, stderr=subprocess.DEVNULL, **environment):
    """Return the output and the exit status of make.

    It does not notice that the tests themselves may be run by make: then it would say which
    folder it enters, and would take over the options of that run.
    """
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"
    }
    done = subprocess.run(
        ["make", "--file", MAKEFILE, *map(str, args)],
        cwd=source.ROOT,
        env={**inherited, **environment},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        timeout=60,
    )
    return done.stdout, done.returncode


def test_the_list_of_phony_targets_has_every_rule_and_no_target_without_one():
    assert sorted(PHONY) == sorted(RULES)


@cases("target", PHONY)
def test_make_knows_the_commands_of_every_target(target):
    out, status = make("--dry-run", "--always-make", target)
    assert status == 0
    assert out.strip()


def test_make_help_has_a_line_for_each_target():
    out, _ = make("help")
    assert [line.split()[0] for line in out.splitlines()] == RULES


def test_the_types_of_the_page_are_checked_where_npm_is():
    """If npm cannot install TypeScript, `make types` does not fail, but reports what is not checked."""
    text = make("--dry-run", "types")[0]
    assert re.search(r"npm install .*--fetch-retries=0(.|\n)*\|\| true\n", text)
    assert re.search(
        r"if test -x (\S+/tsc); then \1 -p tools/types/page.json && \1 -p tools/types/worker.json", text
    )
    assert re.search(r"else echo \"npm cannot install .*page are not checked", text)


@cases("page", PAGES)
def test_the_pages_for_developers_name_targets_that_exist(page):
    named = re.findall(r"(?:^    |`)make ([a-z][a-z-]*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    assert set(named) <= set(PHONY)


@pytest.fixture
def python(tmp_path, monkeypatch):
    """Return a program in place of Python, which records its calls."""
    path = tmp_path / "python3"
    path.write_text(FAKE_PYTHON)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("LOG", str(tmp_path / "log"))
    return path


def calls(tmp_path):
    """Return the calls of Python since the last time, except calls that check an environment."""
    log = tmp_path / "log"
    if not log.exists():
        return []
    checks = ("-c ", "-m pip --version")
    lines = [line for line in log.read_text().splitlines() if not line.startswith(checks)]
    log.unlink()
    return lines


PIP = "-m pip install --quiet --disable-pip-version-check"
INSTALL = [f"{PIP} setuptools>=77", f"{PIP} --no-build-isolation --editable .[dev]"]


@pytest.fixture
def install(tmp_path, python):
    """Return a function that runs `make install`, and returns its calls of Python."""

    def run():
        assert make("install", f"VENV={tmp_path / 'venv'}", f"PYTHON={python}")[1] == 0
        return calls(tmp_path)

    return run


@pytest.fixture
def unfinished(tmp_path, install):
    """Return an environment that `make install` has to finish or to make again."""
    install()
    environment = tmp_path / "venv"
    (environment / "dev").unlink()
    return environment


def test_an_environment_is_made_once(tmp_path, install):
    """The first `make install` creates an environment and installs into it. The second does nothing."""
    assert install() == [f"-m venv {tmp_path / 'venv'}", *INSTALL]
    assert install() == []


@pytest.mark.parametrize("target", ["run", "test"])
def test_the_download_is_announced(tmp_path, python, target):
    """Before pip downloads for minutes without output, make prints the same size as docs/install.md."""
    page = (source.ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    size = re.search(rf"^\| `make {target}`[^|]*\| (\d+ MB)", page, re.MULTILINE)[1]
    arguments = (target, f"VENV={tmp_path / 'venv'}", f"PYTHON={python}")
    out, status = make(*arguments, stderr=subprocess.STDOUT)
    assert status == 0
    assert f"pip downloads {size}, " in out
    assert ("The tests take " in out) == (target == "test")
    assert "pip" not in make(*arguments, stderr=subprocess.STDOUT)[0]


def test_an_environment_without_pip_gets_pip_and_keeps_its_other_files(unfinished, install):
    (unfinished / "pip").unlink()
    assert install() == ["-m ensurepip", *INSTALL]


@pytest.mark.parametrize("fault", ["no Python", "a broken link", "an old Python"])
def test_an_environment_without_the_right_python_is_made_again(tmp_path, unfinished, install, fault):
    if fault == "an old Python":
        (unfinished / "old").touch()
    else:
        (unfinished / "bin" / "python").unlink()
    if fault == "a broken link":
        (unfinished / "bin" / "python").symlink_to(tmp_path / "gone")
    assert install() == [f"-m venv --clear {unfinished}", *INSTALL]


def test_the_oldest_python():
    """The Makefile treats an environment as old if its Python is older than setup.cfg allows."""
    oldest = source.setup()["options"]["python_requires"].removeprefix(">=").replace(".", ", ")
    assert f"sys.version_info < ({oldest})" in TEXT


def test_other_folders_are_not_cleared(tmp_path, python):
    """A folder without pyvenv.cfg keeps its files when an environment is created in it."""
    environment = tmp_path / "venv"
    environment.mkdir()
    (environment / "precious").touch()
    assert make("install", f"VENV={environment}", f"PYTHON={python}")[1] == 0
    assert calls(tmp_path) == [f"-m venv {environment}", *INSTALL]
    assert (environment / "precious").exists()


def test_workflows_call_targets_that_exist():
    workflow = (source.ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    called = re.findall(r"run: make ([\w-]+)", workflow)
    assert "check" in called
    assert set(called) <= set(PHONY)
