"""Files of lines that are appended to: continued, cut off, locked, removed, and of other programs."""

import io
import itertools
import json
import os
from pathlib import Path

import pytest

from othello.errors import FormatError
from othello.search.identity import digest
from othello.storage import append
from othello.storage.append import BLOCK, AppendedFile, read_lines, refusal, rows, sealed


def test_files_go_on(tmp_path):
    """A file that is opened again contains the earlier lines, and further lines are appended."""
    path = tmp_path / "file"
    with AppendedFile(path) as file:
        assert list(file.lines()) == []
        file.append("one", "two")
        file.append("ä")
        assert list(file.lines()) == ["one", "two", "ä"]
    with AppendedFile(path) as file:
        file.append("four")
    assert path.read_text(encoding="utf-8") == "one\ntwo\nä\nfour\n"


@pytest.mark.parametrize("rest", ["x", "y" * (3 * BLOCK)])
def test_killed_runs(tmp_path, rest):
    """A last line without an end is not read. It is cut off before the next line is written, not earlier."""
    path = tmp_path / "file"
    path.write_text(f"one\n{rest}")
    with AppendedFile(path) as file:
        assert list(file.lines()) == ["one"]
        assert path.read_text() == f"one\n{rest}"
        file.append("two")
        assert list(file.lines()) == ["one", "two"]
    assert path.read_text() == "one\ntwo\n"


def test_a_file_whose_only_line_has_no_end_is_empty(tmp_path):
    path = tmp_path / "file"
    path.write_text("o")
    with pytest.raises(FormatError, match="line 1: "):
        AppendedFile(path, begins="t")
    with AppendedFile(path, begins="one") as file:
        assert list(file.lines()) == []
        file.append("one")
    assert path.read_text() == "one\n"


@pytest.mark.skipif(os.name != "posix", reason="pipes with names as POSIX has them")
def test_the_lines_of_a_pipe_are_left_to_its_reader(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDWR)
    with AppendedFile(path) as file:
        file.append("one")
        assert list(itertools.islice(file.lines(), 1)) == []
    assert os.read(reader, 10) == b"one\n"
    os.close(reader)


def test_two_writers(tmp_path):
    """A file is refused while another process, or another part of this process, is writing it."""
    with AppendedFile(tmp_path / "file"), pytest.raises(FormatError, match="another process is writing"):
        AppendedFile(tmp_path / "file")
    AppendedFile(tmp_path / "file").close()


@pytest.mark.skipif(os.name != "posix", reason="files in use cannot be removed")
def test_a_file_that_is_removed(tmp_path):
    """Writing a line to a file without a name is an error, because nobody will find it."""
    with AppendedFile(tmp_path / "file") as file:
        file.append("one")
        (tmp_path / "file").unlink()
        with pytest.raises(FormatError, match="the file was removed"):
            file.append("two")


@pytest.mark.skipif(os.name != "posix", reason="files in use cannot be renamed")
def test_a_file_that_takes_the_name_of_an_open_one_is_not_cut_off(tmp_path):
    """A user may move the file away during a run, and give its name to a longer file."""
    path = tmp_path / "file"
    with AppendedFile(path) as file:
        file.append("one")
        path.rename(tmp_path / "moved")
        path.write_text("the file of somebody else")
        file.append("two")
    assert path.read_text() == "the file of somebody else"
    assert list(read_lines(tmp_path / "moved")) == ["one", "two"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_full_disk(tmp_path):
    """On a full disk, a line fails with one error, and closing the file does not fail again."""
    with AppendedFile(tmp_path / "file") as file:
        file._file.close()
        file._file = io.FileIO("/dev/full", "w")
        with pytest.raises(FormatError, match="no space left on device"):
            file.append("one")


def test_a_line_is_written_to_its_end_however_few_bytes_a_write_takes(tmp_path):
    with AppendedFile(tmp_path / "file") as file:
        whole = file._file

        class Narrow:
            fileno, close, closed = whole.fileno, whole.close, False

            def write(self, data):
                return whole.write(data[:7])

        file._file = Narrow()
        file.append("a line that is longer than one write")
    assert list(read_lines(tmp_path / "file")) == ["a line that is longer than one write"]


def test_a_folder_that_does_not_exist_is_reported(tmp_path):
    with pytest.raises(FormatError, match="no such file or directory"):
        AppendedFile(tmp_path / "no" / "file")


def test_a_file_that_is_not_text_is_reported_with_its_line_and_not_changed(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"one\n\xff\nthree")
    with AppendedFile(path) as file, pytest.raises(FormatError, match="line 2: this is not a text file"):
        list(file.lines())
    assert path.read_bytes() == b"one\n\xff\nthree"


def test_a_line_without_an_end_is_not_read_into_memory(tmp_path, monkeypatch):
    """A device such as /dev/zero, named as a file of rows, contains one endless line."""
    monkeypatch.setattr(append, "MAX_LINE_BYTES", 10)
    (tmp_path / "file").write_text("one\n" + 10 * "x")
    with pytest.raises(FormatError, match="line 2: this is not a text file"):
        list(read_lines(tmp_path / "file"))


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs devices with names")
def test_a_device_has_no_digest():
    """Reading a device as an input of a run may never end."""
    with pytest.raises(FormatError, match="this is not a regular file"):
        digest(Path("/dev/null"))


@pytest.mark.parametrize("line", ['{"discs": 2', '{"discs": 2, "name": "a\\"b"'])
def test_a_row_with_one_changed_character_or_without_its_end_is_not_believed(line):
    row = sealed(json.loads(line + "}"))
    assert list(rows("file", [(1, row)], lambda fields: fields.has("check"))) == [True]
    broken = [row[:at] + chr(ord(character) ^ 1) + row[at + 1 :] for at, character in enumerate(row)]
    for other in [*broken, *(row[:length] for length in range(1, len(row))), line + "}"]:
        with pytest.raises(FormatError, match="file, line 7: "):
            list(rows("file", [(7, other)], lambda fields: fields))


def test_options_that_were_not_given_are_no_values():
    """A refusal shows "none" for an option that was not given, without quotes."""
    header, own = ({"format": "othello reviews 1", "level": level} for level in (14, None))
    text = "the file belongs to a run with level '14' instead of none: repeat"
    assert refusal(header, own).startswith(text)
    assert "level none instead of '14'" in refusal(own, header)


def test_values_that_differ_only_after_their_cut_are_not_quoted():
    header, own = ({"format": "othello reviews 1", "files": "x" * 1000 + end} for end in "ab")
    assert refusal(header, own).startswith("the file belongs to a run with other files: repeat")
