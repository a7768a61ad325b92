"""What a release checks before it builds anything."""

import gzip
import re
import tarfile

import pytest

from othello.version import __version__
from setup import pin
from tests import source
from tools import release
from tools.package import PackageError


@pytest.fixture
def changelog(tmp_path, monkeypatch):
    """The path of another CHANGELOG.md, in a folder without uncommitted changes."""
    monkeypatch.setattr(release, "run", lambda *_, cwd: "")
    monkeypatch.setattr(source, "ROOT", tmp_path)
    return tmp_path / "CHANGELOG.md"


def test_a_release_needs_its_version_with_a_date_at_the_top_of_the_changelog(changelog):
    right = f"## {__version__} - 2026-01-01"
    for heading in ("## Unreleased", f"## {__version__}", f"## 9{__version__} - 2026-01-01"):
        changelog.write_text(f"# Changelog\n\n{heading}\n\n- Something\n\n{right}\n\n- Something\n")
        with pytest.raises(PackageError, match=rf"'{heading}', not with version {__version__} and a date$"):
            release.check_source()
    changelog.write_text(f"# Changelog\n\n{right}\n\n- Something\n\n## 0.0.1 - 2025-01-01\n")
    release.check_source()


def test_a_release_needs_a_commit(changelog, monkeypatch):
    monkeypatch.setattr(release, "run", lambda *_, cwd: " M README.md\n")
    with pytest.raises(PackageError, match=r"in these files first:\n M README.md"):
        release.check_source()


def test_a_release_leaves_earlier_files_alone(tmp_path):
    (tmp_path / "othello-0.9.0.tar.gz").touch()
    with pytest.raises(PackageError, match="remove them first"):
        release.release(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["othello-0.9.0.tar.gz"]


def test_the_citation_and_the_wheel_names_in_docs_have_the_version():
    """The citation has the date of the changelog, which lists the version first, except for "Unreleased"."""
    changelog = (source.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.findall(r"(?m)^## (\S+) - (\S+)$", changelog)[0]
    assert version == __version__
    citation = (source.ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {version}\ndate-released: {date}\n" in citation
    pages = "".join(page.read_text(encoding="utf-8") for page in (source.ROOT / "docs").glob("*.md"))
    assert set(re.findall(r"othello-(\d[^-]*)-py3", pages)) == {version}


def test_a_source_distribution_has_the_same_bytes_whenever_and_by_whomever_it_is_built(tmp_path):
    results = []
    for number in (1, 2):
        path = tmp_path / f"othello-{number}.tar.gz"
        with gzip.GzipFile(path, "wb", mtime=number) as file, tarfile.open(fileobj=file, mode="w") as archive:
            for name in ("b", "a")[:: 3 - 2 * number]:
                member = tarfile.TarInfo(name)
                member.mtime = member.uid = number
                archive.addfile(member)
        pin(path, 1_700_000_000)
        results.append(path.read_bytes())
        with tarfile.open(path) as archive:
            assert [(member.name, member.mtime) for member in archive] == [
                ("a", 1_700_000_000),
                ("b", 1_700_000_000),
            ]
    assert results[0] == results[1]
    assert len(list(tmp_path.iterdir())) == 2
