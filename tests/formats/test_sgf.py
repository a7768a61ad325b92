"""SGF in the dialects of Quarry, Edax and GoGui."""

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from othello import Board, Color, Ending, GameRecord, PlayedMove, Player, Position, Variation, parse_game
from othello.errors import FormatError, IllegalMoveError, InvalidNotationError, OthelloError
from othello.formats import sgf_reader
from othello.formats.sgf import format_sgf, load_sgf, parse_sgf, read_sgf
from othello.formats.transcript import parse_transcript
from othello.rules.square import PASS, SQUARE_NAMES, Move
from tests import positions
from tests.cases import cases
from tests.formats import records
from tests.formats.samples import EDAX, GOGUI, QUARRY, kept_by_sgf


def letters(square: int, *, mirrored: bool = False) -> str:
    row = 7 - square // 8 if mirrored else square // 8
    return "abcdefgh"[square % 8] + "abcdefgh"[row]


def test_a_game_of_quarry():
    """Names, the time control, the times of moves, the result and an omitted pass are read."""
    record = next(read_sgf(QUARRY))
    assert (record.black.name, record.white.name, record.result) == ("probe 0.1", "probeB 0.1", 16)
    assert record.black.clock == "02:00//00:00"
    assert [played.seconds for played in record.played[:3]] == [0.05, 0.055, 0.052]
    assert record.moves[-2] == PASS
    assert record.last_position.result.margin == 16


def test_a_game_of_gogui():
    """Rows from the bottom are detected by the moves. The game equals the game in Quarry's file."""
    record = next(read_sgf(GOGUI))
    assert record.moves == next(read_sgf(QUARRY)).moves
    assert (record.date, record.black.name) == ("2026-11-20", "probe:0.1")


def test_a_game_of_edax():
    """Names of squares, an explicit first position, and a move in the root are read."""
    record = parse_sgf(EDAX)
    assert record.start == Position.start()
    assert record.moves == tuple(parse_transcript("f5d6c3d3c4f4").move_stack)
    assert (record.black.name, record.result) == ("Edax", 2)


@given(records.games(any_start=False), st.sampled_from(["top", "bottom", "name", "capital"]), st.booleans())
def test_a_game_is_the_same_in_all_notations_of_squares_and_passes(game, dialect, with_passes):
    spell = {
        "top": letters,
        "bottom": lambda square: letters(square, mirrored=True),
        "name": SQUARE_NAMES.__getitem__,
        "capital": lambda square: SQUARE_NAMES[square].upper(),
    }[dialect]
    _, moves = game
    nodes = []
    for index, move in enumerate(moves):
        if move != PASS:
            nodes.append(f";{'BW'[index % 2]}[{spell(move)}]")
        elif with_passes:
            nodes.append(f";{'BW'[index % 2]}[{('', 'tt', 'pa', 'PA')[index % 4]}]")
    if moves and moves[-1] == PASS and not with_passes:
        moves = moves[:-1]
    assert parse_sgf(f"(;GM[2]{''.join(nodes)})").moves == tuple(moves)


@given(records.games())
def test_if_rows_count_from_the_bottom_they_do_so_in_the_first_position_too(game):
    start, moves = game
    lists = "".join(
        f"{name}{''.join(f'[{letters(square, mirrored=True)}]' for square in positions.squares(bits))}"
        for name, bits in (("AB", start.black), ("AW", start.white))
        if bits
    )
    text = f"(;{lists}PL[{start.turn.name[0]}]"
    turn = start.turn
    for move in moves:
        text += f";{turn.name[0]}[{'' if move == PASS else letters(move, mirrored=True)}]"
        turn = turn.other
    record = parse_sgf(f"{text})")
    assert len(record.moves) == len(moves)


@cases(
    ("text", "result", "ending"),
    [
        ("B+16", 16, None),
        ("W+4.0", -4, None),
        ("0", 0, None),
        ("Draw", 0, None),
        ("B+R", 64, Ending.RESIGNED),
        ("W+Resign", -64, Ending.RESIGNED),
        ("W+Time", -64, Ending.TIME),
        ("B+F", 64, Ending.LEFT),
        ("40-24", 16, None),
        ("B 40 W 24", 16, None),
        ("Black wins by 12", 12, None),
        ("W+4,0", -4, None),
        ("Void", None, None),
        ("?", None, None),
        ("", None, None),
    ],
)
def test_results_are_read_in_all_forms_of_sgf(text, result, ending):
    record = parse_sgf(f"(;GM[2]RE[{text}];B[fe])")
    assert (record.result, record.ending, record.warnings) == (result, ending, ())


@cases("nodes", [";B[fe]W[ff];B[ef]", ";B[fe];W[ff]B[ef]"])
def test_moves_of_both_sides_in_a_node(nodes):
    """Two moves in one node are made in the order of the file, in every process."""
    assert parse_sgf(f"(;GM[2]{nodes})").moves == tuple(parse_transcript("f5f6e6").move_stack)


def test_variations():
    """The first variation is the game. The other variations, with their own variations, are kept."""
    record = parse_sgf("(;GM[2];B[fe](;W[ff];B[ef])(;W[fd]C[why](;B[ec])(;B[gc];W[df])))")
    assert record.moves == tuple(parse_transcript("f5f6e6").move_stack)
    (other,) = record.variations
    assert (other.ply, [played.move for played in other.played]) == (1, [Move("f4"), Move("e3")])
    assert other.played[0].comment == "why"
    assert other.variations == (Variation(2, (PlayedMove(Move("g3")), PlayedMove(Move("d6")))),)


def test_too_many_variations(monkeypatch):
    """A game with more variations than the limit is an error. The test lowers the limit to save time."""
    monkeypatch.setattr(sgf_reader, "MAX_BRANCHES", 2_000)
    game = "(;GM[2];B[fe]" + "(;W[ff])" * 2_001
    assert len(parse_sgf(f"{game})").variations) == 2_000
    with pytest.raises(InvalidNotationError, match="the game has more than 2,000 variations"):
        parse_sgf(f"{game}(;W[ff]))")


@cases("change", [{"ply": 7}, {"played": ()}, {"played": (PlayedMove(Move("a1")),)}])
def test_variations_of_a_board_are_checked(change):
    """A record that is created from a board and other variations contains legal variations only."""
    variation = Variation(1, (PlayedMove(Move("f6")),))
    assert GameRecord.from_board(Board("f5d6"), variations=(variation,)).variations == (variation,)
    with pytest.raises((IllegalMoveError, InvalidNotationError)):
        GameRecord.from_board(Board("f5d6"), variations=(replace(variation, **change),))


@given(records.plain_records(any_start=False), st.integers(0, 10**6))
def test_variations_are_read_back_however_deep_passes_included(record, seed):
    record = kept_by_sgf(records.with_variations(record, seed))
    assert parse_sgf(format_sgf(record)) == record


@cases("node", ["W[aa]", "W[xx]", "AB[aa]", "W[ff]C[a];W[aa]", "C[nothing](;W[fd])"])
def test_a_variation_ends_before_what_is_illegal(node):
    """An illegal move in a variation is not an error of the game. The moves before it are kept."""
    record = parse_sgf(f"(;GM[2];B[fe](;W[fd])(;{node})(;W[df]))")
    assert record.moves == tuple(parse_transcript("f5f4").move_stack)
    played = [[str(played_move.move) for played_move in variation.played] for variation in record.variations]
    expected = {"W[ff]C[a];W[aa]": [["f6"]], "C[nothing](;W[fd])": [["f4"]]}
    assert played == [*expected.get(node, []), ["d6"]]


def test_the_dialect_of_squares_is_that_of_the_main_line():
    record = parse_sgf("(;GM[2];B[fd](;W[fc];B[ec])(;W[dc]))")
    assert [str(variation.played[0].move) for variation in record.variations] == ["d6"]


@cases("pass_node", ["", ";W[]"])
def test_a_forced_pass_belongs_to_the_game(pass_node):
    """Variations after a pass begin after it, whether the file contains the pass or not."""
    moves = parse_transcript("d3c3c4c5b4e3c6a4a3c7a5").move_stack
    nodes = "".join(f";{'BW'[at % 2]}[{letters(move)}]" for at, move in enumerate(moves))
    position = GameRecord.from_moves([*moves, PASS]).last_position
    first, second = (f"(;B[{letters(move)}])" for move in position.legal_moves[:2])
    (other,) = parse_sgf(f"(;GM[2]{nodes}{pass_node}{first}{second})").variations
    assert (other.ply, other.played) == (12, (PlayedMove(position.legal_moves[1]),))


def test_rectangles_and_escapes():
    """Lists of points may contain rectangles. Brackets and backslashes in texts are escaped."""
    record = parse_sgf(r"(;GM[2]PB[a\]b\\c]AB[cd:ee]AW[db:dc]PL[W];W[df])")
    assert record.black.name == "a]b\\c"
    assert len(record.start.discs(Color.BLACK)) == 6


@cases("encoding", ["utf-8", "iso-8859-1", "shift_jis"])
def test_the_encoding_is_the_declared_one_or_else_utf_8_or_iso_8859_1(encoding):
    name = "\u6751\u4e0a" if encoding == "shift_jis" else "Fran\xe7ois"
    text = f"(;GM[2]CA[{encoding}]PB[{name}];B[fe])"
    assert parse_sgf(text.encode(encoding)).black.name == name
    assert parse_sgf(text).black.name == name
    if encoding != "shift_jis":
        assert parse_sgf(text.replace("CA", "XX").encode(encoding)).black.name == name


@cases("encoding", ["nonsense", "rot13", "unicode_escape", "idna", "undefined", ""])
def test_an_unknown_encoding_is_ignored(encoding):
    assert parse_sgf(f"(;GM[2]CA[{encoding}]PB[x\\\\x41];B[fe])".encode()).black.name == "x\\x41"


def test_deep_variations():
    """A file with very deep variations gives a game or an error, but no crash."""
    text = "(;" * 20000
    for content in (text, text + ")" * 20000, f"(;GM[2];B[fe]{'(;W[ff]' * 5000}{')' * 5000})"):
        with contextlib.suppress(OthelloError):
            parse_sgf(content)


def test_a_game_is_loaded_up_to_the_position_before_a_move_passes_counted():
    record = next(read_sgf(QUARRY))
    assert load_sgf(QUARRY) == record.board()
    assert load_sgf(QUARRY, 1) == record.board(0)
    assert load_sgf(QUARRY, 4).transcript() == "f5f6e6"
    assert load_sgf(QUARRY, len(record.moves) + 1) == record.board()
    for number in (0, len(record.moves) + 2):
        with pytest.raises(FormatError, match=f"there is no move {number}: the game has 61"):
            load_sgf(QUARRY, number)


def test_the_clock_of_both_is_written():
    """Seconds left are computed from the times of the moves, as in Quarry's files."""
    player = Player(clock="02:00/0:10/0")
    moves = tuple(PlayedMove(move, seconds=2.5) for move in parse_transcript("f5d6c3").move_stack)
    text = format_sgf(GameRecord(moves, black=player, white=player))
    assert "TM[120]" in text
    assert "OT[10 fischer]" in text
    assert "BL[127.500]" in text
    assert "BL[135.000]" in text


def test_comments():
    """C is the comment on a move. GC, or C in the first node, is the comment on the game."""
    record = parse_sgf("(;GM[2]GC[a game]C[of two\nlines];B[f5]C[good];W[d6];C[it goes on])")
    assert record.comment == "a game of two lines"
    assert [played.comment for played in record.played] == ["good", "it goes on"]
    assert parse_sgf(format_sgf(record)) == record


def test_a_board_without_discs_is_not_the_start_of_a_game():
    """A board without discs has no AB and AW, so AE shows that it is not the usual start."""
    game = GameRecord(start=Position.from_discs(0, 0, Color.BLACK))
    assert parse_sgf(format_sgf(game)).start == game.start


def test_a_field_that_cannot_be_read_costs_only_itself():
    """Each bad property is reported by its name, and the moves and all other properties are read."""
    properties = [
        ("RE[40-20]", "RE is ignored: '40-20' is not a result such as"),
        ("RE[B+]", "RE is ignored: 'B+' names a winner but no margin in discs"),
        ("BR[5d]", "BR is ignored: '5d' is not a number"),
        ("TM[5 min]", "TM is ignored: '5 min' is not a number"),
        (";B[fe]V[NaN];W[ff]V[x]", "V of move 1 is ignored: 'NaN' is not a number (and 1 more of this kind)"),
        (";B[fe]BL[abc];W[ff]", "BL of move 1 is ignored: 'abc' is not a number"),
    ]
    for text, warning in properties:
        record = parse_sgf(f"(;GM[2]PB[a]{text}{'' if ';' in text else ';B[fe];W[ff]'})")
        assert (record.moves, record.black) == (("f5", "f6"), Player("a"))
        assert len(record.warnings) == 1
        assert record.warnings[0].startswith(warning)


SET_UP = "AB[d5][e4]AW[d3][d4][e5]"


@pytest.mark.parametrize(
    "text",
    [
        f"(;GM[2]SZ[8]{SET_UP}PL[B];B[d2])",
        f"(;GM[2]SZ[8]PB[a];{SET_UP}PL[B];B[d2])",
        f"(;GM[2];SZ[8];C[a position];{SET_UP};B[d2])",
        f"(;GM[2](;{SET_UP};B[d2])(;{SET_UP};B[c2]))",
        "(;GM[2];SZ[8];AB[de][ed];AW[dd][ee][dc];PL[B];B[db])",
        "(GM[2];SZ[8];AB[d5][e4];AW[d3][d4][e5];PL[B];B[d2])",
        "(;GM[2];AB[d5][e4][a1]AW[d3][d4][e5];AE[a1];B[d2])",
        "(;GM[2];AW[d3];B[d2])",
    ],
)
def test_discs_may_be_set_in_any_node_before_the_first_move(tmp_path, text):
    """A program that recognizes photos of boards writes a node per color, without the first semicolon."""
    record = parse_sgf(text)
    discs = [[str(square) for square in record.start.discs(color)] for color in Color]
    assert discs == [["e4", "d5"], ["d3", "d4", "e5"]]
    assert (record.start.turn, record.moves) == (Color.BLACK, ("d2",))
    path = tmp_path / "game"
    path.write_text(f"from a web page: {text}\n{text}")
    assert list(read_sgf(path)) == [record, record]
    assert parse_game(text) == record


def test_without_pl_the_side_of_the_first_move_is_to_move():
    """After a handicap, which is added to the usual discs, White moves first."""
    for text in ("(;GM[2]HA[1]AB[a1];W[f4])", "(;GM[2]HA[1]AB[a1]PL[W];W[f4])"):
        record = parse_sgf(text)
        assert (record.start.turn, record.moves) == (Color.WHITE, ("f4",))
        assert list(map(str, record.start.discs(Color.BLACK))) == ["a1", "e4", "d5"]
    record = parse_sgf("(;GM[2](;W[f4])(;W[d6]))")
    assert (record.start.turn, record.moves) == (Color.WHITE, ("f4",))
    assert [variation.played[0].move for variation in record.variations] == [Move("d6")]


def test_a_clock_that_runs_out_is_not_written():
    """SGF does not contain the time of an overrun, because it cannot express seconds below 0."""
    player = Player(clock="0//02:00")
    moves = tuple(PlayedMove(move, seconds=2.5) for move in parse_transcript("f5d6").move_stack)
    text = format_sgf(GameRecord(moves, black=player, white=player))
    assert "BL[" not in text
    assert "WL[" not in text
    assert [played.seconds for played in parse_sgf(text).played] == [None, None]


def test_a_position_without_discs_in_the_center_is_read_back():
    """Discs that are set outside the center are added to the usual discs, unless AE removes these."""
    game = GameRecord(start=Position.from_discs(1, 2, Color.WHITE))
    assert "AE[dd:ee]" in format_sgf(game)
    assert parse_sgf(format_sgf(game)).start == game.start
