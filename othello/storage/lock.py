"""Locks of files. One process at a time can hold a lock.

The operating system releases a lock when its file is closed or its process ends.
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
"""Offset of the byte that is locked on Windows: beyond the end, because a locked byte cannot be read."""


def try_lock(file: IO[Any]) -> bool:
    """Lock a file until it is closed. Return False if another process has locked it.

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


def locked(path: Path) -> IO[bytes] | None:
    """Open a file to write, and lock it until it is closed. Return None if another process has locked it.

    A missing file is created, and an existing file keeps its content. The name must not be a symbolic link.
    On a file system without locks the file is only opened. Raises OSError.
    """
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    while True:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(open(path, "wb", opener=lambda name, _: os.open(name, flags, 0o666)))
            with contextlib.suppress(OSError):  # a file system without locks
                if not try_lock(file):
                    return None
            file.seek(0)
            # The process that held the lock may have renamed or removed the file meanwhile.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), path.lstat()):
                    stack.pop_all()
                    return file
