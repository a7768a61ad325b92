"""Locks of files, which processes hold one at a time.

The operating system releases a lock when its file is closed or its process ends.
"""

import sys
from typing import IO, Any, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR: Final = 1 << 40
"""Offset of the byte that is locked on Windows: behind the end, since a locked byte cannot be read."""


def try_lock(file: IO[Any]) -> bool:
    """Lock a file until it is closed; return False if another process has locked it.

    Raises OSError if the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
