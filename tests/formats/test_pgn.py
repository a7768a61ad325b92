"""PGN, as Edax, game servers and chess programs write it."""

from dataclasses import replace

import pytest

from othello import (
    PASS,
    Board,
    Color,
    Ending,
    GameRecord,
    PlayedMove,
    Player,
    Position,
    format_game,
    parse_square,
    write_games,
)
from othello.errors import FormatError, InvalidNotationError
from othello.formats.pgn import parse_pgn
from othello.formats.transcript import parse_transcript
from tests import positions
from tests.cases import cases
from tests.formats.samples import PGN_GAME


def test_tags_moves_values_times_and_the_margin_are_read():
    record = parse_pgn(PGN_GAME)
    assert record.black == Player("alice", 1720.5, "05:00/00:12/00:00")
    assert record.white == Player('bob "b" \\', None, "05:00/00:12/00:00")
    assert (record.event, record.date, record.result) == ("World Open", "2014-02-21 20:52:27 GMT", 16)
    assert record.moves == tuple(parse_transcript("f5d6c3d3c4").move_stack)
    assert record.played[2] == PlayedMove(parse_square("c3"), 1.5, 2.5)


@cases("spelling", ["--", "pass", "pa", ""])
def test_passes_are_read_in_several_forms_or_may_be_omitted(spelling):
    moves = positions.passing_board().move_stack
    text = " ".join(spelling if move == PASS else str(move) for move in moves)
    assert parse_pgn(text).moves == tuple(moves)


@cases(
    "moves",
    [
        "f5 d6 c3",
        "1.f5 d6 2.c3",
        "1. F5 1... D6 2. C3 *",
        "1. f5! $1 d6?? 2. c3!? 1-0",
        "1. f5 {best} d6 ; the rest of the line\n2. c3",
        "1. f5 (1. d3 c5 (1... e3) {x)}) d6 2. c3",
        "1. f5\n\n d6\t2. c3 1/2-1/2",
    ],
)
def test_numbers_marks_and_variations_are_ignored_and_comments_are_no_moves(moves):
    assert parse_pgn(f'[Event "x"]\n\n{moves}').moves == (37, 43, 18)


@cases(
    ("tags", "end", "result", "ending"),
    [
        ("", "*", None, None),
        ("", "1-0", None, None),
        ('[Result "40-24"]', "", 16, None),
        ("", "d6 40-24", 16, None),
        ("", "4-1", 62, None),
        ("", "20-20", None, None),
        ('[Termination "White resigned"]', "40-24", 16, Ending.RESIGNED),
        ("", "{O wins 40-24} 0-1", -16, None),
        ("", "{O wins 24-40} 0-1", -16, None),
        ("", "{Black wins 33-31} 1-0", 2, None),
        ("", "{Draw 32-32} 1/2-1/2", 0, None),
        ("", "1/2-1/2", 0, None),
        ('[Black "Bob"][White "Ann"]', "{Ann wins 40-24} 0-1", -16, None),
        ('[Black "Bob"][White "Ann"]', "{Zoe wins 40-24} *", None, None),
        ('[Result "B+12"]', "", 12, None),
        ('[Termination "White resigned"]', "1-0", 64, Ending.RESIGNED),
        ('[Termination "Time forfeit"][Result "0-1"]', "", -64, Ending.TIME),
        ('[Termination "abandoned"]', "{X wins 40-24} 1-0", 16, Ending.LEFT),
        ('[Termination "unterminated"]', "*", None, None),
    ],
)
def test_results(tags, end, result, ending):
    """The margin comes from the comment or the tag. A result without a margin gives no margin."""
    record = parse_pgn(f"{tags}\n1. f5 {end}")
    assert (record.result, record.ending) == (result, ending)


def test_comments_of_moves():
    """A comment belongs to the move before it, without its values. The first comments belong to the game."""
    text = '[Event "x"]\n\n{of} {the game} 1. f5 {[%eval 1.5] good} d6 ; to the end\n2. c3 {[%emt 2]}'
    record = parse_pgn(text)
    assert record.comment == "of the game"
    assert [played.comment for played in record.played] == ["good", "to the end", ""]
    assert (record.played[0].value, record.played[2].seconds) == (1.5, 2)


def test_the_final_board_decides_who_won_if_1_0_disagrees_with_it():
    moves = " ".join(map(str, parse_transcript(positions.WIPE_OUT).move_stack))
    assert parse_pgn(f"{moves} 0-1").result == 64


BLACK_TO_MOVE = Position.parse("-------------------O-------OO------XO--------------------------- X")
WHITE_TO_MOVE = Position.parse("-------------------X-------XX------XO--------------------------- O")


def fen_of(position: Position, black: str) -> str:
    """Return a FEN, row 8 first, in which black's discs are p or P, and "b" is the side of p."""
    letters = {Color.BLACK: black, Color.WHITE: black.swapcase()}
    rows = []
    for row in range(7, -1, -1):
        cells = [position.color_at(8 * row + column) for column in range(8)]
        rows.append("".join("1" if cell is None else letters[cell] for cell in cells))
    turn = "b" if letters[position.turn] == "p" else "w"
    return f"{'/'.join(rows)} {turn} - - 0 1"


def played_out(start: Position) -> GameRecord:
    """Return the game in which the first legal move is always played."""
    board = Board(start)
    while not board.is_over:
        board.push(board.legal_moves[0])
    return GameRecord.from_board(board, black=Player("Bob"), white=Player("Ann"))


def pgn_of(game: GameRecord, black: str, site: str, result: str) -> str:
    moves = " ".join(map(str, game.moves))
    return (
        f'[Site "{site}"]\n[Black "Bob"]\n[White "Ann"]\n{result}\n'
        f'[FEN "{fen_of(game.start, black)}"]\n\n{moves}'
    )


@cases("start", [BLACK_TO_MOVE, WHITE_TO_MOVE])
def test_in_files_of_edax_p_is_black_and_the_result_is_that_of_the_first_side(start):
    """Edax names Black as the winner if the side that moved first has won, even if that side is White."""
    game = played_out(start)
    margin = game.result if start.turn is Color.BLACK else -game.result
    winner = "Bob" if margin > 0 else "Ann"
    verdict = f"{{{winner} wins {32 + int(margin) // 2}-{32 - int(margin) // 2}}}"
    for end in (verdict, f"{verdict} {'1-0' if margin > 0 else '0-1'}", ""):
        record = parse_pgn(f"{pgn_of(game, 'p', 'edax', '')} {end}")
        assert (record, record.warnings, record.claimed) == (replace(game, event="edax"), (), None)


def test_a_verdict_of_edax_that_the_board_contradicts_is_a_claim():
    """The side that moved first has the first number, so White has won if that number is smaller."""
    game = pgn_of(played_out(BLACK_TO_MOVE), "p", "edax", "")
    for verdict, margin in (("Bob wins 60-4", 56), ("Ann wins 4-60", -56)):
        assert parse_pgn(f"{game} {{{verdict}}}").claimed == margin


def test_an_unfinished_game_of_edax_has_no_result():
    """Edax then names White as the winner, with -31 to 95 discs, and no name if White has no name."""
    for name, text in (("Ann", "Ann wins -31-95"), ("", " wins -31-95")):
        record = parse_pgn(f'[Site "edax"][Black "Bob"][White "{name}"][Result "*"] 1. f5\n{{{text}}} *')
        assert (record.result, record.warnings, record.comment) == (None, (), "")
        assert record.played[0].comment == ""


def test_the_discs_in_the_result_decide_which_side_p_is():
    """Both conventions have the same legal moves. In the wrong convention, the other player wins."""
    for start in (BLACK_TO_MOVE, WHITE_TO_MOVE):
        game = played_out(start)
        black = 32 + int(game.result) // 2
        discs = f"{black}-{64 - black}"
        winner = "Bob" if game.result > 0 else "Ann"
        most = f"{max(black, 64 - black)}-{min(black, 64 - black)}"
        for letter in "pP":
            for result, end in ((f'[Result "{discs}"]', ""), ("", discs), ("", f"{{{winner} wins {most}}}")):
                record = parse_pgn(f"{pgn_of(game, letter, 'a server', result)} {end}")
                assert (record, record.warnings) == (replace(game, event="a server"), ())
        unfinished = GameRecord.from_moves(game.moves[:8], start=start)
        counts = unfinished.last_position.black.bit_count(), unfinished.last_position.white.bit_count()
        assert counts[0] != counts[1]
        result = f'[Result "{counts[0]}-{counts[1]}"]'
        for letter in "pP":
            record = parse_pgn(pgn_of(unfinished, letter, "a server", result))
            assert (record.start, record.warnings) == (start, ())


def test_without_evidence_a_warning_says_which_side_p_is():
    """Only the usual first position itself makes the other convention more likely."""
    game = played_out(BLACK_TO_MOVE)
    for result in ("", '[Result "1-0"]', '[Result "32-32"]'):
        record = parse_pgn(pgn_of(game, "p", "a server", result))
        assert record.start == game.start
        assert record.warnings[0].startswith("FEN: P is read as white and p as black")
    record = parse_pgn(f'[FEN "{fen_of(Position.start(), "P")}"] 1. f5')
    assert record.start == Position.start()
    assert record.warnings == (
        "FEN: P is read as black, the first player, and p as white, but nothing confirms it",
    )


def test_in_flipello_of_fairy_stockfish_white_moves_first():
    """The first position is the usual position with White to move. A move may contain the piece's letter."""
    for fen in ("", '[FEN "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1"]'):
        record = parse_pgn(f'[White "Ann"][Black "Bob"][Variant "flipello"]{fen} 1. P@f4 @f3')
        start = Position.start()
        assert record.start == Position.from_discs(start.black, start.white, Color.WHITE)
        assert (record.white.name, record.moves, record.warnings) == ("Ann", ("f4", "f3"), ())


@cases(
    ("date", "expected"),
    [
        ("1984.??.??", "1984"),
        ("1984.02.??", "1984-02"),
        ("1984.02.29", "1984-02-29"),
        ("1984", "1984"),
        ("1984.2.9", "1984-02-09"),
        ("1984.0.0", "1984"),
        ("????.??.??", ""),
        ("in spring", "in spring"),
    ],
)
def test_a_date_is_read_as_exactly_as_it_is_known(date, expected):
    assert parse_pgn(f'[Date "{date}"] f5').date == expected


def test_the_time_of_edax_has_points():
    assert parse_pgn('[Date "2026.1.2"][Time "20.5.7"] 1. f5').date == "2026-01-02 20:05:07"


def test_times_follow_from_the_clock():
    """%clk is the time left with the increment. After a move without %clk, the next time is unknown."""
    text = (
        '[TimeControl "300+5"] 1. f5 {[%clk 0:04:58]} d6 {[%clk 0:04:50] hm} 2. c3 d3 {[%clk 0:04:53]} '
        "3. c4 {[%clk 0:04:40]} f4 {[%clk 0:04:00] [%emt 1]} 4. f6 {[%clk 0:04:43.5]}"
    )
    record = parse_pgn(text)
    assert [played.seconds for played in record.played] == [7, 15, None, 2, None, 1, 1.5]
    assert (record.played[1].comment, record.warnings) == ("hm", ())
    assert [played.seconds for played in parse_pgn("1. f5 {[%clk 0:04:58]}").played] == [None]


def test_braces_in_a_comment():
    """Pairs of braces belong to the comment. Otherwise the first closing brace ends it, as in the
    standard."""
    for text, comment in (
        ("{a {b} c} d6", "a {b} c"),
        ("{a {b {c}} } d6 {x}", "a {b {c}}"),
        ("{a { b} d6 {x}", "a { b"),
    ):
        record = parse_pgn(f"1. f5 {text}")
        assert (record.played[0].comment, record.moves[1:]) == (comment, ("d6",))


def test_a_field_that_cannot_be_read_costs_only_itself():
    """Each bad tag and command is reported by its name, and the moves are read."""
    for text, warning in (
        ('[BlackElo "5d"]', "BlackElo is ignored: '5d' is not a number"),
        (
            '[TimeControl "40/7200"]',
            "TimeControl is ignored: '40/7200' is not in seconds, as in 300 or 300+5",
        ),
        ('[Result "4222"]', "Result is ignored: '4222' is not a result such as"),
        ('[Result "1-0"]', "Result is ignored: '1-0' names a winner but no margin in discs"),
        ("1. f5 {[%eval #3]}", "eval of move 1 is ignored: '#3' is not a number"),
        ("1. f5 {[%clk -0:01]}", "clk of move 1 is ignored: '-0:01' is not a time, as in 0:04:58"),
    ):
        record = parse_pgn(text if "f5" in text else f"{text} 1. f5")
        assert record.moves == ("f5",)
        assert len(record.warnings) == 1
        assert record.warnings[0].startswith(warning)


def test_a_pass_has_a_time_in_its_comment_like_any_other_move():
    moves = positions.passing_board().move_stack
    text = " ".join(f"{'--' if move == PASS else move} {{[%eval 1.25] [%emt 0:01:01.500]}}" for move in moves)
    assert parse_pgn(text).played == tuple(PlayedMove(move, 1.25, 61.5) for move in moves)


def test_games_are_not_written(tmp_path):
    """Othello has no PGN standard, so PGN is only read. The error names formats that can be written."""
    game = parse_pgn(PGN_GAME)
    with pytest.raises(InvalidNotationError, match="'pgn' is not a text format to write: use one of ggf, "):
        format_game(game, "pgn")
    with pytest.raises(
        InvalidNotationError, match="'pgn' is not a format that can be written: use one of ggf, sgf, "
    ):
        write_games(tmp_path / "games.ggf", [game], format="pgn")
    with pytest.raises(FormatError, match=r"must end in one of \.ggf, \.sgf, "):
        write_games(tmp_path / "games.pgn", [game])
