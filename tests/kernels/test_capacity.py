"""Why every array, and every field of a word, has room for all that kernels write to it."""

import itertools

import numpy as np
from hypothesis import given

from othello import Color, Engine, Position, lab
from othello.kernels import carry_save, endgame, midgame, network, ordering, probcut, table, tempo
from othello.kernels.constants import EXACT, HIGHEST, MAX_MOVES
from othello.kernels.human_policy import MAX_LEGAL
from othello.kernels.moves import flips
from othello.kernels.patterns import MOBILITY, NETWORK
from othello.web.games import MAX_MOVES_OF_GAME
from tests import model, positions, source

MAX_EMPTIES = 62
"""Empty squares of a position with a legal move: it has a disc of each color."""
NOT_LAST_FILE = {0: positions.FULL, 1: 0x7F7F_7F7F_7F7F_7F7F, -1: 0xFEFE_FEFE_FEFE_FEFE}
"""The squares with a neighbor to the right or to the left."""


@given(positions.disjoint_words())
def test_an_opponents_disc_serves_at_most_four_moves_and_an_own_disc_at_most_eight(pair):
    moves = len(model.legal_moves(model.from_words(*pair)))
    player, opponent = (word.bit_count() for word in pair)
    assert moves <= min(4 * opponent, 8 * player)


def test_a_list_has_room_for_as_many_moves_as_the_discs_on_a_board_can_serve():
    few, many = (moves + -(-moves // 4) + -(-moves // 8) for moves in (MAX_LEGAL, MAX_LEGAL + 1))
    assert few <= 64 < many
    assert ordering.MAX_LEGAL == MAX_LEGAL == ordering.WORDS * 8 // ordering.ITEM


def test_the_list_of_root_moves_and_the_lists_on_the_stack_get_all_35_moves():
    """Only `make checked` notices a move beyond a list. The list of root moves is not on the stack."""
    with Engine(table_mib=1) as engine:
        lines = engine.analyze(Position(*positions.CROWDED, Color.BLACK), depth=4, multipv=MAX_MOVES)
    labels = lab.values(*map(np.uint64, positions.CROWDED), depth=4)
    assert len({line.move for line in lines}) == 35
    assert int(labels.moves) in {line.move for line in lines}


def test_no_change_of_two_squares_of_the_most_crowded_position_gives_another_move():
    """In 60 runs of simulated annealing, of 3 million steps each, 35 was always the best number, too."""
    pairs = np.array([1 << a | 1 << b for a, b in itertools.combinations(range(64), 2)], np.uint64)
    players, opponents = (np.uint64(discs) & ~pairs for discs in positions.CROWDED)
    lowest = pairs & -pairs
    most = 0
    for player, opponent in itertools.product((pairs & ~pairs, lowest, pairs ^ lowest, pairs), repeat=2):
        moves = lab.legal(players | player & ~opponent, opponents | opponent)
        most = max(most, int(np.bitwise_count(moves).max()))
    assert most == 35


def test_no_game_has_more_than_60_moves_whatever_its_first_board():
    """A move needs two discs in a line beside it, so from three discs play never fills the board."""

    def moved(boards, x, y):
        boards, shift = boards & np.uint64(NOT_LAST_FILE[x]), 8 * y + x
        return boards << np.uint64(shift) if shift > 0 else boards >> np.uint64(-shift)

    for discs, expected in ((2, 8), (3, 48)):
        combinations = itertools.combinations([1 << square for square in range(64)], discs)
        boards = np.array(list(map(sum, combinations)), np.uint64)
        before = np.zeros_like(boards)
        while (boards != before).any():
            before = boards.copy()
            for x, y in model.DIRECTIONS:
                beside = moved(boards, x, y)
                boards |= beside & moved(beside, x, y)
        most = max(int(board).bit_count() for board in boards)
        assert most == expected <= MAX_MOVES + discs
    assert MAX_MOVES == 64 - 4


def test_a_game_has_fewer_passes_than_moves():
    """After a pass the other side has a move, so a game with passes fits into the messages of the page."""
    for seed in range(5):
        moves = list(positions.moves_of(positions.lopsided_game(seed)))
        assert (model.PASS, model.PASS) not in itertools.pairwise([*moves, model.PASS])
    assert 2 * MAX_MOVES - 1 <= MAX_MOVES_OF_GAME


def test_a_move_turns_at_most_19_discs():
    """Each of the eight lines from d4 ends at an own disc on the edge. `last_flip` counts in a byte."""
    assert max(sum(len(ray) - 1 for ray in rays) for rays in model.RAYS) == 19
    square = model.NAMES.index("d4")
    edge = sum(1 << ray[-1] for ray in model.RAYS[square])
    assert flips(square, edge, positions.FULL ^ edge ^ 1 << square).bit_count() == 19


def test_the_longest_path_of_a_search_takes_a_fifth_of_the_smallest_stack():
    """Each move fills a square and comes after at most one pass. Probes and hand-overs stay at a node."""
    stays = 1 + probcut.NESTED + 3  # the root, the probes, and two solvers below each other for one position
    assert (2 * MAX_EMPTIES + stays) * 8 * ordering.WORDS < 2**20 / 5
    code = """if True:
        import threading
        from othello import Engine
        with Engine(table_mib=1) as engine:
            threading.stack_size(200 << 10)
            thread = threading.Thread(target=lambda: print(engine.play("", depth=60, nodes=200_000).nodes))
            thread.start()
            thread.join()
    """
    assert int(source.python("-c", code, check=True).stdout) >= 200_000


def test_scores_of_moves_keep_their_order_and_stay_positive():
    """The hash moves come first, then evaluated moves, whatever the other terms of a score are."""
    reply = max(endgame.REPLY_WORTH, midgame.REPLY_CENTIDISCS, midgame.SOLVING_REPLY_WORTH)
    corners = 12 * max(endgame.CORNER_WORTH, midgame.SOLVING_CORNER_WORTH) + endgame.PARITY_WORTH
    corners += 4 * midgame.SOLVING_CORNER_REPLY_WORTH
    others = HIGHEST + (MAX_LEGAL + 4) * reply + corners + MAX_EMPTIES * midgame.SOLVING_POTENTIAL_WORTH
    assert 2 * others < midgame.EVALUATED_SCORE
    assert 2 * (midgame.EVALUATED_SCORE + others) < ordering.HASH_MOVE_SCORE // 2
    assert ordering.HASH_MOVE_SCORE + midgame.EVALUATED_SCORE + others < ordering.SCORE_BIAS


def test_tables_and_drafts_have_room_for_all_depths_and_empty_squares():
    assert probcut.SIZE == tempo.SIZE == 65
    assert table.draft_of(MAX_EMPTIES, EXACT) < table.CURRENT_WORTH


def test_sums_of_the_network_fit_into_their_lanes():
    most = 15
    assert network.AT_ONCE * most <= 255
    assert carry_save.MAX_LEFT * most * (2**network.COLUMNS_AT_ONCE - 1) <= 255
    assert len(NETWORK.features) * most * network.ROW_STEP < 2**15
    assert network.ONE * network.MOST < 2**15
    assert network.WIDTH * network.ONE**2 * network.MOST < 2**31
    assert MOBILITY <= ordering.MAX_LEGAL
