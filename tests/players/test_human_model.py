"""The model of people's moves and ratings from moves, with the shipped model."""

import hashlib
import math
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import othello
from othello import PASS, Board, Color, Engine, FormatError, InvalidNotationError, transform_move
from othello.players import human_model, rating
from othello.rules.square import MAX_MOVES
from othello.storage.container import DIGEST
from tests import positions

MIDGAME = Board.parse("f5d6c3d3c4f4f6f3e6e7")


def test_chances_of_legal_moves():
    """Each legal move has a probability. At any rating, they add up to 1, with the most likely move first."""
    for strength in (0, 1000, 1450, 2300, 5000):
        probabilities = othello.players.move_probabilities(MIDGAME, strength)
        assert sorted(probabilities) == sorted(MIDGAME.legal_moves)
        assert sum(probabilities.values()) == pytest.approx(1)
        assert list(probabilities.values()) == sorted(probabilities.values(), reverse=True)
    assert human_model.move_probabilities(MIDGAME, 0) == human_model.move_probabilities(
        MIDGAME, human_model.MIN_RATING
    )


def test_a_game_and_its_images_have_the_same_chances():
    probabilities = human_model.move_probabilities(MIDGAME, 1600)
    for symmetry in range(1, 8):
        image = human_model.move_probabilities(MIDGAME.transformed(symmetry), 1600)
        assert image == pytest.approx(
            {transform_move(move, symmetry): probabilities[move] for move in probabilities}, abs=1e-5
        )


def test_chances_are_the_same_when_several_threads_ask_at_once():
    boards = [positions.random_board(seed, 20) for seed in range(200)]
    expected = [human_model.move_probabilities(board, 1500) for board in boards]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert (
                list(pool.map(lambda board: human_model.move_probabilities(board, 1500), boards)) == expected
            )


def test_a_pass_is_certain_and_a_game_that_is_over_has_no_chances():
    passes = 0
    for seed in range(20):
        board, chance = Board(), random.Random(seed)
        while not board.is_over:
            if board.must_pass:
                passes += 1
                assert human_model.move_probabilities(board, 1500) == {PASS: 1.0}
            board.push(chance.choice(board.legal_moves))
        assert human_model.move_probabilities(board, 1500) == {}
    assert passes > 0


def test_a_last_move_that_is_none_is_refused_before_machine_code_reads_a_table_with_it():
    for last in (-1, -(1 << 40), 65, 1 << 70):
        with pytest.raises(InvalidNotationError, match=f"^{last} is not a move"):
            human_model.move_probabilities(MIDGAME, 1500, last=last)
    assert human_model.move_probabilities(MIDGAME, 1500, last="e7") == human_model.move_probabilities(
        MIDGAME, 1500
    )


def test_a_position_may_have_more_legal_moves_than_those_of_games():
    position = othello.Position(*positions.CROWDED, Color.BLACK)
    assert human_model.move_probabilities(position, 1500).keys() == set(position.legal_moves)
    assert len(position.legal_moves) == 35


def test_after_f5_people_play_the_two_known_replies_nearly_always():
    probabilities = human_model.move_probabilities("f5", 1700)
    assert sum(probabilities[othello.parse_move(move)] for move in ("d6", "f6")) > 0.95


def test_stronger_players_lose_less():
    """In positions from random games, the losses that a search expects fall with the rating."""
    engine = Engine(table_mib=1)
    losses = dict.fromkeys((1000, 1500, 2200), 0.0)
    for seed in range(40):
        position = othello.Position(*positions.random_position(seed, 24), Color.BLACK)
        if len(position.legal_moves) < 2:
            continue
        lines = engine.analyze(position, level=5, multipv=MAX_MOVES)
        best = max(line.score.discs for line in lines)
        for strength in losses:
            chances = human_model.move_probabilities(position, strength)
            losses[strength] += sum(chances[line.move] * (best - line.score.discs) for line in lines)
    assert losses[1000] > losses[1500] > losses[2200]


# The file


def test_damaged_models(tmp_path):
    """A damaged model is refused with one sentence, and so is a model with another layout."""
    content = human_model.SHIPPED.read_bytes()
    path = tmp_path / "x.bin"
    path.write_bytes(content[:1000] + bytes([content[1000] ^ 1]) + content[1001:])
    with pytest.raises(FormatError, match=r"x\.bin: this is a damaged human model: the checksum is wrong"):
        human_model.read(path)
    path.write_bytes(b"text")
    with pytest.raises(FormatError, match=r"x\.bin: this is not a human model"):
        human_model.read(path)
    other = content[:-DIGEST].replace(b'"units": ', b'"units":1')
    path.write_bytes(other + hashlib.sha256(other).digest())
    with pytest.raises(FormatError, match=r"x\.bin: this human model differs from this program in layout"):
        human_model.read(path)


def test_a_model_without_all_of_its_numbers_is_refused_before_machine_code_reads_beyond_them(tmp_path):
    path = tmp_path / "x.bin"
    header, pieces = human_model.FILE.read(human_model.SHIPPED)
    body = b"".join(pieces)
    for scale, rows in ((header["scale"], body[:-1]), ("0.5", body)):
        human_model.FILE.write(path, header | {"scale": scale}, rows)
        with pytest.raises(
            FormatError, match=r"x\.bin: this is a damaged human model: these numbers were not"
        ):
            human_model.read(path)


def test_the_shipped_model_is_small():
    """The shipped model has at most 0.75 MB, contains no player names, and names the command that made it."""
    content = human_model.SHIPPED.read_bytes()
    assert len(content) <= 750_000
    assert "train human" in human_model.shipped().made


# Ratings


def self_play(strength, seed):
    """A game of two players of the model."""
    board, chance = Board(), random.Random(seed)
    while not board.is_over:
        probabilities = human_model.move_probabilities(board, strength)
        board.push(chance.choices(list(probabilities), list(probabilities.values()))[0])
    return board


def test_ratings_of_the_models_own_games():
    """From games of the model, its rating is found within the interval. More games narrow the interval."""
    estimates = {}
    for strength in (1100, 1500, 2000):
        games = [(self_play(strength, seed), color) for seed in range(3) for color in Color]
        estimates[strength] = othello.players.rate(games)
        one = othello.players.rate(games[:1])
        assert estimates[strength].high - estimates[strength].low < one.high - one.low
        assert estimates[strength].moves > one.moves > 10
    assert estimates[1100].rating < estimates[1500].rating < estimates[2000].rating
    assert sum(estimate.low <= strength <= estimate.high for strength, estimate in estimates.items()) >= 2


def test_no_moves_have_the_mean_rating():
    """Without moves, the rating is the mean player's, and the interval covers all players."""
    estimate = rating.rate([])
    assert estimate.rating == pytest.approx(1500, abs=15)
    assert estimate.moves == 0
    assert estimate.high - estimate.low == pytest.approx(2 * 1.96 * rating.TYPICAL_SPREAD, rel=0.1)


def test_the_rating_at_which_the_model_plays_like_a_player_is_on_the_fitted_line():
    for strength in (1000, 1500, 2000):
        result = 1500 + rating.SLOPE * (rating.model_rating(strength) - 1500) + rating.OFFSET
        assert result == pytest.approx(strength)


def test_a_rating_depends_on_the_moves_of_the_color_alone():
    black = rating.rate([(MIDGAME, Color.BLACK)])
    white = rating.rate([(MIDGAME, Color.WHITE)])
    assert black.moves == 5
    assert white.moves == 5
    assert math.isclose(black.rating, white.rating) is (black == white)
