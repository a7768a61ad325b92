"""Locks files. Only one process at a time can hold the lock on a file.

The operating system releases the lock when the file is closed or the process ends.
"""

import contextlib
import os
import sys
from pathlib import Path
from typing import IO, Any, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR: Final = 1 << 40
"""Offset of the byte that is locked on Windows. It is beyond the end, because a locked byte cannot be
read."""


def try_lock(file: IO[Any]) -> bool:
    """Lock a file until it is closed. Return False if another process holds the lock.

    Raises OSError if the file system does not support locks.
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


def locked(path: Path) -> IO[bytes] | None:
    """Open a file for writing and lock it until it is closed. Return None if another process holds the lock.

    A missing file is created, and an existing file keeps its content. A symbolic link is refused. If the file
    system does not support locks, the file is only opened. Raises OSError.
    """
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    while True:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(open(path, "wb", opener=lambda name, _: os.open(name, flags, 0o666)))
            with contextlib.suppress(OSError):  # the file system does not support locks
                if not try_lock(file):
                    return None
            file.seek(0)
            # The previous holder may have renamed or removed the file before this process got the lock.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), path.lstat()):
                    stack.pop_all()
                    return file
