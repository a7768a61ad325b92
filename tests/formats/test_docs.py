"""docs/formats.md: its examples run, and it has every format."""

import re

import pytest

from othello import Board, parse_game, read_games
from othello.formats.detection import format_of
from othello.formats.registry import FORMATS
from tests import source

TEXT = (source.ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.DOTALL)
FILES = [(name, text) for name, text in EXAMPLES if name not in ("python", "text")]


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_each_example_is_read_as_a_file_of_its_format_also_without_a_suffix(tmp_path, name, text):
    path = tmp_path / "example"
    path.write_text(text)
    assert format_of(path).name == name
    games = list(read_games(path))
    assert len(games) == 1
    assert games[0].moves or games[0].positions()[0].empties < 60


def test_every_format_is_there():
    """The table lists every format with its suffixes. All formats except the binary format have an
    example."""
    for name, file_format in FORMATS.items():
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{name}` |"))
        assert all(suffix in row for suffix in file_format.suffixes)
        assert name == "wthor" or name in dict(FILES)


def test_the_diagram_is_read():
    """The diagram on the page is the start of a game, and so are the FEN and the bitboards."""
    (diagram,) = (text for name, text in EXAMPLES if name == "text")
    texts = [diagram, *re.findall(r"`(8/8.*?|0x.*?)`", TEXT)]
    assert len(texts) == 4
    assert all(parse_game(text).board() == Board() for text in texts)
