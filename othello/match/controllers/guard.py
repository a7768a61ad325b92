"""Kills an engine and its children when this process ends, or earlier on request.

On POSIX systems, a *guard* kills the engine's process group. The guard is a small shell process that waits
for the end of its input. This input ends even if this process is killed. On Linux, the guard also kills
children that have left the group if their parents are still running. A parent-death signal would not be
enough, because it reaches only the engine, not its children, and because it is sent even if only a thread
ends.

On Windows, an engine ends with this process only if it notices the end of its input.
"""

import contextlib
import os
import signal
import subprocess
import sys
from typing import Any, Final

FORCED: Final = 5.0
"""Seconds to wait for a killed process to end."""
SCRIPT: Final = """
tree() {
    all="$all $1"
    for child in $(cat /proc/"$1"/task/*/children); do tree "$child"; done
}
read -r engine || exit
read -r end
tree "$engine"
for process in $all; do kill -s KILL -- -"$process" "$process"; done
"""
"""Reads the id of a process, waits until the input ends, then kills the process and its children."""

if sys.platform == "win32":
    OWN_GROUP: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    """Options with which `subprocess.Popen` starts a process in its own group."""

    class Guard:
        """Kills a process and its children."""

        def __init__(self) -> None:
            """Begin without a process."""
            self._pid: int | None = None

        def watch(self, pid: int) -> None:
            """Choose the process to kill. It must be the leader of its process group."""
            self._pid = pid

        def end(self) -> None:
            """Kill the process and its children. The process must not have been reaped."""
            if self._pid is not None:
                tree = ["taskkill", "/F", "/T", "/PID", str(self._pid)]
                subprocess.run(tree, capture_output=True, check=False)

else:
    OWN_GROUP: Final[dict[str, Any]] = {"start_new_session": True}
    """Options with which `subprocess.Popen` starts a process in its own group."""

    class Guard:
        """Kills a process, its group and its children."""

        def __init__(self) -> None:
            """Start the shell. It does not watch a process yet. Raises OSError if this fails."""
            self._pid: int | None = None
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                **OWN_GROUP,
            )
            assert self._shell.stdin is not None
            self._input = self._shell.stdin

        def watch(self, pid: int) -> None:
            """Choose the process to kill. It must be the leader of its process group."""
            self._pid = pid
            with contextlib.suppress(OSError):
                self._input.write(f"{pid}\n".encode())

        def end(self) -> None:
            """Kill the process, its group and its children. The process must not have been reaped."""
            with contextlib.suppress(OSError):
                self._input.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._shell.wait(FORCED)
            if self._pid is not None:
                # The group is killed here, too, because someone may have killed the shell. Some systems raise
                # PermissionError if the group contains only zombies.
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._pid, signal.SIGKILL)
