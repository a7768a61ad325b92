"""The check of the trailer `Bench: N`, in small repositories."""

import os
import shutil
import subprocess

import pytest

from tests import source
from tools import bench_trailer

NODES = 1234
KERNEL = "othello/kernels/midgame.py"
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


class Repository:
    """A repository with a file for every commit."""

    def __init__(self, root):
        self.root = root
        root.mkdir()
        self.git("init", "--quiet")

    def git(self, *args):
        settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(
            ["git", *who, *args],
            cwd=self.root,
            env={**os.environ, **settings},
            check=True,
            capture_output=True,
        )

    def commit(self, path, message):
        """Change a file and commit it."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{file.read_text() if file.exists() else ''}{message}\n")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)


@pytest.fixture
def repository(tmp_path):
    """A repository in which the rule holds for the next commits: an old one broke it."""
    made = Repository(tmp_path / "repository")
    made.commit("README.md", "Begin")
    made.commit(KERNEL, "Search")
    made.commit(bench_trailer.PROGRAM, "Check trailers")
    return made


def check(root, capsys):
    """The exit status of the program, and what it prints."""
    status = bench_trailer.main(root, lambda: NODES)
    return status, capsys.readouterr().out


def test_the_files_and_folders_that_the_node_count_depends_on_are_there():
    assert all((source.ROOT / path).exists() for path in bench_trailer.PATHS)


def test_commits_before_the_one_that_added_the_check_may_lack_the_trailer(repository, capsys):
    assert check(repository.root, capsys) == (0, "Bench trailers: 0 commits checked\n")


@pytest.mark.parametrize("path", bench_trailer.PATHS)
def test_a_commit_without_trailer_is_found(repository, capsys, path):
    """A commit that changes the search and has no trailer fails, even under a newer one with it."""
    repository.commit(path if "." in path else f"{path}/a.py", "Prune")
    repository.commit(KERNEL, f"Reduce\n\nBench: {NODES}")
    status, out = check(repository.root, capsys)
    assert status == 1
    assert len(out.splitlines()) == 1
    assert '"Prune" needs the trailer "Bench: N"' in out


@pytest.mark.parametrize(
    "message", ["A\n\nBench: 12 (as before)", "A\n\nBench:", "Bench: 1234\n\nA", "Bench: 1234"]
)
def test_a_trailer_is_a_number_in_the_last_paragraph(repository, capsys, message):
    """Words in the value, no value, and a line in another place are not trailers."""
    repository.commit(KERNEL, message)
    status, out = check(repository.root, capsys)
    assert status == 1
    assert "needs the trailer" in out


def test_the_newest_number_must_be_right(repository, capsys):
    """A wrong number of an older commit is history; that of the newest one fails."""
    repository.commit(KERNEL, "Extend\n\nBench: 1")
    repository.commit(KERNEL, f"Reduce\n\nBecause.\n\nBench: {NODES}\nReviewed-by: B")
    repository.commit("docs/search.md", "Describe")
    assert check(repository.root, capsys) == (0, "Bench trailers: 2 commits checked\n")
    repository.commit("othello/search/clock.py", "Hurry\n\nBench: 1235")
    status, out = check(repository.root, capsys)
    assert status == 1
    assert '"Hurry" has "Bench: 1235", but `othello bench` prints 1234 nodes' in out


def test_a_merge_of_commits_that_have_the_trailer_needs_no_trailer(repository, capsys):
    repository.git("switch", "--quiet", "--create", "branch")
    repository.commit("othello/search/clock.py", f"Hurry\n\nBench: {NODES}")
    repository.git("switch", "--quiet", "-")
    repository.commit(KERNEL, f"Reduce\n\nBench: {NODES}")
    repository.git("merge", "--quiet", "--no-edit", "branch")
    assert check(repository.root, capsys) == (0, "Bench trailers: 2 commits checked\n")


@pytest.mark.parametrize(("depth", "number"), [(1, 0), (2, 1), (3, 2), (5, 3), (9, 3)])
def test_a_shallow_clone_checks_what_it_has(repository, tmp_path, capsys, depth, number):
    """The oldest commit of a shallow clone, which seems to add every file, is left out."""
    for name in "ABC":
        repository.commit(KERNEL, f"{name}\n\nBench: {NODES}")
    clone = tmp_path / "clone"
    repository.git("clone", "--quiet", f"--depth={depth}", repository.root.as_uri(), str(clone))
    assert check(clone, capsys) == (0, f"Bench trailers: {number} commits checked\n")


def test_a_commit_without_the_trailer_fails_in_a_shallow_clone_too(repository, tmp_path, capsys):
    repository.commit(KERNEL, f"A\n\nBench: {NODES}")
    repository.commit(KERNEL, "B")
    clone = tmp_path / "clone"
    repository.git("clone", "--quiet", "--depth=2", repository.root.as_uri(), str(clone))
    assert check(clone, capsys)[0] == 1


def test_within_another_repository(repository, tmp_path, capsys):
    """The history of a repository that merely contains the sources is not theirs."""
    folder = repository.root / "vendor"
    folder.mkdir()
    for root in (folder, tmp_path):
        assert check(root, capsys) == (0, "Bench trailers: nothing to check (not a Git repository)\n")


def test_a_repository_without_commits_passes_with_a_line_that_says_why(tmp_path, capsys):
    status, out = check(Repository(tmp_path / "new").root, capsys)
    assert status == 0
    assert out.startswith("Bench trailers: nothing to check (fatal: ")
    assert out.count("\n") == 1


def test_a_computer_without_git_passes_with_a_line_that_says_so(repository, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert check(repository.root, capsys) == (0, "Bench trailers: nothing to check (Git is not installed)\n")
