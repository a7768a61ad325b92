"""Files and folders that other users could have written."""

import os
from types import SimpleNamespace

import pytest

from othello.storage import trust

grp, pwd = map(pytest.importorskip, ("grp", "pwd"))

STRANGER = 54321
"""The number of a user who is neither this one nor root."""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder in a folder with a file. The groups of both folders have other members."""
    monkeypatch.setattr(trust, "_is_own_group", lambda number: False)
    path = tmp_path / "outer" / "inner" / "file"
    path.parent.mkdir(parents=True, mode=0o700)
    path.parent.parent.chmod(0o700)
    path.touch(0o600)
    return path


def test_modes(tree):
    """A file is refused if others can write to it or to a folder above it, unless the folder is sticky."""
    inner, outer = tree.parent, tree.parent.parent
    for changed, mode, is_open in (
        (tree, 0o644, False),
        (tree, 0o620, True),
        (tree, 0o602, True),
        (tree, 0o1602, True),
        (inner, 0o755, False),
        (inner, 0o720, True),
        (inner, 0o702, True),
        (outer, 0o755, False),
        (outer, 0o702, True),
        (outer, 0o1777, False),
    ):
        before = changed.stat().st_mode & 0o7777
        changed.chmod(mode)
        expected = f"other users can write to {changed}" if is_open else None
        assert trust.objection(tree) == expected, (changed, oct(mode))
        missing = tree.with_name("missing")
        assert trust.objection(missing) == (expected if changed != tree else None), (changed, oct(mode))
        changed.chmod(before)


def test_owners(tree, monkeypatch):
    """A folder that belongs to another user is an objection. The folder / is fine for everybody."""
    assert trust.objection(tree) is None
    if os.geteuid() == 0:
        os.chown(tree.parent, STRANGER, -1)
        assert trust.objection(tree) == f"{tree.parent} belongs to another user"
    else:
        monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
        assert str(trust.objection(tree)).endswith("belongs to another user")
    monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
    assert trust.objection(tree.parents[-1]) is None


def test_links(tree, tmp_path):
    """The target of a link counts, but the folder of the link does not."""
    (tmp_path / "link").symlink_to(tree)
    tree.parent.chmod(0o702)
    assert trust.objection(tmp_path / "link") == f"other users can write to {tree.parent}"


def test_groups(monkeypatch):
    """A group is the user's own group if it has the user's name and number, and no other member."""
    user = SimpleNamespace(pw_name="me", pw_gid=7)
    monkeypatch.setattr(pwd, "getpwuid", lambda number: user)
    for name, number, members, is_own in (
        ("me", 7, [], True),
        ("me", 7, ["me"], True),
        ("me", 7, ["me", "you"], False),
        ("staff", 7, [], False),
        ("me", 8, [], False),
    ):
        group = SimpleNamespace(gr_name=name, gr_gid=number, gr_mem=members)
        monkeypatch.setattr(grp, "getgrgid", lambda number, group=group: group)
        assert trust._is_own_group(number) == is_own, group
    monkeypatch.setattr(grp, "getgrgid", {}.__getitem__)
    assert not trust._is_own_group(7)


def test_a_file_is_written_for_this_user_alone(tree):
    """Missing folders are created, and a file that others can read is replaced, whatever the umask is."""
    path = tree.parent / "more" / "folders" / "file"
    path.parent.mkdir(parents=True, mode=0o700)
    path.touch(0o644)
    other = path.parents[1] / "another" / "file"
    before = os.umask(0)
    try:
        for target in (path, other):
            trust.write(target, [b"one", b"two"])
    finally:
        os.umask(before)
    for target in (path, other):
        assert target.read_bytes() == b"onetwo"
        assert oct(target.stat().st_mode & 0o777) == "0o600"
        assert os.listdir(target.parent) == ["file"]
    assert oct(other.parent.stat().st_mode & 0o777) == "0o700"


def test_nothing_is_written_where_others_can_write(tree):
    tree.parent.chmod(0o702)
    with pytest.raises(PermissionError, match="other users can write to"):
        trust.write(tree.with_name("new"), [b"content"])
    assert os.listdir(tree.parent) == ["file"]
