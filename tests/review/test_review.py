"""Reviews of games, compared with the slow model, and their invariants."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from othello import (
    PASS,
    Board,
    Engine,
    GameRecord,
    IllegalMoveError,
    InvalidNotationError,
    Limits,
    Position,
    StopSignal,
    transform_move,
)
from othello.formats.transcript import parse_transcript
from othello.players.human_model import move_probabilities
from othello.players.rating import rate
from othello.review.accuracy import accuracy, counts, tally, worst
from othello.review.objects import move_object
from othello.review.peers import Peers, percent
from othello.review.review import Mark, ReviewedMove, _with_even_end, review_game, review_steps
from othello.rules.score import Bound, Centidiscs, Color, Discs, Kind, Score
from othello.rules.square import SYMMETRIES
from othello.search import thread_pool
from tests import positions, solved
from tests.cases import cases
from tests.threadless import without_threads

ENGINE = Engine(table_mib=1)
QUICK = Limits(depth=2)


def reviewed(board, limits=QUICK, exact_from=8):
    return list(review_game(GameRecord.from_board(board), ENGINE, limits, exact_from=exact_from))[::-1]


def end_of(seed, empties):
    """Return the end of a random game as a game that begins with this number of empty squares."""
    whole = positions.random_board(seed)
    moves = whole.move_stack
    while whole.move_stack and whole.position.empties < empties:
        whole.pop()
    tail = Board(whole.position)
    for move in moves[len(whole.move_stack) :]:
        tail.push(move)
    return tail


@settings(max_examples=8)
@given(st.integers(0, 500))
def test_ends_of_games_are_exact(seed):
    """With few empty squares, both values of every move equal the slow model's."""
    board = end_of(seed, 7)
    record = GameRecord.from_board(board)
    after = record.positions()[1:]
    for move, position in zip(reviewed(board), after, strict=True):
        assert move.is_exact
        assert move.best.pov(move.turn).discs == solved.value_of(move.position)
        assert move.played.pov(position.turn).discs == solved.value_of(position)
        assert (move.loss == 0) == (move.best_move == move.move)


def test_passes_are_moves_that_lose_nothing():
    """A pass is a reviewed move without loss, with the value of the position after it."""
    board = positions.passing_board()
    ply = board.move_stack.index(PASS) + 1
    moves = reviewed(board)
    forced = moves[ply - 1]
    assert (forced.move, forced.best_move, forced.loss) == (PASS, PASS, 0)
    if ply < len(moves):
        assert forced.played.discs == -moves[ply].best.discs


@settings(max_examples=3)
@given(st.integers(0, 500), st.integers(0, 60))
def test_what_holds_for_every_game(seed, plies):
    """Moves come from last to first, losses are not negative, lines are legal and prove their values."""
    board = positions.random_board(seed, plies)
    record = GameRecord.from_board(board)
    moves = list(review_game(record, ENGINE, QUICK, exact_from=8))
    assert [move.ply for move in moves] == list(range(len(record.moves), 0, -1))
    for move in moves:
        assert move.loss >= 0
        assert (move.played.turn, move.best.turn) == (move.turn, move.turn)
        line = Board(move.position)
        for next_move in move.pv:
            line.push(next_move)
        if move.position.empties <= 8:
            assert move.is_exact
            assert line.position.is_over
            assert line.position.result.margin == move.best.pov(Color.BLACK).discs


def test_a_review_does_not_depend_on_earlier_searches():
    board = positions.random_board(3, 12)
    first = reviewed(board, Limits(depth=5))
    ENGINE.play(positions.random_board(4, 20).position, Limits(depth=8))
    assert reviewed(board, Limits(depth=5)) == first


def test_a_blunder_is_found():
    """A move that gives away a corner is marked, another move is best, and the opening is named."""
    board = parse_transcript("f5d6c3d3c4b3b2")
    moves = reviewed(board, Limits(depth=8), exact_from=0)
    assert [move.opening for move in moves[:5]] == [None, "Perpendicular Opening", None, None, "Tiger"]
    gift = moves[-1]
    assert gift.mark in (Mark.MISTAKE, Mark.BLUNDER)
    assert gift.best_move != gift.move
    assert gift.played.kind is gift.best.kind is Kind.HEURISTIC
    assert not gift.is_exact
    assert not gift.changes_result


def values_of(moves):
    return [(move.played, move.best, move.loss) for move in moves]


def test_later_moves_do_not_change_estimates():
    """The values of the first moves do not depend on later moves. The ratings depend on the game."""
    short, long = (reviewed(Board(text), Limits(depth=6)) for text in ("f5d6c3d3c4", "f5d6c3d3c4f4f6f3e6e7"))
    assert [replace(move, peers=None) for move in long[:5]] == [replace(move, peers=None) for move in short]


def test_every_symmetry_of_a_game_has_the_same_values_marks_and_losses():
    board, limits = positions.random_board(3, 6), Limits(depth=5)
    wanted = values_of(reviewed(board, limits))
    for symmetry in SYMMETRIES[1:]:
        turned = Board(board.first_position.transformed(symmetry))
        for move in board.move_stack:
            turned.push(transform_move(move, symmetry))
        assert values_of(reviewed(turned, limits)) == wanted, symmetry


@cases("move", ["d3", "c4", "f5", "e6"])
def test_all_first_moves_are_equal_by_symmetry_so_each_of_them_is_the_best(move):
    (first,) = reviewed(Board(move), Limits(depth=7))
    assert (first.loss, str(first.best_move)) == (0, move)


def test_successive_searches_end_with_the_same_side_to_move():
    """A depth limit is lowered by one ply in every other position, so values do not alternate."""
    moves = reviewed(Board("f5d6c3d3c4f4f6f3"), Limits(depth=6))
    ends = {(move.position.empties - 1 - move.played.depth) % 2 for move in moves}
    assert ends == {0}


def test_the_shown_values_of_a_row_differ_by_the_shown_loss():
    """A row said -10.1, best -9.3, lost 0.9: each number was rounded by itself."""
    moves = [move_object(move.move, move.turn, move) for move in reviewed(positions.random_board(2))]
    rows = [[float(move[key]["short"]) for key in ("played", "best")] for move in moves]
    shown = [f"{abs(best - played):.1f}" if best != played else "" for played, best in rows]
    assert [move["lost"] for move in moves] == shown
    assert len(set(shown)) > 5


def test_a_loss_has_no_rounding_error_of_binary_fractions():
    turn = Color.BLACK
    scores = [Score.heuristic(Centidiscs(value), turn, 4) for value in (45, 129)]
    assert ReviewedMove(1, Board().position, 0, *scores, (1,), None).loss == 0.84


def test_an_unsolved_position_has_no_exact_best_move():
    """If only the positions after the moves are solved, another move may be better, so the loss is not
    exact."""
    board = end_of(11, 9)
    first = reviewed(board)[0]
    assert first.position.empties == 9
    assert first.played.kind is first.best.kind is Kind.EXACT
    assert first.played.bound is Bound.EQUAL
    assert first.best.bound is Bound.LOWER
    assert not first.is_exact


def test_a_game_without_moves_gives_no_reviewed_moves():
    assert reviewed(Board()) == []


@cases(
    ("loss", "mark"),
    [
        (0, Mark.NONE),
        (1.94, Mark.NONE),
        (2, Mark.DUBIOUS),
        (3.94, Mark.DUBIOUS),
        (4, Mark.MISTAKE),
        (9, Mark.MISTAKE),
        (10, Mark.BLUNDER),
        (128, Mark.BLUNDER),
    ],
)
def test_the_mark_of_a_move_follows_from_its_loss(loss, mark):
    assert Mark.of(loss) is mark


def a_move(ply, best, played, kind=Kind.EXACT):
    board = positions.random_board(1, ply - 1)
    scores = [
        Score.exact(Discs(discs), board.turn)
        if kind is Kind.EXACT
        else Score.heuristic(Centidiscs(100 * discs), board.turn, 4)
        for discs in (played, best)
    ]
    return ReviewedMove(ply, board.position, 0, *scores, (1,), None)


@cases(
    ("best", "played", "changes"),
    [(2, 0, True), (2, -2, True), (0, -2, True), (6, 2, False), (-2, -8, False), (0, 0, False)],
)
def test_moves_that_change_the_result(best, played, changes):
    """A move changes the result if it provably turns a win into a draw or a loss, or a draw into a loss."""
    assert a_move(9, best, played).changes_result == changes
    assert not a_move(9, best, played, Kind.HEURISTIC).changes_result


def test_bounds_from_an_unfinished_proof_are_not_used_as_exact_values():
    move = a_move(9, 2, -2)
    limit = Score.exact(Discs(2), move.turn, bound=Bound.LOWER)
    assert move.is_exact
    assert not replace(move, best=limit).is_exact
    assert not replace(move, best=limit).changes_result


@settings(max_examples=1)
@given(st.integers(0, 100))
def test_with_any_amount_of_time_losses_are_not_negative_and_the_end_is_exact(seed):
    moves = reviewed(positions.random_board(seed), Limits(seconds=0.002), exact_from=6)
    assert all(move.loss >= 0 for move in moves)
    assert all(move.is_exact for move in moves if move.position.empties <= 6)


def test_the_counts_of_a_side_include_only_its_own_moves_without_passes():
    moves = [a_move(1, 4, 4), a_move(2, 20, 0), a_move(3, 4, 1), a_move(5, 4, -2)]
    black = tally(moves, Color.BLACK)
    assert (black.moves, black.best, black.loss) == (3, 1, 9)
    assert black.marks == {Mark.DUBIOUS: 1, Mark.MISTAKE: 1, Mark.BLUNDER: 0}
    assert tally(moves, Color.WHITE).marks[Mark.BLUNDER] == 1
    assert tally([], Color.WHITE).moves == 0


def test_mistakes_that_peers_avoid_come_first():
    """A smaller loss that peers avoid is listed before a greater loss that most peers share."""
    shared = replace(a_move(1, 10, 0), peers=Peers(1500, 0.8, 0.1))
    avoided = replace(a_move(3, 5, 0), peers=Peers(1500, 0.1, 0.8))
    small, other = (replace(a_move(ply, 1, 0), peers=Peers(1500, 0.0, 0.9)) for ply in (5, 2))
    assert worst([shared, small, other, avoided], Color.BLACK) == [avoided, shared]
    assert [move.avoided for move in (shared, avoided, a_move(7, 5, 0))] == pytest.approx([2, 4.5, 0])


def test_shares_of_peers_are_whole_percents():
    assert [percent(share) for share in (0.0, 0.0049, 0.005, 0.375, 1.0)] == (
        ["fewer than 1%", "fewer than 1%", "0%", "38%", "100%"]
    )


def test_a_search_of_a_review_ends_at_an_even_number_of_empty_squares():
    for empties in (20, 21):
        depths = [_with_even_end(Limits(depth=depth), empties).depth for depth in range(1, 24)]
        even = [max(1, depth - (empties - depth) % 2) for depth in range(1, empties)]
        assert depths == [*even, *range(empties, 24)]


def test_peers_are_as_strong_as_the_player():
    """Each move is compared with people whose rating equals the rating of its side in this game."""
    board = Board("f5d6c3d3c4f4f6f3e6e7")
    rated = {color: rate([(board, color)]).rating for color in Color}
    for move in reviewed(board, Limits(depth=2)):
        rating = 50 * round(rated[move.turn] / 50)
        chances = move_probabilities(
            move.position, rating, last=board.move_stack[move.ply - 2] if move.ply > 1 else None
        )
        assert move.peers.rating == rating
        assert move.peers.played == pytest.approx(chances[move.move])


@cases(("peers", "rating"), [(1850, 1850), (1000, 1000), (600, 1000), (9000, 2300)])
def test_the_rating_of_peers_can_be_chosen(peers, rating):
    """Moves of both sides are compared with people at the given rating, or at the nearest known rating."""
    board = Board("f5d6c3d3c4f4f6")
    moves = review_game(GameRecord.from_board(board), ENGINE, Limits(depth=1), exact_from=0, peers=peers)
    for move in moves:
        last = board.move_stack[move.ply - 2] if move.ply > 1 else None
        chances = move_probabilities(move.position, rating, last=last)
        assert move.peers == Peers(rating, chances[move.move], chances[move.best_move])


@cases(("loss", "decisions", "expected"), [(0, 20, 100), (25, 20, 80.3), (114, 20, 36.8), (300, 20, 7.2)])
def test_accuracy(loss, decisions, expected):
    """Accuracy falls exponentially with the loss for each decision, by the formula in docs/analysis.md."""
    assert accuracy(loss, decisions) == pytest.approx(expected, abs=0.05)


def test_the_loser_of_a_wipe_out_had_best_moves_without_a_choice():
    """Moves that cannot lose anything more, and forced moves, do not raise the accuracy."""
    lost = [a_move(1, 0, -64), *(a_move(ply, -64, -64) for ply in range(3, 20, 2))]
    assert tally(lost, Color.BLACK).accuracy == tally(lost[:1], Color.BLACK).accuracy < 1
    assert [counts(a_move(1, best, best)) for best in (64, 0, -32, -48, -64)] == [1, 1, 1, 0.5, 0]
    forced = Position.parse("X" * 62 + "O- X")
    assert counts(replace(lost[0], position=forced)) == 0
    assert tally(lost[1:], Color.BLACK).accuracy is None


def test_sums_of_losses_were_rounded_differently_on_the_page():
    """The sum of losses is a whole number of hundredths, in any order of the moves."""
    moves = [
        replace(a_move(ply, 0, 0), best=Score.heuristic(Centidiscs(value), Color.BLACK, 4))
        for ply, value in ((1, 10), (3, 20), (5, 30), (7, 6375))
    ]
    losses = {tally(order, Color.BLACK).loss for order in (moves, moves[::-1])}
    assert losses == {64.35}


def test_a_game_is_a_record_a_board_or_a_text():
    text = "f5d6c3d3c4"
    wanted = list(review_game(parse_transcript(text), ENGINE, QUICK, exact_from=0))
    for game in (text, Board(text)):
        assert list(review_game(game, ENGINE, QUICK, exact_from=0)) == wanted
    assert GameRecord.from_board(text) == GameRecord.from_board(Board(text))


def test_what_is_no_game_raises_when_the_review_is_made():
    """The error does not wait for the first move."""
    board = Board("f5")
    board.push("d3", Color.BLACK)
    for wrong, kind, message in (
        (6, TypeError, "6 is not a board: use a Board, a Position or a string"),
        ("f5f6z9", InvalidNotationError, "'z9' is not a move"),
        (board, IllegalMoveError, "a side moved out of turn"),
    ):
        with pytest.raises(kind, match=message):
            review_game(wrong, ENGINE, QUICK)


def test_a_canceled_review():
    """A review whose stop signal is set ends before the next move. Earlier moves are reviewed as usual."""
    game, cancel, moves = GameRecord.from_board(positions.random_board(3)), StopSignal(), []
    for move in review_game(game, ENGINE, QUICK, exact_from=4, cancel=cancel):
        moves.append(move)
        if len(moves) == 3:
            cancel.set()
    assert moves == list(review_game(game, ENGINE, QUICK, exact_from=4))[:3]


def test_a_review_in_slices(monkeypatch):
    """Without threads, a review and its reasons yield between slices, and a stop ends it within a slice."""
    monkeypatch.setattr(thread_pool, "SLICE", 2000)
    game, cancel, moves = GameRecord.from_board(positions.random_board(3)), StopSignal(), []
    with without_threads(), Engine(table_mib=1) as engine:
        cancel.needs_slices = True
        slices = [0]
        for info in review_steps(game, engine, Limits(level=8), moves.append, cancel):
            slices[-1] += info is None
            if len(slices) <= len(moves):
                slices.append(0)
            if len(moves) == 20 and info is None:
                cancel.set()
                count = len(moves)
        assert len(moves) == count == 20
    assert any(move.reasons for move in moves)
    assert max(slices) > 3


def test_rows_have_plain_values():
    """A row contains only numbers, texts and None, as required by the tables of other libraries."""
    rows = [move.row() for move in reviewed(end_of(3, 5))]
    assert [row["ply"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(row["loss"] == row["best"] - row["played"] for row in rows)
    assert {type(value) for row in rows for value in row.values()} <= {int, float, str, bool, type(None)}
