"""Standard streams: partial writes, non-blocking pipes, readers that have gone or never read."""

import io
import os
import select
import sys
import threading

import pytest

from othello.gtp import streams

posix = pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")


@pytest.fixture
def pipe():
    """The two ends of a pipe, without buffers."""
    source, target = os.pipe()
    with os.fdopen(source, "rb", buffering=0) as reader, os.fdopen(target, "wb", buffering=0) as writer:
        yield reader, writer


def test_a_reply_is_written_to_its_end_however_few_bytes_a_write_takes():
    written = []

    class Narrow(io.RawIOBase):
        def write(self, data):
            written.append(bytes(data[:3]))
            return len(written[-1])

    streams._write(Narrow(), b"= protocol\n\n")
    assert b"".join(written) == b"= protocol\n\n"


@posix
def test_input_that_does_not_block(pipe):
    """An empty pipe in non-blocking mode is waited for. It is not the end of the input."""
    reader, writer = pipe
    os.set_blocking(reader.fileno(), False)
    assert reader.read(1) is None
    threading.Timer(0.05, lambda: writer.write(b"name\n")).start()
    assert streams._read(reader) == b"name\n"
    writer.close()
    assert streams._read(reader) == b""


@posix
def test_output_that_does_not_block(pipe, monkeypatch):
    """A full pipe in non-blocking mode is waited for, so no part of a reply is lost."""
    reader, writer = pipe
    os.set_blocking(writer.fileno(), False)
    reply = bytes(range(256)) * 4000
    chunks = []
    thread = threading.Thread(target=lambda: chunks.extend(iter(lambda: reader.read(1 << 16), b"")))
    wait = select.select

    def read_and_wait(*files):
        if thread.ident is None:
            thread.start()
        return wait(*files)

    monkeypatch.setattr(streams.select, "select", read_and_wait)
    streams._write(writer, reply)
    writer.close()
    thread.join()
    assert b"".join(chunks) == reply


@posix
def test_it_is_known_when_nobody_can_read_standard_output_any_more(pipe, monkeypatch):
    reader, writer = pipe
    monkeypatch.setattr(sys, "__stdout__", writer)
    assert streams.has_reader()
    reader.close()
    assert not streams.has_reader()


def test_a_file_is_read_later_by_anyone(tmp_path, monkeypatch):
    with open(tmp_path / "replies", "wb") as file:
        monkeypatch.setattr(sys, "__stdout__", file)
        assert streams.has_reader()


@posix
def test_errors_that_nobody_reads(pipe, monkeypatch):
    """Text for a standard error that is never read is lost in the end, and does not block."""
    reader, writer = pipe
    monkeypatch.setattr(streams, "DRAIN", 0.01)
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BufferedWriter(writer)))
    with streams.errors_in_background():
        for _ in range(3000):
            print("x" * 100, file=sys.stderr)
    assert reader.read(50) == b"x" * 50
    sys.stderr.detach().detach()
    while len(reader.read(1 << 16)) == 1 << 16:
        pass


@posix
def test_text_for_a_standard_error_without_a_reader_is_lost_and_raises_nothing(pipe, monkeypatch):
    reader, writer = pipe
    reader.close()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BufferedWriter(writer)))
    with streams.errors_in_background():
        print("lost", file=sys.stderr)
    sys.stderr.detach().detach()


def test_errors_are_written_at_the_end(capsys):
    """What is printed on standard error in a session is complete at its end, and in order."""
    with streams.errors_in_background():
        for number in range(100):
            print(number, file=sys.stderr)
    assert capsys.readouterr().err == "".join(f"{number}\n" for number in range(100))
