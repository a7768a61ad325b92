"""Positions: the rules, compared with the slow model, text, and value semantics."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

from othello import IllegalMoveError, InvalidNotationError, InvalidPositionError, SquareSet
from othello.rules.position import BLACK_CELLS, EMPTY_CELLS, WHITE_CELLS, Position, Problem
from othello.rules.score import Color, Result, final_score
from othello.rules.square import PASS, SYMMETRIES, bits_of, inverse, parse_square, transform_move
from tests import model, positions
from tests.cases import cases

BLACK, WHITE = Color
START = "---------------------------OX------XO--------------------------- X"
ASYMMETRIC = f"{'X' * 3}{'-' * 24}OX------XO{'-' * 26}O O"


def after(transcript):
    """Return the position after some moves, without passes."""
    position = Position.start()
    for index in range(0, len(transcript), 2):
        position = position.play(parse_square(transcript[index : index + 2]))
    return position


def test_black_has_e4_and_d5_white_has_d4_and_e5_and_black_is_to_move():
    start = Position.start()
    assert start.black == bits_of(map(parse_square, ("e4", "d5")))
    assert start.white == bits_of(map(parse_square, ("d4", "e5")))
    assert start.turn is BLACK
    assert start.format() == START
    assert start.empties == 60
    assert start.problems() == Problem(0)


# Rules


@given(positions.positions())
def test_legal_moves(position):
    """Legal moves, passes and ends agree with the slow model, on boards of all kinds."""
    board = model.of(position)
    passes = [PASS] if model.must_pass(board) else []
    assert position.legal_moves == (model.legal_moves(board) or passes)
    assert position.legal_moves_bits == model.word(model.legal_moves(board))
    assert position.must_pass == model.must_pass(board)
    assert position.is_over == model.is_over(board)


@given(positions.positions())
def test_moves(position):
    """Every square flips the same discs as in the slow model, with the same result, or is refused."""
    board = model.of(position)
    for square in range(64):
        flips = model.flips(board, square)
        assert position.flips_bits(square) == position.flips(square).bits == model.word(flips)
        if not flips:
            with pytest.raises(IllegalMoveError):
                position.play(square)
            continue
        result = position.play(square)
        assert (result.player, result.opponent) == model.to_words(model.play(board, square))
        assert result.turn is position.turn.other
        assert result == position.play_unchecked(square)


def test_numbers_that_are_no_squares_do_not_reach_machine_code():
    for number in (-1, 64, 65, 1 << 40, -(1 << 70)):
        with pytest.raises(InvalidNotationError, match=f"^{number} is not a square"):
            Position.start().play_unchecked(number)


@given(positions.positions())
def test_a_pass_changes_only_the_side_to_move_and_is_refused_unless_it_is_forced(position):
    if not position.must_pass:
        with pytest.raises(IllegalMoveError):
            position.pass_turn()
        return
    result = position.pass_turn()
    assert (result.black, result.white, result.turn) == (position.black, position.white, position.turn.other)
    assert result == position.play(PASS)


@given(positions.positions())
def test_scores(position):
    """The final score agrees with the slow model, and `disc_difference` counts the discs."""
    assert position.final_score == model.final_score(model.of(position))
    assert position.disc_difference == position.player.bit_count() - position.opponent.bit_count()


@given(positions.positions(positions.final_words))
def test_a_finished_game_has_a_result_in_blacks_view_and_a_winner(position):
    assert position.is_over
    assert position.result == Result(position.black.bit_count(), position.white.bit_count())
    assert position.result.margin == final_score(len(position.discs(BLACK)), len(position.discs(WHITE)))
    assert position.winner is position.result.winner


def test_before_the_end_of_the_game_there_is_no_result_even_if_a_pass_is_forced():
    for position in (Position.start(), Position(*positions.pass_positions()[0], WHITE)):
        assert position.result is None
        assert position.winner is None


def test_a_wipe_out_ends_the_game_and_the_winner_gets_all_64_squares():
    position = after(positions.WIPE_OUT)
    assert position.is_over
    assert str(position.result) == "B+64"
    assert position.winner is BLACK
    assert position.final_score == -64
    assert position.disc_difference == -13


@given(positions.positions())
def test_each_square_has_the_color_of_its_word_and_the_counts_add_up_to_64(position):
    colors = [position.color_at(square) for square in range(64)]
    assert bits_of(s for s in range(64) if colors[s] is BLACK) == position.black
    assert bits_of(s for s in range(64) if colors[s] is WHITE) == position.white
    assert [position.discs(color).bits for color in Color] == [position.black, position.white]
    assert [s for s in range(64) if colors[s] is None] == position.empty_squares
    assert position.empties == len(position.empty_squares)
    assert len(position.discs(BLACK) | position.discs(WHITE)) + position.empties == 64


@cases(
    ("moves", "square", "message"),
    [
        ("", "d4", "black cannot play d4: the square has a white disc"),
        ("", "e4", "black cannot play e4: the square has a black disc"),
        ("", "a1", "black cannot play a1: that flips no disc"),
        ("", PASS, "black cannot pass: it may play d3 c4 f5 e6"),
        (positions.WIPE_OUT, PASS, "white cannot pass: the game is over"),
    ],
)
def test_the_error_for_an_illegal_move_names_the_side_the_square_and_the_reason(moves, square, message):
    with pytest.raises(IllegalMoveError, match=f"^{message}$"):
        after(moves).play(square)


@cases("square", [-1, 65, "i9", ""])
def test_no_moves(square):
    """A number or a text that is not a move is refused as such, before any rule is checked."""
    for method in (Position.start().play, Position.start().flips, Position.start().is_legal):
        with pytest.raises(InvalidNotationError, match="is not a move: use"):
            method(square)


def test_methods_of_a_position_take_the_name_of_a_move_or_a_square():
    start = Position.start()
    assert start.play("F5") == start.play(37)
    assert start.flips("f5") == start.flips(37) == SquareSet("e5")
    assert start.is_legal("d3")
    assert not start.is_legal("pass")
    assert (start.color_at("d4"), start["e4"], start[0]) == (WHITE, BLACK, None)
    assert "d3" in start.legal_moves
    assert start.legal_moves == ["d3", "c4", "f5", "e6"]


def test_a_pass_and_numbers_beyond_the_board_are_not_squares():
    for square in (PASS, "pass", 65, -1):
        with pytest.raises(InvalidNotationError):
            Position.start().color_at(square)


def test_a_position_has_squares_as_indices_but_a_loop_over_it_or_in_is_an_error():
    with pytest.raises(TypeError):
        iter(Position.start())


# Defects


def test_overlap_is_refused():
    """Discs of both sides on one square are refused, and the error names the squares."""
    with pytest.raises(InvalidPositionError, match="both sides have a disc on a1 h8"):
        Position.from_discs(2**63 | 1, 2**63 | 3, BLACK)


@cases("words", [(2**64, 0), (0, 2**70), (-1, 0), (0, -(2**63))])
def test_words_are_64_bits(words):
    """A word outside 0..2**64-1 is refused."""
    with pytest.raises(InvalidPositionError, match=r"0\.\.2\*\*64-1"):
        Position(*words, BLACK)


@cases("kind", [np.uint64, np.int64, bool])
def test_words_of_numpy_become_ints(kind):
    """A position from other integer types stores ints, which machine code takes, and equals one from ints."""
    position = Position(kind(1), kind(0), BLACK)
    assert (type(position.player), type(position.opponent)) == (int, int)
    assert (position.legal_moves, position == Position(1, 0, BLACK)) == ([], True)
    assert repr(SquareSet.of_bits(kind(1))) == "SquareSet.parse('a1')"


def test_values_of_another_type_are_refused_when_the_position_is_made():
    for words in (("1", 0), (0, 1.0), (None, 0), (np.float64(1), 0)):
        with pytest.raises(InvalidPositionError, match=r"is not a bitboard: use 0\.\.2\*\*64-1"):
            Position(*words, BLACK)
    with pytest.raises(InvalidNotationError, match="'X' is not a color"):
        Position(1, 2, "X")
    assert Position(1, 2, "white") == Position(1, 2, WHITE)
    with pytest.raises(InvalidPositionError, match=r"1\.5 is not a bitboard"):
        SquareSet.of_bits(1.5)


def test_a_board_without_discs_has_the_problems_no_discs_and_empty_center():
    assert Position(0, 0, BLACK).problems() == Problem.NO_DISCS | Problem.EMPTY_CENTER


def test_an_empty_center_square_is_a_problem_because_discs_are_never_removed():
    start = Position.start()
    d4 = 1 << parse_square("d4")
    assert Position(start.player, start.opponent & ~d4, BLACK).problems() == Problem.EMPTY_CENTER


@cases("name", ["a1", "b4", "g4", "d2", "d7", "h8"])
def test_a_disc_that_is_not_connected_to_the_center_is_a_problem(name):
    start = Position.start()
    assert (
        Position(start.player | 1 << parse_square(name), start.opponent, WHITE).problems() == Problem.DETACHED
    )


def test_a_disc_on_the_a_file_is_not_a_neighbor_of_the_h_file():
    discs = bits_of(map(parse_square, ("e4", "f4", "g4", "h4", "d5", "a5")))
    assert Position(discs, Position.start().opponent, WHITE).problems() == Problem.DETACHED


@given(st.integers(0, 200), st.integers(0, 60))
def test_no_position_of_a_game_has_a_problem(seed, empties):
    assert not Position(*positions.random_position(seed, empties), BLACK).problems()


# Text


@given(positions.positions())
def test_text_round_trips(position):
    """A position is read back from its line, from its diagram, and from its repr."""
    assert Position.parse(position.format()) == position
    assert Position.parse(position.diagram()) == position
    assert Position.parse(position.diagram(mark_moves=True)) == position
    assert eval(repr(position)) == position


def test_the_first_cell_is_a1_and_the_last_one_h8():
    position = Position.parse(ASYMMETRIC)
    assert [position.color_at(parse_square(name)) for name in ("a1", "b1", "c1", "h8", "a8")] == [
        BLACK,
        BLACK,
        BLACK,
        WHITE,
        None,
    ]
    assert position.turn is WHITE
    assert position.format() == ASYMMETRIC


@given(positions.positions(), st.randoms(use_true_random=False))
def test_every_spelling(position, rng):
    """Each cell and the side are read in every spelling, with spaces and line ends anywhere."""
    line = position.format()
    spellings = {"X": BLACK_CELLS, "O": WHITE_CELLS, "-": EMPTY_CELLS}
    cells = [rng.choice(spellings[cell]) + rng.choice(["", " ", "\n", "\t", "\r\n"]) for cell in line[:64]]
    side = rng.choice(
        [*(BLACK_CELLS if line[-1] == "X" else WHITE_CELLS), str(position.turn), str(position.turn).upper()]
    )
    assert Position.parse(f"{''.join(cells)} {side}\n") == position


@cases(
    "text",
    [
        START.replace(" ", ""),
        START.lower(),
        START.replace("X", "*"),
        START.replace("-", "."),
        START.replace("X", "B").replace("O", "W"),
        START.replace("X", "@").replace("-", "_"),
        START[:-1] + "black to move",
        "\n".join(START[8 * row : 8 * row + 8] for row in range(8)) + "\nX",
        "\n".join(f"{row + 1} {START[8 * row : 8 * row + 8]} {row + 1}" for row in range(8)) + "\nX",
        "  A B C D E F G H\n" + Position.start().diagram()[18:].replace("X to", "  a b c d e f g h\nX to"),
    ],
)
def test_spellings_of_the_start(text):
    """Boards are read in the forms of Edax, Zebra, GRhino, Egaroucid and GGF, and as diagrams."""
    assert Position.parse(text) == Position.start()


def test_a_row_of_black_is_no_label():
    """The letters above a diagram are not read as discs, and a row of discs is not read as letters."""
    rows = ["b b b b b b b b", *["- - - - - - - -"] * 7, "b"]
    assert Position.parse("\n".join(rows)) == Position(255, 0, BLACK)


@cases(
    ("text", "message"),
    [
        ("", "the board has 0 cells, not 64"),
        ("X", "the board has 1 cells, not 64"),
        (START[1:], "the board has 63 cells, not 64"),
        (START[2:], "the board has 62 cells, not 64"),
        (START[:64], "the side to move is missing after the 64 cells: add X for black or O for white"),
        (f"-{START}", "'- X' after the 64 cells is not a side to move"),
        (START[:-1] + "?", "'?' after the 64 cells is not a side to move"),
        (START[:-1] + "X O", "'X O' after the 64 cells is not a side to move"),
        (START[:10] + "?" + START[11:], "'?' at c2 is not a cell: use X, O or -"),
        (START[:63] + "\0 X", r"'\x00' at h8 is not a cell"),
    ],
)
def test_the_error_says_what_is_wrong_with_a_board_and_where(text, message):
    with pytest.raises(InvalidNotationError) as caught:
        Position.parse(text)
    assert message in str(caught.value)


@cases("color", Color)
def test_the_default_side_is_used_only_if_the_text_names_no_side(color):
    assert Position.parse(START[:64], default_turn=color).turn is color
    assert Position.parse(START, default_turn=color).turn is BLACK


def test_a_line_with_a_missing_cell_is_not_read_as_a_board_without_a_side():
    with pytest.raises(InvalidNotationError, match="the board has 63 cells"):
        Position.parse(START[1:], default_turn=BLACK)


@given(st.text() | st.text(alphabet="XO-xob.* \n12a", max_size=140))
def test_any_text_gives_a_position_or_raises_invalidnotationerror(text):
    try:
        position = Position.parse(text)
    except InvalidNotationError:
        return
    assert Position.parse(position.format()) == position


def test_diagram():
    """A diagram has letters above, rows numbered from the top, and the side to move below."""
    assert str(after("f5d6")) == "\n".join(
        [
            "  a b c d e f g h",
            "1 - - - - - - - -",
            "2 - - - - - - - -",
            "3 - - - - - - - -",
            "4 - - - O X - - -",
            "5 - - - O X X - -",
            "6 - - - O - - - -",
            "7 - - - - - - - -",
            "8 - - - - - - - -",
            "X to move",
        ]
    )


def test_legal_moves_are_shown_as_dots_if_requested():
    assert Position.start().diagram(mark_moves=True).splitlines()[4] == "4 - - . O X - - -"
    assert "." not in Position.start().diagram()


# Values


@given(positions.positions(), st.sampled_from(SYMMETRIES))
def test_legal_moves_and_their_results_transform_with_the_board(position, symmetry):
    image = position.transformed(symmetry)
    assert set(image.legal_moves) == {
        transform_move(legal_move, symmetry) for legal_move in position.legal_moves
    }
    for move in position.legal_moves:
        assert image.play(transform_move(move, symmetry)) == position.play(move).transformed(symmetry)
    assert image.transformed(inverse(symmetry)) == position


@given(positions.positions(), st.sampled_from(SYMMETRIES))
def test_canonical(position, symmetry):
    """All symmetric positions have the same canonical form, and the returned symmetry leads to it."""
    canonical, path = position.canonical()
    assert position.transformed(path) == canonical
    assert position.transformed(symmetry).canonical()[0] == canonical


@given(positions.positions())
def test_positions_are_values(position):
    """Copies and pickles are equal and have equal hashes. The position with the other turn differs."""
    twin = Position.from_discs(position.black, position.white, position.turn)
    for same in (twin, copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert same == position
        assert hash(same) == hash(position)
    assert Position.from_discs(position.black, position.white, position.turn.other) != position


def test_a_field_cannot_be_set():
    with pytest.raises(AttributeError):
        Position.start().player = 0


def test_different_positions_have_different_keys_also_with_colors_reversed():
    start = Position.start()
    seen = [start, *(start.play(move) for move in start.legal_moves)]
    seen += [Position(start.player, start.opponent, WHITE), Position(start.opponent, start.player, BLACK)]
    assert len({position.key for position in seen}) == len(seen)


def test_two_orders_of_the_same_moves_give_the_same_position_and_key():
    one, other = after("f5d6c3d3c4"), after("f5d6c4d3c3")
    assert one == other
    assert one.key == other.key
