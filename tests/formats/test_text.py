"""One game as a text: detection of the format, and round trips."""

import contextlib

import pytest
from hypothesis import given, strategies as st

from othello import PASS, Board, GameRecord, Position, format_game, parse_game
from othello.errors import InvalidNotationError, OthelloError
from tests.cases import cases
from tests.formats import records

OF_GAMES = ["ggf", "sgf", "board"]
OF_POSITIONS = ["obf", "board"]


@pytest.mark.parametrize("name", OF_GAMES)
@given(games=st.data())
def test_games_round_trip(name, games):
    """A game is read back from its text, with a named format and with the detected format."""
    game = games.draw(records.plain_records())
    if name == "sgf" and game.moves and game.moves[-1] == PASS:
        game = GameRecord.from_moves(game.moves[:-1], start=game.start)  # SGF leaves passes to the rules
    text = format_game(game, name)
    for again in (parse_game(text), parse_game(text, format=name), parse_game(text, format=name.upper())):
        assert (again.start, again.moves) == (game.start, game.moves)


@given(records.plain_records(any_start=False).filter(lambda game: game.moves))
def test_transcripts_round_trip(game):
    """A game is read back from its transcript, including the passes that the rules imply."""
    again = parse_game(format_game(game, "transcript"))
    assert again.last_position.format()[:64] == game.last_position.format()[:64]


@pytest.mark.parametrize("name", OF_POSITIONS)
@given(games=st.data())
def test_the_last_position_of_a_game_is_read_back_from_a_format_of_positions(name, games):
    game = GameRecord(start=games.draw(records.plain_records()).last_position)
    for again in (parse_game(format_game(game, name)), parse_game(format_game(game, name), format=name)):
        assert again.start == game.start


@cases(
    "text",
    [
        "f5d6",
        "1. F5 D6",
        "+f5-d6",
        Board.parse("f5d6").first_position.format() + " f5d6",
        Position.start().diagram() + "\nf5 d6",
        "(;GM[2];B[f5];W[d6])",
        "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)",
        '[Event "a"]\n\n1. f5 d6 *',
    ],
)
def test_the_same_game_is_read_in_every_notation(text):
    assert parse_game(text).board() == Board.parse("f5d6")


def test_a_name_that_is_not_that_of_a_text_format_is_refused_with_the_known_ones():
    for use in (lambda: parse_game("f5", format="wthor"), lambda: format_game(GameRecord(), "wthor")):
        with pytest.raises(InvalidNotationError, match=r"'wthor' is not a text format to \w+: use one of"):
            use()


@given(st.text() | st.text(alphabet="(;GM[2]O)B%f5d6-XO 0x18/wb●○\n", max_size=90))
def test_any_text_gives_a_game_or_an_othelloerror(text):
    with contextlib.suppress(OthelloError):
        parse_game(text)
