"""A relay between a GUI and an engine, which logs all lines.

    python relay.py LOG COMMAND...

A line of the log contains the seconds since the start, then `>` (the GUI wrote), `<` (the engine wrote) or
`exit`, and then the line as a Python string, or the exit code.
"""

import subprocess
import sys
import threading
import time


def main(log_path, *command):
    began = time.monotonic()
    with (
        open(log_path, "a", encoding="utf-8", buffering=1) as log,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine,
    ):

        def pass_on(source, target, mark):
            for line in iter(source.readline, b""):
                log.write(f"{time.monotonic() - began:8.3f} {mark} {line.decode()!r}\n")
                target.write(line)
                target.flush()

        back = threading.Thread(target=pass_on, args=(engine.stdout, sys.stdout.buffer, "<"))
        back.start()
        pass_on(sys.stdin.buffer, engine.stdin, ">")
        engine.stdin.close()
        back.join()
        log.write(f"{time.monotonic() - began:8.3f} exit {engine.wait()}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
