"""The reasons of mistakes: each cause, near misses, and facts compared with the slow model."""

import functools
import itertools
import json
import re
from dataclasses import replace

import pytest

from othello import Engine, GameRecord, Limits, Position
from othello.review import features
from othello.review.counterfactuals import Counterfactuals
from othello.review.mistake import NAMED, NEAR, Mistake
from othello.review.reason import Cause
from othello.review.reasons import BARE, MOST, SHARE, ReasonFinder, reasons_of
from othello.review.review import Mark, review_game
from othello.rules.square import Move, squares_of
from othello.search.analysis import run
from tests import model, positions, source
from tests.cases import cases
from tools.benchmarks.reasons import is_refuted, mistakes

ENGINE = Engine(table_mib=1)
LIMITS = Limits(level=6)
FILE = source.DATA / "reviews" / "reasons.jsonl"
"""Mistakes with a cause whose reason is true, or which is there but does not explain the loss."""
ALTERNATIVES = {Cause.ONLY_MOVE, Cause.EQUAL_MOVES}
UNTESTED = {Cause.MISSED_STABLE, Cause.ONLY_SAFE_MOVE, Cause.MOVE_ORDER, Cause.OPENED_EDGE, Cause.BEST_LINE}
"""Causes that searches never confirm."""
SENTENCE = re.compile(r"[A-Z][^.]*\.|[a-h][1-8] [^.]*\.")


@functools.cache
def labeled():
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def name_of(case):
    return f"{case['code']}-{'given' if case['is_given'] else 'not given'}"


def moves(text):
    return tuple(map(Move, text.split()))


def mistake_of(case):
    position = Position.parse(case["position"])
    return Mistake(position, moves(case["line"]), moves(case["best"]), *case["discs"])


@functools.cache
def given(mistake):
    explanations = answer(functools.partial(reasons_of, mistake, most=len(Cause)))
    return {reason.cause: reason for reason in explanations if reason.discs}


def answer(question):
    """Return the answer to a question about trials."""
    return run(lambda cancel: Counterfactuals().answer(question, ENGINE, LIMITS, cancel))


@cases("case", labeled())
def test_each_cause_and_near_misses(case):
    """A cause that explains the loss is a reason. A cause that is present but explains nothing is not."""
    explanations = given(mistake_of(case))
    cause = Cause(case["code"])
    assert (cause in explanations) == case["is_given"]
    if case["is_given"]:
        assert list(explanations[cause].sentences) == case["sentences"]
        numbers = re.findall(r"\b\d+\b", " ".join(case["sentences"]))
        assert list(map(int, numbers)) == list(explanations[cause].counts)


def test_each_cause_has_a_position_in_which_it_is_given():
    assert {case["code"] for case in labeled() if case["is_given"]} == {
        cause.value for cause in set(Cause) - UNTESTED - ALTERNATIVES
    }


@cases("code", ["wipe_out", "missed_wipe_out"])
def test_two_discs_less_are_not_a_wipe_out(code):
    """A side that keeps or leaves a disc is not wiped out, nor is a side whose line does not show it."""
    case = next(candidate for candidate in labeled() if candidate["code"] == code)
    mistake = mistake_of(case)
    assert Cause(code) in given(mistake)
    few = replace(
        mistake, played_discs=max(mistake.played_discs, -62), best_discs=min(mistake.best_discs, 62)
    )
    assert Cause(code) not in given(few)
    if code == "wipe_out":
        assert Cause(code) not in given(replace(mistake, line=mistake.line[:1]))


@functools.cache
def marked():
    """Return the marked moves of reviews of random games."""
    mistakes = []
    for seed in range(2):
        record = GameRecord.from_board(positions.random_board(seed))
        reviewed = review_game(record, ENGINE, Limits(level=4), exact_from=12)
        mistakes += [move for move in reviewed if move.mark is not Mark.NONE]
    return mistakes


def mistake_in(move):
    return Mistake(move.position, move.line, move.pv, move.played.discs, move.best.discs)


def played(board, line):
    for move in line:
        board = model.play(board, int(move))
    return board


def is_true(mistake, reason):
    """Return whether the facts of an unconfirmed reason are true according to the slow model."""
    values = mistake.played_discs, mistake.best_discs
    (line, best), start = (mistake.line, mistake.best), model.of(mistake.position)
    numbers = list(map(int, re.findall(r"(?<![a-h])\b\d+\b", reason.text)))
    match reason.cause:
        case Cause.MOBILITY | Cause.FEW_MOVES:
            plies = 1 if reason.cause is Cause.MOBILITY else line.index(reason.squares[0]) + 1
            boards = [played(start, moves[:plies]) for moves in (line, best)]
            return numbers == [len(model.legal_moves(board)) for board in boards]
        case Cause.FRONTIER:
            return numbers == [len(model.frontier(played(start, moves[:1]))) for moves in (line, best)]
        case Cause.CORNER | Cause.X_SQUARE | Cause.C_SQUARE:
            return corner_is_open(mistake, reason)
        case Cause.ONLY_MOVE | Cause.EQUAL_MOVES:
            return best[0] in reason.squares and line[0] not in reason.squares
        case Cause.MISSED_CORNER if reason.counts:
            (corner,), (number,) = reason.squares, reason.counts
            boards = [played(start, best[: 2 * ply]) for ply in range(number)]
            is_open = [int(corner) in model.legal_moves(board) for board in boards]
            taken = line[: best.index(corner) + 3 : 2]
            return corner not in taken and is_open == [False] * (number - 1) + [True]
        case Cause.MISSED_PASS if reason.squares != best[:1]:
            return model.must_pass(played(start, best[:3])) and not model.must_pass(played(start, line[:3]))
        case Cause.MISSED_STABLE:
            end = played(start, best)
            own = model.MINE if len(best) % 2 == 0 else model.THEIRS
            return reason.counts == (len(reason.squares),) and {end[s] for s in reason.squares} == {own}
        case Cause.ONLY_SAFE_MOVE:
            return len(line) > 1 and reason.squares == best[:1]
        case Cause.MOVE_ORDER:
            better, *replies = reason.squares
            legal_replies = model.legal_moves(played(start, best[:1]))
            return best[0] == better and better in line[2::2] and set(map(int, replies)) <= set(legal_replies)
        case Cause.KEY_SQUARE:
            before = played(start, line[: line.index(best[0])])
            return best[0] in line[1::2] and int(best[0]) in model.legal_moves(before)
        case Cause.OPENED_EDGE:
            edge = next(edge for edge in features.EDGES if (edge[0], edge[-1]) == reason.squares)
            is_closed = not any(start[square] for square in edge)
            is_used = any(reply in edge for reply in line[1:NEAR:2])
            return line[0] in edge and best[0] not in edge and is_closed and is_used
        case Cause.BEST_LINE:
            leads = [(round(value) > 0) - (round(value) < 0) for value in values]
            return not numbers and (len(reason.sentences) == 1) == (leads[0] == leads[1])
    return True  # the other causes are checked wherever they are confirmed


def corner_is_open(mistake, reason):
    """Return whether the opponent can take the corner first with the move that the sentence counts to."""
    replies = range(1, mistake.line.index(*reason.squares) + 1, 2)
    start = model.of(mistake.position)
    boards = [played(start, mistake.line[:ply]) for ply in replies]
    when = [int(*reason.squares) in model.legal_moves(board) for board in boards].index(True) + 1
    return list(reason.counts) == ([] if when == 1 else [when])


def test_reasons_of_reviews():
    """A marked move has one to three reasons, the strongest first, each with squares and a sentence."""
    for move in marked():
        assert 1 <= len(move.reasons) <= MOST
        discs = [reason.discs for reason in move.reasons if reason.cause not in ALTERNATIVES]
        assert all(SHARE * move.loss <= share <= move.loss for share in discs if share)
        is_corner = move.reasons[0].cause in {Cause.X_SQUARE, Cause.C_SQUARE, Cause.CORNER}
        if move.reasons[0].cause not in BARE and not is_corner:
            assert discs == sorted(discs, reverse=True)
            assert discs == [0] or all(discs)
        assert all(reason.squares and reason.sentences for reason in move.reasons)
        assert all(SENTENCE.fullmatch(part) for reason in move.reasons for part in reason.sentences)
        assert len({reason.cause for reason in move.reasons}) == len(move.reasons)


def test_each_marked_move_has_a_reason_whose_facts_are_true():
    for move in marked():
        for reason in move.reasons:
            assert reason.discs or is_true(mistake_in(move), reason), (move.position, reason)


def test_who_is_ahead_has_no_number_that_contradicts_the_loss():
    """A move lost "4 discs", and led to "ahead by 3" instead of "by 6": each number was rounded alone."""
    start = Position.parse("---------------------------OX------XO--------------------------- X")
    texts = []
    for played_discs in (2.7, -3.1, 0.2):
        mistake = Mistake(start, moves("f5"), moves("d3"), played_discs, 6.3)
        (reason,) = (
            one for one in answer(functools.partial(reasons_of, mistake)) if one.cause is Cause.BEST_LINE
        )
        texts.append(reason.text)
    assert texts == [
        "Black is ahead after f5 as well as after d3.",
        "After f5 White is ahead. After d3 Black is ahead.",
        "After f5 the game is even. After d3 Black is ahead.",
    ]


@pytest.mark.slow
def test_500_mistakes_have_reasons_that_a_deeper_search_does_not_refute():
    """In games of human-like levels, at most 2 % are wrong or explain a move that is no mistake."""
    moves = list(itertools.islice(mistakes([], level=12, seed=1), 500))
    with Engine() as engine:
        wrong = [
            move
            for move in moves
            if not all(reason.discs or is_true(mistake_in(move), reason) for reason in move.reasons)
            or is_refuted(move, engine, Limits(level=18))
        ]
    assert all(move.reasons for move in moves)
    assert len(wrong) <= 10, wrong


def reasons(*causes):
    """Return confirmed reasons of some causes, with their mistakes, of marked moves and of the cases."""
    pairs = [(mistake_in(move), reason) for move in marked() for reason in move.reasons if reason.discs]
    pairs += [
        (mistake_of(case), given(mistake_of(case))[Cause(case["code"])])
        for case in labeled()
        if case["is_given"]
    ]
    return [(mistake, reason) for mistake, reason in pairs if reason.cause in causes]


def test_corners_are_taken_in_the_line():
    """According to the slow model, the opponent takes the reason's corner in the line after the move."""
    for mistake, reason in reasons(Cause.CORNER, Cause.X_SQUARE, Cause.C_SQUARE):
        (corner,) = reason.squares
        place = mistake.line.index(corner)
        assert place % 2 == 1
        before = played(model.of(mistake.position), mistake.line[:place])
        assert before[corner] == model.EMPTY
        assert int(corner) in model.legal_moves(before)
        assert corner not in mistake.best[1:9:2]
        assert corner_is_open(mistake, reason)


def test_a_corner_that_is_open_at_once_is_not_called_the_end_of_a_line():
    """The opponent took the corner h8 only after six moves of the line, but could take it at once."""
    mistake = Mistake(
        Position.parse("--XXXX--O-XXXXX-OOOOOXX-OOOOXXXXOOOXOXXXOOXXXOXXOXXXOOO---OOOO-- X"),
        moves("h7 h3 b2 h1 h2 g1 pass h8"),
        moves("b2 h3 h2 b8 h8 h1 g1 a8 g8 b1 a1 h7"),
        -48.0,
        -28.0,
    )
    reason = given(mistake)[Cause.C_SQUARE]
    assert reason.text == "The C square h7 lets White take the corner h8 at once."


def test_a_corner_that_is_given_at_once_comes_first_though_it_is_lost_later_anyway():
    """White took the corner a8 at once, and the first reason was that Black had no safe moves left."""
    mistake = Mistake(
        Position.parse("---XXX-----XXXXX-XXXXXXX-XXXXXX-OXXXOXXXOOXXXXX-O-O-X----X-O---- X"),
        moves("c8 a8 b7 d7 e8 f8 pass a4"),
        moves("b7 h6 c8 a8 d7 f7 g7 a4"),
        -58.0,
        -48.0,
    )
    reason = answer(functools.partial(reasons_of, mistake))[0]
    assert reason.text == "c8 lets White take the corner a8 at once."


def test_a_corner_that_a_later_own_move_gives_away_is_no_reason():
    """The player's own g1, two moves after the mistake, let the opponent take the corner h1."""
    for mistake in map(mistake_in, marked()):
        for reason in answer(lambda trials, it=mistake: list(ReasonFinder(it, trials).differences())):
            if reason.cause in {Cause.CORNER, Cause.X_SQUARE, Cause.C_SQUARE} and reason.counts:
                place = mistake.line.index(*reason.squares)
                before = model.passed(played(model.of(mistake.position), mistake.line[: place - 1]))
                assert int(*reason.squares) in model.legal_moves(before)


def test_a_difference_of_two_in_many_moves_is_not_told():
    """Eleven moves instead of ten explained nothing."""
    for move in marked():
        for reason in move.reasons:
            if reason.cause in (Cause.MOBILITY, Cause.FRONTIER):
                more, fewer = reason.counts
                assert more - fewer >= max(2, more / 4), reason


def test_sentences_name_at_most_three_moves_of_a_line():
    """Six codes in a row can't be followed, and the board shows the line."""
    for move in marked():
        for reason in move.reasons:
            assert not re.search(r"([a-h][1-8] ){3}[a-h][1-8]", reason.text), reason


def test_mobility_is_that_of_the_slow_model():
    """The numbers of moves in a sentence, and the new moves, equal the slow model's."""
    for mistake, reason in reasons(Cause.MOBILITY):
        now, better = (
            model.legal_moves(played(model.of(mistake.position), line[:1]))
            for line in (mistake.line, mistake.best)
        )
        first, second = reason.sentences
        assert first.endswith(f": {len(now)} moves in all.")
        assert re.fullmatch(rf"After {mistake.best[0]} \w+ would have {len(better)}\.", second)
        new = set(now) - set(better) - {0, 7, 56, 63} - {int(mistake.best[0])}
        assert set(map(int, reason.squares)) == new
        assert (" at " in reason.text) == (len(new) <= NAMED)


def test_the_numbers_of_discs_next_to_empty_squares_are_those_of_the_slow_model():
    for mistake, reason in reasons(Cause.FRONTIER):
        boards = (played(model.of(mistake.position), line[:1]) for line in (mistake.line, mistake.best))
        counts = [str(len(model.frontier(board))) for board in boards]
        assert re.findall(r"\b\d+\b", reason.text) == counts


def test_passes_are_forced():
    """According to the slow model, the side must pass after the moves in a sentence about a pass."""
    for mistake, reason in reasons(Cause.PASS):
        place = mistake.line.index(reason.squares[0], 1)
        assert model.must_pass(played(model.of(mistake.position), mistake.line[: place + 1]))
    for mistake, _ in reasons(Cause.MISSED_PASS):
        assert model.must_pass(played(model.of(mistake.position), mistake.best[:1]))


@cases(
    "position, line, best, discs, sentence",
    [
        (
            "XOOOOOOOXXXXXX-OXXXOXX-OXOXXOXOOXXOOXXOOXOOOOXOOX-OOOOXOXXXXXXXX O",
            "g2 g3 pass b7",
            "g3 g2 pass b7",
            (-26.0, -22.0),
            "g3 was White's only good move: all others lose at least 4 discs.",
        ),
        (
            "OOXXXXX-XXXXOXX-OXOOOOOOOOXOOOOOOOXXOOOOOOXXXXOO-XXXXX-OX-XXXXX- X",
            "h2 h1 g7 h8 a7 b8",
            "a7 b8 g7 h1 h2 h8",
            (-14.0, -12.0),
            "a7 and g7 are equally good.",
        ),
    ],
)
def test_a_best_move_without_its_alternatives(position, line, best, discs, sentence):
    """Reviews named one of two equal moves, and did not tell that all other moves lose."""
    start = Position.parse(position)
    mistake = Mistake(start, moves(line), moves(best), *discs)
    reason = answer(functools.partial(reasons_of, mistake))[1]
    assert (reason.text, reason.discs) == (sentence, 0)
    values = {
        move: -model.solve(model.play(model.of(start), move)) for move in model.legal_moves(model.of(start))
    }
    top = {move for move, value in values.items() if value == max(values.values())}
    assert top == set(map(int, reason.squares))
    others = max(value for move, value in values.items() if move not in top)
    assert (reason.cause is Cause.ONLY_MOVE) == (len(top) == 1 and max(values.values()) - others >= 4)


@cases(
    "position, line, best, discs, causes, text",
    [
        (
            "XOOOOOOOXXOOXX--XXOOOXX-XOOXOOX-XXOOOOOX-XXXXOXO--OX-X-----OOO-- O",
            "c8 e7 g8 h7 h2 g2 h4 h3 a7 a6 b7 a8 h8 g7 b8",
            "e7 c8 b8 g7 h2 g2 h8 g8 h7 a8 a7 h4 h3 a6 b7",
            (12.0, 18.0),
            [Cause.KEY_SQUARE, Cause.MISSED_CORNER, Cause.EQUAL_MOVES],
            "With e7 White could have taken the corner h8 in 3 moves.",
        ),
        (
            "-----------O-----XXO-------OX-----OXO------X-------------------- X",
            "b5 f5 e1 d7 e3 c4 e7 c7 f6 c6 e6 b4",
            "f4 f5 c4 e3 c6 b5 b4 b6 c2 a4 f3 c1",
            (-14.65, 2.1),
            [Cause.FEW_MOVES],
            "After b5 … d7 Black has only 5 moves. After f4 … e3 Black would have 9.",
        ),
        (
            "--OOOOOOO-XOOX--OOXXXOXXOXOXXOXXOXXXXXOXOXXXXXOXO-XOOOOX--XXOOOX X",
            "b2 b1 g2 a1 pass h2 pass b7 b8 a8",
            "g2 b1 b2 a1 pass h2 pass b7 a8 b8",
            (-40.0, -32.0),
            [Cause.ONLY_SAFE_MOVE],
            "g2 was Black's only safe move.",
        ),
        (
            "OOOOOOOOOOXOOOO-OOOOXOX-OOOOOX--OOXOXX--OOXOX---OXOXXX--XXXXXXX- O",
            "h4 h2 h3 g4 h5 pass g6 h7 g5 f6 h6 pass g7 pass h8",
            "h2 g5 g4 h3 h5 h6 h4 g6 f6 pass h7 pass g7",
            (30.0, 36.0),
            [Cause.KEY_SQUARE, Cause.MISSED_STABLE, Cause.ONLY_MOVE],
            "With h2 White could have got 3 stable discs.",
        ),
        (
            "XOOOOOOOXXOXXX--XXOOXXX-XOOXOXX-XXOXXX-X-XOXXOXO--O--X-----OOO-- O",
            "g5 d7 e7 c8 b8 g7 h2 g2 h8 g8 h7 a8 a7 h4 h3 a6 b7",
            "e7 d7 g5 c8 b8 g7 h4 g2 h2 h3 h8 g8 h7 a8 a7 a6 b7",
            (18.0, 20.0),
            [Cause.MOVE_ORDER, Cause.REFUTATION],
            "Black punishes g5 with d7: all other replies lose at least 4 discs.",
        ),
    ],
)
def test_a_reason_that_only_names_a_move(position, line, best, discs, causes, text):
    """A reply such as "White can play c6" without its effect told nothing."""
    mistake = Mistake(Position.parse(position), moves(line), moves(best), *discs)
    given_reasons = answer(functools.partial(reasons_of, mistake))
    assert [reason.cause for reason in given_reasons] == causes
    fact = next(reason for reason in given_reasons if reason.cause not in BARE)
    assert fact.text == text
    assert is_true(mistake, fact)


def test_reasons_name_the_line_after_which_they_hold():
    """ "Later" and "soon" were true a few moves on, in a line that nobody saw."""
    for move in marked():
        for reason in move.reasons:
            assert not re.search(r"\b(later|soon)\b", reason.text, re.IGNORECASE), reason
            if reason.cause is Cause.MOVE_ORDER and len(reason.squares) > 1:
                assert f"would be a mistake after {move.best_move}." in reason.text
                assert reason.squares[1] == move.line[1]


def test_a_reason_without_the_only_reply():
    """A side whose only move is forbidden passes instead, so the other side moves twice."""
    position = Position.parse("X" * 56 + "-OOOX--- X")
    assert squares_of(position.legal_moves_bits) == [56]
    value, passed = (model.solve(model.of(view)) for view in (position, features.waiting(position)))
    once, ever = answer(
        lambda trials: (trials.without_once(position, 1 << 56), trials.without(position, 1 << 56))
    )
    assert once == ever == value + passed > 0


def test_a_game_turned_by_180_degrees_has_the_same_causes():
    board = positions.random_board(1)
    limits = Limits(level=3)

    def causes(record):
        return [
            [reason.cause for reason in move.reasons]
            for move in review_game(record, ENGINE, limits, exact_from=0)
        ]

    turned = GameRecord.from_moves([63 - move if move < 64 else move for move in board.move_stack])
    assert [len(group) for group in causes(turned)] == [
        len(group) for group in causes(GameRecord.from_board(board))
    ]
