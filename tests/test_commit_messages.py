"""The check of commit messages, in small repositories."""

import os
import shutil
import subprocess

import pytest

from tests import source
from tools import commit_messages

NODES = 1234
KERNEL = "othello/kernels/midgame.py"
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


class Repository:
    """A repository with a file for every commit."""

    def __init__(self, root):
        self.root = root
        self.date = "2026-11-26T19:59:59Z"
        root.mkdir()
        self.git("init", "--quiet")

    def git(self, *args):
        settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(
            ["git", *who, *args],
            cwd=self.root,
            env={**os.environ, **settings, "GIT_COMMITTER_DATE": self.date},
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
    """A repository in which the rules hold for the next commits: the older ones broke them."""
    made = Repository(tmp_path / "repository")
    made.commit("README.md", "Begin")
    made.commit(KERNEL, "Search")
    made.date = commit_messages.START
    return made


def message(subject, bench=NODES):
    """A message that follows the rules, if *subject* does."""
    return f"{subject}\n\nBecause.\n\nBench: {bench}\nReviewed-by: B"


def check(root, capsys):
    """The exit status of the program, and what it prints."""
    status = commit_messages.main(root, lambda: NODES)
    return status, capsys.readouterr().out


def test_the_files_and_folders_that_the_node_count_depends_on_are_there():
    assert all((source.ROOT / path).exists() for path in commit_messages.PATHS)


def test_commits_before_the_start_may_break_the_rules(repository, capsys):
    assert check(repository.root, capsys) == (0, "Commit messages: 0 checked\n")


def test_a_subject_begins_with_a_verb_from_the_list_and_is_short_and_a_body_gives_the_reason(
    repository, capsys
):
    repository.commit("README.md", f"Speed up {'x' * 51}\n\nBecause.")
    assert check(repository.root, capsys) == (0, "Commit messages: 1 checked\n")
    repository.commit("README.md", f"Speed up {'x' * 52}\n\nBecause.")
    repository.commit("README.md", "Let it be\n\nBecause.")
    repository.commit("README.md", "Speed it\n\nBecause.")
    repository.commit("README.md", f"Fix it\n\nBench: {NODES}")
    repository.commit("README.md", "Fix it")
    status, out = check(repository.root, capsys)
    assert status == 1
    assert [line.partition('" ')[2][:20] for line in out.splitlines()] == [
        "needs a body with th",
        "needs a body with th",
        "begins with none of ",
        "begins with none of ",
        "has 61 characters in",
    ]


@pytest.mark.parametrize("path", commit_messages.PATHS)
def test_a_commit_without_trailer_is_found(repository, capsys, path):
    """A commit that changes the search and has no trailer fails, even below a newer commit with a trailer."""
    repository.commit(path if "." in path else f"{path}/a.py", "Fix it\n\nBecause.")
    repository.commit(KERNEL, message("Add it"))
    status, out = check(repository.root, capsys)
    assert status == 1
    assert len(out.splitlines()) == 1
    assert '"Fix it" needs the trailer "Bench: N"' in out


def test_a_trailer_is_a_number_in_the_last_paragraph(repository, capsys):
    """Words in the value, a missing value, or a line in another place do not make a trailer."""
    texts = [
        "Fix it\n\nBench: 12 (as before)",
        "Fix it\n\nBench:",
        "Fix it\n\nBench: 1234\n\nBecause.",
        "Bench: 1234",
    ]
    for text in texts:
        repository.commit(KERNEL, text)
    status, out = check(repository.root, capsys)
    assert status == 1
    assert out.count("needs the trailer") == len(texts)


def test_the_newest_number_must_be_right(repository, capsys):
    """A wrong number in an older commit is history, but a wrong number in the newest commit fails."""
    repository.commit(KERNEL, message("Add it", 1))
    repository.commit(KERNEL, message("Fix it"))
    repository.commit("docs/search.md", "Document it\n\nBecause.")
    assert check(repository.root, capsys) == (0, "Commit messages: 3 checked\n")
    repository.commit("othello/search/clock.py", message("Speed up it", 1235))
    status, out = check(repository.root, capsys)
    assert status == 1
    assert '"Speed up it" has "Bench: 1235", but `othello bench` prints 1234 nodes' in out


def test_a_merge_of_commits_that_follow_the_rules_needs_no_message(repository, capsys):
    repository.git("switch", "--quiet", "--create", "branch")
    repository.commit("othello/search/clock.py", message("Speed up it"))
    repository.git("switch", "--quiet", "-")
    repository.commit(KERNEL, message("Fix it"))
    repository.git("merge", "--quiet", "--no-edit", "branch")
    assert check(repository.root, capsys) == (0, "Commit messages: 2 checked\n")


@pytest.mark.parametrize(("depth", "number"), [(1, 0), (3, 2), (9, 3)])
def test_a_shallow_clone_checks_what_it_has(repository, tmp_path, capsys, depth, number):
    """The oldest commit of a shallow clone, which seems to add every file, is left out."""
    for name in "ABC":
        repository.commit(KERNEL, message(f"Add {name}"))
    clone = tmp_path / "clone"
    repository.git("clone", "--quiet", f"--depth={depth}", repository.root.as_uri(), str(clone))
    assert check(clone, capsys) == (0, f"Commit messages: {number} checked\n")


def test_a_commit_without_the_trailer_fails_in_a_shallow_clone_too(repository, tmp_path, capsys):
    repository.commit(KERNEL, message("Add A"))
    repository.commit(KERNEL, "Add B\n\nBecause.")
    clone = tmp_path / "clone"
    repository.git("clone", "--quiet", "--depth=2", repository.root.as_uri(), str(clone))
    assert check(clone, capsys)[0] == 1


def test_within_another_repository(repository, tmp_path, capsys):
    """If a repository merely contains the sources, its history is not checked."""
    folder = repository.root / "vendor"
    folder.mkdir()
    for root in (folder, tmp_path):
        assert check(root, capsys) == (0, "Commit messages: nothing to check (not a Git repository)\n")


def test_a_repository_without_commits_passes_with_a_line_that_says_why(tmp_path, capsys):
    status, out = check(Repository(tmp_path / "new").root, capsys)
    assert status == 0
    assert out.startswith("Commit messages: nothing to check (fatal: ")
    assert out.count("\n") == 1


def test_a_computer_without_git_passes_with_a_line_that_says_so(repository, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert check(repository.root, capsys) == (0, "Commit messages: nothing to check (Git is not installed)\n")
