"""Files that nobody but this user and root can have written, for what one run keeps for the next.

That holds for a file if it and all folders above it belong to one of the two, and if nobody else can write to
them. A folder with the sticky bit, such as /tmp, may be open to all: there, only the owner of a file can
replace it. Windows has neither these owners nor these modes, so there every file counts as such a file.
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
    """Return why others can have written a file or folder, as a clause; None if they cannot.

    Of a path that does not exist, the folders above it count.
    """
    if sys.platform == "win32":
        return None
    path = Path(os.path.realpath(path))
    # Who owns the root of the file system owns everything. In a container that may be another number than 0.
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
    """Return whether a group has this user alone: some systems give each user a group of the same name."""
    if sys.platform == "win32":
        return False
    # Rarely needed, and missing in a browser's Python.
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(number)
    except KeyError:
        return False
    is_of_user = (group.gr_name, group.gr_gid) == (user.pw_name, user.pw_gid)
    return is_of_user and set(group.gr_mem) <= {user.pw_name}


def write(path: Path, pieces: Iterable[Any]) -> None:
    """Write bytes to a file that only this user can read, at once, so that no process reads a part of it.

    Folders that do not exist are made, for this user alone. Raises OSError, also if others can write to the
    folder.
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
    """Open a file as `os.open` does; one that is made is for this user alone. An opener for `open`."""
    return os.open(path, flags, 0o600)


def make_folder(path: Path) -> None:
    """Make a folder for this user alone, unless it exists; raises OSError, also if others can write to it."""
    for part in (*reversed(path.parents), path):
        if not part.is_dir():
            part.mkdir(0o700, exist_ok=True)
    if reason := objection(path):
        raise PermissionError(errno.EPERM, reason)
