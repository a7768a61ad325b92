"""What a release checks before it builds anything."""

import pytest

from othello.version import __version__
from tests import source
from tools import release
from tools.package import PackageError


@pytest.fixture
def changelog(tmp_path, monkeypatch):
    """The path of another CHANGELOG.md, in a folder without uncommitted changes."""
    monkeypatch.setattr(release, "run", lambda *_, cwd: "")
    monkeypatch.setattr(source, "ROOT", tmp_path)
    return tmp_path / "CHANGELOG.md"


def test_a_release_needs_a_dated_heading_in_the_changelog(changelog):
    for heading in ("## [Unreleased]", f"## [{__version__}]", f"## [9{__version__}] - 2026-01-01"):
        changelog.write_text(f"# Changelog\n\n{heading}\n\n- Something\n")
        with pytest.raises(PackageError, match=rf"no heading with a date for version {__version__}$"):
            release.check_source()
    changelog.write_text(f"# Changelog\n\n## [{__version__}] - 2026-01-01\n\n- Something\n")
    release.check_source()


def test_a_release_needs_a_commit(changelog, monkeypatch):
    monkeypatch.setattr(release, "run", lambda *_, cwd: " M README.md\n")
    with pytest.raises(PackageError, match=r"commit them first:\n M README.md"):
        release.check_source()


def test_a_release_leaves_earlier_files_alone(tmp_path):
    (tmp_path / "othello-0.9.0.tar.gz").touch()
    with pytest.raises(PackageError, match="remove them first"):
        release.release(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["othello-0.9.0.tar.gz"]


def test_the_citation_has_the_version():
    assert f"\nversion: {__version__}\n" in (source.ROOT / "CITATION.cff").read_text(encoding="utf-8")
