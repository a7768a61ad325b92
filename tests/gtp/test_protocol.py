"""Lines, replies and words of GTP."""

import pytest
from hypothesis import given, strategies as st

from othello import PASS, Color, InvalidNotationError, parse_square
from othello.gtp.protocol import (
    MAX_INT,
    Command,
    GtpError,
    format_reply,
    format_vertex,
    parse,
    parse_color,
    parse_float,
    parse_int,
    parse_seconds,
    parse_vertex,
)
from othello.storage.fields import parse_whole


@pytest.mark.parametrize(
    ("line", "command"),
    [
        pytest.param("name", Command("", "name", ()), id="a name alone"),
        pytest.param("7 name", Command("7", "name", ()), id="an id"),
        pytest.param("\t7\tname\r\n", Command("7", "name", ()), id="HT is a blank, CR is dropped"),
        pytest.param(" 13   name  # c", Command("13", "name", ()), id="blanks in front, a comment behind"),
        pytest.param("name # x", Command("", "name", ()), id="a comment is cut"),
        pytest.param("name#x", Command("", "name", ()), id="a comment needs no blank"),
        pytest.param("play b#f5", Command("", "play", ("b",)), id="a comment cuts a command short"),
        pytest.param("\x01name", Command("", "name", ()), id="control characters are dropped"),
        pytest.param("na\x00\x0b\x7fme", Command("", "name", ()), id="also inside of a word"),
        pytest.param("play  b\t \tf5 ", Command("", "play", ("b", "f5")), id="any blanks separate words"),
        pytest.param("0 name", Command("0", "name", ()), id="the least id"),
        pytest.param("2147483647 name", Command("2147483647", "name", ()), id="the greatest id"),
        pytest.param("007 name", Command("007", "name", ()), id="an id is kept as it came"),
        pytest.param("99999999999 name", Command("99999999999", "name", ()), id="even if it is too great"),
        pytest.param("5name", Command("5", "name", ()), id="an id without a blank, as GNU Go reads it"),
        pytest.param("14", Command("14", "", ()), id="an id alone waits for a reply"),
        pytest.param("14 # name", Command("14", "", ()), id="so it does before a comment"),
        pytest.param("-3 name", Command("", "-3", ("name",)), id="a negative number is not an id"),
        pytest.param("2 3 name", Command("2", "3", ("name",)), id="nor is a second one"),
        pytest.param("GENMOVE b", Command("", "GENMOVE", ("b",)), id="case is kept"),
        pytest.param("x \xa0y\x85z", Command("", "x", ("\xa0y\x85z",)), id="other spaces are not blanks"),
        pytest.param("\xb2 name", Command("", "\xb2", ("name",)), id="other digits are not an id"),
    ],
)
def test_a_line_is_split_into_id_name_and_arguments(line, command):
    assert parse(line) == command


@pytest.mark.parametrize(
    "line", ["", "\n", " ", " \t ", "\r\n", "# only", "  # only", "\x01", "#", "\x02#\t"]
)
def test_an_empty_line_or_a_comment_has_no_command(line):
    assert parse(line) is None


@given(st.text(st.characters(exclude_characters="\n")))
def test_parse_any_line(line):
    """Every line of any characters is parsed, into words without blanks and control characters."""
    command = parse(line)
    if command is not None:
        assert set(command.id) <= set("0123456789")
        assert command.id or command.name
        for word in (command.name, *command.arguments):
            assert not set(word) & set(" #\t\r\x00\x7f")
        assert all(command.arguments)


@pytest.mark.parametrize(
    ("number", "text", "is_success", "reply"),
    [
        ("", "", True, "=\n\n"),
        ("", "F5", True, "= F5\n\n"),
        ("7", "", True, "=7\n\n"),
        ("7", "true", True, "=7 true\n\n"),
        ("0", "true", True, "=0 true\n\n"),
        ("12", "unknown command", False, "?12 unknown command\n\n"),
        ("", "", False, "?\n\n"),
        ("", "a\nb", True, "= a\nb\n\n"),
        ("", "a\n\n\nb", True, "= a\n.\n.\nb\n\n"),
        ("", "a\n \t\nb", True, "= a\n.\nb\n\n"),
        ("", "\n\na \n", True, "= a\n\n"),
        ("", "  a  b  ", True, "= a  b\n\n"),
        ("", "a\tb\r\n\x01c", True, "= a b\nc\n\n"),
    ],
)
def test_format_reply(number, text, is_success, reply):
    """A reply has its mark, id and text, and exactly one empty line, at its end."""
    assert format_reply(number, text, is_success=is_success) == reply


@given(st.text(), st.booleans())
def test_any_text_becomes_a_reply_that_ends_with_its_only_empty_line(text, is_success):
    reply = format_reply("3", text, is_success=is_success)
    assert reply.endswith("\n\n")
    assert "\n\n" not in reply[:-2]
    assert " \n" not in reply
    assert reply[0] == ("=" if is_success else "?")
    assert reply[1:3] in ("3 ", "3\n")


RIGHT = {
    parse_int: {"0": 0, "8": 8, "007": 7, "2147483647": MAX_INT},
    parse_float: {"6.5": 6.5, "0": 0, "-7": -7, "+.5": 0.5, "3.": 3, "1e2": 100, "2147483647": MAX_INT},
    parse_seconds: {"300": 300, "0.25": 0.25},
    parse_color: dict.fromkeys(("black", "BLACK", "Black", "b", "B"), Color.BLACK)
    | dict.fromkeys(("white", "W"), Color.WHITE),
}
WRONG = {
    parse_int: ["", "x", "-1", "+1", "1.0", "1_0", "0x8", "2147483648", "9" * 5000, "\u0663"],
    parse_float: ["", ".", "x", "nan", "inf", "-inf", "1e999", "1_0", "6,5", "1e10", "\u0663"],
    parse_seconds: ["-1", "x"],
    parse_color: ["", "x", "blac", "0", "blackwhite"],
    parse_vertex: ["", "z9", "i1", "a0", "a9", "a10", "f", "5", "5f", "resign", "f5d6"],
}


@pytest.mark.parametrize(("parse", "word"), [(parse, word) for parse in RIGHT for word in RIGHT[parse]])
def test_a_number_a_time_or_a_color_in_any_of_its_forms_is_parsed(parse, word):
    assert parse(word) == RIGHT[parse][word]


@pytest.mark.parametrize(("parse", "word"), [(parse, word) for parse in WRONG for word in WRONG[parse]])
def test_a_word_that_is_not_of_the_kind_or_is_too_large_is_a_syntax_error(parse, word):
    with pytest.raises(GtpError, match=r"^syntax error$"):
        parse(word)


def test_a_number_out_of_its_range_is_refused_with_the_range():
    assert [parse_whole(text, "depth", -3, 60) for text in ("-3", "0", "+12", "60")] == [-3, 0, 12, 60]
    for text in ("", "-4", "61", "x", "1.5", "9" * 5000, "¹"):
        with pytest.raises(InvalidNotationError, match=r"depth is '.*': write a number from -3 to 60"):
            parse_whole(text, "depth", -3, 60)


def test_a_vertex_is_parsed_as_it_is_formatted_in_any_case():
    for move in range(65):
        for word in (format_vertex(move), format_vertex(move).lower(), format_vertex(move).upper()):
            assert parse_vertex(word) == move


def test_orientation():
    """F5 is the Othello square f5: columns from the left, rows from the top."""
    assert format_vertex(37) == "F5"
    assert parse_vertex("f5") == parse_square("f5") == 37
    assert parse_vertex("H1") == 7
    assert parse_vertex("PASS") == PASS
    assert format_vertex(PASS) == "pass"
