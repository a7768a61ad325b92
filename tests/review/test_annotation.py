"""Annotated SGF: the properties that other programs show, and the review that comes back."""

import json
from dataclasses import replace

import pytest
from sgfmill import sgf

from othello import Engine, GameRecord, Limits, OthelloError, PlayedMove, Player, Variation, parse_game
from othello.formats.transcript import parse_transcript
from othello.review.annotation import annotated, comment_on, saved_review
from othello.review.review import Mark, review_game
from othello.storage.append import sealed
from tests import positions

HEADING = {"format": "othello review 1", "level": None, "depth": 2, "peers": None}
MOVE_MARKS = {"BM", "DO", "IT", "TE"}
MARKUP = {"CR", "MA", "SL", "SQ", "TR"}
ROOT = {"FF", "GM", "CA", "AP", "SZ", "C", "GC", "XR", "RE", "PB", "PW", "BR", "WR", "EV", "DT"}


def reviewed(game, engine):
    """Return the review of a game with few searches, and reasons as they are kept."""
    moves = list(review_game(game, engine, Limits(depth=2), exact_from=8))[::-1]
    return [
        replace(move, reasons=tuple(replace(reason, discs=round(reason.discs, 2)) for reason in move.reasons))
        for move in moves
    ]


@pytest.fixture(scope="module")
def reviews():
    """Return games with their reviews: with passes, with remarks of the file, and from another position."""
    plain = parse_transcript("f5d6c3d3c4f4f6f3e6e7")
    noted = [PlayedMove(move, seconds=1.5, comment=f"good] \\ {move}") for move in plain.move_stack]
    late = positions.random_board(5)
    games = [
        GameRecord.from_board(positions.passing_board(), black=Player("Ann", 1500.0), event="Open"),
        GameRecord(tuple(noted), comment="the game", variations=(Variation(1, (PlayedMove("f6"),)),)),
        GameRecord.from_moves(late.move_stack[30:], start=late.positions()[30]),
    ]
    with Engine(table_mib=1) as engine:
        return [(game, reviewed(game, engine)) for game in games]


def test_the_review_comes_back_without_a_search(reviews):
    """Values, certainty, lines, reasons and remarks are the same after a file was written and read."""
    for game, moves in reviews:
        saved = saved_review(parse_game(annotated(game, moves, HEADING)))
        assert saved.moves == moves
        assert saved.heading == HEADING
        expected = replace(game, played=tuple(replace(played, seconds=None) for played in game.played))
        assert saved.game == expected
        assert annotated(saved.game, saved.moves, saved.heading) == annotated(expected, moves, HEADING)


def test_the_games_have_what_the_tests_need(reviews):
    moves = [move for _, moves in reviews for move in moves]
    assert {move.mark for move in moves} == set(Mark)
    assert any(move.reasons for move in moves)
    assert any(position.must_pass for game, _ in reviews for position in game.positions())


def test_every_node_follows_the_rules_of_the_format(reviews):
    """Properties have the types and positions that FF[4] requires."""
    for game, moves in reviews:
        tree = sgf.Sgf_game.from_string(annotated(game, moves, HEADING))
        waiting = [tree.get_root()]
        assert set(waiting[0].properties()) <= ROOT | {"AB", "AW", "PL"}
        for node in waiting:
            waiting += node
            names = set(node.properties())
            if node is tree.get_root():
                continue
            assert len(names & {"B", "W"}) == 1
            assert names <= {"B", "W", "V", "C", "TR", "MA"} | MOVE_MARKS
            assert len(names & MOVE_MARKS) <= 1
            for name in names & {"BM", "TE"}:
                assert node.get(name) in (1, 2)
            if "DO" in names:
                assert node.get_raw("DO") == b""
            if "V" in names:
                assert -64 <= node.get("V") <= 64
            points = [point for name in names & MARKUP for point in node.get(name)]
            assert len(points) == len(set(points))


def test_other_programs_see_values_marks_and_best_lines(reviews):
    """The main line is the game with each move's value for Black. Variations contain the best lines."""
    for game, moves in reviews:
        tree = sgf.Sgf_game.from_string(annotated(game, moves, HEADING))
        nodes = [node for node in tree.get_main_sequence() if node.get_move()[0]]
        shown = [move for move in moves if not move.position.must_pass]
        for node, move in zip(nodes, shown, strict=True):
            assert node.get("V") == move.played.pov("black").discs
            assert node.get("C").startswith(f"{move.played.pov('black')}.")
            marks = {Mark.NONE: None, Mark.DUBIOUS: "DO", Mark.MISTAKE: "BM", Mark.BLUNDER: "BM"}
            assert marks[move.mark] in (None, *node.properties())
            assert all(sentence in node.get("C") for sentence in move.sentences)
            if move.loss >= 0.05:
                best = node.parent[-1]
                row, column = best.get_move()[1]
                assert 8 * (7 - row) + column == move.best_move
                assert best.get("V") == move.best.pov("black").discs
        assert "performance rating" in tree.get_root().get("C")


def test_a_comment_that_was_added_in_an_editor_is_kept(reviews):
    game, moves = reviews[0]
    text = annotated(game, moves, HEADING)
    own = comment_on(moves[0])
    saved = saved_review(parse_game(text.replace(own, f"My note.\n{own}", 1)))
    assert saved.game.played[0].comment == "My note."


def test_a_variation_that_was_added_beside_a_best_line_is_kept(reviews):
    game, moves = reviews[1]
    lost = next(move for move in moves if move.loss >= 1)
    own = next(move for move in lost.position.legal_moves if move not in (lost.best_move, lost.move))
    own = Variation(lost.ply - 1, (PlayedMove(own),))
    text = annotated(replace(game, variations=(*game.variations, own)), moves, HEADING)
    assert [line.ply for line in parse_game(text).variations].count(own.ply) == 2
    assert own in saved_review(parse_game(text)).game.variations


def test_a_review_of_some_moves_has_no_property_to_read_back(reviews):
    game, moves = reviews[0]
    assert not parse_game(annotated(game, moves[5:], HEADING)).review


def test_a_review_that_was_changed_or_belongs_to_another_game_is_refused(reviews):
    (game, moves), (other, _), (late, _) = reviews
    kept = parse_game(annotated(game, moves, HEADING)).review
    first = GameRecord(game.played[:-1])
    for changed, text in [
        (replace(game, review=kept.replace('"depth": 2', '"depth": 3', 1)), "checksum"),
        (replace(game, review="{}"), "checksum"),
        (replace(game, review="x"), "JSON"),
        (replace(other, review=kept), "different moves"),
        (replace(late, review=kept), "first position"),
        (replace(first, review=kept), "different moves"),
    ]:
        with pytest.raises(OthelloError, match=text):
            saved_review(changed)


def places(value, path=()):
    """Yield the paths to all values within a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def test_any_wrong_field_with_a_right_checksum_is_an_error_or_makes_a_review(reviews):
    """No content of the property can raise anything except an error about the property."""
    game, moves = reviews[1]
    kept = parse_game(annotated(game, moves, HEADING)).review
    review = json.loads(kept)
    del review["check"]
    refused = 0
    for path in list(places(review)):
        if not path or (len(path) > 1 and path[0] == "moves" and path[1] > 0):
            continue
        for wrong in (None, -1, 1e300, "x", [], {}, ["a1"]):
            changed = json.loads(json.dumps(review))
            node = changed
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = wrong
            try:
                saved_review(replace(game, review=sealed(changed)))
            except OthelloError:
                refused += 1
    assert refused > 100
