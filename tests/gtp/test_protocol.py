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


def test_a_line_is_split_into_id_name_and_arguments():
    for line, command in [
        ("name", Command("", "name", ())),  # a name alone
        ("7 name", Command("7", "name", ())),  # an id
        ("\t7\tname\r\n", Command("7", "name", ())),  # HT is a blank, CR is dropped
        (" 13   name  # c", Command("13", "name", ())),  # spaces in front, a comment behind
        ("name # x", Command("", "name", ())),  # a comment is cut
        ("name#x", Command("", "name", ())),  # a comment needs no blank
        ("play b#f5", Command("", "play", ("b",))),  # a comment cuts a command short
        ("\x01name", Command("", "name", ())),  # control characters are dropped
        ("na\x00\x0b\x7fme", Command("", "name", ())),  # also inside of a word
        ("play  b\t \tf5 ", Command("", "play", ("b", "f5"))),  # any spaces separate words
        ("0 name", Command("0", "name", ())),  # the least id
        ("2147483647 name", Command("2147483647", "name", ())),  # the greatest id
        ("007 name", Command("007", "name", ())),  # an id is kept as it came
        ("99999999999 name", Command("99999999999", "name", ())),  # even if it is too great
        ("5name", Command("5", "name", ())),  # an id without a blank, as GNU Go reads it
        ("14", Command("14", "", ())),  # an id alone waits for a reply
        ("14 # name", Command("14", "", ())),  # so it does before a comment
        ("-3 name", Command("", "-3", ("name",))),  # a negative number is not an id
        ("2 3 name", Command("2", "3", ("name",))),  # nor is a second one
        ("GENMOVE b", Command("", "GENMOVE", ("b",))),  # case is kept
        ("x \xa0y\x85z", Command("", "x", ("\xa0y\x85z",))),  # other space characters do not separate words
        ("\xb2 name", Command("", "\xb2", ("name",))),  # other digits are not an id
    ]:
        assert parse(line) == command, line


def test_an_empty_line_or_a_comment_has_no_command():
    for line in ("", "\n", " ", " \t ", "\r\n", "# only", "  # only", "\x01", "#", "\x02#\t"):
        assert parse(line) is None, line


@given(st.text(st.characters(exclude_characters="\n")))
def test_parse_any_line(line):
    """Every line of any characters is parsed into words without spaces and control characters."""
    command = parse(line)
    if command is not None:
        assert set(command.id) <= set("0123456789")
        assert command.id or command.name
        for word in (command.name, *command.arguments):
            assert not set(word) & set(" #\t\r\x00\x7f")
        assert all(command.arguments)


def test_format_reply():
    """A reply contains its mark, id and text, and exactly one empty line at its end."""
    for number, text, is_success, reply in [
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
    ]:
        assert format_reply(number, text, is_success=is_success) == reply, (number, text)


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


def test_a_number_a_time_or_a_color_in_any_of_its_forms_is_parsed():
    for parse_word, words in RIGHT.items():
        assert {word: parse_word(word) for word in words} == words


def test_a_word_that_is_not_of_the_kind_or_is_too_large_is_a_syntax_error():
    for parse_word, words in WRONG.items():
        for word in words:
            with pytest.raises(GtpError, match=r"^syntax error$"):
                pytest.fail(f"{word!r} is parsed as {parse_word(word)}")


def test_a_number_out_of_its_range_is_refused_with_the_range():
    assert [parse_whole(text, "depth", -3, 60) for text in ("-3", "0", "+12", "60")] == [-3, 0, 12, 60]
    for text in ("", "-4", "61", "x", "1.5", "9" * 5000, "¹"):
        with pytest.raises(
            InvalidNotationError, match=r"depth must be a whole number from -3 to 60, not '.*'"
        ):
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
