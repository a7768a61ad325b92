"""An engine in its own process, driven through pipes."""

import subprocess
import sys
import tempfile

from tests import source
from tests.waiting import PATIENCE

ROOT = source.ROOT


class EngineProcess:
    """`othello gtp` or another command. The end of the block kills it if needed."""

    def __init__(self, arguments=("-m", "othello", "gtp"), **options):
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  # closed in __exit__
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.log} | options
        self.process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, **streams)
        self.input, self.output = self.process.stdin, self.process.stdout

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.input, self.output, self.log):
            if stream is not None:
                stream.close()

    def send(self, text):
        """Write lines to the engine."""
        self.input.write(f"{text}\n".encode())
        self.input.flush()

    def reply(self):
        """Read a reply, up to its empty line. The result is empty when there are no more replies."""
        lines = []
        while (line := self.output.readline().decode()) not in ("", "\n"):
            lines.append(line)
        return "".join(lines)

    def ask(self, line):
        """Return the text of the reply to a command, which must succeed."""
        self.send(line)
        reply = self.reply()
        assert reply.startswith("="), f"{line}: {reply!r}"
        return reply[1:].strip()

    def wait(self):
        """Return the exit code when the process has ended."""
        return self.process.wait(timeout=PATIENCE)

    def errors(self):
        """Return the standard error of the process."""
        self.log.seek(0)
        return self.log.read().decode()
