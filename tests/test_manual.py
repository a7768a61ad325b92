"""Manual pages: one for each command, with every option, and no line that roff misreads."""

import re

from tests.cli.commands import commands
from tools.manual import pages, write


def test_each_command_has_a_page_with_all_its_options(tmp_path):
    write(tmp_path)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert texts == dict(pages())
    assert set(texts) >= {"othello", "othello-book", "othello-train", "othello-lab"}
    for name, command in commands():
        text = texts[f"othello-{name.replace(' ', '-')}"].replace("\\-", "-")
        assert ("\b" in command.help) == (".nf\nExample" in text), "examples keep their lines"
        assert ".B -h, --help\n" in text
        assert text.startswith(f'.TH "OTHELLO-{name.upper().replace(" ", "-")}" "1"')
        for param in command.params:
            hidden = getattr(param, "hidden", False)
            for word in param.opts if param.param_type_name == "option" else []:
                assert bool(re.search(rf"(?m)^\.B .*{word}\b", text)) != hidden, (name, word)


def test_a_line_that_begins_with_a_stop_is_text():
    """Only intended requests begin a line with a full stop, and backslashes are escaped."""
    for name, text in pages():
        for line in text.splitlines():
            assert not line.startswith(("'", "...")), (name, line)
            assert re.match(r"\.(TH|SH|PP|TP|B|nf|fi)\b|(?!\.)", line), (name, line)
            assert re.sub(r"\\[-e&]", "", line).count("\\") == 0, (name, line)
