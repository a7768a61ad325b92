"""Makes sure that only this user and root can have written the data that one run stores for the next run.

A file is trusted if it and all folders above it belong to this user or to root, and nobody else can write to
them. A folder with the sticky bit, such as /tmp, may be open to everyone, because only a file's owner can
replace it there. Windows has different owners and modes, so all files are trusted there.
"""

import errno
import os
import stat
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def objection(path: Path) -> str | None:
    """Return a clause that explains why others may have written *path*, or None if they cannot have.

    If *path* does not exist, only the folders above it are checked.
    """
    if sys.platform == "win32":
        return None
    path = Path(os.path.realpath(path))
    # The owner of the root directory can write everything. In a container, the owner's number may differ from
    # 0.
    owners = {0, os.geteuid(), os.stat("/").st_uid}
    for part in (*reversed(path.parents), path):
        try:
            status = part.lstat()
        except OSError:
            return None
        if status.st_uid not in owners:
            return f"{part} belongs to another user"
        is_sticky = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
        is_open = status.st_mode & stat.S_IWOTH or (
            status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)
        )
        if is_open and not is_sticky:
            return f"other users can write to {part}"
    return None


def _is_own_group(number: int) -> bool:
    """Return whether this user is the only member of a group. Some systems create a group for each user."""
    if sys.platform == "win32":
        return False
    # These modules are rarely needed. A browser's Python does not contain them.
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(number)
    except KeyError:
        return False
    is_of_user = (group.gr_name, group.gr_gid) == (user.pw_name, user.pw_gid)
    return is_of_user and set(group.gr_mem) <= {user.pw_name}


def write(path: Path, pieces: Iterable[Any]) -> None:
    """Write a file that only this user can read. Other processes see either the whole file or nothing.

    Missing folders are created for this user alone. Raises OSError on failure or if other users can write to
    the folder.
    """
    make_folder(path.parent)
    beside = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        with open(beside, "xb", opener=own) as file:
            for piece in pieces:
                file.write(piece)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def own(path: str, flags: int) -> int:
    """Open a file like `os.open`, but create it for this user alone. Pass it to `open` as the opener."""
    return os.open(path, flags, 0o600)


def make_folder(path: Path) -> None:
    """Create a folder for this user alone unless it exists.

    Raises OSError if this fails or if other users can write to the folder.
    """
    for part in (*reversed(path.parents), path):
        if not part.is_dir():
            part.mkdir(0o700, exist_ok=True)
    if reason := objection(path):
        raise PermissionError(errno.EPERM, reason)
