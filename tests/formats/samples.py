"""Texts and entries in several formats, for the tests of each format and for tests of all formats."""

from dataclasses import replace

from hypothesis import strategies as st

from othello import PASS, Color, Ending, GameRecord, PlayedMove, Position
from othello.formats.ggf_clock import GgfClock, format_ggf_clock
from othello.formats.obf import ObfProblem
from tests import positions, source
from tests.formats import records

GGF_BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"

NBOARD = (
    f"(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Chris]PW[Edax4]RE[?]TI[15:00//02:00]TY[8]"
    f"BO[{GGF_BOARD}]B[F5//1.25]W[d6/0.50/2]B[C3]W[D3//0.01];)"
)

GGS = (
    "(;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[alice]PW[bob]RB[1720.5]RW[2011.25]TI[05:00//02:00]"
    f"TY[8]RE[+12.000:r]BO[{GGF_BOARD}]B[d3//0.01]W[c5/-1.00/7.5];)"
)


def without_brackets(text: str) -> str:
    return " ".join(text.translate({ord("["): None, ord("]"): None}).split())


GGF_RECORDS = records.full_records(texts=records.NAMES.map(without_brackets), has_comments=False)


SGF_DATA = source.ROOT / "tests" / "data" / "sgf"

QUARRY, GOGUI = SGF_DATA / "quarry_game.sgf", SGF_DATA / "gogui_twogtp_game.sgf"

EDAX = (
    "(;FF[4]GM[2]SZ[8]PB[Edax]PW[Zebra]AB[e4][d5]AW[d4][e5]PL[B]RE[B+2]B[f5];W[d6];B[c3];W[d3];B[c4];W[F4])"
)


def kept_by_sgf(record: GameRecord) -> GameRecord:
    """Return the part of a record that SGF keeps: no passes, one clock, and times.

    Times are kept up to the first that is unknown, or that exceeds the clock.
    """
    moves = record.moves[:-1] if record.moves and record.moves[-1] == PASS else record.moves
    has_clock = bool(record.black.clock) and record.black.clock == record.white.clock
    main, increment = (has_clock and records.CLOCKS[record.black.clock]) or (0, 0)
    clock = format_ggf_clock(GgfClock(main, increment)) if has_clock else ""
    left = dict.fromkeys(Color, float(main) if has_clock else None)
    played = []
    turn = record.start.turn
    for move in record.played[: len(moves)]:
        if move.move == PASS:
            played.append(PlayedMove(PASS))
        else:
            known = left[turn] is not None and move.seconds is not None
            rest = round(left[turn] + increment - move.seconds, 3) if known else -1.0
            left[turn] = rest if rest >= 0 else None
            played.append(move if rest >= 0 else replace(move, seconds=None))
        turn = turn.other
    ending = record.ending if abs(record.result or 0) == 64 and record.ending is not Ending.AGREED else None
    return replace(
        record,
        played=tuple(played),
        black=replace(record.black, clock=clock),
        white=replace(record.white, clock=clock),
        date=record.date[:10],
        ending=ending,
    )


OBF_BOARD = Position.start().format()

OBF_LINE = f"{OBF_BOARD}; F5:+0; C4:+0;"


@st.composite
def problems(draw):
    position = draw(positions.positions())
    moves = position.legal_moves
    number = st.integers(-64, 64)
    scores = draw(st.dictionaries(st.sampled_from(moves), number)) if moves else {}
    value = draw(number | st.none()) if not scores else draw(number | st.just(max(scores.values())))
    comment = draw(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=20))
    return ObfProblem(position, scores, value, comment)


PGN_GAME = """[Event "World Open"]
[Site "?"]
[Date "2014.02.21"]
[Time "20:52:27 GMT"]
[Round "-"]
[Black "alice"]
[White "bob \\"b\\" \\\\"]
[Result "1-0"]
[BlackElo "1720.5"]
[TimeControl "300+12"]

1. f5 d6 2. c3 {[%eval 1.50] [%emt 0:00:02.500]} d3 3. c4 {X wins 40-24} 1-0
"""
